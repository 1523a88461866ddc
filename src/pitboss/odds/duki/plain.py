"""How the dealer's hands stand to one hand of Duki, counted without a compiler."""

import json
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import comb
from typing import NamedTuple

from pitboss.games.duki.score import FOUR_CARDS, THREE_CARDS, score
from pitboss.odds import sets

HAND = 4
HANDS = comb(sets.CARDS, HAND)
NAMES = ("duki-scored-ace-high", "duki-scored-ace-low")
BYTE = 256


class Ranked(NamedTuple):
    """All scores in rising order, and the place of each hand's score among them, in two bytes."""

    scores: list[int]
    high: bytes
    low: bytes

    def below(self, place: int) -> int:
        """The hands whose score stands before a place, as bits."""
        high, low = divmod(place, BYTE)
        level = sets.where(self.high, [high])
        return sets.where(self.high, range(high)) | level & sets.where(self.low, range(low))


@cache
def rank_all(ace_low: bool) -> Ranked:
    """Every hand scored once, by the table's own score."""
    kept = sets.scored(NAMES[ace_low], lambda: rank_now(ace_low))
    high, low = kept[-2 * HANDS : -HANDS], kept[-HANDS:]
    return Ranked(json.loads(kept[: -2 * HANDS]), high, low)


def rank_now(ace_low: bool) -> bytes:
    """All scores as JSON, then the places."""
    values = [score(a, b, c, d, ace_low) for a, b, c, d in sets.every(HAND)]
    scores = sorted(set(values))
    place = {value: at for at, value in enumerate(scores)}
    places = [place[value] for value in values]
    high, low = bytes(at // BYTE for at in places), bytes(at % BYTE for at in places)
    return json.dumps(scores).encode() + high + low


def count_hand(hand: Sequence[int], ace_low: bool) -> tuple[int, tuple[int, ...]]:
    """One hand's score; and of the dealer's hands without a Duki, with one of three cards and of
    four, those with a lower score, the same and a higher one."""
    a, b, c, d = hand
    own, ranked = score(a, b, c, d, ace_low), rank_all(ace_low)
    free = sets.apart(HAND, hand)

    def before(value: int) -> int:
        place = bisect_left(ranked.scores, value)
        return (ranked.below(place) & free).bit_count()

    counts: list[int] = []
    for low, high in pairwise((0, THREE_CARDS, FOUR_CARDS, ranked.scores[-1] + 1)):
        ends = (low, min(max(own, low), high), min(max(own + 1, low), high), high)
        counts += (after - less for less, after in pairwise(map(before, ends)))
    return own, tuple(counts)
