"""Super Omaha: Omaha against the house, with bonus wagers and jackpots."""

from pitboss.games.contract import Game
from pitboss.games.super_omaha.entry import check_paytable, check_wagers
from pitboss.games.super_omaha.rules import play
from pitboss.games.super_omaha.sensors import contributed_meters
from pitboss.games.super_omaha.words import describe, score_text

GAME = Game(
    __name__,
    play,
    check_wagers,
    check_paytable,
    describe,
    score_text,
    {"ante": "SOA-01"},
    contributed_meters=contributed_meters,
    solver="pitboss.odds.super_omaha",
)
