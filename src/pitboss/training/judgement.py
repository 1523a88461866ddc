"""What is kept of a decision as JSON values: what it was worth beside the others, on a player's
scorecard too, and the spot, to come back to.

A spot is a round as far as one seat has seen it. Cards that the seat has not seen are left out, so
that it can be kept and shown without giving anything away. To play it again the missing cards are
dealt anew: what the seat sees stays as it was, everything else is as likely as ever.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cards import DECK, format_card, format_cards, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import DearGames, Decision, Limits, Opening, Post, Settings
from pitboss.games.events import CardDealt, CardsDiscarded, CardsShown
from pitboss.jackpots.meter import Meter, Terms
from pitboss.money import decimal_text, dollars, parse_dollars
from pitboss.odds.figures import exact
from pitboss.odds.registry import find_solver
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_decision, read_opening, write_decision, write_seating
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.rounds.view import view

Json = dict[str, Any]

PLAIN = ("game", "seat", "situation", "seen", "chosen", "best", "kind", "rule", "spot")
"""What a judgement has as JSON has it."""


class Valued(NamedTuple):
    """An option at one size with its expectation, in units of the first wager.

    ``low`` and ``high`` are the ends of the interval where the value is an estimate.
    """

    action: str
    cents: int
    cards: tuple[int, ...]
    label: str
    value: Fraction
    low: Fraction
    high: Fraction

    @property
    def estimated(self) -> bool:
        return self.low != self.high

    def to_json(self, unit_cents: int) -> Json:
        written: Json = {
            "option": self.label,
            "ev": exact(self.value),
            "dollars": nearest_cent(self.value * unit_cents),
        }
        if self.estimated:
            written["interval"] = [float(self.low), float(self.high)]
        return written


class Basis(NamedTuple):
    """How the figures were made: counted, or estimated under a model of the other players."""

    method: str
    unit: str
    model: str = ""
    left_out: tuple[str, ...] = ()


class Judgement(NamedTuple):
    """One decision: what it was, what would have been best, and what the difference costs.

    ``cost`` is in units of the first wager; ``kind`` groups mistakes that are alike; ``spot`` is
    the decision as the seat saw it, to be played again.
    """

    game: str
    seat: int
    situation: str
    seen: str
    options: tuple[Valued, ...]
    chosen: str
    best: str
    cost: Fraction
    unit_cents: int
    kind: str
    rule: str
    basis: Basis
    spot: Mapping[str, object]

    @property
    def is_right(self) -> bool:
        """An option of the same expectation is as right as the best."""
        return self.cost == 0

    @property
    def cost_cents(self) -> Fraction:
        """The cost in cents, exactly."""
        return self.cost * self.unit_cents

    def to_json(self) -> Json:
        return {
            **{name: getattr(self, name) for name in PLAIN},
            "options": [option.to_json(self.unit_cents) for option in self.options],
            "right": self.is_right,
            "cost": exact(self.cost),
            "cost_dollars": nearest_cent(self.cost_cents),
            "unit": dollars(self.unit_cents),
            "basis": {**self.basis._asdict(), "left_out": list(self.basis.left_out)},
        }


def nearest_cent(cents: Fraction) -> str:
    """An expectation for the eye: dollars, rounded to the nearest cent; it is never paid."""
    return dollars(round(cents))


def read_judgement(given: Json) -> Judgement:
    """A judgement from its JSON; options come back as they are shown, without their parts."""
    basis = given["basis"]
    return Judgement(
        **{name: given[name] for name in PLAIN},
        options=tuple(map(_read_option, given["options"])),
        cost=Fraction(given["cost"]["exact"]),
        unit_cents=parse_dollars(given["unit"], "unit"),
        basis=Basis(**{**basis, "left_out": tuple(basis["left_out"])}),
    )


def _read_option(given: Json) -> Valued:
    action, _, rest = given["option"].partition(" ")
    cards = parse_cards(rest) if action == "hold" else ()
    cents = parse_dollars(rest) if rest and not cards else 0
    value = Fraction(given["ev"]["exact"])
    low, high = map(Fraction, given.get("interval", (value, value)))
    return Valued(action, cents, cards, given["option"], value, low, high)


class Mistake(NamedTuple):
    """Mistakes of one kind in one game, and what they cost together, in cents."""

    game: str
    kind: str
    times: int
    cost_cents: Fraction

    def to_json(self) -> Json:
        cost = {"cost_cents": exact(self.cost_cents), "cost_dollars": nearest_cent(self.cost_cents)}
        return {**self._asdict(), **cost}


class Scorecard(NamedTuple):
    """The running total; ``mistakes`` has one entry for each kind, in order of first making."""

    right: int = 0
    wrong: int = 0
    cost_cents: Fraction = Fraction(0)
    mistakes: tuple[Mistake, ...] = ()

    @property
    def judged(self) -> int:
        return self.right + self.wrong

    def add(self, judgement: Judgement) -> "Scorecard":
        """The scorecard with one more decision on it."""
        if judgement.is_right:
            return self._replace(right=self.right + 1)
        cost = judgement.cost_cents
        made = Mistake(judgement.game, judgement.kind, 1, cost)
        return self.merge(Scorecard(0, 1, cost, (made,)))

    def merge(self, other: "Scorecard") -> "Scorecard":
        """Two scorecards as one."""
        kinds: dict[tuple[str, str], Mistake] = {}
        for made in (*self.mistakes, *other.mistakes):
            before = kinds.get(made[:2], Mistake(made.game, made.kind, 0, Fraction(0)))
            times, cost = before.times + made.times, before.cost_cents + made.cost_cents
            kinds[made[:2]] = Mistake(made.game, made.kind, times, cost)
        return Scorecard(
            self.right + other.right,
            self.wrong + other.wrong,
            self.cost_cents + other.cost_cents,
            tuple(kinds.values()),
        )

    def most_frequent(self, number: int = 5) -> list[Mistake]:
        """The kinds made most often; of equally frequent ones the dearer first."""
        ranked = sorted(self.mistakes, key=lambda one: (-one.times, -one.cost_cents))
        return ranked[:number]

    def to_json(self) -> Json:
        return {
            "judged": self.judged,
            "right": self.right,
            "wrong": self.wrong,
            "cost_cents": exact(self.cost_cents),
            "cost_dollars": nearest_cent(self.cost_cents),
            "mistakes": [one.to_json() for one in self.most_frequent(len(self.mistakes))],
        }


def read_scorecard(given: Json) -> Scorecard:
    """A scorecard from its JSON."""
    mistakes = [
        Mistake(one["game"], one["kind"], one["times"], Fraction(one["cost_cents"]["exact"]))
        for one in given["mistakes"]
    ]
    cost = Fraction(given["cost_cents"]["exact"])
    return Scorecard(given["right"], given["wrong"], cost, tuple(mistakes))


# Spots

UNSEEN = "??"
BESIDE = ("seat", "decisions", "posts", "dear_games")
"""What a spot has beside the keys of a script."""

Spot = Mapping[str, Any]


def seen_cards(running: Runner, seat: int) -> set[int]:
    """Every card that has lain where this seat could see it."""
    seen: set[int] = set()
    for event in view(running.table.events, seat):
        if isinstance(event, CardDealt) and event.card is not None:
            seen.add(event.card)
        elif isinstance(event, CardsShown | CardsDiscarded):
            seen.update(event.cards)
    return seen


def keep(running: Runner) -> Spot:
    """The spot at which the seat whose turn it is must decide."""
    question, opening = running.question, running.table.opening
    if question is None:
        raise Refused(f"spot: the round is {running.status}; it needs a seat that is asked")
    seen = seen_cards(running, question.seat)
    deck = [format_card(card) if card in seen else UNSEEN for card in opening.deck]
    while deck and deck[-1] == UNSEEN:
        deck.pop()
    if seating := opening.seating:
        entries = {**write_seating(seating), "posts": [list(post) for post in seating.posts]}
    else:
        wagers = {
            str(seat): {name: dollars(cents) for name, cents in made.items()}
            for seat, made in opening.wagers.items()
        }
        entries = {"wagers": wagers}
    return {
        "game": opening.settings.game,
        "seat": question.seat,
        "table": write_table(opening.settings, opening.meters),
        "dear_games": list(opening.settings.limits.dear_games or ()),
        **entries,
        "deck": deck,
        "decisions": [_write(decision, question.seat) for decision in running.decisions],
    }


def write_table(settings: Settings, meters: Sequence[Meter]) -> dict[str, object]:
    """A table's settings as a script gives them."""
    jackpots = list(map(_write_jackpot, settings.jackpots, meters))
    return {
        "rulings": dict(settings.rulings),
        "paytables": {
            wager: table.code if table.printed else table.to_json()
            for wager, table in settings.paytables.items()
        },
        "limits": _write_limits(settings.limits),
        **({"jackpots": jackpots} if jackpots else {}),
    }


