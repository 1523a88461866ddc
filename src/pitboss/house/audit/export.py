"""The log as JSON Lines, for whoever wants to check it without the house.

The first line says the format and where each chain starts, then come the signed heads, the
entries in the order of their times, the balances, and a last line that is signed and holds the
hash of all bytes before it. The secret of an entry leaves the house only once its round has ended.
"""

import heapq
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.games.profile import is_date
from pitboss.house.audit.heads import Key, chain_ends, recorded_keys, sign_head
from pitboss.house.log import COLUMNS, START, Entry, canonical
from pitboss.house.store import Database, Transaction
from pitboss.refusal import Refused

FORMAT, ROUND_FORMAT = "pitboss-log", "pitboss-round"
FORMAT_VERSION = 1
PAGE = 64
"""Entries of one chain that are in memory at a time."""

SHOWN = ("round-opened", "decided")
"""The kinds whose secrets are shown once their round has ended; others never are."""


class Scope(NamedTuple):
    """What to export: one table's chain or all, and the days (UTC) from first to last or all."""

    table: str = ""
    first_day: str = ""
    last_day: str = ""


WHOLE = Scope()


class Signer(NamedTuple):
    """Who signs an export, when, and the digest of the manifest in force."""

    key: Key
    at: str
    manifest: str


class Stretch(NamedTuple):
    """The part of a chain that is exported; from ``open_at`` on a round is still in play."""

    chain: str
    before: int
    before_hash: str
    last: int
    last_hash: str
    open_at: int | None


class Moment(NamedTuple):
    """Everything that must be of one moment; the entries up to it never change."""

    stretches: list[Stretch]
    heads: tuple[int, int]
    keys: list[str]
    balances: list[tuple[str, int]]


def export_log(database: Database, signer: Signer, scope: Scope = WHOLE) -> Iterator[str]:
    """The lines of an export, each with its line end; nothing is held for longer than a page.

    A head is signed and a bad scope refused before the first line is asked for.
    """
    _check_days(scope)
    with database.transaction() as transaction:
        sign_head(transaction, signer.at, signer.key, signer.manifest)
    with database.reading() as transaction:
        moment = _look(transaction, scope)
    return _sealed(_lines(database, moment, signer, scope), moment, signer)


def _check_days(scope: Scope) -> None:
    for day in (scope.first_day, scope.last_day):
        if day and not is_date(day):
            raise Refused(f"export: day {day[:20]!r} is no day; write it as 2026-03-01")
    if scope.last_day and scope.last_day < scope.first_day:
        raise Refused(f"export: {scope.first_day} to {scope.last_day}: the first day comes first")


def _sealed(
    lines: Iterator[tuple[str, Mapping[str, Any]]], moment: Moment, signer: Signer
) -> Iterator[str]:
    """The lines as text, and the last one, which signs them."""
    digest = sha256()
    counts = {"heads": 0, "entries": 0, "balances": 0}
    for kind, values in lines:
        line = canonical(values) + "\n"
        digest.update(line.encode())
        if kind in counts:
            counts[kind] += 1
        yield line
    end = {
        **counts,
        "at": signer.at,
        "chains": {part.chain: [part.last, part.last_hash] for part in moment.stretches},
        "sha256": digest.hexdigest(),
    }
    yield canonical({"end": end, "signature": signer.key.sign(canonical(end))}) + "\n"


def _look(transaction: Transaction, scope: Scope) -> Moment:
    ends = chain_ends(transaction)
    if scope.table and scope.table not in ends:
        raise Refused(f"export: no table {scope.table[:40]!r} is in the log")
    chains = [scope.table] if scope.table else list(ends)
    stretches = [_stretch(transaction, chain, scope) for chain in chains]
    balances = []
    if scope == WHOLE:
        balances = transaction.execute("SELECT account, cents FROM balances ORDER BY account")
    return Moment(
        [part for part in stretches if part],
        _head_range(transaction, scope),
        recorded_keys(transaction),
        [(account, cents) for account, cents in balances],
    )


def _days(scope: Scope) -> tuple[str, str]:
    return scope.first_day, scope.last_day or "9999-12-31"


def _stretch(transaction: Transaction, chain: str, scope: Scope) -> Stretch | None:
    """From the first entry of these days to the last, without a gap."""
    sql = "SELECT MIN(version), MAX(version) FROM entries WHERE chain = ?"
    values: tuple[str, ...] = (chain,)
    if scope.first_day or scope.last_day:
        sql += " AND substr(at, 1, 10) >= ? AND substr(at, 1, 10) <= ?"
        values = (chain, *_days(scope))
    ((first, last),) = transaction.execute(sql, values)
    if first is None:
        return None
    before_hash = _hash_of(transaction, chain, first - 1) if first > 1 else START
    last_hash = _hash_of(transaction, chain, last)
    return Stretch(chain, first - 1, before_hash, last, last_hash, open_round(transaction, chain))


