"""A real terminal without a screen: a pseudo-terminal of a given size, driven key by key."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping

CLEAR = "\x1b[2J"
ESCAPE = "\x1b"
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|9[0-7])(?:;\d+)*m")
PATIENCE = 20.0
START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from pitboss.cli.main import main
sys.exit(main())
"""
"""The terminal becomes the program's own, so that Ctrl-C reaches it."""


class Terminal:
    """``pitboss`` running in a terminal; a key is sent only when the program waits for one."""

    def __init__(
        self, *arguments: str, columns: int, rows: int = 24, env: Mapping[str, str] | None = None
    ) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **(env or {})},
            start_new_session=True,
        )
        self.output = ""
        self._before = 0
        self._decoder = getincrementaldecoder("utf-8")()

    def press(self, *keys: str) -> None:
        """Send each key once the program listens to single keys."""
        for key in keys:
            self.wait_for_key()
            self._before = len(self.output)
            os.write(self._master, key.encode())
            self._wait_for(lambda: self._ended() or self._asks_again())

    def _asks_again(self) -> bool:
        """Whether a new screen waits for a key, or a new prompt for a line."""
        new = self.output[self._before :]
        return CLEAR in new or new.rstrip().endswith(":")

    def type(self, text: str) -> None:
        """Send a line once the program has asked for one."""
        self._wait_for(lambda: not self._reads_lines() and self.output.rstrip().endswith(":"))
        os.write(self._master, text.encode() + b"\n")
        asked = len(self.output)
        self._wait_for(lambda: len(self.output) > asked + len(text) + 2)

    def type_keys(self, text: str) -> None:
        """Some of a line, without its end."""
        self._wait_for(lambda: not self._reads_lines() and self.output.rstrip().endswith(":"))
        os.write(self._master, text.encode())
        self._take_output(0.3)

    def wait_for_key(self) -> None:
        """Until the program listens to the next key."""
        self._wait_for(lambda: not self._reads_lines())

    def finish(self) -> int:
        """The exit status, when the program has ended by itself."""
        self._wait_for(self._ended)
        self._take_output(0.05)
        return self._process.wait()

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)
        os.close(self._slave)

    @property
    def frames(self) -> list[str]:
        """Every screen drawn so far, with its escapes."""
        return self.output.split(CLEAR)[1:]

    @property
    def screen(self) -> list[str]:
        """The last screen as people see it."""
        return plain(self.frames[-1]).splitlines()

    def _reads_lines(self) -> bool:
        flags = termios.tcgetattr(self._slave)[3]
        return bool(flags & termios.ICANON)

    def _ended(self) -> bool:
        return self._process.poll() is not None

    def _wait_for(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            self._take_output(0.005)
            if time.monotonic() > end:
                raise AssertionError(f"nothing happens; the last output is {self.output[-400:]!r}")
        self._take_output(0)

    def _take_output(self, seconds: float) -> None:
        while select.select([self._master], [], [], seconds)[0]:
            self.output += self._decoder.decode(os.read(self._master, 65536))


def plain(text: str) -> str:
    """Without escapes."""
    return _ESCAPE.sub("", text).replace("\r", "")


def colours(text: str) -> set[str]:
    """The escapes in it that set a colour."""
    return set(_COLOUR.findall(text))
