"""The log, its entries and rounds, and the verifier, for those who may read everything."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games.events import EVERYONE
from pitboss.house import store
from pitboss.house.audit.derived.keeper import Comparing
from pitboss.house.audit.export import SHOWN, WHOLE, Scope, Signer, export_log, open_round
from pitboss.house.audit.exposure import read_exposure
from pitboss.house.audit.integrity import recorded_keys
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Finding, verify_log
from pitboss.house.books.reports import RECORDS
from pitboss.house.engine import House
from pitboss.house.log import HOUSE, Entry, commit_to
from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period, read_day
from pitboss.money import whole_or_text
from pitboss.refusal import Refused
from pitboss.rounds.view import SECRETS
from pitboss.web.common.gate import Full, NotFound
from pitboss.web.common.services import RoundNumber, TableId, find_table
from pitboss.web.common.shared import Shared
from pitboss.web.common.tables import load_round
from pitboss.web.common.visits import NOBODY, Fields, Visit, read_act
from pitboss.web.pages import words
from pitboss.web.pages.floor.staff import Staff, name_options, show_floor
from pitboss.web.pages.jobs import Job, Jobs
from pitboss.web.pages.rounds import Replay, show_replay
from pitboss.web.pages.site import page_router, pairs, render

router = page_router()

PAGE = 50
FILTERS = ("chain", "first_day", "last_day", "kind", "who")
WORDS = ("action", "reason", "why", "name", "state", "act", "hit", "jackpot", "words")
"""Parts of a body that say in a line what it is about."""

MOST_FINDINGS = 200
PAUSE_SECONDS = 1.0
"""After so long a comparison looks whether it shall go on."""


@router.get("/audit")
async def log_page(visit: Staff) -> HTMLResponse:
    """The newest entries, or those that the filters name."""
    given, refusal = dict(visit.query), None
    try:
        wanted = read_filter(given)
        found = await visit.services.look(_list, wanted, given.get("before", ""))
    except Refused as refused:
        refusal, wanted = refused, {}
        found = await visit.services.look(_list, {}, "")
    found |= await _look_at_heads(visit)
    table = wanted.get("chain", HOUSE)
    values = {
        **found,
        "given": given,
        "query": urlencode(wanted),
        "older": found["older"] and urlencode({**wanted, "before": found["older"]}),
        "of_table": "" if table == HOUSE else f"?{urlencode({'table': table})}",
        "sheets": RECORDS,
    }
    return show_floor(visit, "audit/log.html", values, refusal)


def _list(transaction: Transaction, wanted: Fields, before: str) -> dict[str, Any]:
    names, tables = store.people.read_names(transaction), store.tables.read_names(transaction)
    return {
        **list_entries(transaction, wanted, before, names),
        "kinds": [("", words.ALL), *pairs(entries.read_kinds(transaction))],
        "tables": {**tables, HOUSE: words.THE_HOUSE},
        "chains": [("", words.ALL), (HOUSE, words.THE_HOUSE), *name_options(tables)],
    }


def read_filter(given: Mapping[str, str]) -> Fields:
    """Check what the list is narrowed to."""
    wanted = {name: given[name].strip()[:80] for name in FILTERS if given.get(name, "").strip()}
    for name in ("first_day", "last_day"):
        if name in wanted:
            read_day(wanted[name], "day")
    return wanted


def list_entries(
    transaction: Transaction, wanted: Fields, before: str, names: Mapping[str, str]
) -> dict[str, Any]:
    """A page of entries, the newest first, those before a place named ``time~chain~version``;
    ``older`` names the page after it."""
    who, last_day = wanted.get("who", ""), wanted.get("last_day", "")
    which = Which(
        wanted.get("chain", ""),
        (wanted["kind"],) if "kind" in wanted else (),
        {name: person for person, name in names.items()}.get(who, who),
        since=wanted.get("first_day", ""),
        until=Period(last_day, last_day).end if last_day else "",
    )
    if before:
        place = before.split("~")
        version = whole_or_text(place[-1])
        if len(place) != 3 or isinstance(version, str):
            raise Refused("page: there is no such page; start again from the newest entry")
        which = which._replace(older_than=(place[0], place[1], version))
    found = entries.search(transaction, which, newest_first=True, most=PAGE + 1)
    shown = found[:PAGE]
    last = shown[-1] if len(found) > PAGE else None
    return {
        "lines": [(e, names.get(e.who, e.who), _words(e.values), _round_of(e)) for e in shown],
        "older": f"{last.at}~{last.chain}~{last.version}" if last else "",
        "is_first": not before,
    }


def _words(body: Mapping[str, Any]) -> str:
    """An entry in a line."""
    words = [f"{name} {body[name]}" for name in ("round", "seat") if name in body]
    words += [str(body[name]) for name in WORDS if isinstance(body.get(name), str)]
    if "status" in body.get("result", {}):
        words.append(str(body["result"]["status"]))
    return ", ".join(words)[:160]


def _round_of(entry: Entry) -> int | None:
    number = entry.values.get("round")
    return number if isinstance(number, int) and entry.chain != HOUSE else None


@router.get("/audit/entries/{chain}/{version}")
async def entry_page(visit: Staff, chain: str, version: RoundNumber) -> HTMLResponse:
    """One entry whole."""
    values = await visit.services.look(read_entry, chain, version)
    return show_floor(visit, "audit/entry.html", values)


def read_entry(transaction: Transaction, chain: str, version: int) -> dict[str, Any]:
    """An entry and what it stands between; the cards of a round in play stay hidden."""
    before, entry = (entries.find(transaction, chain, number) for number in (version - 1, version))
    if entry is None:
        raise NotFound(f"entry {version} of {chain[:40]!r}: there is no such entry")
    secret, secret_words = _secret(transaction, entry)
    number = _round_of(entry)
    has_ended = number is not None and store.tables.find_round(transaction, chain, number)
    return {
        "e": entry,
        "body": json.dumps(entry.values, indent=2, sort_keys=True, ensure_ascii=False),
        "postings": sorted(entry.values.get("postings", {}).items()),
        "secret": secret,
        "secret_words": secret_words,
        "before": before.hash if before else "",
        "last": entries.end(transaction, chain)[0],
        "round": number if has_ended else None,
        "names": store.people.read_names(transaction),
    }


def _secret(transaction: Transaction, entry: Entry) -> tuple[str, str]:
    """The secret, or why it is not shown."""
    if entry.secret is None:
        return "", ""
    if entry.kind not in SHOWN:
        return "", words.SECRET_STAYS
    in_play = open_round(transaction, entry.chain)
    if in_play is not None and entry.version >= in_play:
        return "", words.SECRET_LATER
    kept = commit_to(entry.secret) == entry.values.get("commitment")
    return json.dumps(entry.hidden, indent=2, sort_keys=True), words.committed(kept)


async def _look_at_heads(visit: Visit) -> dict[str, Any]:
    """The last signed head, the public keys that the log records, and what has left the house."""
    destinations, now = visit.services.settings.destinations, visit.services.now()

    def look(transaction: Transaction) -> dict[str, Any]:
        return {
            "head": entries.last_head(transaction),
            "keys": recorded_keys(transaction),
            "exposed": read_exposure(transaction, destinations, now),
            "how_much": words.exposed,
            "places": words.PLACES,
        }

    return await visit.services.look(look)


@router.get("/audit/rounds/{table_id}/{number}")
async def round_page(visit: Staff, table_id: TableId, number: RoundNumber) -> HTMLResponse:
    """An ended round step by step with every card face up; ``?part=1`` for the table alone."""
    table = await find_table(visit.services, table_id)
    past = await visit.services.look(load_round, table_id, number)
    # Nothing is hidden any more: the round has ended, and its runner is nobody else's.
    events = past.running.table.events
    events[:] = [
        event._replace(seen_by=EVERYONE) if isinstance(event, SECRETS) else event
        for event in events
    ]
    return show_replay(visit, Replay(table, past, NOBODY), "audit/round.html")


def verify_jobs(shared: Shared | None) -> Jobs:
    return Jobs("pitboss-verify", workers=1, most=4, shared=shared)


@router.get("/audit/verify")
async def verify_page(visit: Staff) -> HTMLResponse:
    """What the last run of the verifier has found."""
    job = visit.services.keep(verify_jobs, visit.services.settings.shared).find(
        visit.query.get("run", "")
    )
    if visit.query.get("part"):
        return HTMLResponse(render("audit/verified.html", job=job))
    return await _show_verifier(visit, {"job": job})


async def _show_verifier(
    visit: Visit, values: dict[str, Any], refusal: Refused | None = None
) -> HTMLResponse:
    def look(transaction: Transaction) -> dict[str, Any]:
        scopes = [("", words.THE_LOG), *store.tables.read_names(transaction).items()]
        return {"scopes": scopes}

    values = {"job": None, **values, **await visit.services.look(look)}
    values |= await _look_at_heads(visit)
    return show_floor(visit, "audit/verify.html", values, refusal)


@router.post("/audit/verify")
async def run_verifier(visit: Staff) -> Response:
    """Export the log as it stands and check it, in a thread of its own."""
    fields = await read_act(visit)
    watch = visit.services.settings.watch
    try:
        if watch is None:
            raise Full("verify: this server has no key to sign an export with")
        at, digest = visit.services.house.writer.stamp(), watch.manifest["digest"]
        signer = Signer(watch.key, at, digest)
        table, first, last = (fields.get(n, "") for n in ("table", "first_day", "last_day"))
        read_filter({"first_day": first, "last_day": last})
        scope = Scope(table, first, last)
        job = visit.services.keep(verify_jobs, visit.services.settings.shared).start(
            f"{signer.at} {scope}",
            lambda job: verify_now(visit.services.house, signer, scope, job),
        )
    except Refused as refusal:
        return await _show_verifier(visit, {"given": fields}, refusal)
    return RedirectResponse(f"/audit/verify?run={job.id}", 303)


def verify_now(
    house: House, signer: Signer, scope: Scope, job: Job | None = None
) -> dict[str, Any]:
    """Export the log and check it, trusting only the house's own key; of the whole log also whether
    the house's tables are what it says, and what does not agree is stopped. What was checked, how
    often, and what was found."""
    lines = (line.encode() for line in export_log(house.database, signer, scope))
    report = verify_log(lines, [signer.key.public], (), Replayer())
    found, counts = [*report.findings], dict(report.counts)
    if scope == WHOLE:
        comparing = Comparing(house)
        while not comparing.is_done:
            if job:
                job.go_on()
            comparing.begin(PAUSE_SECONDS)
        found += [Finding(each.place, each.problem) for each in comparing.found]
        counts[words.COMPARED] = comparing.comparison.counts["tables"]
        if unchecked := comparing.comparison.unchecked:
            counts[words.UNCHECKED] = unchecked
    return {
        "checks": [(f"{count:,}", words.CHECKS.get(name, name)) for name, count in counts.items()],
        "findings": found[:MOST_FINDINGS],
        "look": "bad" if found else "good",
        "title": words.findings(len(found)),
        "scope": words.scope(*scope),
        "at": signer.at,
    }
