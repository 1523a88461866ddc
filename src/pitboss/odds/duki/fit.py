"""What the rows of Duki's tables pay, for tables that hit a target.

A hand wins its Ante by one row alone, so what is best with it hangs on the pay of that row: the
Ante's rows stand apart, each with the best play at its pay.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import partial

from pitboss.games.contract import Opening, Table
from pitboss.games.duki.rules import bonus_row
from pitboss.games.duki.score import cards_of, category_of
from pitboss.games.opening import set_table
from pitboss.odds.duki.hands import DEALERS, HANDS, field_of
from pitboss.odds.duki.price import at_unit, cells
from pitboss.odds.figures import outcome_of
from pitboss.odds.fit.space import Apart, Total, apart_by_rows, total_of
from pitboss.odds.fit.wish import Wish
from pitboss.odds.generic.deal import SEAT
from pitboss.odds.generic.hands import Hands
from pitboss.odds.generic.met import Field


def rows_apart(wish: Wish) -> Apart | None:
    """The bonus made alone, or the Ante under the best play."""
    field = field_of(wish.request.settings.rulings["ace"])
    return _ante(wish, field) if wish.request.is_main else _bonus(wish, field)


def _bonus(wish: Wish, field: Field) -> Apart:
    """Hands that the Ante's table pays, by a ruling, are paid the same under every bonus table."""
    table = Table(Opening(wish.request.settings, {SEAT: {}}, ()))
    counts: Counter[str] = Counter()
    others = []
    for one in field.hands:
        table.hands[SEAT] = list(one.example)
        row = bonus_row(table, SEAT, one.score)
        if row and row is wish.table.row(row.event):
            counts[row.event] += one.number
        elif row:
            others.append(outcome_of(row)._replace(combinations=one.number))
    return apart_by_rows(wish.table, counts, HANDS, others)


def _ante(wish: Wish, field: Field) -> Apart:
    by_row: defaultdict[str, list[Hands]] = defaultdict(list)
    for one in field.hands:
        by_row[category_of(one.score) if cards_of(one.score) == 4 else ""].append(one)
    rows = {event: partial(_played, wish, field, by_row[event]) for event in wish.bounds}
    rest = [one for event, some in by_row.items() if event not in rows for one in some]
    return Apart(HANDS * DEALERS, _played(wish, field, rest, 1), rows, False)


def _played(wish: Wish, field: Field, hands: Sequence[Hands], pay: int) -> Total:
    """These hands under the best play, where each row of the Ante's table pays so much."""
    request = wish.request
    flat = {"terms": wish.table.terms, "rows": dict.fromkeys(wish.bounds, pay)}
    tables = {"ante": flat, "bonus": request.settings.paytables["bonus"].to_json()}
    settings = set_table(request.game, request.settings.rulings, tables)
    settlement = at_unit(request._replace(settings=settings), {"ante": 1}, field)
    ended = cells(settlement, settlement.follow(hands, settlement.best))
    return total_of(cell.main._replace(combinations=cell.combinations) for cell in ended)
