"""What no test noticed, beside the reasons in ``equivalent.toml``."""

import json
import tomllib
from pathlib import Path
from typing import NamedTuple

WANTED_PERCENT = 97
REASONS = Path(__file__).with_name("equivalent.toml")


class Tried(NamedTuple):
    """A change and its outcome."""

    function: str
    line: int
    was: str
    now: str
    killed: bool
    killer: str


def read(kept: Path, files: list[str]) -> list[Tried]:
    """The changes of these files."""
    names = [path.replace("/", ".").removesuffix(".py") + ".json" for path in files]
    found = [path for name in names for path in kept.glob(f"*/{name}")]
    return [Tried(*row) for path in found for row in json.loads(path.read_text(encoding="utf-8"))]


def reasons() -> dict[tuple[str, str, str], str]:
    """By function, the line as it is, and the line with the change."""
    entries = tomllib.loads(REASONS.read_text(encoding="utf-8")).get("survivor", ())
    return {
        (entry["in"], entry["was"], now): entry["reason"]
        for entry in entries
        for now in entry["now"]
    }


def report(tried: list[Tried], whole: bool) -> bool:
    """Print it all, and say whether it is as it should be; a part of a run finds nothing stale."""
    alive = [each for each in tried if not each.killed]
    known = reasons()
    unnamed = [each for each in alive if (each.function, each.was, each.now) not in known]
    stale = set(known) - {(each.function, each.was, each.now) for each in alive} if whole else set()
    for each in unnamed:
        print(f"{each.function}, line {each.line}: no test notices {each.killer}".rstrip())
        print(f"    - {each.was}\n    + {each.now}")
    for function, was, now in sorted(stale):
        print(f"{function}: the reason is stale, for a test notices it or it is no change any more")
        print(f"    - {was}\n    + {now}")
    killed = len(tried) - len(alive)
    percent = 100 * killed / len(tried) if tried else 100.0
    print(
        f"{len(tried)} changes, {killed} noticed ({percent:.2f} %), {len(alive) - len(unnamed)}"
        f" named as equivalent, {len(unnamed)} neither, {len(stale)} reasons stale"
    )
    return percent >= WANTED_PERCENT and not unnamed and not stale
