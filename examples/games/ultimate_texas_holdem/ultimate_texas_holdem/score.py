"""The score of seven cards: the poker rank of the best five of them."""

from pitboss.cards.seven import rank_seven as score

__all__ = ["SUITS", "score"]

SUITS = "alike"
