"""Random play at one table: several seats at once, every command noted before and after."""

import random
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from pitboss.games.contract import Question
from pitboss.house.engine import TABLE
from pitboss.house.log import Person
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published
from pitboss.refusal import Refused
from tests.campaigns.floor_plan import CHIPS, Spot
from tests.campaigns.journal import stands
from tests.house.guests import DEALER, WAGERS, any_option

PEOPLE = {person.id: person for person in (DEALER, TABLE)}
RETRY_SECONDS = 0.05


Sent = tuple[Command, "Future[Any]"]


class Notes(Protocol):
    def note(self, kind: str, **values: object) -> None: ...


class Sight(Protocol):
    """A table as far as its players look at it."""

    @property
    def seats(self) -> Mapping[int, Mapping[str, Any]]: ...
    @property
    def question(self) -> Question | None: ...


class Door(Protocol):
    """Where players go with what they want: a house, or the server in front of one."""

    def command(self, command: Command, /) -> "Future[dict[str, Any]]": ...
    def ask(self, command: Command, /) -> dict[str, Any]: ...
    def table(self, table_id: str, /) -> Sight: ...
    def issue_chips(self, person: Person, /) -> int: ...


class Play:
    """The clients of one table."""

    wanders: tuple[str, ...] = ("leave", "sit-out", "sit-in", "void")
    """What they do now and then instead of playing."""

    def __init__(self, house: Door, spot: Spot, notes: Notes, name: str) -> None:
        self.house = house
        self.spot = spot
        self.notes = notes
        self.name = name
        self.rng = random.Random(name)
        self._count = 0

    def send(self, person: Person, act: str, **given: Any) -> Sent:
        self._count += 1
        command = Command(self.spot.table, act, person, given, f"{self.name}-{self._count}")
        self.notes.note("sent", **sent_values(command))
        return command, self.house.command(command)

    def hear(self, command: Command, future: "Future[Any]") -> None:
        """Wait for the answer. When the database fails, ask again with the same id until it is
        back: nothing else tells whether the command took effect."""
        while True:
            try:
                answer = future.result()
            except Refused as refusal:
                self.notes.note("refused", id=command.id, words=str(refusal))
                return
            except Exception:
                self.lose()
                future = self.house.command(command)
            else:
                self.notes.note("answered", id=command.id, answer=answer)
                return

    def lose(self) -> None:
        """The database did not answer; a subclass may give up here."""
        pause()

    def ask(self, person: Person, act: str, **given: Any) -> None:
        self.hear(*self.send(person, act, **given))

    def step(self) -> None:
        """Whatever comes next at the table."""
        table = self.house.table(self.spot.table)
        if self.rng.random() < 0.03:
            self._wander(table.seats)
        elif table.question:
            self._decide(table.question, table.seats)
        else:
            self._between(table.seats)
        if self.rng.random() < 0.2:
            self.note_stand()

    def note_stand(self) -> None:
        """How the table looks to everyone, to be compared with its log."""
        table = self.house.table(self.spot.table)
        assert isinstance(table, Published)
        for values in stands([table]):
            self.notes.note("stands", **values)

    def _wander(self, seats: Mapping[int, Mapping[str, Any]]) -> None:
        """Someone leaves, sits out or comes back, or the dealer voids the round."""
        act = self.rng.choice(self.wanders)
        if act == "void":
            self.ask(DEALER, act, reason="a card was exposed")
        else:
            self.ask(self.rng.choice(self.spot.people), act)

    def _decide(self, question: Question, seats: Mapping[int, Mapping[str, Any]]) -> None:
        who = seats[question.seat]["who"]
        person = next((person for person in self.spot.people if person.id == who), None)
        if person:
            self.ask(person, "decide", **any_option(question, self.rng))
        else:
            self.wait()

    def wait(self) -> None:
        """It is the turn of a practice player; a subclass may sit at such a table."""
        raise AssertionError(f"{self.spot.table}: someone else is asked")

    def _between(self, seats: Mapping[int, Mapping[str, Any]]) -> None:
        """Everyone takes a seat, has chips and wagers, all at the same time."""
        sitting = {seat["who"]: seat for seat in seats.values()}
        sent = []
        for person in self.spot.people:
            seat = sitting.get(person.id)
            if seat is None:
                self._fetch_chips(person)
                sent.append(self.send(person, "sit", chips=CHIPS))
            elif seat["stack_cents"] < 100_00:
                self._fetch_chips(person)
                sent.append(self.send(person, "buy-chips", chips=CHIPS))
            elif seat["away"]:
                sent.append(self.send(person, "sit-in"))
            elif self.spot.game != "holdout":
                wagers = WAGERS[self.spot.game]
                sent.append(self.send(person, "wager", wagers=wagers, deal=True))
        if not sent:
            sent += self.deal()
        for command, future in sent:
            self.hear(command, future)

    def deal(self) -> list[Sent]:
        """Everyone is ready where there are no wagers."""
        return [self.send(TABLE, "deal")]

    def _fetch_chips(self, person: Person) -> None:
        try:
            self.house.issue_chips(person)
        except Refused:
            return
        except Exception:
            self.lose()


def sent_values(command: Command) -> dict[str, object]:
    return {
        "id": command.id,
        "table": command.table,
        "act": command.act,
        "who": command.person._asdict(),
        "given": dict(command.given),
    }


def read_command(line: Mapping[str, Any]) -> Command:
    """A command as a journal has it; what the table itself sent is the table's again."""
    person = PEOPLE.get(line["who"]["id"]) or Person(**line["who"])
    return Command(line["table"], line["act"], person, line["given"], line["id"])


def pause() -> None:
    time.sleep(RETRY_SECONDS)


def repeat(
    house: Door,
    lines: list[Mapping[str, Any]],
    notes: Notes,
    lose: Callable[[], None] = pause,
) -> None:
    """What a client does that has not heard: the same command with the same id, twice here."""
    for line in lines:
        command = read_command(line)
        answers = [ask_until_answered(house, command, lose) for _ in range(2)]
        notes.note("repeated", id=command.id, answers=answers)


def ask_until_answered(house: Door, command: Command, lose: Callable[[], None]) -> dict[str, Any]:
    while True:
        try:
            return house.ask(command)
        except Refused as refusal:
            return {"refused": str(refusal)}
        except Exception:
            lose()
