"""What the rows of Super Omaha's tables pay, for tables that hit a target.

High Hand and Flop Bonus are added up by row. An Ante's row changes how hands are played that may
end in any row: of the book of this machine, the states that some table of a box plays and another
does not are kept, fewer in every smaller box.
"""

from collections import Counter

from pitboss.cards.poker import CATEGORY_NAMES, FLUSH
from pitboss.games.super_omaha.bonuses import paid_row
from pitboss.odds.fit.boxes import Tied, check_number
from pitboss.odds.fit.space import Apart, apart_by_rows
from pitboss.odds.fit.wish import Wish
from pitboss.odds.super_omaha.price import shown_events
from pitboss.odds.super_omaha.strategy import FLOPS, HANDS, SHOWDOWNS

MOST_TABLES = 200_000_000
"""By edge; so many took two minutes of one processor, and a gigabyte."""

MOST_OPENED = 200_000
"""Where every table within the band of the edge is looked at: for a deviation, or in the order of
another figure."""

PAID = list(CATEGORY_NAMES[: FLUSH - 1 : -1])
"""What an Ante is paid for, in the order of its tables."""


def rows_apart(wish: Wish) -> Apart | None:
    """A bonus; none of an Ante's rows stands apart."""
    if wish.request.is_main:
        return None
    shown = shown_events(wish.request)
    counts: Counter[str] = Counter()
    for events, number in shown:
        if row := paid_row(wish.table, events):
            counts[row.event] += number
    return apart_by_rows(wish.table, counts, sum(number for _, number in shown))


def rows_tied(wish: Wish) -> Tied:
    """The Ante under the best play."""
    from pitboss.odds.super_omaha.book import machine_book
    from pitboss.odds.super_omaha.boxes import whole_box

    assert list(wish.bounds) == PAID, "the rows are those of the printed tables"
    is_counted = wish.deviation is None and wish.rank == "edge"
    most = MOST_TABLES if is_counted else MOST_OPENED
    check_number(wish, most)  # before the book is made, which takes minutes
    box = whole_box(machine_book(), wish.bounds)
    return Tied(FLOPS * HANDS * SHOWDOWNS, box, most, True)
