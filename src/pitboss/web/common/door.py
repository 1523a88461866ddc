"""The door: every address, and the right that whoever asks there needs.

A request passes here before its route does anything. What a role may do stands in one table,
``house.access.ACTS``; here stands only which of those acts an address is for. An address without a
line is answered to nobody. What is asked of a table is a command with an act of its own, looked at
once more where commands are found (``engine.find_act``); an act of two people where it is asked.
"""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, HTTPException, Request

from pitboss.house.access import ACTS, STAFF, Forbidden, allows, require
from pitboss.web.common.visits import Visit, find_visit

NAMED = "{act}"
"""The act stands in the address itself."""

_API = {
    "look": """GET /tables, GET /tables/{table_id}, GET /tables/{table_id}/posted,
        GET /tables/{table_id}/rounds, GET /tables/{table_id}/rounds/{number},
        GET /tables/{table_id}/rounds/{number}/record, GET /jackpots,
        GET /jackpots/seed, GET /reactions, GET /heads, GET /stream""",
    "react": "POST /tables/{table_id}/reactions",
    "choose-name": "POST /name",
    "arrive": "POST /guest, POST /login",
    "use-session": "GET /me, POST /logout, GET /sessions, POST /tables/{table_id}/commands",
    "use-account": """POST /password, POST /sessions/{session_key}, POST /factor,
        POST /factor/confirm""",
    "learn": "GET /review/{table_id}",
    "take-chips": "POST /chips",
    "open-practice-table": "POST /tables",
    "open-jackpot": "POST /jackpots",
    "manage-people": """GET /people, POST /people, POST /people/{person_id},
        GET /people/{person_id}/sessions""",
    "read-all": """GET /requests, GET /alerts, GET /hits, GET /promotions,
        GET /tables/{table_id}/rounds/{number}/export""",
    "ask-and-answer": "POST /requests, POST /requests/{request_id}",
    "acknowledge-alert": "POST /alerts/{alert_id}",
    "read-reports": "GET /reports/{name}",
    "export-log": "GET /log, GET /heads/{number}, GET /sheets/{name}",
}
_PROBES = {"look": "GET /healthz, GET /readyz, GET /metrics"}
"""Who may read the metrics is asked there, by address or by a token of their own."""
_PAGES = {
    "look": """GET /, GET /stream, GET /tables/{table_id}, GET /tables/{table_id}/stream,
        GET /tables/{table_id}/rounds, GET /tables/{table_id}/rounds/{number},
        GET /tables/{table_id}/rounds/{number}/picture.svg, GET /offline, GET /service-worker.js,
        GET /tables/{table_id}/rules, GET /games, GET /games/{key}, GET /games/{key}/strategy,
        GET /wall, GET /wall/stream, GET /designer, GET /designer/table.json, GET /login,
        GET /designer/target, GET /designer/session, GET /designer/protection,
        GET /designer/papers, GET /designer/paper,
        GET /coach, GET /review, GET /drills,
        GET /training, GET /account, GET /static/games.css""",
    "arrive": """POST /login, POST /drills/hard, POST /training, POST /designer/stop,
        POST /designer/designs""",
    "play-now": "POST /play/{key}, POST /tables/{table_id}/sit, POST /designer/play",
    "use-session": "POST /logout",
    "use-account": """POST /account/password, POST /account/sessions/{session_key},
        POST /account/factor, POST /account/factor/confirm""",
    "learn": """POST /tables/{table_id}/coach, GET /tables/{table_id}/coach/advice,
        POST /tables/{table_id}/coach/exam, POST /coach/exam, GET /drills/next, GET /drills/{key},
        POST /drills/{key}/answer, GET /review/{table_id}, GET /review/{table_id}/download,
        POST /review/{table_id}/drill, GET /tables/{table_id}/rounds/{number}/download,
        GET /training/run, POST /training/run, POST /training/end,
        POST /training/again, POST /training/due""",
    "see-floor": """GET /floor, GET /floor/stream, GET /floor/tables/{table_id},
        GET /floor/tables/{table_id}/stream""",
    NAMED: "POST /floor/tables/{table_id}/{act}",
    "open-table": "GET /floor/open, GET /floor/open/{key}, POST /floor/open/{key}",
    "change-table": """GET /floor/tables/{table_id}/change,
        POST /floor/tables/{table_id}/change""",
    "make-promotion": "POST /floor/tables/{table_id}/promotions",
    "end-promotion": "POST /floor/tables/{table_id}/promotions/{promotion_id}",
    "open-jackpot": "POST /floor/jackpots",
    "advance-hit": "POST /floor/hits/{hit_id}",
    "acknowledge-alert": "POST /floor/alerts/{alert_id}",
    "ask-and-answer": "POST /floor/requests, POST /floor/requests/{request_id}",
    "manage-people": "GET /floor/people, POST /floor/people, POST /floor/people/{person_id}",
    "read-reports": "GET /floor/reports",
    "read-all": """GET /floor/alerts, GET /floor/promotions, GET /floor/jackpots,
        GET /floor/tables/{table_id}/promotions, GET /floor/requests, GET /audit,
        GET /audit/entries/{chain}/{version}, GET /audit/rounds/{table_id}/{number},
        GET /audit/verify, POST /audit/verify""",
}


