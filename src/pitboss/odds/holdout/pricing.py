"""``pitboss odds holdout``: players play each other, so there is no edge, but there are odds."""

from pitboss.odds.figures import Figures
from pitboss.odds.holdout.frequencies import frequencies
from pitboss.odds.holdout.models import MODELS
from pitboss.odds.holdout.values import discard_values, hold_values
from pitboss.odds.request import Request
from pitboss.refusal import Refused

HEADS_UP = 2


def price(request: Request) -> Figures:
    """Frequencies of hands by number of held cards, and shares of the pot against one opponent."""
    if request.strategy is not None:
        raise Refused("--strategy: Holdout has no wager against the house to price by a strategy")
    if request.bonus_ratio is not None:
        raise Refused("--bonus-ratio: Holdout has no bonus wager")
    if request.players > HEADS_UP:
        raise Refused(
            f"--players {request.players}: these shares are against one opponent; at most 2"
        )
    return {
        "method": "exact, except figures with an interval (99 %), which are estimates from a seed",
        "models": MODELS,
        "hand_ranks": frequencies(request.recompute),
        "hold_values": hold_values(request.recompute),
        "discards": list(discard_values(request.recompute)),
    }
