"""Acts that need two people: one asks, another approves, and the house carries it out once."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house.log import canonical
from pitboss.house.people.accounts import read_account
from pitboss.house.people.change import Change, stamp
from pitboss.house.people.roles import TWO_PEOPLE, Forbidden, join_or, require
from pitboss.house.person import is_id, make_id
from pitboss.house.store import Transaction
from pitboss.refusal import Refused

LONGEST_WHY = 200
LONGEST_BODY = 4_000
COLUMNS = "id, act, body, asked_by, asked_at, state, answered_by, answered_at"
OPEN = ("asked", "approved")


class Request(NamedTuple):
    """One act asked for: asked, approved, then done; or declined or withdrawn before it is done.
    ``answered_by`` is whoever approved, declined or withdrew it."""

    id: str
    act: str
    body: Mapping[str, Any]
    why: str
    asked_by: str
    asked_at: str
    state: str
    answered_by: str = ""
    answered_at: str = ""


def ask(change: Change, act: str, body: Mapping[str, object], why: str) -> Request:
    """``body`` says what exactly is to be done, in JSON values; it cannot be changed later."""
    if act not in TWO_PEOPLE:
        raise Refused(f"request {act}: two people are for {join_or(tuple(sorted(TWO_PEOPLE)))}")
    _require_now(change, act)
    reason = _read_why(why)
    text = canonical({"body": body, "why": reason})
    if len(text) > LONGEST_BODY:
        raise Refused(f"request {act}: at most {LONGEST_BODY} letters of JSON, not {len(text)}")
    identity, at = make_id("request"), stamp(change.at)
    change.transaction.execute(
        f"INSERT INTO requests ({COLUMNS}) VALUES (?, ?, ?, ?, ?, 'asked', '', '')",
        (identity, act, text, change.by.id, at),
    )
    logged = {"request": identity, "act": act, "body": body, "why": reason}
    change.note("request-asked", logged)
    return read_request(change.transaction, identity)


def approve(change: Change, identity: str) -> Request:
    """By a second person who is entitled to the act; whoever asked must still be so too."""
    request = _lock(change.transaction, identity)
    _refuse_unless(request, ("asked",), "approved")
    _require_second(change, request, "approve")
    asker = read_account(change.transaction, request.asked_by)
    if not asker.is_active:
        raise Refused(f"request {identity}: the account of whoever asked is closed; ask anew")
    require(asker.person, request.act)
    return _answer(change, request, "approved")


def decline(change: Change, identity: str, why: str) -> Request:
    """By a second person, as long as it has not been done."""
    request = _lock(change.transaction, identity)
    _refuse_unless(request, OPEN, "declined")
    _require_second(change, request, "decline")
    return _answer(change, request, "declined", _read_why(why))


def withdraw(change: Change, identity: str) -> Request:
    """By whoever asked, as long as it has not been done."""
    request = _lock(change.transaction, identity)
    _refuse_unless(request, OPEN, "withdrawn")
    if change.by.id != request.asked_by:
        raise Forbidden(f"request {identity}: only whoever asked may withdraw it")
    return _answer(change, request, "withdrawn")


def take_approved(transaction: Transaction, identity: str) -> Request:
    """Mark an approved request done and give it to whoever carries it out in this very
    transaction, with an entry that names the request."""
    request = _lock(transaction, identity)
    _refuse_unless(request, ("approved",), "carried out")
    transaction.execute("UPDATE requests SET state = 'done' WHERE id = ?", (identity,))
    return request._replace(state="done")


def read_request(transaction: Transaction, identity: str) -> Request:
    return _read_one(transaction, identity, "")


def read_requests(transaction: Transaction, states: tuple[str, ...] = OPEN) -> list[Request]:
    """In the order in which they were asked."""
    marks = ", ".join("?" * len(states))
    rows = transaction.execute(
        f"SELECT {COLUMNS} FROM requests WHERE state IN ({marks}) ORDER BY asked_at, id", states
    )
    return [_read(row) for row in rows]


def _lock(transaction: Transaction, identity: str) -> Request:
    return _read_one(transaction, identity, transaction.locking)


def _read_one(transaction: Transaction, identity: str, locking: str) -> Request:
    rows = is_id(identity) and transaction.execute(
        f"SELECT {COLUMNS} FROM requests WHERE id = ?{locking}", (identity,)
    )
    if not rows:
        raise Refused(f"request {identity}: there is none of this id")
    return _read(rows[0])


def _read(row: tuple[Any, ...]) -> Request:
    identity, act, text, *rest = row
    kept = json.loads(text)
    return Request(identity, act, kept["body"], kept["why"], *rest)


def _refuse_unless(request: Request, states: tuple[str, ...], wanted: str) -> None:
    if request.state not in states:
        raise Refused(
            f"request {request.id}: is {request.state};"
            f" only one that is {join_or(states)} can be {wanted}"
        )


def _require_now(change: Change, act: str) -> None:
    """The role by the account as it is now, not as it was when the session began."""
    require(change.by, act)
    account = read_account(change.transaction, change.by.id)
    if not account.is_active:
        raise Forbidden(f"{act}: your account is closed")
    require(account.person, act)


def _require_second(change: Change, request: Request, doing: str) -> None:
    _require_now(change, request.act)
    if change.by.id == request.asked_by:
        raise Forbidden(f"{request.act}: a second person must {doing} what you asked for")


def _answer(change: Change, request: Request, state: str, why: str = "") -> Request:
    at = stamp(change.at)
    change.transaction.execute(
        "UPDATE requests SET state = ?, answered_by = ?, answered_at = ? WHERE id = ?",
        (state, change.by.id, at, request.id),
    )
    body = {"request": request.id, "act": request.act, "asked_by": request.asked_by}
    change.note(f"request-{state}", {**body, "why": why} if why else body)
    return request._replace(state=state, answered_by=change.by.id, answered_at=at)


def _read_why(text: str) -> str:
    why = " ".join(text.split())
    if not 1 <= len(why) <= LONGEST_WHY or not why.isprintable():
        raise Refused(f"why: give a reason of 1 to {LONGEST_WHY} printable characters")
    return why
