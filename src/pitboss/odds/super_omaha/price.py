"""Figures of Super Omaha's wagers; every count behind them, and those that are shipped."""

from collections.abc import Iterable

from pitboss.odds.cache import Count
from pitboss.odds.figures import Figures, exact, fraction_of, with_cost
from pitboss.odds.request import JACKPOT, Request
from pitboss.odds.super_omaha import bonuses, strategy
from pitboss.odds.super_omaha.ante import nets_counted, nets_of, price_sums, printed_nets
from pitboss.odds.super_omaha.counts import (
    Game,
    Sum,
    high_hand,
    jackpot_hands,
    read_game,
    whole_game,
)
from pitboss.refusal import Refused

BONUSES = {
    "high-hand": bonuses.price_high_hand,
    "flop-bonus": bonuses.price_flop_bonus,
    JACKPOT: bonuses.price_jackpot,
}


def price(request: Request) -> Figures:
    """The main game under optimal play or a given strategy; a bonus or jackpot by its rows."""
    if request.bonus_ratio is not None:
        raise Refused("--bonus-ratio: bonus wagers do not change the play; price each by itself")
    if not request.is_main:
        if request.strategy is not None:
            raise Refused(f"--strategy: {request.wager} has no decision")
        return BONUSES[request.wager](request)
    game, sums = game_of(request)
    best = price_sums(sums, request.settings)
    if request.strategy is None:
        return {"method": "exact", **best}
    nets = nets_of(request.settings)
    given = strategy.read_strategy(request.strategy)
    plan = strategy.fill_in(given, game.cells, nets)
    found = price_sums(strategy.sums_of(plan, game.cells), request.settings)
    answer = with_cost(found, best, request.strategy, plan.describe())
    least = strategy.least_edge(game.cells, plan.features, nets) - fraction_of(best["house_edge"])
    return {"method": "exact", **answer, "least_cost": exact(least)}


def game_of(request: Request) -> tuple[Game, list[Sum]]:
    """The whole game, and the sums of best play under the request's Ante table."""
    together = nets_counted(request.settings)
    game = read_game(whole_game(together), request.recompute)
    return game, game.actions[together.index(nets_of(request.settings))]


def count_of(request: Request) -> Count | None:
    """A Flop bonus is counted anew each time, in no time."""
    if request.is_main:
        return whole_game(nets_counted(request.settings))
    if request.wager == JACKPOT:
        return bonuses.count_of_jackpot(request)
    return high_hand() if request.wager == "high-hand" else None


def shipped_counts() -> Iterable[Count]:
    yield whole_game(printed_nets())
    yield high_hand()
    yield jackpot_hands(5)
    yield jackpot_hands(7)
