"""What each option is worth to a Buyout seat by the cards it has seen, and every state's decision.

For the full strategy, to look up or to play by, states are told in array arithmetic: that is done
once for an up card, not for every deal.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANKS, format_cards
from pitboss.games.buyout.bonus import MOST_POINTS
from pitboss.games.buyout.rules import ask_to_buy, bonus_row
from pitboss.games.buyout.score import VALUES, points
from pitboss.games.contract import Decision, Option
from pitboss.games.events import DEALER, CardDealt
from pitboss.odds.buyout.kernels import deals
from pitboss.odds.buyout.kernels.deals import Points, Spread, number_four, number_three, number_two
from pitboss.odds.buyout.kernels.decisions import HIGHEST, SHAPES, SUITS, Decisions, decide_all
from pitboss.odds.buyout.price import bonus_beside
from pitboss.odds.buyout.strategy import ACTIONS, HAND_POINTS
from pitboss.odds.figures import FOLDED, Chances, Figures, advice, net_cents
from pitboss.odds.ranks import Array
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import view

ORDER = ("refuse", "fold", "buy")
"""Of equal options the first is best: the smallest further wager, and refusing before folding."""

BUY = Option("buy", 1, 1)

Cents = dict[str, int]
"""Expectations by action: cents, times the dealer's deals."""
Exceptions = dict[tuple[int, int], list[dict[str, str]]]


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
    question, table = running.asked, running.table
    seat = question.seat
    hand, made = tuple(table.hands[seat]), table.open_wagers[seat]
    bonus, paytable = made.get("bonus", 0), table.paytable("bonus")
    nets = [net_cents(bonus_row(paytable, total), bonus) for total in range(MOST_POINTS + 1)]
    wagers = Wagers(made["first"], bonus, nets, table.rulings["bonus-hand"] == "four-cards")
    seen = {
        event.card
        for event in view(table.events, seat)
        if isinstance(event, CardDealt) and event.card is not None
    }
    unseen = deals.count_unseen(table.hands[DEALER][1], seen)
    if len(hand) == 4:
        dealer = deals.spread(unseen)
        dealt, cents = dealer.deals, fourth_cents(hand, dealer, wagers)
        chances = fourth_chances(hand, dealer)
    else:
        dealt, cents, chances = third_cents(hand, unseen, wagers)
    values = {action: Fraction(worth, dealt * wagers.first) for action, worth in cents.items()}
    return advice(question, values, ORDER, chances)


def meet(spread: Spread, played: tuple[int, ...]) -> Chances:
    """How a hand that challenges the dealer ends."""
    total = points(played)
    lower, not_higher = spread.below[total : total + 2]
    return Chances(lower, not_higher - lower, spread.deals - not_higher)


def fourth_chances(hand: tuple[int, ...], dealer: Spread) -> dict[str, Chances]:
    """How the options at the fourth card end, legal or not."""
    return {"buy": meet(dealer, hand), "refuse": meet(dealer, hand[:3]), "fold": FOLDED}


def fourth_cents(hand: tuple[int, ...], dealer: Spread, wagers: Wagers) -> Cents:
    """The options at the fourth card, legal or not."""
    three = hand[:3]
    return {
        "buy": wagers.challenge(dealer, hand, hand),
        "refuse": wagers.challenge(dealer, three, hand if wagers.four_cards else three),
        "fold": wagers.fold(dealer, 2),
    }


def third_cents(
    hand: tuple[int, ...], unseen: deals.Unseen, wagers: Wagers
) -> tuple[int, Cents, dict[str, Chances]]:
    """The options at the third card, added up over the fourth card that may come, and how they
    end; whoever has bought it decides best at the fourth."""
    dealt, totals = 0, {"buy": 0, "refuse": 0, "fold": 0}
    two, bought, refused = hand[:2], Chances(0, 0, 0), Chances(0, 0, 0)
    for fourth in unseen.cards:
        dealer = deals.spread(unseen, fourth)
        four = (*hand, fourth)
        later = fourth_cents(four, dealer, wagers)
        legal = [option.action for option in ask_to_buy(list(four), 1, BUY).options]
        best = max(sorted(legal, key=ORDER.index), key=later.__getitem__)
        totals["buy"] += later[best]
        bought = add_deals(bought, fourth_chances(four, dealer)[best], dealer.deals)
        refused = add_deals(refused, meet(dealer, two), dealer.deals)
        totals["refuse"] += wagers.challenge(dealer, two, four if wagers.four_cards else two)
        totals["fold"] += wagers.fold(dealer, 1)
        dealt += dealer.deals
    return dealt, totals, {"buy": bought, "refuse": refused, "fold": FOLDED}


def add_deals(so_far: Chances, more: Chances, number: int) -> Chances:
    """Chances with those of one more card, which stand for so many deals."""
    times = number // sum(more)
    return Chances(*(one + times * other for one, other in zip(so_far, more, strict=True)))


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


def in_first_suit(card: int, up: int) -> int:
    """A card after the up card's suit and the first suit have changed places."""
    suit = card & 3
    if suit == up & 3:
        return card & ~3
    return card & ~3 | up & 3 if suit == 0 else card


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
