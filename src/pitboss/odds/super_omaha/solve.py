"""The optimum's figures and its strategy in rows, by what a hand shows."""

from pitboss.games.contract import Settings
from pitboss.odds.figures import Figures, exact, fraction_of
from pitboss.odds.request import Request
from pitboss.odds.super_omaha.ante import ACTIONS, ante_pays, nets_of, price_sums, values_of
from pitboss.odds.super_omaha.counts import STATES, Game
from pitboss.odds.super_omaha.price import game_of
from pitboss.odds.super_omaha.strategy import best_place, least_edge, merge_cells, name_key

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
