"""The small words of a PHH file: cards, amounts, viewers and TOML values.

>>> write_cards((51, None)), read_cards("As??")
('As??', (51, None))
>>> write_value([2, Decimal("0.50"), {"max": 40}])
'[2, 0.50, {max = 40}]'
"""

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal

from pitboss.cards import DECK, RANKS, SUITS, format_card
from pitboss.games.events import Event
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import SPECTATOR, view

UNKNOWN = "??"
_CARDS: dict[str, int | None] = {format_card(card): card for card in DECK} | {UNKNOWN: None}

Cards = tuple[int | None, ...]
"""Cards of a file; None where the file does not tell which."""

Viewer = int | None
"""A seat, SPECTATOR, or None for one who sees every card."""

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


def viewer_words(viewer: Viewer) -> str | int:
    """``all``, ``spectator`` or the seat's number."""
    return "all" if viewer is None else viewer or "spectator"


def read_viewer(text: str, running: Runner) -> Viewer:
    """A viewer of this round, by its words."""
    if text in ("all", "spectator"):
        return None if text == "all" else SPECTATOR
    seats = {str(seat): seat for seat in running.table.seats}
    if text not in seats:
        raise Refused(
            f"viewer {text[:20]!r} is nobody of this round; allowed: all, spectator,"
            f" {', '.join(seats)}"
        )
    return seats[text]


def seen_events(running: Runner, viewer: Viewer) -> list[Event]:
    """What happened, as the viewer saw it."""
    events = running.table.events
    return events if viewer is None else view(events, viewer)


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
