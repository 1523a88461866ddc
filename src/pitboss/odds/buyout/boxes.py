"""Bonus tables box by box: the third cards that some table of a box buys and another does not.

Once it is settled how fourth cards are played, what a third card is worth, bought or not, is a sum
over the rows of the bonus; so it is a state like any other. Where pays do not rise down the table a
better hand is paid no less, and no table changes how a fourth card is played.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from pitboss.games.buyout.rules import bonus_row
from pitboss.odds.buyout.kernels.deals import (
    DEALS,
    MOST,
    PAIRS,
    WAYS,
    Dealer,
    Points,
    all_points,
    count_dealer,
    fours_without,
    split,
    spread_without,
)
from pitboss.odds.buyout.kernels.decisions import SUITS, net
from pitboss.odds.buyout.price import DEALS_OF_A_ROUND
from pitboss.odds.buyout.strategy import (
    ENDINGS,
    FOURTH_BUY,
    FOURTH_FOLD,
    FOURTH_REFUSE,
    HAND_POINTS,
    THIRD_FOLD,
    THIRD_REFUSE,
)
from pitboss.odds.compiled import compiled
from pitboss.odds.fit.boxes import Box, Piece
from pitboss.odds.fit.space import NOTHING, Apart, Total
from pitboss.odds.fit.states import States, whole_box
from pitboss.odds.fit.wish import Wish
from pitboss.odds.progress import on_all_cores
from pitboss.odds.ranks import Array
from pitboss.refusal import Refused

STATES = PAIRS * 52
"""Two cards, and the third."""

NETS = tuple(int(one.net) for one in ENDINGS)
"""What the first wager and its buys come to, by ending."""

LOST = -1
"""What a bonus comes to that no row pays."""

MOST_PASSES = 150
"""How often all deals are gone through, in about twelve seconds of one processor."""

MOST_BOXES = 4 * MOST_PASSES
"""With more boxes than so many, a band leaves too many of them."""

UNCUT = -1000
"""No row pays so much less than another that a fourth card would be bought or not for it."""


class Rows(NamedTuple):
    """The row of the bonus by points, one more than there are where none pays; what each row pays
    at least and at most; whether a row may be paid more than one above it."""

    of: Array
    least: Array
    most: Array
    any_order: bool
    four_cards: bool


class Pass(NamedTuple):
    """Of each third card: deals by ending and row if it is bought, and if it is not; what buying
    it is worth at the least and at the most pays; by row, how many fourth cards are open; and by
    the rows with and without the card, by how much the second may pay more and the card is still
    bought: of one of those that are open."""

    bought: Array
    left: Array
    worth: Array
    open: Array
    cuts: Array


@compiled
def gap(rows: Rows, one: int, other: int) -> tuple[int, int]:
    """By how much one row pays more than another, at least and at most."""
    if one == other:
        return 0, 0
    low, high = rows.least[one] - rows.most[other], rows.most[one] - rows.least[other]
    return (low if rows.any_order or one > other else max(0, low)), high


@compiled
def end(row: Array, below: Array, ending: int, columns: int, at: tuple[int, int]) -> None:
    """Add the deals that end in a comparison with so many points, and the row of the bonus."""
    total, place = at
    row[ending * columns + place] += DEALS - below[total + 1]
    row[(ending + 1) * columns + place] += below[total + 1] - below[total]
    row[(ending + 2) * columns + place] += below[total]


@compiled
def go_through(dealer: Dealer, points: Points, rows: Rows) -> Pass:
    """All deals with this up card."""
    columns = len(rows.least)
    found = Pass(
        np.zeros((STATES, len(NETS) * columns), np.int32),
        np.zeros((STATES, len(NETS) * columns), np.int32),
        np.zeros((STATES, 2), np.int64),
        np.zeros(columns, np.int64),
        np.full((columns, columns), UNCUT, np.int64),
    )
    none = columns - 1
    below = np.empty(MOST + 1, np.int32)
    for cards in fours_without(dealer.up):
        four_cards = (cards[0], cards[1], cards[2], cards[3])
        spread_without(dealer, four_cards, below)
        for way in range(WAYS):
            deal = split(points, four_cards, way)
            state = deal.pair * 52 + deal.third
            four = int(rows.of[deal.four])
            bought, left = found.bought[state], found.left[state]
            if deal.two > 0:
                kept = four if rows.four_cards else int(rows.of[deal.two])
                end(left, below, THIRD_REFUSE, columns, (deal.two, kept))
            else:
                left[THIRD_FOLD * columns + none] += DEALS
            kept = four if rows.four_cards else int(rows.of[deal.three])
            buy, other = 3 * net(below, deal.four), -2 * DEALS
            if deal.three > 0:
                other = 2 * net(below, deal.three)
            else:
                kept = none
            low, high = gap(rows, four, kept)
            gain = buy - other
            is_open = gain + DEALS * low <= 0 < gain + DEALS * high
            if is_open and deal.four > 0:
                found.open[four] += 1
                found.open[kept] += 1
                found.cuts[four, kept] = -(-gain // DEALS) - 1
            for place, pays in enumerate((rows.least, rows.most)):
                best = other + DEALS * pays[kept]
                if deal.four > 0:
                    best = max(best, buy + DEALS * pays[four])
                found.worth[state, place] += best
            if deal.four > 0 and gain + DEALS * low > 0:
                end(bought, below, FOURTH_BUY, columns, (deal.four, four))
            elif deal.three > 0:
                end(bought, below, FOURTH_REFUSE, columns, (deal.three, kept))
            else:
                bought[FOURTH_FOLD * columns + none] += DEALS
    return found


class Sifted(NamedTuple):
    """Of one up card: the open states, the sums of those that are bought and of all if none is,
    what all deals net at the least and at the most pays, and the open fourth cards."""

    states: Array
    played: Array
    left: Array
    nets: Array
    open: Array
    cuts: Array


def terms_of(deals: Array, columns: int) -> tuple[Array, Array]:
    """What deals by ending and row come to but for the pays, and how many each row is paid for."""
    by_ending = deals.reshape(len(deals), len(NETS), columns)
    paid = by_ending.sum(axis=1, dtype=np.int64)
    ended = by_ending.sum(axis=2, dtype=np.int64)
    return ended @ np.array(NETS) + LOST * paid[:, -1], paid[:, :-1]


def least_paid(counts: Array, least: Array, most: Array) -> Array:
    """The least that states are paid where pays do not rise down the table: all rows then pay as
    much as the last one, and what one pays less than the box allows the last one pays less too."""
    above, every = counts[:, :-1], counts.sum(axis=1)
    gaps = np.maximum(0, least[:-1] - most[-1])
    found = above @ gaps + np.where(every > 0, every * least[-1], every * most[-1])
    return np.where(above.min(axis=1) < 0, np.iinfo(np.int64).min, found)


def sift(points: Points, rows: Rows, rank: int) -> Sifted:
    """All states with an up card of this rank."""
    seen = go_through(count_dealer(SUITS * rank), points, rows)
    least, most = rows.least[:-1], rows.most[:-1]
    more, columns = seen.bought - seen.left, len(rows.least)
    fixed, left_for = terms_of(seen.left, columns)
    gain, counts = terms_of(more, columns)
    others = np.column_stack([fixed + left_for @ least, fixed + left_for @ most])
    rising, falling = np.maximum(counts, 0), np.minimum(counts, 0)
    low, high = rising @ least + falling @ most, rising @ most + falling @ least
    if not rows.any_order:
        low = np.maximum(low, least_paid(counts, least, most))
    sure, is_open = low > -gain, (low <= -gain) & (high > -gain)
    number = np.full(STATES, SUITS)
    states = np.column_stack([part[is_open] for part in (more, counts, number, -gain)])
    sums = [part[sure].sum(axis=0, dtype=np.int64) for part in (more, counts, number[:, None])]
    return Sifted(
        np.ascontiguousarray(states, np.int32),
        np.concatenate([SUITS * sums[0], SUITS * sums[1], sums[2]]),
        SUITS * seen.left.sum(axis=0, dtype=np.int64),
        SUITS * np.maximum(seen.worth, others).sum(axis=0),
        seen.open,
        seen.cuts,
    )


def count_boxes(box: Box, cuts: Array) -> int:
    """No fewer boxes have all tables within play fourth cards alike.

    Tables in which a row pays just so much that a card is still bought, not kept for another row,
    are no two of them in one box: between them the card is not bought. Rows of their own make as
    many more for each, and a further row twice as many where its cards are bought or not beside.
    """
    lines = _lines(box, cuts)
    spare = set(range(len(box))) - {row for pair in lines for row in pair}
    found = 1
    for (_, kept), pays in lines.items():
        beside = [row for row in spare if cuts[row, kept] != UNCUT]
        spare -= set(beside)
        found *= sum(
            2 ** sum(box[row].least < pay - cuts[row, kept] <= box[row].most for row in beside)
            for pay in pays
        )
    return found


def _lines(box: Box, cuts: Array) -> dict[tuple[int, int], range]:
    """Pairs of rows, each row once, with what the second pays in such tables; the longest first."""
    every = {
        (row, kept): range(
            max(box[kept].least, box[row].least + cut),
            min(box[kept].most, box[row].most + cut) + 1,
        )
        for (row, kept), cut in np.ndenumerate(cuts[: len(box), : len(box)])
        if cut != UNCUT
    }
    found, taken = dict[tuple[int, int], range](), set[int]()
    for pair, pays in sorted(every.items(), key=lambda line: -len(line[1])):
        if len(pays) > 1 and not taken & set(pair):
            found[pair] = pays
            taken |= set(pair)
    return found


def ended(left: Array, events: tuple[str, ...], played: Array) -> Apart:
    """What every deal comes to, where these third cards are bought."""
    columns = len(events) + 1
    ends = (left + played[: len(left)]).reshape(-1, columns)
    rows = {event: partial(paid_row, ends[:, n].tolist()) for n, event in enumerate(events)}
    return Apart(DEALS_OF_A_ROUND, paid_row(ends[:, -1].tolist(), LOST), rows, True)


def paid_row(numbers: list[int], pay: int) -> Total:
    """Deals by ending, where the bonus comes to so much."""
    found = NOTHING
    for number, one in zip(numbers, NETS, strict=True):
        amount = one + pay
        found += Total(amount * number, number * (amount > 0), amount * amount * number)
    return found


def too_many(boxes: str) -> Refused:
    return Refused(
        f"fit: in this order of pays {boxes} differ in how the fourth card is played; give rows"
        " narrower bounds, such as --row EVENT=1..5"
    )


class BonusBox:
    """A box of bonus tables that do not all play fourth cards alike, or that was not looked at."""

    __slots__ = ("_nets", "_open", "_passes", "_points", "_wish")

    def __init__(self, wish: Wish, points: Mapping[int, int]) -> None:
        self._wish = wish
        self._points = points
        self._passes = [0]
        self._nets: list[int] = []
        self._open: list[int] = []

    @classmethod
    def of(cls, wish: Wish) -> "BonusBox":
        """With the place of the row that pays so many points."""
        places = {event: place for place, event in enumerate(wish.bounds)}
        paid = ((points, bonus_row(wish.table, points)) for points in range(HAND_POINTS))
        return cls(wish, {points: places[row.event] for points, row in paid if row})

    def check_number(self, box: Box) -> "BonusBox":
        """Refuse what would be refused after minutes, by the deals with one up card."""
        if self._wish.any_order:
            number = count_boxes(box, sift(all_points(), self._rows_of(box), 0).cuts)
            if number > MOST_BOXES:
                raise too_many(f"{number:,} boxes of tables at least")
        return self

    def _rows_of(self, box: Box) -> Rows:
        four_cards = self._wish.request.settings.rulings["bonus-hand"] == "four-cards"
        of = [self._points.get(points, len(box)) for points in range(HAND_POINTS)]
        least, most = (np.array([*(one[end] for one in box), LOST], np.int64) for end in (0, 1))
        return Rows(np.array(of, np.int64), least, most, self._wish.any_order, four_cards)

    def narrow(self, box: Box) -> Piece:
        """By going through all deals."""
        self._passes[0] += 1
        if self._passes[0] > MOST_PASSES:
            raise too_many("too many boxes of tables")
        rows = self._rows_of(box)
        with on_all_cores() as workers:
            found = list(workers.map(partial(sift, all_points(), rows), range(13)))
        nothing_open = not any(one.open.any() for one in found)
        if nothing_open:
            left = np.sum([one.left for one in found], axis=0)
            apart = partial(ended, left, tuple(self._wish.bounds))
            states = States(np.concatenate([one.states for one in found]), len(left), apart)
            return whole_box(states, np.sum([one.played for one in found], axis=0), box).narrow(box)
        part = BonusBox(self._wish, self._points)
        part._passes = self._passes
        part._nets = np.sum([one.nets for one in found], axis=0).tolist()
        part._open = np.sum([one.open for one in found], axis=0).tolist()[:-1]
        return part

    def weigh(self) -> list[int]:
        return self._open

    @property
    def low(self) -> Total:
        return Total(self._nets[0], 0, 0)

    @property
    def high(self) -> Total:
        return Total(self._nets[1], 0, 0)

    @property
    def apart(self) -> None:
        return None
