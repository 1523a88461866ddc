"""The master game report: drop, handle, win, hold, theoretical win and judgement.

Per table and day, per game and day, and per wager. Only settled rounds count; one that was voided
or corrected afterwards is counted but has no handle or win. Practice play is told apart.
"""

from typing import Any

from pitboss.house.books.fold import Fold, KeptDays
from pitboss.house.books.tally import Tally
from pitboss.house.store import Transaction, tables
from pitboss.house.store.period import Period


def master_report(
    transaction: Transaction, period: Period, kept: KeptDays | None = None
) -> dict[str, Any]:
    """The report as JSON values, money in dollars and other figures exact with their value; with
    ``kept``, only what is new since it was last made is folded."""
    fold = Fold(transaction, period, kept)
    days = fold.read()
    parts: dict[tuple[str, str], list[Tally]] = {}
    for place, each in days.items():
        parts.setdefault((place.day, place.game), []).append(each.day.total)
    games = {key: Tally().add(tallies) for key, tallies in parts.items()}
    total = Tally().add([*games.values()])
    names = tables.read_names(transaction)
    return {
        "period": period.values,
        "tables": [
            {**each.rows.table, "name": names.get(place.table, "")} for place, each in days.items()
        ],
        "games": [
            {"day": day, "game": game, **tally.values}
            for (day, game), tally in sorted(games.items())
        ],
        "total": total.values,
        "practice": fold.practice.practice,
        "wagers": [row for each in days.values() for row in each.rows.wagers],
    }
