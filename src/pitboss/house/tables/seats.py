"""Taking and leaving seats, buying chips, sitting out: between rounds or beside them."""

from collections.abc import Iterator

from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.tables import entries
from pitboss.house.tables.entries import Happening
from pitboss.house.tables.play import Work, free, source
from pitboss.house.tables.practice import purse
from pitboss.house.tables.state import LiveTable, owed
from pitboss.money import dollars, parse_dollars, read_whole, show_given
from pitboss.refusal import Refused

BLIND_CHOICES = ("post", "wait")
BOT_LEVELS = ("easy", "medium", "hard")
BOT_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gauss", "Hilda", "Ivan")


def sit(work: Work) -> Iterator[Happening]:
    """Take an empty seat with chips of one's own."""
    table, person = work.table, work.person
    number = free_seat(table, work.given.get("seat"))
    if table.seat_of(person.id) is not None:
        raise Refused(f"seat {number}: you already sit in seat {table.seat_of(person.id)}")
    waits = _read_blind(work)
    postings = _bring(work, purse(table.setup, person.id, False), number, _read_chips(work))
    sat = table.version + 1
    yield entries.SeatTaken(number, person.id, person.name, "person", sat=sat, postings=postings)
    if waits:
        yield entries.BlindChosen(number, True)


def seat_bot(work: Work) -> Iterator[Happening]:
    """Put a practice player in an empty seat, with chips from the cage."""
    number = free_seat(work.table, work.given.get("seat"))
    level = work.given.get("level", "medium")
    if level not in BOT_LEVELS:
        raise Refused(f"level {str(level)[:20]!r}: one of {', '.join(BOT_LEVELS)}")
    account = purse(work.table.setup, "", True)
    postings = _bring(work, account, number, _read_chips(work))
    name = BOT_NAMES[number - 1]
    who, sat = f"bot-{number}", work.table.version + 1
    yield entries.SeatTaken(number, who, name, "bot", level, sat, postings=postings)


def free_seat(table: LiveTable, given: object) -> int:
    """The seat asked for, or the first that is free."""
    numbers = range(1, table.setup.seats + 1)
    if given is None:
        free = [number for number in numbers if number not in table.seats]
        if not free:
            raise Refused(f"table: all {table.setup.seats} seats are taken")
        return free[0]
    try:
        number = read_whole(given, "seat", 1, table.setup.seats)
    except Refused:
        wrong = f"seat {show_given(given)}: this table has seats 1 to {table.setup.seats}"
        raise Refused(wrong) from None
    if number in table.seats:
        raise Refused(f"seat {number}: {table.seats[number].name} sits there")
    return number


def _read_chips(work: Work) -> int:
    """What someone buys in for: five hundred dollars unless they say otherwise."""
    least, most = work.table.setup.buy_in
    cents = parse_dollars(work.given.get("chips", dollars(min(500_00, most))), "chips")
    if not least <= cents <= most:
        raise Refused(f"chips of {dollars(cents)}: buy in for {dollars(least)} to {dollars(most)}")
    return _whole(work, cents)


def _whole(work: Work, cents: int) -> int:
    """An amount in whole chips: with less at a seat no round could be dealt."""
    chip = work.table.setup.chip_cents
    if cents % chip:
        raise Refused(f"chips of {dollars(cents)}: whole chips of {dollars(chip)} are played here")
    return cents


def _bring(work: Work, account: str, number: int, cents: int) -> Postings:
    """Chips from an account to a seat; nobody has more of them than are in their own."""
    have = work.unit.balance(account)
    if have < cents and not ledger.may_owe(account):
        raise Refused(f"chips: {dollars(cents)} is more than the {dollars(have)} that you have")
    return ledger.transfer(account, ledger.seat(work.table.id, number), cents)


def buy_chips(work: Work) -> Iterator[Happening]:
    """More chips from one's own account to one's seat, not while its cards are in play."""
    table = work.table
    number, seat = work.own_seat()
    if number in table.seats_in_round():
        raise Refused(f"seat {number}: chips are bought between rounds")
    cents = _whole(work, parse_dollars(work.given.get("chips"), "chips"))
    most = table.setup.buy_in[1]
    if not 0 < cents <= most - seat.stack_cents:
        limit = f"may hold up to {dollars(most)} and has {dollars(seat.stack_cents)}"
        raise Refused(f"chips of {dollars(cents)}: seat {number} {limit}")
    yield entries.ChipsBought(number, postings=_bring(work, source(table, seat), number, cents))


def leave(work: Work) -> Iterator[Happening]:
    """Leave with one's chips; with cards in play, once the round has ended."""
    yield stand_up(work.table, work.own_seat()[0])


def remove_seat(work: Work) -> Iterator[Happening]:
    """A supervisor frees a seat, or a practice player goes."""
    number = read_whole(work.given.get("seat"), "seat", 1, work.table.setup.seats)
    if number not in work.table.seats:
        raise Refused(f"seat {number}: nobody sits there")
    yield stand_up(work.table, number)


def stand_up(table: LiveTable, number: int) -> Happening:
    if number not in table.seats_in_round():
        return free(table, number)
    if table.seats[number].leaving:
        raise Refused(f"seat {number}: leaves after this round already")
    return entries.SeatLeaving(number)


def sit_out(work: Work) -> Iterator[Happening]:
    number, seat = work.own_seat()
    if seat.away:
        raise Refused(f"seat {number}: sits out already")
    yield entries.SatOut(number)


def sit_in(work: Work) -> Iterator[Happening]:
    number, seat = work.own_seat()
    if not seat.away:
        raise Refused(f"seat {number}: sits in already")
    waits = _read_blind(work)
    yield entries.SatIn(number)
    if waits is not None and waits != seat.waits:
        yield entries.BlindChosen(number, waits)


def _read_blind(work: Work) -> bool | None:
    """``"post"`` or ``"wait"``: what someone does about a blind that they owe or will owe."""
    given = work.given.get("blind")
    if given is None:
        return None
    if not work.table.setup.is_poker:
        raise Refused(f"blind: {work.table.setup.key} is played against the house and has none")
    if given not in BLIND_CHOICES:
        raise Refused(f"blind {str(given)[:20]!r}: one of {', '.join(BLIND_CHOICES)}")
    return bool(given == "wait")


def post_blind(work: Work) -> Iterator[Happening]:
    """Whoever owes a blind comes in with it as soon as the button lets them."""
    yield _choose(work, False)


def wait_for_blind(work: Work) -> Iterator[Happening]:
    """Whoever owes a blind is dealt in when the big blind reaches them, and posts nothing else."""
    yield _choose(work, True)


def _choose(work: Work, waits: bool) -> Happening:
    number, seat = work.own_seat()
    if number not in owed(work.table):
        raise Refused(f"seat {number}: owes no blind")
    if seat.waits == waits:
        doing = "waits for the big blind" if waits else "posts what it owes"
        raise Refused(f"seat {number}: {doing} already")
    return entries.BlindChosen(number, waits)
