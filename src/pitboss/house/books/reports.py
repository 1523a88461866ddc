"""Every report and record as rows, for spreadsheets as lines of CSV; no secret is in any of them.

A record's columns are those it is kept in, a report's are the keys of its own rows. The reports of
what was out of the ordinary stand here: voids, corrections, hits, envy pays, promotions, changes.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pitboss.house import ledger
from pitboss.house.books.funds import fund_report
from pitboss.house.books.master import master_report
from pitboss.house.books.meters import hit_values, meter_book
from pitboss.house.log import Entry, canonical
from pitboss.house.store import Database, Transaction, entries, jackpots, tables
from pitboss.house.store.database import Rows
from pitboss.house.store.period import Period
from pitboss.jackpots.terms import is_envy
from pitboss.money import dollars
from pitboss.refusal import Refused

Line = dict[str, Any]
Body = Mapping[str, Any]
Report = Callable[[Transaction, Period], Sequence[Mapping[str, Any]]]
Pairs = Iterable[tuple[str, object, object]]
"""What changed, from what, to what; nothing stands for what was not there."""


def voids(transaction: Transaction, period: Period) -> dict[str, Any]:
    """Voided rounds by cause and by dealer, and each of them with who voided it and why: in play,
    or when it was just settled."""
    found = [
        {
            "day": played.day,
            "at": voided.at,
            "table": played.table,
            "game": played.game,
            "round": played.number,
            "cause": played.cause,
            "reason": voided.values.get("reason") or voided.values.get("why", ""),
            "dealer": played.dealer,
            "voided_by": voided.who,
        }
        for played in tables.undone_rounds(transaction, period)
        if played.is_void
        for voided in [tables.void_entry(transaction, played)]
    ]
    counted = Counter((row["game"], row["cause"], row["dealer"]) for row in found)
    causes = [
        {"game": game, "cause": cause, "dealer": dealer, "rounds": number}
        for (game, cause, dealer), number in sorted(counted.items())
    ]
    return {"period": period.values, "causes": causes, "rounds": found}


def _place(at: str, table: str, number: int) -> Line:
    """When and in which round something was; the first columns of its row."""
    return {"day": at[:10], "at": at, "table": table, "round": number}


def corrections(transaction: Transaction, period: Period) -> list[Line]:
    """Settled rounds that were undone, by one person for a cause before the next was opened or by
    two people later; what could not be collected is the bank's loss."""
    return [
        {
            **_place(entry.at, entry.chain, body["round"]),
            "why": body["why"],
            "people": body["people"],
            "uncollected": body["uncollected"],
            "bank": dollars(body.get("postings", {}).get(ledger.bank(entry.chain), 0)),
        }
        for entry, body in _said(transaction, period, "round-corrected")
    ]


def hits(transaction: Transaction, period: Period) -> list[Line]:
    """Every jackpot hit, in the order of its time, table, round and place."""
    found = jackpots.hits_of_period(transaction, period)
    return [{"jackpot": hit.jackpot, **hit_values(hit)} for hit in found]


def envy_pays(transaction: Transaction, period: Period) -> list[Line]:
    """What other seats were paid for a hit or prize at their table; corrected rounds are named
    as such, for their envy was taken back."""
    return [
        {
            **_place(played.ended_at, played.table, played.number),
            "seat": row["seat"],
            "wager": row["wager"],
            "hand": row["row"],
            "paid": row["paid"],
            "status": played.status,
        }
        for played in tables.rounds_of_period(transaction, period)
        if any(map(is_envy, played.book))
        for row in tables.last_entry(transaction, played).values["result"]["settlement"]
        if is_envy(row["wager"])
    ]


def promotions(transaction: Transaction, period: Period) -> list[Line]:
    """What the promotion account paid, to which seat and for what; of a round that was undone it
    was taken back."""
    found = []
    for entry, body in _said(transaction, period, "promotion-paid"):
        played = tables.find_round(transaction, entry.chain, body["round"])
        for pay in body.get("pays") or _seats_paid(body["postings"]):
            found.append(
                {
                    **_place(entry.at, entry.chain, body["round"]),
                    "seat": pay["seat"],
                    "paid": dollars(pay["cents"]),
                    "promotion": pay["promotion"],
                    "wager": pay["wager"],
                    "status": played.status if played else "",
                }
            )
    return found


def _seats_paid(postings: Mapping[str, int]) -> list[Line]:
    """As far as an entry says that was written before pays were named one by one."""
    return [
        {"seat": int(account.rsplit(":", 1)[1]), "cents": cents, "promotion": "", "wager": ""}
        for account, cents in sorted(postings.items())
        if account.startswith("seat:")
    ]


def promotion_words(terms: Mapping[str, str]) -> str:
    """A promotion's terms on one line."""
    days = f"{terms['first']} to {terms['last']}"
    consent = f"; consent: {terms['consent']}" if terms["consent"] else ""
    return f"{terms['title']}: {terms['pays']}, {days}: {terms['terms']}{consent}"


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
    "promotion-made": lambda body: [
        (body["promotion"]["promotion"], None, promotion_words(body["promotion"]))
    ],
    "promotion-ended": lambda body: [(body["promotion"], "stood", "ended")],
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
    *("sessions-ended", "second-factor-set", "second-factor-reset"),
)
"""Of these the kind says it all."""


