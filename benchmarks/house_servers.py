"""Server processes side by side at one database, each with its share of the tables' players.

Every table of Super Omaha has the same progressive, whichever server it is at.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection

from benchmarks.house import TABLES, Players, Rate, compare, plain_commits
from benchmarks.measure import Figure
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.web.server import collect_seldom
from tests.house.guests import open_jackpot
from tests.postgresql import Server
from tests.servers import find_postgresql

SERVERS = 2


def _serve(orders: Connection, address: str, jackpot: str, tables: int) -> None:
    """One server: it plays for as many seconds as it is told, until it is told nothing."""
    house = House(open_database(address))
    players = Players(house, tables, jackpot)
    collect_seldom()
    orders.send(None)
    while seconds := orders.recv():
        orders.send(players.together(seconds))
    house.close()


@contextmanager
def servers(address: str, count: int, tables: int) -> Iterator[Rate]:
    """Commands a second of all servers together."""
    house = House(open_database(address))
    jackpot = open_jackpot(house)
    house.close()
    context = get_context("spawn")
    pipes = [context.Pipe() for _ in range(count)]
    started = [
        context.Process(target=_serve, args=(theirs, address, jackpot, tables // count))
        for _, theirs in pipes
    ]
    for process, (_, theirs) in zip(started, pipes, strict=True):
        process.start()
        theirs.close()  # so that a server that fails is noticed
    for ours, _ in pipes:
        ours.recv()

    def play(seconds: float) -> float:
        for ours, _ in pipes:
            ours.send(seconds)
        return float(sum(ours.recv() for ours, _ in pipes))

    try:
        yield play
    finally:
        for ours, _ in pipes:
            with suppress(OSError):
                ours.send(0)
        for process in started:
            process.join()


def compare_on(name: str, address: Callable[[], str]) -> Figure:
    """All the tables, at two servers; the plain commits have a database of their own."""
    plain = plain_commits(open_database(address()))
    names = (f"{name}, {TABLES} tables at {SERVERS} servers", f"{name}: plain one-row commits")
    with servers(address(), SERVERS, TABLES) as play:
        return compare(names, play, plain, 2.0)


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        paths = (f"{folder}/{number}.db" for number in range(2))
        yield compare_on("SQLite", lambda: next(paths))
    if find_postgresql():
        server = Server(durable=True)
        try:
            yield compare_on("PostgreSQL", server.new_database)
        finally:
            server.stop()
