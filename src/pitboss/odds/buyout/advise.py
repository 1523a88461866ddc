"""What each option is worth to a Buyout seat, given every card it has seen at the table."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.games.buyout.bonus import MOST_POINTS
from pitboss.games.buyout.rules import ask_to_buy, bonus_row
from pitboss.games.buyout.score import points
from pitboss.games.contract import Option
from pitboss.games.events import DEALER, CardDealt
from pitboss.games.table import Table
from pitboss.odds.buyout.kernels.unseen import Spread, Unseen, count_unseen, spread
from pitboss.odds.figures import Figures, advice, net_cents
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
