"""Figures of the main game, from sums of counted showdowns by action."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import NamedTuple

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games import find_game
from pitboss.games.contract import Opening, Settings, Table
from pitboss.games.events import WagerSettled
from pitboss.games.opening import set_table
from pitboss.games.super_omaha.rules import settle_winning_ante
from pitboss.money import Odds
from pitboss.odds.figures import Figures, Outcome, frequencies, summarise
from pitboss.odds.super_omaha.counts import (
    CATEGORIES,
    GAME,
    LOSSES,
    SHOWDOWNS,
    STATES,
    TIES,
    Nets,
    Sum,
)
from pitboss.paytable import PayTable
from pitboss.refusal import Refused

ACTIONS = {"3x": 3, "1x": 1, "fold": 0}
"""What each action adds to the Ante, in the order of the sums."""

SEAT = 1
LARGEST_NET = 10**6
"""Beyond it whole-number counting could overflow; no table comes near."""


class AntePay(NamedTuple):
    """What a winning Ante is paid in a category."""

    text: str
    net: Fraction


def ante_pays(settings: Settings) -> list[AntePay]:
    """By category, as the rules of the game settle it."""
    table = settings.paytables["ante"]
    return [AntePay("", Fraction(0)), *(_settle(settings, table, c) for c in CATEGORIES)]


def _settle(settings: Settings, paytable: PayTable, category: int) -> AntePay:
    cents = unit_of(paytable)
    table = Table(Opening(settings, {SEAT: {"ante": cents}}, ()))
    settle_winning_ante(table, SEAT, category << 20)
    settled = table.events[-1]
    assert isinstance(settled, WagerSettled)
    return AntePay(settled.pays or "push", Fraction(settled.net_cents, cents))


def unit_of(table: PayTable) -> int:
    """A wager that every row pays in whole parts."""
    return lcm(*(row.pay.denominator for row in table.rows if isinstance(row.pay, Odds)))


def nets_of(settings: Settings) -> Nets:
    """What the count needs to know of an Ante table, in whole numbers."""
    table = settings.paytables["ante"]
    unit = unit_of(table)
    nets = (unit, *(int(pay.net * unit) for pay in ante_pays(settings)[1:]))
    if max(nets) > LARGEST_NET:
        raise Refused(f"pay table {table.code}: pays above {LARGEST_NET:,} cannot be counted")
    return nets


def printed_nets() -> list[Nets]:
    """What the Ante nets under each printed table."""
    game = find_game(GAME)
    codes = game.paytables["ante"]
    return [nets_of(set_table(game, paytables={"ante": code})) for code in codes]


def nets_counted(settings: Settings) -> list[Nets]:
    """The Ante tables that are counted together: all printed ones, or one of the house's own."""
    nets, printed = nets_of(settings), printed_nets()
    return printed if nets in printed else [nets]


def price_sums(sums: Sequence[Sum], settings: Settings) -> Figures:
    """The figures of a way to play, from its sums under 3x, 1x and fold."""
    pays = ante_pays(settings)
    outcomes = [
        outcome
        for (action, times), one in zip(ACTIONS.items(), sums, strict=True)
        for outcome in _outcomes(action, times, one, pays)
        if outcome.combinations
    ]
    actions = {name: one[STATES] for name, one in zip(ACTIONS, sums, strict=True)}
    return {**summarise(outcomes), "actions": frequencies(actions)}


def _outcomes(action: str, times: int, one: Sum, pays: Sequence[AntePay]) -> list[Outcome]:
    if not times:
        return [Outcome("fold", "", one[STATES] * SHOWDOWNS, net=Fraction(-1))]
    wagered = Fraction(1 + times)
    won = [
        Outcome(
            f"{action}, won with {CATEGORY_NAMES[category].replace('-', ' ')}",
            f"ante {pays[category].text}, flop 1 to 1",
            one[category],
            wagered,
            pays[category].net + times,
        )
        for category in reversed(CATEGORIES)
    ]
    tied = Outcome(f"{action}, tie", "ante and flop push", one[TIES], wagered)
    return [*won, tied, Outcome(f"{action}, beaten", "", one[LOSSES], wagered, -wagered)]


def values_of(one: Sum, pays: Sequence[AntePay]) -> dict[str, Fraction]:
    """The expectation of each action over a sum of states, in units of the Ante."""
    lead = sum(one[category] for category in CATEGORIES) - one[LOSSES]
    won = sum((one[category] * pays[category].net for category in CATEGORIES), Fraction(0))
    deals = sum(one[:STATES])
    return {
        action: (won - one[LOSSES] + lead * times) / deals if times else Fraction(-1)
        for action, times in ACTIONS.items()
    }


def totals_of(one: Sum, nets: Nets) -> tuple[int, int, int]:
    """What 3x, 1x and fold win in all over a sum of states, in parts of the unit."""
    unit, losses = nets[0], one[LOSSES]
    lead = unit * (sum(one[TIES + 1 : LOSSES]) - losses)
    paid = sum(map(mul, one[TIES + 1 : LOSSES], nets[1:]))
    once = lead + paid - unit * losses
    return once + 2 * lead, once, -unit * sum(one[:STATES])
