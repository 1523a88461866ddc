"""The house as its players reach it: over HTTP, each with a session, and every answer kept."""

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import local
from typing import Any, NamedTuple

from pitboss.cards import parse_cards
from pitboss.games.contract import Option, Question
from pitboss.house.log import Person
from pitboss.house.tables.play import Command
from pitboss.money import parse_dollars
from pitboss.refusal import Refused

LONGEST_SECONDS = 40.0
"""A client waits for an answer for so long."""
REFUSED = (403, 409)
"""By the rules; 403 is for whoever asks an automatic table to deal and has just left it."""
UNREACHED, HUNG = 0, -1
"""Stand for a status where there was no answer."""


class Unanswered(Exception):
    """The server could not do it now: whether it was done is not known."""


class Answer(NamedTuple):
    """What a request came to, and when it was sent and answered."""

    table: str
    is_command: bool
    sent: float
    got: float
    status: int
    words: str


class Seen(NamedTuple):
    """A table as its players see it together."""

    seats: Mapping[int, Mapping[str, Any]]
    question: Question | None


class Door:
    """For all players of a trial. ``tokens`` are those of their sessions, by their ids."""

    def __init__(self, port: int, tokens: Mapping[str, str], names: Mapping[str, str]) -> None:
        self.port = port
        self.answers: list[Answer] = []
        self._tokens = tokens
        self._names = names
        """Ids of people by the names that others see."""
        self._kept = local()
        self._opened: list[http.client.HTTPConnection] = []
        self._senders = ThreadPoolExecutor(32, "sender")

    def close(self) -> None:
        self._senders.shutdown()
        self.let_go()

    def let_go(self) -> None:
        """Close every connection; to be called when nobody is at the door."""
        for connection in self._opened:
            connection.close()
        self._opened.clear()
        self._kept = local()

    def command(self, command: Command) -> "Future[dict[str, Any]]":
        return self._senders.submit(self.ask, command)

    def ask(self, command: Command) -> dict[str, Any]:
        path = f"/api/tables/{command.table}/commands"
        body = {"act": command.act, "id": command.id, **command.given}
        return self._ask(command.table, command.person.id, path, body)

    def table(self, table_id: str) -> Seen:
        """The seats as anyone sees them, and the question as whoever is asked sees it."""
        shown = self.look(table_id)
        seats = {int(number): self._seat(seat) for number, seat in shown["seats"].items()}
        who = seats[shown["waiting"]["seat"]]["who"] if shown["waiting"] else ""
        if who not in self._tokens:
            return Seen(seats, Question(shown["waiting"]["seat"], (), "") if who else None)
        waiting = self.look(table_id, who)["waiting"]
        if not waiting or "options" not in waiting:
            return Seen(seats, None)
        return Seen(seats, Question(waiting["seat"], tuple(read_options(waiting["options"])), ""))

    def look(self, table_id: str, who: str = "") -> dict[str, Any]:
        """A table as someone sees it, or a spectator."""
        return self._ask(table_id, who, f"/api/tables/{table_id}")

    def issue_chips(self, person: Person) -> int:
        raise Refused(f"{person.name}: was given enough chips for the whole trial")

    def _seat(self, shown: Mapping[str, Any]) -> dict[str, Any]:
        who = self._names.get(shown["name"], f"bot {shown['name']}")
        return {"who": who, "stack_cents": parse_dollars(shown["stack"], "stack"), **shown}

    def _ask(self, table: str, who: str, path: str, body: object = None) -> dict[str, Any]:
        sent = time.monotonic()
        status, text = self._exchange(who, path, body)
        try:
            values = json.loads(text)
        except ValueError:
            values = {"error": text.decode(errors="replace")}
        words = "" if status == 200 else str(values.get("error", values))
        got = time.monotonic()
        self.answers.append(Answer(table, body is not None, sent, got, status, words))
        if status == 200:
            return dict(values)
        if status in REFUSED:
            raise Refused(words)
        raise Unanswered(f"{status} {words}")

    def _exchange(self, who: str, path: str, body: object) -> tuple[int, bytes]:
        """Over this thread's connection, or a new one where that has gone."""
        headers = {"Authorization": f"Bearer {self._tokens[who]}"} if who else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        sent = None if body is None else json.dumps(body).encode()
        request = ("POST" if sent else "GET", path, sent, headers)
        kept, self._kept.connection = getattr(self._kept, "connection", None), None
        fresh = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_SECONDS)
        for connection in filter(None, (kept, fresh)):
            try:
                connection.request(*request)
                response = connection.getresponse()
                answer = response.status, response.read()
            except TimeoutError:
                connection.close()
                return HUNG, b"no answer"
            except (OSError, http.client.HTTPException) as error:
                # A kept connection may have been closed for good reasons; a command has its id.
                connection.close()
                words = str(error).encode()
            else:
                if connection is fresh:
                    self._opened.append(fresh)
                self._kept.connection = connection
                return answer
        return UNREACHED, words


def read_options(shown: list[Mapping[str, Any]]) -> Iterator[Option]:
    """The options of a question; of a range its two ends are taken."""
    for each in shown:
        cards = tuple(parse_cards(each.get("cards", "")))
        least = parse_dollars(each.get("min", each.get("amount", 0)), "amount")
        most = parse_dollars(each.get("max", each.get("amount", 0)), "amount")
        yield Option(each["action"], least, most, cards, max(1, most - least))
