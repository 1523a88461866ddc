"""What the dealer may end with when some cards have been seen: compiled, or plain where there is no
compiler. ``kernels/deals.py`` says how hands that stand and hands that draw are counted apart."""

from collections.abc import Collection
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple, Protocol

from pitboss.extras import has_extra
from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.games.buyout.score import points
from pitboss.odds import sets

MOST = 52
"""One more than five cards can make."""

ORDERS = 4
THREES = comb(sets.CARDS, 3)
UPS = 13
"""Up cards of one suit, whose hands stay scored, 0.3 MB each."""


class Spread(NamedTuple):
    """All deals of the dealer, and of those the ones under each number of points."""

    deals: int
    below: list[int]

    def net(self, total: int) -> int:
        """Deals won less deals lost with so many points."""
        return self.below[total] + self.below[total + 1] - self.deals


class Unseen(Protocol):
    """The cards that a seat has not seen."""

    @property
    def cards(self) -> tuple[int, ...]: ...

    def spread(self, fourth: int | None = None) -> Spread:
        """The dealer's points with all of them, or without the one that came fourth."""


def count_unseen(up: int, seen: Collection[int]) -> Unseen:
    """Count the dealer's hands from all cards but the up card and the others seen."""
    if has_extra("odds"):
        return Compiled(up, seen)
    return count_plain(up, frozenset(seen))


class Compiled:
    def __init__(self, up: int, seen: Collection[int]) -> None:
        from pitboss.odds.buyout.kernels import deals

        self._deals, self._counted = deals, deals.count_unseen(up, seen)
        self.cards = self._counted.cards

    def spread(self, fourth: int | None = None) -> Spread:
        return Spread(*self._deals.spread(self._counted, fourth))


def in_first_suit(card: int, up: int) -> int:
    """A card after the up card's suit and the first suit have changed places."""
    suit = card & 3
    if suit == up & 3:
        return card & ~3
    return card & ~3 | up & 3 if suit == 0 else card


class Scored(NamedTuple):
    """The dealer's hands with an up card: points of three more cards that stand, else 0; and of
    four more, with in how many orders the last of them is drawn, in one byte."""

    stand: bytes
    draw: bytes


@lru_cache(maxsize=UPS)
def score_all(up: int) -> Scored:
    """Every set of three and of four cards beside the up card, scored once."""
    kept = sets.scored(name_of(up), lambda: score_now(up))
    return Scored(kept[:THREES], kept[THREES:])


def name_of(up: int) -> str:
    return f"buyout-scored-{up}"


def score_now(up: int) -> bytes:
    """The threes, then the fours."""
    stand, draws = bytearray(), {}
    for three in sets.every(3):
        total = 0 if up in three else points((up, *three))
        draws[three] = up not in three and total < DRAWS_BELOW
        stand.append(0 if draws[three] else total)
    draw = bytearray()
    for a, b, c, d in sets.every(4):
        orders = draws[a, b, c] + draws[a, b, d] + draws[a, c, d] + draws[b, c, d]
        # A set with the up card in it is never left over, whatever stands for it.
        draw.append(points((up, a, b, c, d)) * ORDERS + orders - 1 if orders else 255)
    return bytes(stand + draw)


class Plain:
    """Counts by bits: in all, and with each card where one is taken away. The suits of the up card
    and the first change places, so that only thirteen up cards are ever scored."""

    def __init__(self, up: int, seen: Collection[int]) -> None:
        gone = {up, *seen}
        self.cards = tuple(card for card in range(sets.CARDS) if card not in gone)
        self._up = up
        scored = score_all(in_first_suit(up, up))
        turned = [in_first_suit(card, up) for card in gone]
        threes, fours = sets.apart(3, turned), sets.apart(4, turned)
        self._stand = {
            total: sets.where(scored.stand, [total]) & threes for total in sorted({*scored.stand})
        }
        self._draw = {
            value: sets.where(scored.draw, [value]) & fours for value in sorted({*scored.draw})
        }
        self._stand.pop(0, None)
        self._draw.pop(255, None)
        self._all = self._count(None)

    def _count(self, card: int | None) -> tuple[list[int], list[int]]:
        """Hands that stand and that draw, by points: all, or those with one card."""
        stand, draw = [0] * MOST, [0] * MOST
        with_three = -1 if card is None else sets.holding(3)[card]
        with_four = -1 if card is None else sets.holding(4)[card]
        for total, bits in self._stand.items():
            stand[total] = (bits & with_three).bit_count()
        for value, bits in self._draw.items():
            total, orders = divmod(value, ORDERS)
            draw[total] += (orders + 1) * (bits & with_four).bit_count()
        return stand, draw

    def spread(self, fourth: int | None = None) -> Spread:
        left = len(self.cards) - (fourth is not None)
        stand, draw = self._all
        if fourth is not None:
            taken = self._count(in_first_suit(fourth, self._up))
            stand = [one - other for one, other in zip(stand, taken[0], strict=True)]
            draw = [one - other for one, other in zip(draw, taken[1], strict=True)]
        counts = [one * (left - 3) + other for one, other in zip(stand, draw, strict=True)]
        below = [0, *accumulate(counts)]
        assert below[-1] == comb(left, 3) * (left - 3)
        return Spread(below[-1], below)


count_plain = lru_cache(maxsize=4)(Plain)
