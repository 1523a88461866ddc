"""The strategy by cells, and seats that play the optimum or a given strategy."""

from collections.abc import Callable, Sequence

import numpy as np

from pitboss.games.contract import Decision, Settings
from pitboss.games.events import COMMUNITY
from pitboss.odds.figures import Figures, exact
from pitboss.odds.registry import Player
from pitboss.odds.super_omaha.ante import ACTIONS, ante_pays, nets_of, values_of
from pitboss.odds.super_omaha.cells import read_cell
from pitboss.odds.super_omaha.counting.features import find_cell
from pitboss.odds.super_omaha.counting.states import count_state
from pitboss.odds.super_omaha.counting.whole import choose
from pitboss.odds.super_omaha.counts import STATES, Game
from pitboss.odds.super_omaha.strategy import Points
from pitboss.rounds.runner import Runner

Chooser = Callable[[Sequence[int], Sequence[int]], int]
"""The place of the action (3x, 1x, fold) for four hole cards and a Flop."""


def cell_strategy(game: Game, settings: Settings) -> list[Figures]:
    """Each cell's best single action, the most common cell first."""
    pays = ante_pays(settings)
    rows = []
    for number, cell in sorted(game.cells.items(), key=lambda item: -item[1][STATES]):
        values = values_of(cell, pays)
        best = max(reversed(ACTIONS), key=lambda action: values[action])
        rows.append(
            {
                **read_cell(number),
                "states": cell[STATES],
                "best": best,
                "ev": {action: exact(value) for action, value in values.items()},
            }
        )
    return rows


def best_player(settings: Settings) -> Chooser:
    """Counts each state anew."""
    nets = np.array(nets_of(settings), np.int64)
    return lambda hole, flop: int(choose(np.array(count_state(hole, flop).row, np.int64), nets))


def points_player(points: Points) -> Chooser:
    return lambda hole, flop: points.action(find_cell(hole, flop))


def seat_player(chooser: Chooser) -> Player:
    """Answers each question by a chooser; no wager above what the table allows."""

    def decide(running: Runner) -> Decision:
        question, table = running.question, running.table
        assert question is not None
        place = chooser(table.hands[question.seat], table.hands[COMMUNITY][:3])
        times = list(ACTIONS.values())[place]
        if not times:
            return Decision(question.seat, "fold")
        most = max(option.most_cents for option in question.options)
        wager = min(times * table.opening.wagers[question.seat]["ante"], most)
        return Decision(question.seat, "flop", wager)

    return decide
