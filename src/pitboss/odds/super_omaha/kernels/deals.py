"""Deals counted by what they show: the High Hand, and the jackpots' five and seven cards.

Cards are dealt in patterns: the ranks of the one suit that may matter, and the other ranks. One
deal of a pattern stands for all of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.games.super_omaha.bonuses import five_card_events, seven_card_events
from pitboss.odds.compiled import compiled
from pitboss.odds.ranks import Array, tables
from pitboss.odds.super_omaha.kernels.boards import Rules, Scratch, new_scratch, read_board
from pitboss.odds.super_omaha.kernels.classes import (
    RANKS,
    Classes,
    plain_classes,
    shapes,
    suited_classes,
)

CATEGORIES = 11


class Pattern(NamedTuple):
    """Suited ranks, at least as many as matter or none, the other ranks, and how many deals."""

    suited: tuple[int, ...]
    others: tuple[int, ...]
    ways: int


def patterns(size: int, least: int) -> Iterator[Pattern]:
    """All deals of so many cards, where ``least`` of a suit matter; two suits cannot have them."""
    assert size < 2 * least
    plain: Counter[tuple[int, ...]] = Counter()
    for count in range(least, size + 1):
        for suited in combinations(range(RANKS), count):
            for others in combinations_with_replacement(range(RANKS), size - count):
                ways = 4 * _choices(others, 3)
                if ways:
                    plain[tuple(sorted(suited + others))] -= ways
                    yield Pattern(suited, others, ways)
    for others in combinations_with_replacement(range(RANKS), size):
        ways = plain[others] + _choices(others, 4)
        if ways:
            yield Pattern((), others, ways)


def _choices(ranks: tuple[int, ...], suits: int) -> int:
    """In how many ways cards of these ranks can be taken from so many suits."""
    return prod(comb(suits, ranks.count(rank)) for rank in set(ranks))


def count_high_hand() -> list[int]:
    """All boards with all hands of four, by the category of the best Omaha hand."""
    rules = Rules(tables(), shapes())
    totals = [0] * CATEGORIES
    work = new_scratch(len(suited_classes().parts))
    for suited, others, ways in patterns(5, 3):
        classes = suited_classes() if suited else plain_classes()
        _fill_capacity(work.capacity, suited, others)
        board = np.array([4 * rank for rank in (*suited, *others)], np.uint8)
        bits = sum(1 << rank for rank in suited)
        found = np.zeros(CATEGORIES, np.int64)
        _count_categories(rules, classes, (board, bits), work, found)
        assert found.sum() == comb(47, 4)
        totals = [total + ways * int(count) for total, count in zip(totals, found, strict=True)]
    return totals


def _fill_capacity(capacity: Array, suited: tuple[int, ...], others: tuple[int, ...]) -> None:
    capacity[:RANKS] = 3 if suited else 4
    capacity[RANKS:] = 1 if suited else 0
    for rank in suited:
        capacity[RANKS + rank] = 0
    for rank in others:
        capacity[rank] -= 1


@compiled
def _count_categories(
    rules: Rules, classes: Classes, board: tuple[Array, int], work: Scratch, found: Array
) -> None:
    """The hands that a board leaves, by category."""
    read_board(rules, board[0], board[1], work)
    for c in range(len(classes.others)):
        if work.alive[classes.suited[c]]:
            level = max(work.rank_levels[classes.ranks[c]], work.set_levels[classes.suited[c]])
            category = rules.tables.categories[work.level_orders[level]]
            found[category] += work.weights[classes.others[c]]


def count_five_cards() -> dict[str, int]:
    """All five-card hands, by the events they meet, joined by blanks."""
    return _count_events(5, 4, lambda pattern, suit: five_card_events(deal(pattern, suit)))


def count_seven_cards() -> dict[str, int]:
    """All seven-card hands, by the events they meet; suit 0 is that of the suit-specific royal."""

    @cache
    def suited_events(suited: tuple[int, ...], suit: int) -> set[str]:
        """Five of a suit leave two cards: no full house, so it is a flush, whatever they are."""
        others = [rank for rank in range(RANKS) if rank not in suited][: 7 - len(suited)]
        return seven_card_events(deal(Pattern(suited, tuple(others), 1), suit), 0)

    def events(pattern: Pattern, suit: int) -> set[str]:
        if pattern.suited:
            return suited_events(pattern.suited, suit)
        return seven_card_events(deal(pattern, suit), 0)

    return _count_events(7, 5, events)


def _count_events(
    size: int, least: int, events_of: Callable[[Pattern, int], set[str]]
) -> dict[str, int]:
    found: Counter[str] = Counter()
    for pattern in patterns(size, least):
        suits = 4 if pattern.suited else 1
        for suit in range(suits):
            found[" ".join(sorted(events_of(pattern, suit)))] += pattern.ways // suits
    assert sum(found.values()) == comb(52, size)
    return dict(sorted(found.items()))


def deal(pattern: Pattern, suit: int) -> tuple[int, ...]:
    """Cards of a pattern, the suited ones first; the others in turn from the other suits."""
    suits: Sequence[int] = [s for s in range(4) if s != suit] if pattern.suited else range(4)
    others = [4 * rank + suits[n % len(suits)] for n, rank in enumerate(pattern.others)]
    return (*(4 * rank + suit for rank in pattern.suited), *others)
