"""Five Card Holdout: poker between players, who hold one to five of their cards."""

from pitboss.games.contract import Game
from pitboss.games.holdout.button import rotate
from pitboss.games.holdout.entry import check_paytable, check_wagers, read_seating
from pitboss.games.holdout.rules import play
from pitboss.games.holdout.words import describe, score_text

GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {},
    read_seating,
    rotate=rotate,
    solver="pitboss.odds.holdout",
    histories="pitboss.games.holdout.history",
)
