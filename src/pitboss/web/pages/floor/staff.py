"""Who may be on the floor, what they send, and how they are answered."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.house.access import ACTS, STAFF, Forbidden, may
from pitboss.refusal import Refused
from pitboss.web.common.gate import status_of
from pitboss.web.common.visits import Fields, Visit, find_visit
from pitboss.web.pages.site import show_page

DONE = {
    "opened": "The table is open.",
    "changed": "The settings have changed.",
    "closed": "The table is closed; every seat is free.",
    "void": "The round is void; every wager went back.",
    "deal": "No more wagers: the round is dealt.",
    "remove-seat": "The seat is free, or will be once the round has ended.",
    "seat-bot": "A practice player sits down.",
    "acknowledged": "The alert is acknowledged.",
    "jackpot": "The jackpot is open; tables may link to it.",
    "verified": "The hit is verified; it can be paid now.",
    "paid": "The hit is paid.",
    "voided": "The hit is void; its money is back on the meter.",
    "asked": "Asked. Another person must approve it.",
    "approved": "Approved and carried out.",
    "declined": "Declined.",
    "withdrawn": "Withdrawn.",
    "person": "The account is made.",
    "person-changed": "The account has changed.",
    "password": "The password has changed; log in again.",
}
"""What is said after each act; an address names it by its key."""

TABS = (
    ("Tables", "/floor", ""),
    ("Alerts", "/floor/alerts", ""),
    ("Jackpots", "/floor/jackpots", ""),
    ("Two people", "/floor/requests", "read-all"),
    ("Reports", "/floor/reports", "read-reports"),
    ("People", "/floor/people", "manage-people"),
    ("Log", "/audit", "read-all"),
)


class Tab(NamedTuple):
    title: str
    path: str
    is_here: bool


class Texts(Fields):
    """What a form had in it; a field that it did not have is empty."""

    def __missing__(self, name: str) -> str:
        return ""


async def staff_of(request: Request) -> Visit:
    """Someone of the staff; whoever has not logged in is asked to."""
    visit = await find_visit(request)
    if visit.role in ("", "guest"):
        raise HTTPException(303, "log in first", {"Location": login_address(request)})
    if visit.role not in STAFF:
        raise Forbidden(f"floor: is for staff, not for a {visit.role}")
    return visit


Staff = Annotated[Visit, Depends(staff_of)]


async def end_if_over(visit: Visit) -> None:
    """End the streams of a session that has ended elsewhere: an account closed, a new role, or
    nobody at the page for too long."""
    if await visit.is_over():
        visit.services.hub.end(visit.session.key)


def login_address(request: Request) -> str:
    """Where one logs in and comes back from; a form that was sent is not sent again."""
    path = request.url.path if request.method == "GET" else "/floor"
    return f"/login?next={quote(path)}"


def show_floor(
    visit: Visit, name: str, values: Mapping[str, Any], refusal: Refused | None = None
) -> HTMLResponse:
    """A page of the floor, with its tabs, what was just done, or why it was not."""
    role = visit.person
    frame: dict[str, Any] = {
        "tabs": [
            Tab(title, path, _is_at(path, visit.request.url.path))
            for title, path, act in TABS
            if not act or may(role, act)
        ],
        "rounds_of": rounds_of if may(role, "read-all") else "/tables/{}/rounds".format,
        "rights": {act for act in ACTS if may(role, act)},
        "said": DONE.get(visit.query.get("done", ""), ""),
        "problem": str(refusal) if refusal else "",
    }
    if "given" in values:
        frame["given"] = Texts(values["given"])
    status = status_of(refusal) if refusal else 200
    return show_page(visit, name, {**values, **frame}, status)


rounds_of = "/audit/rounds/{}".format
"""Where the rounds of a table are for whoever reads everything: with every card."""


def _is_at(tab: str, path: str) -> bool:
    """Whether a page stands behind a tab; that of the tables has few of its own below it."""
    if tab == "/floor":
        return path == tab or path.startswith(("/floor/tables", "/floor/open"))
    return path.startswith(tab)


def table_options(tables: Mapping[str, str]) -> list[tuple[str, str]]:
    """Tables to choose from, by name and id."""
    return [(table, f"{name} ({table})") for table, name in tables.items()]


def go(address: str, done: str) -> RedirectResponse:
    """To another page, which says what was done."""
    return RedirectResponse(f"{address}?done={done}", 303)
