"""A backup: a zip file with each table as JSON lines and a manifest that holds their hashes. It is
the same whichever database it was taken from.

All tables are read at one moment, in one reading transaction, which waits for nobody and holds up
nobody. The file is its reader's alone, and is there whole or not at all.
"""

import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple

from pitboss import __version__
from pitboss.house.audit.checks import is_signed
from pitboss.house.audit.integrity import Key, recorded_keys
from pitboss.house.store import Database, Transaction
from pitboss.house.store.copy import find_schema, list_tables, read_columns, read_rows
from pitboss.house.store.database import Row
from pitboss.house.store.schema import refuse_newer
from pitboss.house.store.vault_keys import check_file, read_record
from pitboss.refusal import Refused

FORMAT, FORMAT_VERSION = "pitboss-backup", 1
MANIFEST, SIGNATURE, KEY, VAULT = "manifest.json", "manifest.sig", "key.pem", "vault.key"
LARGEST_MANIFEST = 1024 * 1024
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one row, as much as one line of an exported log may have."""
QUICK = 2
"""The level of compression: further ones save little and take long."""


class Table(NamedTuple):
    """What the manifest says of a table."""

    name: str
    columns: list[str]
    rows: int
    sha256: str

    @property
    def member(self) -> str:
        return f"tables/{self.name}.jsonl"


class Manifest(NamedTuple):
    """What a backup holds. ``key`` is the public half of the house's key, as the log records it;
    ``settings`` are the names of what was set, without values."""

    made_at: str
    software: str
    schema: int
    source: str
    key: str
    settings: list[str]
    tables: list[Table]
    key_sha256: str = ""
    """Where the private key is in it too."""
    vault: str = ""
    """The id of the key with which secrets are locked in it, where they are."""
    vault_sha256: str = ""
    """Where the file of that key is in it too."""

    @property
    def entries(self) -> int:
        return next((table.rows for table in self.tables if table.name == "entries"), 0)


class Taking(NamedTuple):
    """What a backup is told besides the database: the names of what is set, who signs it, and the
    private key's file and the vault's where they are to be in it."""

    at: str
    settings: list[str]
    signer: Key | None = None
    key_file: bytes = b""
    vault_file: bytes = b""


def write_backup(database: Database, file: BinaryIO, taking: Taking) -> Manifest:
    """All of the house at one moment."""
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=QUICK) as archive,
        database.reading() as transaction,
    ):
        schema = find_schema(database, transaction)
        if not schema:
            raise Refused("backup: the database holds no house")
        refuse_newer("database", schema)
        keys = recorded_keys(transaction)
        if taking.signer and taking.signer.public not in keys:
            raise Refused("backup: the key in the data folder is not one that the log records")
        vault = read_record(transaction)
        if vault and taking.key_file:
            check_file(vault, taking.vault_file)
        manifest = Manifest(
            taking.at,
            __version__,
            schema,
            database.name,
            taking.signer.public if taking.signer else keys[-1] if keys else "",
            taking.settings,
            [_write_table(archive, transaction, t) for t in list_tables(database, transaction)],
            _digest_of(taking.key_file),
            vault.id if vault else "",
            _digest_of(taking.vault_file),
        )
        for member, data in ((KEY, taking.key_file), (VAULT, taking.vault_file)):
            if data:
                archive.writestr(member, data)
        text = manifest_text(manifest)
        archive.writestr(MANIFEST, text)
        if taking.signer:
            archive.writestr(SIGNATURE, taking.signer.sign(text))
    return manifest


def _digest_of(data: bytes) -> str:
    return sha256(data).hexdigest() if data else ""


def manifest_text(manifest: Manifest) -> str:
    tables = [table._asdict() for table in manifest.tables]
    values = {"format": FORMAT, "version": FORMAT_VERSION, **manifest._asdict()}
    return json.dumps({**values, "tables": tables}, indent=1)


def _write_table(archive: zipfile.ZipFile, transaction: Transaction, name: str) -> Table:
    columns, digest, count = read_columns(transaction, name), sha256(), 0
    member = Table(name, columns, 0, "").member
    with archive.open(member, "w", force_zip64=True) as file:
        for row in read_rows(transaction, name, columns):
            line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            file.write(line)
            count += 1
    return Table(name, columns, count, digest.hexdigest())


@contextmanager
def written_whole(path: Path, may_replace: bool) -> Iterator[BinaryIO]:
    """A file for its owner alone, written beside its place and moved there when it is whole and on
    the disk."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists() and not may_replace:
            raise Refused(f"{path}: is there already; give another name, or --force to replace it")
        with open(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
        sync_folder(path.parent)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            fresh.unlink()


def sync_folder(folder: Path) -> None:
    """So that a name in it is on the disk too."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


class Backup:
    """A backup that is read. What is not as the manifest says is refused."""

    def __init__(self, path: str) -> None:
        self.path = path
        with self._readable():
            self._archive = zipfile.ZipFile(path)
            text = self._read(MANIFEST).decode()
            self.manifest = read_manifest(json.loads(text))
            self.is_signed = SIGNATURE in self._archive.namelist()
            """Whether the house's key has signed the manifest; a wrong signature is refused."""
            signature = self._read(SIGNATURE).decode() if self.is_signed else ""
            if self.is_signed and not is_signed(text, signature, [self.manifest.key]):
                raise Refused("its manifest is not the one that was signed: changed")

    def __enter__(self) -> "Backup":
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except Refused as refusal:
            raise Refused(f"{self.path}: {refusal}") from None
        except OSError as error:
            raise Refused(f"{self.path}: cannot be read: {error.strerror or error}") from None
        except (
            *(KeyError, ValueError, TypeError, EOFError, RecursionError, NotImplementedError),
            *(RuntimeError, zipfile.BadZipFile, zlib.error),
        ):
            raise Refused(f"{self.path}: not a backup of Pitboss, or cut short") from None

    def _read(self, member: str) -> bytes:
        with self._archive.open(member) as file:
            return file.read(LARGEST_MANIFEST)

    def check(self) -> None:
        """Compare every byte with the hashes of the manifest."""
        for table in self.manifest.tables:
            with self._readable():
                count, found = _digest(self._archive.open(table.member))
                if (count, found) != (table.rows, table.sha256):
                    raise Refused(f"table {table.name} is not as its manifest says: changed")
        self.read_key()
        self.read_vault()

    def read_key(self) -> bytes:
        """The private key's file; empty where it is not in the backup."""
        return self._read_file(KEY, self.manifest.key_sha256)

    def read_vault(self) -> bytes:
        """The same of the vault's key."""
        return self._read_file(VAULT, self.manifest.vault_sha256)

    def _read_file(self, member: str, expected: str) -> bytes:
        if not expected:
            return b""
        with self._readable():
            data = self._read(member)
            if sha256(data).hexdigest() != expected:
                raise Refused(f"{member} is not as its manifest says: changed")
            return data

    def rows(self, table: Table) -> Iterator[Row]:
        with self._readable(), self._archive.open(table.member) as file:
            while line := file.readline(LONGEST_LINE):
                row = json.loads(line)
                if len(row) != len(table.columns):
                    raise Refused(f"table {table.name}: a row of {len(row)} parts")
                yield tuple(row)


def _digest(file: IO[bytes]) -> tuple[int, str]:
    """Lines and hash of a member; its own checksum is compared at its end."""
    digest, count = sha256(), 0
    with file:
        while line := file.readline(LONGEST_LINE):
            digest.update(line)
            count += line.endswith(b"\n")
    return count, digest.hexdigest()


def read_manifest(values: Any) -> Manifest:
    """Refuses another format, a newer version, and parts that are not what they should be."""
    if not isinstance(values, Mapping) or values["format"] != FORMAT:
        raise Refused("not a backup of Pitboss")
    if values["version"] != FORMAT_VERSION:
        raise Refused(f"a backup of version {values['version']}; known: {FORMAT_VERSION}")
    tables = [Table(**{name: given[name] for name in Table._fields}) for given in values["tables"]]
    known = {**Manifest._field_defaults, **values}  # an earlier Pitboss has said less
    rest = {name: known[name] for name in Manifest._fields if name != "tables"}
    manifest = Manifest(**rest, tables=tables)
    names = [name for table in tables for name in (table.name, *table.columns)]
    kinds = (*manifest[:2], manifest.source, manifest.key, *manifest[-3:], *names)
    if not all(isinstance(one, str) for one in kinds) or type(manifest.schema) is not int:
        raise Refused("its manifest has parts that do not belong there")
    refuse_newer("backup", manifest.schema)
    return manifest
