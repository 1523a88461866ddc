"""A game's own ``score`` of every hand of a deck, as one table, and what holds of all of it.

The compiled code is the function of the game's ``score.py``, which the rules settle by. Hands are
known by their number among all hands of their size; cards of a deck by their place in it, so that
a deck of fewer ranks is solved by the same code.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from math import comb
from threading import Lock
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaError
from numba.np.unsafe.ndarray import to_fixed_tuple

from pitboss.games.contract import Game
from pitboss.odds.compiled import compiled, share
from pitboss.refusal import Refused

Array = npt.NDArray[Any]

WHOLE_DECK = tuple(range(52))
MOST_HANDS = 3_000_000
LARGEST = 8
_MAKING = Lock()
BINOMIALS = np.array([[comb(n, k) for k in range(LARGEST + 1)] for n in range(53)], np.int64)


class Scores(NamedTuple):
    """``orders`` has for each hand the place of its score among all scores, 0 for the lowest, and
    ``hands`` its cards; ``values`` the scores themselves."""

    deck: tuple[int, ...]
    hands: Array
    orders: Array
    values: Array
    relabel: bool
    """Whether every score stays what it is when suits are exchanged."""

    @property
    def size(self) -> int:
        return int(self.hands.shape[1])

    def places(self, cards: Sequence[int]) -> Array:
        """Cards as the solver knows them, by their place in the deck, rising."""
        return np.array(sorted(self.deck.index(card) for card in cards), np.int64)

    def order_of(self, cards: Sequence[int]) -> int:
        return int(self.orders[number_of(self.places(cards), BINOMIALS)])

    def orders_of(self, hands: Array) -> Array:
        """The orders of hands whose cards rise."""
        numbers = BINOMIALS[hands, np.arange(1, hands.shape[1] + 1)].sum(axis=1)
        found: Array = self.orders[numbers]
        return found


def find_score(game: Game) -> Callable[..., int]:
    """The function of the game's ``score.py``."""
    if find_spec(f"{game.package}.score") is not None:
        found = getattr(import_module(f"{game.package}.score"), "score", None)
        if isinstance(found, FunctionType):
            return found
    raise Refused(f"{game.source.key}: no solver prices this game; its score.py has no score")


def all_scores(game: Game, deck: tuple[int, ...] = WHOLE_DECK) -> Scores:
    """Every hand of as many cards as ``score`` takes. Tables ask from several threads: one makes
    it, the others wait, for a score that is half shared cannot be compiled."""
    with _MAKING:
        return _scored(find_score(game), game.source.key, deck)


@cache
def _scored(score: Callable[..., int], key: str, deck: tuple[int, ...]) -> Scores:
    size = len(signature(score).parameters)
    if not 1 <= size <= LARGEST or comb(len(deck), size) > MOST_HANDS:
        words = f"{comb(len(deck), size):,} hands of {size} cards"
        raise Refused(f"{key}: {words} are more than the {MOST_HANDS:,} of a table of scores")
    hands = all_hands(len(deck), size)
    try:
        scored = _score_all(score, size)(np.array(deck, np.int64)[hands])
    except NumbaError as fault:
        why = str(fault).strip().splitlines()[0]
        raise Refused(f"{key}: score.py cannot be compiled: {why}") from None
    values, orders = np.unique(scored, return_inverse=True)
    orders = orders.astype(np.int32)
    alike = len(deck) % 4 == 0 and _is_relabelled(hands, orders, BINOMIALS)
    return Scores(deck, hands, orders, values, bool(alike))


def _score_all(score: Callable[..., int], size: int) -> Callable[[Array], Array]:
    _share_all(score, set())
    as_tuple: Any = to_fixed_tuple

    def run(hands: Array) -> Array:
        scored = np.empty(len(hands), np.int64)
        for number in range(len(hands)):
            scored[number] = score(*as_tuple(hands[number], size))
        return scored

    result: Callable[[Array], Array] = numba.njit(nogil=True)(run)
    return result


_shared: set[object] = set()


def _share_all(function: FunctionType | Any, met: set[object]) -> None:
    """Let compiled code call a function of the rules, and all those that it calls."""
    if function in met:
        return
    met.add(function)
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if isinstance(called, FunctionType):
            _share_all(called, met)
    if function not in _shared:
        _shared.add(function)
        share(function)


@compiled
def all_hands(cards: int, size: int) -> Array:
    """Every hand with its cards rising, in the order of ``number_of``."""
    total = 1
    for place in range(size):
        total = total * (cards - place) // (place + 1)
    hands = np.empty((total, size), np.uint8)
    hand = np.arange(size)
    for number in range(total):
        for place in range(size):
            hands[number, place] = hand[place]
        place = 0
        while place < size - 1 and hand[place] + 1 == hand[place + 1]:
            hand[place] = place
            place += 1
        hand[place] += 1
    return hands


@compiled
def number_of(hand: Array, binomials: Array) -> int:
    """The number of a hand whose cards rise."""
    number = 0
    for place in range(len(hand)):
        number += binomials[hand[place], place + 1]
    return number


@compiled
def _is_relabelled(hands: Array, orders: Array, binomials: Array) -> bool:
    """Whether exchanging two neighbouring suits, whichever, changes no score: then no other change
    of suits does either."""
    size = hands.shape[1]
    other = np.empty(size, np.int64)
    for suit in range(3):
        for number in range(len(hands)):
            for place in range(size):
                card = int(hands[number, place])
                if card & 3 == suit:
                    card += 1
                elif card & 3 == suit + 1:
                    card -= 1
                other[place] = card
            other.sort()
            if orders[number_of(other, binomials)] != orders[number]:
                return False
    return True


def hand_classes(cards: int, size: int, relabel: bool) -> tuple[Array, Array]:
    """A hand of each class that differs by a change of suits alone, and how many the class has."""
    hands = all_hands(cards, size)
    ways = _ways(hands) if relabel else np.ones(len(hands), np.int64)
    return hands[ways > 0], ways[ways > 0]


@compiled
def _ways(hands: Array) -> Array:
    """How many hands a class has, at the hand whose suits stand in falling order; 0 at others."""
    ways = np.zeros(len(hands), np.int64)
    for number in range(len(hands)):
        suits = [0, 0, 0, 0]
        for card in hands[number]:
            suits[card & 3] |= 1 << (card >> 2)
        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
            arrangements, run = 24, 1
            for place in range(1, 4):
                run = run + 1 if suits[place] == suits[place - 1] else 1
                arrangements //= run
            ways[number] = arrangements
    return ways
