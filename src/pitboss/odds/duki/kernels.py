"""Every Duki deal counted: for each hand, how all dealer's hands of the other cards compare.

Hands that differ by a change of suits alone are one class: 16,432 of 270,725. For one hand of
each class all 194,580 dealer's hands are looked at, by the score function of the table.
"""

from collections import Counter, defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.duki import score as scores
from pitboss.games.duki.score import FOUR_CARDS
from pitboss.odds.compiled import compiled, share
from pitboss.odds.progress import run_parts

HANDS, DEALERS = 270_725, 194_580
CLASSES = 16_432
PART = 512

for _function in (
    scores.score_three,
    scores._score_groups,
    scores.score_four,
    scores._choose_three,
    scores.score,
):
    share(_function)

_score = scores.score
_NO_CARDS = np.uint64(0)
_ONE = np.uint64(1)


class Deck(NamedTuple):
    """All four-card hands of a deck: their cards as bits, and their scores."""

    masks: NDArray[np.uint64]
    scores: NDArray[np.int32]


class HandCounts(NamedTuple):
    """Classes of hands: cards, number of hands, score, and counts of the dealer's hands.

    A row of ``dealers`` has those without a Duki, with a lower 3-card Duki, with a lower 4-card
    Duki, and with an equal Duki; the rest of them win.
    """

    cards: NDArray[np.int64]
    ways: NDArray[np.int64]
    scores: NDArray[np.int64]
    dealers: NDArray[np.int64]


@compiled
def make_deck(ace_low: bool) -> Deck:
    masks = np.empty(HANDS, np.uint64)
    values = np.empty(HANDS, np.int32)
    hand = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    masks[hand] = _mask(a, b, c, d)
                    values[hand] = _score(a, b, c, d, ace_low)
                    hand += 1
    return Deck(masks, values)


@compiled
def _mask(a: int, b: int, c: int, d: int) -> np.uint64:
    low = _ONE << np.uint64(a) | _ONE << np.uint64(b)
    high = _ONE << np.uint64(c) | _ONE << np.uint64(d)
    return np.uint64(low | high)


@compiled
def _classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One hand of each class, and how many hands the class has.

    The ranks in a suit are bits; a class is led by the hand whose suits stand in falling order.
    """
    cards = np.empty((CLASSES, 4), np.int64)
    ways = np.empty(CLASSES, np.int64)
    found = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    suits = [0, 0, 0, 0]
                    for card in (a, b, c, d):
                        suits[card & 3] |= 1 << (card >> 2)
                    if suits[0] >= suits[1] >= suits[2] >= suits[3]:
                        cards[found] = (a, b, c, d)
                        ways[found] = _arrangements(suits)
                        found += 1
    assert found == CLASSES
    return cards, ways


@compiled
def _arrangements(suits: list[int]) -> int:
    """In how many orders falling numbers can stand."""
    ways, run = 24, 1
    for place in range(1, 4):
        run = run + 1 if suits[place] == suits[place - 1] else 1
        ways //= run
    return ways


@compiled
def _count_dealers(hand: np.uint64, player: int, deck: Deck) -> tuple[int, int, int, int]:
    """The dealer's hands without a Duki, below in three and in four cards, and equal."""
    none = low_three = low_four = equal = dealers = 0
    least_above_three = min(player, FOUR_CARDS)
    for place in range(len(deck.masks)):
        apart = deck.masks[place] & hand == _NO_CARDS
        dealer = deck.scores[place]
        dealers += apart
        none += apart & (dealer == 0)
        low_three += apart & (dealer > 0) & (dealer < least_above_three)
        low_four += apart & (dealer >= FOUR_CARDS) & (dealer < player)
        equal += apart & (dealer > 0) & (dealer == player)
    assert dealers == DEALERS
    return none, low_three, low_four, equal


@compiled
def _count_part(
    cards: NDArray[np.int64], deck: Deck, ace_low: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    own = np.empty(len(cards), np.int64)
    dealers = np.empty((len(cards), 4), np.int64)
    for place in range(len(cards)):
        a, b, c, d = cards[place]
        own[place] = _score(a, b, c, d, ace_low)
        dealers[place] = _count_dealers(_mask(a, b, c, d), own[place], deck)
    return own, dealers


def count_all(ace_low: bool) -> HandCounts:
    """The counts of every class of hands, in parts that are independent of each other."""
    deck = make_deck(ace_low)
    cards, ways = _classes()
    assert ways.sum() == HANDS
    parts = [cards[start : start + PART] for start in range(0, CLASSES, PART)]
    counted = run_parts("duki", parts, lambda part: _count_part(part, deck, ace_low))
    own, dealers = (np.concatenate(arrays) for arrays in zip(*counted, strict=True))
    return HandCounts(cards, ways, own, dealers)


def count_by_score(ace_low: bool) -> list[object]:
    """All hands by rising score: an example, and how often the dealer's hands stand alike."""
    counted = count_all(ace_low)
    spreads: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    examples: dict[int, list[int]] = {}
    columns = (counted.scores, counted.dealers, counted.ways, counted.cards)
    for score, dealers, ways, cards in zip(*(column.tolist() for column in columns), strict=True):
        spreads[score][tuple(dealers)] += ways
        examples.setdefault(score, cards)
    return [
        [score, examples[score], [[*dealers, ways] for dealers, ways in spreads[score].items()]]
        for score in sorted(spreads)
    ]


def count_hand(hand: tuple[int, ...], deck: Deck, ace_low: bool) -> tuple[int, tuple[int, ...]]:
    """One hand's score and its counts of the dealer's hands."""
    own, dealers = _count_part(np.array([hand], np.int64), deck, ace_low)
    return int(own[0]), tuple(int(count) for count in dealers[0])
