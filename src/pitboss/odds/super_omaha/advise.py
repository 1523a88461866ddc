"""What each option is worth to a Super Omaha seat that sees its own four cards and the Flop.

The full strategy has too many states to list: its rows go by what a hand shows, and a file has
every hand on every Flop. In it Flops and hands that a change of suits makes alike are written
once, with how many there are. The first line says how to read the rest, and each line after it is
one Flop, so that a reader needs no more than a line at a time.
"""

import json
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from fractions import Fraction
from typing import TextIO

import numpy as np

from pitboss.cards import DECK, format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.contract import Option, Table
from pitboss.games.events import COMMUNITY
from pitboss.games.super_omaha.bonuses import flop_events, hand_events, paid_row
from pitboss.money import dollars
from pitboss.odds.figures import FOLDED, Chances, Figures, exact, fraction_of, net_cents
from pitboss.odds.progress import Progress, on_all_cores
from pitboss.odds.ranks import Array
from pitboss.odds.registry import describe_request
from pitboss.odds.request import Request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.alike import first_of_alike
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels.classes import all_hands, hands_left, live_cards
from pitboss.odds.super_omaha.kernels.deals import flop_classes
from pitboss.odds.super_omaha.kernels.flops import count_flop
from pitboss.odds.super_omaha.kernels.ranks import State, count_state
from pitboss.odds.super_omaha.price import game_of
from pitboss.rounds.runner import Runner

BOARDS = 990

SHOWN = ("flop-suits", "made", "straight-outs", "flush-draw")
"""What the listed strategy goes by; all features together make too many rows to read."""

COLUMNS = ("hand", "ways", "best", "3x", "1x")
AHEAD = 4
"""Flops that may be counted ahead of the one to be written, for each core."""


def advise(running: Runner) -> Figures:
    """The expectation of each option for the whole round, range wagers at their best size.

    Bonus wagers are in it, the same under every option; a jackpot's meter depends on what other
    seats hold, so jackpot wagers are left out and named.
    """
    table, seat = running.table, running.asked.seat
    wagers = table.opening.wagers[seat]
    state = count_state(table.hands[seat], table.hands[COMMUNITY][:3])
    bonus = _bonus_cents(table, seat, state) / wagers["ante"]
    sized = [
        (option.action, *_size(table, seat, state, option)) for option in running.asked.options
    ]
    best, cents, _ = max(sized, key=lambda one: (one[2], -one[1]))
    left_out = [wager for wager in wagers if wager.startswith("jackpot")]
    won = sum(state.row[category] for category in CATEGORIES)
    met = Chances(won, state.row[TIES], state.row[LOSSES])
    return {
        "seat": seat,
        "options": [
            {
                "action": action,
                **_amount(cents),
                "ev": exact(value + bonus),
                "chances": (FOLDED if action == "fold" else met).figures,
            }
            for action, cents, value in sized
        ],
        "best": best,
        **_amount(cents),
        **({"left_out": left_out} if left_out else {}),
    }


def _amount(cents: int) -> dict[str, str]:
    return {"amount": dollars(cents)} if cents else {}


