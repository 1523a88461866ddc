"""Ultimate 4 Card Buyout: buy cards three and four against the dealer.

What comes in is checked here: the wagers of a seat, and what-if pay tables.
"""

from collections.abc import Mapping

from pitboss.games.buyout.bonus import MOST_POINTS, points_range
from pitboss.games.buyout.rules import bonus_row, play
from pitboss.games.buyout.words import describe, score_text
from pitboss.games.contract import Game, Settings
from pitboss.games.source import load_source
from pitboss.money import Odds
from pitboss.paytable import PayTable, Word, require_odds
from pitboss.refusal import Refused

LEAST_PAID = 21
"""Points that a bonus is paid for, in the text on a bonus played alone."""

MADE = frozenset({*range(5, 42), MOST_POINTS})
"""Totals that two to four cards make: the two and three of a suit are the least that scores, four
of a suit come to 41, four aces to 44."""


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """A First wager is required, unless the house lets the bonus be played alone."""
    if "first" not in wagers and settings.rulings["bonus-alone"] == "no":
        raise Refused(
            f"seat {seat}: a bonus needs a First wager at this table (bonus-alone=no)", "BUYOUT-20"
        )


def check_paytable(table: PayTable) -> None:
    """A house table has odds for ranges of points from 1 to 44 that do not overlap; a row that no
    hand can reach is marked as such."""
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
        if not reach & MADE:
            table.dead = {**table.dead, row.event: "no hand makes these points"}


def house_fault(table: PayTable) -> str:
    """What a house's own bonus table has against the text, or nothing.

    At least 21 points in four cards are paid, and 20 are not enough: every total from there up
    that four cards can make has a row, and wins something on the smallest bonus; no lower one is
    paid anything, a part of the wager neither.
    """
    smallest = load_source(__name__).spots[table.wager].least_cents
    for total in range(1, MOST_POINTS + 1):
        row = bonus_row(table, total)
        pay = row.pay if row else None
        paid, won = pay.win(smallest) if isinstance(pay, Odds) else (0, 0)
        if paid and total < LEAST_PAID:
            return f"pays {total} points, but {LEAST_PAID} is the least that is paid (BUYOUT-20)"
        if won <= 0 and total >= LEAST_PAID and total in MADE:
            return f"does not pay {total} points, but all from {LEAST_PAID} are paid (BUYOUT-20)"
    return ""


GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"bonus": "sample"},
    solver="pitboss.odds.buyout",
    house_fault=house_fault,
)
