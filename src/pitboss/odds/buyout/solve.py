"""The full Buyout strategy: every state's decision, to look up or to play by."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, format_cards
from pitboss.games.contract import Decision
from pitboss.games.events import DEALER
from pitboss.odds.buyout.endings import ACTIONS, Bonus, Thresholds
from pitboss.odds.buyout.kernels.census import exceptions, take_census
from pitboss.odds.buyout.kernels.dealer import count_dealer
from pitboss.odds.buyout.kernels.decisions import SUITS, Decisions, decide, read_worth
from pitboss.odds.buyout.kernels.tables import (
    Points,
    all_points,
    number_four,
    number_three,
    number_two,
)
from pitboss.odds.buyout.kernels.thresholds import HIGHEST, follow, shape_of
from pitboss.odds.buyout.price import bonus_beside
from pitboss.odds.figures import Figures
from pitboss.odds.progress import run_parts
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner

Exceptions = dict[tuple[int, int], list[dict[str, str]]]


class Book(NamedTuple):
    """The decisions for an up card of each rank, its suit being the first."""

    by_rank: list[Decisions]

    def third(self, up: int, two: Sequence[int], card: int) -> str:
        """What to do with the third card."""
        cards = [in_first_suit(one, up) for one in (*two, card)]
        pair = number_two(*sorted(cards[:2]))
        return ACTIONS[self.by_rank[up >> 2].third[pair, cards[2]]]

    def fourth(self, up: int, three: Sequence[int], card: int) -> str:
        """What to do with the fourth card."""
        cards = [in_first_suit(one, up) for one in (*three, card)]
        ordered = sorted(cards)
        place = ordered.index(cards[3])
        return ACTIONS[self.by_rank[up >> 2].fourth[number_four(*ordered), place]]

    def decide(self, running: Runner) -> Decision:
        """Answer the open question of a round with one seat."""
        question = running.question
        assert question is not None
        hand, up = running.table.hands[question.seat], running.table.hands[DEALER][1]
        look_up = self.third if len(hand) == 3 else self.fourth
        return Decision(question.seat, look_up(up, hand[:-1], hand[-1]))


def in_first_suit(card: int, up: int) -> int:
    """A card after the up card's suit and the first suit have changed places."""
    suit = card & 3
    if suit == up & 3:
        return card & ~3
    return card & ~3 | up & 3 if suit == 0 else card


def optimal_book(bonus: Bonus | None) -> Book:
    points, worth = all_points(), read_worth(bonus)
    return Book(
        run_parts(
            "buyout",
            range(13),
            lambda rank: decide(count_dealer(SUITS * rank), points, worth),
        )
    )


def book_by(rows: list[Thresholds]) -> Book:
    points = all_points()
    return Book([follow(SUITS * rank, points, row) for rank, row in enumerate(rows)])


def solve(request: Request) -> Figures:
    """Every state's best decision, in groups with the exceptions of each."""
    points = all_points()
    book = optimal_book(bonus_beside(request))
    groups = []
    for rank, decisions in enumerate(book.by_rank):
        up = SUITS * rank
        census = take_census(up, points, decisions)
        odd = exceptions(up, points, decisions, census)
        for stage, counts, states in zip(("third", "fourth"), census, odd, strict=True):
            groups += list(_groups(stage, up, counts, _exceptions(states, points, stage)))
    return {"groups": len(groups), "strategy": groups}


def _exceptions(states: list[list[int]], points: Points, stage: str) -> Exceptions:
    """One state of each class that a change of suits makes, by the group it stands in."""
    found: Exceptions = {}
    seen = set()
    for *cards, choice in states:
        key = _class_of(cards)
        if key in seen:
            continue
        seen.add(key)
        group = _group_of(cards, points, stage)
        found.setdefault(group, []).append(
            {
                "held": format_cards(cards[:-1]),
                "card": format_cards(cards[-1:]),
                "best": ACTIONS[choice],
            }
        )
    return found


def _class_of(cards: list[int]) -> tuple[object, ...]:
    """The same for all states that differ by a change of the suits that the up card is not of."""
    suits: list[tuple[int, int]] = []
    for suit in range(SUITS):
        held = sum(1 << (card >> 2) for card in cards[:-1] if card & 3 == suit)
        last = 1 << (cards[-1] >> 2) if cards[-1] & 3 == suit else 0
        suits.append((held, last))
    return (suits[0], *sorted(suits[1:]))


def _group_of(cards: list[int], points: Points, stage: str) -> tuple[int, int]:
    if stage == "third":
        a, b, c = sorted(cards)
        shape = shape_of(points.three[number_three(a, b, c)], (a, b, c))
        return int(points.two[number_two(*sorted(cards[:2]))]), int(shape)
    three = points.three[number_three(*sorted(cards[:3]))]
    return int(three), int(points.four[number_four(*sorted(cards))])


def _groups(
    stage: str, up: int, census: NDArray[np.int64], odd: Exceptions
) -> Iterator[dict[str, object]]:
    for first, second in np.argwhere(census.sum(axis=-1)).tolist():
        counts = census[first, second]
        yield {
            "stage": stage,
            "up": RANKS[up // SUITS],
            **_group_words(stage, first, second),
            "states": int(counts.sum()),
            "best": ACTIONS[int(counts.argmax())],
            "exceptions": odd.get((first, second), []),
        }


def _group_words(stage: str, first: int, second: int) -> dict[str, int]:
    if stage == "fourth":
        return {"points_of_three": first, "points_of_four": second}
    if second < HIGHEST:
        return {"points_of_two": first, "points_of_three": 0, "high_card": second}
    return {"points_of_two": first, "points_of_three": second - HIGHEST}
