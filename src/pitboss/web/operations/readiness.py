"""Whether the house can serve, part by part, in words."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.house.audit.integrity import Watch
from pitboss.house.engine import House
from pitboss.house.health import Part
from pitboss.web.operations.logs import redact

SILENT_SECONDS = {"driver": 10.0, "listener": 20.0, "watch": 60.0, "sentry": 60.0}
"""How long a part that works by itself may give no sign of life."""
WRITER_SECONDS = 15.0
"""The same of the writer, while there is something to write."""
SPARE = frozenset({"tables", "webhook", "webhook-loop", "email", "email-loop"})
"""Parts whose trouble is told but turns nobody away: other tables are served, and the floor sees
its alerts, whatever becomes of their delivery; so with heads that do not leave the house."""
HEADS = "heads-"
"""So begin the names of those parts."""
LONGEST_WORDS = 200


class State(NamedTuple):
    """How a part is, and why it is not ready."""

    part: str
    why: str = ""

    @property
    def ready(self) -> bool:
        return not self.why

    @property
    def is_needed(self) -> bool:
        return self.part not in SPARE and not self.part.startswith(HEADS)


class Readiness(NamedTuple):
    """All parts, those that are not ready first."""

    states: list[State]

    @property
    def ready(self) -> bool:
        return all(state.ready for state in self.states if state.is_needed)

    @property
    def troubles(self) -> list[State]:
        return [state for state in self.states if not state.ready]

    def values(self, with_reasons: bool) -> dict[str, object]:
        parts = [
            {"part": state.part, "ready": state.ready}
            | ({"why": state.why} if state.why and with_reasons else {})
            for state in (self.states if self.ready else self.troubles)
        ]
        return {"ready": self.ready, "parts": parts}


def read_readiness(house: House, watch: Watch | None, now: float | None = None) -> Readiness:
    """As it stands; looks at what the parts say of themselves, and at nothing else."""
    found = _read(house, watch, time.monotonic() if now is None else now)
    return Readiness(sorted(found, key=lambda state: (state.ready, state.part)))


def _read(house: House, watch: Watch | None, now: float) -> Iterator[State]:
    for part in house.health.parts():
        words = part.trouble or _silence(house, part, now)
        yield State(part.name, redact(" ".join(words.split()))[:LONGEST_WORDS])
    if watch:
        yield State("integrity", watch.stopped[:LONGEST_WORDS])


def _silence(house: House, part: Part, now: float) -> str:
    """A part that hangs cannot say so."""
    most, heard = SILENT_SECONDS.get(part.name, float("inf")), part.beat_at
    if part.name == "writer" and house.writer.waiting:
        most, heard = WRITER_SECONDS, max(heard, house.writer.waiting_since)
    silent = now - heard
    return f"no sign of life for {silent:.0f} s" if silent > most else ""
