"""Ranks and poker hands in words.

>>> from pitboss.cards import parse_cards
>>> from pitboss.cards.poker import rank_five
>>> plural(4), name_poker_hand(rank_five(*parse_cards("5h 5d 9c 2s Kd")))
('sixes', 'a pair of fives')
"""

from pitboss.cards.poker import HIGH_CARD, PAIR, category_name, category_of

RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)


def plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def name_poker_hand(rank: int) -> str:
    """``a pair of fives``, ``nine high``, ``two pair`` or ``a flush``."""
    first = rank >> 16 & 15
    if category_of(rank) == PAIR:
        return f"a pair of {plural(first)}"
    if category_of(rank) == HIGH_CARD:
        return f"{RANK_NAMES[first]} high"
    name = category_name(rank)
    return ("" if name.startswith(("three", "four", "two")) else "a ") + name.replace("-", " ")
