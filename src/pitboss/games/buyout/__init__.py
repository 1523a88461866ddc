"""Ultimate 4 Card Buyout: buy cards three and four against the dealer."""

from pitboss.games.buyout.bonus import check_paytable
from pitboss.games.buyout.hands import check_wagers, describe, score_text
from pitboss.games.buyout.rules import play
from pitboss.games.contract import Game

GAME = Game(__name__, play, check_wagers, check_paytable, describe, score_text, {"bonus": "sample"})
