"""Secrets at rest: seeds, held cards and second factors are locked before they are written, so that
the database alone shows none of them, nor can one be exchanged.

Locked text is ``v1:KEY:TEXT``: the id of the key, and base64 of a random nonce of 12 bytes with the
AES-256-GCM ciphertext. What is bound in as associated data is the place of the secret: of an entry
its chain, version and hash, which covers all that its chain has said so far. So a secret opens in
its own place and after its own past alone.
"""

import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.house.log import Entry, canonical
from pitboss.refusal import Refused

FORM = "v1:"
KEY_BYTES, NONCE_BYTES, ID_BYTES = 32, 12, 8
UNOPENED = "unopened"
"""The one name in what stands in place of a secret that does not open."""
_NOTHING: Mapping[str, int] = {}


def is_locked(text: str) -> bool:
    return text.startswith(FORM)


def is_unopened(text: str | None) -> bool:
    """Whether this stands in place of a secret that was altered, or is of another place or key."""
    return text is not None and text.startswith(f'{{"{UNOPENED}":')


def unopened() -> str:
    """At random, so that no commitment can have been made to fit it."""
    return canonical({UNOPENED: secrets.token_hex(16)})


def place_of(entry: Entry) -> str:
    return f"entry {entry.chain} {entry.version} {entry.hash}"


class KeyMissing(Refused):
    """Nothing that is locked can be read or written by this process."""


def missing(key: str) -> KeyMissing:
    return KeyMissing(
        f"database: its secrets are locked with the vault's key {key}, which was not given"
    )


class Vault:
    """One without a key locks nothing. Where the database records which key is ``needed``, or where
    something is locked, it refuses."""

    def __init__(self, needed: str = "") -> None:
        self.needed = needed

    def lock(self, text: str, place: str) -> str:
        if self.needed:
            raise missing(self.needed)
        return text

    def open(self, text: str, place: str) -> str:
        if is_locked(text):
            raise missing(text.split(":")[1][: 2 * ID_BYTES])
        return text

    def lock_entry(self, entry: Entry) -> Entry:
        """An entry as it is written."""
        if entry.secret is None:
            return entry
        return entry._replace(secret=self.lock(entry.secret, place_of(entry)))

    def open_entry(self, entry: Entry) -> Entry:
        """An entry as it was before it was written."""
        if entry.secret is None:
            return entry
        return entry._replace(secret=self.open(entry.secret, place_of(entry)))


PLAIN = Vault()


class Locked(Vault):
    """With a key. ``since`` is the last version of each chain whose secrets an earlier Pitboss has
    written as they are: later ones that are not locked were put there by somebody else."""

    def __init__(self, key: bytes, since: Mapping[str, int] = _NOTHING) -> None:
        super().__init__()
        self.id = id_of(key)
        self.since = since
        self._cipher = AESGCM(key)
        self._form = f"{FORM}{self.id}:"

    def lock(self, text: str, place: str) -> str:
        nonce = os.urandom(NONCE_BYTES)
        data = nonce + self._cipher.encrypt(nonce, text.encode(), place.encode())
        return self._form + b64encode(data).decode()

    def open(self, text: str, place: str) -> str:
        """What does not open is not lost from sight: what stands in its place fits no commitment,
        which stops a table and is a finding of the verifier."""
        if not text.startswith(self._form):
            return unopened()
        try:
            data = b64decode(text[len(self._form) :], validate=True)
            nonce, rest = data[:NONCE_BYTES], data[NONCE_BYTES:]
            return self._cipher.decrypt(nonce, rest, place.encode()).decode()
        except (ValueError, InvalidTag):
            return unopened()

    def open_entry(self, entry: Entry) -> Entry:
        if entry.secret is None:
            return entry
        if not is_locked(entry.secret) and entry.version <= self.since.get(entry.chain, 0):
            return entry
        return super().open_entry(entry)


def mix(file: bytes, second: str = "") -> bytes:
    """The key that locks, of the bytes of the key's file and of the second key, if there is one."""
    return _derive(file, second.encode(), b"pitboss vault 1", KEY_BYTES)


def id_of(key: bytes) -> str:
    """Tells keys apart and says nothing else of them."""
    return _derive(key, b"", b"pitboss vault id 1", ID_BYTES).hex()


def _derive(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt or None, info).derive(key)
