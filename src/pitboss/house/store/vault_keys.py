"""The key of the vault: a file outside the database, and perhaps a second key that whoever starts
the house brings along. The database records which key its secrets are locked with, so that a start
without it, or with another, is refused before anything is read."""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from pitboss.house.log import HOUSE, Draft, Entry, canonical
from pitboss.house.modes import check_private, make_private_file
from pitboss.house.store import factors
from pitboss.house.store.database import Database, Transaction
from pitboss.house.store.entries import ROWS, Unit
from pitboss.house.store.schema import hold, read_meta, write_meta
from pitboss.house.store.vault import (
    FORM,
    KEY_BYTES,
    Locked,
    Vault,
    id_of,
    is_unopened,
    mix,
    place_of,
)
from pitboss.refusal import Refused

RECORD = "vault"
SINCE = "vault since"
LEAST_SECOND = 32
PAGE = 1_000
STILL_SECONDS = 3.0
"""For so long no process may be seen to live when the key is changed: each counts every second."""
STARTING_SECONDS = 60.0
"""A key that is younger may be of another server that starts beside this one."""
BEGUN = "vault-made"
REPLACED = "secrets are locked with a new key from here on; what was locked before stays so: {}"


class Keys(NamedTuple):
    """What opens the vault. ``held`` is what would be in the file, where somebody brings that."""

    path: Path
    second: str = ""
    held: bytes = b""


class Consent(NamedTuple):
    """What the operator has said: that the house may be a new one, and that its secrets are to be
    locked with another key, since the one they are locked with is lost."""

    is_new: bool = False
    is_replaced: bool = False


NONE = Consent()


class Record(NamedTuple):
    """What the database says of the key: the ids of the file's alone and of the one that locks,
    which are the same without a second key. ``since`` is locked itself."""

    file: str
    id: str
    since: str

    @property
    def has_second(self) -> bool:
        return self.file != self.id


def read_record(transaction: Transaction) -> Record | None:
    text = read_meta(transaction, RECORD)
    return Record(**json.loads(text)) if text else None


def check_file(record: Record, data: bytes) -> None:
    """Refuse what is not the file of the key with which secrets are locked."""
    if not data or id_of(mix(read_file(Keys(Path("vault.key"), held=data)))) != record.file:
        raise Refused(f"vault's key: is not at hand, and the secrets are locked with {record.file}")


def fresh_file(path: Path) -> Path:
    """Where a key waits that is to take another's place."""
    return path.with_name(f"{path.name}.new")


def put_in_place(record: Record, path: Path) -> None:
    """Where the database is locked with the key that waits, that one takes its place; the one
    before it is kept under its id."""
    fresh = fresh_file(path)
    if not fresh.exists() or id_of(mix(read_file(Keys(fresh)))) != record.file:
        return
    if path.exists() and (before := id_of(mix(read_file(Keys(path))))) != record.file:
        path.replace(path.with_name(f"{path.name}.{before}"))
    fresh.replace(path)


def unlock(record: Record, keys: Keys) -> Locked:
    """The vault of a database that has one."""
    if not keys.held:
        put_in_place(record, keys.path)
    way = "bring it back from where a copy is kept"
    if not keys.held and not keys.path.exists():
        raise Refused(
            f"vault's key {keys.path}: is missing, and the database's secrets are locked with"
            f" {record.file}; {way}"
        )
    file = read_file(keys)
    found = id_of(mix(file))
    if found != record.file:
        raise Refused(
            f"vault's key {keys.path}: is {found}, and the database's secrets are locked with"
            f" {record.file}; {way}"
        )
    if record.has_second and not keys.second:
        raise Refused(
            "second key: this house was begun with one; give PITBOSS_SECOND_KEY or a file with it"
        )
    if keys.second and not record.has_second:
        raise Refused("second key: this house was begun without one; start without it")
    return _open_record(record, mix(file, keys.second))


def _open_record(record: Record, key: bytes) -> Locked:
    if id_of(key) != record.id:
        raise Refused(
            f"second key: is not the one that this house was begun with ({id_of(key)}, not"
            f" {record.id})"
        )
    since = Locked(key).open(record.since, SINCE)
    if is_unopened(since):
        raise Refused("database: what it records of the vault was altered")
    return Locked(key, json.loads(since))


def open_vault(database: Database, keys: Keys, at: str, consent: Consent = NONE) -> Vault:
    """Give a database its vault: the one that it records, else a new one."""
    if keys.second and len(keys.second) < LEAST_SECOND:
        raise Refused(f"second key: give at least {LEAST_SECOND} characters (openssl rand -hex 32)")
    with database.transaction() as transaction:
        hold(database, transaction)
        record = read_record(transaction)
        if record is None:
            database.vault = _begin(transaction, keys, consent)
        else:
            try:
                database.vault = unlock(record, keys)
            except Refused:
                if not consent.is_replaced:
                    raise
                database.vault = _replace(transaction, keys, at)
    return database.vault


def _begin(transaction: Transaction, keys: Keys, consent: Consent) -> Locked:
    """At the first start, of a new house or of one that an earlier Pitboss has begun; where there
    was a vault already, somebody may have taken away its record."""
    plain, locked = _find_secrets(transaction)
    has_begun = bool(transaction.execute("SELECT 1 FROM entries LIMIT 1"))
    may_be_lost = locked or (has_begun and _is_older(keys.path))
    if may_be_lost and not (consent.is_new or consent.is_replaced):
        raise Refused(
            f"database: records no key of a vault, but there was one"
            f" ({'locked secrets are in it' if locked else keys.path}); put the database back"
            " (pitboss restore), or say --new-vault to begin another"
        )
    return _record(transaction, keys, plain)