def _hash_of(transaction: Transaction, chain: str, version: int) -> str:
    sql = "SELECT hash FROM entries WHERE chain = ? AND version = ?"
    rows = transaction.execute(sql, (chain, version))
    return str(rows[0][0]) if rows else START


def open_round(transaction: Transaction, chain: str) -> int | None:
    """Where the round in play was opened; None when the last round has ended."""
    sql = (
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND kind = ? ORDER BY version DESC LIMIT 1"
    )
    rows = transaction.execute(sql, (chain, "round-opened"))
    if not rows:
        return None
    opened = Entry(*rows[0])
    sql = f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version >= ? ORDER BY version"
    for row in transaction.execute(sql, (chain, opened.version)):
        entry = Entry(*row)
        ended = entry.kind == "round-voided" or "result" in entry.values
        if ended and entry.values.get("round") == opened.values.get("round"):
            return None
    return opened.version


def _head_range(transaction: Transaction, scope: Scope) -> tuple[int, int]:
    sql = (
        "SELECT MIN(number), MAX(number) FROM heads"
        " WHERE substr(at, 1, 10) >= ? AND substr(at, 1, 10) <= ?"
    )
    ((first, last),) = transaction.execute(sql, _days(scope))
    return (first, last) if first is not None else (1, 0)


def _lines(
    database: Database, moment: Moment, signer: Signer, scope: Scope
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each line before the last one, and what it is."""
    yield (
        "header",
        {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "made": signer.at,
            "scope": scope._asdict(),
            "keys": moment.keys,
            "signed_by": signer.key.public,
            "chains": {part.chain: [part.before, part.before_hash] for part in moment.stretches},
        },
    )
    for values in _heads(database, *moment.heads):
        yield "heads", values
    chains = [_entries(database, part) for part in moment.stretches]
    for entry in heapq.merge(*chains, key=lambda entry: (entry.at, entry.chain, entry.version)):
        yield "entries", {"entry": entry_values(entry)}
    for account, cents in moment.balances:
        yield "balances", {"balance": {"account": account, "cents": cents}}


def _heads(database: Database, first: int, last: int) -> Iterator[Mapping[str, Any]]:
    sql = (
        "SELECT number, body, signature FROM heads WHERE number >= ? AND number <= ?"
        " ORDER BY number LIMIT ?"
    )
    while first <= last:
        with database.reading() as transaction:
            rows = transaction.execute(sql, (first, last, PAGE))
        for _, body, signature in rows:
            yield {"head": json.loads(body), "signature": signature}
        first = rows[-1][0] + 1 if rows else last + 1


def _entries(database: Database, part: Stretch) -> Iterator[Entry]:
    """A chain's entries page by page, each page read by itself: nothing before the end changes."""
    sql = (
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version > ? AND version <= ?"
        " ORDER BY version LIMIT ?"
    )
    after = part.before
    while after < part.last:
        with database.reading() as transaction:
            rows = transaction.execute(sql, (part.chain, after, part.last, PAGE))
        if not rows:
            return
        for row in rows:
            entry = Entry(*row)
            in_play = part.open_at is not None and entry.version >= part.open_at
            yield entry._replace(secret=None) if in_play else entry
        after = rows[-1][1]


def entry_values(entry: Entry) -> dict[str, Any]:
    """An entry as exported, with the secret where its kind may show one."""
    shown = entry.secret is not None and entry.kind in SHOWN
    return {
        **entry._asdict(),
        "body": read_values(entry.body),
        "secret": read_values(entry.secret) if shown else None,
    }


def read_values(text: str | None) -> object:
    """The JSON values, or the text itself where the database is damaged: a verifier says so."""
    try:
        return json.loads(text or "null")
    except ValueError:
        return text


def export_round(transaction: Transaction, table: str, number: int) -> dict[str, Any]:
    """One ended round: the stretch of its table's chain from the opening to the result."""
    rows = transaction.execute(
        "SELECT opened_version, ended_version FROM rounds WHERE table_id = ? AND round = ?",
        (table, number),
    )
    if not rows:
        raise Refused(f"round {number} of table {table[:40]!r}: no such round has ended")
    first, last = rows[0]
    in_play = open_round(transaction, table)
    if in_play is not None and in_play <= last:
        raise Refused(f"round {number} of table {table[:40]!r}: is still being played")
    sql = f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version >= ? AND version <= ?"
    found = transaction.execute(f"{sql} ORDER BY version", (table, first, last))
    return {
        "format": ROUND_FORMAT,
        "version": FORMAT_VERSION,
        "table": table,
        "round": number,
        "before": [first - 1, _hash_of(transaction, table, first - 1)],
        "entries": [entry_values(Entry(*row)) for row in found],
    }
