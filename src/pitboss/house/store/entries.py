"""The log's entries, found by their place in a chain or by what they are about."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from pitboss.house.log import START, Entry
from pitboss.house.store.connection import Database, Rows, Transaction
from pitboss.house.store.period import Period

ROWS = Rows("entries", Entry._fields, Entry, keys=2)
USUAL = ("decided", "round-opened", "wagers-placed")
"""The kinds of most entries."""
RARE = "kind NOT IN ('decided', 'round-opened', 'wagers-placed')"
"""All but the usual kinds: the condition of the index that finds entries by kind and time."""

_ENDS = """WITH RECURSIVE names(chain) AS (
        SELECT MIN(chain) FROM entries
        UNION ALL
        SELECT (SELECT MIN(chain) FROM entries WHERE chain > names.chain)
        FROM names WHERE names.chain IS NOT NULL)
    SELECT entries.chain, entries.version, entries.hash FROM names
    JOIN entries ON entries.chain = names.chain AND entries.version =
        (SELECT MAX(version) FROM entries WHERE chain = names.chain)"""
"""Steps from chain to chain by the key, so a long log costs no more than a short one."""


class Which(NamedTuple):
    """Which entries are meant: what is left empty narrows nothing."""

    chain: str = ""
    kinds: tuple[str, ...] = ()
    who: str = ""
    after: int = 0
    """A version: later ones alone."""
    before: int = 0
    """A version: earlier ones alone."""
    since: str = ""
    until: str = ""
    """Times, or days, from the first to before the second."""
    game: str = ""
    """Of the tables of one game."""
    older_than: tuple[str, str, int] | None = None
    """A place in the whole log, by time, chain and version."""


def add_all(transaction: Transaction, entries: Iterable[Entry]) -> None:
    transaction.execute_each(ROWS.insert, entries)


def find(transaction: Transaction, chain: str, version: int) -> Entry | None:
    return ROWS.first(transaction, "WHERE chain = ? AND version = ?", (chain, version))


def between(transaction: Transaction, chain: str, first: int, last: int) -> list[Entry]:
    """A stretch of a chain, both ends included."""
    where = "WHERE chain = ? AND version BETWEEN ? AND ? ORDER BY version"
    return ROWS.find(transaction, where, (chain, first, last))


def after(transaction: Transaction, chain: str, version: int) -> list[Entry]:
    where = "WHERE chain = ? AND version > ? ORDER BY version"
    return ROWS.find(transaction, where, (chain, version))


def of_command(transaction: Transaction, chain: str, command: str) -> Entry | None:
    """The first entry that a client's command has led to."""
    return ROWS.first(transaction, "WHERE chain = ? AND command = ?", (chain, command))


def end(transaction: Transaction, chain: str) -> tuple[int, str]:
    """The last version of a chain and its hash."""
    rows = transaction.execute(
        "SELECT version, hash FROM entries WHERE chain = ? ORDER BY version DESC LIMIT 1", (chain,)
    )
    return (int(rows[0][0]), str(rows[0][1])) if rows else (0, START)


def ends(transaction: Transaction) -> dict[str, tuple[int, str]]:
    """The last version and hash of every chain, in the order of their names."""
    rows = transaction.execute(_ENDS)
    return {chain: (version, found) for chain, version, found in sorted(rows)}


def search(
    transaction: Transaction, which: Which, newest_first: bool = False, most: int = 0
) -> list[Entry]:
    """In the order of a chain, or of time where more than one is meant."""
    conditions, values = _conditions(which)
    columns = ("version",) if which.chain else ("at", "chain", "version")
    order = ", ".join(f"{name} DESC" if newest_first else name for name in columns)
    limit = f" LIMIT {most}" if most else ""
    where = " AND ".join(conditions) or "1 = 1"
    return ROWS.find(transaction, f"WHERE {where} ORDER BY {order}{limit}", values)


def of_period(transaction: Transaction, period: Period, *kinds: str) -> list[Entry]:
    """Those of some days; a table or game asked for leaves the house's own chain out."""
    which = Which(period.table, kinds, since=period.first_day, until=period.end, game=period.game)
    return search(transaction, which)


def _conditions(which: Which) -> tuple[list[str], list[object]]:
    found: list[str] = []
    values: list[object] = []
    for condition, value in (
        ("chain = ?", which.chain),
        ("who = ?", which.who),
        ("version > ?", which.after),
        ("version < ?", which.before),
        ("at >= ?", which.since),
        ("at < ?", which.until),
        ("chain IN (SELECT id FROM tables WHERE game = ?)", which.game),
    ):
        if value:
            found.append(condition)
            values.append(value)
    if which.kinds:
        found.append(f"kind IN ({', '.join('?' * len(which.kinds))})")
        values += which.kinds
        # The condition says nothing new, but only by its words is the index of rare kinds used.
        if not which.after and not set(USUAL).intersection(which.kinds):
            found.append(RARE)
    if which.older_than:
        found.append("(at, chain, version) < (?, ?, ?)")
        values += which.older_than
    return found, values


def versions_of_days(
    transaction: Transaction, chain: str, first_day: str = "", last_day: str = ""
) -> tuple[int, int] | None:
    """From the first entry of some days (UTC), or of all, to the last; None where there is none."""
    sql, values = "SELECT MIN(version), MAX(version) FROM entries WHERE chain = ?", [chain]
    if first_day or last_day:
        sql += " AND substr(at, 1, 10) >= ? AND substr(at, 1, 10) <= ?"
        values += [first_day, last_day or "9999-12-31"]
    ((first, last),) = transaction.execute(sql, values)
    return None if first is None else (first, last)


def read_kinds(transaction: Transaction) -> list[str]:
    """Every kind that stands in the log."""
    found = transaction.execute(f"SELECT DISTINCT kind FROM entries WHERE {RARE}")
    return sorted([*USUAL, *(kind for (kind,) in found)])


def in_pages(database: Database, chain: str, after: int, last: int) -> Iterator[Entry]:
    """A stretch of a chain, of any length."""
    found = (Entry(*row) for row in ROWS.pages(database, (chain, after)))
    return takewhile(lambda entry: entry.chain == chain and entry.version <= last, found)
