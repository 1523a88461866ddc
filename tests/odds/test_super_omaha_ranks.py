"""Hands ranked in batches are ranked as the rules rank them, and as another library does."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from phevaluator import _pheval

from benchmarks.omaha_boards import rank_board
from pitboss.cards import parse_cards
from pitboss.cards.lookup import lookup
from pitboss.cards.poker import category_of, rank_five
from pitboss.games.super_omaha.score import read_board, score
from pitboss.odds.ranks import DISTINCT_RANKS, tables
from pitboss.odds.super_omaha.kernels.ranks import rank_omaha_batch


def random_deals(count: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).random((count, 52)).argsort(axis=1)[:, :9]


def test_there_are_as_many_ranks_as_different_hands():
    """1,277 sets of five ranks as high cards and as flushes, 10 straights of each kind, ..."""
    by_category = np.bincount(tables().categories[1:])
    assert by_category.tolist() == [0, 1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]
    assert by_category.sum() == DISTINCT_RANKS
    assert (np.diff(tables().ranks) > 0).all()
    plain = lookup().plain
    found = tables().ranks[tables().plain]
    assert (found[: len(plain)] == np.array(plain)).all()
    assert not found[len(plain) :].any(), "the room beyond the largest hand holds no hand"


def test_random_hands_rank_as_at_the_table():
    deals = random_deals(2_000, 1)
    ranks = rank_omaha_batch(deals[:, :4], deals[:, 4:])
    for row, rank in zip(deals.tolist(), ranks.tolist(), strict=True):
        assert rank == score(row[:4], read_board(row[4:]))


def test_random_hands_compare_as_in_another_library():
    deals = random_deals(20_000, 2)
    ours = rank_omaha_batch(deals[:, :4], deals[:, 4:])
    theirs = np.array([-_pheval.evaluate_omaha_cards(*row[4:], *row[:4]) for row in deals.tolist()])
    places = [np.unique(ranks, return_inverse=True)[1] for ranks in (ours, theirs)]
    assert (places[0] == places[1]).all()


@pytest.mark.parametrize(
    "text", ["As Kd 9h 8h 3c", "Ts Js Qs 2s 2d", "6c 7c 8c 9c Tc", "4s 4d 4h 4c 9d"]
)
def test_all_hands_of_a_board_are_ranked_in_their_order(text: str):
    board = parse_cards(text)
    ranks = rank_board(np.array(board))
    rest = [card for card in range(52) if card not in board]
    hands = sorted(combinations(rest, 4), key=lambda hand: hand[::-1])
    assert len(ranks) == len(hands) == 178_365
    read = read_board(board)
    for place in Random(text).sample(range(len(hands)), 300):
        assert ranks[place] == score(hands[place], read)


def test_five_cards_of_two_and_three_are_the_best_of_sixty():
    hole, board = parse_cards("As Ad 2c 7h"), parse_cards("Ac Kh 9d 9s 4c")
    best = max(
        rank_five(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)
    )
    found = rank_omaha_batch(np.array([hole]), np.array([board]))
    assert found.tolist() == [best]
    assert category_of(best) == 7


@pytest.mark.parametrize(
    ("holes", "boards"),
    [
        ([[0, 1, 2]], [[4, 5, 6, 7, 8]]),
        ([[0, 1, 2, 52]], [[4, 5, 6, 7, 8]]),
        ([[0, 1, 2, -1]], [[4, 5, 6, 7, 8]]),
        ([[0, 1, 2, 3]], [[4, 5, 6, 7, 8], [9, 10, 11, 12, 13]]),
    ],
)
def test_what_are_no_hands_is_refused(holes: list[list[int]], boards: list[list[int]]):
    with pytest.raises(ValueError, match="needed"):
        rank_omaha_batch(np.array(holes), np.array(boards))


def test_no_hands_have_no_ranks():
    assert rank_omaha_batch(np.empty((0, 4), int), np.empty((0, 5), int)).shape == (0,)
