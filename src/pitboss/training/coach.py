"""The coach: what each option is worth before a decision, what a mistake costs, and a player's
scorecard; judgements and scorecards are kept as JSON.

Figures are those of ``pitboss advise``, from what the seat sees and nothing else. A wager of free
size is looked at in the sizes a player would think of, and in the one that was chosen.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Choice, Decision, Opening, Question
from pitboss.money import dollars, parse_dollars
from pitboss.odds.figures import exact, fraction_of
from pitboss.odds.registry import advise
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, check_choice, replay
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.training.chances import Chances, read_chances
from pitboss.training.drills import Drill, keep, make_drill, seen_cards
from pitboss.training.rounds import Json, decide, name_kind, situation

MULTIPLES = (1, 2, 3)
"""Sizes of a free wager that are always looked at, beside the largest: times the least."""
MOST_DEALS = 2_000
PLAIN = ("game", "seat", "situation", "seen", "chosen", "best", "kind", "rule", "spot")
"""What a judgement has as JSON has it."""


class Valued(NamedTuple):
    """An option at one size with its expectation, in units of the first wager.

    ``low`` and ``high`` are the ends of the interval where the value is an estimate; ``chances``
    are there where they are counted, else the ``share`` of the pot where players play for one.
    """

    action: str
    cents: int
    cards: tuple[int, ...]
    label: str
    value: Fraction
    low: Fraction
    high: Fraction
    chances: Chances | None = None
    share: Fraction | None = None

    @property
    def estimated(self) -> bool:
        return self.low != self.high

    def to_json(self, unit_cents: int) -> Json:
        shown = {"option": self.label, "ev": exact(self.value)}
        interval = {"interval": [float(self.low), float(self.high)]} if self.estimated else {}
        chances = {"chances": self.chances.to_json()} if self.chances else {}
        share = {} if self.share is None else {"share": float(self.share)}
        worth = nearest_cent(self.value * unit_cents)
        return {**shown, "dollars": worth, **interval, **chances, **share}


class Basis(NamedTuple):
    """How the figures were made: counted, or estimated under a model of the other players."""

    method: str
    unit: str
    model: str = ""
    left_out: tuple[str, ...] = ()


class Advice(NamedTuple):
    """The expectation of each option and the best one."""

    game: str
    seat: int
    situation: str
    options: tuple[Valued, ...]
    best: Valued
    unit_cents: int
    """The first wager of the seat that is asked; between players, the big blind."""
    basis: Basis


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
    options = [
        _valued(one["option"], fraction_of(one["ev"]), one.get("interval"))._replace(
            chances=read_chances(one.get("chances")),
            share=Fraction(one["share"]) if "share" in one else None,
        )
        for one in given["options"]
    ]
    return Judgement(
        **{name: given[name] for name in PLAIN},
        options=tuple(options),
        cost=fraction_of(given["cost"]),
        unit_cents=parse_dollars(given["unit"], "unit"),
        basis=Basis(**{**basis, "left_out": tuple(basis["left_out"])}),
    )


def _valued(label: str, value: Fraction, interval: Sequence[float] | None) -> Valued:
    """An option by its label, ``play 10.00`` or ``hold As Kd``; an estimate has an interval."""
    action, _, rest = label.partition(" ")
    cards = parse_cards(rest) if action == "hold" else ()
    cents = parse_dollars(rest) if rest and not cards else 0
    low, high = map(Fraction, interval or (value, value))
    return Valued(action, cents, cards, label, value, low, high)


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
        Mistake(one["game"], one["kind"], one["times"], fraction_of(one["cost_cents"]))
        for one in given["mistakes"]
    ]
    cost = fraction_of(given["cost_cents"])
    return Scorecard(given["right"], given["wrong"], cost, tuple(mistakes))


def weigh(running: Runner, choice: Choice | None = None, exam: bool = False) -> Advice:
    """Every option with its expectation, a chosen size among them; refused in an exam."""
    question = running.question
    if exam:
        raise Refused("coach: no advice before a decision in exam mode; decide, it is scored")
    if question is None:
        raise Refused(f"coach: the round is {running.status}; advice needs a seat that is asked")
    figures: Any = advise(_with_sizes(running, question, choice))
    options = []
    for one in figures["options"]:
        label = " ".join(filter(None, (one["action"], one.get("cards"), one.get("amount"))))
        ev = one["ev"]
        value = fraction_of(ev) if "exact" in ev else Fraction(ev["value"])
        valued = _valued(label, value, ev.get("interval"))
        options.append(_with_chances(valued, one, figures))
    # Of equal expectations the solver's choice is best, then the smallest wager.
    best = max(options, key=lambda one: (one.value, one.action == figures["best"], -one.cents))
    left_out = tuple(figures.get("left_out", ()))
    if "model" in figures:
        model = f"{figures['assumes']}; {figures['model_text']}"
        basis = Basis(figures["method"], figures["unit"], model, left_out)
    else:
        basis = Basis("exact", f"{main_wager(running.game)} wager", left_out=left_out)
    seating = running.table.opening.seating
    first = running.table.opening.wagers.get(question.seat, {})
    return Advice(
        running.game.source.key,
        question.seat,
        situation(running),
        tuple(options),
        best,
        seating.blinds[1] if seating else first[main_wager(running.game)],
        basis,
    )


def _with_chances(valued: Valued, option: Json, figures: Json) -> Valued:
    """With how often it wins; where that is not counted, with its share of the pot."""
    share = option.get("equity") or figures.get("equity")
    if "chances" in option or not share:
        return valued._replace(chances=read_chances(option.get("chances")))
    return valued._replace(share=Fraction(share["value"]))


def _with_sizes(running: Runner, question: Question, choice: Choice | None) -> Runner:
    """A copy of the round in which a wager of free size is offered in fixed sizes."""
    options = []
    for option in question.options:
        least, most = option.least_cents, option.most_cents
        sizes = {least * times for times in MULTIPLES if least * times <= most} | {most}
        if choice and choice.action == option.action and least < most:
            sizes.add(choice.cents)
        options += [option._replace(least_cents=size, most_cents=size) for size in sorted(sizes)]
    copy = replay(running.game, running.table.opening, running.decisions)
    copy.question = question._replace(options=tuple(options))
    return copy


def judge(running: Runner, decision: Decision) -> Judgement:
    """A decision, before it is taken by the round: right, or what it costs."""
    question = running.question
    if question is None:
        raise Refused(f"coach: the round is {running.status}; no decision is left to judge")
    choice = check_choice(question, decision)
    advice = weigh(running, choice)
    chosen = next(
        one
        for one in advice.options
        if (one.action, set(one.cards)) == (choice.action, set(choice.cards))
        and one.cents in (0, choice.cents)
    )
    best = advice.best
    return Judgement(
        **{**advice._asdict(), "best": best.label},
        seen=format_cards(sorted(seen_cards(running, question.seat), reverse=True)),
        chosen=chosen.label,
        # Where the intervals of two estimates touch, neither is known to be worse.
        cost=best.value - chosen.value if chosen.high < best.low else Fraction(0),
        kind=name_kind(running, choice),
        rule=question.rule,
        spot=keep(running),
    )


def drill_of(judgement: Judgement) -> Drill:
    """A drill of one's own mistake."""
    if judgement.is_right:
        raise Refused("drill: the decision was right; drills are made of mistakes and hard hands")
    return make_drill("mistake", judgement.situation, judgement.spot)


