"""The game's own ``score`` of hands that are too many for a table: found as they are needed.

Cards are known by their place in the deck. A *set* is the cards that a seat or the dealer holds
alone; with a board it makes a hand.
"""

from collections.abc import Callable, Iterator
from functools import cache
from inspect import signature
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core.errors import NumbaError
from numba.np.unsafe.ndarray import to_fixed_tuple

from pitboss.games.contract import Game
from pitboss.odds.compiled import compiled
from pitboss.odds.generic.numbering import BINOMIALS, LARGEST, Array, all_hands
from pitboss.odds.generic.scores import WHOLE_DECK, find_score
from pitboss.odds.generic.scores import _share_all as share_all
from pitboss.refusal import Refused

MOST_HANDS = 200_000_000
MOST_SCORE = 1 << 44
"""So that a score and the number of a set are one whole number, which is sorted."""

SUITS = np.array(list(permutations(range(4))), np.int64)

Score = Callable[..., int]


class Orders(NamedTuple):
    """All scores of a game by their order, 0 for the lowest: their ``values``, how many hands have
    each, and some of those hands."""

    values: Array
    counts: Array
    hands: Array
    relabel: bool


class Sets(NamedTuple):
    """Every set of so many cards of a deck; ``masks`` are their cards as bits."""

    cards: Array
    masks: Array


def size_of(game: Game) -> int:
    """How many cards a hand has."""
    return len(signature(find_score(game)).parameters)


def all_sets(cards: int, size: int) -> Sets:
    sets = all_hands(cards, size).astype(np.int64)
    return Sets(sets, mask_of(sets))


def mask_of(cards: Array) -> Array:
    """Cards as bits."""
    found: Array = (np.int64(1) << cards.astype(np.int64)).sum(axis=-1)
    return found


@cache
def on_boards(score: Score, size: int) -> Callable[[Array, Sets, Array], Array]:
    """Scores every set on each of some boards, -1 where they have a card in common."""
    share_all(score, set())
    as_tuple: Any = to_fixed_tuple

    def run(boards: Array, sets: Sets, deck: Array) -> Array:
        own = sets.cards.shape[1]
        found, hand = np.empty((len(boards), len(sets.cards)), np.int64), np.empty(size, np.int64)
        for number in range(len(boards)):
            board = 0
            for place in range(size - own):
                board |= 1 << boards[number, place]
                hand[own + place] = deck[boards[number, place]]
            for each in range(len(sets.cards)):
                if sets.masks[each] & board:
                    found[number, each] = -1
                else:
                    for place in range(own):
                        hand[place] = deck[sets.cards[each, place]]
                    found[number, each] = score(*as_tuple(hand, size))
        return found

    result: Callable[[Array, Sets, Array], Array] = numba.njit(nogil=True)(run)
    return result


@cache
def in_turns(score: Score, size: int) -> Callable[[Array, Array], Array]:
    """Scores hands under each of some changes of the cards: the scores under the first; -1 where
    another gives another score."""
    share_all(score, set())
    as_tuple: Any = to_fixed_tuple

    def run(hands: Array, turns: Array) -> Array:
        found, hand = np.empty(len(hands), np.int64), np.empty(size, np.int64)
        for number in range(len(hands)):
            for turn in range(len(turns)):
                for place in range(size):
                    hand[place] = turns[turn, hands[number, place]]
                scored = score(*as_tuple(hand, size))
                if turn == 0:
                    found[number] = scored
                elif found[number] != scored:
                    found[number] = -1
        return found

    result: Callable[[Array, Array], Array] = numba.njit(nogil=True)(run)
    return result


def turned(cards: int, relabel: bool) -> Array:
    """Places of a deck under every exchange of suits; under none where suits do not relabel."""
    places = np.arange(cards)
    if not relabel:
        return places[None, :]
    return places & ~3 | SUITS[:, places & 3]


def find_orders(game: Game, deck: tuple[int, ...] = WHOLE_DECK) -> Orders:
    """Every score that a hand can have. Whether suits relabel is seen on every hand there is."""
    key, score, size = game.source.key, find_score(game), size_of(game)
    if not 1 <= size <= LARGEST or comb(len(deck), size) > MOST_HANDS:
        words = f"{comb(len(deck), size):,} hands of {size} cards"
        raise Refused(f"{key}: {words} are more than the {MOST_HANDS:,} that are looked at")
    try:
        orders = _find(score, size, deck, relabel=len(deck) % 4 == 0)
    except NumbaError as fault:
        why = str(fault).strip().splitlines()[0]
        raise Refused(f"{key}: score.py cannot be compiled: {why}") from None
    assert orders is not None
    if not 0 <= orders.values[0] <= orders.values[-1] < MOST_SCORE:
        raise Refused(f"{key}: scores from 0 to below {MOST_SCORE:,} are counted")
    return orders


def _find(score: Score, size: int, deck: tuple[int, ...], relabel: bool) -> Orders:
    turns = np.array(deck, np.int64)[turned(len(deck), relabel)]
    values, counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
    first = last = np.zeros((0, size), np.uint8)
    for hands, ways in _hands(len(deck), size, relabel):
        scored = in_turns(score, size)(hands, turns)
        if relabel and scored.min() < 0:
            return _find(score, size, deck, relabel=False)
        every = np.concatenate((values, scored))
        values, back = np.unique(every, return_inverse=True)
        counts = np.bincount(back, np.concatenate((counts, ways)), len(values)).astype(np.int64)
        place = np.zeros(len(values), np.int64)
        place[back[::-1]] = np.arange(len(every))[::-1]
        first = np.concatenate((first, hands))[place]
        place[back] = np.arange(len(every))
        last = np.concatenate((last, hands))[place]
    return Orders(values, counts, np.stack((first, last), axis=1), relabel)


def _hands(cards: int, size: int, relabel: bool) -> Iterator[tuple[Array, Array]]:
    """Hands by their highest card, one of each class where suits relabel, and how many it has."""
    for top in range(size - 1, cards):
        below = int(BINOMIALS[top, size - 1])
        hands, ways = _by_top(top, size, below, relabel)
        if len(hands):
            yield hands, ways


@compiled
def _by_top(top: int, size: int, below: int, relabel: bool) -> tuple[Array, Array]:
    hands, ways = np.empty((below, size), np.uint8), np.empty(below, np.int64)
    hand, kept = np.arange(size), 0
    hand[size - 1] = top
    for _ in range(below):
        number = class_size(hand) if relabel else 1
        if number:
            ways[kept] = number
            for place in range(size):
                hands[kept, place] = hand[place]
            kept += 1
        place = 0
        while place < size - 2 and hand[place] + 1 == hand[place + 1]:
            hand[place] = place
            place += 1
        if size > 1:
            hand[place] += 1
    return hands[:kept].copy(), ways[:kept].copy()


@compiled
def class_size(hand: Array) -> int:
    """How many hands differ from this one by a change of suits alone, where its suits stand in
    falling order; else 0."""
    clubs = diamonds = hearts = spades = 0
    for card in hand:
        bit, suit = 1 << (card >> 2), card & 3
        if suit == 0:
            clubs |= bit
        elif suit == 1:
            diamonds |= bit
        elif suit == 2:
            hearts |= bit
        else:
            spades |= bit
    suits = (clubs, diamonds, hearts, spades)
    arrangements, run = 24, 1
    for place in range(1, 4):
        if suits[place] > suits[place - 1]:
            return 0
        run = run + 1 if suits[place] == suits[place - 1] else 1
        arrangements //= run
    return arrangements
