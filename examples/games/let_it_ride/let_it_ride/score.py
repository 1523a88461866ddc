"""The score of five cards: their poker rank, by which hands compare."""

from pitboss.cards.poker import rank_five


def score(a: int, b: int, c: int, d: int, e: int) -> int:
    return rank_five(a, b, c, d, e)
