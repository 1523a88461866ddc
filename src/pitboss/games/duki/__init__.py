"""Duki 4 Poker: one card of each suit, against a dealer who must qualify."""

from pitboss.games.contract import Game
from pitboss.games.duki.hands import check_paytable, check_wagers, describe, score_text
from pitboss.games.duki.rules import play

GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"ante": "ante-4", "bonus": "bonus-3"},
)