def _lines(prefix: str, acts: Mapping[str, str]) -> dict[str, str]:
    """One line an address: its method and path, and the act."""
    lines: dict[str, str] = {}
    for act, addresses in acts.items():
        for each in addresses.split(","):
            method, path = each.split()
            lines[f"{method} {prefix}{path}"] = act
    return lines


ADDRESSES: Mapping[str, str] = {
    **_lines("/api", _API),
    **_lines("", _PROBES),
    **_lines("", _PAGES),
}


OWN_PASSWORD = frozenset(
    {
        *("GET /account", "POST /account/password", "POST /login", "POST /logout"),
        *("GET /api/me", "POST /api/password", "POST /api/login", "POST /api/logout"),
        *("POST /api/guest", "GET /static/games.css", "GET /healthz"),
        *("GET /offline", "GET /service-worker.js"),
    }
)
"""Where someone goes whose password was made for them, until they have chosen their own."""


FACTOR = frozenset(
    {
        *("POST /account/factor", "POST /account/factor/confirm"),
        *("POST /api/factor", "POST /api/factor/confirm"),
    }
)
"""Where a second factor is set up."""


async def pass_door(request: Request, visit: Annotated[Visit, Depends(find_visit)]) -> None:
    """Let through whoever may do what the address is for; nothing was touched before."""
    line = _line_of(request)
    if (missing := _missing(visit, line)) and not _is_api(request):
        raise HTTPException(303, missing, {"Location": "/account"})
    if missing:
        raise Forbidden(missing)
    act = _act_of(request, line)
    if allows(visit.role, act):
        return
    staffed = STAFF.issuperset(ACTS[act])
    if staffed and visit.role in ("", "guest") and not _is_api(request):
        # A form that was sent is not sent again: whoever logs in for it comes back to the floor.
        path = request.url.path if request.method == "GET" else "/floor"
        raise HTTPException(303, "log in first", {"Location": f"/login?next={quote(path)}"})
    require(visit.person, act)


def _missing(visit: Visit, line: str) -> str:
    """What someone must see to before anything else is open to them, in words."""
    session = visit.found
    if session is None or line in OWN_PASSWORD:
        return ""
    if session.is_temporary:
        return "password: yours was made for you; choose your own first (POST /password)"
    required = visit.services.settings.require_second_factor and visit.role == "operator"
    if required and not session.has_factor and line not in FACTOR:
        return "second factor: this house asks operators for one; set it up first (POST /factor)"
    return ""


def _line_of(request: Request) -> str:
    prefix = "/api" if _is_api(request) else ""
    return f"{request.method} {prefix}{request.scope['route'].path}"


def _act_of(request: Request, line: str) -> str:
    """What the address is for; an act that stands in an address and is unknown is refused by its
    route, to whoever may see the floor."""
    act = ADDRESSES.get(line)
    if act is None:
        raise Forbidden(f"address {line}: is open to nobody")
    if act == NAMED:
        named = request.path_params["act"]
        return named if STAFF.issuperset(ACTS.get(named, ("",))) else "see-floor"
    return act


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")
