"""What a count of the generic solver hangs on: this room, the game's own files, and the table."""

from collections.abc import Mapping
from math import ceil, lcm

from pitboss.games.contract import Game, Settings
from pitboss.money import Odds
from pitboss.odds.cache import digest_package

SOURCES = (
    *(
        "cards",
        "games/aggregate.py",
        "games/blocks.py",
        "games/contract.py",
        "games/opening.py",
        "money.py",
    ),
    *("paytable.py", "odds/generic", "odds/parts.py", "rounds/runner.py", "rounds/view.py"),
)

Wagers = Mapping[str, int]


def inputs_of(game: Game, settings: Settings, wagers: Wagers) -> dict[str, object]:
    """All that a count hangs on beside Pitboss itself: the game's files, its settings, wagers."""
    return {
        "files": digest_package(game.package),
        "rulings": dict(settings.rulings),
        "paytables": {name: table.to_json() for name, table in settings.paytables.items()},
        "wagers": dict(wagers),
    }


def unit_of(game: Game, settings: Settings, wager: str) -> int:
    """Cents of a wager that every pay leaves whole, and that the table takes."""
    rows = (row for table in settings.paytables.values() for row in table.rows)
    unit = 100 * lcm(*(row.pay.denominator for row in rows if isinstance(row.pay, Odds)))
    return unit * ceil(game.source.spots[wager].least_cents / unit)