def _write_limits(limits: Limits) -> dict[str, object]:
    written: dict[str, object] = {
        name: [dollars(cents) for cents in pair] for name, pair in limits.others.items()
    }
    if limits.least_cents:
        written["min"] = dollars(limits.least_cents)
    if limits.most_cents:
        written["max"] = dollars(limits.most_cents)
    if limits.aggregates:
        written["aggregate"] = {name: dollars(cents) for name, cents in limits.aggregates.items()}
    return written


def _write_jackpot(terms: Terms, meter: Meter) -> dict[str, object]:
    """Terms and displayed meter; what is hidden behind a meter decides nothing in a round."""
    written: dict[str, object] = {
        "paytable": terms.paytable.code,
        "type": terms.type,
        "wager": dollars(terms.wager_cents),
        "meter": decimal_text(meter.value / 100),
    }
    if terms.type == "progressive":
        written["seed"] = decimal_text(terms.seed / 100)
        written["rate"] = decimal_text(terms.rate)
        written["reserve"] = decimal_text(terms.reserve_rate)
        if terms.maximum is not None:
            written["maximum"] = decimal_text(terms.maximum / 100)
    return written


def _write(decision: Decision, seat: int) -> list[object]:
    """A decision; of another seat's hold only how many cards it kept."""
    line = write_decision(decision)
    if decision.cards is not None and decision.seat != seat:
        line[2] = len(decision.cards)
    return line


