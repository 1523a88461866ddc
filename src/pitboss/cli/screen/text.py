"""Styled text and where it is printed: rich's, or the same words without style where it is not
installed, so that no command needs an extra to speak. Lines are put below and beside each
other, never wider than the terminal; cards are text or boxes, the suits in four colours."""

import sys
from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import RANKS, rank_of, suit_of

__all__ = ["Console", "Text"]

CLEAR = "\x1b[2J\x1b[H"


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

    def rstrip(self) -> None:
        self.plain = self.plain.rstrip()


class PlainConsole:
    """Standard output without colours."""

    def __init__(self, **_: bool) -> None:
        self.encoding = (sys.stdout.encoding or "ascii").lower()

    @property
    def width(self) -> int:
        return get_terminal_size().columns

    @property
    def height(self) -> int:
        return get_terminal_size().lines

    def clear(self) -> None:
        print(CLEAR, end="")

    def print(self, line: PlainText | None = None, soft_wrap: bool = True, end: str = "\n") -> None:
        print(line.plain if line else "", end=end, flush=True)


if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
else:
    try:
        from rich.console import Console
        from rich.text import Text
    except ModuleNotFoundError:
        Console, Text = PlainConsole, PlainText

Lines = list[Text]


def wrapped(text: str, width: int, indent: int = 0, style: str = "") -> Lines:
    """A paragraph; its second and further lines are indented."""
    room, left = max(width, indent + 8), " " * indent
    pieces = wrap(text, room, subsequent_indent=left, break_on_hyphens=False)
    return [Text(piece, style) for piece in pieces]


def labelled(label: str, text: str, width: int, indent: int) -> Lines:
    """A label in bold, and a paragraph beside it."""
    first, *others = wrapped(f"{label:<{indent}}{text}", width, indent)
    long = len(label)
    return [Text().append(first.plain[:long], "bold").append(first.plain[long:]), *others]


def flowing(pieces: Iterable[Text], width: int, gap: str = "  ") -> Lines:
    """Pieces side by side, going on in the next line where the width ends."""
    lines: Lines = []
    for piece in pieces:
        if not piece:
            continue
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1].append(gap, "dim").append_text(piece)
        else:
            lines += broken(Text().append_text(piece), width)
    return lines


def broken(text: Text, width: int) -> Lines:
    """A line that is too long, in several; words stay whole where they can."""
    if text.cell_len <= width:
        return [text]
    cut = text.plain.rfind(" ", 1, width + 1)
    cut = cut if cut > 0 else width
    head, tail = text[:cut], text[cut:]
    head.rstrip()
    return [head, *broken(tail[len(tail) - len(tail.plain.lstrip()) :], width)]


def beside(blocks: Sequence[Lines], width: int, gap: int = 3) -> Lines:
    """Blocks in a row; those that do not fit come below."""
    rows: list[tuple[list[Lines], list[int]]] = []
    for block in blocks:
        wide = max((line.cell_len for line in block), default=0)
        if not rows or sum(rows[-1][1]) + wide > width:
            rows.append(([], []))
        rows[-1][0].append(block)
        rows[-1][1].append(wide + gap)
    return [line for row, widths in rows for line in columns(row, widths)]


def columns(blocks: Sequence[Lines], widths: Sequence[int]) -> Lines:
    """Blocks side by side, each in a column of its width."""
    lines = []
    for number in range(max(map(len, blocks), default=0)):
        line = Text()
        for block, wide in zip(blocks, widths, strict=True):
            part = block[number] if number < len(block) else Text()
            line.append_text(part).append(" " * (wide - part.cell_len))
        line.rstrip()
        lines.append(line)
    return lines


def centred(block: Sequence[Text], width: int) -> Lines:
    """Every line moved to the middle."""
    return [Text(" " * ((width - line.cell_len) // 2)).append_text(line) for line in block]


COLOURS = ("green", "bright_blue", "bright_red", "")
"""Clubs, diamonds, hearts, and spades in the terminal's own colour."""


class Size(Enum):
    """How large a card is drawn; the value is the width of a box."""

    LARGE = 5
    SMALL = 4
    INLINE = 0


class Glyphs(NamedTuple):
    """The signs to draw with; ``corners`` from top left to bottom right."""

    suits: str
    corners: tuple[str, str, str, str]
    across: str
    down: str
    back: str
    dot: str


DRAWN = Glyphs("♣♦♥♠", ("╭", "╮", "╰", "╯"), "─", "│", "▒", "·")
ASCII = Glyphs("cdhs", ("+", "+", "+", "+"), "-", "|", "#", "-")


class Ink(NamedTuple):
    """How a hand is drawn: the cards that make its score, a folded hand, the colour of backs."""

    making: Collection[int] = ()
    faded: bool = False
    back: str = ""

    def of(self, card: int | None) -> str:
        """The style of a card."""
        if card is None:
            return self.back
        colour = COLOURS[suit_of(card)]
        dim = self.faded or (self.making and card not in self.making)
        return f"{'dim' if dim else 'bold'} {colour}".strip()


PLAIN = Ink()


def card_text(card: int | None, glyphs: Glyphs) -> str:
    """``A♠``, or ``??`` for a card that lies face down."""
    return "??" if card is None else RANKS[rank_of(card)] + glyphs.suits[suit_of(card)]


def inline_cards(cards: Sequence[int | None], glyphs: Glyphs, ink: Ink = PLAIN) -> Text:
    """Cards in one line of text."""
    pieces = [Text(card_text(card, glyphs), ink.of(card)) for card in cards]
    return Text(" ").join(pieces)


def draw_cards(
    cards: Sequence[int | None], size: Size, glyphs: Glyphs, ink: Ink, width: int
) -> list[Text]:
    """Cards side by side, in as many rows as the width needs."""
    if size is Size.INLINE:
        return [inline_cards(cards, glyphs, ink)] if cards else []
    in_a_row = max(1, width // size.value)
    lines = []
    for start in range(0, len(cards), in_a_row):
        boxes = [
            [Text(line, ink.of(card)) for line in _box(card, size, glyphs)]
            for card in cards[start : start + in_a_row]
        ]
        lines += [Text().join(parts) for parts in zip(*boxes, strict=True)]
    return lines


def _box(card: int | None, size: Size, glyphs: Glyphs) -> list[str]:
    inner = size.value - 2
    if card is None:
        face = [glyphs.back * inner] * (inner - 1)
    elif size is Size.LARGE:
        face = [f"{RANKS[rank_of(card)]}  ", f"  {glyphs.suits[suit_of(card)]}"]
    else:
        face = [card_text(card, glyphs)]
    top_left, top_right, low_left, low_right = glyphs.corners
    return [
        top_left + glyphs.across * inner + top_right,
        *(glyphs.down + line + glyphs.down for line in face),
        low_left + glyphs.across * inner + low_right,
    ]
