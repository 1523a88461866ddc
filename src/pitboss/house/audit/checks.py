"""Parts of the independent verifier: hashes, signatures, chains and commitments, and the money of
a log added up again.

Like ``verify``, they share no code with the house: canonical JSON and hashing are their own, and
they know only what the format promises.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

Shape = Mapping[str, tuple[type, ...]]
Findings = Iterator[tuple[str, str]]
"""What is wrong: the place, and the problem there."""

PATIENCE = timedelta(seconds=5)
"""How far the clocks of two servers may be apart: the order of two chains is known only so well."""

_HEX = {length: re.compile(f"[0-9a-f]{{{length}}}") for length in (64, 128)}


def canonical(values: object) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def has_shape(value: object, shape: Shape) -> bool:
    """Exactly these keys, each with a value of one of its types."""
    return (
        isinstance(value, dict)
        and value.keys() == shape.keys()
        and all(type(value[name]) in types for name, types in shape.items())
    )


def are_places(value: Mapping[str, Any]) -> bool:
    """Versions and hashes by chain."""
    return all(
        type(place) is list
        and [type(part) for part in place] == [int, str]
        and _HEX[64].fullmatch(place[1])
        for place in value.values()
    )


def are_names(value: Iterable[object]) -> bool:
    return all(type(name) is str for name in value)


def is_key(text: object) -> bool:
    """Whether this is a public key as the log writes one."""
    return isinstance(text, str) and bool(_HEX[64].fullmatch(text))


def is_signed(text: str, signature: object, keys: Iterable[str]) -> bool:
    """Whether one of the keys made this signature."""
    if not isinstance(signature, str) or not _HEX[128].fullmatch(signature):
        return False
    # Here, so that a round or a log without signatures is checked where only Python is installed.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    for key in keys:
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
                bytes.fromhex(signature), text.encode()
            )
        except (InvalidSignature, ValueError):
            continue
        return True
    return False


def read_line(line: bytes) -> dict[str, Any] | None:
    """A line's JSON object, or None unless it is one, written in the one canonical form."""
    try:
        value = json.loads(line)
        written = canonical(value).encode()
    except (RecursionError, ValueError):
        return None
    return value if isinstance(value, dict) and written + b"\n" == line else None


class Chains:
    """Each chain from where the log starts it: versions in a row, hash upon hash."""

    def __init__(self, starts: Mapping[str, Any]) -> None:
        self.starts = starts
        self.ends = {chain: list(start) for chain, start in starts.items()}
        self._claims: dict[tuple[str, int], tuple[str, str]] = {}
        self._unknown: dict[str, list[tuple[int, str, str]]] = {}
        self.removed: dict[str, tuple[int, str]] = {}

    def add(self, entry: Mapping[str, Any], place: str) -> Findings:
        end = self.ends.get(entry["chain"])
        if end is None:
            yield place, "its chain is not among those that the first line names"
            return
        version, before = end
        if entry["version"] == version + 1:
            parts = [entry[name] for name in ("chain", "version", "kind", "at", "who", "command")]
            if entry["hash"] != digest(canonical([before, *parts, canonical(entry["body"])])):
                yield place, "its hash does not follow from it and the entry before: changed"
        elif entry["version"] > version + 1:
            yield place, f"follows entry {version}: entries between are missing"
        else:
            yield place, f"follows entry {version}: reordered or repeated"
        end[:] = entry["version"], entry["hash"]
        claim = self._claims.pop((entry["chain"], entry["version"]), None)
        if claim and claim[0] != entry["hash"]:
            yield place, f"its hash is not the one that {claim[1]} signed"

    def claim(self, chains: Mapping[str, Any], by: str, whole: bool) -> Findings:
        """What a head says of the chains, to be met by the entries that follow."""
        for chain, (version, claimed) in chains.items():
            start = self.starts.get(chain)
            if start is None:
                if whole:
                    self._unknown.setdefault(chain, []).append((version, claimed, by))
            elif version > start[0]:
                known = self._claims.setdefault((chain, version), (claimed, by))
                if known[0] != claimed:
                    yield by, f"names another hash for {chain} entry {version} than {known[1]}"
            elif version == start[0] and claimed != start[1]:
                yield by, f"names another hash for {chain} entry {version} than the first line"

    def remove(self, body: Mapping[str, Any], place: str) -> Findings:
        """The house says that a chain was removed, and where it ended: heads that name it must
        have been right, as far as that can still be seen."""
        named: list[Any] = [body.get(name) for name in ("chain", "version", "hash")]
        chain, version, last = named
        if not are_places({"": [version, last]}) or not isinstance(chain, str):
            yield place, "does not say which chain was removed, and where that ended"
            return
        if chain in self.starts:
            yield place, f"says that {chain} was removed, which is there"
        self.removed[chain] = (version, last)
        for claimed, found, by in self._unknown.pop(chain, ()):
            if claimed > version or (claimed == version and found != last):
                yield by, f"names {chain} entry {claimed}, which is not as it was removed"

    def finish(self) -> Findings:
        """Claims that no entry met: the tail of a chain is missing, or all of it."""
        for chain, claims in self._unknown.items():
            yield claims[0][2], f"names chain {chain}, which is missing"
        for (chain, version), (_, by) in self._claims.items():
            yield by, f"names {chain} entry {version}, which is missing"


