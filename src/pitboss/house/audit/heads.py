"""The log's head, signed: how far every chain reached at one moment.

A head names the hash of the head before it, so heads are a chain too. Whoever keeps one elsewhere
can show later that nothing before it was changed. The key is a file that only the house can read.
"""

import json
import os
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from pitboss.house.log import HOUSE, START, Draft, canonical
from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Head, Which
from pitboss.refusal import Refused

KEY_MADE = "key-made"


class Key:
    """The house's key: signs, and has a public half that everyone may know."""

    __slots__ = ("_private", "public")

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        return self._private.sign(text.encode()).hex()


def open_key(path: Path) -> Key:
    """The key in this file; made at the first start, for the owner's eyes only."""
    try:
        if not path.exists():
            _make_key(path)
        open_to_others = os.name == "posix" and path.stat().st_mode & 0o077
        data = path.read_bytes()
    except OSError as error:
        raise Refused(f"key {path}: cannot be used: {error.strerror or error}") from None
    if open_to_others:
        raise Refused(f"key {path}: others may read it; allow its owner alone (chmod 600)")
    try:
        private = load_pem_private_key(data, password=None)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        raise Refused(f"key {path}: not a PEM file with an Ed25519 private key") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise Refused(f"key {path}: not an Ed25519 key")
    return Key(private)


def _make_key(path: Path) -> None:
    """Written beside its place and moved there whole; of two that start at once, one wins."""
    data = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def announce_key(key: Key) -> Draft:
    """The entry by which the house chain records a new key."""
    return Draft(KEY_MADE, {"algorithm": "ed25519", "key": key.public})


def recorded_keys(transaction: Transaction) -> list[str]:
    """The public keys that the house chain records, oldest first."""
    found = entries.search(transaction, Which(HOUSE, (KEY_MADE,)))
    return [str(entry.values["key"]) for entry in found]


def sign_head(transaction: Transaction, at: str, key: Key, manifest: str) -> Head:
    """Sign where the chains stand, unless the last head says just that already.

    ``manifest`` is the digest of the manifest in force.
    """
    last = entries.last_head(transaction)
    values = {
        "number": last.number + 1 if last else 1,
        "at": at,
        "chains": {chain: list(end) for chain, end in entries.ends(transaction).items()},
        "manifest": manifest,
        "previous": hash_head(last) if last else START,
    }
    if last and _says(last, values):
        return last
    body = canonical(values)
    head = Head(last.number + 1 if last else 1, at, body, key.sign(body))
    entries.add_head(transaction, head)
    return head


def hash_head(head: Head) -> str:
    return sha256(head.body.encode()).hexdigest()


def _says(head: Head, values: dict[str, object]) -> bool:
    said = json.loads(head.body)
    return all(said[name] == values[name] for name in ("chains", "manifest"))