def _replace(transaction: Transaction, keys: Keys, at: str) -> Locked:
    """After a loss; it is on the log, with an alert."""
    vault = _record(transaction, keys, _find_secrets(transaction)[0])
    unit = Unit(transaction, at)
    body = {"key": vault.id, "second_key": bool(keys.second)}
    unit.append_house(Draft(BEGUN, body, alerts=(REPLACED.format(vault.id),)), HOUSE)
    unit.flush()
    return vault


def _record(transaction: Transaction, keys: Keys, plain: Mapping[str, int]) -> Locked:
    if not keys.path.exists():
        make_file(keys.path)
    file = read_file(keys)
    vault = Locked(mix(file, keys.second), plain)
    record = Record(id_of(mix(file)), vault.id, vault.lock(canonical(dict(plain)), SINCE))
    write_meta(transaction, RECORD, canonical(record._asdict()))
    factors.lock_all(transaction, vault)
    return vault


def _find_secrets(transaction: Transaction) -> tuple[dict[str, int], bool]:
    """The last secret of each chain that is not locked, and whether any is."""
    rows = transaction.execute(
        f"SELECT chain, substr(secret, 1, {len(FORM)}) = '{FORM}', MAX(version)"
        f" FROM entries WHERE secret IS NOT NULL GROUP BY 1, 2"
    )
    plain = {str(chain): int(last) for chain, is_locked, last in rows if not is_locked}
    return plain, any(is_locked for _, is_locked, _ in rows)


def _is_older(path: Path) -> bool:
    return path.exists() and abs(time.time() - path.stat().st_mtime) > STARTING_SECONDS


def read_file(keys: Keys) -> bytes:
    """The bytes of the key, which the file has as hexadecimal digits."""
    path = keys.path
    try:
        if not keys.held:
            check_private("vault's key", path)
        text = keys.held or path.read_bytes()
    except OSError as error:
        raise Refused(f"vault's key {path}: cannot be used: {error.strerror or error}") from None
    try:
        data = bytes.fromhex(text.decode().strip())
    except ValueError:
        data = b""
    if len(data) != KEY_BYTES:
        raise Refused(f"vault's key {path}: is not {2 * KEY_BYTES} hexadecimal digits")
    return data


def make_file(path: Path) -> None:
    try:
        make_private_file(path, f"{secrets.token_hex(KEY_BYTES)}\n".encode())
    except OSError as error:
        raise Refused(f"vault's key {path}: cannot be made: {error.strerror or error}") from None


def rekey(
    database: Database, keys: Keys, at: str, wait: Callable[[float], None] = time.sleep
) -> Locked:
    """Give a house that nobody has open another key: every secret is opened with the old one and
    locked with the new one, in one transaction.

    The new key is on the disk before that and takes the old one's place after it. Whatever happens
    in between, the record says which of the two counts, and the next start finishes what was begun.
    """
    _refuse_open(database, wait)
    fresh = fresh_file(keys.path)
    with database.transaction() as transaction:
        hold(database, transaction)
        record = read_record(transaction)
        if record is None:
            raise Refused("vault: this house has none yet; it is made when the house is started")
        old = unlock(record, keys)
        if not fresh.exists():
            make_file(fresh)
        file = read_file(keys._replace(path=fresh, held=b""))
        new = Locked(mix(file, keys.second), old.since)
        count = lock_anew(transaction, old, new)
        factors.lock_anew(transaction, old, new)
        since = new.lock(canonical(dict(old.since)), SINCE)
        after = Record(id_of(mix(file)), new.id, since)
        write_meta(transaction, RECORD, canonical(after._asdict()))
        unit = Unit(transaction, at)
        body = {"key": new.id, "second_key": bool(keys.second), "instead_of": old.id}
        unit.append_house(Draft(BEGUN, {**body, "secrets": count}), HOUSE)
        unit.flush()
    put_in_place(after, keys.path)
    database.vault = new
    return new


def _refuse_open(database: Database, wait: Callable[[float], None]) -> None:
    """A server that is open would go on with the old key."""

    def look() -> dict[str, int]:
        with database.reading() as transaction:
            return dict(transaction.execute("SELECT id, count FROM drivers"))

    before = look()
    if before:
        wait(STILL_SECONDS)
    if any(before.get(name) != count for name, count in look().items()):
        raise Refused("vault: the house is open; close every server of it first")


def lock_anew(transaction: Transaction, old: Locked, new: Locked) -> int:
    """All secrets of entries; one that does not open is left as it is, and stays a finding. Those
    that an earlier Pitboss has not locked stay so too."""
    names, after, count = ", ".join(ROWS.columns), ("", 0), 0
    sql = (
        f"SELECT {names} FROM entries WHERE secret IS NOT NULL AND (chain, version) > (?, ?)"
        f" ORDER BY chain, version LIMIT {PAGE}"
    )
    while rows := [Entry(*row) for row in transaction.execute(sql, after)]:
        changed = []
        for entry in rows:
            text = old.open(str(entry.secret), place_of(entry))
            if not is_unopened(text):
                changed.append((new.lock(text, place_of(entry)), entry.chain, entry.version))
        update = "UPDATE entries SET secret = ? WHERE chain = ? AND version = ?"
        transaction.execute_each(update, changed)
        count, after = count + len(changed), (rows[-1].chain, rows[-1].version)
    return count
