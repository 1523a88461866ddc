"""What each option is worth to a Buyout seat by the cards it has seen, and every state's decision.

For the full strategy, to look up or to play by, states are told in array arithmetic: that is done
once for an up card, not for every deal.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANKS, format_cards
from pitboss.games.buyout.bonus import MOST_POINTS
from pitboss.games.buyout.rules import ask_to_buy, bonus_row
from pitboss.games.buyout.score import VALUES, points
from pitboss.games.contract import Decision, Option, Table
from pitboss.games.events import DEALER, CardDealt
from pitboss.odds.buyout.endings import ACTIONS, HAND_POINTS, Bonus, Thresholds
from pitboss.odds.buyout.kernels.dealer import count_dealer
from pitboss.odds.buyout.kernels.decisions import SUITS, Decisions, decide, read_worth
from pitboss.odds.buyout.kernels.tables import Points, all_points, number_four, number_two
from pitboss.odds.buyout.kernels.thresholds import HIGHEST, SHAPES, follow
from pitboss.odds.buyout.kernels.unseen import Spread, Unseen, count_unseen, spread
from pitboss.odds.buyout.price import bonus_beside
from pitboss.odds.figures import Figures, advice, net_cents
from pitboss.odds.progress import run_parts
from pitboss.odds.ranks import Array
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import view

ORDER = ("refuse", "fold", "buy")
"""Of equal options the first is best: the smallest further wager, and refusing before folding."""

SEAT = 1
BUY = Option("buy", 1, 1)

Cents = dict[str, int]
"""Expectations by action: cents, times the dealer's deals."""


class Wagers(NamedTuple):
    """A seat's wagers in cents; ``bonus_nets`` is what the bonus comes to by points."""

    first: int
    bonus: int
    bonus_nets: list[int]
    four_cards: bool

    def challenge(self, spread: Spread, played: tuple[int, ...], counted: tuple[int, ...]) -> int:
        """The net of a hand that challenges the dealer, with the hand that the bonus counts."""
        units = len(played) - 1
        bonus = self.bonus_nets[points(counted)]
        return units * self.first * spread.net(points(played)) + spread.deals * bonus

    def fold(self, spread: Spread, units: int) -> int:
        return -spread.deals * (units * self.first + self.bonus)


def advise(running: Runner) -> Figures:
    """The expectation of every option for the whole round, in units of the first wager."""
    question = running.asked
    table, seat = running.table, question.seat
    hand = tuple(table.hands[seat])
    unseen = count_unseen(table.hands[DEALER][1], seen_cards(running, seat))
    wagers = read_wagers(table, seat)
    if len(hand) == 4:
        dealer = spread(unseen)
        deals, cents = dealer.deals, fourth_cents(hand, dealer, wagers)
    else:
        deals, cents = third_cents(hand, unseen, wagers)
    values = {action: Fraction(worth, deals * wagers.first) for action, worth in cents.items()}
    return advice(question, values, ORDER)


def seen_cards(running: Runner, seat: int) -> set[int]:
    """Every card that was dealt where this seat could see it."""
    return {
        event.card
        for event in view(running.table.events, seat)
        if isinstance(event, CardDealt) and event.card is not None
    }


def read_wagers(table: Table, seat: int) -> Wagers:
    made = table.open_wagers[seat]
    bonus = made.get("bonus", 0)
    paytable = table.paytable("bonus")
    nets = [net_cents(bonus_row(paytable, total), bonus) for total in range(MOST_POINTS + 1)]
    return Wagers(made["first"], bonus, nets, table.rulings["bonus-hand"] == "four-cards")


def legal_actions(hand: tuple[int, ...]) -> list[str]:
    """What the rules let a seat do with such a hand."""
    return [option.action for option in ask_to_buy(list(hand), SEAT, BUY).options]


def fourth_cents(hand: tuple[int, ...], dealer: Spread, wagers: Wagers) -> Cents:
    """The options at the fourth card, legal or not."""
    three = hand[:3]
    return {
        "buy": wagers.challenge(dealer, hand, hand),
        "refuse": wagers.challenge(dealer, three, hand if wagers.four_cards else three),
        "fold": wagers.fold(dealer, 2),
    }


def third_cents(hand: tuple[int, ...], unseen: Unseen, wagers: Wagers) -> tuple[int, Cents]:
    """The options at the third card, added up over the fourth card that may come."""
    deals, totals = 0, {"buy": 0, "refuse": 0, "fold": 0}
    two = hand[:2]
    for fourth in unseen.cards:
        dealer = spread(unseen, fourth)
        four = (*hand, fourth)
        later = fourth_cents(four, dealer, wagers)
        totals["buy"] += max(later[action] for action in legal_actions(four))
        totals["refuse"] += wagers.challenge(dealer, two, four if wagers.four_cards else two)
        totals["fold"] += wagers.fold(dealer, 1)
        deals += dealer.deals
    return deals, totals


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
        question = running.asked
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


CHOOSE = np.array([[comb(card, place + 1) for card in range(52)] for place in range(4)])
"""What each card adds to the number of a rising set, by its place."""


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


def number(sets: Array) -> Array:
    """The numbers of rising sets, as ``tables`` numbers them."""
    found: Array = sum(CHOOSE[place, sets[:, place]] for place in range(sets.shape[1]))
    return found


def find_states(up: int, points: Points, size: int) -> States:
    """All states with three or four cards seen: each card of a set in turn is the last."""
    every = rising_sets(size)
    sets = every[(every != up).all(axis=1)]
    held = np.stack([np.delete(sets, place, axis=1) for place in range(size)], axis=1)
    held, last = held.reshape(-1, size - 1), sets.ravel()
    whole = np.repeat(number(sets), size)
    cards = np.column_stack([held, last])
    if size == 3:
        three, high = points.three[whole].astype(int), np.array(list(VALUES))[cards >> 2]
        shape = np.where(three > 0, HIGHEST + three, high.max(axis=1))
        return States(cards, points.two[number(held)], shape, (number(held), last))
    place = np.tile(np.arange(size), len(sets))
    return States(cards, points.three[number(held)], points.four[whole], (whole, place))


def solve(request: Request) -> Figures:
    """Every state's best decision, in groups with the exceptions of each."""
    points = all_points()
    book = optimal_book(bonus_beside(request))
    groups: list[dict[str, object]] = []
    for rank, decisions in enumerate(book.by_rank):
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
