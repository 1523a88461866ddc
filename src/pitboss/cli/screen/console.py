"""The person's end: what is shown to them and what they answer.

A terminal gets colours, boxes and single keys. A file or a pipe gets plain text, and answers are
then read as lines, of which the first letter counts.
"""

import io
import os
import sys
import time
from typing import TextIO

from pitboss.cli.screen.cards import ASCII, DRAWN, Glyphs
from pitboss.cli.screen.layout import Lines
from pitboss.cli.screen.text import Console, Text

NARROWEST = 24
"""Below so many columns a line may be cut; no table is drawn narrower."""

WIDEST = 100
"""A table is not drawn wider than this, nor is text wrapped later."""


PLAIN_SIGNS = str.maketrans("−×", "-x")
"""For encodings that have no minus sign."""

DUMB = ("dumb", "unknown")
"""Terminals that only take text."""


class Leave(Exception):
    """The person goes: end of input, or Ctrl-D."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal on which one can draw."""
    try:
        return stream is not None and stream.isatty() and os.environ.get("TERM") not in DUMB
    except ValueError:
        return False


class PipedConsole(Console):
    """Leaves a closed pipe to the command that writes to it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def open_console() -> Console:
    """Standard output, with colours only where it is a terminal that wants them."""
    return PipedConsole(
        force_terminal=is_terminal(sys.stdout), highlight=False, markup=False, emoji=False
    )


def glyphs_for(console: Console) -> Glyphs:
    """Suit symbols and box lines where the encoding has them."""
    return DRAWN if console.encoding.startswith("utf") else ASCII


def print_lines(console: Console, lines: Lines) -> None:
    for line in lines:
        if not console.encoding.startswith("utf"):
            line.plain = line.plain.translate(PLAIN_SIGNS)
        console.print(line, soft_wrap=True)


class Person:
    """The one who plays: sees a screen or plain text, answers with keys or lines."""

    def __init__(self) -> None:
        self.console = open_console()
        self.glyphs = glyphs_for(self.console)
        self.has_screen = is_terminal(sys.stdout)
        self.has_keys = self.has_screen and is_terminal(sys.stdin)
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        return max(NARROWEST, min(self.console.width, WIDEST))

    @property
    def height(self) -> int:
        return self.console.height

    def show(self, lines: Lines) -> None:
        """A whole screen; in plain text the lines go on below the others."""
        if self.has_screen:
            self.console.clear()
        print_lines(self.console, lines)

    def say(self, lines: Lines) -> None:
        """Lines below what is shown already."""
        print_lines(self.console, lines)

    def read(self, lines: Lines) -> None:
        """A long page, by the screenful where keys can turn it."""
        if not self.has_keys:
            self.say(lines)
            return
        room = max(4, self.height - 2)
        last = max(0, (len(lines) - 1) // room)
        number = 0
        while number <= last:
            self.show(lines[number * room : (number + 1) * room])
            turn = f"{number + 1}/{last + 1}  [space] on  [b]ack  [other] close"
            self.say([Text(turn, "bold")])
            key = self.key()
            if not key:
                number += 1
            elif key == "b":
                number = max(0, number - 1)
            else:
                return

    def pause(self, seconds: float) -> None:
        """Time to look, where there is a screen to look at."""
        if self.has_screen and seconds > 0:
            time.sleep(seconds)

    def key(self) -> str:
        """The key pressed, or the line given; small letters, empty for Enter or space."""
        if not self.has_keys:
            return self.line("").lower()
        from readchar import readkey

        key = readkey()
        if key in ("", "\x04"):
            raise Leave
        return key.strip().lower()

    def line(self, prompt: str) -> str:
        """A line of text, without the spaces around it."""
        if prompt:
            self.console.print(Text(prompt), soft_wrap=True, end="" if self.has_keys else "\n")
        text = sys.stdin.readline() if sys.stdin else ""
        if not text:
            raise Leave
        if not self.has_keys:
            self.console.print(Text(f"> {text.strip()}"), soft_wrap=True)
        return text.strip()
