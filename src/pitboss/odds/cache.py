"""Counts that take long are kept, with the exact inputs and the sources that made them.

The counts of all printed tables and rulings are shipped in ``data``; others are kept in the
user's cache folder. Either is answered from only while the digest of the sources is the one it
was made with: after an edit the count is made anew. Compiled code is kept likewise.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = PACKAGE / "odds" / "data"


def digest(files: Iterable[Path], root: Path | None = None) -> str:
    """One digest of some source files of a folder, else of the package, whatever order they come
    in and however lines end."""
    total = hashlib.sha256()
    root = root or PACKAGE
    for file in sorted(files):
        total.update(file.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).digest())
    return total.hexdigest()


@cache
def digest_of(*parts: str) -> str:
    """The digest of the named files and folders of the package, sources and data."""
    found: list[Path] = []
    for root in (PACKAGE / part for part in parts):
        assert root.exists(), f"{root} is named as a source and is not there"
        found += [root] if root.is_file() else root.rglob("*")
    return digest(file for file in found if file.suffix in (".py", ".toml"))


def digest_package(name: str) -> str:
    """The digest of a game's package, sources and data; nothing where there is none."""
    if not name or find_spec(name.partition(".")[0]) is None:
        return ""
    folder = Path(str(import_module(name).__file__)).parent
    return digest((f for f in folder.rglob("*") if f.suffix in (".py", ".toml")), folder)


@cache
def cache_folder() -> Path:
    """Where results and compiled code are kept between runs; for this run only if it must be."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(home) / "pitboss"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="pitboss-"))
    return folder


class Count(NamedTuple):
    """A count: its game, name and exact inputs, the sources it depends on, and how to make it.

    ``inputs`` and the result are JSON values; whole numbers may be of any size.
    """

    game: str
    name: str
    inputs: Mapping[str, object]
    sources: tuple[str, ...]
    make: Callable[[], object]

    @property
    def digest(self) -> str:
        return digest_of(*self.sources)

    @property
    def file_name(self) -> str:
        key = hashlib.sha256(_text(self.inputs).encode()).hexdigest()[:16]
        return f"{self.game}-{self.name}-{key}.json"


def recall(count: Count, recompute: bool = False) -> object:
    """The result of a count: kept, or made now and kept.

    Made anew, it must be what was kept for the same inputs and sources, to the last digit.
    """
    known = find(count)
    if known is not None and not recompute:
        return known
    result = _plain(count.make())
    if known is not None and known != result:
        raise RuntimeError(f"{count.file_name}: counted anew, it differs from the kept result")
    if known is None:
        keep(count, result, cache_folder() / "results")
    return result


def find(count: Count, folders: Sequence[Path] = ()) -> object | None:
    """A kept result, shipped or of an earlier run, unless it is stale."""
    for folder in folders or (SHIPPED, cache_folder() / "results"):
        kept = _read(folder / count.file_name)
        if kept and kept["digest"] == count.digest and kept["inputs"] == _plain(count.inputs):
            return kept["result"]
    return None


def is_kept(count: Count) -> bool:
    """Whether a result of these inputs is on disk, perhaps a stale one; nothing is read."""
    folders = (SHIPPED, cache_folder() / "results")
    return any((folder / count.file_name).exists() for folder in folders)


def keep(count: Count, result: object, folder: Path) -> Path:
    """Write a result."""
    file = folder / count.file_name
    text = _text({"inputs": count.inputs, "digest": count.digest, "result": result})
    write_whole(file, text + "\n")
    return file


def write_whole(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def _read(file: Path) -> dict[str, object] | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    whole = isinstance(kept, dict) and {"inputs", "digest", "result"} <= set(kept)
    return kept if whole else None


def _plain(value: object) -> object:
    return json.loads(_text(value))


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
