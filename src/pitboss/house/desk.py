"""The desk: what staff change besides the tables, each in a transaction with its entry on the log.

Some acts one person asks for and another approves: the approval carries them out at once.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pitboss.house import ledger, personnel
from pitboss.house.access import TWO_PEOPLE, Forbidden, join_or, require
from pitboss.house.accounts import hash_password, make_password, read_account
from pitboss.house.engine import TABLE, House
from pitboss.house.floor import load_table
from pitboss.house.log import HOUSE, Draft, Person, canonical, make_id, read_stamp, stamp
from pitboss.house.store import Transaction, entries, jackpots, people
from pitboss.house.store.entries import Change, Unit, Which
from pitboss.house.store.people import Alert, Request
from pitboss.house.tables.meters import stands_json
from pitboss.house.tables.past import read_settled
from pitboss.house.tables.play import Command, Work
from pitboss.house.tables.staff import undo
from pitboss.house.tables.state import seat_of
from pitboss.house.writer import Halfway
from pitboss.jackpots.meter import RESERVED, Cause, adjust, reseed
from pitboss.jackpots.terms import LINKED_DECIMALS
from pitboss.money import exact_dollars, read_number
from pitboss.refusal import Refused
from pitboss.rounds.view import SPECTATOR

LONGEST_WHY = 200
LONGEST_BODY = 4_000
OPEN = ("asked", "approved")

T = TypeVar("T")


def wholly(do: Callable[[Unit], T]) -> Callable[[Unit], T]:
    """A task of the writer that is done whole: what is refused leaves nothing behind."""

    def work(unit: Unit) -> T:
        try:
            return do(unit)
        except Refused as refusal:
            raise Halfway(refusal) from None

    return work


def work_as(house: House, person: Person, act: Callable[[Change], T]) -> T:
    """Change something in someone's name, and wait until it is on disk."""
    answer: T = house.do(wholly(lambda unit: act(Change(unit, person, read_stamp(unit.at)))))
    return answer


def acknowledge(change: Change, identity: str) -> Alert:
    """By someone in charge, once; it goes on the log."""
    require(change.by, "acknowledge-alert")
    alert = people.find_alert(change.transaction, identity)
    if alert.acknowledged_at:
        raise Refused(f"alert {identity}: was acknowledged at {alert.acknowledged_at}")
    done = alert._replace(acknowledged_by=change.by.id, acknowledged_at=stamp(change.at))
    people.keep_alert(change.transaction, done)
    change.note("alert-acknowledged", {"alert": identity, "words": alert.words})
    return done


def ask_for(house: House, person: Person, act: str, body: Mapping[str, Any], why: str) -> Request:
    """Ask; what could not be carried out is refused now rather than at the approval."""

    def asked(change: Change) -> Request:
        _check_asked(change, act)
        if act in personnel.ACTS:
            return ask(change, act, personnel.check(change, act, body), why)
        if act == "void-settled":
            read_settled(change.transaction, str(body.get("table")), body.get("round"))
        else:
            _read_jackpot(change.unit, body)
            if act == "adjust-meter":
                _read_adjustment(body)
        return ask(change, act, body, why)

    return work_as(house, person, asked)


class Done(NamedTuple):
    """An act that two people have done; ``password`` is one that was made with it, and its only
    copy."""

    request: Request
    password: str = ""


def approve_and_do(house: House, person: Person, identity: str) -> Done:
    """The second person's word: the act is done in the same transaction."""
    with house.database.reading() as transaction:
        act = people.find_request(transaction, identity).act
    # hashed beforehand: it takes long, and nobody is to wait for it
    password = make_password() if act in personnel.WITH_PASSWORD else ""
    hashed = hash_password(password) if password else None

    def approved(change: Change) -> Request:
        approve(change, identity, is_done=True)
        request = take_approved(change.transaction, identity)
        both = [request.asked_by, person.id]
        if request.act in personnel.ACTS:
            personnel.carry_out(change, request, hashed)
        elif request.act == "void-settled":
            _correct(house, change, request, both)
        else:
            house.floor.require_jackpot(str(request.body.get("jackpot")))
            _move_meter(change, request, both)
        return request

    request = work_as(house, person, approved)
    house.refresh()
    if act == "change-role":
        vacate(house, str(request.body["person"]))
    return Done(request, password)


