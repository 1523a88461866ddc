"""The counts that figures are made of, kept between runs; those of printed tables are shipped."""

from collections.abc import Iterable
from concurrent.futures import Executor
from typing import NamedTuple, cast

from pitboss.odds.cache import Count, cache_folder, recall

GAME = "super-omaha"
SOURCES = (
    "cards/lookup.py",
    "cards/poker.py",
    "odds/ranks.py",
    "odds/super_omaha/cells.py",
    "odds/super_omaha/kernels",
)

FLOPS, HANDS, SHOWDOWNS = 22_100, 211_876, 990 * 123_410

TIES, CATEGORIES, LOSSES, STATES = 0, range(1, 11), 11, 12
"""Columns of a sum: ties, wins by category, losses, and the number of states."""

Sum = list[int]
Nets = tuple[int, ...]
"""The unit, and what a winning Ante nets in each category, in parts of the unit."""


class Game(NamedTuple):
    """Sums by best action (3x, 1x, fold) for each Ante table, and by cell."""

    actions: list[list[Sum]]
    cells: dict[int, Sum]


def whole_game(nets: Iterable[Nets], pool: Executor | None = None) -> Count:
    """Every state's best action under some Ante tables; counted by a pool where one is given.

    Finished Flops are kept, so that a count that was stopped goes on from there.
    """
    tables = tuple(nets)

    def make() -> object:
        from pitboss.odds.super_omaha.kernels.whole import count_game, plain_totals

        kept = cache_folder() / "parts" / f"{count.digest[:16]}-{count.file_name}"
        return plain_totals(count_game(tables, kept, pool))

    count = Count(GAME, "game", {"nets": [list(net) for net in tables]}, SOURCES, make)
    return count


def read_game(count: Count, recompute: bool = False) -> Game:
    """The whole game; every Flop with every hand and every way to go on stands in it once."""
    kept = cast(dict[str, object], recall(count, recompute))
    cells = cast(dict[str, Sum], kept["cells"])
    game = Game(cast(list[list[Sum]], kept["actions"]), {int(n): cell for n, cell in cells.items()})
    for sums in (*game.actions, list(game.cells.values())):
        assert sum(one[STATES] for one in sums) == FLOPS * HANDS
        assert sum(sum(one[:STATES]) for one in sums) == FLOPS * HANDS * SHOWDOWNS
    return game


def high_hand() -> Count:
    """All boards and hands, by the category of the best Omaha hand."""

    def make() -> object:
        from pitboss.odds.super_omaha.kernels.deals import count_high_hand

        return count_high_hand()

    return Count(GAME, "high-hand", {}, SOURCES, make)


def jackpot_hands(cards: int) -> Count:
    """All hands of five or seven cards, by the events they meet."""

    def make() -> object:
        from pitboss.odds.super_omaha.kernels import deals

        return deals.count_five_cards() if cards == 5 else deals.count_seven_cards()

    sources = (*SOURCES, "games/super_omaha/bonuses.py")
    return Count(GAME, "jackpot-hands", {"cards": cards}, sources, make)
