"""A head of the log: how far the chains had come at one moment, signed.

A head names the chains that have changed since the head before it, that head's hash, and a root
over all chains: so its size and its cost go with what has changed. Whoever keeps one head elsewhere
can show later that nothing before it was changed, for it binds all heads before it, and their
chains. A chain's place is SHA-256 of ``canonical([chain, version, hash])``; chains are put in 4,096
buckets by the first three digits of SHA-256 of their names; a bucket's hash is SHA-256 of the
places in it one after the other, in the order of the chains' names, and of an empty one 64 zeros;
the root is SHA-256 of all buckets' hashes in their order.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Protocol

from pitboss.house.log import START, canonical
from pitboss.house.store import Transaction, entries, heads
from pitboss.house.store.heads import End

DIGITS = 3
BUCKETS = tuple(f"{number:0{DIGITS}x}" for number in range(16**DIGITS))


class Signing(Protocol):
    """A key."""

    def sign(self, text: str) -> str: ...


def sign_head(
    transaction: Transaction, at: str, key: Signing, manifest: str, whole: bool = False
) -> entries.Head:
    """Sign where the chains stand, unless the last head says just that already. ``manifest`` is the
    digest of the manifest in force; ``whole`` looks at every chain instead of those that are known
    to have grown, as a start does."""
    last = entries.last_head(transaction)
    before = last.number if last else 0
    whole = whole or heads.stands_for(transaction) != before
    changed, removed = find_changes(transaction, before, whole)
    said = json.loads(last.body) if last else {}
    is_same = not changed and not removed and said.get("manifest") == manifest
    if is_same and whole:
        is_same = keep_root(transaction, before, {}, [], True) == said.get("root")
    if last and is_same:
        return last
    number = last.number + 1 if last else 1
    values: dict[str, object] = {
        "number": number,
        "at": at,
        "previous": head_hash(last) if last else START,
        "manifest": manifest,
        "chains": {chain: list(end) for chain, end in sorted(changed.items())},
        "root": keep_root(transaction, number, changed, removed, whole),
    }
    if removed:
        values["removed"] = removed
    body = canonical(values)
    head = entries.Head(number, at, body, key.sign(body))
    entries.HEADS.add(transaction, head)
    return head


def head_hash(head: entries.Head) -> str:
    """By which the next head names this one."""
    return sha256(head.body.encode()).hexdigest()


def find_changes(
    transaction: Transaction, last: int, whole: bool
) -> tuple[dict[str, End], list[str]]:
    """The chains that do not stand where head ``last`` has them, and those that are gone."""
    if heads.stands_for(transaction) != last:
        heads.forget(transaction)  # of an earlier Pitboss, or brought back without it
    grown = heads.take_grown(transaction)
    if not whole:
        now = heads.read_ends(transaction, grown)
        known = heads.read_known(transaction, {bucket_of(chain) for chain in grown})
        gone = [chain for chain in grown if chain not in now and chain in known]
    else:
        now, known = entries.ends(transaction), heads.read_known(transaction)
        gone = [chain for chain in known if chain not in now]
    return {chain: end for chain, end in now.items() if known.get(chain) != end}, sorted(gone)


def keep_root(
    transaction: Transaction,
    number: int,
    changed: Mapping[str, End],
    removed: list[str],
    whole: bool = False,
) -> str:
    """The root over all chains, of which only the buckets of these are hashed anew, or all."""
    ends = [(chain, bucket_of(chain), end) for chain, end in changed.items()]
    heads.keep_ends(transaction, ends, removed)
    touched = {bucket for _, bucket, _ in ends} | {bucket_of(chain) for chain in removed}
    touched = set(BUCKETS) if whole else touched
    members: dict[str, list[str]] = {bucket: [] for bucket in touched}
    if touched:
        known = heads.read_known(transaction, () if whole else touched)
        for chain, end in sorted(known.items()):
            place = canonical([chain, *end])
            members[bucket_of(chain)].append(sha256(place.encode()).hexdigest())
    hashes = {
        bucket: sha256("".join(places).encode()).hexdigest() if places else START
        for bucket, places in members.items()
    }
    kept = heads.read_buckets(transaction) | hashes
    heads.keep_buckets(transaction, hashes, number)
    return sha256("".join(kept.get(bucket, START) for bucket in BUCKETS).encode()).hexdigest()


def bucket_of(chain: str) -> str:
    return sha256(chain.encode()).hexdigest()[:DIGITS]
