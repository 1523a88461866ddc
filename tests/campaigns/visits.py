"""Every address that can be asked for: who may, and what of a round the answer may hold.

A route that is neither here nor among those that need no scan makes a test fail.
"""

from typing import NamedTuple

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from tests.campaigns.clients import STAFF

NOBODY = frozenset({"nobody"})
KNOWN = frozenset({"guest", *STAFF})
ANYONE = KNOWN | NOBODY
FLOOR = frozenset(STAFF)
READERS = frozenset({"supervisor", "operator", "auditor"})
EXPORTERS = frozenset({"operator", "auditor"})
OPERATOR = frozenset({"operator"})

NOTHING = "no card at all"
PRINT = "what is printed there before anything was dealt"
TABLE = "the table's round as the viewer may see it"
ROUND = "an ended round as the viewer may see it, or all of it"
PAST = "the table's ended rounds as the viewer may see them"
ENTRY = "an entry of the log, in play without its secret"
LOG = "the log, without the secrets of the round in play"
NOTES = "what the coach has noted of the viewer's own decisions"
DRILL = "a drill as its seat sees it"
EXERCISE = "an exercise as far as its cards lie face up"

REPORTS = (
    *("tables", "games", "wagers", "meters", "meter-incidents", "hits", "envy", "voids"),
    *("void-causes", "corrections", "promotions", "changes", "funds", "fund-standing"),
)
SHEETS = ("entries", "postings", "rounds", "moves", "hits")
DAY = "?first_day={day}&table={table_id}"


class Visit(NamedTuple):
    """A route, who is answered there and with which statuses, and what the answer may hold.

    Whoever is among ``opens`` may see every card of an ended round. What is ``dear`` takes the
    longer the more rounds the house has played, and is asked for less often.
    """

    route: str
    kind: str
    roles: frozenset[str] = ANYONE
    holds: str = NOTHING
    queries: tuple[str, ...] = ("",)
    opens: frozenset[str] = frozenset()
    statuses: tuple[int, ...] = (200,)
    names: tuple[str, ...] = ()
    dear: bool = False
    stream: bool = False


_STEPS = ("", "?step={event}", "?part=1&step={event}")

