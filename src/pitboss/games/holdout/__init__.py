"""Five Card Holdout: poker between players, who hold one to five of their cards."""

from pitboss.games.contract import Game
from pitboss.games.holdout.hands import describe, score_text
from pitboss.games.holdout.rules import play
from pitboss.games.holdout.seating import read_seating, refuse_paytable, refuse_wagers

GAME = Game(__name__, play, refuse_wagers, refuse_paytable, describe, score_text, {}, read_seating)