def _size(table: Table, seat: int, state: State, option: Option) -> tuple[int, Fraction]:
    """An option at its best size in cents, and its expectation in units of the Ante.

    A Flop wager is worth more the larger it is where the hand wins more often than it loses. A
    winning Ante is paid in whole cents.
    """
    if option.action == "fold":
        return 0, Fraction(-1)
    cents_of_ante, row = table.opening.wagers[seat]["ante"], state.row
    lead = sum(row[category] for category in CATEGORIES) - row[LOSSES]
    cents = option.most_cents if lead > 0 else option.least_cents
    won = sum(
        row[category] * int(pay.net * cents_of_ante // 1)
        for category, pay in enumerate(strategy.ante_pays(table.opening.settings))
    )
    total = won + lead * cents - row[LOSSES] * cents_of_ante
    return cents, Fraction(total, strategy.SHOWDOWNS * cents_of_ante)


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


def solve(request: Request) -> Figures:
    """The optimum's figures, and the best single action for states that show the same."""
    game, sums = game_of(request)
    best = strategy.price_sums(sums, request.settings)
    nets = strategy.nets_of(request.settings)
    least = strategy.least_edge(game.cells, SHOWN, nets)
    merged = strategy.merge_cells(game.cells, SHOWN).items()
    return {
        "text": "3x where a hand wins more often than it loses; else 1x where that loses less"
        " than the Ante; else fold. pitboss advise counts any hand, and --states FILE writes every"
        " hand on every Flop; the rows have the best action by what a hand shows.",
        "house_edge": best["house_edge"],
        "actions": best["actions"],
        "least_cost": exact(least - fraction_of(best["house_edge"])),
        "strategy": [
            {
                **strategy.name_key(SHOWN, key),
                "states": one[STATES],
                "best": list(strategy.ACTIONS)[strategy.best_place(one, nets)],
                "ev": strategy.values_of(one, nets),
            }
            for key, one in sorted(merged, key=lambda item: -item[1][STATES])
        ],
    }


def write(request: Request, out: TextIO, executor: Executor | None = None) -> int:
    """Write every state, and give the number of lines."""
    nets, flops = strategy.nets_of(request.settings), flop_classes()
    head = {
        **describe_request(request),
        "columns": COLUMNS,
        "text": "ways: hands alike by a change of suits; 3x and 1x: the exact expectation in units"
        " of the Ante, times the denominator; fold is -1",
        "denominator": nets[0] * strategy.SHOWDOWNS,
    }
    out.write(json.dumps(head) + "\n")
    with on_all_cores(executor) as pool, Progress("super-omaha states", len(flops)) as progress:
        for line in _in_order(pool, flops, nets):
            out.write(line + "\n")
            progress.step()
    return 1 + len(flops)


def _in_order(
    executor: Executor, flops: Sequence[tuple[tuple[int, ...], int]], nets: strategy.Nets
) -> Iterator[str]:
    """Flops in order, counted a little ahead, so that lines do not pile up."""
    waiting: deque[Future[str]] = deque()
    for flop, ways in flops:
        waiting.append(executor.submit(write_flop, flop, ways, nets))
        if len(waiting) > AHEAD * (os.cpu_count() or 1):
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def write_flop(flop: Sequence[int], ways: int, nets: strategy.Nets) -> str:
    """The line of a Flop with all its states; of hands alike the first in the counts' order."""
    hands = all_hands()[hands_left(live_cards(flop))]
    first, alike = first_of_alike(hands, flop)
    names = np.array([format_cards([card]) for card in DECK], "<U2")[hands[first]]
    joined = np.ascontiguousarray(names).view("<U8")[:, 0]
    values = action_values(count_flop(flop)[first], nets)
    actions = np.array(list(reversed(strategy.ACTIONS)))[np.argmax(values, axis=0)]
    columns = (joined, alike, actions, *values[:0:-1])
    states = list(zip(*(column.tolist() for column in columns), strict=True))
    line = {"flop": format_cards(flop), "ways": ways, "states": states}
    return json.dumps(line, separators=(",", ":"))


def action_values(rows: Array, nets: strategy.Nets) -> Array:
    """Fold, 1x and 3x by state, in whole numbers; of equal ones the first is to be taken."""
    rows = rows.astype(np.int64)
    unit, wins = nets[0], rows[:, TIES + 1 : LOSSES]
    lead = unit * (wins.sum(axis=1) - rows[:, LOSSES])
    once = lead + wins @ np.array(nets[1:], np.int64) - unit * rows[:, LOSSES]
    return np.stack([np.full(len(rows), -unit * strategy.SHOWDOWNS), once, once + 2 * lead])
