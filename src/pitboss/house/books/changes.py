"""What was changed, by whom, when and why: settings with before and after, meters, people."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries
from pitboss.house.store.period import Period

TABLES = ("table-opened", "settings-changed", "table-closed")
JACKPOTS = ("jackpot-opened", "meter-adjusted", "hit-advanced")
PEOPLE = (
    *("person-made", "person-renamed", "role-changed", "password-changed"),
    *("person-deactivated", "person-reactivated"),
)
REQUESTS = ("request-asked", "request-approved", "request-declined", "request-withdrawn")
SOFTWARE = ("software-started", "integrity-failed", "key-made", "alert-acknowledged")
KINDS = (*TABLES, "round-corrected", *JACKPOTS, *PEOPLE, *REQUESTS, *SOFTWARE)

Change = dict[str, Any]


def changes(transaction: Transaction, period: Period) -> list[Change]:
    """One row for each thing that changed; a change of several settings has several rows."""
    found = entries.of_period(transaction, period, *KINDS)
    return [row for entry in found for row in _rows(entry)]


def _rows(entry: Entry) -> Iterator[Change]:
    body = entry.values
    head = {"day": entry.at[:10], "at": entry.at, "kind": entry.kind, "by": entry.who}
    people = body.get("people", [entry.who])
    for what, before, after in _pairs(entry, body):
        yield {
            **head,
            "people": people,
            "of": _subject(entry, body),
            "what": what,
            "before": before,
            "after": after,
            "why": body.get("why", ""),
        }


def _subject(entry: Entry, body: Mapping[str, Any]) -> str:
    for name in ("jackpot", "person", "request", "alert"):
        if name in body:
            return str(body[name])
    return entry.chain


def _pairs(entry: Entry, body: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    """What changed, from what, to what; nothing stands for what was not there."""
    kind = entry.kind
    if kind == "settings-changed":
        yield from compare(body["before"], body["after"])
    elif kind == "meter-adjusted":
        yield body["cause"], body["before"], body["after"]
    elif kind == "hit-advanced":
        yield f"hit {body['hit']}", None, body["state"]
    elif kind == "round-corrected":
        yield f"round {body['round']}", "settled", "corrected"
    elif kind in ("role-changed", "person-renamed"):
        yield "role" if kind == "role-changed" else "name", body["before"], body["after"]
    elif kind == "person-made":
        yield "person", None, f"{body['name']} ({body['role']})"
    elif kind in REQUESTS:
        yield body["act"], None, kind.removeprefix("request-")
    elif kind == "software-started":
        yield "software", None, body["manifest"]["digest"]
    elif kind == "integrity-failed":
        yield "software", None, "; ".join(body["lines"])
    else:
        yield kind, None, None


def compare(before: object, after: object, path: str = "") -> Iterator[tuple[str, object, object]]:
    """The settings that differ, by their path, such as ``table.limits.max``."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in sorted({*before, *after}):
            inner = f"{path}.{name}" if path else str(name)
            yield from compare(before.get(name), after.get(name), inner)
    elif before != after:
        yield path, before, after
