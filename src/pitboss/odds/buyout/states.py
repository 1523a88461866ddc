"""Every state's decision in Buyout, to look up or to list.

States are told in array arithmetic: that is done once for an up card, not for every deal.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANKS, format_cards
from pitboss.games.buyout.score import VALUES
from pitboss.games.contract import Decision
from pitboss.games.events import DEALER
from pitboss.odds.buyout.kernels import deals
from pitboss.odds.buyout.kernels.deals import Points, number_four, number_three, number_two
from pitboss.odds.buyout.kernels.decisions import HIGHEST, SHAPES, SUITS, Decisions, decide_all
from pitboss.odds.buyout.price import bonus_beside
from pitboss.odds.buyout.strategy import ACTIONS, HAND_POINTS
from pitboss.odds.buyout.unseen import in_first_suit
from pitboss.odds.figures import Figures
from pitboss.odds.ranks import Array
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner

Exceptions = dict[tuple[int, int], list[dict[str, str]]]


def look_up(book: list[Decisions], running: Runner) -> Decision:
    """Answer the open question of a round with one seat by decisions for each rank's up card."""
    question = running.asked
    up = running.table.hands[DEALER][1]
    cards = [in_first_suit(card, up) for card in running.table.hands[question.seat]]
    last, ordered, decisions = cards[-1], sorted(cards), book[up >> 2]
    if len(cards) == 3:
        choice = decisions.third[number_two(*sorted(cards[:2])), last]
    else:
        choice = decisions.fourth[number_four(*ordered), ordered.index(last)]
    return Decision(question.seat, ACTIONS[choice])


class States(NamedTuple):
    """All states with as many cards seen, one a row: the cards held and, last, the one in question.

    ``first`` and ``second`` are what a player sees of them. The third card: points of two, and
    shape of three. The fourth: points of three, and of four. ``at`` is the place of the decision
    in its table.
    """

    cards: Array
    first: Array
    second: Array
    at: tuple[Array, Array]


@cache
def rising_sets(size: int) -> Array:
    """All sets of so many cards in the order of their numbers: by the highest card first."""
    falling = np.array(list(combinations(range(51, -1, -1), size)))
    return falling[::-1, ::-1]


def find_states(up: int, points: Points, size: int) -> States:
    """All states with three or four cards seen: each card of a set in turn is the last."""
    every = rising_sets(size)
    sets = every[(every != up).all(axis=1)]
    held = np.stack([np.delete(sets, place, axis=1) for place in range(size)], axis=1)
    held, last = held.reshape(-1, size - 1), sets.ravel()
    cards = np.column_stack([held, last])
    if size == 3:
        three, pair = points.three[number_three(*sets.T)].repeat(3).astype(int), number_two(*held.T)
        high = np.array(list(VALUES))[cards >> 2].max(axis=1)
        shape = np.where(three > 0, HIGHEST + three, high)
        return States(cards, points.two[pair], shape, (pair, last))
    whole, place = number_four(*sets.T).repeat(4), np.tile(np.arange(4), len(sets))
    return States(cards, points.three[number_three(*held.T)], points.four[whole], (whole, place))


def solve(request: Request) -> Figures:
    """Every state's best decision, in groups with the exceptions of each."""
    points = deals.all_points()
    groups: list[dict[str, object]] = []
    for rank, decisions in enumerate(decide_all(bonus_beside(request))):
        for stage, size in (("third", 3), ("fourth", 4)):
            states = find_states(SUITS * rank, points, size)
            table = decisions.third if stage == "third" else decisions.fourth
            groups += _groups(stage, rank, states, table[states.at])
    return {"groups": len(groups), "strategy": groups}


def _groups(stage: str, rank: int, states: States, best: Array) -> Iterator[dict[str, object]]:
    """States that a player sees alike, with the decision of most of them and the exceptions."""
    census = np.zeros((HAND_POINTS, SHAPES, len(ACTIONS)), np.int64)
    np.add.at(census, (states.first, states.second, best), 1)
    usual = census.argmax(axis=-1)
    odd = _exceptions(states, best, best != usual[states.first, states.second])
    for first, second in np.argwhere(census.sum(axis=-1)).tolist():
        yield {
            "stage": stage,
            "up": RANKS[rank],
            **_group_words(stage, first, second),
            "states": int(census[first, second].sum()),
            "best": ACTIONS[int(usual[first, second])],
            "exceptions": odd.get((first, second), []),
        }


def _exceptions(states: States, best: Array, odd: Array) -> Exceptions:
    """One state of each class that a change of suits makes, by the group it stands in."""
    found: Exceptions = {}
    seen = set()
    columns = (states.cards, states.first, states.second, best)
    for cards, first, second, choice in zip(*(c[odd].tolist() for c in columns), strict=True):
        key = _class_of(cards)
        if key not in seen:
            seen.add(key)
            held, card = format_cards(cards[:-1]), format_cards(cards[-1:])
            exception = {"held": held, "card": card, "best": ACTIONS[choice]}
            found.setdefault((first, second), []).append(exception)
    return found


def _class_of(cards: list[int]) -> tuple[object, ...]:
    """The same for all states that differ by a change of the suits that the up card is not of."""
    suits: list[tuple[int, int]] = []
    for suit in range(SUITS):
        held = sum(1 << (card >> 2) for card in cards[:-1] if card & 3 == suit)
        last = 1 << (cards[-1] >> 2) if cards[-1] & 3 == suit else 0
        suits.append((held, last))
    return (suits[0], *sorted(suits[1:]))


def _group_words(stage: str, first: int, second: int) -> dict[str, int]:
    if stage == "fourth":
        return {"points_of_three": first, "points_of_four": second}
    if second < HIGHEST:
        return {"points_of_two": first, "points_of_three": 0, "high_card": second}
    return {"points_of_two": first, "points_of_three": second - HIGHEST}
