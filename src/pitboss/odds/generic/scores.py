"""A game's own ``score`` of every hand of a deck, as one table, and what holds of all of it.

The compiled code is the function of the game's ``score.py``, which the rules settle by. Hands are
known by their number among all hands of their size; cards of a deck by their place in it, so that
a deck of fewer ranks is solved by the same code.
"""

from collections.abc import Callable, Mapping, Sequence
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
from numba.core.errors import NumbaError
from numba.np.unsafe.ndarray import to_fixed_tuple

from pitboss.games.contract import Game
from pitboss.odds.compiled import compiled, share
from pitboss.odds.generic.numbering import BINOMIALS, LARGEST, Array, all_hands, number_of
from pitboss.refusal import Refused

Given = tuple[bool, ...]
"""What a score takes beside the cards."""

WHOLE_DECK = tuple(range(52))
MOST_HANDS = 3_000_000
FEW_HANDS = 500_000
_MAKING = Lock()


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


def all_scores(
    game: Game, deck: tuple[int, ...] = WHOLE_DECK, rulings: Mapping[str, str] | None = None
) -> Scores:
    """Every hand of as many cards as ``score`` takes, beside what rulings give it (``ruled`` of the
    same module). Tables ask from several threads: one makes it, the others wait, for a score that
    is half shared cannot be compiled."""
    score = find_score(game)
    ruled = score.__globals__.get("ruled")
    with _MAKING:
        return _scored(score, ruled(rulings) if ruled else (), game.source.key, deck)


@cache
def _scored(score: Callable[..., int], given: Given, key: str, deck: tuple[int, ...]) -> Scores:
    size = len(signature(score).parameters) - len(given)
    if not 1 <= size <= LARGEST or comb(len(deck), size) > MOST_HANDS:
        words = f"{comb(len(deck), size):,} hands of {size} cards"
        raise Refused(f"{key}: {words} are more than the {MOST_HANDS:,} of a table of scores")
    hands = all_hands(len(deck), size)
    laid = np.array(deck, np.int64)[hands]
    try:
        scored = (_score_few if len(laid) <= FEW_HANDS else _score_all)(score, size, laid, given)
    except NumbaError as fault:
        why = str(fault).strip().splitlines()[0]
        raise Refused(f"{key}: score.py cannot be compiled: {why}") from None
    values, orders = np.unique(scored, return_inverse=True)
    orders = orders.astype(np.int32)
    alike = len(deck) % 4 == 0 and _is_relabelled(hands, orders, BINOMIALS)
    return Scores(deck, hands, orders, values, bool(alike))


def _score_few(score: Callable[..., int], _: int, hands: Array, given: Given) -> Array:
    """As the rules score them: sooner done than compiled."""
    return np.array([score(*hand, *given) for hand in hands.tolist()], np.int64)


def _score_all(score: Callable[..., int], size: int, hands: Array, given: Given) -> Array:
    _share_all(score, set())
    as_tuple: Any = to_fixed_tuple

    def run(hands: Array, given: Given) -> Array:
        scored = np.empty(len(hands), np.int64)
        for number in range(len(hands)):
            scored[number] = score(*(as_tuple(hands[number], size) + given))
        return scored

    scored: Array = numba.njit(nogil=True)(run)(hands, given)
    return scored


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
