"""The log, its entries and rounds, and the verifier, for those who may read everything."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.games.events import EVERYONE
from pitboss.house import store
from pitboss.house.access import require
from pitboss.house.audit.export import Scope, Signer, export_log
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Finding, Report, verify_log
from pitboss.house.books.reports import RECORDS
from pitboss.house.log import HOUSE
from pitboss.house.store import Database, Transaction
from pitboss.refusal import Refused
from pitboss.rounds.view import SECRETS
from pitboss.web.common.gate import Full
from pitboss.web.common.services import RoundNumber, Services, TableId, find_table
from pitboss.web.common.tables import Past, load_round
from pitboss.web.common.visits import NOBODY, read_act
from pitboss.web.pages import audit_log as reading
from pitboss.web.pages.floor.staff import Staff, show_floor, table_options
from pitboss.web.pages.jobs import Jobs
from pitboss.web.pages.rounds import show_replay
from pitboss.web.pages.site import page_router, pairs, render

router = page_router()

CHECKS = {
    "entries": "entries, each bound to the one before by its hash",
    "chains": "chains, from their first entry to the end that a signed head names",
    "heads": "signed heads, each naming the one before",
    "postings": "postings, which sum to zero entry by entry",
    "balances": "balances, equal to the sums of the postings",
    "commitments": "secrets, equal to what was committed to before the round",
    "secrets in play": "secrets of rounds still in play, kept back",
    "rounds replayed": "rounds dealt and settled again, with the same result and money",
}


class Verified(NamedTuple):
    """What was checked, how often, and what was found."""

    report: Report
    scope: Scope
    at: str

    @property
    def checks(self) -> list[tuple[str, str]]:
        found = self.report.counts.items()
        return [(f"{count:,}", CHECKS.get(name, name)) for name, count in found]

    @property
    def findings(self) -> Sequence[Finding]:
        return self.report.findings[:MOST_FINDINGS]

    @property
    def look(self) -> str:
        return "bad" if self.findings else "good"

    @property
    def title(self) -> str:
        count = len(self.report.findings)
        return f"{count} finding{'s' if count > 1 else ''}" if count else "Nothing is wrong."

    @property
    def scope_words(self) -> str:
        table, first, last = self.scope
        days = f", {first or 'the start'} to {last or 'now'}" if first or last else ""
        return (f"Table {table}" if table else "The whole log") + days


def verify_now(database: Database, signer: Signer, scope: Scope) -> Verified:
    """Export the log and check it, trusting only the house's own key."""
    watching: list[Replayer] = []

    def make_watch(starts: Mapping[str, int]) -> Replayer:
        watching.append(Replayer(starts))
        return watching[0]

    lines = (line.encode() for line in export_log(database, signer, scope))
    report = verify_log(lines, [signer.key.public], (), make_watch)
    counts = {**report.counts, "rounds replayed": watching[0].replayed}
    return Verified(report._replace(counts=counts), scope, signer.at)


def verify_jobs() -> Jobs:
    return Jobs("pitboss-verify", workers=1, most=4)


MOST_FINDINGS = 200


@router.get("/audit")
async def log_page(visit: Staff) -> HTMLResponse:
    """The newest entries, or those that the filters name."""
    require(visit.person, "read-all")
    given, refusal = dict(visit.query), None
    try:
        wanted = reading.read_filter(given)
        found = await visit.services.look(_list, wanted, given.get("before", ""))
    except Refused as refused:
        refusal, wanted = refused, {}
        found = await visit.services.look(_list, {}, "")
    older = {**wanted, "before": found["listing"].older}
    table = wanted.get("chain", HOUSE)
    values = {
        "given": given,
        "query": urlencode(wanted),
        "older": urlencode(older),
        "of_table": "" if table == HOUSE else f"?{urlencode({'table': table})}",
        "sheets": RECORDS,
        **found,
    }
    return show_floor(visit, "audit/log.html", values, refusal)


def _list(transaction: Transaction, wanted: dict[str, str], before: str) -> dict[str, Any]:
    names, tables = store.people.read_names(transaction), store.tables.read_names(transaction)
    return {
        "listing": reading.list_entries(transaction, wanted, before, names),
        "kinds": [("", "all"), *pairs(store.entries.read_kinds(transaction))],
        "tables": {**tables, HOUSE: "the house"},
        "chains": [("", "all"), (HOUSE, "the house"), *table_options(tables)],
        **reading.read_heads(transaction),
    }


@router.get("/audit/entries/{chain}/{version}")
async def entry_page(visit: Staff, chain: str, version: int) -> HTMLResponse:
    """One entry whole."""
    require(visit.person, "read-all")

    def look(transaction: Transaction) -> dict[str, Any]:
        names = store.people.read_names(transaction)
        shown = reading.read_entry(transaction, chain, version)
        return {"shown": shown, "names": names}

    return show_floor(visit, "audit/entry.html", await visit.services.look(look))


@router.get("/audit/rounds/{table_id}/{number}")
async def round_page(visit: Staff, table_id: TableId, number: RoundNumber) -> HTMLResponse:
    """An ended round step by step with every card face up; ``?part=1`` for the table alone."""
    require(visit.person, "read-all")
    table = await find_table(visit.services, table_id)
    past = await visit.services.look(load_round, table_id, number)
    return show_replay(visit, table, open_all(past), NOBODY, "audit/round.html")


def open_all(past: Past) -> Past:
    """The round with nothing hidden. It has ended, and its runner is nobody else's."""
    events = past.running.table.events
    events[:] = [
        event._replace(seen_by=EVERYONE) if isinstance(event, SECRETS) else event
        for event in events
    ]
    return past


@router.get("/audit/verify")
async def verify_page(visit: Staff) -> HTMLResponse:
    """What the last run of the verifier has found."""
    require(visit.person, "read-all")
    job = visit.services.keep(verify_jobs).find(visit.query.get("run", ""))
    values: dict[str, Any] = {"job": job, "keys": [], "head": None, "given": {}}
    if visit.query.get("part"):
        return HTMLResponse(render("audit/verified.html", **values))
    found = await visit.services.look(_verify_values)
    return show_floor(visit, "audit/verify.html", {**values, **found})


def _verify_values(transaction: Transaction) -> dict[str, Any]:
    scopes = [("", "the whole log"), *store.tables.read_names(transaction).items()]
    return {"scopes": scopes, **reading.read_heads(transaction)}


@router.post("/audit/verify")
async def run_verifier(visit: Staff) -> Response:
    """Export the log as it stands and check it, in a thread of its own."""
    fields = await read_act(visit)
    require(visit.person, "read-all")
    try:
        signer = signer_of(visit.services)
        table, first, last = (fields.get(n, "") for n in ("table", "first_day", "last_day"))
        days = {"first_day": first, "last_day": last}
        reading.read_filter(days)
        scope = Scope(table, first, last)
        job = visit.services.keep(verify_jobs).start(
            f"{signer.at} {scope}",
            lambda _: verify_now(visit.services.house.database, signer, scope),
        )
    except Refused as refusal:
        found = await visit.services.look(_verify_values)
        values = {"job": None, "given": fields, **found}
        return show_floor(visit, "audit/verify.html", values, refusal)
    return RedirectResponse(f"/audit/verify?run={job.id}", 303)


def signer_of(services: Services) -> Signer:
    """Whoever signs this server's exports."""
    watch = services.settings.watch
    if watch is None:
        raise Full("verify: this server has no key to sign an export with")
    return Signer(watch.key, services.house.writer.stamp(), watch.manifest["digest"])
