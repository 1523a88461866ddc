"""What several processes of one server know together: a folder of the parent's making, for its
owner alone, that goes away with it. What is put there is a file that is seen whole or not at all.
"""

import os
import threading
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pitboss.house.access import Limits
from pitboss.money import read_whole


class Shared(NamedTuple):
    """The folder, and which of the processes this is, from 1."""

    folder: Path
    number: int


def make_limits(clock: Callable[[], float], shared: Shared | None) -> Limits:
    """Counted here, or together with the other processes of this server."""
    if shared is None:
        return Limits(clock)
    from pitboss.web.common.buckets import SharedBuckets  # not every system has what it needs

    return Limits(clock, partial(SharedBuckets, shared.folder))


def is_alive(process: int) -> bool:
    """Whether a process of ours lives."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def put(path: Path, data: bytes) -> None:
    """A file that is seen whole or not at all; nobody needs it after a power cut."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    os.replace(fresh, path)


def get(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


class Claims:
    """What one may do once at a time, wherever one asks: taken by name, and free again when it is
    let go or its process has ended. Without a folder, within this process."""

    def __init__(self, shared: Shared | None, kind: str) -> None:
        self._folder = shared.folder / kind if shared else None
        self._own: set[str] = set()
        self._guard = threading.Lock()
        if self._folder:
            self._folder.mkdir(mode=0o700, exist_ok=True)

    def take(self, name: str) -> bool:
        """Whether it was free and is now this process's."""
        with self._guard:
            if name in self._own or not (self._folder is None or self._take_file(name)):
                return False
            self._own.add(name)
            return True

    def _take_file(self, name: str) -> bool:
        path = self._path(name)
        for _ in range(2):
            try:
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                if not _is_stale(path):
                    return False
                path.unlink(missing_ok=True)
            else:
                os.write(file, str(os.getpid()).encode())
                os.close(file)
                return True
        return False

    def is_taken(self, name: str) -> bool:
        """Whether some process that lives has it."""
        return name in self._own or bool(self._folder and not _is_stale(self._path(name)))

    def let_go(self, name: str) -> None:
        with self._guard:
            self._own.discard(name)
            if self._folder:
                self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        assert self._folder
        return self._folder / sha256(name.encode()).hexdigest()[:24]


def _is_stale(path: Path) -> bool:
    """Whether the process that made it has ended; one that is just being written is not."""
    text = get(path)
    if text is None:
        return True
    if not text.isdigit():
        with_time = path.stat().st_mtime if path.exists() else 0.0
        return time.time() - with_time > 10
    return not is_alive(read_whole(text.decode(), "process", 0, 2**31))