_BUCKETS = tuple(f"{number:03x}" for number in range(4_096))


class Roots:
    """Where all chains stand, head by head, and the root over them: in 4,096 buckets by the first
    digits of the hashes of their names, so that a head costs what it names."""

    def __init__(self) -> None:
        self._places: dict[str, dict[str, str]] = {}
        self._hashes = dict.fromkeys(_BUCKETS, "0" * 64)

    def add(self, chains: Mapping[str, Any], removed: Iterable[str] = ()) -> None:
        changed = set()
        for chain, place in chains.items():
            bucket = digest(chain)[:3]
            self._places.setdefault(bucket, {})[chain] = digest(canonical([chain, *place]))
            changed.add(bucket)
        for chain in removed:
            bucket = digest(chain)[:3]
            self._places.get(bucket, {}).pop(chain, None)
            changed.add(bucket)
        for bucket in changed:
            places = sorted(self._places.get(bucket, {}).items())
            whole = "".join(place for _, place in places)
            self._hashes[bucket] = digest(whole) if places else "0" * 64

    @property
    def root(self) -> str:
        return digest("".join(self._hashes.values()))


SEALED = "round-sealed"
"""Its secret is that of the round which is dealt by it, where it is shown."""


class Secrets:
    """Every secret fits its commitment, and none is kept back once its round has ended."""

    def __init__(self) -> None:
        self.opened = 0
        self._kept: dict[str, list[str]] = {}

    @property
    def kept(self) -> int:
        return sum(map(len, self._kept.values()))

    def add(self, entry: Mapping[str, Any], place: str) -> Findings:
        body, kept = entry["body"], self._kept.setdefault(entry["chain"], [])
        if entry["kind"] == "round-opened":
            yield from self._late(kept)
        if entry["secret"] is not None:
            self.opened += 1
            if body.get("commitment") != digest(canonical(entry["secret"])):
                yield place, "its secret does not fit the commitment"
        elif "commitment" in body and entry["kind"] != SEALED:
            kept.append(place)
        if "result" in body or entry["kind"] == "round-voided":
            yield from self._late(kept)

    def _late(self, kept: list[str]) -> Findings:
        for place in kept:
            yield place, "its secret is missing though its round has ended"
        kept.clear()


class Sums:
    """Adds up postings; ``whole`` when the log starts at its beginning, so that sums are balances.

    An account that one chain alone moves is followed entry by entry. The order between chains is
    that of their clocks, so an account that several move may be short for a moment.
    """

    def __init__(self, whole: bool) -> None:
        self.whole = whole
        self.postings = 0
        self.balances: dict[str, int] = {}
        self._chains: dict[str, str] = {}
        self._short: dict[str, tuple[datetime, str]] = {}
        self._dipped: dict[str, tuple[str, int]] = {}
        self._told: set[str] = set()

    def add(self, entry: Mapping[str, Any], place: str) -> Findings:
        """Take an entry's postings; yields what is wrong with them."""
        postings = entry["body"].get("postings", {})
        if not isinstance(postings, dict) or {type(cents) for cents in postings.values()} - {int}:
            yield place, "its postings are no whole cents by account"
            return
        self.postings += len(postings)
        if total := sum(postings.values()):
            yield place, f"its postings sum to {total} cents, not to zero"
        if not self.whole:
            return
        at = None
        with suppress(ValueError):
            at = datetime.fromisoformat(entry["at"])
        if at is None or not at.tzinfo:
            yield place, "its time is no ISO 8601 time with a time zone"
            return
        for account, cents in postings.items():
            self.balances[account] = self.balances.get(account, 0) + cents
            if self._chains.setdefault(account, entry["chain"]) != entry["chain"]:
                self._chains[account] = ""
            yield from self._follow(account, at, place)

    def _follow(self, account: str, at: datetime, place: str) -> Findings:
        # Every other account holds what somebody put there.
        if account in ("cage", "promotions") or account.startswith("bank:"):
            return
        since = self._short.get(account)
        if since and at - since[0] > PATIENCE and account not in self._told:
            self._told.add(account)
            yield since[1], f"leaves {account} below zero"
        if self.balances[account] >= 0:
            self._short.pop(account, None)
        elif not since:
            self._short[account] = at, place
            self._dipped.setdefault(account, (place, self.balances[account]))

    def finish(self) -> Findings:
        """What is wrong once all entries are known."""
        for account, (_, place) in self._short.items():
            if account not in self._told:
                self._told.add(account)
                yield place, f"leaves {account} below zero, at {self.balances[account]} cents"
        for account, (place, cents) in self._dipped.items():
            if self._chains[account] and account not in self._told:
                yield place, f"takes {account} below zero, to {cents} cents"

    def compare(self, recorded: Mapping[str, int]) -> Findings:
        """The balances that the house keeps must be the sums of its postings."""
        for account in sorted({*self.balances, *recorded}):
            kept, summed = recorded.get(account, 0), self.balances.get(account, 0)
            place = f"balance {account}"
            if account not in self.balances:
                yield place, "no posting names this account"
            elif kept != summed:
                yield place, f"the house keeps {kept} cents, the postings sum to {summed}"
