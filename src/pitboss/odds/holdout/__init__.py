"""Five Card Holdout: shares of the pot, the value of holds, and practice opponents."""

from collections.abc import Iterator

from pitboss.odds.figures import Figures
from pitboss.odds.holdout.frequencies import count_categories
from pitboss.odds.holdout.values import count_duels, count_kinds, count_values
from pitboss.odds.kept import Count
from pitboss.odds.registry import Player
from pitboss.odds.request import Request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner


def price(request: Request) -> Figures:
    from pitboss.odds.holdout.pricing import price

    return price(request)


def advise(running: Runner) -> Figures:
    from pitboss.odds.holdout.advice import advise

    return advise(running)


def solve(request: Request) -> Figures:
    raise Refused(
        "solve: Holdout is played between players and has no one best strategy; advise says what"
        " each option is worth in a given round"
    )


def player(request: Request) -> Player:
    raise Refused("simulate: Holdout has no house edge to compare with; players play each other")


def shipped_counts() -> Iterator[Count]:
    yield count_categories()
    yield count_kinds()
    yield count_values()
    yield count_duels()
