"""Reading the log for people: filters, pages, and an entry with what may be shown of it."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from pitboss.games.profile import is_date
from pitboss.house.audit.export import SHOWN, open_round
from pitboss.house.audit.heads import last_head, recorded_keys
from pitboss.house.log import COLUMNS, RARE, USUAL, Entry, commit_to
from pitboss.house.store import Transaction
from pitboss.refusal import Refused
from pitboss.web.common.errors import NotFound

PAGE = 50
FILTERS = ("chain", "first_day", "last_day", "kind", "who")
WORDS = ("action", "reason", "why", "name", "state", "act", "hit", "jackpot", "words")
"""Parts of a body that say in a line what it is about."""


class Line(NamedTuple):
    """An entry in the list."""

    chain: str
    version: int
    at: str
    kind: str
    who: str
    words: str
    round: int | None


class Listing(NamedTuple):
    """A page of the log, the newest entry first; ``older`` and ``newer`` name the pages beside."""

    lines: list[Line]
    older: str
    is_first: bool


class Shown(NamedTuple):
    """One entry whole; its secret only where it may be shown."""

    entry: Entry
    body: str
    postings: list[tuple[str, int]]
    secret: str
    secret_words: str
    before: str
    last: int
    round: int | None


def read_filter(given: Mapping[str, str]) -> dict[str, str]:
    """Check what the list is narrowed to."""
    wanted = {name: given[name].strip()[:80] for name in FILTERS if given.get(name, "").strip()}
    for name in ("first_day", "last_day"):
        if name in wanted and not is_date(wanted[name]):
            raise Refused(f"day {wanted[name][:20]!r}: write it as 2026-01-31")
    return wanted


def list_entries(
    transaction: Transaction, wanted: Mapping[str, str], before: str, names: Mapping[str, str]
) -> Listing:
    """A page of entries, those before a place named ``time~chain~version``."""
    sql, values = _where(wanted, {name: person for person, name in names.items()})
    if before:
        place = before.split("~")
        if len(place) != 3 or not place[2].isdecimal():
            raise Refused("page: there is no such page; start again from the newest entry")
        sql += " AND (at, chain, version) < (?, ?, ?)"
        values += [place[0], place[1], int(place[2][:18])]
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE {sql} ORDER BY at DESC, chain DESC, version DESC"
        f" LIMIT {PAGE + 1}",
        values,
    )
    entries = [Entry(*row) for row in rows]
    shown = entries[:PAGE]
    last = shown[-1] if len(entries) > PAGE else None
    older = f"{last.at}~{last.chain}~{last.version}" if last else ""
    return Listing([make_line(entry, names) for entry in shown], older, not before)


def _where(wanted: Mapping[str, str], people: Mapping[str, str]) -> tuple[str, list[Any]]:
    sql, values = "1 = 1", []
    for name in ("chain", "kind"):
        if name in wanted:
            sql += f" AND {name} = ?"
            values.append(wanted[name])
    if wanted.get("kind", USUAL[0]) not in USUAL:
        sql += f" AND {RARE}"
    if "who" in wanted:
        sql += " AND who = ?"
        values.append(people.get(wanted["who"], wanted["who"]))
    if "first_day" in wanted:
        sql += " AND at >= ?"
        values.append(wanted["first_day"])
    if "last_day" in wanted:
        sql += " AND at < ?"
        values.append((date.fromisoformat(wanted["last_day"]) + timedelta(1)).isoformat())
    return sql, values


def make_line(entry: Entry, names: Mapping[str, str]) -> Line:
    body = entry.values
    words = [f"round {body['round']}"] if "round" in body else []
    if "seat" in body:
        words.append(f"seat {body['seat']}")
    words += [str(body[name]) for name in WORDS if isinstance(body.get(name), str)]
    if "status" in body.get("result", {}):
        words.append(str(body["result"]["status"]))
    number = body.get("round")
    return Line(
        *(entry.chain, entry.version, entry.at, entry.kind, names.get(entry.who, entry.who)),
        ", ".join(words)[:160],
        number if isinstance(number, int) else None,
    )


def read_kinds(transaction: Transaction) -> list[str]:
    found = transaction.execute(f"SELECT DISTINCT kind FROM entries WHERE {RARE}")
    return sorted([*USUAL, *(kind for (kind,) in found)])


def read_entry(transaction: Transaction, chain: str, version: int) -> Shown:
    """An entry and what it stands between; the cards of a round in play stay hidden."""
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM entries WHERE chain = ? AND version IN (?, ?)"
        " ORDER BY version DESC",
        (chain, version, version - 1),
    )
    if not rows or rows[0][1] != version:
        raise NotFound(f"entry {version} of {chain[:40]!r}: there is no such entry")
    entry = Entry(*rows[0])
    ((last,),) = transaction.execute("SELECT MAX(version) FROM entries WHERE chain = ?", (chain,))
    body = entry.values
    postings = sorted(body.get("postings", {}).items())
    secret, words = _secret(transaction, entry)
    number = body.get("round")
    return Shown(
        entry,
        json.dumps(body, indent=2, sort_keys=True, ensure_ascii=False),
        postings,
        secret,
        words,
        str(rows[1][8]) if len(rows) > 1 else "",
        int(last),
        number if isinstance(number, int) and _has_ended(transaction, chain, number) else None,
    )


def _secret(transaction: Transaction, entry: Entry) -> tuple[str, str]:
    """The secret, or why it is not shown."""
    if entry.secret is None:
        return "", ""
    if entry.kind not in SHOWN:
        return "", "It has a secret, which never leaves the house."
    in_play = open_round(transaction, entry.chain)
    if in_play is not None and entry.version >= in_play:
        return "", "Its secret is shown once the round has ended."
    kept = commit_to(entry.secret) == entry.values.get("commitment")
    words = "It is what the body commits to." if kept else "It is NOT what the body commits to."
    return json.dumps(entry.hidden, indent=2, sort_keys=True), words


def _has_ended(transaction: Transaction, table: str, number: int) -> bool:
    return bool(
        transaction.execute(
            "SELECT 1 FROM rounds WHERE table_id = ? AND round = ?", (table, number)
        )
    )


def read_heads(transaction: Transaction) -> dict[str, Any]:
    """The last signed head and the public keys that the log records."""
    return {"head": last_head(transaction), "keys": recorded_keys(transaction)}
