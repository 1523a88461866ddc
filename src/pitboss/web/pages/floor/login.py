"""Logging in and out, and one's own account."""

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.house.access import STAFF
from pitboss.refusal import Refused
from pitboss.web.common import visits
from pitboss.web.common.gate import status_of
from pitboss.web.common.visits import (
    Arriving,
    Known,
    Viewing,
    Visit,
    drop_session,
    keep_session,
    read_act,
    read_form,
)
from pitboss.web.pages.floor.staff import DONE
from pitboss.web.pages.site import page_router, show_page

router = page_router()


@router.get("/login")
async def login_page(visit: Viewing) -> HTMLResponse:
    """A name and a password."""
    said = DONE.get(visit.query.get("done", ""), "")
    values = {"next": _safe(visit.query.get("next", "")), "entered": "", "said": said}
    return show_page(visit, "floor/login.html", {**values, "problem": ""})


@router.post("/login")
async def log_in(visit: Viewing, _: Arriving) -> Response:
    """Begin a session and go where one wanted to go."""
    fields = await read_form(visit)
    name, wanted = fields.get("name", ""), _safe(fields.get("next", ""))
    try:
        begun = await visits.log_in(visit, name, fields.get("password", ""))
    except Refused as refusal:
        values = {"next": wanted, "entered": name, "said": "", "problem": str(refusal)}
        return show_page(visit, "floor/login.html", values, status_of(refusal))
    home = "/floor" if begun.session.person.role in STAFF else "/"
    answer = RedirectResponse(wanted or home, 303)
    keep_session(answer, visit, begun)
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
    drop_session(answer, visit)
    return answer


@router.get("/account")
async def account_page(visit: Viewing) -> Response:
    """Who one is, and how to log out or change one's password."""
    if visit.found is None:
        return RedirectResponse("/login", 303)
    return _show_account(visit)


def _show_account(visit: Visit, refusal: Refused | None = None) -> HTMLResponse:
    values = {
        "problem": str(refusal) if refusal else "",
        "ends_at": visit.session.ends_at.isoformat(),
    }
    status = status_of(refusal) if refusal else 200
    return show_page(visit, "floor/account.html", values, status)


@router.post("/account/password")
async def change_password(visit: Known) -> Response:
    """With the present one; all sessions of the account end."""
    fields = await read_act(visit)
    new = fields.get("new", "")
    try:
        if new != fields.get("again", ""):
            raise Refused("password: the two new ones are not the same")
        await visits.change_password(visit, fields.get("present", ""), new)
    except Refused as refusal:
        return _show_account(visit, refusal)
    return RedirectResponse("/login?done=password", 303)
