"""Omaha hands ranked in batches, against phevaluator's C extension called from Python."""

from collections.abc import Callable

import numpy as np
from phevaluator import _pheval

from benchmarks.measure import Figure, compare
from benchmarks.omaha_boards import rank_board
from pitboss.odds.super_omaha.kernels.ranks import rank_omaha_batch

PEER = "phevaluator's C extension"
HANDS = 20_000
BOARD = (43, 38, 33, 20, 3)


def random_deals(count: int) -> np.ndarray:
    """Nine different cards a row, the same at each run."""
    order = np.random.default_rng(1).random((count, 52)).argsort(axis=1)
    return order[:, :9].astype(np.uint8)


def ours(deals: np.ndarray) -> Callable[[], int]:
    holes, boards = deals[:, :4].copy(), deals[:, 4:].copy()

    def act() -> int:
        return len(rank_omaha_batch(holes, boards))

    return act


def ours_on_a_board() -> Callable[[], int]:
    board = np.array(BOARD, np.uint8)

    def act() -> int:
        return len(rank_board(board))

    return act


def theirs(deals: np.ndarray) -> Callable[[], int]:
    """Five board cards, then four hole cards; one call a hand."""
    rows = np.concatenate([deals[:, 4:], deals[:, :4]], axis=1).tolist()
    evaluate = _pheval.evaluate_omaha_cards

    def act() -> int:
        for row in rows:
            evaluate(*row)
        return len(rows)

    return act


def check(deals: np.ndarray) -> None:
    """Both rank alike: the same order, and ties where the other has ties."""
    own = rank_omaha_batch(deals[:, :4], deals[:, 4:])
    rows = np.concatenate([deals[:, 4:], deals[:, :4]], axis=1).tolist()
    other = np.array([-_pheval.evaluate_omaha_cards(*row) for row in rows])
    assert (
        np.unique(own, return_inverse=True)[1] == np.unique(other, return_inverse=True)[1]
    ).all()


def figures() -> list[Figure]:
    deals = random_deals(HANDS)
    check(deals)
    peer = theirs(deals)
    return [
        compare("omaha hands and boards at random", ours(deals), PEER, peer, 1),
        compare("omaha hands of one board, all", ours_on_a_board(), PEER, peer, 300),
    ]
