"""Styled text and where it is printed: rich's, or the same words without style where it is not
installed, so that whatever is only printed needs no extra."""

import sys
from collections.abc import Iterable
from itertools import pairwise
from shutil import get_terminal_size
from typing import TYPE_CHECKING

__all__ = ["Console", "Text"]


class PlainText:
    """A line of text that takes styles and forgets them."""

    def __init__(self, plain: str = "", style: str = "") -> None:
        self.plain = plain

    def __len__(self) -> int:
        return len(self.plain)

    def __getitem__(self, part: slice) -> "PlainText":
        return PlainText(self.plain[part])

    @property
    def cell_len(self) -> int:
        return len(self.plain)

    def append(self, text: str, style: str = "") -> "PlainText":
        self.plain += text
        return self

    def append_text(self, text: "PlainText") -> "PlainText":
        return self.append(text.plain)

    def join(self, lines: "Iterable[PlainText]") -> "PlainText":
        return PlainText(self.plain.join(line.plain for line in lines))

    def copy(self) -> "PlainText":
        return PlainText(self.plain)

    def divide(self, offsets: list[int]) -> list["PlainText"]:
        """The text in pieces, cut at these places."""
        cuts = [0, *offsets, len(self)]
        return [self[start:end] for start, end in pairwise(cuts)]

    def rstrip(self) -> None:
        self.plain = self.plain.rstrip()

    def stylize(self, style: str, start: int, end: int) -> None:
        """Nothing: there is no style."""


class PlainConsole:
    """Standard output without colours."""

    def __init__(self, **_: bool) -> None:
        self.encoding = (sys.stdout.encoding or "ascii").lower()
        self.width, self.height = get_terminal_size()

    def print(self, line: PlainText, soft_wrap: bool = True, end: str = "\n") -> None:
        print(line.plain, end=end)


if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
else:
    try:
        from rich.console import Console
        from rich.text import Text
    except ModuleNotFoundError:
        Console, Text = PlainConsole, PlainText