def vacate(house: House, person_id: str) -> None:
    """Free every seat of someone whose account was closed or has another role: at once, or when the
    round has ended."""
    house.refresh()
    for table in house.follower.tables():
        if seat_of(table, person_id) != SPECTATOR:
            with suppress(Refused):  # has stood up meanwhile
                house.ask(Command(table.id, "vacate", TABLE, {"who": person_id}))


def name_seats(house: House, person: Person) -> None:
    """Let every seat of someone who goes by another name now have it."""
    for table in house.follower.tables():
        if table.phase != "closed" and seat_of(table, person.id) != SPECTATOR:
            with suppress(Refused):  # has stood up meanwhile
                given = {"who": person.id, "name": person.name}
                house.ask(Command(table.id, "name-seat", TABLE, given))


def _read_jackpot(unit: Unit, body: Mapping[str, Any]) -> str:
    name = str(body.get("jackpot"))
    unit.jackpot(name)
    if jackpots.read_terms(unit.transaction)[name].type != "progressive":
        raise Refused(f"jackpot {name}: a house jackpot's posted prize has no meter to move")
    return name


def _read_adjustment(body: Mapping[str, Any]) -> tuple[Fraction, str]:
    """By how much and why a meter is adjusted; what its own moves are called would be taken for
    one of them."""
    cause = str(body.get("cause", Cause.ADJUSTMENT))
    value = read_number(body.get("change"), "change", LINKED_DECIMALS)
    if not value:
        raise Refused("change: dollars such as -12.50 are needed, not 0")
    if cause in RESERVED:
        raise Refused(f"cause {cause!r}: is the meter's own word; name another")
    return value * 100, cause


def _move_meter(change: Change, request: Request, people: list[str]) -> None:
    """A documented adjustment, or the seed put on the meter; the house's cage bears it."""
    unit = change.unit
    name = _read_jackpot(unit, request.body)
    terms = jackpots.read_terms(unit.transaction)[name]
    before = unit.jackpot(name).meter
    if request.act == "reseed":
        cause, after = str(Cause.RESEED), reseed(terms, before)
    else:
        by, cause = _read_adjustment(request.body)
        after = adjust(terms, before, by, cause, str(request.body.get("reference", "")))
    stands = stands_json(unit.jackpot(name).moves, before, after)
    unit.move_meter(name, after, [(cause, after.total - before.total)], ("", 0))
    moved = ledger.balance(ledger.meter_change(name, before, after), ledger.CAGE)
    body = {
        "jackpot": name,
        "act": request.act,
        "cause": cause,
        "before": exact_dollars(before.value),
        "after": exact_dollars(after.value),
        "stands": stands,
        "why": request.why,
        "request": request.id,
        "people": people,
    }
    unit.append_house(Draft("meter-adjusted", body, moved), change.by.id)


def _correct(house: House, change: Change, request: Request, people: list[str]) -> None:
    """On a table of its own, as the log has it: the one in memory follows after the commit."""
    change.unit.flush()
    house.floor.require(str(request.body["table"]))
    table = load_table(change.transaction, str(request.body["table"]))
    house.floor.refuse_barred(table.id, table.setup.jackpots)
    command = Command(table.id, "void-settled", change.by, {"why": request.why})
    work = Work(table, change.unit, command, house.room)
    work.do(partial(undo, number=request.body["round"], people=people))
    house.floor.save(change.unit, table)


def request_values(request: Request) -> dict[str, Any]:
    """A request as JSON values."""
    return {**request._asdict(), "body": json.loads(json.dumps(dict(request.body)))}


