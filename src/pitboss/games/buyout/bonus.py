"""The bonus table's ranges of points, printed or the house's own."""

from functools import cache

from pitboss.paytable import PayTable, Word, require_odds
from pitboss.refusal import Refused

MOST_POINTS = 44


@cache
def points_range(event: str) -> tuple[int, int]:
    """``35-37`` as (35, 37), ``44`` as (44, 44)."""
    least, _, most = event.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise Refused(f"bonus row {event!r} is no range of points; write 44 or 35-37", "BUYOUT-27")
    return int(least), int(most or least)


def check_paytable(table: PayTable) -> None:
    """A house table has odds for ranges of points from 1 to 44 that do not overlap."""
    require_odds(table, Word.LOSS)
    taken: set[int] = set()
    for row in table.rows:
        least, most = points_range(row.event)
        if not 1 <= least <= most <= MOST_POINTS:
            raise Refused(
                f"bonus row {row.event!r}: points run from 1 to {MOST_POINTS}, lower number first",
                "BUYOUT-27",
            )
        reach = set(range(least, most + 1))
        if taken & reach:
            raise Refused(f"bonus row {row.event!r} overlaps another row", "BUYOUT-27")
        taken |= reach
