"""What Super Omaha's leaks are worth: board cards, the dealer's, or those of other seats."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from fractions import Fraction
from math import comb
from typing import cast

from pitboss.games.contract import Settings
from pitboss.odds.cache import Count
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Found
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.strategy import GAME, nets_counted, nets_of

BOARD_SOURCES = (*strategy.SOURCES, "odds/super_omaha/leak_boards.py")
SOURCES = BOARD_SOURCES
BOARDS = {
    "turn": comb(52, 4) * comb(48, 4) * 44 * comb(43, 4),
    "turn-river": comb(52, 5) * comb(47, 4) * comb(43, 4),
}
"""The board leaks with their deals: four or five board cards, the seat's hand, what is left of the
board, and the dealer's hand."""

LEAKS = tuple(BOARDS)


def count_leak(name: str, settings: Settings, pool: Executor | None = None) -> Count:
    """The count that a leak is read from."""
    nets = tuple(nets_counted(settings))

    def make() -> object:
        from pitboss.odds.super_omaha.leak_boards import count_turn, count_turn_river

        counts: dict[str, Callable[..., object]] = {
            "turn": count_turn,
            "turn-river": count_turn_river,
        }
        return counts[name](nets, kept_file(count), pool)

    count = Count(GAME, name, {"nets": [list(net) for net in nets]}, BOARD_SOURCES, make)
    return count


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with a leak."""
    nets = nets_of(settings)
    totals, place = cast("list[int]", known), nets_counted(settings).index(nets)
    return Found(Fraction(totals[place], nets[0] * BOARDS[name]), BOARDS[name])


def shipped_counts() -> Iterable[Count]:
    settings = read_request(GAME, {}).settings
    for name in LEAKS:
        yield count_leak(name, settings)
