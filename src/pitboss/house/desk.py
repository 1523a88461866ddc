"""The desk: what staff change besides the tables, each in a transaction with its entry on the log.

Some acts one person asks for and another approves: the approval carries them out at once.
"""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from pitboss.house import ledger
from pitboss.house.engine.floor import load_table, read_given, setup_before
from pitboss.house.engine.house import House
from pitboss.house.engine.writer import Halfway
from pitboss.house.log import Draft, Entry, read_stamp, stamp
from pitboss.house.people.requests import approve, ask, take_approved
from pitboss.house.people.roles import require
from pitboss.house.person import Person
from pitboss.house.store import Transaction, entries, jackpots, people, tables
from pitboss.house.store.entries import Change, Unit, Which
from pitboss.house.store.people import Alert, Request
from pitboss.house.tables.entries import HitAdvanced, PromotionPaid
from pitboss.house.tables.undo import undo_round
from pitboss.house.tables.work import Command, Work
from pitboss.jackpots.meter import RESERVED, Cause, adjust, reseed
from pitboss.money import exact_dollars
from pitboss.refusal import Refused

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
        if act == "void-settled":
            find_round(change.transaction, body)
        else:
            _read_jackpot(change.unit, body)
            if act == "adjust-meter":
                _read_change(body)
                _read_cause(body)
        return ask(change, act, body, why)

    return work_as(house, person, asked)


def approve_and_do(house: House, person: Person, identity: str) -> Request:
    """The second person's word: the act is done in the same transaction."""

    def approved(change: Change) -> Request:
        approve(change, identity)
        request = take_approved(change.transaction, identity)
        people = [request.asked_by, person.id]
        if request.act == "void-settled":
            _correct(house, change.unit, person, request, people)
        else:
            _move_meter(change.unit, person, request, people)
        return request

    request = work_as(house, person, approved)
    house.refresh()
    return request


def _read_jackpot(unit: Unit, body: Mapping[str, Any]) -> str:
    name = str(body.get("jackpot"))
    unit.jackpot(name)
    if jackpots.read_terms(unit.transaction)[name].type != "progressive":
        raise Refused(f"jackpot {name}: a house jackpot's posted prize has no meter to move")
    return name


def _read_change(body: Mapping[str, Any]) -> Fraction:
    text = str(body.get("change"))
    try:
        value = Decimal(text)
        if not value.is_finite() or not value or len(text) > 30:
            raise InvalidOperation
    except InvalidOperation:
        raise Refused(f"change {text[:20]!r}: dollars such as -12.50 are needed") from None
    return Fraction(value) * 100


def _read_cause(body: Mapping[str, Any]) -> str:
    """Why a meter is adjusted; what its own moves are called would be taken for one of them."""
    cause = str(body.get("cause", Cause.ADJUSTMENT))
    if cause in RESERVED:
        raise Refused(f"cause {cause!r}: is the meter's own word; name another")
    return cause


def _move_meter(unit: Unit, person: Person, request: Request, people: list[str]) -> None:
    """A documented adjustment, or the seed put on the meter; the house's cage bears it."""
    name = _read_jackpot(unit, request.body)
    terms = jackpots.read_terms(unit.transaction)[name]
    before = unit.jackpot(name).meter
    if request.act == "reseed":
        cause, after = str(Cause.RESEED), reseed(terms, before)
    else:
        cause = _read_cause(request.body)
        reference = str(request.body.get("reference", ""))
        after = adjust(terms, before, _read_change(request.body), cause, reference)
    unit.move_meter(name, after, [(cause, after.total - before.total)], ("", 0))
    moved = ledger.meter_change(name, before, after)
    body = {
        "jackpot": name,
        "act": request.act,
        "cause": cause,
        "before": exact_dollars(before.value),
        "after": exact_dollars(after.value),
        "why": request.why,
        "request": request.id,
        "people": people,
    }
    unit.append_house(Draft("meter-adjusted", body, ledger.balance(moved, ledger.CAGE)), person.id)


def find_round(transaction: Transaction, body: Mapping[str, Any]) -> list[Entry]:
    """A settled round's entries, from its opening to what became of its hits."""
    table, number = str(body.get("table")), body.get("round")
    line = tables.find_round(transaction, table, number) if isinstance(number, int) else None
    if line is None or line.status != "settled":
        raise Refused(f"round {str(number)[:20]} of {table[:40]}: no settled round of that number")
    if pending := jackpots.open_hits(transaction, table, line.number):
        raise Refused(f"round {number}: jackpot hit {pending[0].id} is open; end it first")
    later = Which(table, (HitAdvanced.word, PromotionPaid.word), after=line.ended_version)
    own = entries.between(transaction, table, line.opened_version, line.ended_version)
    return own + entries.search(transaction, later)


def _correct(house: House, unit: Unit, person: Person, request: Request, people: list[str]) -> None:
    """On a table of its own, as the log has it: the one in memory follows after the commit."""
    transaction = unit.transaction
    table = load_table(transaction, str(request.body["table"]))
    found = find_round(transaction, request.body)
    setup = setup_before(transaction, table.id, found[0].version)
    command = Command(table.id, "void-settled", person, {"why": request.why})
    work = Work(table, unit, command, house.room, partial(read_given, transaction))
    work.do(partial(undo_round, recorded=found, setup=setup, people=people))
    house.floor.save(unit, table)


def request_values(request: Request) -> dict[str, Any]:
    """A request as JSON values."""
    return {**request._asdict(), "body": json.loads(json.dumps(dict(request.body)))}
