"""What the house counts of itself while it works, in plain numbers that others read now and then.

A count costs an addition where it is made; whatever shows it to the outside does the rest. Each is
added to by one thread at a time: the writer's turn, the driver's, or the event loop's.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from pitboss.refusal import Refused

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
JOBS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
LATE = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

DONE, FAILED = "done", "failed"


class Spread:
    """How many values were up to each of some bounds, how many beyond, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Counters:
    """Of one house in one process."""

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        """By act and what came of it; jobs that are no command have no act."""
        self.commits = Spread(SECONDS)
        """How long it took to write a unit and to have it on disk."""
        self.batches = Spread(JOBS)
        """How many jobs shared a commit."""
        self.faults: Counter[str] = Counter()
        """Errors of the database by their cause."""
        self.logins: Counter[str] = Counter(done=0, refused=0)
        self.delivered: Counter[tuple[str, str]] = Counter()
        """Alerts that were sent, by way and outcome."""
        self.departed: Counter[tuple[str, str]] = Counter()
        """Heads that were sent away, by destination and outcome."""
        self.left: dict[str, tuple[str, str]] = {}
        """By destination, the time of the last head that has left, and when it did."""
        self.late = {what: Spread(LATE) for what in ("clock", "player", "look")}
        """How long after their time clocks were acted upon and practice players were moved, and
        how long after the last look the driver looked at the tables again."""
        self.leases = 0
        """Tables that this process looks after."""

    def note(self, act: str, error: Exception | None) -> None:
        """A job was answered."""
        self.commands[act, outcome(error)] += 1


def outcome(error: Exception | None) -> str:
    """What came of something, in one of few words: a refusal by its kind."""
    if error is None:
        return DONE
    return type(error).__name__.lower() if isinstance(error, Refused) else FAILED
