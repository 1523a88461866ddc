"""Compiled functions, kept on disk under a name that changes with their sources.

numba's own cache does not see an edit in another file and would keep an old rule for ever, so
a game's functions are kept in a folder named after a digest of all that they may call. Plain
functions of the rules are made callable from compiled code by ``share``, so table and solver
score with one function.
"""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.extending import register_jitable

from pitboss.odds.cache import PACKAGE, cache_folder, digest_of

F = TypeVar("F", bound=Callable[..., Any])

OLD_SECONDS = 60 * 24 * 3600


def compiled(function: F) -> F:
    """Compile to machine code at the first call, kept on disk for the next run.

    The function runs without Python's lock, so that threads share the cores.
    """
    folder = cache_folder() / f"compiled-{_digest_for(function.__module__)[:16]}"
    if not folder.exists():
        _forget_old(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
    setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010  numba's stubs do not know it
    result: Any = numba.njit(cache=True, nogil=True)(function)
    return cast(F, result)


def _digest_for(module: str) -> str:
    """Of a game's solver with the game and the cards, or of another folder; of everything for any
    other module."""
    parts = module.split(".")
    if parts[:2] != ["pitboss", "odds"] or len(parts) < 4:
        return digest_of("cards", "games", "odds")
    folder = parts[2]
    game = (f"games/{folder}",) if (PACKAGE / "games" / folder).exists() else ()
    return digest_of("cards", *game, f"odds/{folder}", "odds/compiled.py")


def _forget_old(parent: Path) -> None:
    """Remove code of sources that were last compiled long ago."""
    for folder in parent.glob("compiled-*"):
        try:
            if time.time() - folder.stat().st_mtime > OLD_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def share(function: F) -> F:
    """Let compiled code call a plain function of the rules; the plain one stays as it is."""
    result: F = register_jitable(function)
    return result
