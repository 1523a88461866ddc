"""Duki 4 Poker: all 270,725 x 194,580 deals, by hand."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.contract import Decision
from pitboss.odds.duki import strategy
from pitboss.odds.duki.hands import all_hands, count_hands
from pitboss.odds.duki.pays import Payer
from pitboss.odds.duki.pricing import figures, figures_of_bonus, optimum, settle_all
from pitboss.odds.figures import Figures, with_cost
from pitboss.odds.kept import Count
from pitboss.odds.registry import Player
from pitboss.odds.request import Request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

NONE = Fraction(0)


def price(request: Request) -> Figures:
    """The Ante under optimal play; the bonus made alone, or beside an Ante of a given ratio."""
    hands = all_hands(request.settings.rulings["ace"], request.recompute)
    payer = Payer(request.settings)
    ratio = request.bonus_ratio
    if request.is_main and ratio is not None:
        raise Refused("--bonus-ratio goes with --wager bonus, which reports both parts")
    if not request.is_main and ratio is None:
        if request.strategy is not None:
            raise Refused("--strategy: a bonus alone has no decision; add --bonus-ratio")
        return {"method": "exact", **figures_of_bonus(hands, payer)}
    best = figures(settle_all(hands, payer, optimum(payer, ratio or NONE)), ratio)
    if request.strategy is None:
        return {"method": "exact", **best}
    threshold = strategy.read_threshold(request.strategy, hands, payer, ratio or NONE)
    found = figures(settle_all(hands, payer, strategy.play_from(threshold)), ratio)
    words = strategy.describe(threshold, hands)
    return {"method": "exact", **with_cost(found, best, request.strategy, words)}


def advise(running: Runner) -> Figures:
    from pitboss.odds.duki.advice import advise

    return advise(running)


def solve(request: Request) -> Figures:
    """Every class of hands with what playing it is worth."""
    from pitboss.odds.duki.full import full_strategy

    return full_strategy(request)


def player(request: Request) -> Player:
    """Plays by the optimum or the request's threshold."""
    from pitboss.odds.duki.full import chooser

    plays = chooser(request)

    def decide(running: Runner) -> Decision:
        question = running.question
        assert question is not None
        hand = running.table.hands[question.seat]
        return Decision(question.seat, "play" if plays(hand) else "fold")

    return decide


def shipped_counts() -> Iterator[Count]:
    for ace in ("high-low", "high"):
        yield count_hands(ace)