def ask(change: Change, act: str, body: Mapping[str, Any], why: str) -> Request:
    """``body`` says what exactly is to be done, in JSON values; it cannot be changed later."""
    _check_asked(change, act)
    reason = _read_why(why)
    request = Request(make_id("request"), act, body, reason, change.by.id, stamp(change.at))
    if (length := len(request.text)) > LONGEST_BODY:
        raise Refused(f"request {act}: at most {LONGEST_BODY} letters of JSON, not {length}")
    people.REQUESTS.add(change.transaction, request)
    change.note("request-asked", {"request": request.id, "act": act, "body": body, "why": reason})
    return request


def _check_asked(change: Change, act: str) -> None:
    """Whether it is an act of two people and this one may ask for it: before anything is read."""
    if act not in TWO_PEOPLE:
        raise Refused(f"request {act}: two people are for {join_or(tuple(sorted(TWO_PEOPLE)))}")
    _require_now(change, act)


def approve(change: Change, identity: str, is_done: bool = False) -> Request:
    """By a second person who is entitled to the act; whoever asked must still be so too. The log
    says whether it ``is_done`` at once."""
    request = _find(change.transaction, identity, ("asked",), "approved")
    _require_second(change, request, "approve")
    if request.act in personnel.ACTS and request.body.get("person") == change.by.id:
        raise Forbidden(f"{request.act}: of your own account another operator approves")
    asker = read_account(change.transaction, request.asked_by)
    if not asker.is_active:
        raise Refused(f"request {identity}: the account of whoever asked is closed; ask anew")
    require(asker.person, request.act)
    personnel.refuse_pair(change.transaction, change.by, asker.person, change.at)
    return _answer(change, request, "approved", is_done=is_done)


def decline(change: Change, identity: str, why: str) -> Request:
    """By a second person, as long as it has not been done."""
    request = _find(change.transaction, identity, OPEN, "declined")
    _require_second(change, request, "decline")
    return _answer(change, request, "declined", _read_why(why))


def withdraw(change: Change, identity: str) -> Request:
    """By whoever asked, as long as it has not been done."""
    request = _find(change.transaction, identity, OPEN, "withdrawn")
    if change.by.id != request.asked_by:
        raise Forbidden(f"request {identity}: only whoever asked may withdraw it")
    return _answer(change, request, "withdrawn")


def take_approved(transaction: Transaction, identity: str) -> Request:
    """Mark an approved request done and give it to whoever carries it out in this very
    transaction, with an entry that names the request."""
    request = _find(transaction, identity, ("approved",), "carried out")
    done = request._replace(state="done")
    people.keep_request(transaction, done)
    return done


def _find(transaction: Transaction, name: str, states: tuple[str, ...], wanted: str) -> Request:
    """A request that is in one of these states; others cannot be what is wanted."""
    request = people.find_request(transaction, name)
    which = Which(HOUSE, ("request-asked",), who=request.asked_by, since=request.asked_at)
    asked = [e.values for e in entries.search(transaction, which) if name in e.body]
    said = [canonical({"body": body["body"], "why": body["why"]}) for body in asked]
    if said != [request.text] or asked[0]["act"] != request.act:
        raise Refused(f"request {request.id}: is not as the log has it; ask anew")
    if request.state not in states:
        only = f"only one that is {join_or(states)} can be {wanted}"
        raise Refused(f"request {request.id}: is {request.state}; {only}")
    return request


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


def _answer(
    change: Change, request: Request, state: str, why: str = "", is_done: bool = False
) -> Request:
    answered = request._replace(state=state, answered_by=change.by.id, answered_at=stamp(change.at))
    people.keep_request(change.transaction, answered)
    body = {"request": request.id, "act": request.act, "asked_by": request.asked_by}
    said = ({"why": why} if why else {}) | ({"done": is_done} if state == "approved" else {})
    change.note(f"request-{state}", {**body, **said})
    return answered


def _read_why(text: str) -> str:
    why = " ".join(text.split())
    if not 1 <= len(why) <= LONGEST_WHY or not why.isprintable():
        raise Refused(f"why: give a reason of 1 to {LONGEST_WHY} printable characters")
    return why
