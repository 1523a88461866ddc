"""What each option is worth to a Duki seat by its own four cards, and the play of every hand."""

from fractions import Fraction
from functools import cache

from pitboss.cards import format_cards
from pitboss.games.duki.score import cards_of, category_of
from pitboss.odds.duki.kernels import count_all, count_hand, make_deck
from pitboss.odds.duki.strategy import DEALERS, Payer, Pays, Spread, gain
from pitboss.odds.figures import FOLDED, Chances, Figures, advice, exact, net_cents
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner

deck = cache(make_deck)


def advise(running: Runner) -> Figures:
    """The expectations of playing and folding, for the whole round."""
    table, seat = running.table, running.asked.seat
    ante, bonus, tip = (table.open_wagers[seat].get(one, 0) for one in ("ante", "bonus", "tip"))
    spread, pays = meet(Payer(table.opening.settings), tuple(table.hands[seat]))
    # Added up over the dealer's hands, in whole cents as pays are.
    played = DEALERS * net_cents(pays.bonus_row, bonus) - spread.lost * (2 * ante + tip)
    for qualified, count in zip((0, 3, 4), spread[:3], strict=True):
        _, paid = pays.over[qualified][0].win(ante)
        played += count * (paid + (ante if qualified else 0) - tip)
    values = {
        "play": Fraction(played, DEALERS * ante),
        "fold": Fraction(-(ante + bonus + tip), ante),
    }
    won = DEALERS - spread.tied - spread.lost
    chances = {"play": Chances(won, spread.tied, spread.lost), "fold": FOLDED}
    return advice(running.asked, values, ("fold", "play"), chances)


def meet(payer: Payer, hand: tuple[int, ...]) -> tuple[Spread, Pays]:
    """How the dealer's hands stand to one hand, counted now, and what it is paid."""
    value, dealers = count_hand(hand, deck(payer.ace_low), payer.ace_low)
    return Spread._make((*dealers, 1)), payer.pays(value, hand)


def solve(request: Request) -> Figures:
    """All 16,432 classes of hands that differ by a change of suits alone, the best hand first.

    The gain of a class is playing less folding.
    """
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    counted = count_all(payer.ace_low)
    columns = (counted.cards, counted.scores, counted.dealers, counted.ways)
    classes = []
    for cards, value, dealers, ways in zip(*(c.tolist() for c in columns), strict=True):
        worth = gain(Spread._make((*dealers, ways)), payer.pays(value, tuple(cards)), ratio)
        classes.append((value, worth / DEALERS, cards, ways))
    classes.sort(key=lambda one: one[:2], reverse=True)
    return {
        "classes": len(classes),
        "strategy": [
            {
                "hand": format_cards(cards),
                "duki": cards_of(value),
                "category": category_of(value),
                "hands": ways,
                "best": "play" if worth > 0 else "fold",
                "gain": exact(worth),
            }
            for value, worth, cards, ways in classes
        ],
    }
