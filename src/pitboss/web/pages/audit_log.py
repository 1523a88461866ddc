"""Reading the log for people: filters, pages, and an entry with what may be shown of it."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from pitboss.games.profile import is_date
from pitboss.house.audit.export import SHOWN, open_round
from pitboss.house.audit.heads import recorded_keys
from pitboss.house.log import HOUSE, Entry, commit_to
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound

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
    which = _which(wanted, {name: person for person, name in names.items()})
    if before:
        place = before.split("~")
        if len(place) != 3 or not place[2].isdecimal():
            raise Refused("page: there is no such page; start again from the newest entry")
        which = which._replace(older_than=(place[0], place[1], int(place[2][:18])))
    found = entries.search(transaction, which, newest_first=True, most=PAGE + 1)
    shown = found[:PAGE]
    last = shown[-1] if len(found) > PAGE else None
    older = f"{last.at}~{last.chain}~{last.version}" if last else ""
    return Listing([make_line(entry, names) for entry in shown], older, not before)


def _which(wanted: Mapping[str, str], people: Mapping[str, str]) -> Which:
    who, last_day = wanted.get("who", ""), wanted.get("last_day", "")
    return Which(
        wanted.get("chain", ""),
        (wanted["kind"],) if "kind" in wanted else (),
        people.get(who, who),
        since=wanted.get("first_day", ""),
        until=(date.fromisoformat(last_day) + timedelta(1)).isoformat() if last_day else "",
    )


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
        number if isinstance(number, int) and entry.chain != HOUSE else None,
    )


def read_entry(transaction: Transaction, chain: str, version: int) -> Shown:
    """An entry and what it stands between; the cards of a round in play stay hidden."""
    before, entry = (entries.find(transaction, chain, number) for number in (version - 1, version))
    if entry is None:
        raise NotFound(f"entry {version} of {chain[:40]!r}: there is no such entry")
    last, _ = entries.end(transaction, chain)
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
        before.hash if before else "",
        last,
        number
        if isinstance(number, int) and tables.find_round(transaction, chain, number)
        else None,
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


def read_heads(transaction: Transaction) -> dict[str, Any]:
    """The last signed head and the public keys that the log records."""
    return {"head": entries.last_head(transaction), "keys": recorded_keys(transaction)}
