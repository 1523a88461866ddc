"""Whoever runs the house: who may be on the floor and how they are answered, logging in and out,
accounts, and acts of two people."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import segno
from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import escape

from pitboss.house import desk, personnel, store
from pitboss.house.access import ACTS, APPROVERS, ROLES, STAFF, TWO_PEOPLE, may
from pitboss.house.accounts import end_own_session
from pitboss.house.log import stamp
from pitboss.house.store import Transaction
from pitboss.house.store.factors import Factor
from pitboss.jackpots.meter import REDUCTIONS
from pitboss.money import whole_or_text
from pitboss.refusal import Refused
from pitboss.web.common import visits
from pitboss.web.common.gate import NotFound, status_of
from pitboss.web.common.visits import Arriving, Fields, Known, Viewing, Visit, read_act, read_secret
from pitboss.web.pages.floor import words
from pitboss.web.pages.signs import Sign
from pitboss.web.pages.site import page_router, pairs, show_page

router = page_router()

ENDED = ("done", "declined", "withdrawn")
MOST_ENDED = 25
PARTS = {
    "adjust-meter": ("jackpot", "change", "cause", "reference"),
    "reseed": ("jackpot",),
    "void-settled": ("table", "round"),
}
CAUSES = [
    *((cause, cause.replace("-", " ")) for cause in REDUCTIONS),
    ("adjustment", words.UPWARDS),
]


Staff = Known
"""Whoever the door has let onto the floor."""


def show_floor(
    visit: Visit, name: str, values: Mapping[str, Any], refusal: Refused | None = None
) -> HTMLResponse:
    """A page of the floor, with its tabs, what was just done, or why it was not: at the form that
    ``at`` of what was given names."""
    role, given = visit.person, defaultdict(str, values.get("given", {}))
    counts = {"/floor/alerts": visit.waiting.alerts, "/floor/requests": visit.waiting.requests}
    # Whoever reads everything is led to past rounds with every card face up.
    rounds_of = "/audit/rounds/{}" if may(role, "read-all") else "/tables/{}/rounds"
    frame = {
        "tabs": [
            (title, path, _is_at(path, visit.request.url.path), counts.get(path, 0))
            for title, path, act in words.TABS
            if not act or may(role, act)
        ],
        "rounds_of": rounds_of.format,
        "rights": {act for act in ACTS if may(role, act)},
        "said": words.DONE.get(visit.query.get("done", ""), ""),
        "given": given,
        "failed": given["at"] if refusal else "",
    }
    return _show_form(visit, name, {**values, **frame}, refusal)


def draw(address: str) -> str:
    """A QR code as a picture that is part of the page: no other address is asked for it."""
    return str(segno.make(address, error="m").svg_data_uri(scale=5, dark="#000", light="#fff"))


def _is_at(tab: str, path: str) -> bool:
    """Whether a page stands behind a tab; that of the tables has few of its own below it."""
    if tab == "/floor":
        tables = path.startswith(("/floor/tables", "/floor/open"))
        return path == tab or (tables and not path.endswith("/promotions"))
    return path.startswith(tab) or (tab == "/floor/promotions" and path.endswith("/promotions"))


def _show_form(
    visit: Visit, name: str, values: Mapping[str, Any], refusal: Refused | None = None
) -> HTMLResponse:
    """A refusal for which the page has no form, such as one for a person that is not there, gets a
    page of its own."""
    problem, status = (str(refusal), status_of(refusal)) if refusal else ("", 200)
    page = show_page(visit, name, {**values, "problem": problem}, status)
    said = [str(escape(one.plain)).encode() for one in refusal.each] if refusal else []
    if refusal and not any(words in bytes(page.body) for words in said):
        raise refusal
    return page


def name_options(names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Tables or jackpots to choose from, by name and id."""
    return [(identity, f"{name} ({identity})") for identity, name in names.items()]


def go(address: str, done: str) -> RedirectResponse:
    """To another page, which says what was done."""
    return RedirectResponse(f"{address}?done={done}", 303)


async def attempt(
    doing: Awaitable[object], done: Response, show: Callable[[Refused], Awaitable[Response]]
) -> Response:
    """Do what a form asks for; if it is refused, show its page again with the reason."""
    try:
        await doing
    except Refused as refusal:
        return await show(refusal)
    return done


@router.get("/login")
async def login_page(visit: Viewing) -> HTMLResponse:
    """A name and a password."""
    said = words.DONE.get(visit.query.get("done", ""), "")
    values = {"next": _safe(visit.query.get("next", "")), "entered": "", "said": said}
    return _show_form(visit, "floor/login.html", values)


