"""What each option is worth to a Duki seat by its own four cards, and the play of every hand."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pitboss.cards import format_cards
from pitboss.games.duki.score import cards_of, category_of
from pitboss.odds.duki.hands import DEALERS, Payer, Pays, Spread, gain
from pitboss.odds.duki.kernels import count_all, count_hand, make_deck
from pitboss.odds.figures import Figures, advice, exact, net_cents
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner

deck = cache(make_deck)


class Wagers(NamedTuple):
    """A seat's wagers in cents."""

    ante: int
    bonus: int = 0
    tip: int = 0


def advise(running: Runner) -> Figures:
    """The expectations of playing and folding, for the whole round."""
    table, seat = running.table, running.asked.seat
    made = table.open_wagers[seat]
    wagers = Wagers(made["ante"], made.get("bonus", 0), made.get("tip", 0))
    spread, pays = meet(Payer(table.opening.settings), tuple(table.hands[seat]))
    played = played_cents(spread, pays, wagers)
    values = {
        "play": Fraction(played, DEALERS * wagers.ante),
        "fold": Fraction(-sum(wagers), wagers.ante),
    }
    return advice(running.asked, values, ("fold", "play"))


def meet(payer: Payer, hand: tuple[int, ...]) -> tuple[Spread, Pays]:
    """How the dealer's hands stand to one hand, counted now, and what it is paid."""
    value, dealers = count_hand(hand, deck(payer.ace_low), payer.ace_low)
    return Spread._make((*dealers, 1)), payer.pays(value, hand)


def played_cents(spread: Spread, pays: Pays, wagers: Wagers) -> int:
    """The net of a played hand, added up over the dealer's hands; pays are whole cents."""
    won = 0
    for qualified, count in zip((0, 3, 4), spread[:3], strict=True):
        _, ante = pays.over[qualified][0].win(wagers.ante)
        play = wagers.ante if qualified else 0
        won += count * (ante + play - wagers.tip)
    lost = spread.lost * (2 * wagers.ante + wagers.tip)
    return won - lost + DEALERS * net_cents(pays.bonus_row, wagers.bonus)


class HandClass(NamedTuple):
    """Hands that differ by a change of suits alone; ``gain`` is playing less folding."""

    cards: tuple[int, ...]
    score: int
    hands: int
    gain: Fraction


def classes(request: Request) -> Iterator[HandClass]:
    """All 16,432 classes."""
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    counted = count_all(payer.ace_low)
    columns = (counted.cards, counted.scores, counted.dealers, counted.ways)
    for cards, value, dealers, ways in zip(*(c.tolist() for c in columns), strict=True):
        hand = tuple(cards)
        worth = gain(Spread._make((*dealers, ways)), payer.pays(value, hand), ratio)
        yield HandClass(hand, value, ways, worth / DEALERS)


def solve(request: Request) -> Figures:
    """Every class, the best hand first; the expectation of playing is against folding's -1."""
    ordered = sorted(classes(request), key=lambda one: (one.score, one.gain), reverse=True)
    return {
        "classes": len(ordered),
        "strategy": [
            {
                "hand": format_cards(one.cards),
                "duki": cards_of(one.score),
                "category": category_of(one.score),
                "hands": one.hands,
                "best": "play" if one.gain > 0 else "fold",
                "gain": exact(one.gain),
            }
            for one in ordered
        ],
    }
