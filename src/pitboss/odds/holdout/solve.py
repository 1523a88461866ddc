"""Holdout is not solved: players play each other."""

from pitboss.odds.figures import Figures
from pitboss.odds.request import Request
from pitboss.refusal import Refused


def solve(request: Request) -> Figures:
    raise Refused(
        "solve: Holdout is played between players and has no one best strategy; advise says what"
        " each option is worth in a given round"
    )
