"""How long the reports take at 2,000 tables, of the house and of guests: when they are first made,
and when they are made again after some tables have played on."""

import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from pitboss.house.books.fold import KeptDays
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.house.store.period import Period
from pitboss.house.tables.play import Command
from pitboss.web.pages.floor.reports import make_sheets
from pitboss.web.server import collect_seldom
from tests.house.guests import OPERATOR, guest

TABLES = 2_000
BUSY = 100
TURNS = 5
TARGET_MS = 300
CLOCK = {"decision": 0, "wagers": 0}
ACTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("wager", {"wagers": {"ante": 5}, "deal": True}),
    ("decide", {"action": "fold"}),
)


def fill(house: House, is_practice: bool) -> dict[str, Person]:
    """Tables of Duki with a player each and a round played; in practice all but a few are of
    guests."""
    seated = {}
    for number in range(TABLES):
        person, setup = guest(house, number), {"game": "duki", "clock": CLOCK}
        is_own = not is_practice or number < BUSY
        given = setup if is_own else {**setup, "practice": True}
        table = house.open_table(OPERATOR if is_own else person, given, "" if is_own else person.id)
        house.ask(Command(table, "sit", person, {"chips": 100}))
        seated[table] = person
    play(house, seated)
    return seated


def play(house: House, seated: dict[str, Person]) -> None:
    for act, given in ACTS:
        sent = [house.command(Command(each, act, seated[each], given)) for each in seated]
        for one in sent:
            one.result()


def milliseconds(house: House, kept: KeptDays) -> float:
    day = datetime.now(UTC).date().isoformat()
    start = time.perf_counter()
    with house.database.reading() as transaction:
        make_sheets(transaction, Period(day, day, is_own=True), kept)
    return 1_000 * (time.perf_counter() - start)


def measure(is_practice: bool) -> tuple[float, float]:
    """The first time, and the middle one of later times with some tables played on in between; the
    collector is set as a server sets it."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(open_database(f"{folder}/house.db"))
        seated, kept = fill(house, is_practice), KeptDays()
        busy = dict(list(seated.items())[:BUSY])
        collect_seldom()
        first, later = milliseconds(house, kept), []
        for _ in range(TURNS):
            play(house, busy)
            later.append(milliseconds(house, kept))
        house.close()
    return first, sorted(later)[TURNS // 2]


def lines() -> Iterator[str]:
    for words, is_practice in (("of the house", False), ("nearly all of guests", True)):
        first, later = measure(is_practice)
        yield (
            f"reports at {TABLES:,} tables {words}: {later:.0f} ms with {BUSY} rounds new,"
            f" {first:.0f} ms the first time; target {TARGET_MS} ms"
        )


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
