"""The way of a click: from the request of one seat to the other seat's page."""

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import pitboss
from pitboss.house import accounts
from pitboss.web.pages.table.page import make_region
from tests.web.room import DUKI, QUICK, Room, ask

SOURCES = str(Path(pitboss.__file__).parent)
MOST_FILES = 52
ROUNDS = 3
"""Threads of the house that step at that very moment are on the way of one of them, not of all."""

FOLDING = "Picture.__init__"


class Walk:
    """Counts the calls of each function of Pitboss, in all threads, while it is on."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.on = False

    def note(self, frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if self.on and event == "call" and path.startswith(SOURCES) and path.endswith(".py"):
            self.calls[path.removeprefix(SOURCES), frame.f_code.co_qualname] += 1


@pytest.fixture
def walk() -> Iterator[Walk]:
    """A thread is followed if it begins after this."""
    before = sys.getprofile(), threading.getprofile()
    found = Walk()
    threading.setprofile(found.note)
    sys.setprofile(found.note)
    yield found
    sys.setprofile(before[0])
    threading.setprofile(before[1])


def test_a_click_takes_a_short_way(
    walk: Walk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of all rounds but the first: what is kept for a setup is there by then."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    room = Room(tmp_path, pages=True)
    table = room.open(DUKI)
    seats = [room.guest(), room.guest()]
    for number, seat in enumerate(seats, 1):
        ask(seat, table, "sit", seat=number, chips="200")
    other = room.house.table(table).seats[2]["who"]
    ways = []
    for number in range(ROUNDS + 1):
        for seat in seats:
            ask(seat, table, "wager", wagers={"ante": 10}, deal=True)
        walk.calls.clear()
        walk.on = number > 0
        ask(seats[0], table, "decide", action="play")
        room.run(make_region(room.app.state.services, table, other))
        walk.on = False
        ways.append(dict(walk.calls))
        ask(seats[1], table, "decide", action="play")
    room.close()
    always = set.intersection(*(set(way) for way in ways[1:]))
    files = {path for path, _ in always}
    assert len(files) <= MOST_FILES, "\n".join(sorted(files))
    folded = [times for way in ways[1:] for (_, name), times in way.items() if name == FOLDING]
    assert folded == [1] * ROUNDS, "the events are folded once for the viewer"
