"""Digests of the package's own sources, and the folder for what is kept between runs.

A figure or a piece of compiled code is only as good as the sources that made it: both are kept
under a digest of those, and an edit leaves the old ones behind unused.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def digest(files: Iterable[Path]) -> str:
    """One digest of some source files, whatever order they come in and however lines end."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).digest())
    return total.hexdigest()


def source_files(*parts: str) -> list[Path]:
    """The sources and data of the package, or of the named files and folders of it."""
    roots = [PACKAGE / part for part in parts] or [PACKAGE]
    for root in roots:
        assert root.exists(), f"{root} is named as a source and is not there"
    found = [file for root in roots for file in ([root] if root.is_file() else root.rglob("*"))]
    return [file for file in found if file.suffix in (".py", ".toml")]


@cache
def digest_of(*parts: str) -> str:
    """The digest of the named files and folders of the package."""
    return digest(source_files(*parts))


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
