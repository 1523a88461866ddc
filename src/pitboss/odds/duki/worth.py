"""What a Duki seat's wagers are worth before the deal, counted over all hands in whole cents."""

from fractions import Fraction
from functools import lru_cache

from pitboss.games.contract import Opening
from pitboss.odds.duki.hands import DEALERS, HANDS, MOST_KEPT, settle
from pitboss.odds.generic.met import Settlement
from pitboss.odds.worth import Part, Worth


def worth(opening: Opening, seat: int) -> Worth:
    """By best play of these very wagers, tip and bonus among them; kept, for a session is played
    with a few sizes."""
    return count_worth(settle(opening.settings, opening.wagers[seat]))


@lru_cache(MOST_KEPT)
def count_worth(settlement: Settlement) -> Worth:
    total = squares = 0
    for one in settlement.follow(settlement.field.hands, settlement.best):
        kind = settlement.field.kinds[one.hands.score]
        for column, deals in enumerate(one.deals):
            if deals:
                net = settlement.nets(kind, column)[one.way]
                total, squares = total + net * deals, squares + net**2 * deals
    mean = Fraction(total, HANDS * DEALERS)
    variance = Fraction(squares, HANDS * DEALERS) - mean**2
    return Worth((Part(settlement.opening.wagers[1], mean),), variance=variance)
