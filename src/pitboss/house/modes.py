"""Who may read the house's files: its owner alone, for the cards in play, the passwords' hashes and
the key are in them. What others may read is refused with the command that mends it."""

import os
import shlex
from pathlib import Path

from pitboss.refusal import Refused

OTHERS = 0o077
ENDINGS = ("", "-wal", "-shm", "-journal")
"""A SQLite file and those that SQLite makes beside it, with the mode that it has."""


def check_private(what: str, *paths: Path) -> None:
    """Refuse files, or a folder, that others may read, write or open."""
    modes = {path: path.stat().st_mode & 0o777 for path in paths}
    open_ones = [path for path, mode in modes.items() if mode & OTHERS]
    if os.name == "posix" and open_ones:
        first = open_ones[0]
        mend = shlex.join(["chmod", "700" if first.is_dir() else "600", *map(str, open_ones)])
        raise Refused(
            f"{what} {first}: others may read it (mode {modes[first]:04o}); allow its owner alone:"
            f" {mend}"
        )


def make_private_folder(what: str, path: Path) -> None:
    """A folder for the owner alone, made where it is missing."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_private(what, path)
    except OSError as error:
        raise Refused(f"{what} {path}: cannot be made: {error.strerror or error}") from None


def make_private_file(path: Path, data: bytes) -> None:
    """Written beside its place and moved there whole; of two that start at once, one wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def check_database_file(path: Path) -> None:
    """The file and those beside it, as far as they are there."""
    check_private("database file", *filter(Path.exists, database_files(path)))


def database_files(path: Path) -> list[Path]:
    return [path.with_name(f"{path.name}{ending}") for ending in ENDINGS]
