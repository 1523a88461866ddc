"""The streams of rounds that are dealt for the battery: decks by ``deal_deck``, as a house does it.

What each stream is, is said in the package's docstring.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rounds.derivation import deal_deck, derived
from pitboss.rounds.shuffle import Bytes

LABEL = "pitboss evidence 1"
STREAMS = tuple(range(20))
ROUNDS = 50_000
SHORT_STREAMS = (0, 8, 12, 18)
SHORT_ROUNDS = 7_500
GAMES = ("buyout", "duki", "super-omaha", "holdout")

Decks = NDArray[np.uint8]
"""A row for each round, its cards from the top."""


class Deal(NamedTuple):
    """All that a deck is made of."""

    seed: str
    table: str
    number: int
    added: dict[int, str]


def digest(*parts: object) -> str:
    return sha256(":".join(map(str, parts)).encode()).hexdigest()


def deal_of(stream: int, number: int, label: str = LABEL) -> Deal:
    """The deal of a stream's round."""
    table = f"{GAMES[stream % 4]}-{stream:08x}"
    if stream < 8:
        return Deal(digest(label, stream, number), table, number, {})
    if stream < 12:
        words = {1: f"word {number}", 3: digest("word", stream, number)[:16], 6: "naïve ☂"}
        return Deal(digest(label, stream, number), table, number, words)
    if stream < 16:
        return Deal((stream * 10**9 + number).to_bytes(32, "big").hex(), table, number, {})
    one = digest(label, stream)
    if stream < 18:
        return Deal(one, table, number, {})
    return Deal(one, table, 1, {2: f"{number}"})


def deals(stream: int, rounds: int, label: str = LABEL) -> Iterator[Deal]:
    return (deal_of(stream, number, label) for number in range(1, rounds + 1))


def decks_of(
    stream: int,
    rounds: int,
    label: str = LABEL,
    deck_of: Callable[[Deal], tuple[int, ...]] = lambda deal: deal_deck(*deal),
) -> Decks:
    """The decks of a stream's first rounds."""
    cards = b"".join(bytes(deck_of(deal)) for deal in deals(stream, rounds, label))
    return np.frombuffer(cards, np.uint8).reshape(rounds, -1)


def bytes_of(deal: Deal) -> Bytes:
    """The stream of bytes from which a deal's deck is shuffled."""
    return derived(*deal)
