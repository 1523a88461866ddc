"""Random play at one table: several seats at once, every command noted before and after."""

import random
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from pitboss.house.engine import TABLE, House
from pitboss.house.log import Person
from pitboss.house.tables.play import Command
from pitboss.refusal import Refused
from tests.campaigns.floor_plan import CHIPS, Spot
from tests.campaigns.journal import stands
from tests.house.guests import DEALER, WAGERS, decision

PEOPLE = {person.id: person for person in (DEALER, TABLE)}
RETRY_SECONDS = 0.05


class Notes(Protocol):
    def note(self, kind: str, **values: object) -> None: ...


class Play:
    """The clients of one table."""

    def __init__(self, house: House, spot: Spot, notes: Notes, name: str) -> None:
        self.house = house
        self.spot = spot
        self.notes = notes
        self.name = name
        self.rng = random.Random(name)
        self._count = 0
        self._failed = 0

    def send(self, person: Person, act: str, **given: Any) -> tuple[Command, "Future[Any]"]:
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
            self._decide()
        else:
            self._between(table.seats)
        if self.rng.random() < 0.2:
            for values in stands([self.house.table(self.spot.table)]):
                self.notes.note("stands", **values)

    def _wander(self, seats: Mapping[int, Mapping[str, Any]]) -> None:
        """Someone leaves, sits out or comes back, or the dealer voids the round."""
        act = self.rng.choice(["leave", "sit-out", "sit-in", "void"])
        if act == "void":
            self.ask(DEALER, act, reason="a card was exposed")
        else:
            self.ask(self.rng.choice(self.spot.people), act)

    def _decide(self) -> None:
        seat, given = decision(self.house, self.spot.table, self.rng)
        who = self.house.table(self.spot.table).seats[seat]["who"]
        person = next(person for person in self.spot.people if person.id == who)
        self.ask(person, "decide", **given)

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
            sent.append(self.send(TABLE, "deal"))
        for command, future in sent:
            self.hear(command, future)

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
    house: House,
    lines: list[Mapping[str, Any]],
    notes: Notes,
    lose: Callable[[], None] = pause,
) -> None:
    """What a client does that has not heard: the same command with the same id, twice here."""
    for line in lines:
        command = read_command(line)
        answers = [ask_until_answered(house, command, lose) for _ in range(2)]
        notes.note("repeated", id=command.id, answers=answers)


def ask_until_answered(house: House, command: Command, lose: Callable[[], None]) -> dict[str, Any]:
    while True:
        try:
            return house.ask(command)
        except Refused as refusal:
            return {"refused": str(refusal)}
        except Exception:
            lose()
