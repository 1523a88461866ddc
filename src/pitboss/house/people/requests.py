"""Acts that need two people: one asks, another approves, and the house carries it out once."""

from collections.abc import Mapping
from typing import Any

from pitboss.house.log import stamp
from pitboss.house.people.accounts import read_account
from pitboss.house.people.roles import TWO_PEOPLE, Forbidden, join_or, require
from pitboss.house.person import make_id
from pitboss.house.store import Transaction, people
from pitboss.house.store.entries import Change
from pitboss.house.store.people import Request
from pitboss.refusal import Refused

LONGEST_WHY = 200
LONGEST_BODY = 4_000
OPEN = ("asked", "approved")


def ask(change: Change, act: str, body: Mapping[str, Any], why: str) -> Request:
    """``body`` says what exactly is to be done, in JSON values; it cannot be changed later."""
    if act not in TWO_PEOPLE:
        raise Refused(f"request {act}: two people are for {join_or(tuple(sorted(TWO_PEOPLE)))}")
    _require_now(change, act)
    reason = _read_why(why)
    request = Request(make_id("request"), act, body, reason, change.by.id, stamp(change.at))
    if len(request.text) > LONGEST_BODY:
        raise Refused(
            f"request {act}: at most {LONGEST_BODY} letters of JSON, not {len(request.text)}"
        )
    people.add_request(change.transaction, request)
    change.note("request-asked", {"request": request.id, "act": act, "body": body, "why": reason})
    return request


def approve(change: Change, identity: str) -> Request:
    """By a second person who is entitled to the act; whoever asked must still be so too."""
    request = people.find_request(change.transaction, identity)
    _refuse_unless(request, ("asked",), "approved")
    _require_second(change, request, "approve")
    asker = read_account(change.transaction, request.asked_by)
    if not asker.is_active:
        raise Refused(f"request {identity}: the account of whoever asked is closed; ask anew")
    require(asker.person, request.act)
    return _answer(change, request, "approved")


def decline(change: Change, identity: str, why: str) -> Request:
    """By a second person, as long as it has not been done."""
    request = people.find_request(change.transaction, identity)
    _refuse_unless(request, OPEN, "declined")
    _require_second(change, request, "decline")
    return _answer(change, request, "declined", _read_why(why))


def withdraw(change: Change, identity: str) -> Request:
    """By whoever asked, as long as it has not been done."""
    request = people.find_request(change.transaction, identity)
    _refuse_unless(request, OPEN, "withdrawn")
    if change.by.id != request.asked_by:
        raise Forbidden(f"request {identity}: only whoever asked may withdraw it")
    return _answer(change, request, "withdrawn")


def take_approved(transaction: Transaction, identity: str) -> Request:
    """Mark an approved request done and give it to whoever carries it out in this very
    transaction, with an entry that names the request."""
    request = people.find_request(transaction, identity)
    _refuse_unless(request, ("approved",), "carried out")
    done = request._replace(state="done")
    people.keep_request(transaction, done)
    return done


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
    answered = request._replace(state=state, answered_by=change.by.id, answered_at=stamp(change.at))
    people.keep_request(change.transaction, answered)
    body = {"request": request.id, "act": request.act, "asked_by": request.asked_by}
    change.note(f"request-{state}", {**body, "why": why} if why else body)
    return answered


def _read_why(text: str) -> str:
    why = " ".join(text.split())
    if not 1 <= len(why) <= LONGEST_WHY or not why.isprintable():
        raise Refused(f"why: give a reason of 1 to {LONGEST_WHY} printable characters")
    return why
