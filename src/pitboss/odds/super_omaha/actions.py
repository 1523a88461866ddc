"""The best action of every Super Omaha state in one small file, and how one state is found in it.

The file is described in ``docs/optimum.md``. Nothing but Python is needed to read it: a Flop is
brought to the suits that its class is kept under, the hand with it, and the hand's number says
where its two bits are in the Flop's block.
"""

import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cards import format_cards
from pitboss.refusal import Refused

MAGIC = b"PBOPT\x01\r\n"
HEAD = struct.Struct("<8sI")
FLOP = struct.Struct("<3BxI")
"""The magic with the head's length; of a Flop its cards, and where its block ends."""

NAMES = ("fold", "1x", "3x")
"""The actions by their two bits."""

HANDS = comb(52, 4)
RANKS, SUITS = 13, 4
HAND, FLOP_CARDS = 4, 3
BLOCKS_KEPT = 64
"""Flops that a reader keeps unpacked, 68 kB each."""

Cards = tuple[int, ...]


class State(NamedTuple):
    """A Flop and a hand under the suits of their class."""

    flop: Cards
    hand: Cards


@cache
def _recolourings() -> list[tuple[int, ...]]:
    """All 52 cards under each change of suits."""
    return [
        tuple(card & ~3 | suits[card & 3] for card in range(52))
        for suits in permutations(range(SUITS))
    ]


def canonical(hand: Sequence[int], flop: Sequence[int]) -> State:
    """The first Flop of its class, and of the hands that still fit the first by its highest card,
    then the next."""
    turned = [(sorted([new[card] for card in flop]), new) for new in _recolourings()]
    first = min(cards for cards, _ in turned)
    hands = [
        sorted([new[card] for card in hand], reverse=True)
        for cards, new in turned
        if cards == first
    ]
    return State(tuple(first), tuple(reversed(min(hands))))


@cache
def _starts() -> list[int]:
    """Where the hands of each multiset of four ranks start."""
    every = combinations_with_replacement(range(RANKS), HAND)
    starts, total = [], 0
    for ranks in sorted(every, key=lambda ranks: ranks[::-1]):
        starts.append(total)
        total += prod(comb(SUITS, ranks.count(rank)) for rank in set(ranks))
    assert total == HANDS
    return starts


def number(hand: Iterable[int]) -> int:
    """The number of a hand of four among all 270,725: by ranks, the highest first, then by suits
    of the highest rank, then of the next."""
    cards = sorted(hand)
    place = sum([comb((card >> 2) + n, n + 1) for n, card in enumerate(cards)])
    suits, end = 0, len(cards)
    while end:
        start = end - 1
        while start and cards[start - 1] >> 2 == cards[start] >> 2:
            start -= 1
        size = end - start
        among = sum([comb(cards[start + n] & 3, n + 1) for n in range(size)])
        suits = suits * comb(SUITS, size) + among
        end = start
    return _starts()[place] + suits


class Actions:
    """An actions file, held against its own digest when it is opened."""

    def __init__(self, path: Path) -> None:
        try:
            data = path.read_bytes()
            magic, length = HEAD.unpack_from(data)
            if magic != MAGIC:
                raise ValueError
            head: Mapping[str, Any] = json.loads(data[HEAD.size : HEAD.size + length])
            body = memoryview(data)[HEAD.size + length :]
            whole = sha256(body).hexdigest() == head["sha256"]
        except OSError as error:
            raise Refused(f"{path}: cannot be read: {error.strerror or error}") from None
        except (KeyError, TypeError, ValueError, struct.error):
            raise Refused(f"{path}: no file of actions; solve --optimum makes one") from None
        if not whole:
            raise Refused(f"{path}: is damaged, its digest differs; make it anew")
        self.head = head
        self._blocks = self._find_blocks(body, head["flops"])
        self._unpacked = lru_cache(maxsize=BLOCKS_KEPT)(self._unpack)

    @staticmethod
    def _find_blocks(body: memoryview, flops: int) -> dict[Cards, memoryview]:
        start = flops * FLOP.size
        blocks = {}
        for *cards, end in FLOP.iter_unpack(body[:start]):
            blocks[tuple(cards)] = body[start:end]
            start = end
        return blocks

    def _unpack(self, flop: Cards) -> bytes:
        return zlib.decompress(self._blocks[flop])

    @property
    def flops(self) -> list[Cards]:
        return list(self._blocks)

    def best(self, hand: Sequence[int], flop: Sequence[int]) -> str:
        """The best action of a hand of four on a Flop of three."""
        check_state(hand, flop)
        state = canonical(hand, flop)
        if state.flop not in self._blocks:
            raise Refused(f"flop {format_cards(flop)}: is not in this file")
        place = number(state.hand)
        return NAMES[self._unpacked(state.flop)[place >> 2] >> 2 * (place & 3) & 3]


def check_state(hand: Sequence[int], flop: Sequence[int]) -> None:
    """Four and three cards, all different."""
    for what, cards, size in (("hand", hand, HAND), ("flop", flop, FLOP_CARDS)):
        if len(cards) != size:
            raise Refused(f"{what} has {len(cards)} cards; it needs {size}")
    seen = {*hand, *flop}
    if len(seen) < HAND + FLOP_CARDS or not seen <= set(range(52)):
        raise Refused("hand and flop: seven different cards of one deck are needed")


def join(head: Mapping[str, object], blocks: Mapping[Cards, bytes]) -> bytes:
    """A file of the blocks by Flop, with the head and the digest of all that comes after it."""
    end = len(blocks) * FLOP.size
    index, parts = bytearray(), []
    for flop, block in blocks.items():
        end += len(block)
        index += FLOP.pack(*flop, end)
        parts.append(block)
    body = bytes(index) + b"".join(parts)
    whole = {**head, "flops": len(blocks), "sha256": sha256(body).hexdigest()}
    text = json.dumps(whole, separators=(",", ":")).encode()
    return HEAD.pack(MAGIC, len(text)) + text + body
