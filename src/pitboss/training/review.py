"""What play was worth: a round's result without the luck of its cards.

A result is the sum of what the wagers were worth before the deal, of what each decision cost, and
of luck: at every chance event, what was worth so much just before it is worth so much after it, and
the difference has mean zero given all that the seat then knew. Taking those differences out leaves
the result's mean where it was, whatever the seat does and however well it plays, and takes away all
but what the seat itself did. ``docs/review.md`` has the definition and the proof.

Only the seat's own view is used: each decision is judged from the seat's spot, in which cards that
it has not seen are dealt anew, as the coach does.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from pitboss.games.events import CardDealt
from pitboss.odds.worth import Part, Worth, find_worth
from pitboss.rounds.runner import Runner, replay
from pitboss.training.coach import Judgement, judge, weigh
from pitboss.training.drills import deal_again, keep, seen_cards

SEED = "review"
BEST, INACCURACY, MISTAKE, BLUNDER = TAGS = ("best", "inaccuracy", "mistake", "blunder")
FORCED = "forced"
"""Of a decision that left no choice; it counts nowhere."""

THRESHOLDS = {
    "big blind": (Fraction(1, 2), Fraction(2)),
    "first wager": (Fraction(1, 20), Fraction(1, 4)),
}
"""From which cost on a decision is a mistake, and from which a blunder, in the units in which the
coach counts; what costs anything less is an inaccuracy, what costs nothing is best."""

DEAL, DRAW, END, APART, MODEL = ("deal", "draw", "end", "apart", "model")
"""Where luck lies: in the first cards, between two decisions, after the last, in wagers that no
decision bears on; and all of it together where only a model says what a hand is worth."""

NOTHING = Fraction(0)


def tag_of(judgement: Judgement) -> str:
    """How a decision is called, by what it cost."""
    if len(judgement.options) < 2:
        return FORCED
    if judgement.is_right:
        return BEST
    between_players = judgement.basis.unit == "big blind"
    mistake, blunder = THRESHOLDS["big blind" if between_players else "first wager"]
    if judgement.cost < mistake:
        return INACCURACY
    return MISTAKE if judgement.cost < blunder else BLUNDER


class Turn(NamedTuple):
    """A decision of the seat: its number among all of the round, what it was worth, and whether the
    clock took it."""

    number: int
    judgement: Judgement
    by_clock: bool = False

    @property
    def tag(self) -> str:
        return tag_of(self.judgement)

    @property
    def best_cents(self) -> Fraction:
        """What the hand was worth here, decided best."""
        return max(option.value for option in self.judgement.options) * self.judgement.unit_cents

    @property
    def after_cents(self) -> Fraction:
        """What it was worth as decided."""
        return self.best_cents - self.judgement.cost_cents

    @property
    def at_stake(self) -> Fraction:
        """How much the worst option would have cost, in cents."""
        worst = min(option.value for option in self.judgement.options)
        return self.best_cents - worst * self.judgement.unit_cents


class Luck(NamedTuple):
    """What chance gave or took at one place: ``turn`` is the decision before it, by its place
    among the seat's own."""

    kind: str
    cents: Fraction
    turn: int = 0


class Reviewed(NamedTuple):
    """A round of one seat, luck and play apart."""

    net_cents: int
    turns: tuple[Turn, ...]
    lucks: tuple[Luck, ...]
    variance: Fraction | None = None
    """Of the result by best play, in square cents, where it is counted."""

    @property
    def luck_cents(self) -> Fraction:
        return sum((luck.cents for luck in self.lucks), NOTHING)

    @property
    def worth_cents(self) -> Fraction:
        """What play was worth: the result less the luck."""
        return self.net_cents - self.luck_cents

    @property
    def cost_cents(self) -> Fraction:
        return sum((turn.judgement.cost_cents for turn in self.turns), NOTHING)

    @property
    def is_modelled(self) -> bool:
        """Whether it is right only if the model of the other players holds."""
        return any(turn.judgement.basis.model for turn in self.turns)

    @property
    def is_deal_known(self) -> bool:
        """Whether the luck of the first cards is taken out too."""
        known = any(luck.kind == DEAL or not luck.turn for luck in self.lucks)
        return self.is_modelled or known

    @property
    def chosen(self) -> list[Turn]:
        """The decisions that the person took and that left a choice."""
        return [turn for turn in self.turns if not turn.by_clock and turn.tag != FORCED]

    @property
    def worst(self) -> str:
        """The tag of the dearest decision; nothing where there was none to take."""
        tags = [turn.tag for turn in self.chosen]
        return max(tags, key=TAGS.index, default="")