API = (
    Visit("/api/me", "accounts", KNOWN),
    Visit("/api/tables", "answers"),
    Visit("/api/tables/{table_id}", "answers", holds=TABLE, queries=("", "?from={event}")),
    Visit("/api/tables/{table_id}/posted", "postings", holds=PRINT),
    Visit("/api/jackpots", "answers"),
    Visit("/api/jackpots/seed", "answers"),
    Visit("/api/reactions", "answers"),
    Visit("/api/tables/{table_id}/rounds", "history"),
    Visit("/api/tables/{table_id}/rounds/{number}", "past rounds", holds=ROUND, opens=READERS),
    Visit(
        "/api/tables/{table_id}/rounds/{number}/record", "past rounds", holds=ROUND, opens=ANYONE
    ),
    Visit("/api/review/{table_id}", "review", KNOWN, PAST, ("", "?from=1"), statuses=(200, 404)),
    Visit("/api/stream", "answers", holds=TABLE, queries=("?tables={table_id}&seconds=0",)),
    Visit("/api/people", "floor", OPERATOR),
    Visit("/api/people/{person_id}/sessions", "floor", OPERATOR),
    Visit("/api/sessions", "accounts", KNOWN),
    Visit("/api/requests", "floor", READERS, queries=("", "?ended=1")),
    Visit("/api/promotions", "floor", READERS),
    Visit("/api/alerts", "floor", READERS, queries=("", "?acknowledged=1")),
    Visit("/api/hits", "floor", READERS, queries=("", "?ended=1")),
    Visit(
        "/api/reports/{name}",
        "books",
        READERS,
        queries=(DAY, f"{DAY}&format=csv"),
        names=REPORTS,
        dear=True,
    ),
    Visit("/api/log", "log", EXPORTERS, LOG, ("?table={table_id}", ""), dear=True),
    Visit("/api/heads", "log"),
    Visit("/api/heads/{number}", "log", EXPORTERS, statuses=(200, 404)),
    Visit("/api/sheets/{name}", "books", EXPORTERS, names=SHEETS, dear=True),
    Visit(
        "/api/tables/{table_id}/rounds/{number}/export",
        *("past rounds", READERS, ROUND),
        opens=READERS,
    ),
)
TABLES = (
    Visit("/", "lobby"),
    Visit("/stream", "page streams", stream=True),
    Visit("/tables/{table_id}", "pages", holds=TABLE),
    Visit("/tables/{table_id}/stream", "page streams", holds=TABLE, stream=True),
    Visit("/tables/{table_id}/rounds", "history", holds=PAST),
    Visit("/tables/{table_id}/rounds/{number}", "history", holds=ROUND, queries=_STEPS),
    Visit("/tables/{table_id}/rounds/{number}/picture.svg", "history", holds=ROUND),
    Visit(
        "/tables/{table_id}/rounds/{number}/download",
        *("history", KNOWN, ROUND, ("", "?as=json", "?as=phh")),
        statuses=(200, 404, 409),
    ),
    Visit("/review", "review"),
    Visit(
        "/review/{table_id}",
        *("review", KNOWN, PAST, ("", "?round={number}", "?show=wrong&part=1", "?turn=1")),
        statuses=(200, 404),
    ),
    Visit(
        "/review/{table_id}/download",
        *("review", KNOWN, PAST, ("", "?as=json", "?as=phh")),
        statuses=(200, 404, 409),
    ),
    Visit("/tables/{table_id}/rules", "postings", holds=PRINT, queries=("", "?part=1")),
    Visit("/games", "postings"),
    Visit("/games/{key}", "postings", holds=PRINT),
    Visit("/games/{key}/strategy", "postings", holds=PRINT),
    Visit("/wall", "wall", queries=("", "?tables={table_id}")),
    Visit("/wall/stream", "page streams", stream=True),
    Visit("/designer", "designer", holds=PRINT, queries=("?game={key}", "?game={key}&part=1")),
    Visit("/designer/table.json", "designer", queries=("?game={key}",)),
    Visit("/designer/target", "designer", holds=PRINT, queries=("?game={key}",)),
    Visit("/designer/session", "designer", holds=PRINT, queries=("?game={key}&stopped=1",)),
    Visit("/designer/protection", "designer", holds=PRINT, queries=("?game={key}&stopped=1",)),
    Visit("/designer/papers", "designer", holds=PRINT, queries=("?game={key}",)),
    Visit("/designer/paper", "designer", queries=("?game={key}",), statuses=(409,)),
    Visit("/login", "accounts"),
    Visit("/account", "accounts", KNOWN),
)
LEARNING = (
    Visit("/coach", "coach", holds=NOTES),
    Visit("/tables/{table_id}/coach/advice", "coach", KNOWN, TABLE, statuses=(200, 409)),
    Visit("/drills", "drills"),
    Visit("/drills/next", "drills", KNOWN, statuses=(303,)),
    Visit("/drills/{key}", "drills", KNOWN, DRILL, statuses=(200, 409)),
    Visit("/training", "training"),
    Visit("/training/run", "training", KNOWN, EXERCISE, statuses=(200, 303)),
)
STAFFED = (
    Visit("/floor", "floor", FLOOR),
    Visit("/floor/stream", "page streams", FLOOR, stream=True),
    Visit("/floor/open", "floor", OPERATOR),
    Visit("/floor/open/{key}", "floor", OPERATOR, PRINT),
    Visit("/floor/alerts", "floor", READERS),
    Visit("/floor/tables/{table_id}", "floor", FLOOR),
    Visit("/floor/tables/{table_id}/stream", "page streams", FLOOR, stream=True),
    Visit("/floor/tables/{table_id}/change", "floor", OPERATOR, PRINT),
    Visit("/floor/tables/{table_id}/promotions", "floor", READERS, PRINT),
    Visit("/floor/promotions", "floor", READERS),
    Visit("/floor/jackpots", "floor", READERS),
    Visit("/floor/requests", "floor", READERS),
    Visit("/floor/people", "floor", OPERATOR),
    Visit("/floor/reports", "books", READERS, queries=(DAY, ""), dear=True),
    Visit(
        "/audit",
        *("audit", READERS),
        queries=("", "?chain={table_id}", "?kind=round-opened", "?kind=decided"),
    ),
    Visit("/audit/entries/{chain}/{version}", "audit", READERS, ENTRY),
    Visit("/audit/rounds/{table_id}/{number}", "audit", READERS, ROUND, _STEPS, READERS),
    Visit("/audit/verify", "audit", READERS),
    Visit("/audit/verify", "audit", READERS, queries=("?run={run}",), dear=True),
)
VISITS = (*API, *TABLES, *LEARNING, *STAFFED)

UNSCANNED = {
    "/healthz": "says whether the process lives",
    "/readyz": "says which parts of the house work",
    "/metrics": "numbers for whoever runs the server, and no table's cards",
    "/api/openapi.json": "describes the API, with cards in its examples, and knows no table",
    "/offline": "the page that is shown without the server, the same for everyone",
    "/service-worker.js": "a script of the package, with a list of its files",
    "/static/games.css": "the colours of the games",
    "/static": "files of the package: scripts, styles and the faces of all cards",
}


def readable(app: FastAPI) -> set[str]:
    """Every route of the application that is not for changes alone."""
    found = iter_route_contexts(app.routes)
    return {str(one.path) for one in found if one.methods is None or "GET" in one.methods}


def differences(app: FastAPI) -> list[str]:
    """Routes that are neither scanned nor excepted, and those that are there no longer."""
    listed = {visit.route for visit in VISITS} | set(UNSCANNED)
    return sorted(readable(app) ^ listed)
