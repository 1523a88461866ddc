"""The bonus table's ranges of points, printed or the house's own."""

from functools import cache

from pitboss.money import show_given, whole_or_text
from pitboss.refusal import Refused

MOST_POINTS = 44


@cache
def points_range(event: str) -> tuple[int, int]:
    """``35-37`` as (35, 37), ``44`` as (44, 44)."""
    least, _, most = map(whole_or_text, event.partition("-"))
    if isinstance(least, str) or (isinstance(most, str) and most):
        shown = show_given(event)
        raise Refused(f"bonus row {shown} is no range of points; write 44 or 35-37", "BUYOUT-27")
    return least, most if isinstance(most, int) else least
