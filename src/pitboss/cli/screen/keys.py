"""Keys of a terminal, one at a time, and lines typed key by key.

The terminal itself would print Escape as ``^[`` and hand over arrows as letters; here a key that
means nothing leaves no trace, and Escape goes back.
"""

import os
import select
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import termios
except ImportError:  # where terminals are of another kind
    termios = None  # type: ignore[assignment]

ESCAPE = "\x1b"
ENTER = ("\r", "\n")
RUB_OUT = ("\x7f", "\b")
WIPE, END, INTERRUPT = "\x15", "\x04", "\x03"
SEQUENCE_SECONDS = 0.03
"""What follows an Escape sooner than this is of the same key, such as an arrow."""
LONGEST_LINE = 200


def has_terminal() -> bool:
    """Whether keys can be read here without waiting for a line."""
    return termios is not None


@contextmanager
def listening() -> Iterator[int]:
    """The terminal hands over each key and prints none; Ctrl-C too, which else would not interrupt
    where whoever started the program has interrupts ignored."""
    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    given = termios.tcgetattr(file)
    given[3] &= ~(termios.ICANON | termios.ECHO)
    given[6][termios.VMIN], given[6][termios.VTIME] = 1, 0
    given[6][termios.VINTR] = b"\x00"
    termios.tcsetattr(file, termios.TCSANOW, given)
    try:
        yield file
    finally:
        termios.tcsetattr(file, termios.TCSANOW, before)


def read_key() -> str:
    """The next key; Escape also stands for keys that are no letter, and nothing for the end."""
    with listening() as file:
        return _next(file)


def read_line() -> str | None:
    """A line up to Enter; None where Escape was pressed, and ``END`` alone for the end."""
    typed = ""
    with listening() as file:
        while (key := _next(file)) not in ENTER:
            if key == ESCAPE:
                return None
            if key in ("", END):
                if not typed:
                    return END
            elif key in RUB_OUT or key == WIPE:
                gone = len(typed) if key == WIPE else min(1, len(typed))
                _echo("\b \b" * gone)
                typed = typed[: len(typed) - gone]
            elif key.isprintable() and len(typed) < LONGEST_LINE:
                typed += key
                _echo(key)
    return typed


def _next(file: int) -> str:
    decoder = getincrementaldecoder("utf-8")("replace")
    while True:
        byte = os.read(file, 1)
        if not byte:
            return ""
        if key := decoder.decode(byte):
            break
    if key == INTERRUPT:
        raise KeyboardInterrupt
    if key == ESCAPE:
        while select.select([file], [], [], SEQUENCE_SECONDS)[0]:
            if os.read(file, 1)[-1:].isalpha():
                break
    return key


def _echo(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
