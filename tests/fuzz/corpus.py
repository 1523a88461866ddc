"""The inputs that are kept: one file a target, one input a line, as JSON strings of its bytes."""

import json
from collections.abc import Iterable
from pathlib import Path

KEPT = Path(__file__).with_name("corpus")
MOST_BYTES = 300_000
"""Of all files together."""


def path_of(name: str) -> Path:
    return KEPT / f"{name}.jsonl"


def read_kept(name: str) -> list[bytes]:
    """Those of a target; none where it is new."""
    path = path_of(name)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line).encode("latin-1") for line in lines]


def write_kept(name: str, inputs: Iterable[bytes]) -> None:
    KEPT.mkdir(exist_ok=True)
    found = sorted(set(inputs), key=lambda data: (len(data), data))
    lines = [json.dumps(data.decode("latin-1")) for data in found]
    path_of(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
