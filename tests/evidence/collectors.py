"""What a laboratory's own tools read: raw bytes of the derivation, and final decks.

Both come by the calls that deal (``derived`` and ``deal_deck``), for rounds 1, 2, 3 ... of one
table. Every round's seed is 32 bytes of the operating system, as in a house; with ``--label`` it is
the SHA-256 of "LABEL:0:round" instead, and the output can be made again. docs/shuffle.md has the
formats.
"""

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from math import factorial
from typing import BinaryIO

from pitboss.cards import format_cards
from pitboss.rounds.derivation import deal_deck, derived
from tests.evidence.streams import digest

TABLE = "duki-00000000"
AT_ONCE = 80
"""Bytes that the shuffle takes at once, and nearly always all that it needs."""

BITS = 216
"""Whole bytes of chance in a deck: 52! is between 2^225 and 2^226."""
USED = factorial(52) >> BITS << BITS


def seeds(label: str | None) -> Iterator[tuple[int, str]]:
    number = 0
    while True:
        number += 1
        yield number, digest(label, 0, number) if label else os.urandom(32).hex()


def raw(count: int, label: str | None) -> Iterator[bytes]:
    """The first 80 bytes of each round's stream, one round after the other."""
    for number, seed in seeds(label):
        if count <= 0:
            return
        yield derived(seed, TABLE, number, {})(min(AT_ONCE, count))
        count -= AT_ONCE


def decks(rounds: int, label: str | None) -> Iterator[tuple[int, ...]]:
    for number, seed in seeds(label):
        if number > rounds:
            return
        yield deal_deck(seed, TABLE, number, {})


def number_of(deck: tuple[int, ...]) -> int:
    """The deck's place among all 52! in the order of their cards, from 0 on."""
    left = list(range(len(deck)))
    number = 0
    for card in deck:
        place = left.index(card)
        number = number * len(left) + place
        del left[place]
    return number


def bits_of(deck: tuple[int, ...]) -> bytes:
    """27 bytes, each value as likely as the others if every deck is; of the last decks none."""
    number = number_of(deck)
    return (number % (1 << BITS)).to_bytes(BITS // 8, "big") if number < USED else b""


FORMATS: dict[str, Callable[[tuple[int, ...]], bytes]] = {
    "text": lambda deck: f"{format_cards(deck)}\n".encode(),
    "bytes": bytes,
    "bits": bits_of,
}


def write(options: Namespace, out: BinaryIO) -> None:
    parts: Iterable[bytes]
    if options.what == "raw":
        parts = raw(options.bytes, options.label)
    else:
        parts = map(FORMATS[options.format], decks(options.rounds, options.label))
    for part in parts:
        out.write(part)
