"""A session, found slowly: every sum of every round in whole numbers of deals."""

from collections import Counter
from fractions import Fraction

Round = dict[Fraction, int]
"""How many deals of a round end with each net."""


def sums(one: Round, rounds: int) -> dict[Fraction, Fraction]:
    """What so many rounds come to."""
    ways: Counter[Fraction] = Counter({Fraction(0): 1})
    for _ in range(rounds):
        after: Counter[Fraction] = Counter()
        for total, number in ways.items():
            for net, deals in one.items():
                after[total + net] += number * deals
        ways = after
    return {total: Fraction(n, sum(one.values()) ** rounds) for total, n in ways.items()}


def ruin(one: Round, money: Fraction, most: Fraction, rounds: int) -> Fraction:
    """The chance that the money once no longer covers what a round may ask for."""
    ways: Counter[Fraction] = Counter({money: 1})
    ruined, deals_of_all = Fraction(0), 1
    for _ in range(rounds):
        deals_of_all *= sum(one.values())
        after: Counter[Fraction] = Counter()
        for left, number in ways.items():
            for net, deals in one.items():
                after[left + net] += number * deals
        gone = [left for left in after if left < most]
        ruined += Fraction(sum(after.pop(left) for left in gone), deals_of_all)
        ways = after
    return ruined


def longest_fall(one: Round, rounds: int) -> Fraction:
    """The mean of the largest fall from the highest money so far."""
    ways: Counter[tuple[Fraction, Fraction]] = Counter({(Fraction(0), Fraction(0)): 1})
    for _ in range(rounds):
        after: Counter[tuple[Fraction, Fraction]] = Counter()
        for (down, worst), number in ways.items():
            for net, deals in one.items():
                now = max(Fraction(0), down - net)
                after[now, max(worst, now)] += number * deals
        ways = after
    total = sum((worst * number for (_, worst), number in ways.items()), Fraction(0))
    return total / Fraction(sum(one.values()) ** rounds)
