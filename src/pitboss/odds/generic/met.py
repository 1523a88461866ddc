"""One question against a dealer's hand: the best answer for hands that are counted by score.

The settlement is the rules' own. They are asked with cards of each kind of hand against a dealer's
hand of each class that has less, as much or more; what a kind is, a game tells of its scores.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from pitboss.games.contract import Game, Limits, Settings
from pitboss.games.events import WagerSettled
from pitboss.games.opening import open_round
from pitboss.odds.generic.deal import SEAT, find_deal
from pitboss.odds.generic.hands import DealerOf, Hand, Hands, Spread
from pitboss.rounds.runner import replay

TRIED = 12
ENDS = ("win", "push", "lose")
SUITS = tuple(permutations(range(4)))

Rows = tuple[WagerSettled, ...]
Choose = Callable[[Hands, Spread], int]
"""The way that such hands are played, by its number."""


class Field:
    """All hands of a game, by kind and by the dealer's class; kinds are settled alike."""

    def __init__(
        self, hands: Sequence[Hands], dealer_of: DealerOf, kind_of: Callable[[int, Hand], Hashable]
    ) -> None:
        self.hands = hands
        self.dealers = sum(hands[0].spreads[0].counts)
        numbers: dict[Hashable, int] = {}
        self.kinds = {
            one.score: numbers.setdefault(kind_of(one.score, one.example), len(numbers))
            for one in hands
        }
        self._of_kind: defaultdict[int, list[Hands]] = defaultdict(list)
        self._of_class: defaultdict[int, list[Hands]] = defaultdict(list)
        for one in hands:
            self._of_kind[self.kinds[one.score]].append(one)
            self._of_class[dealer_of(one.score)].append(one)
        self._classes = sorted(self._of_class)
        self.meet = cache(self._meet)

    def _meet(self, kind: int, column: int) -> tuple[Hand, Hand]:
        """Cards of a kind and the dealer's, in one column of a spread."""
        his, ahead = self._of_class[self._classes[column // 3]], column % 3 - 1
        mine = self._of_kind[kind]
        for one, other in product(_some(mine), mine if ahead == 0 else _some(his)):
            if (other.score > one.score) - (other.score < one.score) == ahead:
                for hand, met, suits in product(one.examples, other.examples, SUITS):
                    turned = tuple(card & ~3 | suits[card & 3] for card in met)
                    if not set(hand) & set(turned):
                        return hand, turned
        raise LookupError(f"no cards of {kind} in column {column}")


def _some(hands: Sequence[Hands]) -> list[Hands]:
    """A few of them, the first and the last among them."""
    last = len(hands) - 1
    return [hands[place] for place in dict.fromkeys(last * n // TRIED for n in range(TRIED + 1))]


class Followed(NamedTuple):
    """Hands of one score that are played one way: the deals by column, and how many hands."""

    hands: Hands
    way: int
    deals: tuple[int, ...]
    number: int


class Settlement:
    """How the rules settle these wagers, and what is best with them."""

    def __init__(
        self, game: Game, settings: Settings, wagers: Mapping[str, int], field: Field
    ) -> None:
        self.game, self.field = game, field
        self.opening = open_round(game, settings._replace(limits=Limits()), {SEAT: wagers}, ())
        self.deal = find_deal(game, self.opening, (), 1)
        self.actions = [way[0].action if way else "" for way in self.deal.ways]
        further = [sum(decision.cents or 0 for decision in way) for way in self.deal.ways]
        self.preferred = sorted(range(len(further)), key=lambda way: further[way])
        self.rows = cache(self._rows)
        self.nets = cache(self._nets)
        self.outcomes = cache(self._outcomes)

    def _rows(self, kind: int, column: int) -> tuple[Rows, ...]:
        """How such cards are settled, on every way."""
        hand, dealer = self.field.meet(kind, column)
        laid = dict(zip((*self.deal.own, *self.deal.dealer), (*hand, *dealer), strict=True))
        opening = self.opening._replace(deck=tuple(laid[place] for place in sorted(laid)))
        return tuple(tuple(replay(self.game, opening, way).settlement) for way in self.deal.ways)

    def rows_of(self, hands: Hands) -> tuple[Rows, ...]:
        """How hands of one score are settled against some dealer's hand that they may meet."""
        counts = hands.spreads[0].counts
        column = next(place for place, count in enumerate(counts) if count)
        return self.rows(self.field.kinds[hands.score], column)

    def _nets(self, kind: int, column: int) -> tuple[int, ...]:
        return tuple(sum(row.net_cents for row in rows) for rows in self.rows(kind, column))

    def _outcomes(self, kind: int, column: int, main: str) -> tuple[int, ...]:
        return tuple(
            next(ENDS.index(row.outcome) for row in rows if row.wager == main)
            for rows in self.rows(kind, column)
        )

    def values(self, score: int, counts: Sequence[int]) -> list[int]:
        """What each way is worth to a hand, added up over the dealer's hands, in cents."""
        kind, values = self.field.kinds[score], [0] * len(self.actions)
        for column, count in enumerate(counts):
            if count:
                for way, net in enumerate(self.nets(kind, column)):
                    values[way] += count * net
        return values

    def main_ends(self, score: int, counts: Sequence[int], main: str) -> list[list[int]]:
        """On each way, how many of the dealer's hands the main wager wins, pushes and loses
        against."""
        kind, ends = self.field.kinds[score], [[0, 0, 0] for _ in self.actions]
        for column, count in enumerate(counts):
            if count:
                for way, place in enumerate(self.outcomes(kind, column, main)):
                    ends[way][place] += count
        return ends

    def best(self, hands: Hands, spread: Spread) -> int:
        """The way that is worth most; of equal ones the one that wagers less."""
        values = self.values(hands.score, spread.counts)
        return max(self.preferred, key=values.__getitem__)

    def follow(self, hands: Sequence[Hands], choose: Choose) -> Iterator[Followed]:
        """Hands by score, parted by the way they are played."""
        for one in hands:
            parted: defaultdict[int, list[Spread]] = defaultdict(list)
            for spread in one.spreads:
                parted[choose(one, spread)].append(spread)
            for way in sorted(parted):
                spreads = parted[way]
                columns = zip(*(spread.counts for spread in spreads), strict=True)
                times = [spread.hands for spread in spreads]
                deals = (
                    sum(n * by for n, by in zip(column, times, strict=True)) for column in columns
                )
                yield Followed(one, way, tuple(deals), sum(times))
