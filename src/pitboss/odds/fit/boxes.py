"""Tables of a wager whose decisions tie its rows together, box by box.

What best play is worth rises with every pay. So a box of tables, from the least to the most pay of
each row, lies between what its two corners are worth: it is left where that is outside of the
bands, and halved where it is not, until all its tables are played alike. Then its rows stand apart,
and its tables are counted and listed as those of a wager without decisions. A box that lies wholly
within the bands, and below the tables that are listed, is counted as it is.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor
from typing import NamedTuple, Protocol

from pitboss.odds.fit.look import Look, order_of
from pitboss.odds.fit.search import Found
from pitboss.odds.fit.space import Apart, Total, tightened
from pitboss.odds.fit.wish import Bounds, Wish
from pitboss.odds.progress import Progress
from pitboss.refusal import Refused

Box = tuple[Bounds, ...]


class Piece(Protocol):
    """A box as its wager sees it. Its tables net no less than ``low`` says, and no more than
    ``high``."""

    def narrow(self, box: Box) -> "Piece":
        """A box within this one."""
        ...

    def weigh(self) -> Sequence[int]:
        """How much one more for each row may matter: the box is halved where that is most."""
        ...

    @property
    def low(self) -> Total: ...

    @property
    def high(self) -> Total: ...

    @property
    def apart(self) -> Apart | None:
        """What the rows pay, where all tables of the box are played alike; one table always is."""
        ...


class Tied(NamedTuple):
    """A wager whose rows are tied: all deals, all tables, how many may be looked at, if there is a
    limit, and whether wins are never fewer at higher pays."""

    deals: int
    whole: Piece
    most_tables: int | None
    wins_rise: bool


def count_tables(box: Sequence[Bounds], any_order: bool) -> int:
    """How many tables a box has."""
    ways, least = [1], 0
    for one in reversed(box):  # from the last row up
        before = list(accumulate(ways))
        pays = range(one.least, one.most + 1)
        last = len(before) - 1
        ways = [before[last if any_order else min(last, pay - least)] for pay in pays]
        least = one.least
    return sum(ways)


def check_number(wish: Wish, most: int | None) -> int:
    """How many tables there are, unless they are too many; asked before anything is counted."""
    number = count_tables(whole_of(wish), wish.any_order)
    if most is not None and number > most:
        raise Refused(
            f"fit: {number:,} tables; the best play of each is found for at most {most:,}; give"
            " rows narrower bounds, such as --row EVENT=1..5"
        )
    return number


class Gathered:
    """How many tables meet the bands, and the first of them: no more than are asked for."""

    __slots__ = ("_deals", "_found", "_least", "_wish", "count")

    def __init__(self, wish: Wish, deals: int) -> None:
        self.count = 0
        self._wish = wish
        self._deals = deals
        self._found: list[Found] = []
        self._least: int | None = None

    def take(self, count: int, found: Sequence[Found]) -> None:
        self.count += count
        if found:
            self._found += found
            self._least = None
        if len(self._found) > 4 * self._wish.limit:
            self._found = self.first

    @property
    def first(self) -> list[Found]:
        rank = self._wish.rank
        ordered = sorted(self._found, key=lambda one: order_of(self._deals, one, rank))
        return ordered[: self._wish.limit]

    def is_passed(self, high: Total) -> bool:
        """Whether no table that nets at most so much is among the first."""
        least = self.least_net
        return least is not None and high.net < least

    @property
    def least_net(self) -> int | None:
        """What a table must net to be among the first by edge, once there are as many."""
        if self._wish.rank != "edge" or len(self._found) < self._wish.limit:
            return None
        if self._least is None:
            self._least = self.first[-1].net
        return self._least


def search_boxes(wish: Wish, tied: Tied) -> tuple[int, Gathered]:
    """How many tables were screened, and those that meet the bands."""
    screened, found = check_number(wish, tied.most_tables), Gathered(wish, tied.deals)
    with Progress("fit", screened, "tables") as progress:
        for box, apart in settled(wish, tied, progress, found):
            if apart is None:
                found.take(count_tables(box, wish.any_order), [])
            elif is_single(box):
                one = only_table(box, apart)
                if fits(wish, tied.deals, one):
                    found.take(1, [one])
            else:
                take_apart(found, Look(wish.within(box), apart), wish.limit)
    return screened, found


def take_apart(found: Gathered, look: Look, limit: int) -> None:
    """The tables of a box that are played alike."""
    least = found.least_net
    if count := look.count():
        least = None if least is None else -(-least // look.parts)
        found.take(count, [scaled(look, one) for one in look.best(limit, least)])


def settled(
    wish: Wish, tied: Tied, progress: Progress, found: Gathered | None = None
) -> Iterator[tuple[Box, Apart | None]]:
    """All boxes that may hold a table within the bands, each of them played alike throughout; and
    with what was found so far, without their rows, those whose every table is within and none among
    the first. Those of higher pays come first, so that these are found early."""
    whole, limits = whole_of(wish), limits_of(wish, tied)
    left = [(whole, tied.whole.narrow(whole))]
    while left:
        box, piece = left.pop()
        if limits.may_hold(piece):
            if found and limits.hold(piece) and found.is_passed(piece.high):
                yield box, None
                progress.step(count_tables(box, wish.any_order))
                continue
            parts = _parts(wish, box, piece)
            if parts:
                left += [(half, piece.narrow(half)) for half in parts]
                continue
            assert piece.apart is not None
            yield box, piece.apart
        progress.step(count_tables(box, wish.any_order))


def _parts(wish: Wish, box: Box, piece: Piece) -> list[Box]:
    """The halves of a box that cannot be counted at once: its tables are not played alike, or too
    many to go through while some of them win more deals than others."""
    weights = piece.weigh()
    if piece.apart is not None:
        if is_single(box):
            return []
        look = Look(wish.within(box), piece.apart)
        if look.is_empty or not (look.is_many and look.wins_matter):
            return []
        weights = look.wins_by_row
    return list(halves(box, weights, wish.any_order))


def is_single(box: Box) -> bool:
    return all(one.least == one.most for one in box)


def only_table(box: Box, apart: Apart) -> Found:
    """A box's one table, of all deals."""
    pays = tuple(one.least for one in box)
    total = apart.at(pays)
    return Found(pays, int(total.net), total.wins, int(total.squares))


