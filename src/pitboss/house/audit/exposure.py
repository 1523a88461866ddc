"""How much of the log could be rewritten unseen: what came after the last head that has left the
house, for whoever holds the database and the key. Whatever came before is bound by that head."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from pitboss.house.audit.checks import is_signed
from pitboss.house.audit.integrity import recorded_keys
from pitboss.house.store import Transaction, departures
from pitboss.house.store.departures import Departure
from pitboss.house.store.entries import Head


class Exposure(NamedTuple):
    """Of one destination: the last head that has left to there, how many entries, rounds and
    seconds came after it, how many heads wait to leave and why. Where none has left that is
    everything, and not counted."""

    destination: str
    last: Departure | None
    entries: int
    rounds: int
    seconds: float
    waiting: int
    why: str


def read_exposure(
    transaction: Transaction, destinations: Iterable[str], now: datetime
) -> list[Exposure]:
    """For each destination, the best one first."""
    found = [_read(transaction, destination, now) for destination in destinations]
    return sorted(found, key=lambda each: (each.last is None, each.seconds))


def _read(transaction: Transaction, destination: str, now: datetime) -> Exposure:
    last = departures.read_last(transaction, destination)
    waiting = departures.count_waiting(transaction, destination)
    why = departures.read_state(transaction, destination).why
    if last is None:
        return Exposure(destination, None, 0, 0, 0.0, waiting, why)
    after = departures.count_since(transaction, last.head_at)
    return Exposure(destination, last, *after, age(last.head_at, now), waiting, why)


def age(at: str, now: datetime) -> float:
    """Seconds since a time as the log has it."""
    return max((now - datetime.fromisoformat(at)).total_seconds(), 0.0)


def find_signer(head: Head, keys: list[str]) -> str:
    """The public key that a head is signed with; nothing where the log records none that fits."""
    return next((key for key in keys if is_signed(head.body, head.signature, [key])), "")


def read_kept_head(transaction: Transaction, number: int) -> dict[str, Any] | None:
    """A head as ``pitboss verify --head`` takes it, with its key, where it has left to, and its
    timestamp, if it has one."""
    head = departures.find_head(transaction, number)
    if head is None:
        return None
    left = departures.read_of(transaction, number)
    tokens = [each.token for each in left if each.token]
    return {
        "head": json.loads(head.body),
        "key": find_signer(head, recorded_keys(transaction)),
        "signature": head.signature,
        "left": [{"destination": each.destination, "left_at": each.left_at} for each in left],
        **({"timestamp": tokens[0]} if tokens else {}),
    }
