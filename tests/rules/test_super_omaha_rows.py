"""The rows by which Super Omaha hands are looked up: every board of five ranks, and its pairs."""

from itertools import combinations, combinations_with_replacement
from math import comb
from random import Random

from pitboss.cards.lookup import KEYS
from pitboss.cards.poker import rank_ranks
from pitboss.games.super_omaha.score import MARKS, boards, larger, plain_ranks, row_of_board


def test_every_board_has_a_row_with_the_best_rank_of_any_pair() -> None:
    """Five ranks of thirteen, not all one: 6,175 boards, and three pairs tried on each."""
    dice = Random("rows")
    pairs = list(combinations_with_replacement(range(13), 2))
    found = [five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4]]
    assert len(found) == len(boards()) == comb(17, 5) - 13 == 6_175
    for five in found:
        row = row_of_board(sum(KEYS[rank] for rank in five))
        for low, high in dice.sample(pairs, 3):
            if max((*five, low, high).count(rank) for rank in five) > 4:
                continue  # a deck has four of a rank
            best = max(rank_ranks(low, high, *three) for three in combinations(five, 3))
            assert plain_ranks()[row[MARKS[low] + MARKS[high]]] == best


def test_places_of_two_packed_rows_are_compared_each_by_itself() -> None:
    ones, others = (0, 7, 0x7FFF, 5), (0x7FFF, 7, 0, 6)
    packed = (sum(number << 16 * at for at, number in enumerate(row)) for row in (ones, others))
    both = larger(*packed)
    assert [both >> 16 * at & 0xFFFF for at in range(4)] == [0x7FFF, 7, 0x7FFF, 6]