def scaled(look: Look, one: Found) -> Found:
    """Of all deals."""
    assert look.space.unit == 1
    return Found(one.pays, *(number * look.parts for number in one[1:]))


class Limits(NamedTuple):
    """The bands of edge and hit frequency in whole numbers: nets and wins of all deals."""

    least_net: int
    most_net: int
    least_wins: int
    most_wins: int
    are_all: bool
    """Whether nothing else is asked for."""

    def hold(self, piece: Piece) -> bool:
        """Whether every table of the box is within."""
        low, high = piece.low, piece.high
        if low.net < self.least_net or high.net > self.most_net:
            return False
        return self.are_all and low.wins >= self.least_wins and high.wins <= self.most_wins

    def may_hold(self, piece: Piece) -> bool:
        """Whether a table of the box may be within."""
        low, high = piece.low, piece.high
        if low.net > self.most_net or high.net < self.least_net:
            return False
        return low.wins <= self.most_wins and high.wins >= self.least_wins


def limits_of(wish: Wish, tied: Tied) -> Limits:
    deals = tied.deals
    nets = ceil(-wish.edge.high * deals), floor(-wish.edge.low * deals)
    are_all = wish.deviation is None and (wish.hit is None or tied.wins_rise)
    if wish.hit is None or not tied.wins_rise:
        return Limits(*nets, 0, deals, are_all)
    return Limits(*nets, ceil(wish.hit.low * deals), floor(wish.hit.high * deals), are_all)


def whole_of(wish: Wish) -> Box:
    bounds = list(wish.bounds.values())
    return tuple(bounds if wish.any_order else tightened(bounds))


def halves(box: Box, weights: Sequence[int], any_order: bool) -> Iterator[Box]:
    """The two halves of a box along the row that matters most, as far as the order leaves any."""
    widths = [one.most - one.least for one in box]
    by = [(weight * width, width) for weight, width in zip(weights, widths, strict=True)]
    place = max(range(len(box)), key=by.__getitem__)
    least, most = box[place]
    middle = (least + most) // 2
    for half in (Bounds(least, middle), Bounds(middle + 1, most)):
        bounds = [*box[:place], half, *box[place + 1 :]]
        kept = bounds if any_order else tightened(bounds)
        if all(one.least <= one.most for one in kept):
            yield tuple(kept)


def fits(wish: Wish, deals: int, one: Found) -> bool:
    within = Fraction(-one.net, deals) in wish.edge
    if wish.hit:
        within &= Fraction(one.wins, deals) in wish.hit
    if wish.deviation:
        variance = Fraction(deals * one.squares - one.net**2, deals**2)
        within &= wish.deviation.low**2 <= variance <= wish.deviation.high**2
    return within
