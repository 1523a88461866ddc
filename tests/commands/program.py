"""Running commands: inside this process, or as a program of their own."""

import io
import subprocess
import sys
from typing import NamedTuple

import pytest

from pitboss.cli.main import main


class Ran(NamedTuple):
    """How a command ended and what it wrote."""

    status: int
    out: str
    err: str

    def refused(self, *words: str) -> None:
        """Status 2, one line on standard error with these words, nothing on standard output."""
        assert (self.status, self.out) == (2, ""), self
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        for word in words:
            assert word in self.err, self.err


class Inside:
    """Commands in this process; ``given`` is what they find on standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.patch = patch
        patch.setenv("COLUMNS", "80")
        for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
            patch.delenv(name, raising=False)

    def __call__(self, *arguments: str, given: str | bytes = b"") -> Ran:
        data = given.encode() if isinstance(given, str) else given
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self.capsys.readouterr()
        status = main(arguments)
        return Ran(status, *self.capsys.readouterr())


def run_program(*arguments: str, given: bytes = b"") -> Ran:
    """``pitboss`` as another program would call it."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *arguments],
        input=given,
        capture_output=True,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
