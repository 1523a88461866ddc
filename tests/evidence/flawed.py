"""Shuffles with a flaw, from the same streams of bytes: the battery must find each of them."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.rounds.derivation import deal_deck
from pitboss.rounds.shuffle import shuffle
from tests.evidence.streams import Deal, Decks, bytes_of, deals, decks_of, digest

Numbers = NDArray[np.int64]
Words = Callable[[Deal], Numbers]


def small(deal: Deal) -> Numbers:
    """A byte for each choice."""
    return np.frombuffer(bytes_of(deal)(51), np.uint8).astype(np.int64)


def large(deal: Deal) -> Numbers:
    """Two bytes for each choice: modulo 52 they favour none by more than one part in 1,260."""
    return np.frombuffer(bytes_of(deal)(102), np.uint16).astype(np.int64)


def exchanged(stream: int, rounds: int, words: Words, among: Callable[[int], int]) -> Decks:
    """Fisher and Yates over all rounds at once: the last card for one ``among`` so many."""
    numbers = np.stack([words(deal) for deal in deals(stream, rounds)])
    result = np.tile(np.array(DECK, np.uint8), (rounds, 1))
    rows = np.arange(rounds)
    for place, choices in enumerate(range(52, 1, -1)):
        picks = numbers[:, place] % among(choices)
        last = result[:, choices - 1].copy()
        result[:, choices - 1] = result[rows, picks]
        result[rows, picks] = last
    return result


def without_rejection(stream: int, rounds: int) -> Decks:
    """Bytes modulo the choices, and none thrown away."""
    return exchanged(stream, rounds, small, lambda choices: choices)


def one_too_few(stream: int, rounds: int) -> Decks:
    """A card is never left where it is: the range of the exchange is short by one."""
    return exchanged(stream, rounds, large, lambda choices: choices - 1)


def one_too_many(stream: int, rounds: int) -> Decks:
    """The range is long by one, cut off at the deck's end."""
    return exchanged(stream, rounds, large, lambda choices: min(choices + 1, 52))


def any_of_all(stream: int, rounds: int) -> Decks:
    """Every card for any of all 52, a known mistake of 1999."""
    return exchanged(stream, rounds, large, lambda choices: 52)


def stuck_bit(stream: int, rounds: int) -> Decks:
    """The fourth bit of every byte is set."""

    def deck_of(deal: Deal) -> tuple[int, ...]:
        take = bytes_of(deal)
        return shuffle(lambda count: bytes(byte | 8 for byte in take(count)))

    return decks_of(stream, rounds, deck_of=deck_of)


def few_seeds(stream: int, rounds: int) -> Decks:
    """Seeds of 16 bits: decks that are right each by itself and come again."""

    def deck_of(deal: Deal) -> tuple[int, ...]:
        seed = digest(int(digest(stream, deal), 16) % 65_536)
        return deal_deck(seed, deal.table, 1, {})

    return decks_of(stream, rounds, deck_of=deck_of)


def carried_over(stream: int, rounds: int) -> Decks:
    """Each round's deck is the one before it with its upper half alone shuffled."""
    fresh = decks_of(stream, rounds)
    result = np.array(fresh)
    for number in range(1, rounds):
        before = result[number - 1]
        order = fresh[number][fresh[number] < 26]
        result[number] = np.concatenate((before[26:], before[order]))
    return result


FLAWS: dict[str, tuple[Callable[[int, int], Decks], str]] = {
    "modulo without rejection": (without_rejection, "card by place"),
    "a range short by one": (one_too_few, "card by place"),
    "a range long by one": (one_too_many, "card by place"),
    "any card for any of all": (any_of_all, "card by place"),
    "a stuck bit": (stuck_bit, "card by place"),
    "seeds of 16 bits": (few_seeds, "first four cards again"),
    "half of the deck carried over": (carried_over, "place by place before"),
}
"""Each flaw, and a trial that must find it."""
