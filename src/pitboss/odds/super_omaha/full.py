"""The strategy in rows, and seats that play the optimum or a given strategy."""

from collections.abc import Callable, Sequence

import numpy as np

from pitboss.games.contract import Decision, Settings
from pitboss.games.events import COMMUNITY
from pitboss.odds.figures import Figures, exact
from pitboss.odds.registry import Player
from pitboss.odds.super_omaha.ante import ACTIONS, ante_pays, nets_of, values_of
from pitboss.odds.super_omaha.counting.features import find_cell
from pitboss.odds.super_omaha.counting.states import count_state
from pitboss.odds.super_omaha.counting.whole import choose
from pitboss.odds.super_omaha.counts import STATES, Game
from pitboss.odds.super_omaha.strategy import Strategy, best_place, merge_cells, name_key
from pitboss.rounds.runner import Runner

Chooser = Callable[[Sequence[int], Sequence[int]], int]
"""The place of the action (3x, 1x, fold) for four hole cards and a Flop."""


SHOWN = ("flop-suits", "made", "straight-outs", "flush-draw")
"""What the listed strategy goes by; all features together make too many rows to read."""


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


def best_player(settings: Settings) -> Chooser:
    """Counts each state anew."""
    nets = np.array(nets_of(settings), np.int64)
    return lambda hole, flop: int(choose(np.array(count_state(hole, flop).row, np.int64), nets))


def strategy_player(strategy: Strategy) -> Chooser:
    return lambda hole, flop: strategy.action(find_cell(hole, flop))


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
