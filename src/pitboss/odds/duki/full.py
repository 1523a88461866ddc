"""The full Duki strategy: every class of hands, played or folded."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import format_cards
from pitboss.games.duki.score import cards_of, category_of, score
from pitboss.odds.duki import strategy
from pitboss.odds.duki.counting import count_all, count_hand, make_deck
from pitboss.odds.duki.hands import DEALERS, Spread, all_hands
from pitboss.odds.duki.pays import Payer
from pitboss.odds.duki.pricing import gain
from pitboss.odds.figures import Figures, exact
from pitboss.odds.request import Request

Suits = tuple[int, ...]


class HandClass(NamedTuple):
    """Hands that differ by a change of suits alone; ``gain`` is playing less folding."""

    cards: tuple[int, ...]
    score: int
    hands: int
    gain: Fraction


def suits_of(hand: Sequence[int]) -> Suits:
    """The ranks in each suit as bits, the suits in falling order: the same for a whole class."""
    suits = [0, 0, 0, 0]
    for card in hand:
        suits[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(suits, reverse=True))


def classes(request: Request) -> Iterator[HandClass]:
    """All 16,432 classes."""
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    counted = count_all(payer.ace_low)
    columns = (counted.cards, counted.scores, counted.dealers, counted.ways)
    for cards, value, dealers, ways in zip(*(c.tolist() for c in columns), strict=True):
        hand = tuple(cards)
        none, three, four, equal = dealers
        worth = gain(Spread(none, three, four, equal, ways), payer.pays(value, hand), ratio)
        yield HandClass(hand, value, ways, worth / DEALERS)


def chooser(request: Request) -> Callable[[Sequence[int]], bool]:
    """Whether a hand is played, by the optimum or by the request's threshold."""
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    if request.strategy is not None:
        hands = all_hands(request.settings.rulings["ace"])
        threshold = strategy.read_threshold(request.strategy, hands, payer, ratio)
        return lambda hand: score(hand[0], hand[1], hand[2], hand[3], payer.ace_low) >= threshold
    deck = make_deck(payer.ace_low)
    known: dict[Suits, bool] = {}

    def plays(hand: Sequence[int]) -> bool:
        suits = suits_of(hand)
        if suits not in known:
            value, dealers = count_hand(tuple(hand), deck, payer.ace_low)
            none, three, four, equal = dealers
            pays = payer.pays(value, tuple(hand))
            known[suits] = gain(Spread(none, three, four, equal, 1), pays, ratio) > 0
        return known[suits]

    return plays


def full_strategy(request: Request) -> Figures:
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
