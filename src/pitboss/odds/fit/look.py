"""The tables within the bands where rows stand apart: gone through row by row, or where they are
too many for that, counted by what they net."""

from collections.abc import Sequence
from functools import cached_property

from pitboss.odds.fit.search import (
    MANY_STEPS,
    Found,
    Region,
    Search,
    everything,
    region_of,
)
from pitboss.odds.fit.space import Apart, Space, make_space
from pitboss.odds.fit.sums import MOST_WORK, Sums
from pitboss.odds.fit.wish import Wish


def order_of(deals: int, one: Found, rank: str) -> tuple[object, ...]:
    """Rising by the figure that is asked for, then by edge and pays."""
    first = {"edge": -one.net, "hit": one.wins, "deviation": deals * one.squares - one.net**2}
    return first[rank], -one.net, one.pays


class Look:
    """A wager's tables, and the bands in whole numbers."""

    def __init__(self, wish: Wish, apart: Apart) -> None:
        self.wish = wish
        self.space: Space = make_space(wish, apart)
        self.region: Region = region_of(self.space, wish)
        self.whole = everything(self.space)
        self.parts = apart.deals // self.space.deals

    @property
    def is_empty(self) -> bool:
        """Whether it shows at once that no table is within."""
        return any(low > high for low, high in self.region)

    @property
    def is_many(self) -> bool:
        """Whether they are too many to go through, but could be counted by their net."""
        space = self.space
        steps = space.screened // len(space.levels[-1].net)
        plain = self.region.spread == self.whole.spread and self.wish.rank != "deviation"
        return space.is_linear and plain and steps > MANY_STEPS

    @property
    def wins_matter(self) -> bool:
        """Whether some tables win more deals than others, and that is asked about."""
        low, high = self.whole.wins
        return low < high and (self.wish.rank == "hit" or self.region.wins != self.whole.wins)

    @property
    def wins_by_row(self) -> list[int]:
        """How many more deals the best table wins than the worst, by row."""
        levels = sorted(self.space.levels, key=lambda level: level.place)
        return [max(level.wins) - min(level.wins) for level in levels]

    @cached_property
    def search(self) -> Search:
        return Search(self.space)

    @cached_property
    def sums(self) -> Sums | None:
        """By net, where that is how they are counted."""
        if not self.is_many or self.wins_matter:
            return None
        found = Sums(self.space, self.region.net[1])
        return found if found.work <= MOST_WORK else None

    def count(self) -> int:
        if self.is_empty:
            return 0
        return self.sums.count(*self.region.net) if self.sums else self.search.count(self.region)

    def best(self, number: int, least: int | None = None) -> list[Found]:
        """The first so many, in order; only those that net so much, if that is given."""
        region = self.region
        if least is not None:
            region = region._replace(net=(max(region.net[0], least), region.net[1]))
        if self.sums:
            return [self._found(pays) for pays in self.sums.tables(*region.net, number)]
        ranks = list(dict.fromkeys([self.wish.rank, "edge"]))
        found = self.search.best(region, ranks, number)
        return sorted(found, key=lambda one: order_of(self.space.deals, one, self.wish.rank))

    def _found(self, pays: Sequence[int]) -> Found:
        space = self.space
        places = [(row, pays[row.place] - row.bounds.least) for row in space.levels]
        return Found(
            tuple(pays),
            space.net + sum(row.net[place] for row, place in places),
            space.wins + sum(row.wins[place] for row, place in places),
            space.squares + sum(row.squares[place] for row, place in places),
        )

    def nearest_nets(self) -> list[int]:
        """Where none is within the band of the edge: the nets next to it on either side."""
        if self.sums:
            return self.sums.nearest(*self.region.net)
        only = self.whole._replace(net=self.region.net)
        return [-number for number in self.search.nearest(only, "edge")]