def changes(transaction: Transaction, period: Period) -> list[Line]:
    """What was changed, by whom, when and why: settings with before and after, meters, people. One
    row for each thing that changed; a change of several settings has several rows."""
    return [
        {
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
        for entry, body in _said(transaction, period, *PAIRS, *OTHERS)
        for what, before, after in (
            PAIRS[entry.kind](body) if entry.kind in PAIRS else [(entry.kind, None, None)]
        )
    ]


def _said(transaction: Transaction, period: Period, *kinds: str) -> list[tuple[Entry, Body]]:
    """The entries of some kinds, and what they say."""
    return [(entry, entry.values) for entry in entries.of_period(transaction, period, *kinds)]


def _subject(entry: Entry, body: Body) -> str:
    for name in ("jackpot", "person", "request", "alert"):
        if name in body:
            return str(body[name])
    return entry.chain


def meter_incidents(transaction: Transaction, period: Period) -> list[Line]:
    """Whatever does not add up in the meter book and in the funds."""
    books = (report(transaction, period) for report in (meter_book, fund_report))
    return [line for book in books for line in book["incidents"]]


def _part(name: str, report: Callable[[Transaction, Period], Mapping[str, Any]]) -> Report:
    return lambda transaction, period: report(transaction, period)[name]


REPORTS: Mapping[str, Report] = {
    "tables": _part("tables", master_report),
    "games": _part("games", master_report),
    "wagers": _part("wagers", master_report),
    "funds": _part("days", fund_report),
    "fund-standing": _part("jackpots", fund_report),
    "meters": _part("days", meter_book),
    "meter-incidents": meter_incidents,
    "hits": hits,
    "envy": envy_pays,
    "voids": _part("rounds", voids),
    "void-causes": _part("causes", voids),
    "corrections": corrections,
    "promotions": promotions,
    "changes": changes,
}
AS_KEPT: Mapping[str, Rows[Any]] = {
    "rounds": tables.ROUNDS,
    "moves": jackpots.MOVES,
    "hits": jackpots.HITS,
}
RECORDS = ("entries", "postings", *AS_KEPT)
"""What can be had as CSV besides the reports."""

FORMULA = re.compile(r"[=+\-@\t\r](?!\d+([./]\d+)?$)")
"""How a formula starts; a number with its sign is none."""


def report_rows(transaction: Transaction, name: str, period: Period) -> Iterator[list[object]]:
    """The column names, then a row for each line; nothing where there is no line."""
    if name not in REPORTS:
        raise Refused(f"report {name[:20]!r} is unknown; there are {', '.join(REPORTS)}")
    rows = REPORTS[name](transaction, period)
    if rows:
        yield list(rows[0])
    for row in rows:
        yield [cell(value) for value in row.values()]


def record_rows(database: Database, name: str) -> Iterator[Sequence[object]]:
    """The column names, then the records in the order of their keys, read a page at a time."""
    if name == "entries":
        place = ("chain", "version", "at", "kind", "who", "command")
        yield *place, "round", "seat", "action", "hash", "body"
        for entry, values in _entries(database):
            named = [values.get(key, "") for key in ("round", "seat", "action")]
            own = (entry.chain, entry.version, entry.at, entry.kind, entry.who)
            yield *own, entry.command or "", *named, entry.hash, entry.body
    elif name == "postings":
        yield "chain", "version", "at", "kind", "round", "account", "cents"
        for entry, values in _entries(database):
            for account, cents in values.get("postings", {}).items():
                where = (entry.chain, entry.version, entry.at, entry.kind)
                yield *where, values.get("round", ""), account, cents
    elif name in AS_KEPT:
        yield AS_KEPT[name].columns
        yield from AS_KEPT[name].pages(database)
    else:
        raise Refused(f"sheet {name[:20]!r} is unknown; allowed: {', '.join(RECORDS)}")


def _entries(database: Database) -> Iterator[tuple[Entry, Body]]:
    """Each entry and what it says; nothing where the database is damaged."""
    for row in entries.ROWS.pages(database):
        entry = Entry(*row)
        try:
            values: object = entry.values
        except ValueError:
            values = None
        yield entry, values if isinstance(values, dict) else {}


def cell(value: object) -> object:
    """One value for one cell: a figure by its value, a list in words, other parts as JSON."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return value["value"] if "value" in value and "exact" in value else canonical(value)
    if isinstance(value, list):
        simple = all(isinstance(part, str) for part in value)
        return "; ".join(value) if simple else canonical(value)
    return value


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Rows as lines of CSV. A text that a spreadsheet would run as a formula gets an apostrophe, as
    spreadsheets write such texts themselves."""
    for row in rows:
        safe = [f"'{v}" if isinstance(v, str) and FORMULA.match(v) else v for v in row]
        written = io.StringIO()
        csv.writer(written, lineterminator="\r\n").writerow(safe)
        yield written.getvalue()
