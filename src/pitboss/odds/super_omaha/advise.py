"""What each option is worth to a Super Omaha seat that sees its own four cards and the Flop.

The full strategy has far more states than can be listed; its rows go by what a hand shows.
"""

from fractions import Fraction
from typing import NamedTuple

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.contract import Option, Settings, Table
from pitboss.games.events import COMMUNITY
from pitboss.games.super_omaha.bonuses import flop_events, hand_events, paid_row
from pitboss.money import dollars
from pitboss.odds.figures import Figures, exact, fraction_of, net_cents
from pitboss.odds.request import Request
from pitboss.odds.super_omaha.ante import ACTIONS, ante_pays, nets_of, price_sums, values_of
from pitboss.odds.super_omaha.counts import CATEGORIES, LOSSES, SHOWDOWNS, STATES, Game
from pitboss.odds.super_omaha.kernels.states import State, count_state
from pitboss.odds.super_omaha.price import game_of
from pitboss.odds.super_omaha.strategy import best_place, least_edge, merge_cells, name_key
from pitboss.rounds.runner import Runner

BOARDS = 990


class Sized(NamedTuple):
    """An option at its best size, and its expectation in units of the Ante."""

    option: Option
    cents: int
    value: Fraction


def advise(running: Runner) -> Figures:
    """The expectation of each option for the whole round, range wagers at their best size.

    Bonus wagers are in it, the same under every option; a jackpot's meter depends on what other
    seats hold, so jackpot wagers are left out and named.
    """
    question, table = running.asked, running.table
    seat = question.seat
    state = count_state(table.hands[seat], table.hands[COMMUNITY][:3])
    bonus = _bonus_cents(table, seat, state)
    sized = [_size(table, seat, state, option) for option in question.options]
    ante = table.opening.wagers[seat]["ante"]
    options = [
        {
            "action": one.option.action,
            **({"amount": dollars(one.cents)} if one.cents else {}),
            "ev": exact(one.value + bonus / ante),
        }
        for one in sized
    ]
    best = max(sized, key=lambda one: (one.value, -one.cents))
    left_out = [wager for wager in table.opening.wagers[seat] if wager.startswith("jackpot")]
    return {
        "seat": seat,
        "options": options,
        "best": best.option.action,
        **({"amount": dollars(best.cents)} if best.cents else {}),
        **({"left_out": left_out} if left_out else {}),
    }


def _size(table: Table, seat: int, state: State, option: Option) -> Sized:
    """A Flop wager is worth more the larger it is where the hand wins more often than it loses."""
    ante = table.opening.wagers[seat]["ante"]
    if option.action == "fold":
        return Sized(option, 0, Fraction(-1))
    row = state.row
    lead = sum(row[category] for category in CATEGORIES) - row[LOSSES]
    cents = option.most_cents if lead > 0 else option.least_cents
    won = sum(row[category] * net for category, net in enumerate(_ante_nets(table, ante), 1))
    return Sized(option, cents, Fraction(won + lead * cents - row[LOSSES] * ante, SHOWDOWNS * ante))


def _ante_nets(table: Table, ante: int) -> list[int]:
    """What a winning Ante of so many cents nets in each category, in cents as paid."""
    return [int(pay.net * ante // 1) for pay in ante_pays(table.opening.settings)[1:]]


def _bonus_cents(table: Table, seat: int, state: State) -> Fraction:
    """What High Hand and Flop Bonus are worth, in cents."""
    wagers, tables = table.opening.wagers[seat], table.opening.settings.paytables
    total = Fraction(0)
    if "flop-bonus" in wagers:
        row = paid_row(tables["flop-bonus"], flop_events(table.hands[COMMUNITY][:3]))
        total += net_cents(row, wagers["flop-bonus"])
    if "high-hand" in wagers:
        for name, boards in zip(CATEGORY_NAMES, state.boards, strict=True):
            row = paid_row(tables["high-hand"], hand_events(name))
            total += Fraction(boards * net_cents(row, wagers["high-hand"]), BOARDS)
    return total


SHOWN = ("flop-suits", "made", "straight-outs", "flush-draw")
"""What the listed strategy goes by; all features together make too many rows to read."""


def solve(request: Request) -> Figures:
    """The optimum's figures, and the best single action by the hand made and the draws."""
    game, sums = game_of(request)
    best = price_sums(sums, request.settings)
    least = least_edge(game.cells, SHOWN, nets_of(request.settings))
    return {
        "text": "3x where a hand wins more often than it loses; else 1x where that loses less"
        " than the Ante; else fold. pitboss advise counts any hand, and --states FILE writes every"
        " hand on every Flop; the rows have the best action by what a hand shows.",
        "house_edge": best["house_edge"],
        "actions": best["actions"],
        "least_cost": exact(least - fraction_of(best["house_edge"])),
        "strategy": shown_strategy(game, request.settings),
    }


def shown_strategy(game: Game, settings: Settings) -> list[Figures]:
    """The best single action for states that show the same, the most common first."""
    pays, nets = ante_pays(settings), nets_of(settings)
    merged = merge_cells(game.cells, SHOWN).items()
    return [
        {
            **name_key(SHOWN, key),
            "states": one[STATES],
            "best": list(ACTIONS)[best_place(one, nets)],
            "ev": {action: exact(value) for action, value in values_of(one, pays).items()},
        }
        for key, one in sorted(merged, key=lambda item: -item[1][STATES])
    ]
