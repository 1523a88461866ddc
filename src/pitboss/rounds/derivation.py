"""The deck that comes of a sealed seed and of what players have added to it: docs/fair.md has every
byte of it."""

import hmac
from collections.abc import Mapping
from hashlib import sha256

from pitboss.rounds.shuffle import Bytes, shuffle


def derived(seed: str, table: str, number: int, added: Mapping[int, str]) -> Bytes:
    """The stream of a table's round: HMAC-SHA-256 under the seed, block after block, over the
    table, the round, what each seat has added in the order of seats, and the block's number."""
    key = bytes.fromhex(seed)
    words = "".join(f"{seat}:{text.encode().hex()}\n" for seat, text in sorted(added.items()))
    place = f"pitboss deal 1\n{table}\n{number}\n{words}"
    made, block = b"", 0

    def take(count: int) -> bytes:
        nonlocal made, block
        while len(made) < count:
            made += hmac.digest(key, f"{place}{block}".encode(), sha256)
            block += 1
        taken, made = made[:count], made[count:]
        return taken

    return take


def deal_deck(seed: str, table: str, number: int, added: Mapping[int, str]) -> tuple[int, ...]:
    """The deck of a table's round, top card first."""
    return shuffle(derived(seed, table, number, added))


def commitment_of(seed: str) -> str:
    """What everybody sees of a seed before they wager: SHA-256 over it as canonical JSON."""
    return sha256(f'{{"seed":"{seed}"}}'.encode()).hexdigest()
