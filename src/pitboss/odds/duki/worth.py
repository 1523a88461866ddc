"""What a Duki seat's wagers are worth before the deal, counted over all hands in whole cents."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from pitboss.games.contract import Opening, Settings
from pitboss.odds.duki.strategy import DEALERS, HANDS, Hands, Payer, Pays, Spread, all_hands
from pitboss.odds.figures import net_cents
from pitboss.odds.worth import Part, Worth

every_hand = cache(all_hands)

Ends = list[tuple[int, int]]
"""How the dealer's hands let one hand end: cents, and the number of deals."""


MOST_KEPT = 500
_kept: dict[object, Worth] = {}


def worth(opening: Opening, seat: int) -> Worth:
    """By best play of these very wagers, tip and bonus among them; kept, for a session is played
    with a few sizes."""
    settings, wagers = opening.settings, opening.wagers[seat]
    tables = tuple((name, table.rows) for name, table in sorted(settings.paytables.items()))
    key = (tables, *(tuple(sorted(known.items())) for known in (settings.rulings, wagers)))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = count_worth(settings, wagers)
    return _kept[key]


def count_worth(settings: Settings, wagers: Mapping[str, int]) -> Worth:
    payer, total, squares = Payer(settings), 0, 0
    for ends in _best_ends(every_hand(settings.rulings["ace"]), payer, wagers):
        total += sum(cents * deals for cents, deals in ends)
        squares += sum(cents**2 * deals for cents, deals in ends)
    mean = Fraction(total, HANDS * DEALERS)
    variance = Fraction(squares, HANDS * DEALERS) - mean**2
    return Worth((Part(wagers, mean),), variance=variance)


def _best_ends(hands: list[Hands], payer: Payer, wagers: Mapping[str, int]) -> Iterator[Ends]:
    """How each kind of hand ends when it is played or folded, whichever is better."""
    lost = -sum(wagers.values())
    for one in hands:
        pays = payer.pays_of(one)
        for spread in one.spreads:
            ends = _played(spread, pays, wagers)
            if "ante" in wagers and sum(cents * deals for cents, deals in ends) <= lost * DEALERS:
                ends = [(lost, DEALERS)]
            yield [(cents, deals * spread.hands) for cents, deals in ends]


def _played(spread: Spread, pays: Pays, wagers: Mapping[str, int]) -> Ends:
    """The nets of a hand that is played; a bonus made alone meets nobody."""
    bonus = net_cents(pays.bonus_row, wagers["bonus"]) if "bonus" in wagers else 0
    if "ante" not in wagers:
        return [(bonus, DEALERS)]
    ante, tip = wagers["ante"], wagers.get("tip", 0)
    ends = [(bonus - 2 * ante - tip, spread.lost), (bonus, spread.tied)]
    for qualified, deals in zip((0, 3, 4), spread[:3], strict=True):
        won = pays.over[qualified][0].win(ante)[1] + (ante if qualified else 0)
        ends.append((bonus + won - tip, deals))
    return ends
