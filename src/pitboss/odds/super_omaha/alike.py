"""Hands that a change of suits makes alike on a Flop."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.ranks import Array


def keys_of(hands: Array) -> Array:
    """A number for each hand of rising cards: by the highest card, then the next."""
    keys: Array = hands @ np.array([1, 1 << 6, 1 << 12, 1 << 18])
    return keys


def least_keys(hands: Array, flop: Sequence[int]) -> Array:
    """For each hand the least number of those alike."""
    least = np.full(len(hands), 1 << 24, np.int64)
    for suits in permutations(range(4)):
        turned = np.array([card & ~3 | suits[card & 3] for card in DECK], np.int64)
        if sorted(turned[list(flop)]) == sorted(flop):
            least = np.minimum(least, keys_of(np.sort(turned[hands], axis=1)))
    return least


def first_of_alike(hands: Array, flop: Sequence[int]) -> tuple[Array, Array]:
    """The places of hands that come first among those alike, and how many each stands for."""
    _, first, alike = np.unique(least_keys(hands, flop), return_index=True, return_counts=True)
    return first, alike
