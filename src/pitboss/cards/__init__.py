"""A card is an integer from 0 to 51: four times its rank (0 is a two, 12 an ace) plus its suit.

>>> parse_cards("As Td 9h2c")
(51, 33, 30, 0)
>>> format_cards((51, 33, 30, 0))
'As Td 9h 2c'
"""

import re
from collections.abc import Iterable

from pitboss.refusal import Refused

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(range(52))

_TEXT = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD = {text: card for card, text in enumerate(_TEXT)}
_CARD.update({text.lower(): card for text, card in list(_CARD.items())})
_TOKEN = re.compile(r"(?:10|.)\S", re.DOTALL)
_SYMBOLS = str.maketrans("♣♦♥♠", SUITS)


def rank_of(card: int) -> int:
    """0 for a two up to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def format_card(card: int) -> str:
    return _TEXT[card]


def format_cards(cards: Iterable[int]) -> str:
    return " ".join([_TEXT[card] for card in cards])


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards such as ``As Td 9h 2c``, with or without spaces; no card twice."""
    if not isinstance(text, str):
        raise Refused(f"cards must be text such as 'As Td 9h 2c', not {text!r}")
    cards = []
    for word in text.replace(",", " ").translate(_SYMBOLS).split():
        cards += _parse_word(word)
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise Refused(f"card {_TEXT[card]} stands twice; a deck has each of its 52 cards once")
    return tuple(cards)


def _parse_word(word: str) -> list[int]:
    tokens = _TOKEN.findall(word)
    if "".join(tokens) != word:
        tokens = [word]
    cards = []
    for token in tokens:
        short = token.replace("10", "T")
        card = _CARD.get(short, _CARD.get(short.lower()))
        if card is None:
            raise Refused(f"{token!r} is no card; write a rank of {RANKS} and a suit of {SUITS}")
        cards.append(card)
    return cards
