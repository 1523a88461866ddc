"""Figures of Duki's wagers: optimal play, a given strategy, the bonus alone or beside an Ante."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.duki.hands import DEALERS, Hands, Spread
from pitboss.odds.duki.pays import Payer, Pays
from pitboss.odds.figures import (
    Cell,
    Figures,
    Outcome,
    frequencies,
    merge,
    summarise,
    summarise_jointly,
)

TWO = Fraction(2)
FOLDED = Outcome("fold", "", 0, net=Fraction(-1))
TIED = Outcome("tie", "ante and play push", 0, TWO)
BEATEN = Outcome("beaten", "", 0, TWO, Fraction(-2))
BONUS_FOLDED = Outcome("folded", "", 0, net=Fraction(-1))

Plays = Callable[[Hands, Spread], bool]
"""Whether such hands are played."""


class Settled(NamedTuple):
    """One kind of hand: its pays, and how its dealer's hands add up when played or folded."""

    hands: Hands
    pays: Pays
    played: Spread
    folded: int


def gain(spread: Spread, pays: Pays, ratio: Fraction) -> Fraction:
    """What playing such hands is better than folding them, times the dealer's hands."""
    played = (
        spread.unqualified * pays.nets[0]
        + spread.beaten_three * (pays.nets[3] + 1)
        + spread.beaten_four * (pays.nets[4] + 1)
        - 2 * spread.lost
    )
    return played + DEALERS * (1 + ratio * (pays.bonus.net + 1))


def optimum(payer: Payer, ratio: Fraction) -> Plays:
    """Play where that is worth more than folding; where it is worth the same, fold."""
    return lambda hands, spread: gain(spread, payer.pays(hands.score, hands.example), ratio) > 0


def settle_all(all_hands: Iterable[Hands], payer: Payer, plays: Plays) -> list[Settled]:
    """Every hand, played or folded."""
    return [_settle(hands, payer.pays(hands.score, hands.example), plays) for hands in all_hands]


def _settle(hands: Hands, pays: Pays, plays: Plays) -> Settled:
    """Add up the deals of the spreads that are played; their ``hands`` stay a number of hands."""
    played = [spread for spread in hands.spreads if plays(hands, spread)]
    deals = [sum(s[place] * s.hands for s in played) for place in range(4)]
    count = sum(spread.hands for spread in played)
    folded = sum(spread.hands for spread in hands.spreads) - count
    return Settled(hands, pays, Spread(deals[0], deals[1], deals[2], deals[3], count), folded)


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


def figures(settled: list[Settled], ratio: Fraction | None) -> Figures:
    """The answer for an Ante, or for an Ante with a bonus beside it."""
    ended = [cell for cell in cells(settled) if cell.combinations]
    if ratio is None:
        outcomes = [cell.main._replace(combinations=cell.combinations) for cell in ended]
        found = summarise(in_order(merge(outcomes)))
    else:
        found = summarise_jointly(ended, ("ante", "bonus"), ratio)
    actions = {
        "play": sum(one.played.hands for one in settled),
        "fold": sum(one.folded for one in settled),
    }
    return {**found, "actions": frequencies(actions)}


def in_order(outcomes: list[Outcome]) -> list[Outcome]:
    """The best outcome first."""
    return sorted(outcomes, key=lambda outcome: -outcome.net)


def figures_of_bonus(all_hands: Iterable[Hands], payer: Payer) -> Figures:
    """The bonus made alone: nothing is decided, and the dealer's hand does not matter."""
    outcomes = []
    for hands in all_hands:
        count = sum(spread.hands for spread in hands.spreads)
        pays = payer.pays(hands.score, hands.example)
        outcomes.append(pays.bonus._replace(combinations=count))
    return summarise(in_order(merge(outcomes)))
