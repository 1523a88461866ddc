"""The shuffle: Fisher-Yates over bytes of the operating system, without bias.

A byte is used only if it lies below the largest multiple of the choices left, so each choice is
equally likely; the others are thrown away. A seed gives a repeatable stream of bytes for practice,
tests and simulation.
"""

import os
from collections.abc import Callable
from hashlib import shake_256

from pitboss.cards import DECK

Bytes = Callable[[int], bytes]
"""Gives that many fresh random bytes."""

_BLOCK = 80
_USABLE = [0, *(256 - 256 % choices for choices in range(1, 53))]


def shuffle(take: Bytes = os.urandom, cards: tuple[int, ...] = DECK) -> tuple[int, ...]:
    """The cards in random order, top card first."""
    deck = list(cards)
    usable = _USABLE
    choices = len(deck)
    while choices > 1:
        for byte in take(_BLOCK):
            if byte < usable[choices]:
                pick = byte % choices
                choices -= 1
                deck[choices], deck[pick] = deck[pick], deck[choices]
                if choices == 1:
                    break
    return tuple(deck)


def seeded(seed: str) -> Bytes:
    """A repeatable stream of bytes: SHAKE-256 over the seed and a counter."""
    counter = 0

    def take(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return shake_256(f"pitboss shuffle 1:{counter}:{seed}".encode()).digest(count)

    return take
