"""Waiting for people and not waiting: playing on without somebody who has gone, a pause before the
next hand between players, and the end of a hand at once for whoever has folded."""

from collections.abc import Iterable, Iterator, Mapping
from math import floor
from typing import Any

from pitboss.games.events import Event
from pitboss.house.tables.entries import Happening
from pitboss.house.tables.play import Work, check_open, everyone_ready, open_next, take
from pitboss.house.tables.state import LiveTable, Published
from pitboss.house.tables.tempo import HELD, HURRIED, PaceChosen, PlayedOn
from pitboss.money import read_whole
from pitboss.refusal import Refused
from pitboss.rounds.runner import safe_decision
from pitboss.rounds.view import Picture

PLAY_ON_SECONDS = 20
"""After so long without anybody's having seen someone, the others need not wait any more."""


def play_on(work: Work) -> Iterator[Happening]:
    """Go on without somebody who has gone: they sit out, and what they are asked in this round is
    answered safely, as by a clock."""
    table = work.table
    check_open(table)
    own, _ = work.own_seat()
    number = read_whole(work.given.get("without"), "without", 1, table.setup.seats)
    _check_left(table, own, number)
    seat = table.seats[number]
    seconds = work.absent(seat.who)
    if seconds < PLAY_ON_SECONDS:
        known = f"was seen {floor(seconds)} s ago" if seconds else "is there"
        after = f"the others may play on after {PLAY_ON_SECONDS} s"
        raise Refused(f"seat {number}: {seat.name} {known}; {after}")
    yield PlayedOn(number, seat.who, floor(seconds))
    question = table.running.question if table.running else None
    if question and question.seat == number:
        yield from take(work, safe_decision(question), "table")
    elif not table.is_playing and not table.setup.is_poker and everyone_ready(table):
        yield from open_next(work)


def _check_left(table: LiveTable, own: int, number: int) -> None:
    """Refuse whom nobody waits for, and tables at which a clock or a dealer sees to it."""
    seat = table.seats.get(number)
    if seat is None or seat.is_bot:
        raise Refused(f"seat {number}: nobody sits there who could have gone")
    if number == own:
        raise Refused(f"seat {number}: is your own; sit out instead")
    if seat.away or seat.leaving:
        raise Refused(f"seat {number}: {seat.name} is not waited for already")
    if what := sees_to_it(table):
        raise Refused(f"seat {number}: {what} sees to it")


def sees_to_it(table: LiveTable | Published) -> str:
    """What else goes on without whoever has gone: the clock where there is one, or whoever deals;
    nothing where people must say so."""
    setup = table.setup
    if table.phase == "playing" or setup.is_poker:
        return "the clock" if setup.decision_seconds else ""
    if not setup.automatic:
        return "the dealer"
    return "the clock" if setup.wager_seconds else ""


def pause(work: Work) -> Iterator[Happening]:
    """The next hand waits until someone at the table goes on or asks for the deal."""
    table, (number, seat) = work.table, work.own_seat()
    check_open(table)
    if table.is_playing or not (table.setup.is_poker and table.setup.automatic):
        raise Refused("pause: only before a hand that is dealt by itself")
    if seat.away:
        raise Refused(f"seat {number}: sits out, and nobody waits for it")
    if table.pace == HELD:
        raise Refused("pause: the next hand waits already")
    yield PaceChosen(number, HELD)


def go_on(work: Work) -> Iterator[Happening]:
    """The next hand is dealt by itself again."""
    if work.person.role != "table":
        work.own_seat()
    if work.table.pace != HELD:
        raise Refused("go-on: nothing is paused")
    yield PaceChosen()


def hurry(work: Work) -> Iterator[Happening]:
    """Whoever has folded has the rest played at once, if only practice players are in it."""
    table, (number, _) = work.table, work.own_seat()
    running = table.running
    if running is None or not table.is_playing:
        raise Refused("hurry: no round is being played")
    if table.pace == HURRIED:
        raise Refused("hurry: the rest is played at once already")
    kinds = {n: seat.kind for n, seat in table.seats.items()}
    if not only_players_left(running.table.events, table.dealt, kinds, number):
        raise Refused(f"seat {number}: only where you have folded and practice players are left")
    yield PaceChosen(number, HURRIED)


def only_players_left(
    events: Iterable[Event], dealt: Mapping[int, str], kinds: Mapping[int, str], own: int
) -> bool:
    """Whether the seat has folded and whoever has not is a practice player."""
    picture = Picture(list(events))
    folded = {number for number in dealt if picture.place(number).folded}
    return own in folded and all(n in folded or kinds.get(n) == "bot" for n in dealt)


def may_hurry(table: Published, own: int) -> bool:
    """Whether the rest may be played at once for this seat."""
    if table.phase != "playing" or table.pace == HURRIED or own not in table.seats:
        return False
    kinds: dict[int, Any] = {number: seat["kind"] for number, seat in table.seats.items()}
    if "bot" not in kinds.values():
        return False
    return only_players_left(table.events[: table.length], table.dealt, kinds, own)
