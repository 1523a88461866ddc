"""What the rows of Duki's tables pay, for tables that hit a target.

A hand wins its Ante by one row alone, so what is best with it hangs on the pay of that row: the
Ante's rows stand apart, each with the best play at its pay.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, partial

from pitboss.games.duki.score import cards_of, category_of
from pitboss.games.opening import set_table
from pitboss.odds.duki import strategy
from pitboss.odds.duki.price import NONE, cells, optimum, settle_all
from pitboss.odds.duki.strategy import DEALERS, HANDS, Hands, Payer
from pitboss.odds.fit.space import Apart, Total, apart_by_rows, total_of
from pitboss.odds.fit.wish import Wish


def rows_apart(wish: Wish) -> Apart | None:
    """The bonus made alone, or the Ante under the best play."""
    hands = _hands(wish.request.settings.rulings["ace"])
    return _ante(wish, hands) if wish.request.is_main else _bonus(wish, hands)


_hands = cache(strategy.all_hands)


def _bonus(wish: Wish, hands: Iterable[Hands]) -> Apart:
    """Hands that the Ante's table pays, by a ruling, are paid the same under every bonus table."""
    payer = Payer(wish.request.settings)
    counts: Counter[str] = Counter()
    others = []
    for one in hands:
        pays = payer.pays_of(one)
        row = pays.bonus_row
        if row and row is wish.table.row(row.event):
            counts[row.event] += one.number
        elif row:
            others.append(pays.bonus._replace(combinations=one.number))
    return apart_by_rows(wish.table, counts, HANDS, others)


def _ante(wish: Wish, hands: Iterable[Hands]) -> Apart:
    by_row: defaultdict[str, list[Hands]] = defaultdict(list)
    for one in hands:
        by_row[category_of(one.score) if cards_of(one.score) == 4 else ""].append(one)
    rows = {event: partial(_played, wish, by_row[event]) for event in wish.bounds}
    rest = [one for event, some in by_row.items() if event not in rows for one in some]
    return Apart(HANDS * DEALERS, _played(wish, rest, 1), rows, False)


def _played(wish: Wish, hands: Iterable[Hands], pay: int) -> Total:
    """These hands under the best play, where each row of the Ante's table pays so much."""
    request = wish.request
    flat = {"terms": wish.table.terms, "rows": dict.fromkeys(wish.bounds, pay)}
    tables = {"ante": flat, "bonus": request.settings.paytables["bonus"].to_json()}
    payer = Payer(set_table(request.game, request.settings.rulings, tables))
    settled = settle_all(hands, payer, optimum(payer, NONE))
    return total_of(cell.main._replace(combinations=cell.combinations) for cell in cells(settled))
