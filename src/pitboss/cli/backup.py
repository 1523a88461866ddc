"""``pitboss backup``, ``pitboss restore`` and ``pitboss rekey``."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from pitboss.cli.serve import read_options
from pitboss.cli.verify import report_lines
from pitboss.house.audit.integrity import Key, open_key
from pitboss.house.backup.archive import Backup, Manifest, Taking, write_backup, written_whole
from pitboss.house.backup.restore import Place, Trust, restore
from pitboss.house.log import stamp
from pitboss.house.modes import database_files
from pitboss.house.store import Keys, connect, open_database
from pitboss.house.store.vault_keys import read_file, rekey
from pitboss.refusal import Refused
from pitboss.web.settings import KEY_FILE, Options


def run_backup(options: argparse.Namespace) -> None:
    """The file is there whole when this returns."""
    settings = read_options(options)
    given, now = settings.options, datetime.now(UTC)
    names = sorted(name for name, one in settings.found.items() if one.source != "default")
    vault = _read_vault(given, options.with_key)
    taking = Taking(stamp(now), names, *_read_key(given, options.with_key), vault)
    target = Path(options.target)
    if target.is_dir() or options.target.endswith("/"):
        target = target / f"pitboss-{now:%Y%m%dT%H%M%SZ}.zip"
    if given.database_file and not given.database_file.is_file():
        raise Refused(f"database {given.database_file}: is not there; --data says where it is")
    _refuse_own(target, given)
    database = connect(given.address)
    try:
        with written_whole(target, options.force) as whole:
            manifest = write_backup(database, whole, taking)
    finally:
        database.close()
    print(f"Written: {target}")
    print(_told(manifest))
    key = given.folder / KEY_FILE
    if not taking.signer:
        print(f"It is not signed: the house's key is not at {key}")
    elif not taking.key_file:
        print(f"The house's private key is not in it: keep {key} elsewhere, or say --with-key")
    if manifest.vault and not manifest.vault_sha256:
        print(f"Its secrets are locked: keep the vault's key {given.vault_file} elsewhere too")


def run_rekey(options: argparse.Namespace) -> None:
    """Another key for the vault; the old one stays beside it for older backups."""
    given = read_options(options).options
    if given.database_file and not given.database_file.is_file():
        raise Refused(f"database {given.database_file}: is not there; --data says where it is")
    database = open_database(given.address)
    try:
        keys = Keys(given.vault_file, given.second_key)
        vault = rekey(database, keys, stamp(datetime.now(UTC)))
    finally:
        database.close()
    print(
        f"Locked with {vault.id}: keep a copy of {given.vault_file} elsewhere, and put it on every"
    )
    print("other machine of this database. The key before it opens the backups made until now.")


def _refuse_own(target: Path, options: Options) -> None:
    """A backup takes the place of nothing that the house lives by, whatever is said."""
    own = [options.folder / KEY_FILE, options.vault_file]
    if options.database_file:
        own += database_files(options.database_file)
    if target.resolve() in [path.resolve() for path in own]:
        raise Refused(f"{target}: is the house's own file; give the backup another name")


def _read_key(options: Options, wanted: bool) -> tuple[Key | None, bytes]:
    path = options.folder / KEY_FILE
    if path.exists():
        return open_key(path), path.read_bytes() if wanted else b""
    if wanted:
        raise Refused(f"key {path}: is not there, so it cannot be put into the backup")
    return None, b""


def _read_vault(options: Options, wanted: bool) -> bytes:
    """The vault's key; an earlier Pitboss has made none."""
    keys = Keys(options.vault_file)
    if not wanted or not keys.path.exists():
        return b""
    read_file(keys)
    return keys.path.read_bytes()


def _told(manifest: Manifest) -> str:
    rows = sum(table.rows for table in manifest.tables)
    counted = f"{manifest.entries} entries of its log, {rows} rows"
    return f"The house at {manifest.made_at} ({manifest.source}): {counted}"


def run_restore(options: argparse.Namespace) -> None:
    """What was found in the log is told, and where the house is now."""
    given = read_options(options).options
    key = given.folder / KEY_FILE
    vault = Keys(given.vault_file, given.second_key)
    place = Place(given.folder, key, given.address, given.database_file, vault)
    trust = Trust(options.with_findings, options.unsigned, options.key)
    with Backup(options.file) as backup:
        done = restore(backup, place, trust)
    print("\n".join([_told(done.manifest), *report_lines(done.report)]))
    print(f"Restored: data folder {given.folder}, on {place.kind}")
    if not done.has_key:
        print(
            f"The key is not in the backup: put the one whose public half is {done.manifest.key}"
            f" at {key}, or start with --new-key"
        )
    if done.manifest.vault and not done.has_vault:
        print(
            f"The vault's key {done.manifest.vault} is lost, and with it every secret: start with"
            " --new-vault"
        )
