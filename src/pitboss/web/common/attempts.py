"""How often one may try to log in, counted in the database, so that several servers count together.

Whoever guesses uses up their own attempts: those of a name from an address. A name has a wide limit
of its own, for someone who guesses from many addresses; an address from which that name has logged
in before does not meet it, so nobody keeps others out of their accounts by guessing.
"""

from datetime import datetime
from math import ceil
from typing import NamedTuple

from pitboss.house.access import Rate, RateLimited, address_key, short_key
from pitboss.house.store import Transaction, people
from pitboss.house.store.entries import Unit

PAIR = Rate(5, 300)
ADDRESS = Rate(20, 60)
NAME = Rate(300, 3_600)
"""Two addresses that use up all of theirs take less than half of it."""

KNOWN_SECONDS = 90 * 86_400
FORGET_SECONDS = 86_400
"""After so long every bucket is full again."""


class Bucket(NamedTuple):
    """Attempts of one kind that are left."""

    key: str
    what: str
    rate: Rate


def take(unit: Unit, name: str, address: str, now: datetime) -> None:
    """One attempt, or a refusal; before the password is looked at. ``name`` is folded already."""
    transaction, at = unit.transaction, now.timestamp()
    who, where = short_key(name), address_key(address)
    buckets = [
        Bucket(f"pair {who} {where}", "logins under one name from one address", PAIR),
        Bucket(f"address {where}", "logins from one address", ADDRESS),
    ]
    if not _is_known(transaction, who, where, at):
        buckets.append(Bucket(f"name {who}", "logins under one name", NAME))
    left = {bucket.key: _left(transaction, bucket, at) for bucket in buckets}
    for key, tokens in left.items():
        people.keep_attempts(transaction, key, tokens - 1, at)


def know(unit: Unit, name: str, address: str, now: datetime) -> None:
    """The address is one from which this name logs in; what was used up there is given back."""
    who, where, at = short_key(name), address_key(address), now.timestamp()
    people.keep_attempts(unit.transaction, f"known {who} {where}", 1.0, at)
    people.keep_attempts(unit.transaction, f"pair {who} {where}", PAIR.tokens, at)


def forget(transaction: Transaction, now: datetime) -> None:
    """What no longer counts."""
    at = now.timestamp()
    people.forget_attempts(transaction, at - FORGET_SECONDS, at - KNOWN_SECONDS)


def _is_known(transaction: Transaction, who: str, where: str, at: float) -> bool:
    found = people.read_attempts(transaction, f"known {who} {where}")
    return found is not None and at - found[1] < KNOWN_SECONDS


def _left(transaction: Transaction, bucket: Bucket, at: float) -> float:
    """At least one, or a refusal; a clock that was set back gives nothing away."""
    tokens, seconds = bucket.rate
    before, since = people.read_attempts(transaction, bucket.key) or (tokens, at)
    left = min(tokens, before + max(0.0, at - since) * tokens / seconds)
    if left < 0.999_999:
        raise RateLimited(bucket.what, bucket.rate, ceil((1 - left) * seconds / tokens))
    return left
