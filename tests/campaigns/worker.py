"""A server that forks players: ``python -m tests.campaigns.worker ADDRESS``.

Each line read asks for one worker: its name, its journal, and the journal whose unanswered
commands it repeats first. Everything is imported once, before the fork, so that a worker is at
work within milliseconds. The answer is the worker's process id; a line more tells that it ended.
"""

import os
import sys
import threading
import traceback
from pathlib import Path

from pitboss.house.engine import House
from pitboss.house.store import database, postgresql
from tests.campaigns.floor_plan import find_spots
from tests.campaigns.journal import Journal, read_journal, stands, understand
from tests.campaigns.late import open_any
from tests.campaigns.load import Play, repeat

IMPORTED = (postgresql, database)
"""Before the fork, though only one of them is used."""


def work(address: str, name: str, journal: str, before: str) -> None:
    """Open the house, say how its tables stand, repeat what was in flight, and play."""
    notes = Journal(journal)
    house = House(open_any(address))
    playing = sum(table.question is not None for table in house.floor.published.values())
    notes.note("open", mid_round=playing)
    for values in stands(house.floor.published.values()):
        notes.note("stands", **values)
    repeat(house, list(understand(read_journal(Path(before))).in_flight), notes)
    plays = [
        Play(house, spot, notes, f"{name}-{number}")
        for number, spot in enumerate(find_spots(house), 1)
    ]
    threads = [threading.Thread(target=play_on, args=(play,), daemon=True) for play in plays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def play_on(play: Play) -> None:
    """A worker ends by being killed, or by a fault that the campaign is told of."""
    try:
        while True:
            play.step()
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def main() -> None:
    address = sys.argv[1]
    for line in sys.stdin:
        name, journal, before = line.split()
        child = os.fork()
        if not child:
            try:
                work(address, name, journal, before)
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(status, flush=True)


if __name__ == "__main__":
    main()
