"""What was changed, by whom, when and why: settings with before and after, meters, people."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries
from pitboss.house.store.period import Period

Change = dict[str, Any]
Body = Mapping[str, Any]
Pairs = Iterable[tuple[str, object, object]]
"""What changed, from what, to what; nothing stands for what was not there."""


def compare(before: object, after: object, path: str = "") -> Pairs:
    """The settings that differ, by their path, such as ``table.limits.max``."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in sorted({*before, *after}):
            inner = f"{path}.{name}" if path else str(name)
            yield from compare(before.get(name), after.get(name), inner)
    elif before != after:
        yield path, before, after


PAIRS: Mapping[str, Callable[[Body], Pairs]] = {
    "settings-changed": lambda body: compare(body["before"], body["after"]),
    "meter-adjusted": lambda body: [(body["cause"], body["before"], body["after"])],
    "hit-advanced": lambda body: [(f"hit {body['hit']}", None, body["state"])],
    "round-corrected": lambda body: [(f"round {body['round']}", "settled", "corrected")],
    "role-changed": lambda body: [("role", body["before"], body["after"])],
    "person-renamed": lambda body: [("name", body["before"], body["after"])],
    "person-made": lambda body: [("person", None, f"{body['name']} ({body['role']})")],
    "request-asked": lambda body: [(body["act"], None, "asked")],
    "request-approved": lambda body: [(body["act"], None, "approved")],
    "request-declined": lambda body: [(body["act"], None, "declined")],
    "request-withdrawn": lambda body: [(body["act"], None, "withdrawn")],
    "software-started": lambda body: [("software", None, body["manifest"]["digest"])],
    "integrity-failed": lambda body: [("software", None, "; ".join(body["lines"]))],
}
OTHERS = (
    *("table-opened", "table-closed", "jackpot-opened", "password-changed"),
    *("person-deactivated", "person-reactivated", "key-made", "alert-acknowledged"),
)
"""Of these the kind says it all."""


def changes(transaction: Transaction, period: Period) -> list[Change]:
    """One row for each thing that changed; a change of several settings has several rows."""
    found = entries.of_period(transaction, period, *PAIRS, *OTHERS)
    return [row for entry in found for row in _rows(entry)]


def _rows(entry: Entry) -> Iterator[Change]:
    body = entry.values
    pairs = PAIRS[entry.kind](body) if entry.kind in PAIRS else [(entry.kind, None, None)]
    for what, before, after in pairs:
        yield {
            "day": entry.at[:10],
            "at": entry.at,
            "kind": entry.kind,
            "by": entry.who,
            "people": body.get("people", [entry.who]),
            "of": _subject(entry, body),
            "what": what,
            "before": before,
            "after": after,
            "why": body.get("why", ""),
        }


def _subject(entry: Entry, body: Body) -> str:
    for name in ("jackpot", "person", "request", "alert"):
        if name in body:
            return str(body[name])
    return entry.chain
