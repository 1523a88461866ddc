"""Ultimate Texas Hold'em: two cards each and five for everybody; the sooner the raise, the more."""

from pitboss.cards.poker import category_name
from pitboss.games.blocks import Hands, any_wagers
from pitboss.games.contract import Game
from pitboss.paytable import require_odds
from ultimate_texas_holdem.rules import play
from ultimate_texas_holdem.score import score

HANDS = Hands(7, score, category_name, "UTH-02")

GAME = Game(
    __name__,
    play,
    any_wagers,  # the Blind goes down with the Ante
    require_odds,
    HANDS.describe,
    HANDS.score_text,
    {"blind": "500-50-10-3-1.5-1", "trips": "50-40-30-8-7-4-3"},
)
