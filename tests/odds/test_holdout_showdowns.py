"""Showdowns ranked in batch equal the rules' own score."""

import numpy as np

from pitboss.games.holdout.score import score
from pitboss.odds.holdout.kernels.hands import rank_showdowns

HANDS = 2_000


def test_batch_equals_the_score_of_the_rules() -> None:
    dice = np.random.default_rng(1)
    deals = dice.random((HANDS, 52)).argsort(axis=1)[:, :9].astype(np.uint8)
    counts = dice.integers(1, 6, HANDS)
    ranks = rank_showdowns(deals[:, :5].copy(), counts, deals[:, 5:].copy())
    for row in range(HANDS):
        cards = [int(card) for card in deals[row]]
        assert ranks[row] == score(cards[: counts[row]], cards[5:])
