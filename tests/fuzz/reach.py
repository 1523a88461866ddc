"""Which inputs are worth keeping: those that reach a step that no shorter one reaches."""

import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import pitboss
from tests.fuzz.targets import Target, run

SOURCES = str(Path(pitboss.__file__).parent)

Steps = set[tuple[str, int, int]]


def steps_of(target: Target, data: bytes) -> Steps:
    """From which line to which one input leads."""
    found: Steps = set()
    before: dict[FrameType, int] = {}

    def on_line(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            found.add((frame.f_code.co_filename, before.get(frame, 0), frame.f_lineno))
            before[frame] = frame.f_lineno
        elif event == "return":
            before.pop(frame, None)
        return on_line

    def on_call(frame: FrameType, event: str, _: object) -> Any:
        return on_line if frame.f_code.co_filename.startswith(SOURCES) else None

    sys.settrace(on_call)
    try:
        run(target, data)
    finally:
        sys.settrace(None)
    return found


def least(target: Target, inputs: Iterable[bytes], room: int) -> list[bytes]:
    """The shortest inputs first, each of which adds a step, as far as there is room."""
    kept: list[bytes] = []
    reached: Steps = set()
    for data in sorted(set(inputs), key=lambda data: (len(data), data)):
        steps = steps_of(target, data)
        if not steps <= reached and sum(map(len, kept)) + len(data) <= room:
            reached |= steps
            kept.append(data)
    return kept
