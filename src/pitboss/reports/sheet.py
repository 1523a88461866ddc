"""A sheet as plain data: sections of facts, tables, paragraphs and drawings.

What a sheet says is decided here and in the modules beside; the writers (``html``, ``pdf``) only
set it. Text is plain, cards stand in it with the signs of their suits.

>>> suited("Play 9h 9c 6s and better.")
'Play 9♥ 9♣ 6♠ and better.'
>>> percent(Fraction(1, 8)), number(Fraction(-1, 3), 3), whole(52677670500)
('12.5000 %', '−0.333', '52,677,670,500')
>>> group_digits("572083715843640000")
'572,083,715,843,640,000'
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cards import SUITS, format_cards

TEXT, WIDE, NUMBER = "text", "wide", "number"
"""How a column is set: to the left, as wide as there is room, or to the right in figures of one
width."""

MINUS = "\N{MINUS SIGN}"
SIGNS = str.maketrans(SUITS, "♣♦♥♠")
THOUSANDS = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")


class Column(NamedTuple):
    title: str
    kind: str = NUMBER


class Table(NamedTuple):
    """Rows under their heads; ``total`` where the last row adds up the others."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    total: bool = False


class Facts(NamedTuple):
    """Names with their values; ``mono`` where values are commands or hashes."""

    title: str
    rows: tuple[tuple[str, str], ...]
    mono: bool = False


class Text(NamedTuple):
    title: str
    paragraphs: tuple[str, ...]


class Drawing(NamedTuple):
    """A chart or a layout as SVG, and what it shows in words for those who cannot see it."""

    title: str
    svg: str
    says: str


Block = Table | Facts | Text | Drawing


class Section(NamedTuple):
    """Blocks under a heading; ``fresh`` begins a page."""

    title: str
    blocks: tuple[Block, ...]
    fresh: bool = False


class Sheet(NamedTuple):
    """A paper. ``checked`` says what was checked and how, on every page's foot; ``columns`` are
    those of its sections; ``mark`` says on every page what is not as approved."""

    kind: str
    title: str
    game: str
    maker: str
    accent: str
    lead: str
    sections: tuple[Section, ...]
    checked: str
    columns: int = 1
    version: str = ""
    mark: str = ""

    def to_json(self) -> dict[str, Any]:
        """The values that both writers set."""
        plain = self._asdict()
        plain["sections"] = [
            {
                **section._asdict(),
                "blocks": [
                    {"block": type(block).__name__.lower(), **_plain(block)}
                    for block in section.blocks
                ],
            }
            for section in self.sections
        ]
        return plain


def _plain(block: Block) -> dict[str, Any]:
    values = block._asdict()
    if isinstance(block, Table):
        values["columns"] = [column._asdict() for column in block.columns]
    return values


def columns(first: str, *others: str) -> tuple[Column, ...]:
    """A column of names, and columns of numbers."""
    return (Column(first, TEXT), *map(Column, others))


def texts(*titles: str) -> tuple[Column, ...]:
    return tuple(Column(title, TEXT) for title in titles)


def prose(first: str, *others: str) -> tuple[Column, ...]:
    """A column of names, and columns of sentences."""
    return (Column(first, TEXT), *(Column(title, WIDE) for title in others))


def suited(text: str) -> str:
    """A text with its cards by the signs of their suits."""
    return CARD.sub(lambda match: match[1] + match[2].translate(SIGNS), text)


def show_cards(cards: Iterable[int | None]) -> str:
    """``A♠ K♦``; ``?`` for a card that nobody has seen."""
    return " ".join("?" if card is None else suited(format_cards([card])) for card in cards)


def number(value: Fraction | float, places: int = 4) -> str:
    """With a true minus, and commas between thousands; what rounds to 0 has no sign."""
    return f"{round(1.0 * value, places) + 0.0:,.{places}f}".replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    return f"{number(100 * value, places)} %"


def whole(count: int) -> str:
    return f"{count:,}".replace("-", MINUS)


def group_digits(digits: str) -> str:
    """A whole number of any length, given as text: ``52,677,670,500``."""
    return THOUSANDS.sub(",", digits)


def one_in(chance: Fraction) -> str:
    """How many rounds there are for each that ends so."""
    return number(1 / chance, 1) if chance else "never"


def split_rows(rows: Sequence[Any], most: int) -> list[Sequence[Any]]:
    """In groups of nearly one size, of so many at most."""
    groups = -(-len(rows) // most)
    size = -(-len(rows) // groups) if groups else 1
    return [rows[start : start + size] for start in range(0, len(rows), size)]
