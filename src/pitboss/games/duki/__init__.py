"""Duki 4 Poker: one card of each suit, against a dealer who must qualify."""

from pitboss.games.contract import Game
from pitboss.games.duki.entry import check_paytable, check_wagers
from pitboss.games.duki.rules import play
from pitboss.games.duki.words import describe, score_text

GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"ante": "ante-4", "bonus": "bonus-3"},
    solver="pitboss.odds.duki",
)
