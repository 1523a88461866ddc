"""What known cards are worth, found slowly: every leak and every hand that fits it, in turn."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from .naive_odds import ante_odds, duki_key, points
from .naive_omaha import CATEGORIES, Card, best_omaha, category, top_of
from .naive_omaha_odds import best_pair, rank_pairs


def duki_gain(hand: tuple[str, ...], dealer: tuple[str, ...], rulings: dict[str, str]) -> int:
    """What playing against this dealer's hand comes to above folding."""
    mine, theirs = duki_key(hand, rulings["ace"]), duki_key(dealer, rulings["ace"])
    if theirs == (0,):
        return ante_odds(hand, 0, rulings) + 1
    if mine == theirs:
        return 1
    return ante_odds(hand, theirs[0], rulings) + 2 if mine > theirs else -1


class Duki:
    """A hand against a dealer whose cards come from a few."""

    def __init__(self, hand: tuple[str, ...], cards: list[str], rulings: dict[str, str]) -> None:
        self.cards = cards
        self.gains = {
            frozenset(dealer): duki_gain(hand, dealer, rulings) for dealer in combinations(cards, 4)
        }

    def with_cards(self, number: int) -> int:
        """So many of the dealer's cards known: played wherever that gains."""
        total = 0
        for known in combinations(self.cards, number):
            seen = frozenset(known)
            total += max(0, sum(gain for hand, gain in self.gains.items() if seen <= hand))
        return total

    def without_cards(self) -> int:
        """Four other cards known not to be the dealer's: played wherever that gains."""
        total = 0
        for known in combinations(self.cards, 4):
            left = (gain for hand, gain in self.gains.items() if not hand & frozenset(known))
            total += max(0, sum(left))
        return total


def dealers(two: tuple[str, str], unseen: list[str]) -> dict[int, Fraction]:
    """The chances of Buyout's dealer with both cards known: two more, and a fifth below 13."""
    chances: dict[int, Fraction] = {}
    pairs = list(combinations(unseen, 2))
    for pair in pairs:
        held = frozenset((*two, *pair))
        ends = [points(held)]
        if ends[0] < 13:
            ends = [points(held | {fifth}) for fifth in unseen if fifth not in pair]
        for end in ends:
            share = Fraction(1, len(pairs) * len(ends))
            chances[end] = chances.get(end, Fraction(0)) + share
    return chances


def net(cards: tuple[str, ...], chances: dict[int, Fraction]) -> Fraction:
    """Won less lost with these cards, times the wagers behind them."""
    mine = points(frozenset(cards))
    won = sum((chance for end, chance in chances.items() if end < mine), Fraction(0))
    lost = sum((chance for end, chance in chances.items() if end > mine), Fraction(0))
    return (len(cards) - 1) * (won - lost)


def best_fourth(hand: tuple[str, ...], chances: dict[int, Fraction]) -> Fraction:
    """The best that can be done with four cards."""
    options = [Fraction(-2)]
    if points(frozenset(hand)):
        options.append(net(hand, chances))
    if points(frozenset(hand[:3])):
        options.append(net(hand[:3], chances))
    return max(options)


def buy_third(two: tuple[str, str], hand: tuple[str, ...], unseen: list[str]) -> Fraction:
    """What buying the third card is worth against a dealer with these two cards."""
    total = Fraction(0)
    for fourth in unseen:
        left = [card for card in unseen if card != fourth]
        total += best_fourth((*hand, fourth), dealers(two, left))
    return total / len(unseen)


def omaha_row(
    hole: list[Card], flop: list[Card], unseen: list[Card], known: list[Card], turn: Card | None
) -> list[int]:
    """Ties, wins by category and losses with some of the dealer's cards, or the turn, known."""
    found: Counter[str] = Counter()
    ends = [(turn, card) for card in unseen] if turn else list(combinations(unseen, 2))
    for end in ends:
        board = [*flop, *end]
        own = best_pair(rank_pairs(board, hole), hole)
        rest = [card for card in unseen if card not in end]
        ranks = rank_pairs(board, [*known, *rest])
        for others in combinations(rest, 4 - len(known)):
            other = best_pair(ranks, (*known, *others))
            name = category(own) if own > other else "tie" if own == other else "loss"
            found[name] += 1
    return [found["tie"], *(found[name] for name in CATEGORIES), found["loss"]]


def omaha_on_four(hole: list[Card], four: list[Card]) -> tuple[int, bool]:
    """The place of the hand's category on four board cards, high card first as 1; and whether the
    river may bring a flush, where the board has two of a suit, or a straight by two ranks."""
    made = best_omaha(hole, four)[0]
    suits, held = Counter(suit for _, suit in four), Counter(suit for _, suit in hole)
    flush = any(held[suit] >= 2 for suit, number in suits.items() if number == 2)
    straights = {
        river
        for river in range(2, 15)
        for two in combinations(hole, 2)
        for three in combinations([*four, (river, "")], 3)
        if (river, "") in three and top_of(tuple(sorted(rank for rank, _ in (*two, *three))))
    }
    return made + 1, flush or (made < CATEGORIES.index("straight") and len(straights) > 1)
