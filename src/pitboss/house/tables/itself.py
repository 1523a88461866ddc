"""What a table does by itself, at the word of whoever looks after it."""

from collections.abc import Iterator

from pitboss.games.contract import Decision
from pitboss.house.log import Person
from pitboss.house.tables import play, seats, staff
from pitboss.house.tables.entries import Happening, SatOut
from pitboss.house.tables.play import Work
from pitboss.house.tables.state import clock, publish
from pitboss.house.tables.tempo import SeatNamed
from pitboss.refusal import Refused
from pitboss.rounds.runner import safe_decision


def tick(work: Work) -> Iterator[Happening]:
    """The clock has run out: the safe default for the seat, or no more wagers. Whoever looks after
    the table says that it is ``over``, by a clock that only runs forth."""
    table = work.table
    shown = publish(table)
    is_due, question = bool(work.given.get("over") and clock(shown)), shown.question
    seat = table.seats[question.seat] if question else None
    if not is_due and not (seat and (seat.leaving or seat.away)):
        raise Refused("clock: time is not up")
    if question:
        yield from play.take(work, safe_decision(question), "table")
        # Whoever missed a decision is not waited for again until they sit in or wager.
        left = table.seats.get(question.seat)
        if left and not (left.away or left.leaving or left.is_bot):
            yield SatOut(question.seat)
    else:
        yield from play.open_next(work)


def abandon(work: Work) -> Iterator[Happening]:
    """Close a practice table at which nothing has happened for long; a round in play is void."""
    why = "nobody is at the table"
    if work.table.is_playing:
        yield from play.void_round(work, why)
    play.check_open(work.table)
    yield from staff.close_table(work, why)


def play_bot(work: Work) -> Iterator[Happening]:
    """A practice player's decision, thought out beforehand."""
    question = work.table.running.question if work.table.running else None
    decision: Decision = work.given["decision"]
    if question is None or question.seat != decision.seat:
        raise Refused("bot: it is not its turn")
    try:
        play.check_decision(work.table, decision)
    except Refused:
        decision = safe_decision(question)
    yield from play.take(work, decision, "bot")


def refill_bot(work: Work) -> Iterator[Happening]:
    """A practice player that has run out buys in again."""
    seat = work.table.seats[work.given["seat"]]
    work.person = Person(seat.who, seat.name, "bot")
    yield from seats.buy_chips(work)


def name_seat(work: Work) -> Iterator[Happening]:
    """Someone goes by another name."""
    who, name = str(work.given["who"]), str(work.given["name"])
    number = work.table.seat_of(who)
    if number is None or work.table.seats[number].name == name:
        raise Refused("seat: nobody of this id sits here by another name")
    yield SeatNamed(number, who, name)


def vacate(work: Work) -> Iterator[Happening]:
    """Someone has lost the right to sit here."""
    number = work.table.seat_of(str(work.given["who"]))
    if number is None:
        raise Refused("seat: nobody of this id sits here")
    yield seats.stand_up(work.table, number)
