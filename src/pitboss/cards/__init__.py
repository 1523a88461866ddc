"""Cards as small integers, and their text."""

from pitboss.cards.card import (
    DECK,
    RANKS,
    SUITS,
    format_card,
    format_cards,
    parse_cards,
    rank_of,
    suit_of,
)

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "format_card",
    "format_cards",
    "parse_cards",
    "rank_of",
    "suit_of",
]
