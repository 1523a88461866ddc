"""Passwords: kept only as argon2id hashes.

Hashing takes a tenth of a second and 64 MiB on purpose, so it is done before a transaction begins,
never inside one. ``Hashed`` is a type of its own: an account cannot be given a plain password.
"""

import secrets
import unicodedata
from functools import cache
from typing import NewType

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.refusal import Refused

SHORTEST = 10
LONGEST = 200

Hashed = NewType("Hashed", str)

HASHER = PasswordHasher()
"""The library's own defaults; a hash made with others is renewed at the next login."""


def hash_password(text: str) -> Hashed:
    """Refuse one that is too short, too long or not text."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise Refused(f"password: give {SHORTEST} to {LONGEST} characters, not {len(text)}")
    encoded = _encode(text)
    if encoded is None:
        raise Refused("password: has characters that cannot be stored")
    return Hashed(HASHER.hash(encoded))


def verify_password(stored: Hashed | None, text: str) -> bool:
    """Whether it is the password; without a stored one the same work is done for nothing, so that
    the time taken does not tell which names exist."""
    encoded = _encode(text) if len(text) <= LONGEST else None
    if encoded is None:
        return False
    no_ones = _no_ones_hash()
    try:
        HASHER.verify(stored or no_ones, encoded)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def renew(stored: Hashed, text: str) -> Hashed | None:
    """A new hash of a password just verified, where the stored one was made with other settings.
    Its length is not looked at again: the rule may have changed since."""
    if not HASHER.check_needs_rehash(stored):
        return None
    return Hashed(HASHER.hash(_encode(text) or b""))


def make_password() -> str:
    """A random one of 120 bits, in letters that are hard to confuse."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    groups = ("".join(secrets.choice(letters) for _ in range(6)) for _ in range(4))
    return "-".join(groups)


def _encode(text: str) -> bytes | None:
    """The same bytes whichever keyboard composed the accents."""
    try:
        return unicodedata.normalize("NFKC", text).encode()
    except UnicodeEncodeError:
        return None


@cache
def _no_ones_hash() -> Hashed:
    return Hashed(HASHER.hash(secrets.token_bytes(32)))
