"""Ultimate 4 Card Buyout: buy cards three and four against the dealer."""

from pitboss.games.buyout.entry import check_paytable, check_wagers
from pitboss.games.buyout.rules import play
from pitboss.games.buyout.words import describe, score_text
from pitboss.games.contract import Game

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
