"""What the rows of Buyout's bonus table pay, for tables that hit a target.

Beside a first wager the bonus changes which third cards are bought: tables are looked at box by
box.
"""

from collections import Counter
from typing import cast

from pitboss.games.buyout.rules import bonus_row
from pitboss.odds.buyout.price import DEALS_OF_A_ROUND, count_points, is_bonus_alone
from pitboss.odds.cache import recall
from pitboss.odds.fit.boxes import Tied, whole_of
from pitboss.odds.fit.space import Apart, apart_by_rows
from pitboss.odds.fit.wish import Wish


def rows_apart(wish: Wish) -> Apart | None:
    """A bonus alone; one beside a first wager changes how hands of every row are played."""
    if not is_bonus_alone(wish.request):
        return None
    hands = cast(list[int], recall(count_points()))
    counts: Counter[str] = Counter()
    for points, number in enumerate(hands):
        if row := bonus_row(wish.table, points):
            counts[row.event] += number
    return apart_by_rows(wish.table, counts, sum(hands))


def rows_tied(wish: Wish) -> Tied:
    """The bonus beside a first wager of the same size, and both under the best play together."""
    from pitboss.odds.buyout.boxes import BonusBox

    assert wish.table.terms == "to 1"
    whole = BonusBox.of(wish).check_number(whole_of(wish))
    return Tied(DEALS_OF_A_ROUND, whole, None, False)