@router.post("/login")
async def log_in(visit: Viewing, _: Arriving) -> Response:
    """Begin a session and go where one wanted to go."""
    fields = await visits.read_form(visit)
    name, wanted = fields.get("name", ""), _safe(fields.get("next", ""))
    try:
        begun = await visits.log_in(
            visit, name, await read_secret(visit, "password"), fields.get("code", "")
        )
    except Refused as refusal:
        values = {"next": wanted, "entered": name, "said": ""}
        return _show_form(visit, "floor/login.html", values, refusal)
    home = "/floor" if begun.session.person.role in STAFF else "/"
    answer = RedirectResponse(wanted or home, 303)
    visits.keep_session(answer, visit, begun)
    return answer


def _safe(path: str) -> str:
    """A place of this site; nothing that a browser could take for another."""
    plain = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if plain and path.isprintable() and len(path) <= 200 else ""


@router.post("/logout")
async def log_out(visit: Known) -> Response:
    """End the session; its streams end with it."""
    await read_act(visit)
    await visits.log_out(visit)
    answer = RedirectResponse("/", 303)
    visits.drop_session(answer, visit)
    return answer


@router.get("/account")
async def account_page(visit: Viewing) -> Response:
    """Who one is, one's sessions, and how to log out or change one's password."""
    return await _show_account(visit) if visit.found else RedirectResponse("/login", 303)


async def _show_account(
    visit: Visit,
    refusal: Refused | None = None,
    factor: Factor | None = None,
    recovery: Sequence[str] = (),
) -> HTMLResponse:
    session, services = visit.session, visit.services
    found = await services.look(store.people.sessions_of, visit.who, services.now())
    values = {
        "ends_at": session.ends_at.isoformat(),
        "must_change": session.is_temporary,
        "has_factor": session.has_factor or bool(recovery),
        "factor": factor,
        "picture": draw(factor.address(visit.person.name)) if factor else "",
        "recovery": recovery,
        "said": words.DONE.get(visit.query.get("done", ""), ""),
        "sessions": [(each, stamp(each.seen_at), each.key == session.key) for each in found],
    }
    return _show_form(visit, "floor/account.html", values, refusal)


@router.post("/account/sessions/{session_key}")
async def end_session(visit: Known, session_key: str) -> Response:
    """End one of one's sessions."""
    await read_act(visit)
    await visit.services.change(visit.person, end_own_session, session_key[:64])
    return go("/account", "session")


@router.post("/account/factor")
async def begin_factor(visit: Known) -> Response:
    """A second factor, with the present password: the picture for the device, shown once."""
    await read_act(visit)
    try:
        factor = await visits.begin_factor(visit, await read_secret(visit, "present"))
    except Refused as refusal:
        return await _show_account(visit, refusal)
    return await _show_account(visit, None, factor=factor)


@router.post("/account/factor/confirm")
async def confirm_factor(visit: Known) -> Response:
    """A first code puts it in force; the recovery codes are shown once."""
    fields = await read_act(visit)
    code, by = fields.get("code", ""), visit.person
    try:
        codes = await visit.services.change(by, personnel.confirm_factor, code)
    except Refused as refusal:
        return await _show_account(visit, refusal)
    return await _show_account(visit, None, recovery=codes)


@router.post("/account/password")
async def change_password(visit: Known) -> Response:
    """With the present one; all sessions of the account end."""
    await read_act(visit)
    new = await read_secret(visit, "new")
    try:
        if new != await read_secret(visit, "again"):
            raise Refused("password: the two new ones are not the same")
        await visits.change_password(visit, await read_secret(visit, "present"), new)
    except Refused as refusal:
        return await _show_account(visit, refusal)
    return go("/login", "password")


@router.get("/floor/people")
async def people_page(visit: Staff) -> HTMLResponse:
    """Every account."""
    return await _show_people(visit, {})


async def _show_people(visit: Visit, given: Fields, refusal: Refused | None = None) -> HTMLResponse:
    values = {
        "accounts": await visit.services.look(store.people.read_all),
        "roles": pairs(role for role in ROLES if role != "guest"),
        "approvers": APPROVERS,
        "given": given,
    }
    return show_floor(visit, "floor/people.html", values, refusal)


