"""The exact worth of what a seat may do, in lines for people: ``pitboss advise``, and the coach at
the table of ``pitboss play``."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.odds.registry import advise, find_solver
from pitboss.rounds.runner import Runner


def advice_lines(running: Runner) -> Iterator[str]:
    """The best option and the expectation of each, net for the whole round, in first wagers."""
    answer: Mapping[str, Any] = advise(running)
    own = find_solver(running.game.source.key).lines(answer)
    if own is not None:
        yield from own
        return
    yield f"Seat {answer['seat']}: {answer['best']}"
    for option in answer["options"]:
        amount = f" {option['amount']}" if "amount" in option else ""
        yield f"  {option['action'] + amount:<16} {option['ev']['value']:+.6f}"
