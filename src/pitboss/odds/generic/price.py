"""Exact figures of a wager of any game that brings no solver, under the best play."""

import sys
from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from os import cpu_count
from pathlib import Path
from typing import Any, cast

from pitboss.games.contract import Decision
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import Figures, Outcome, exact, frequencies, merge_best_first, summarise
from pitboss.odds.generic.inputs import SOURCES, Wagers, inputs_of, unit_of
from pitboss.odds.parts import kept_file
from pitboss.odds.request import Request
from pitboss.refusal import Refused


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


def count_of(request: Request) -> Count:
    """The count behind the figures: all deals by how they end."""
    game, settings = request.game, request.settings
    wagers = {request.wager: unit_of(game, settings, request.wager)}
    inputs = {**inputs_of(game, settings, wagers), "ties": request.ties}

    def make() -> object:
        return _count(request, wagers, kept_file(Count(request.key, "best", inputs, SOURCES, make)))

    return Count(request.key, "best", inputs, SOURCES, make)


def shipped_counts() -> Iterable[Count]:
    return ()


def _count(request: Request, wagers: Wagers, kept: Path) -> object:
    from pitboss.odds.generic.bounds import bounds_of
    from pitboss.odds.generic.ends import nets_of
    from pitboss.odds.generic.solve import Problem, count_all, names_of, open_alone, set_problem

    game, settings = request.game, request.settings
    opening = open_alone(game, settings, wagers)
    problem: Problem = set_problem(game, opening, bounds_of(game, settings, wagers), request.ties)
    _announce(request.key, problem.plan)
    counted = count_all(problem, kept)
    shape = nets_of(problem.table).shape
    ends, left = [], iter(counted)
    for way in range(shape[0]):
        moves = ", ".join(_name(decision, wagers) for decision in problem.deal.ways[way])
        for row in range(shape[1]):
            for column in range(shape[2]):
                number = next(left)
                if number:
                    kind = row if problem.bounds.meets else column
                    found = problem.table[row][column]
                    assert found is not None, "cards that no two hands make were counted"
                    ends.append([moves, problem.bounds.names[kind], *found[way], number])
    seen, names = problem.deal.seen, names_of(problem.deal.root)
    taken = [
        [f"{len(seen[stage])} cards: {name}" if len(seen) > 1 else name, deals]
        for (stage, name), deals in zip(names, left, strict=True)
    ]
    return {"ends": ends, "taken": taken}


def _name(decision: Decision, wagers: Wagers) -> str:
    (unit,) = wagers.values()
    size = f" {decision.cents / unit:g}x" if decision.cents and decision.cents != unit else ""
    return f"{decision.action}{size}"


def _announce(key: str, plan: Any) -> None:
    """Beforehand, to people: how many states, and how long."""
    from pitboss.odds.generic.solve import LOOKS_A_SECOND

    if sys.stderr is not None and sys.stderr.isatty():
        seconds = ceil(plan.looks / LOOKS_A_SECOND / (cpu_count() or 1))
        words = f"{plan.states:,} states, {plan.deals:,} deals, about {seconds} s on this machine"
        print(f"{key}: {words}", file=sys.stderr)
