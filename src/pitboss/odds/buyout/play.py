"""Who plays Buyout: by the best decision in every state, by thresholds, or for practice."""

from functools import partial

from pitboss.games.buyout.score import points
from pitboss.games.contract import Decision
from pitboss.odds.buyout.price import bonus_beside, by_strategy
from pitboss.odds.registry import Player, cards_seen, take_first
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

BUY_FROM = 10
"""Points in three cards from which the fourth is worth seeing."""
STAND_FROM = 20
"""Points that beat the dealer more often than not."""
RISK_FROM = 15
"""Points from which another wager loses less than folding."""


def player(request: Request) -> Player:
    """Plays by the optimum or the request's thresholds."""
    from pitboss.odds.buyout.kernels.decisions import decide_all, follow_all
    from pitboss.odds.buyout.states import look_up

    bonus = bonus_beside(request)
    if request.strategy is None:
        return partial(look_up, decide_all(bonus))
    return partial(look_up, follow_all(by_strategy(request, bonus)[0]))


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    """Buy what beats the dealer more often than not, or what folding would cost more than."""
    hand, _ = cards_seen(running)
    total = points(hand)
    if len(hand) == 3:
        wanted = total >= BUY_FROM
    else:
        gained = total - points(hand[:-1])
        must = all(option.action != "refuse" for option in running.asked.options)
        wanted = total >= STAND_FROM or gained >= 4 or (must and total >= RISK_FROM)
    return take_first(running, "buy" if wanted else "refuse", "fold")
