"""What a seat's main wager is worth before the deal, in any game that was counted once."""

from fractions import Fraction
from typing import Any

from pitboss.games import find_game
from pitboss.games.contract import Opening
from pitboss.odds.cache import find
from pitboss.odds.generic.inputs import unit_of
from pitboss.odds.generic.price import count_of
from pitboss.odds.request import Request, main_wager
from pitboss.odds.worth import Part, Worth


def worth(opening: Opening, seat: int) -> Worth | None:
    """By best play of the main wager alone, at a size whose pays are whole cents; None before
    ``pitboss odds`` has counted the game, for nobody waits for that here."""
    game, settings = find_game(opening.settings.game), opening.settings
    main, wagers = main_wager(game), opening.wagers[seat]
    if main not in wagers:
        return None
    counted: Any = find(count_of(Request(game, main, settings, settings.paytables.get(main))))
    if counted is None:
        return None
    unit, cents = unit_of(game, settings, main), wagers[main]
    ends = [(end[3], end[-1]) for end in counted["ends"]]
    deals = sum(number for _, number in ends)
    mean = Fraction(sum(net * number for net, number in ends), deals)
    size = unit if cents % (unit // 100) else cents
    part = Part({main: size}, mean * size / unit, Fraction(cents, size))
    if size != cents or len(wagers) > 1:
        return Worth((part,))
    square = Fraction(sum(net**2 * number for net, number in ends), deals) - mean**2
    return Worth((part,), variance=square * Fraction(cents, unit) ** 2)
