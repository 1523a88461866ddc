"""Figures of Duki's wagers: optimal play, a given strategy, the bonus alone or beside an Ante."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.cache import Count
from pitboss.odds.duki import strategy
from pitboss.odds.duki.strategy import DEALERS, Hands, Payer, Pays, Plays, Spread
from pitboss.odds.figures import (
    Cell,
    Figures,
    Outcome,
    frequencies,
    merge_best_first,
    summarise,
    summarise_jointly,
    with_cost,
)
from pitboss.odds.request import Request
from pitboss.refusal import Refused

JOINT = True
NONE = Fraction(0)
TWO = Fraction(2)
FOLDED = Outcome("fold", "", 0, net=Fraction(-1))
TIED = Outcome("tie", "ante and play push", 0, TWO)
BEATEN = Outcome("beaten", "", 0, TWO, Fraction(-2))
BONUS_FOLDED = Outcome("folded", "", 0, net=Fraction(-1))


def price(request: Request) -> Figures:
    """The Ante under optimal play; the bonus made alone, or beside an Ante of a given ratio."""
    hands = strategy.all_hands(request.settings.rulings["ace"], request.recompute)
    payer, ratio = Payer(request.settings), request.bonus_ratio
    if request.is_main and ratio is not None:
        raise Refused("--bonus-ratio goes with --wager bonus, which reports both parts")
    if not request.is_main and ratio is None:
        if request.strategy is not None:
            raise Refused("--strategy: a bonus alone has no decision; add --bonus-ratio")
        # Nothing is decided, and the dealer's hand does not matter.
        ended = (payer.pays_of(one).bonus._replace(combinations=one.number) for one in hands)
        return {"method": "exact", **summarise(merge_best_first(ended))}
    best = figures(settle_all(hands, payer, optimum(payer, ratio or NONE)), ratio)
    if request.strategy is None:
        return {"method": "exact", **best}
    threshold = strategy.read_threshold(request.strategy, hands, payer, ratio or NONE)
    settled = settle_all(hands, payer, lambda hands, spread: hands.score >= threshold)
    found = figures(settled, ratio)
    words = strategy.describe(threshold, hands)
    return {"method": "exact", **with_cost(found, best, request.strategy, words)}


def count_of(request: Request) -> Count | None:
    return strategy.count_hands(request.settings.rulings["ace"])


def shipped_counts() -> Iterable[Count]:
    for ace in ("high-low", "high"):
        yield strategy.count_hands(ace)


class Settled(NamedTuple):
    """One kind of hand: its pays, and how its dealer's hands add up when played or folded."""

    pays: Pays
    played: Spread
    folded: int


def optimum(payer: Payer, ratio: Fraction) -> Plays:
    """Play where that is worth more than folding; where it is worth the same, fold."""
    return lambda hands, spread: strategy.gain(spread, payer.pays_of(hands), ratio) > 0


def settle_all(dealt: Iterable[Hands], payer: Payer, plays: Plays) -> Iterator[Settled]:
    """Every hand, played or folded; of the spreads that are played the deals are added up, and
    their ``hands`` stay a number of hands."""
    for hands in dealt:
        played = [spread for spread in hands.spreads if plays(hands, spread)]
        deals = (sum(spread[place] * spread.hands for spread in played) for place in range(4))
        count = sum(spread.hands for spread in played)
        yield Settled(payer.pays_of(hands), Spread._make((*deals, count)), hands.number - count)


def cells(settled: Iterable[Settled]) -> Iterator[Cell]:
    """How every deal ends, Ante and bonus together."""
    for one in settled:
        bonus, deals = one.pays.bonus, one.played
        lost = deals.hands * DEALERS - sum(deals[:4])
        yield Cell(_won(one.pays, 0, 0), bonus, deals.unqualified)
        yield Cell(_won(one.pays, 3, 1), bonus, deals.beaten_three)
        yield Cell(_won(one.pays, 4, 1), bonus, deals.beaten_four)
        yield Cell(TIED, bonus, deals.tied)
        yield Cell(BEATEN, bonus, lost)
        yield Cell(FOLDED, BONUS_FOLDED, one.folded * DEALERS)


def _won(pays: Pays, qualified: int, play: int) -> Outcome:
    odds, row = pays.over[qualified]
    event = "dealer beaten" if play else "dealer without a Duki"
    return Outcome(
        f"{event}, {row}" if row else event,
        f"ante {odds}, play {'1 to 1' if play else 'pushes'}",
        0,
        TWO,
        pays.nets[qualified] + play,
    )


def figures(every: Iterable[Settled], ratio: Fraction | None) -> Figures:
    """The answer for an Ante, or for an Ante with a bonus beside it."""
    settled = list(every)
    ended = [cell for cell in cells(settled) if cell.combinations]
    if ratio is None:
        outcomes = [cell.main._replace(combinations=cell.combinations) for cell in ended]
        found = summarise(merge_best_first(outcomes))
    else:
        found = summarise_jointly(ended, ("ante", "bonus"), ratio)
    actions = {
        "play": sum(one.played.hands for one in settled),
        "fold": sum(one.folded for one in settled),
    }
    return {**found, "actions": frequencies(actions)}