def deal_again(spot: Spot, seed: str) -> Runner:
    """The same decision with the same cards in sight, the rest dealt anew."""
    running = Runner(find_game(spot["game"]), _read_opening(spot, seed))
    for entry in spot["decisions"]:
        running.decide(_read(running, entry))
    if running.question is None or running.question.seat != spot["seat"]:
        raise Refused(f"spot: seat {spot['seat']} is not asked there; the spot is of other rules")
    return running


def _read_opening(spot: Spot, seed: str) -> Opening:
    given = {name: value for name, value in spot.items() if name not in BESIDE}
    given["deck"] = format_cards(fill_deck(spot["deck"], seed))
    if "posts" in spot:
        given["posts"] = [Post(*post).to_json() for post in spot["posts"]]
    opening = read_opening(find_game(spot["game"]), given)
    if not spot["dear_games"]:
        return opening
    # A jurisdiction's limit on separate games is no part of a script, which names its profile.
    limits = opening.settings.limits._replace(dear_games=DearGames(*spot["dear_games"]))
    return opening._replace(settings=opening.settings._replace(limits=limits))


def fill_deck(deck: Sequence[str], seed: str) -> tuple[int, ...]:
    """Known cards in their places, all others shuffled into the gaps and behind them."""
    known = parse_cards(" ".join(card for card in deck if card != UNSEEN))
    others = iter(shuffle(seeded(seed), tuple(card for card in DECK if card not in known)))
    places = [next(others) if card == UNSEEN else parse_cards(card)[0] for card in deck]
    return (*places, *others)


def _read(running: Runner, entry: Sequence[Any]) -> Decision:
    """A decision; another seat keeps as many cards as it did, of those it now has."""
    seat, action, *given = entry
    if action != "hold" or isinstance(given[0], str):
        return read_decision(entry)
    solver = find_solver(running.table.opening.settings.game)
    return Decision(seat, "hold", cards=solver.hold(running.table.hands[seat], given[0]))
