"""Let It Ride: three cards and two for everybody; two of three wagers may be taken back."""

from let_it_ride.rules import play
from let_it_ride.score import score
from pitboss.cards.poker import category_name
from pitboss.games.blocks import Hands, any_wagers
from pitboss.games.contract import Game
from pitboss.paytable import require_odds

HANDS = Hands(5, score, category_name, "LIR-02")

GAME = Game(
    __name__,
    play,
    any_wagers,
    require_odds,
    HANDS.describe,
    HANDS.score_text,
    {"bet": "1000-200-50-11-8-5-3-2-1"},
)
