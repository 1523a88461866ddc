"""Five Card Holdout: poker between players, who hold one to five of their cards.

What comes in is checked here: the wagers of a seat, and what-if pay tables.
"""

from collections.abc import Mapping

from pitboss.games.contract import Game, Settings
from pitboss.games.holdout.rotation import owed, rotate
from pitboss.games.holdout.rules import play
from pitboss.games.holdout.seating import read_seating, recorded_seating
from pitboss.games.holdout.words import describe, score_text
from pitboss.paytable import PayTable
from pitboss.refusal import Refused


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    raise Refused(f"seat {seat}: Holdout has no wagers against the house; give stacks", "HOLD-01")


def check_paytable(table: PayTable) -> None:
    raise Refused(f"pay table {table.code}: Holdout has no pay tables", "HOLD-01")


GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {},
    read_seating,
    recorded_seating=recorded_seating,
    rotate=rotate,
    owed=owed,
    solver="pitboss.odds.holdout",
    histories="pitboss.games.holdout.history",
)
