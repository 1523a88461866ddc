"""Progress is true from the first second: nothing is told of the time left before it is known."""

import io
import time
from contextlib import redirect_stderr

import pytest

from pitboss.odds.progress import Progress


class Terminal(io.StringIO):
    """What a terminal shows, and the time."""

    now = 0.0

    def isatty(self) -> bool:
        return True

    @property
    def line(self) -> str:
        return self.getvalue().split("\r")[-1].removesuffix("\x1b[K")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal()
    monkeypatch.setattr(time, "monotonic", lambda: terminal.now)
    return terminal


def test_making_ready_is_no_part_of_the_estimate(terminal: Terminal):
    with redirect_stderr(terminal), Progress("count", 1000) as shown:
        assert terminal.line == "count: 0 of 1,000 parts, 0.0%"
        terminal.now = 30.0  # compiled
        shown.step()
        assert terminal.line == "count: 1 of 1,000 parts, 0.1%"
        terminal.now = 30.1
        shown.step()
        assert terminal.line == "count: 2 of 1,000 parts, 0.2%"
        terminal.now = 40.0
        shown.stand(101)
        assert terminal.line == "count: 101 of 1,000 parts, 10.1%, 1 min 30 s left"


def test_what_was_done_before_says_nothing_of_the_rest(terminal: Terminal):
    with redirect_stderr(terminal), Progress("count", 100) as shown:
        shown.stand(50)
        terminal.now = 10.0
        shown.step(10)
        assert terminal.line == "count: 60 of 100 parts, 60%, 40 s left"
