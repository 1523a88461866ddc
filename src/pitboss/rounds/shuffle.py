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
_USABLE = [0, 0, *(256 - 256 % choices for choices in range(2, 53))]
"""Bytes below this choose among so many cards; a single card is not chosen."""


def shuffle(take: Bytes = os.urandom, cards: tuple[int, ...] = DECK) -> tuple[int, ...]:
    """The cards in random order, top card first."""
    deck = list(cards)
    choices = len(deck)
    usable = _USABLE[choices]
    while choices > 1:
        for byte in take(_BLOCK):
            if byte < usable:
                pick = byte % choices
                choices -= 1
                deck[choices], deck[pick] = deck[pick], deck[choices]
                usable = _USABLE[choices]
    return tuple(deck)


def seeded(seed: str) -> Bytes:
    """A repeatable stream of bytes: SHAKE-256 over the seed and a counter."""
    counter = 0

    def take(count: int) -> bytes:
        nonlocal counter
        counter += 1
        return shake_256(f"pitboss shuffle 1:{counter}:{seed}".encode()).digest(count)

    return take
