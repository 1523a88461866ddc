"""Caribbean Stud: five cards each, one of the dealer's up; raise or fold."""

from caribbean_stud.rules import play
from caribbean_stud.score import score
from pitboss.cards.poker import category_name
from pitboss.games.blocks import Hands, any_wagers
from pitboss.games.contract import Game
from pitboss.paytable import require_odds

HANDS = Hands(5, score, category_name, "CS-02")

GAME = Game(
    __name__,
    play,
    any_wagers,
    require_odds,
    HANDS.describe,
    HANDS.score_text,
    {"raise": "100-50-20-7-5-4-3-2-1"},
)
