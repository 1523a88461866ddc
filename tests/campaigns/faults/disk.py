"""A small disk of its own that is filled to the last byte."""

import errno
import resource
import subprocess
from collections.abc import Iterable
from pathlib import Path

SIZE_MB = 400
PIECE = 1 << 20


class Disk:
    """A file system in memory, mounted at a folder. Where mounting is not allowed the folder is an
    ordinary one, and ``fill`` lets the processes that write there write nothing more instead."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700)
        size = f"size={SIZE_MB}m,mode=0711"
        mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)]
        self.is_mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
        self._limited: list[int] = []

    @property
    def _balloon(self) -> Path:
        return self.folder / "balloon"

    def fill(self, pids: Iterable[int]) -> None:
        if not self.is_mounted:
            self._limited = list(pids)
            self._limit(0)
            return
        with self._balloon.open("wb", buffering=0) as file:
            size = PIECE
            while size:
                try:
                    file.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    size //= 2

    def free(self) -> None:
        if self.is_mounted:
            self._balloon.unlink(missing_ok=True)
        else:
            self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for pid in self._limited:
            if Path(f"/proc/{pid}").exists():
                hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))

    def close(self) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
