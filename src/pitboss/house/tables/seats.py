"""Taking and leaving seats, buying chips, sitting out: between rounds or beside them."""

from collections.abc import Mapping
from typing import Any

from pitboss.house import ledger
from pitboss.house.log import Draft
from pitboss.house.tables.state import LiveTable, Seat
from pitboss.house.tables.work import Work
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused

BOT_LEVELS = ("easy", "medium", "hard")
BOT_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gauss", "Hilda", "Ivan")


def sit(work: Work) -> None:
    """Take an empty seat with chips of one's own."""
    table, person = work.table, work.person
    number = free_seat(table, work.given.get("seat"))
    if table.seat_of(person.id) is not None:
        raise Refused(f"seat {number}: you already sit in seat {table.seat_of(person.id)}")
    cents = _read_chips(table, work.given.get("chips", dollars(min(500_00, table.setup.buy_in[1]))))
    account = ledger.player(person.id)
    if work.batch.balance(account) < cents:
        have = dollars(work.batch.balance(account))
        raise Refused(f"chips: {dollars(cents)} is more than the {have} that you have")
    body = {"seat": number, "who": person.id, "name": person.name, "kind": "person"}
    postings = ledger.transfer(account, ledger.seat(table.id, number), cents)
    take_seat(table, body)
    work.write(Draft("seat-taken", body, postings))


def seat_bot(work: Work) -> None:
    """Put a practice player in an empty seat, with chips from the cage."""
    table = work.table
    number = free_seat(table, work.given.get("seat"))
    level = work.given.get("level", "medium")
    if level not in BOT_LEVELS:
        raise Refused(f"level {str(level)[:20]!r}: one of {', '.join(BOT_LEVELS)}")
    cents = _read_chips(table, work.given.get("chips", dollars(min(500_00, table.setup.buy_in[1]))))
    name = BOT_NAMES[number - 1]
    body = {"seat": number, "who": f"bot-{number}", "name": name, "kind": "bot", "level": level}
    postings = ledger.transfer(ledger.CAGE, ledger.seat(table.id, number), cents)
    take_seat(table, body)
    work.write(Draft("seat-taken", body, postings))


def free_seat(table: LiveTable, given: object) -> int:
    """The seat asked for, or the first that is free."""
    numbers = range(1, table.setup.seats + 1)
    if given is None:
        free = [number for number in numbers if number not in table.seats]
        if not free:
            raise Refused(f"table: all {table.setup.seats} seats are taken")
        return free[0]
    if isinstance(given, bool) or given not in numbers:
        raise Refused(f"seat {str(given)[:20]}: this table has seats 1 to {table.setup.seats}")
    number = int(str(given))
    if number in table.seats:
        raise Refused(f"seat {number}: {table.seats[number].name} sits there")
    return number


def _read_chips(table: LiveTable, given: object) -> int:
    cents = parse_dollars(given, "chips")
    least, most = table.setup.buy_in
    if not least <= cents <= most:
        raise Refused(f"chips of {dollars(cents)}: buy in for {dollars(least)} to {dollars(most)}")
    return cents


def buy_chips(work: Work) -> None:
    """More chips from one's own account to one's seat, not while its cards are in play."""
    table = work.table
    number, seat = own_seat(work)
    if number in table.seats_in_round():
        raise Refused(f"seat {number}: chips are bought between rounds")
    cents = parse_dollars(work.given.get("chips"), "chips")
    most = table.setup.buy_in[1] - seat.stack_cents
    if not 0 < cents <= most:
        raise Refused(
            f"chips of {dollars(cents)}: seat {number} may hold up to"
            f" {dollars(table.setup.buy_in[1])} and has {dollars(seat.stack_cents)}"
        )
    account = ledger.player(work.person.id) if not seat.is_bot else ledger.CAGE
    if account != ledger.CAGE and work.batch.balance(account) < cents:
        have = dollars(work.batch.balance(account))
        raise Refused(f"chips: {dollars(cents)} is more than the {have} that you have")
    postings = ledger.transfer(account, ledger.seat(table.id, number), cents)
    work.write(Draft("chips-bought", {"seat": number}, postings))


def own_seat(work: Work) -> tuple[int, Seat]:
    """The seat of whoever acts; another's seat is refused."""
    number = work.table.seat_of(work.person.id)
    given = work.given.get("seat")
    if number is None:
        raise Refused(f"{work.person.name}: you have no seat at this table")
    if given is not None and given != number:
        raise Refused(f"seat {str(given)[:20]}: is not yours; you sit in seat {number}")
    return number, work.table.seats[number]


def leave(work: Work) -> None:
    """Leave with one's chips; with cards in play, once the round has ended."""
    stand_up(work, own_seat(work)[0])


def remove_seat(work: Work) -> None:
    """A supervisor frees a seat, or a practice player goes."""
    number = work.given.get("seat")
    if number not in work.table.seats or isinstance(number, bool):
        raise Refused(f"seat {str(number)[:20]}: nobody sits there")
    stand_up(work, int(str(number)))


def stand_up(work: Work, number: int) -> None:
    table = work.table
    if number in table.seats_in_round():
        if table.seats[number].leaving:
            raise Refused(f"seat {number}: leaves after this round already")
        body = {"seat": number}
        set_seat(table, body, leaving=True)
        work.write(Draft("seat-leaving", body))
        return
    free(work, number)


def free(work: Work, number: int) -> None:
    """A seat's chips go back to where they came from, and it is empty."""
    table, seat = work.table, work.table.seats[number]
    target = ledger.CAGE if seat.is_bot else ledger.player(seat.who)
    cents = seat.stack_cents
    postings = ledger.transfer(ledger.seat(table.id, number), target, cents) if cents else {}
    body = {"seat": number, "who": seat.who}
    work.write(Draft("seat-left", body, postings))
    leave_seat(table, body)


def sit_out(work: Work) -> None:
    _set_away(work, "sat-out", True)


def sit_in(work: Work) -> None:
    _set_away(work, "sat-in", False)


def _set_away(work: Work, kind: str, away: bool) -> None:
    number, seat = own_seat(work)
    if seat.away == away:
        raise Refused(f"seat {number}: sits {'out' if away else 'in'} already")
    body = {"seat": number}
    set_seat(work.table, body, away=away)
    work.write(Draft(kind, body))


def take_seat(table: LiveTable, body: Mapping[str, Any]) -> None:
    table.seats[body["seat"]] = Seat({**body, "stack_cents": 0})


def leave_seat(table: LiveTable, body: Mapping[str, Any]) -> None:
    del table.seats[body["seat"]]


def set_seat(table: LiveTable, body: Mapping[str, Any], **values: Any) -> None:
    for name, value in values.items():
        setattr(table.seats[body["seat"]], name, value)
