"""Mississippi Stud: two cards and three for everybody; before each a bet or a fold."""

from mississippi_stud.rules import play
from mississippi_stud.score import score
from pitboss.cards.poker import category_name
from pitboss.games.blocks import Hands, any_wagers
from pitboss.games.contract import Game
from pitboss.paytable import PayTable, Word, require_odds

HANDS = Hands(5, score, category_name, "MS-02")


def check_paytable(table: PayTable) -> None:
    """Rows pay odds, or push."""
    require_odds(table, Word.PUSH)


GAME = Game(
    __name__,
    play,
    any_wagers,
    check_paytable,
    HANDS.describe,
    HANDS.score_text,
    {"ante": "500-100-40-10-6-4-3-2-1"},
)
