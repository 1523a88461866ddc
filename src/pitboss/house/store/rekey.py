"""Another key for the vault of a closed house: every secret is opened with the old one and locked
with the new one, in one transaction.

The new key is on the disk before that, as ``vault.key.new``, and takes the old one's place after
it. Whatever happens in between, the database says with which of the two its secrets are locked, and
the next start, or the next try, finishes what was begun. The old key stays, named after its id, for
the backups that were made with it.
"""

import time
from collections.abc import Callable

from pitboss.house.log import HOUSE, Draft, Entry, canonical
from pitboss.house.store import factors
from pitboss.house.store.database import Database, Transaction
from pitboss.house.store.entries import ROWS, Unit
from pitboss.house.store.schema import hold, write_meta
from pitboss.house.store.vault import Locked, id_of, is_unopened, mix, place_of
from pitboss.house.store.vault_keys import (
    BEGUN,
    RECORD,
    SINCE,
    Keys,
    Record,
    fresh_file,
    make_file,
    put_in_place,
    read_file,
    read_record,
    unlock,
)
from pitboss.refusal import Refused

PAGE = 1_000
STILL_SECONDS = 3.0
"""For so long no process may be seen to live: each counts every second."""


def rekey(
    database: Database, keys: Keys, at: str, wait: Callable[[float], None] = time.sleep
) -> Locked:
    """Give a house that nobody has open another key."""
    refuse_open(database, wait)
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


def refuse_open(database: Database, wait: Callable[[float], None]) -> None:
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
