"""The tables of the house: what each is, its last snapshot, and which process drives it."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house.log import canonical
from pitboss.house.store.connection import Sink, Transaction


class Snapshot(NamedTuple):
    """A table as it stood between two rounds, as JSON values, and its version then."""

    values: Mapping[str, Any]
    version: int


class Opened(NamedTuple):
    """A table when it is opened."""

    id: str
    game: str
    name: str
    owner: str
    snapshot: Snapshot


def add(sink: Sink, table: Opened) -> None:
    sink.add(
        "INSERT INTO tables (id, game, name, status, owner, snapshot, snapshot_version,"
        " driver, driven_until) VALUES (?, ?, ?, 'open', ?, ?, ?, '', 0)",
        (*table[:4], canonical(table.snapshot.values), table.snapshot.version),
    )


def keep(sink: Sink, table: str, snapshot: Snapshot) -> None:
    """Keep a table as it stands, so that it can be loaded without its history."""
    sink.add(
        "UPDATE tables SET snapshot = ?, snapshot_version = ?, status = ? WHERE id = ?",
        (canonical(snapshot.values), snapshot.version, snapshot.values["status"], table),
    )


def find(transaction: Transaction, table: str) -> Snapshot | None:
    """The last snapshot of a table; None where there is no such table."""
    rows = transaction.execute(
        "SELECT snapshot, snapshot_version FROM tables WHERE id = ?", (table,)
    )
    return Snapshot(json.loads(rows[0][0]), rows[0][1]) if rows else None


def is_known(transaction: Transaction, table: str) -> bool:
    return bool(transaction.execute("SELECT 1 FROM tables WHERE id = ?", (table,)))


def read_open(transaction: Transaction) -> dict[str, int]:
    """The last versions of all open tables, by id."""
    return dict(
        transaction.execute(
            "SELECT id, (SELECT MAX(version) FROM entries WHERE chain = tables.id) FROM tables"
            " WHERE status = 'open'"
        )
    )


def read_names(transaction: Transaction) -> dict[str, str]:
    """The names of all tables that ever were by id, in their order."""
    return dict(transaction.execute("SELECT id, name FROM tables ORDER BY name, id"))


def read_games(transaction: Transaction) -> dict[str, str]:
    """The games of all tables that ever were, by id."""
    return dict(transaction.execute("SELECT id, game FROM tables"))


def claim(transaction: Transaction, driver: str, now: float, seconds: float) -> list[str]:
    """Take or renew the lease of every open table that nobody else drives; gives those held."""
    transaction.execute(
        "UPDATE tables SET driver = ?, driven_until = ?"
        " WHERE status = 'open' AND (driver = ? OR driven_until < ?)",
        (driver, now + seconds, driver, now),
    )
    rows = transaction.execute(
        "SELECT id FROM tables WHERE status = 'open' AND driver = ?", (driver,)
    )
    return [row[0] for row in rows]
