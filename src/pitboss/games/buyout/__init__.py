"""Ultimate 4 Card Buyout: buy cards three and four against the dealer.

What comes in is checked here: the wagers of a seat, and what-if pay tables.
"""

from collections.abc import Mapping

from pitboss.games.buyout.bonus import MOST_POINTS, points_range
from pitboss.games.buyout.rules import play
from pitboss.games.buyout.words import describe, score_text
from pitboss.games.contract import Game, Settings
from pitboss.paytable import PayTable, Word, require_odds
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """A First wager is required, unless the house lets the bonus be played alone."""
    if "first" not in wagers and settings.rulings["bonus-alone"] == "no":
        raise Refused(
            f"seat {seat}: a bonus needs a First wager at this table (bonus-alone=no)", "BUYOUT-20"
        )


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


GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"bonus": "sample"},
    solver="pitboss.odds.buyout",
)
