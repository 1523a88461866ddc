"""Super Omaha: every Flop with every hand, turn, river and dealer hand; bonuses and jackpots."""

from collections.abc import Iterator

from pitboss.games import find_game
from pitboss.games.opening import set_table
from pitboss.odds.figures import Figures, exact, with_cost
from pitboss.odds.kept import Count
from pitboss.odds.registry import Player
from pitboss.odds.request import JACKPOT, Request
from pitboss.odds.super_omaha import bonuses, strategy
from pitboss.odds.super_omaha.ante import edge_of, nets_of, price_sums
from pitboss.odds.super_omaha.counts import (
    GAME,
    Game,
    Nets,
    high_hand,
    jackpot_hands,
    read_game,
    whole_game,
)
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

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
    game, place = _game(request)
    best = price_sums(game.actions[place], request.settings)
    if request.strategy is None:
        return {"method": "exact", **best}
    nets = nets_of(request.settings)
    given = strategy.read_strategy(request.strategy)
    plan = strategy.fill_in(given, game.cells, nets)
    found = price_sums(strategy.sums_of(plan, game.cells), request.settings)
    answer = with_cost(found, best, request.strategy, plan.describe())
    least = strategy.least_edge(game.cells, plan.features, nets) - edge_of(best)
    return {"method": "exact", **answer, "least_cost": exact(least)}


def _game(request: Request) -> tuple[Game, int]:
    """The whole game, and the place of the request's Ante table in it."""
    nets = nets_of(request.settings)
    printed = printed_nets()
    if nets in printed:
        return read_game(whole_game(printed), request.recompute), printed.index(nets)
    return read_game(whole_game([nets]), request.recompute), 0


def printed_nets() -> list[Nets]:
    """What the Ante nets under each printed table."""
    game = find_game(GAME)
    codes = game.paytables["ante"]
    return [nets_of(set_table(game, paytables={"ante": code})) for code in codes]


def advise(running: Runner) -> Figures:
    from pitboss.odds.super_omaha.advice import advise

    return advise(running)


def solve(request: Request) -> Figures:
    """The optimum's figures, and the best single action by the hand made and the draws."""
    from pitboss.odds.super_omaha.full import SHOWN, shown_strategy

    game, place = _game(request)
    best = price_sums(game.actions[place], request.settings)
    least = strategy.least_edge(game.cells, SHOWN, nets_of(request.settings)) - edge_of(best)
    return {
        "text": "3x where a hand wins more often than it loses; else 1x where that loses less"
        " than the Ante; else fold. pitboss advise counts any hand, and --states FILE writes every"
        " hand on every Flop; the rows have the best action by what a hand shows.",
        "house_edge": best["house_edge"],
        "actions": best["actions"],
        "least_cost": exact(least),
        "strategy": shown_strategy(game, request.settings),
    }


def player(request: Request) -> Player:
    """Plays by the optimum or the request's strategy."""
    from pitboss.odds.super_omaha import full

    if request.strategy is None:
        return full.seat_player(full.best_player(request.settings))
    given = strategy.read_strategy(request.strategy)
    if isinstance(given, strategy.Points):
        return full.seat_player(full.strategy_player(given))
    game, _ = _game(request)
    plan = strategy.fill_in(given, game.cells, nets_of(request.settings))
    return full.seat_player(full.strategy_player(plan))


def shipped_counts() -> Iterator[Count]:
    yield whole_game(printed_nets())
    yield high_hand()
    yield jackpot_hands(5)
    yield jackpot_hands(7)