def judge_drill(drill: Drill, running: Runner, decision: Decision) -> Judgement:
    """Judge the answer to a drill that was presented."""
    if running.question is None or make_drill("", "", keep(running)).id != drill.id:
        raise Refused(f"drill {drill.id}: the round shown is not this drill; present it again")
    return judge(running, decision)


def _gap(advice: Advice, wrong: Valued) -> Fraction:
    """How far a wrong option lies below the best, in units of the first wager. Two wagers that
    hardly differ, since a maximum has cut one short, are hardly a choice: their gap is taken as if
    a whole unit lay between them."""
    between = Fraction(abs(advice.best.cents - wrong.cents), advice.unit_cents)
    return (advice.best.value - wrong.value) / (between if 0 < between < 1 else 1)


def find_hard(
    opening: Opening, seat: int, seed: str, deals: int = 60, number: int = 5
) -> list[Drill]:
    """The closest decisions of a seat among so many deals at this table, the closest first.

    Options of equal worth do not count: there nothing can go wrong.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise Refused(f"hard hands: {deals} deals; from 1 to {MOST_DEALS}")
    if seat not in (opening.seating.stacks if opening.seating else opening.wagers):
        raise Refused(f"hard hands: seat {seat} is not in this round")
    game = find_game(opening.settings.game)
    found: dict[str, tuple[Fraction, Drill]] = {}
    for deal in range(deals):
        take = seeded(f"{seed} {deal}")
        running = Runner(game, opening._replace(deck=shuffle(take)))
        while question := running.question:
            if question.seat == seat and (len(question.options) > 1 or question.options[0].cards):
                advice = weigh(running)
                wrong = [one for one in advice.options if one.high < advice.best.low]
                if wrong:
                    drill = make_drill("hard", advice.situation, keep(running))
                    found[drill.id] = (min(_gap(advice, one) for one in wrong), drill)
            # Practice players take every decision, the seat's own too.
            running.decide(decide(running, take))
    ranked = sorted(found.values(), key=lambda one: (one[0], one[1].id))
    return [drill for _, drill in ranked[:number]]
