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
"""49 are on the way; a thread of the house that steps at that very moment may add two."""


class Walk:
    """Counts the calls of each function of Pitboss, in all threads, while it is on."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.on = False

    def note(self, frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if self.on and event == "call" and path.startswith(SOURCES) and path.endswith(".py"):
            self.calls[path.removeprefix(SOURCES), frame.f_code.co_qualname] += 1

    @property
    def files(self) -> set[str]:
        return {path for path, _ in self.calls}


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
    """The second round's: what is kept for a setup is there by then."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    room = Room(tmp_path, pages=True)
    table = room.open(DUKI)
    seats = [room.guest(), room.guest()]
    for number, seat in enumerate(seats, 1):
        ask(seat, table, "sit", seat=number, chips="200")
    other = room.house.table(table).seats[2]["who"]
    for is_last in (False, True):
        for seat in seats:
            ask(seat, table, "wager", wagers={"ante": 10}, deal=True)
        walk.on = is_last
        ask(seats[0], table, "decide", action="play")
        room.run(make_region(room.app.state.services, table, other))
        walk.on = False
        if not is_last:
            ask(seats[1], table, "decide", action="play")
    room.close()
    assert len(walk.files) <= MOST_FILES, sorted(walk.files)
    folded = [name for _, name in walk.calls.elements() if name == "Picture.__init__"]
    assert len(folded) == 1, "the events are folded once for the viewer"
