"""What it is worth to know the dealer's face-down card in Buyout."""

from collections.abc import Iterable
from concurrent.futures import Executor
from fractions import Fraction
from math import comb
from typing import Any, cast

from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.games.contract import Settings
from pitboss.odds.buyout.price import SOURCES as GAME_SOURCES
from pitboss.odds.buyout.strategy import Thresholds
from pitboss.odds.cache import Count
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Card, Found
from pitboss.odds.request import read_request

SOURCES = (*GAME_SOURCES, "odds/buyout/leak_kernels.py")
HOLE = "hole"
LEAKS = (HOLE,)

GROUPS = (0, 12, 18)
SEEN = ("fewer than 12 points", "12 to 17 points", "18 points or more")
"""What the simple rule goes by: the points that the dealer's two cards make together."""

RULE = (
    "Count the points of the dealer's two cards, and buy where your hand reaches the number;"
    " otherwise refuse the card if your hand has points without it, else fold"
)
DEALS = comb(52, 2) * comb(50, 2) * 48 * 47 * 45_540
"""The dealer's two cards, the seat's, its third and fourth, and how the dealer goes on."""


def count_leak(name: str, settings: Settings, pool: Executor | None = None) -> Count:
    """The same at every table: the first wager and its buys pay even money."""

    def make() -> object:
        from pitboss.odds.buyout.leak_kernels import count_hole

        return count_hole(GROUPS, kept_file(count), pool)

    inputs = {"draws_below": DRAWS_BELOW, "groups": list(GROUPS)}
    count = Count("buyout", HOLE, inputs, SOURCES, make)
    return count


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with the face-down card known."""
    counted = cast("dict[str, Any]", known)
    rows = [
        {"seen": seen, **Thresholds(*row)._asdict()}
        for seen, (_, row) in zip(SEEN, counted["rules"], strict=True)
    ]
    by_rule = Fraction(sum(value for value, _ in counted["rules"]), DEALS)
    return Found(Fraction(counted["total"], DEALS), DEALS, card=Card(RULE, rows, by_rule))


def shipped_counts() -> Iterable[Count]:
    yield count_leak(HOLE, read_request("buyout", {}).settings)
