"""The files of the project: those that git tracks or would track."""

import os
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class File(NamedTuple):
    """A text file, by its path from the root of the project, with forward slashes."""

    path: str
    text: str

    @property
    def is_python(self) -> bool:
        return self.path.endswith(".py")


@cache
def text_files() -> tuple[File, ...]:
    """Every file that is text; pictures and the like are left out."""
    return tuple(filter(None, map(read, listed_by_git() or listed_by_walking())))


def read(path: str) -> File | None:
    try:
        return File(path, (ROOT / path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return None


def listed_by_git() -> list[str]:
    """Empty where git is missing or the folder is no repository."""
    options = ["-z", "--cached", "--others", "--exclude-per-directory=.gitignore"]
    command = ["git", "ls-files", *options]
    try:
        answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return sorted(path for path in set(answer.stdout.split("\0")) if (ROOT / path).is_file())


def listed_by_walking() -> list[str]:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = [".git", *(line for line in lines if line and not line.startswith("#"))]
    return sorted(path.relative_to(ROOT).as_posix() for path in _walk(ROOT, ignored))


def _walk(folder: Path, ignored: list[str]) -> Iterator[Path]:
    for entry in os.scandir(folder):
        if any(fnmatch(entry.name, pattern) for pattern in ignored):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path), ignored)
        elif entry.is_file():
            yield Path(entry.path)
