"""What a Duki hand is paid, by the rules of the game themselves."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pitboss.games.contract import Opening, Settings
from pitboss.games.duki.rules import ante_odds, bonus_row
from pitboss.games.table import Table
from pitboss.money import Odds
from pitboss.odds.figures import LOST, Outcome, paid, unit_net

SEAT = 1


class Pays(NamedTuple):
    """How the wagers of a hand are paid by this table when the hand is played.

    ``over`` holds, by the number of cards in the dealer's Duki, the odds of a winning Ante with
    the row's name, and ``nets`` what such an Ante is up; ``bonus`` is how the bonus ends.
    """

    over: Mapping[int, tuple[Odds, str | None]]
    nets: Mapping[int, Fraction]
    bonus: Outcome
    bonus_odds: Odds | None


class Payer:
    """Asks the rules of the game what a hand is paid."""

    def __init__(self, settings: Settings) -> None:
        self._table = Table(Opening(settings, {SEAT: {}}, ()))
        self.ace_low = settings.rulings["ace"] == "high-low"
        self.pays = cache(self._pays)

    def _pays(self, score: int, hand: tuple[int, ...]) -> Pays:
        self._table.hands[SEAT] = list(hand)
        row = bonus_row(self._table, SEAT, score)
        over = {q: ante_odds(self._table, score, q) for q in (0, 3, 4)}
        nets = {q: unit_net(odds) for q, (odds, _) in over.items()}
        if row and isinstance(row.pay, Odds):
            return Pays(over, nets, paid(row.hand, row.pay), row.pay)
        return Pays(over, nets, LOST, None)
