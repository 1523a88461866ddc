"""Hands of a deck, each known by its number among all hands of its size, and their classes."""

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.odds.compiled import compiled

Array = npt.NDArray[Any]

LARGEST = 8
BINOMIALS = np.array([[comb(n, k) for k in range(LARGEST + 1)] for n in range(53)], np.int64)


@compiled
def all_hands(cards: int, size: int) -> Array:
    """Every hand with its cards rising, in the order of ``number_of``."""
    total = 1
    for place in range(size):
        total = total * (cards - place) // (place + 1)
    hands = np.empty((total, size), np.uint8)
    hand = np.arange(size)
    for number in range(total):
        for place in range(size):
            hands[number, place] = hand[place]
        place = 0
        while place < size - 1 and hand[place] + 1 == hand[place + 1]:
            hand[place] = place
            place += 1
        hand[place] += 1
    return hands


@compiled
def number_of(hand: Array, binomials: Array) -> int:
    """The number of a hand whose cards rise."""
    number = 0
    for place in range(len(hand)):
        number += binomials[hand[place], place + 1]
    return number


def hand_classes(cards: int, size: int, relabel: bool) -> tuple[Array, Array]:
    """A hand of each class that differs by a change of suits alone, and how many the class has."""
    hands = all_hands(cards, size)
    ways = _ways(hands) if relabel else np.ones(len(hands), np.int64)
    return hands[ways > 0], ways[ways > 0]


@compiled
def _ways(hands: Array) -> Array:
    """How many hands a class has, at the hand whose suits stand in falling order; 0 at others."""
    ways = np.zeros(len(hands), np.int64)
    for number in range(len(hands)):
        suits = [0, 0, 0, 0]
        for card in hands[number]:
            suits[card & 3] |= 1 << (card >> 2)
        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
            arrangements, run = 24, 1
            for place in range(1, 4):
                run = run + 1 if suits[place] == suits[place - 1] else 1
                arrangements //= run
            ways[number] = arrangements
    return ways
