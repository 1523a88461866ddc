"""The score of five cards: their poker rank, by which hands compare."""

from pitboss.cards.poker import rank_five as score

__all__ = ["SUITS", "score"]

SUITS = "alike"
