"""Cards as people see them: as text or drawn as boxes, the suits in four colours."""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import NamedTuple

from pitboss.cards import RANKS, rank_of, suit_of
from pitboss.cli.screen.text import Text

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
