"""A house made of a backup, in an empty place: hashes compared, loaded beside its place, its log
verified as an auditor would, and only then put where a server will find it. What is refused leaves
nothing behind.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.integrity import passing_key, recorded_keys
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Report, verify_log
from pitboss.house.backup.archive import Backup, Manifest, sync_folder, written_whole
from pitboss.house.modes import database_files, make_private_folder
from pitboss.house.store import Conflict, Database, Transaction, connect, entries, people
from pitboss.house.store.copy import list_tables, prepare, read_columns, write_rows
from pitboss.house.store.schema import STEPS, advance
from pitboss.house.store.vault import KEY_BYTES, PLAIN, Locked, Vault
from pitboss.house.store.vault_keys import Keys, read_record, unlock
from pitboss.refusal import Refused


class Place(NamedTuple):
    """Where a house is to be: its data folder with the key's file, its database, and the vault's
    keys as far as they are at hand."""

    folder: Path
    key: Path
    address: str
    file: Path | None
    """The database where it is a file."""
    vault: Keys

    @property
    def kind(self) -> str:
        return "sqlite" if self.file else "postgresql"


class Trust(NamedTuple):
    """What is let pass: findings in the log, a backup without a signature; and the key that must
    have signed it, where that is known."""

    findings: bool = False
    unsigned: bool = False
    key: str = ""


STRICT = Trust()


class Restored(NamedTuple):
    """What came of it."""

    manifest: Manifest
    report: Report
    has_key: bool
    has_vault: bool


class Unwritten:
    """A database to which nothing is written: an export signs a head first, and here that is
    taken back."""

    def __init__(self, database: Database) -> None:
        self.name = database.name
        self.house_id = database.house_id
        self.epoch = database.epoch
        self.vault = database.vault
        self.reading = database.reading
        self.transaction = database.reading
        self.notify = database.notify
        self.listen = database.listen
        self.close = database.close


def restore(backup: Backup, place: Place, trust: Trust = STRICT) -> Restored:
    """Refuses a place where a house is already, and what the trust does not let pass."""
    refuse_taken(place)
    if trust.key and (not backup.is_signed or backup.manifest.key != trust.key):
        raise Refused(f"{backup.path}: is not signed with the key {trust.key}")
    if not backup.is_signed and not trust.unsigned:
        raise Refused(
            f"{backup.path}: is not signed by the house, so anything in it may have been changed;"
            " --unsigned restores it all the same"
        )
    backup.check()
    is_new = not place.folder.exists()
    make_private_folder("data folder", place.folder)
    try:
        with _scratch(place) as scratch:
            report = _load_and_verify(backup, scratch, place.vault, trust)
            if backup.is_signed and backup.manifest.key not in report.keys:
                raise Refused(f"{backup.path}: is signed with a key that its log does not record")
            if report.findings and not trust.findings:
                where, what = report.findings[0]
                raise Refused(
                    f"{backup.path}: its log has {len(report.findings)} findings, first {where}:"
                    f" {what}; --with-findings restores it all the same"
                )
            if place.file:
                place.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.replace(scratch, place.file)
                sync_folder(place.file.parent)
            else:
                _load_into(backup, place.address)
            _put(backup.read_key(), place.key)
            _put(backup.read_vault(), place.vault.path)
    except BaseException:
        if is_new:
            place.folder.rmdir()
        raise
    return Restored(backup.manifest, report, place.key.exists(), place.vault.path.exists())


def _put(data: bytes, path: Path) -> None:
    """A key to its place, unless one is there."""
    if data and not path.exists():
        with written_whole(path, may_replace=False) as file:
            file.write(data)


def refuse_taken(place: Place) -> None:
    """Only an empty place is taken; a key may have been put there already."""
    if place.file:
        for path in database_files(place.file):
            if path.exists():
                raise Refused(f"database {path}: is there already; restore into an empty place")
        return
    database = connect(place.address)
    try:
        with database.reading() as transaction:
            if list_tables(database, transaction):
                raise Refused("database: holds a house already; restore into an empty one")
    finally:
        database.close()


@contextmanager
def _scratch(place: Place) -> Iterator[Path]:
    """A file for the house while it is looked at; goes away unless it was moved. It is beside the
    database's place, since a file can be moved at once only on its own disk."""
    beside = place.file or place.folder / "house.db"
    path = beside.with_name(f".{beside.name}.{os.getpid()}.restoring")
    try:
        yield path
    finally:
        for each in database_files(path):
            each.unlink(missing_ok=True)


def _load_and_verify(backup: Backup, path: Path, keys: Keys, trust: Trust) -> Report:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _load_into(backup, str(path))
    database = connect(str(path))
    try:
        database.vault = _find_vault(backup, database, keys, trust)
        return verify_house(database, backup.manifest.made_at)
    finally:
        database.close()


def _find_vault(backup: Backup, database: Database, keys: Keys, trust: Trust) -> Vault:
    """What opens the secrets; where that is lost and findings are let pass, each is one."""
    with database.reading() as transaction:
        record = read_record(transaction)
    if record is None:
        return PLAIN
    try:
        held = b"" if keys.path.exists() else backup.read_vault()
        return unlock(record, keys._replace(held=held))
    except Refused as refusal:
        if trust.findings:
            return Locked(os.urandom(KEY_BYTES))
        raise Refused(f"{backup.path}: {refusal}") from None


def _load_into(backup: Backup, address: str) -> None:
    """All tables in one transaction, then forward to this version's schema."""
    database = connect(address)
    try:
        with database.transaction() as transaction:
            if list_tables(database, transaction):
                raise Refused("database: holds a house already; restore into an empty one")
            _load(backup, database, transaction)
    except Conflict as error:
        raise Refused(f"{backup.path}: does not fit the schema: {error}") from None
    finally:
        database.close()


def _load(backup: Backup, database: Database, transaction: Transaction) -> None:
    prepare(database, transaction, backup.manifest.schema)
    known = list_tables(database, transaction)
    given = [table.name for table in backup.manifest.tables]
    if sorted(given) != sorted(known):
        raise Refused(f"{backup.path}: has other tables than schema {backup.manifest.schema}")
    for table in backup.manifest.tables:
        if sorted(table.columns) != sorted(read_columns(transaction, table.name)):
            raise Refused(f"{backup.path}: table {table.name} has other columns than its schema")
        write_rows(transaction, table.name, table.columns, backup.rows(table))
    advance(database, transaction, len(STEPS))
    # Some of them have ended since, perhaps for a good reason.
    people.remove_account_sessions(transaction)


def verify_house(database: Database, at: str) -> Report:
    """What an auditor's verifier says of the log; nothing is written."""
    key = passing_key()
    with database.reading() as transaction:
        keys = recorded_keys(transaction)
        last = entries.last_head(transaction)
    digest = json.loads(last.body)["manifest"] if last else ""
    lines = export_log(Unwritten(database), Signer(key, at, digest))
    found = verify_log((line.encode() for line in lines), [*keys, key.public], (), Replayer())
    return found._replace(keys=keys, keys_given=False)
