"""Live tables: decisions acknowledged durable, against the same database's plain commits.

A plain commit is one row in a transaction of its own, synced like the house's. Both sides take
turns in the same run, and the figure is the median of the turns' ratios. Wall-clock time counts
here, since most of it is waiting for the disk. Where a sync takes a tenth of a millisecond, what a
command costs the processor decides; with a slower disk it is what a commit is shared by, so SQLite
is measured once more with both sides waiting a millisecond longer for every commit.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.measure import Figure
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import Database, Keys, Transaction, open_database, open_vault
from pitboss.house.store.schema import create_schema
from pitboss.house.store.sqlite import Sqlite
from pitboss.house.tables.play import Command
from pitboss.house.writer import Answer
from pitboss.web.server import collect_seldom
from tests.house.guests import WAGERS, decision, omaha_table, open_jackpot, open_table
from tests.postgresql import Server
from tests.servers import find_postgresql

Rate = Callable[[float], float]
"""How many a second, tried for so many seconds."""

TURNS = 7
SECONDS = 0.6
GAMES = ("duki", "buyout", "super-omaha", "holdout")
CLIENTS, TABLES = 1_000, 150
CHIPS = 1_000_000


def seats_at(number: int) -> int:
    """How many sit at a table when all clients are seated: six or seven."""
    return CLIENTS * (number + 1) // TABLES - CLIENTS * number // TABLES


class Players:
    """Everyone at some tables. Before a round all of a table's players wager at the same time."""

    def __init__(self, house: House, tables: int, jackpot: str = "") -> None:
        self.house = house
        self.rng = random.Random(tables)
        jackpot = jackpot or open_jackpot(house)
        self.people: dict[str, list[Person]] = {}
        for number in range(tables):
            game = GAMES[number % len(GAMES)]
            setup = {"table": omaha_table(jackpot)} if game == "super-omaha" else {}
            table = open_table(house, game, buy_in=[20, CHIPS], **setup)
            self.people[table] = [
                self._seat(table, f"{number}-{seat}") for seat in range(seats_at(number))
            ]

    def _seat(self, table: str, name: str) -> Person:
        person = Person(f"guest-{table}-{name}", name, "guest")
        self.house.issue_chips(person, CHIPS * 100)
        self.house.ask(Command(table, "sit", person, {"chips": CHIPS}))
        return person

    def next_commands(self, table: str) -> list[Command]:
        """What is asked for next: everyone's wagers at once, the deal, or one seat's answer."""
        shown = self.house.table(table)
        people = self.people[table]
        if shown.question:
            seat, given = decision(self.house, table, self.rng)
            return [Command(table, "decide", people[seat - 1], given)]
        if shown.setup.is_poker:
            return [Command(table, "deal", people[0])]
        given = {"wagers": WAGERS[shown.setup.key], "deal": True}
        return [Command(table, "wager", person, given) for person in people]

    def ask(self, table: str) -> int:
        """Ask for that and wait for every answer; gives how many there were."""
        first, *others = self.next_commands(table)
        if not others:
            self.house.ask(first)
            return 1
        for answer in [self.house.command(command) for command in (first, *others)]:
            answer.result()
        return 1 + len(others)

    def one_table(self, seconds: float) -> float:
        """Commands a second at one table at a time, some rounds of each in turn."""
        done, start = 0, time.monotonic()
        tables = list(self.people)
        while (spent := time.monotonic() - start) < seconds:
            done += self.ask(tables[done // 50 % len(tables)])
        return done / spent

    def together(self, seconds: float) -> float:
        """Commands a second when all tables play at once; the last answer brings the next."""
        done, start = 0, time.monotonic()
        spent = 0.0
        waiting = dict.fromkeys(self.people, 0)
        ended: Future[None] = Future()

        def answered(table: str, answer: Answer) -> None:
            nonlocal done, spent
            waiting[table] -= 1
            if answer.error and not ended.done():
                ended.set_exception(answer.error)
            if spent < seconds and not answer.error:
                done += 1
                spent = time.monotonic() - start
                if not waiting[table]:
                    send(table)
            elif not any(waiting.values()) and not ended.done():
                ended.set_result(None)

        def send(table: str) -> None:
            commands = self.next_commands(table)
            waiting[table] = len(commands)
            for command in commands:
                self.house.send(command, partial(answered, table))

        for table in self.people:
            send(table)
        ended.result()
        return done / spent


class SlowDisk(Sqlite):
    """SQLite where every commit takes a millisecond longer."""

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with super().transaction() as transaction:
            yield transaction
        time.sleep(0.001)


def open_slow(path: str) -> Database:
    database = SlowDisk(path)
    create_schema(database)
    return database


def plain_commits(database: Database) -> Rate:
    """One row a transaction, through the same connection settings. The write-ahead log has its
    full length before: while it still grows, each sync costs more."""
    with database.transaction() as transaction:
        transaction.execute("CREATE TABLE plain (id BIGINT PRIMARY KEY, body TEXT NOT NULL)")
        rows = [(-number, "x" * 4_000) for number in range(1, 1_500)]
        transaction.execute_each("INSERT INTO plain (id, body) VALUES (?, ?)", rows)
    count = 0

    def act(seconds: float) -> float:
        nonlocal count
        before, start = count, time.monotonic()
        while (spent := time.monotonic() - start) < seconds:
            count += 1
            with database.transaction() as transaction:
                transaction.execute("INSERT INTO plain (id, body) VALUES (?, ?)", (count, "x" * 99))
        return (count - before) / spent

    return act


def compare(
    names: tuple[str, str],
    ours: Rate,
    plain: Rate,
    asked: float,
) -> Figure:
    """The median ratio of several turns, after as long a run-up."""
    ours(TURNS * SECONDS / 2)
    plain(SECONDS)
    pairs = [(ours(SECONDS), plain(SECONDS)) for _ in range(TURNS)]
    rates = [median(pair[side] for pair in pairs) for side in (0, 1)]
    ratio = median(mine / theirs for mine, theirs in pairs)
    return Figure(names[0], rates[0], names[1], rates[1], ratio, asked)


def compare_on(name: str, new: Callable[[], Database]) -> Iterator[Figure]:
    """One table at a time, then many at once; the plain commits have a database of their own."""
    plain = plain_commits(new())
    for title, tables, asked in (("one table", 1, 0.5), (f"{TABLES} tables", TABLES, 2.0)):
        house = House(new())
        players = Players(house, len(GAMES) if tables == 1 else tables)
        collect_seldom()
        ours = players.one_table if tables == 1 else players.together
        names = (f"{name}, {title}: commands", f"{name}: plain one-row commits")
        yield compare(names, ours, plain, asked)
        house.close()


def compare_locked(new: Callable[[], Database], key: Path) -> Iterator[Figure]:
    """What it costs that secrets are locked: the same play with a vault and without."""
    for title, tables in (("one table", 1), (f"{TABLES} tables", TABLES)):
        houses = [House(locked(new(), key)), House(new())]
        players = [Players(house, len(GAMES) if tables == 1 else tables) for house in houses]
        collect_seldom()
        ours, plain = (each.one_table if tables == 1 else each.together for each in players)
        names = (f"SQLite, {title}: commands, locked", f"SQLite, {title}: not locked")
        yield compare(names, ours, plain, 0.9)
        for house in houses:
            house.close()


def locked(database: Database, key: Path) -> Database:
    open_vault(database, Keys(key), "2026-01-01T00:00:00.000+00:00")
    return database


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        paths = (f"{folder}/{number}.db" for number in range(12))
        yield from compare_on("SQLite", lambda: open_database(next(paths)))
        yield from compare_on("SQLite, slower disk", lambda: open_slow(next(paths)))
        key = Path(folder) / "vault.key"
        yield from compare_locked(lambda: open_database(next(paths)), key)
    if find_postgresql():
        server = Server(durable=True)
        try:
            yield from compare_on("PostgreSQL", lambda: open_database(server.new_database()))
        finally:
            server.stop()
