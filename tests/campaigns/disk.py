"""A disk that forgets what was not synced: SQLite's files in memory, below SQLite's own code.

Writes are seen at once by whoever reads, but they are on the disk only after a sync of their
file. When the power is cut, of the writes since the last sync any part survives, sector by sector,
in any order. A deleted file may come back until the folder is synced, which SQLite does on a real
disk with the first sync of a file that it has made.
"""

import random
from typing import Any

import apsw

# The names of these methods are SQLite's.
# ruff: noqa: N802

SECTOR = 512
DISK = "pitboss-disk"

Write = tuple[int, bytes] | int
"""Bytes at an offset, or a new length of the file."""


class PowerCut(Exception):
    """The machine is off: nothing works any more."""


def apply(content: bytearray, write: Write) -> None:
    if isinstance(write, int):
        del content[write:]
        return
    offset, data = write
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Content:
    """One file: as it is read, as it is on the disk, and the writes between."""

    def __init__(self, kept: bytes = b"") -> None:
        self.now = bytearray(kept)
        self.kept = bytearray(kept)
        self.pending: list[Write] = []
        self.is_new = not kept

    def write(self, write: Write) -> None:
        apply(self.now, write)
        self.pending.append(write)

    def sync(self) -> None:
        for write in self.pending:
            apply(self.kept, write)
        self.pending.clear()

    def survive(self, rng: random.Random, share: float) -> bytes:
        """What is on the disk after a power cut: each sector of each write by chance."""
        left = bytearray(self.kept)
        for write in self.pending:
            if isinstance(write, int):
                if rng.random() < share:
                    apply(left, write)
                continue
            offset, data = write
            for start in range(0, len(data), SECTOR):
                if rng.random() < share:
                    apply(left, (offset + start, data[start : start + SECTOR]))
        return bytes(left)


class Disk:
    """Files by their names; the power is cut before the write or sync of a given number."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = {name: Content(kept) for name, kept in (files or {}).items()}
        self.ghosts: dict[str, Content] = {}
        """Deleted files whose folder has not been synced: they may come back."""
        self.operations = 0
        self.cut_at: int | None = None
        self.is_off = False

    def operate(self) -> None:
        """Each write and sync passes here."""
        self.operations += 1
        if self.cut_at is not None and self.operations >= self.cut_at:
            self.is_off = True
        self.need_power()

    def need_power(self) -> None:
        if self.is_off:
            raise PowerCut("the power is off")

    def after_cut(self, rng: random.Random) -> "Disk":
        """The disk that is found when the power is back: often nothing unsynced is left, often
        all but a little of it, else anything between."""
        share = rng.choice([0.0, 0.5, 0.95, rng.random()])
        ghosts = {name: file for name, file in self.ghosts.items() if rng.random() < 0.5}
        files = {**ghosts, **self.files}
        return Disk({name: file.survive(rng, share) for name, file in files.items()})


class Files(apsw.VFS):
    """SQLite's door to the disk that is plugged in."""

    def __init__(self) -> None:
        self.disk = Disk()
        super().__init__(DISK, "")

    def xFullPathname(self, name: str) -> str:
        return name

    def xOpen(self, name: Any, flags: list[int]) -> "File":  # type: ignore[override]
        self.disk.need_power()
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        self.disk.ghosts.pop(path, None)
        return File(self.disk, self.disk.files.setdefault(path, Content()))

    def xAccess(self, pathname: str, flags: int) -> bool:
        return pathname in self.disk.files

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.disk.operate()
        gone = self.disk.files.pop(filename, None)
        if gone and not syncdir:
            self.disk.ghosts[filename] = gone


class File:
    """An open file; one process alone uses the disk, so locks are always had."""

    def __init__(self, disk: Disk, content: Content) -> None:
        self.disk = disk
        self.content = content

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.need_power()
        return bytes(self.content.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        """A cut during a write leaves some of its sectors."""
        self.content.pending.append((offset, bytes(data)))
        self.disk.operate()
        self.content.pending.pop()
        self.content.write((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        self.disk.operate()
        self.content.write(newsize)

    def xSync(self, flags: int) -> None:
        self.disk.operate()
        self.content.sync()
        if self.content.is_new:
            self.content.is_new = False
            self.disk.ghosts.clear()

    def xFileSize(self) -> int:
        self.disk.need_power()
        return len(self.content.now)

    def xClose(self) -> None: ...

    def xLock(self, level: int) -> None: ...

    def xUnlock(self, level: int) -> None: ...

    def xCheckReservedLock(self) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        """Nothing is promised: no atomic writes, no order, and an overwrite may tear."""
        return 0

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False
