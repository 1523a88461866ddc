"""Compiled functions, kept on disk under a name that changes with the package's sources.

numba's own cache does not see an edit in another file and would keep an old rule for ever, so
its folder is named after a digest of all sources. Plain functions of the rules are made callable
from compiled code by ``share``, so table and solver score with one function.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.extending import register_jitable

PACKAGE = Path(__file__).resolve().parent.parent

F = TypeVar("F", bound=Callable[..., Any])


def digest(files: Iterable[Path]) -> str:
    """One digest of some source files, whatever order they come in."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def source_files(*parts: str) -> list[Path]:
    """The sources and data of the package, or of the named parts of it."""
    roots = [PACKAGE / part for part in parts] or [PACKAGE]
    found = [file for root in roots for file in ([root] if root.is_file() else root.rglob("*"))]
    return [file for file in found if file.suffix in (".py", ".toml")]


def cache_folder() -> Path:
    """Where results and compiled code are kept between runs."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(home) / "pitboss"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"pitboss-{os.getuid()}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


CACHE_DIR = str(cache_folder() / f"compiled-{digest(source_files())[:16]}")


setattr(numba.config, "CACHE_DIR", CACHE_DIR)  # noqa: B010  numba's stubs do not know it


def compiled(function: F) -> F:
    """Compile to machine code at the first call, kept on disk for the next run."""
    result: Any = numba.njit(cache=True)(function)
    return cast(F, result)


def share(function: F) -> F:
    """Let compiled code call a plain function of the rules; the plain one stays as it is."""
    result: F = register_jitable(function)
    return result