@router.post("/floor/people")
async def make_person(visit: Staff) -> Response:
    """A new account."""
    fields = await read_act(visit)
    show = partial(_show_people, visit, {"at": "new", **{f"new_{n}": t for n, t in fields.items()}})
    if fields.get("role") in APPROVERS:
        asking = _ask_about(visit, "make-person", fields)
        return await attempt(asking, go("/floor/requests", "asked"), show)
    fields["password"] = await read_secret(visit, "password")
    making = visits.make_person(visit.services, visit.person, fields)
    return await attempt(making, go("/floor/people", "person"), show)


async def _ask_about(visit: Visit, act: str, body: Mapping[str, Any]) -> object:
    """Ask for what takes two people; the reason is in the same form."""
    house, why = visit.services.house, str(body.get("why", ""))
    return await visit.services.read(desk.ask_for, house, visit.person, act, body, why)


@router.post("/floor/people/{person_id}")
async def change_person(visit: Staff, person_id: str) -> Response:
    """A new role, name or password, or the account closed or opened again."""
    fields = await read_act(visit)
    show, act = partial(_show_people, visit, {"at": person_id}), fields.get("act", "")
    account = await visit.services.look(store.people.find, person_id)
    role = fields.get("role") if act == "change-role" else account and account.person.role
    if act in TWO_PEOPLE and role in APPROVERS:
        asking = _ask_about(visit, act, {**fields, "person": person_id})
        return await attempt(asking, go("/floor/requests", "asked"), show)
    fields["password"] = await read_secret(visit, "password")
    changing = visits.change_person(visit.services, visit.person, person_id, fields)
    return await attempt(changing, go("/floor/people", "person-changed"), show)


@router.get("/floor/requests")
async def requests_page(visit: Staff) -> HTMLResponse:
    """What waits for a second person, what has ended, and the forms to ask."""
    return await _show_requests(visit, dict(visit.query))


async def _show_requests(
    visit: Visit, given: Fields, refusal: Refused | None = None
) -> HTMLResponse:

    def look(transaction: Transaction) -> dict[str, Any]:
        names = store.people.read_names(transaction)
        jackpots = name_options(store.jackpots.read_names(transaction))
        tables = store.tables.read_names(transaction, own=True)
        return {
            "waiting": store.people.read_requests(transaction, desk.OPEN),
            "ended": store.people.read_requests(transaction, ENDED)[::-1][:MOST_ENDED],
            "names": names,
            "jackpots": jackpots,
            "tables": tables,
            "asked_for": partial(asked_for, {**names, **tables, **dict(jackpots), **dict(CAUSES)}),
        }

    beside = {"causes": CAUSES, "acts": words.ASKED, "change": words.CHANGE, "given": given}
    values = {**await visit.services.look(look), **beside}
    return show_floor(visit, "floor/requests.html", values, refusal)


def asked_for(called: Mapping[str, str], request: store.people.Request) -> list[Sign]:
    """What a request is about, in words: tables, jackpots, people and causes as they are called."""
    labels = {"change": words.CHANGE}
    return [
        Sign(labels.get(name, name.capitalize()), called.get(str(value), str(value)))
        for name, value in request.body.items()
        if value != ""
    ]


@router.post("/floor/requests")
async def ask(visit: Staff) -> Response:
    """Ask for an act that another person must approve."""
    fields = await read_act(visit)
    act = fields.get("act", "")
    if act not in PARTS:
        raise NotFound(f"request {act[:20]!r}: there are {', '.join(PARTS)}")
    body: dict[str, Any] = {name: fields.get(name, "") for name in PARTS[act]}
    if "round" in body:
        body["round"] = whole_or_text(body["round"])
    try:
        why = fields.get("why", "")
        await visit.services.read(desk.ask_for, visit.services.house, visit.person, act, body, why)
    except Refused as refusal:
        return await _show_requests(visit, {**fields, "at": act}, refusal)
    return go("/floor/requests", "asked")


@router.post("/floor/requests/{request_id}")
async def answer(visit: Staff, request_id: str) -> Response:
    """Approve, decline or withdraw."""
    fields = await read_act(visit)
    act, why = fields.get("act", ""), fields.get("why", "")
    try:
        done = await visits.answer_request(visit.services, visit.person, request_id, act, why)
    except Refused as refusal:
        return await _show_requests(visit, {"at": request_id}, refusal)
    if done.password:
        return await _show_requests(visit, {"password": done.password, **done.request.body})
    said = {"approve": "approved", "decline": "declined"}.get(act, "withdrawn")
    return go("/floor/requests", said)
