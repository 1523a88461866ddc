"""The person's end: what is shown to them, what they may choose, and what they answer.

A terminal gets boxes, single keys and, where rich is installed, colours. A file or a pipe gets
plain text, and answers are then read as lines, of which the first letter counts.
"""

import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import NamedTuple, TextIO

from pitboss.cli.screen import keys
from pitboss.cli.screen.text import ASCII, DRAWN, Console, Glyphs, Lines, Text
from pitboss.games.contract import Game, Option
from pitboss.money import money

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


class Back(Exception):
    """The person takes back what they were about to say: Escape."""


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
        self.has_keys = self.has_screen and is_terminal(sys.stdin) and can_read_keys()
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        return max(NARROWEST, min(self.console.width, WIDEST))

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
        room = max(4, self.console.height - 2)
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

    def key(self) -> str:
        """The key pressed, or the line given; small letters, empty for Enter or space."""
        if not self.has_keys:
            return self.line("").lower()
        key = read_key()
        if key in ("", keys.END):
            raise Leave
        return key.strip().lower()

    def line(self, prompt: str) -> str:
        """A line of text, without the spaces around it."""
        if prompt:
            self.console.print(Text(prompt), soft_wrap=True, end="" if self.has_keys else "\n")
        if self.has_keys and keys.has_terminal():
            return self._typed()
        text = sys.stdin.readline() if sys.stdin else ""
        if not text:
            raise Leave
        if not self.has_keys:
            self.console.print(Text(f"> {text.strip()}"), soft_wrap=True)
        return text.strip()

    def _typed(self) -> str:
        """A line of the person's keys."""
        text = keys.read_line()
        self.console.print()
        if text == keys.END:
            raise Leave
        if text is None:
            raise Back
        return text.strip()


def can_read_keys() -> bool:
    return keys.has_terminal() or find_spec("readchar") is not None


def read_key() -> str:
    """One key, by whatever reads keys on this system."""
    if keys.has_terminal():
        return keys.read_key()
    from readchar import readkey

    return readkey()


class Item(NamedTuple):
    """Something that the person may choose: its key, its word, and an amount or the like."""

    key: str
    word: str
    detail: str = ""

    @property
    def label(self) -> Text:
        """``[b]uy $10``: the key in brackets, within the word where it stands there."""
        place = self.word.find(self.key)
        before, after = (self.word[:place], self.word[place + 1 :]) if place >= 0 else ("", "")
        text = Text(before).append(f"[{self.key}]", "bold").append(after)
        if place < 0:
            text.append(f" {self.word}")
        return text.append(f" {self.detail}" if self.detail else "")


RULES = Item("?", "rules")
TABLES = Item("t", "pay tables")
QUIT = Item("q", "quit")
ALWAYS = (RULES, TABLES, QUIT)
VOID = Item("v", "void")
ADVICE = Item("a", "advice")


class Picked(NamedTuple):
    """The item chosen, and the words that came with it, such as an amount."""

    item: Item
    rest: str


def pick(items: Sequence[Item], answer: str) -> Picked | None:
    """The item that an answer names by its word or by its first letter; Enter takes the first."""
    word, _, rest = answer.partition(" ")
    if not word:
        return Picked(items[0], "")
    named = [item for item in items if word in (item.word, item.key)]
    named += [item for item in items if word[0] == item.key]
    return Picked(named[0], rest.strip()) if named else None


def no_choice(answer: str, known: str) -> str:
    """What is said to a key or word that means nothing here."""
    given = "That key" if answer.startswith(keys.ESCAPE) else repr(answer[:20])
    return f"{given} is no choice here; the keys are {known}"


def option_items(game: Game, options: Iterable[Option]) -> list[tuple[Item, Option]]:
    """A key for each option: a letter of its action, or a number where an action stands twice."""
    options = list(options)
    actions = [option.action for option in options]
    taken = {item.key for item in (*ALWAYS, VOID, ADVICE)}
    keys: dict[str, str] = {}
    for action in sorted(dict.fromkeys(actions), key=lambda action: action != "fold"):
        letters = [letter for letter in action if letter.isalpha() and letter not in taken]
        keys[action] = letters[0] if letters else str(len(keys) + 1)
        taken.add(keys[action])
    items = []
    for number, option in enumerate(options, 1):
        twice = actions.count(option.action) > 1
        key = str(number) if twice else keys[option.action]
        size, act = "", game.words.act(option.action)
        if option.most_cents:
            least, most = money(option.least_cents), money(option.most_cents)
            size = most if least == most else f"{least} to {most}"
            if act.label.endswith(f" {act.joint}"):
                size = f"{act.joint} {size}"
        items.append((Item(key, option.action, size), option))
    return items
