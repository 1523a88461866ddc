"""Three Card Poker: Ante and Play against the dealer, and Pair Plus on one's own cards."""

from pitboss.games.blocks import Hands, any_wagers
from pitboss.games.contract import Game
from pitboss.paytable import require_odds
from three_card_poker.rules import play
from three_card_poker.score import CATEGORIES, score

HANDS = Hands(3, score, lambda value: CATEGORIES[value >> 20], "TCP-02")

GAME = Game(
    __name__,
    play,
    any_wagers,
    require_odds,
    HANDS.describe,
    HANDS.score_text,
    {"ante": "1-4-5", "pair-plus": "40-30-6-4-1"},
)
