"""What each option is worth to a Buyout seat by the cards it has seen."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.games.buyout.bonus import MOST_POINTS
from pitboss.games.buyout.rules import ask_to_buy, bonus_row
from pitboss.games.buyout.score import points
from pitboss.games.contract import Option
from pitboss.games.events import DEALER, CardDealt
from pitboss.odds.buyout.unseen import Spread, Unseen, count_unseen
from pitboss.odds.figures import FOLDED, Chances, Figures, advice, net_cents
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import view

ORDER = ("refuse", "fold", "buy")
"""Of equal options the first is best: the smallest further wager, and refusing before folding."""

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
    unseen = count_unseen(table.hands[DEALER][1], seen)
    if len(hand) == 4:
        dealer = unseen.spread()
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
    hand: tuple[int, ...], unseen: Unseen, wagers: Wagers
) -> tuple[int, Cents, dict[str, Chances]]:
    """The options at the third card, added up over the fourth card that may come, and how they
    end; whoever has bought it decides best at the fourth."""
    dealt, totals = 0, {"buy": 0, "refuse": 0, "fold": 0}
    two, bought, refused = hand[:2], Chances(0, 0, 0), Chances(0, 0, 0)
    for fourth in unseen.cards:
        dealer = unseen.spread(fourth)
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


def solve(request: Request) -> Figures:
    """Every state's best decision, in groups with the exceptions of each."""
    from pitboss.odds.buyout.states import solve as solve_states

    return solve_states(request)
