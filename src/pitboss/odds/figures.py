"""From counted outcomes to figures: house edge, element of risk, variance and the rest.

Everything is a fraction until it is shown. Units are those of the first wager.

>>> heads = Outcome("heads", "1 to 1", 1, net=Fraction(1))
>>> figures = summarise([heads, heads._replace(event="tails", pays="", net=Fraction(-1))])
>>> figures["house_edge"], figures["variance"], figures["hit_frequency"]["exact"]
({'exact': '0/1', 'value': 0.0}, {'exact': '1/1', 'value': 1.0}, '1/2')
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isqrt, sqrt
from typing import NamedTuple, cast

from pitboss.games.contract import Question
from pitboss.money import Odds
from pitboss.paytable import Row
from pitboss.rounds.record import option_json

Figures = dict[str, object]
Figure = dict[str, str | float]

ONE = Fraction(1)
WIDTH_99 = 2.5758293035489004
"""A normal variable lies within so many standard deviations in 99 of 100 cases."""


class Outcome(NamedTuple):
    """One way a round can end, with the number of deals that end so.

    ``wagered`` is all the money wagered, ``net`` what the seat is up or down by it; ``won`` says
    that a wager was paid where the net does not (a win "for 1" may leave nothing).
    """

    event: str
    pays: str
    combinations: int
    wagered: Fraction = ONE
    net: Fraction = Fraction(0)
    won: bool | None = None

    @property
    def is_win(self) -> bool:
        return self.net > 0 if self.won is None else self.won


def exact(value: Fraction | int) -> Figure:
    """A figure as the exact fraction and its nearest float."""
    fraction = Fraction(value)
    return {"exact": f"{fraction.numerator}/{fraction.denominator}", "value": float(fraction)}


def fraction_of(figure: object) -> Fraction:
    """The exact value of a figure."""
    return Fraction(str(cast(Figure, figure)["exact"]))


def square_root(value: Fraction) -> Figure:
    """A root: exact where there is an exact one, else the float alone."""
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return exact(Fraction(top, bottom))
    return {"value": sqrt(value)}


def summarise(outcomes: Sequence[Outcome]) -> Figures:
    """The figures of a wager, from every way it can end; the rows stand at the end."""
    deals = sum(outcome.combinations for outcome in outcomes)
    mean = sum((o.net * o.combinations for o in outcomes), Fraction(0)) / deals
    wager = sum((o.wagered * o.combinations for o in outcomes), Fraction(0)) / deals
    squares = sum((o.net**2 * o.combinations for o in outcomes), Fraction(0)) / deals
    variance = squares - mean**2
    return {
        "deals": str(deals),
        "house_edge": exact(-mean),
        "element_of_risk": exact(-mean / wager),
        "average_wager": exact(wager),
        "variance": exact(variance),
        "standard_deviation": square_root(variance),
        "hit_frequency": exact(Fraction(sum(o.combinations for o in outcomes if o.is_win), deals)),
        "outcomes": [_row(outcome, deals) for outcome in outcomes],
    }


def _row(outcome: Outcome, deals: int) -> dict[str, object]:
    """A row of the table; its return is all that comes back, the wagers included."""
    probability = Fraction(outcome.combinations, deals)
    return {
        "event": outcome.event,
        "pays": outcome.pays,
        "combinations": str(outcome.combinations),
        "probability": exact(probability),
        "net": exact(outcome.net),
        "return": exact(probability * (outcome.wagered + outcome.net)),
    }


def frequencies(counts: Mapping[str, int], of: int = 0) -> dict[str, dict[str, Figure]]:
    """How often each action is taken, from counted deals; of all of them unless told."""
    total = of or sum(counts.values())
    return {action: {"probability": exact(Fraction(n, total))} for action, n in counts.items()}


def merge(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Outcomes that read and pay alike as one row, in order of first appearance."""
    merged: Counter[Outcome] = Counter()
    for outcome in outcomes:
        merged[outcome._replace(combinations=0)] += outcome.combinations
    return [outcome._replace(combinations=n) for outcome, n in merged.items()]


def merge_best_first(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Merged, by falling net."""
    return sorted(merge(outcomes), key=lambda outcome: -outcome.net)


def unit_net(odds: Odds) -> Fraction:
    """What a winning wager of one unit is up."""
    pay = Fraction(odds.numerator, odds.denominator)
    return pay if odds.terms == "to 1" else pay - 1


def paid(hand: str, odds: Odds, combinations: int = 0) -> Outcome:
    """A single wager of one unit that is paid."""
    return Outcome(hand, str(odds), combinations, net=unit_net(odds), won=True)


LOST = Outcome("lost", "", 0, net=Fraction(-1))
"""A single wager of one unit that is taken."""


def outcome_of(row: Row | None) -> Outcome:
    """A single wager of one unit, by the row that pays it, if one does."""
    return paid(row.hand, row.pay) if row and isinstance(row.pay, Odds) else LOST


def net_cents(row: Row | None, cents: int) -> int:
    """What a wager is up or down by the row that pays it, if one does; pays are whole cents."""
    return row.pay.win(cents)[1] if row and isinstance(row.pay, Odds) else -cents


class Cell(NamedTuple):
    """One way in which a main game and its bonus end together; each in units of its own wager."""

    main: Outcome
    bonus: Outcome
    combinations: int


def summarise_jointly(cells: Sequence[Cell], names: tuple[str, str], ratio: Fraction) -> Figures:
    """A main game with a bonus of ``ratio`` units: together, and the part of each."""
    both = [
        Outcome(
            f"{main.event}; bonus {bonus.event}",
            "; ".join(filter(None, (main.pays, bonus.pays and f"bonus {bonus.pays}"))),
            combinations,
            main.wagered + ratio * bonus.wagered,
            main.net + ratio * bonus.net,
        )
        for main, bonus, combinations in cells
    ]
    sides = (
        [cell.main._replace(combinations=cell.combinations) for cell in cells],
        [cell.bonus._replace(combinations=cell.combinations) for cell in cells],
    )
    parts = {name: summarise(merge(side)) for name, side in zip(names, sides, strict=True)}
    return {**summarise(merge(both)), "bonus_ratio": exact(ratio), "parts": parts}


class Chances(NamedTuple):
    """How often an option wins, ties and loses in the end: numbers of deals that may still come.

    It is the hand against the dealer or for the pot that counts, not the money; who folds, now or
    later, has lost.
    """

    win: int
    tie: int
    lose: int

    @property
    def figures(self) -> dict[str, Figure]:
        return {name: exact(Fraction(n, sum(self))) for name, n in self._asdict().items()}


FOLDED = Chances(0, 0, 1)


def advice(
    question: Question,
    values: Mapping[str, Fraction],
    order: Sequence[str],
    chances: Mapping[str, Chances],
) -> Figures:
    """The answer of ``pitboss advise``; of equal options the first in ``order`` is best."""
    options = [
        {
            **option_json(option),
            "ev": exact(values[option.action]),
            "chances": chances[option.action].figures,
        }
        for option in question.options
    ]
    legal = [option.action for option in question.options]
    best = max(sorted(legal, key=order.index), key=lambda action: values[action])
    return {"seat": question.seat, "options": options, "best": best}


def with_cost(found: Figures, best: Figures, given: object, words: Figures) -> Figures:
    """The figures of a given strategy, with what it costs against the optimum."""
    cost = fraction_of(found["house_edge"]) - fraction_of(best["house_edge"])
    name = {"name": given} if isinstance(given, str) else {}
    return {**found, "strategy": {**name, **words}, "cost": exact(cost)}