class Control(NamedTuple):
    """Something of the first cards whose mean before the deal is known exactly."""

    cents: Fraction
    mean_cents: Fraction


def luck_of(
    result: Fraction | int, turns: Sequence[tuple[Fraction, Fraction]], deal: Control | None
) -> tuple[Luck, ...]:
    """The luck of a round in which each decision was worth so much before it and so much as taken.

    Every term has mean zero given what was known before it: of the deal because the mean of its
    control is exact, of each later one because the worth of a hand is the mean of what becomes of
    it. Without a control the luck of the deal stays in.
    """
    if not turns:
        return (Luck(END, result - deal.mean_cents),) if deal else ()
    lucks = [Luck(DEAL, deal.cents - deal.mean_cents)] if deal else []
    for place, ((_, after), (best, _)) in enumerate(pairwise(turns), 1):
        lucks.append(Luck(DRAW, best - after, place))
    return (*lucks, Luck(END, result - turns[-1][1], len(turns)))


def review_round(ended: Runner, seat: int, by_clock: Collection[int] = ()) -> Reviewed:
    """A round that has ended, for the seat that played it; some decisions the clock took."""
    turns = tuple(_judge_all(ended, seat, by_clock))
    net = ended.net_cents[seat]
    if any(turn.judgement.basis.model for turn in turns) or ended.table.opening.seating:
        cost = sum((turn.judgement.cost_cents for turn in turns), NOTHING)
        return Reviewed(net, turns, (Luck(MODEL, net + cost),))
    worth = find_worth(ended.table.opening, seat)
    left_out = {wager for turn in turns for wager in turn.judgement.basis.left_out}
    apart = sum(
        row.net_cents
        for row in ended.settlement
        if row.seat == seat and row.wager.removesuffix("-envy") in left_out
    )
    values = [(turn.best_cents, turn.after_cents) for turn in turns]
    lucks = luck_of(net - apart, values, worth and _control(ended, seat, turns, worth))
    if worth and left_out:
        lucks = (*lucks, Luck(APART, apart - worth.apart_cents))
    return Reviewed(net, turns, lucks, worth.variance if worth else None)


def _judge_all(ended: Runner, seat: int, by_clock: Collection[int]) -> Iterator[Turn]:
    for number, decision in enumerate(ended.decisions):
        if decision.seat == seat and decision.action != "void":
            spot = as_seen(ended, number)
            yield Turn(number, judge(spot, decision), number in by_clock)


def as_seen(ended: Runner, number: int) -> Runner:
    """The round before one of its decisions, as far as the seat that takes it has seen it."""
    before = replay(ended.game, ended.table.opening, ended.decisions[:number])
    return deal_again(keep(before), SEED)


def _control(ended: Runner, seat: int, turns: Sequence[Turn], worth: Worth) -> Control:
    """What the first cards were worth to the seat as if it sat alone, of which the mean is known.

    Others' cards may lie open, and whoever sees them can decide better than anyone alone: that is
    no luck, and stays in what play was worth.
    """
    mean = sum((part.weight * part.cents for part in worth.parts), NOTHING)
    if not turns:
        return Control(mean, mean)
    spot = as_seen(ended, turns[0].number)
    worths = [part.weight * _alone_cents(spot, seat, part, turns[0]) for part in worth.parts]
    return Control(sum(worths, NOTHING), mean)


def _alone_cents(spot: Runner, seat: int, part: Part, first: Turn) -> Fraction:
    alone = seat_alone(spot, seat, part)
    own = dict(spot.table.opening.wagers[seat])
    same = seen_cards(alone, seat) == seen_cards(spot, seat)
    if same and all(own[name] == cents for name, cents in part.wagers.items()):
        return first.best_cents
    advice = weigh(alone)
    return advice.best.value * advice.unit_cents


def seat_alone(spot: Runner, seat: int, part: Part) -> Runner:
    """The first decision of a seat as if nobody else played: its cards and the dealer's as they
    were dealt, with the wagers of a part."""
    opening = spot.table.opening._replace(wagers={seat: part.wagers})
    places = [event.to for event in _dealt(Runner(spot.game, opening))]
    hands: dict[int, list[int]] = {}
    for event in _dealt(spot):
        if event.card is not None:
            hands.setdefault(event.to, []).append(event.card)
    top = [hands[place].pop(0) for place in places]
    deck = (*top, *(card for card in opening.deck if card not in top))
    alone = Runner(spot.game, opening._replace(deck=deck))
    assert alone.asked.seat == seat
    return alone


def _dealt(running: Runner) -> list[CardDealt]:
    return [event for event in running.table.events if isinstance(event, CardDealt)]
