"""The small words of a PHH file: cards, amounts, TOML values, and its players.

Players p1, p2, ... are the seats from the button's left, the button last. Among three or more the
small blind is p1. Between two, p1 is the one without the button, and PHH reads ``antes`` and
``blinds_or_straddles`` from the other end: ``[2, 4]`` makes p2, the button, post the 2. That is our
``button-small``; ``left-small`` is written ``[4, 2]``.

>>> write_cards((51, None)), read_cards("As??")
('As??', (51, None))
>>> write_value([2, Decimal("0.50"), {"max": 40}])
'[2, 0.50, {max = 40}]'
"""

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from pitboss.cards import DECK, RANKS, SUITS, format_card
from pitboss.games.contract import Opening, Post, Seating
from pitboss.games.holdout.rules import from_left_of, usual_posts
from pitboss.money import parse_dollars
from pitboss.refusal import Refused

UNKNOWN = "??"
_CARDS: dict[str, int | None] = {format_card(card): card for card in DECK} | {UNKNOWN: None}

Cards = tuple[int | None, ...]
"""Cards of a file; None where the file does not tell which."""

VARIANTS = {"limit": "F5H", "spread-limit": "S5H", "pot-limit": "P5H", "no-limit": "N5H"}
"""The variant code of each betting structure, as PHH forms its own."""


def write_cards(cards: Iterable[int | None]) -> str:
    return "".join(UNKNOWN if card is None else format_card(card) for card in cards)


def read_cards(text: str) -> Cards:
    """``As??2c``: two characters a card, nothing between them."""
    words = [text[place : place + 2] for place in range(0, len(text), 2)]
    for word in words:
        if word not in _CARDS:
            raise Refused(
                f"{word[:2]!r} is no card; a card is a rank of {RANKS} and a suit of {SUITS}, or"
                f" {UNKNOWN}"
            )
    return tuple(_CARDS[word] for word in words)


def write_amount(cents: int) -> int | Decimal:
    """Dollars: a whole number where it is one, else with two decimals."""
    return cents // 100 if cents % 100 == 0 else Decimal(cents).scaleb(-2)


def write_value(value: object) -> str:
    """A value in TOML, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {write_value(value[key])}" for key in value) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(write_value, value)) + "]"
    assert isinstance(value, int | Decimal), value
    return str(value)


def _quoted(text: str) -> str:
    """A TOML string: as in JSON, but for one character that only TOML escapes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused(f"{text[:20]!r} has half a character and cannot be written") from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def seating_of(opening: Opening) -> Seating:
    assert opening.seating is not None
    return opening.seating


def order_of(seating: Seating) -> tuple[int, ...]:
    """The seats in the order of PHH's players."""
    return from_left_of(seating.button, tuple(sorted(seating.stacks)))


def names_of(seating: Seating) -> dict[int, str]:
    """``p1`` and so on, by seat."""
    return {seat: f"p{number}" for number, seat in enumerate(order_of(seating), 1)}


def posts_of(opening: Opening) -> tuple[Post, ...]:
    """Who posts what before the cards, antes aside."""
    seating = seating_of(opening)
    ruling = opening.settings.rulings["heads-up-blinds"]
    return seating.posts or usual_posts(list(order_of(seating)), seating.blinds, ruling)


def ante_cents(opening: Opening) -> int:
    ante = opening.settings.rulings["ante"]
    return 0 if ante == "none" else parse_dollars(ante)


class Forced(NamedTuple):
    """What the players owe before the cards, in PHH's order, turned round between two."""

    antes: list[int]
    blinds: list[int]


def forced_of(opening: Opening) -> Forced:
    """Antes hold the dead chips, blinds the live ones; in full, even where a stack is short."""
    order = order_of(seating_of(opening))
    antes = dict.fromkeys(order, ante_cents(opening))
    blinds = dict.fromkeys(order, 0)
    for post in posts_of(opening):
        antes[post.seat] += post.dead_cents
        blinds[post.seat] += post.live_cents
    return Forced(turned(list(antes.values())), turned(list(blinds.values())))


def turned(values: list[int]) -> list[int]:
    """PHH's order for forced chips: reversed between two players."""
    return values[::-1] if len(values) == 2 else values
