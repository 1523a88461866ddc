"""The log as JSON Lines, for whoever wants to check it without the house.

The first line says the format and where each chain starts, then come the signed heads, the
entries in the order of their times, the balances, and a last line that is signed and holds the
hash of all bytes before it. The secret of an entry leaves the house only once its round has ended.
In place of one that does not open stands what fits no commitment, so that a verifier names it.
"""

import heapq
import itertools
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.games.profile import is_date
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import Key, recorded_keys
from pitboss.house.log import START, Entry, canonical
from pitboss.house.store import Database, Transaction, entries, tables
from pitboss.house.store.vault import is_unopened
from pitboss.refusal import Refused

FORMAT, ROUND_FORMAT = "pitboss-log", "pitboss-round"
FORMAT_VERSION = 1
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


def export_log(database: Database, signer: Signer, scope: Scope = WHOLE) -> Iterator[str]:
    """The lines of an export, each with its line end; nothing is held for longer than a page.

    A head is signed and a bad scope refused before the first line is asked for.
    """
    for day in (scope.first_day, scope.last_day):
        if day and not is_date(day):
            raise Refused(f"export: day {day[:20]!r} is no day; write it as 2026-03-01")
    if scope.last_day and scope.last_day < scope.first_day:
        raise Refused(f"export: {scope.first_day} to {scope.last_day}: the first day comes first")
    with database.transaction() as transaction:
        sign_head(transaction, signer.at, signer.key, signer.manifest)
    # All of one moment; the entries up to it never change, and are read later.
    with database.reading() as transaction:
        ends = entries.ends(transaction)
        if scope.table and scope.table not in ends:
            raise Refused(f"export: no table {scope.table[:40]!r} is in the log")
        chains = [scope.table] if scope.table else list(ends)
        found = [_stretch(transaction, chain, scope) for chain in chains]
        first, last = entries.HEADS.span(transaction, scope[1:]) or (1, 0)
        keys = recorded_keys(transaction)
        balances = entries.read_balances(transaction) if scope == WHOLE else []
    stretches = [part for part in found if part]
    header = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "made": signer.at,
        "scope": scope._asdict(),
        "keys": keys,
        "signed_by": signer.key.public,
        "chains": {part.chain: [part.before, part.before_hash] for part in stretches},
    }
    heads = entries.HEADS.stretch(database, (first - 1,), last)
    in_order = heapq.merge(
        *(_entries(database, part) for part in stretches),
        key=lambda entry: (entry.at, entry.chain, entry.version),
    )
    lines: Iterator[Mapping[str, Any]] = itertools.chain(
        [header],
        ({"head": json.loads(head.body), "signature": head.signature} for head in heads),
        ({"entry": entry_values(entry)} for entry in in_order),
        ({"balance": {"account": account, "cents": cents}} for account, cents in balances),
    )
    return _sealed(lines, stretches, signer)


def _sealed(
    lines: Iterator[Mapping[str, Any]], stretches: list[Stretch], signer: Signer
) -> Iterator[str]:
    """The lines as text, and the last one, which signs them; a line's first key says what it is."""
    digest = sha256()
    counts = {"head": 0, "entry": 0, "balance": 0, "format": 0}
    for values in lines:
        counts[next(iter(values))] += 1
        line = canonical(values) + "\n"
        digest.update(line.encode())
        yield line
    end = {
        "heads": counts["head"],
        "entries": counts["entry"],
        "balances": counts["balance"],
        "at": signer.at,
        "chains": {part.chain: [part.last, part.last_hash] for part in stretches},
        "sha256": digest.hexdigest(),
    }
    yield canonical({"end": end, "signature": signer.key.sign(canonical(end))}) + "\n"


def _stretch(transaction: Transaction, chain: str, scope: Scope) -> Stretch | None:
    """From the first entry of these days to the last, without a gap."""
    found = entries.ROWS.span(transaction, scope[1:], chain)
    if found is None:
        return None
    first, last = found
    before_hash, last_hash = (_hash_of(transaction, chain, number) for number in (first - 1, last))
    return Stretch(chain, first - 1, before_hash, last, last_hash, open_round(transaction, chain))


def _hash_of(transaction: Transaction, chain: str, version: int) -> str:
    entry = entries.find(transaction, chain, version)
    return entry.hash if entry else START


def open_round(transaction: Transaction, chain: str) -> int | None:
    """Where the round in play was opened; None when the last round has ended."""
    which = entries.Which(chain, ("round-opened",))
    found = entries.search(transaction, which, newest_first=True, most=1)
    if not found:
        return None
    (opened,) = found
    for entry in entries.after(transaction, chain, opened.version - 1):
        ended = entry.kind == "round-voided" or "result" in entry.values
        if ended and entry.values.get("round") == opened.values.get("round"):
            return None
    return opened.version


def _entries(database: Database, part: Stretch) -> Iterator[Entry]:
    """A chain's entries, without the secrets of a round in play."""
    for entry in entries.ROWS.stretch(database, (part.chain, part.before), part.last):
        in_play = part.open_at is not None and entry.version >= part.open_at
        yield entry._replace(secret=None) if in_play and not is_unopened(entry.secret) else entry


def entry_values(entry: Entry) -> dict[str, Any]:
    """An entry as exported, with the secret where its kind may show one."""
    shown = entry.secret is not None and (entry.kind in SHOWN or is_unopened(entry.secret))
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
    """One ended round: the stretch of its table's chain from the opening to the result, or to the
    void that followed it."""
    found = tables.load_round(transaction, table, number)
    if found is None:
        raise Refused(f"round {number} of table {table[:40]!r}: no such round has ended")
    before, last = found.line.opened_version - 1, found.entries[-1].version
    in_play = open_round(transaction, table)
    if in_play is not None and in_play <= last:
        raise Refused(f"round {number} of table {table[:40]!r}: is still being played")
    return {
        "format": ROUND_FORMAT,
        "version": FORMAT_VERSION,
        "table": table,
        "round": number,
        "before": [before, _hash_of(transaction, table, before)],
        "entries": [entry_values(entry) for entry in found.entries],
    }
