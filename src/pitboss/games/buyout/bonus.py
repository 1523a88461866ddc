"""The bonus table's ranges of points, printed or the house's own."""

from functools import cache

from pitboss.refusal import Refused

MOST_POINTS = 44


@cache
def points_range(event: str) -> tuple[int, int]:
    """``35-37`` as (35, 37), ``44`` as (44, 44)."""
    least, _, most = event.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise Refused(f"bonus row {event!r} is no range of points; write 44 or 35-37", "BUYOUT-27")
    return int(least), int(most or least)
