"""Shares of a Holdout pot the slow way: every hand of the opponent and every river, one by one.

Cards are texts such as "As". It shares no code with the package: the rule by which a sensible
player holds is written anew here, and small decks keep the counts short.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tests.naive.naive_holdout import RANKS, strength, strength_of_five

STRAIGHT_PLACE = 4
"""The place of a straight among the categories from high card up."""


def rank(card: str) -> int:
    return RANKS.index(card[0])


def sensible_hold(hand: Sequence[str]) -> list[str]:
    """What a sensible player holds of five cards."""
    cards = sorted(hand, key=lambda card: (rank(card), "cdhs".index(card[1])))
    if strength_of_five(cards)[0] >= STRAIGHT_PLACE:
        return cards
    ranks = [rank(card) for card in cards]
    alike = [card for card in cards if ranks.count(rank(card)) > 1]
    if len(alike) in (3, 4):
        return alike
    if not alike or rank(alike[0]) < RANKS.index("Q"):
        four = four_of_a_suit(cards) or four_in_a_row(cards)
        if four:
            return four
    if alike:
        others = [card for card in cards if card not in alike]
        return sorted([*alike, others[-1]], key=cards.index)
    return hold_of_different_ranks(cards)


def four_of_a_suit(cards: Sequence[str]) -> list[str]:
    return next((one for one in suited(cards) if len(one) == 4), [])


def suited(cards: Sequence[str]) -> list[list[str]]:
    return [[card for card in cards if card[1] == suit] for suit in "cdhs"]


def four_in_a_row(cards: Sequence[str]) -> list[str]:
    """Open at both ends: a card below and a card above would complete a straight."""
    for low in range(9):
        row = []
        for wanted in range(low, low + 4):
            row += [card for card in cards if rank(card) == wanted][:1]
        if len(row) == 4 and low + 4 <= RANKS.index("A"):
            return row
    return []


def hold_of_different_ranks(cards: Sequence[str]) -> list[str]:
    three = next((one for one in suited(cards) if len(one) == 3), [])
    if three:
        return three
    ace_low = [-1 if card[0] == "A" else rank(card) for card in cards]
    for four in sorted(combinations(range(5), 4), reverse=True):
        if max(rank(cards[at]) for at in four) - min(rank(cards[at]) for at in four) <= 4:
            return [cards[at] for at in four]
    for four in combinations(range(5), 4):
        if max(ace_low[at] for at in four) - min(ace_low[at] for at in four) <= 4:
            return [cards[at] for at in four]
    for at in (2, 1, 0):
        near = list(cards[at : at + 3])
        if rank(near[2]) - rank(near[0]) <= 4:
            good = near[2] == cards[4] or rank(near[2]) >= RANKS.index("T")
            return near if good else list(cards[3:])
    return list(cards[3:])


def holdings(
    unseen: Sequence[str], discards: int, model: str
) -> Iterator[tuple[list[str], set[str]]]:
    """What the opponent may hold, and all the cards that are then out of the deck."""
    if model == "uniform" or discards == 4:
        for cards in combinations(unseen, 5 - discards):
            yield list(cards), set(cards)
        return
    for hand in combinations(unseen, 5):
        held = sensible_hold(hand)
        if len(held) == 5 - discards:
            yield held, set(hand)


def count(
    held: Sequence[str], board: Sequence[str], unseen: Sequence[str], discards: int, model: str
) -> tuple[int, int, int]:
    """Won, tied and lost deals against one opponent."""
    won = tied = lost = 0
    for other, gone in holdings(unseen, discards, model):
        left = [card for card in unseen if card not in gone]
        for river in combinations(left, 4 - len(board)):
            community = [*board, *river]
            mine, theirs = strength(held, community), strength(other, community)
            won += mine > theirs
            tied += mine == theirs
            lost += mine < theirs
    return won, tied, lost


def share_of_two(
    held: Sequence[str], board: Sequence[str], unseen: Sequence[str], sizes: tuple[int, int]
) -> Fraction:
    """The share of the pot against two opponents who hold any cards, on a full board."""
    total, deals = Fraction(0), 0
    mine = strength(held, board)
    for first in combinations(unseen, sizes[0]):
        theirs = strength(first, board)
        left = [card for card in unseen if card not in first]
        for second in combinations(left, sizes[1]):
            best = max(theirs, strength(second, board))
            deals += 1
            if mine > best:
                total += 1
            elif mine == best:
                total += Fraction(1, 1 + (theirs == best) + (strength(second, board) == best))
    return total / deals
