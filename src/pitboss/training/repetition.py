"""Spaced repetition by Leitner's boxes: what is known comes back ever later, what is missed soon.

A thing to learn stands in a box. A right answer on or after its day moves it to the next box, and
it comes back after that box's days; a wrong one moves it to box 0, and it comes back the same day.
A right answer before its day moves nothing, so that a thing asked ten times in one evening counts
once. Right in the last box, it is learnt. Days are ISO dates; an empty one is past.

>>> review(Memory(), right=True, today="2026-01-01")
Memory(box=1, due='2026-01-02')
>>> review(Memory(3, "2026-01-10"), right=True, today="2026-01-05")
Memory(box=3, due='2026-01-10')
>>> review(Memory(3, "2026-01-10"), right=False, today="2026-01-12")
Memory(box=0, due='2026-01-12')
"""

from datetime import date, timedelta
from typing import NamedTuple

DAYS = (0, 1, 3, 7, 14, 30)
"""Days after which the things of each box come back."""


class Memory(NamedTuple):
    """How well a thing is known: its box, and the day on which it comes back."""

    box: int = 0
    due: str = ""

    @property
    def is_learnt(self) -> bool:
        return self.box >= len(DAYS)

    def is_due(self, today: str) -> bool:
        return not self.is_learnt and self.due <= today


def review(memory: Memory, right: bool, today: str) -> Memory:
    """The memory after an answer."""
    if not right:
        return Memory(0, today)
    if memory.due > today:
        return memory
    box = memory.box + 1
    if box >= len(DAYS):
        return Memory(box, today)
    return Memory(box, (date.fromisoformat(today) + timedelta(DAYS[box])).isoformat())
