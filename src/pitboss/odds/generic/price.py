"""Exact figures of a wager of any game that brings no solver, under the best play."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from math import ceil
from os import cpu_count
from pathlib import Path
from typing import Any, cast

from pitboss.cards import DECK
from pitboss.games.contract import Decision
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import Figures, Outcome, exact, frequencies, merge_best_first, summarise
from pitboss.odds.generic.inputs import SOURCES, Wagers, inputs_of, unit_of
from pitboss.odds.parts import kept_file
from pitboss.odds.progress import tell
from pitboss.odds.request import Request
from pitboss.refusal import Refused

ALIKE = (*SOURCES, "odds/compiled.py")
"""What every machine of a cluster must have just so."""

Counted = tuple[Any, Sequence[Sequence[str]], Sequence[int]]
"""A problem, what hands are called by row and column, and its count."""


def price(request: Request) -> Figures:
    """The main wager by itself, or another one alone, where the game lets it be made alone."""
    if request.strategy is not None:
        raise Refused(f"--strategy: {request.key} is priced by its best play alone")
    if request.bonus_ratio is not None:
        raise Refused(f"--bonus-ratio: {request.key} is priced one wager at a time")
    counted = cast("dict[str, Any]", recall(count_of(request), request.recompute))
    unit = unit_of(request.game, request.settings, request.wager)
    deals = sum(end[-1] for end in counted["ends"])
    rows = [
        {"moves": moves, "hand": hand, "event": event, "wagered": exact(Fraction(wagered, unit)),
         "net": exact(Fraction(net, unit)), "combinations": str(number)}
        for moves, hand, wagered, net, event, _, number in counted["ends"]
    ]  # fmt: skip
    return {
        "method": "exact",
        "ties": request.ties,
        **summarise(merge_best_first(_outcome(end, unit) for end in counted["ends"])),
        "actions": frequencies(dict(counted["taken"]), deals),
        "hands": rows,
    }


def _outcome(end: tuple[str, str, int, int, str, str, int], unit: int) -> Outcome:
    moves, _, wagered, net, event, pays, number = end
    words = f"{moves}: {event}" if moves else event
    return Outcome(words, pays, number, Fraction(wagered, unit), Fraction(net, unit))


def count_of(request: Request, pool: Executor | None = None) -> Count:
    """The count behind the figures: all deals by how they end."""
    game, settings = request.game, request.settings
    wagers = {request.wager: unit_of(game, settings, request.wager)}
    inputs = {**inputs_of(game, settings, wagers), "ties": request.ties}

    def make() -> object:
        return _count(request, wagers, kept_file(count), pool)

    count = Count(request.key, "best", inputs, SOURCES, make)
    return count


def count_anew(request: Request, pool: Executor) -> None:
    """Count on a cluster; it must agree with what is kept, if any is."""
    recall(count_of(request._replace(recompute=True), pool), recompute=True)


def shipped_counts() -> Iterable[Count]:
    return ()


def _count(request: Request, wagers: Wagers, kept: Path, pool: Executor | None) -> object:
    from pitboss.odds.generic.deal import find_deal
    from pitboss.odds.generic.solve import open_alone

    opening = open_alone(request.game, request.settings, wagers)
    shared = find_deal(request.game, opening).is_shared
    problem, names, counted = (_on_boards if shared else _at_once)(request, wagers, kept, pool)
    return _tell(problem, names, iter(counted), wagers)


def _at_once(request: Request, wagers: Wagers, kept: Path, pool: Executor | None) -> Counted:
    """A game in which seat and dealer have no cards in common."""
    from pitboss.odds.generic.bounds import bounds_of
    from pitboss.odds.generic.solve import count_all, open_alone, set_problem

    game, settings = request.game, request.settings
    opening = open_alone(game, settings, wagers)
    problem = set_problem(game, opening, bounds_of(game, settings, wagers), request.ties)
    _announce(request.key, problem.plan)
    names, rows = problem.bounds.names, problem.table
    by_row = [[name] * len(row) for name, row in zip(names, rows, strict=False)]
    return problem, by_row if problem.bounds.meets else [names], count_all(problem, kept, pool)


def _on_boards(request: Request, wagers: Wagers, kept: Path, pool: Executor | None) -> Counted:
    """A game with cards for everybody that the dealer has too."""
    from pitboss.odds.generic.community import solve as shared
    from pitboss.odds.generic.deal import find_deal
    from pitboss.odds.generic.solve import open_alone

    game, settings = request.game, request.settings
    opening = open_alone(game, settings, wagers)
    deal = find_deal(game, opening)
    if deal.seen:
        _announce(request.key, shared.plan_shared(request.key, deal, len(DECK)))
    classes = shared.classes_of(game, settings, wagers)
    problem = shared.set_shared(game, opening, classes)
    sums: Any = ()
    if not shared.is_alone(problem):
        count = shared.sums_of(game, settings, wagers, pool)
        sums = recall(count, request.recompute)
    by_row = [[name] * len(row) for name, row in zip(classes.names, problem.table, strict=True)]
    return problem, by_row, shared.count_shared(problem, sums, request.ties)


def _tell(problem: Any, hands: Any, left: Iterator[int], wagers: Wagers) -> object:
    """A count by what was decided, what the hand is called and how it ended; then by decision."""
    from pitboss.odds.generic.solve import names_of

    ends = []
    for way, decisions in enumerate(problem.deal.ways):
        moves = ", ".join(_name(decision, wagers) for decision in decisions)
        for row, found in enumerate(problem.table):
            for column, end in enumerate(found):
                number = next(left)
                if number:
                    assert end is not None, "cards that no two hands make were counted"
                    ends.append([moves, hands[row][column], *end[way], number])
    seen, names = problem.deal.seen, names_of(problem.deal.root)
    taken = [
        [f"{_cards(len(seen[stage]))}: {name}" if len(seen) > 1 else name, deals]
        for (stage, name), deals in zip(names, left, strict=True)
    ]
    return {"ends": ends, "taken": taken}


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number > 1)}"


def _name(decision: Decision, wagers: Wagers) -> str:
    (unit,) = wagers.values()
    size = f" {decision.cents / unit:g}x" if decision.cents and decision.cents != unit else ""
    return f"{decision.action}{size}"


def _announce(key: str, plan: Any) -> None:
    """Beforehand, to people: how many states, and how long."""
    from pitboss.odds.generic.solve import LOOKS_A_SECOND

    seconds = ceil(plan.looks / LOOKS_A_SECOND / (cpu_count() or 1))
    states = f"{plan.states:,} states, {plan.deals:,} deals"
    tell(f"{key}: {states}, about {seconds} s on this machine")
