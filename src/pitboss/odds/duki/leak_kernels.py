"""Duki with cards known that nobody should know: every deal with every leak, by hand.

For a hand of each class, what playing gains over folding is added up over the dealer's hands: all
of them, and those with each one, two and three cards. A leaked part of the dealer's hand is such a
sum. What a neighbour's four cards leave of the dealer's hands follows by inclusion and exclusion.

Sets of cards are numbered so that those which differ in their lowest card alone lie side by side,
and the innermost loops run over that card.
"""

from bisect import bisect_right
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.duki.score import FOUR_CARDS, score
from pitboss.odds.compiled import compiled
from pitboss.odds.generic.numbering import Array, all_hands, hand_classes
from pitboss.odds.parts import Whole, sum_parts

PAIRS, THREES = 1_326, 22_100
CHOICES = 6
"""What is known: nothing, one to four of the dealer's cards, or one neighbour's four."""

SPREADS = 10
"""By how many the suit that is seen most often is ahead of the rarest: none up to nine or more."""

KINDS = 13 + 2 + 3 + SPREADS
"""What a simple rule goes by: the rank of one card, the suits of two, the suits of three; and with
a neighbour's four the spread of the suits that are seen, one's own cards too."""

FIRST_KIND = (0, 13, 15, 18, KINDS)
"""Where the kinds of one, two and three cards and of a neighbour start."""

HANDS_A_PART = 256


class Gains(NamedTuple):
    """What playing one hand gains over folding it, against a dealer's hand of each kind."""

    unqualified: int
    beaten_three: int
    beaten_four: int
    tied: int
    lost: int


class Sums(NamedTuple):
    """One hand's gains, added up over the dealer's hands with given cards; ``live`` is 1 for a
    card that the dealer may have."""

    live: Array
    one: Array
    two: Array
    three: Array


@compiled
def _gain(dealer: int, player: int, gains: Gains) -> int:
    if dealer == 0:
        return gains.unqualified
    if dealer > player:
        return gains.lost
    if dealer == player:
        return gains.tied
    return gains.beaten_four if dealer >= FOUR_CARDS else gains.beaten_three


@compiled
def _fill_row(scores: Array, player: int, gains: Gains, live: Array, row: Array) -> None:
    """The gains against the dealer's hands of three given cards and each lower one; 0 where that
    cannot be his."""
    for a in range(len(scores)):
        row[a] = live[a] * _gain(scores[a], player, gains)


@compiled
def add_up(scores: Array, player: int, gains: Gains, sums: Sums) -> int:
    """Fill the sums, and give the sum over all dealer's hands."""
    live, one, two, three = sums
    one[:] = 0
    two[:] = 0
    three[:] = 0
    row = np.empty(52, np.int32)
    total = 0
    for d in range(52):
        at_d, of_d = d * (d - 1) // 2, d * (d - 1) * (d - 2) // 6
        first = d * (d - 1) * (d - 2) * (d - 3) // 24
        for c in range(d):
            at_c, of_c = c * (c - 1) // 2, c * (c - 1) * (c - 2) // 6
            for b in range(c):
                if not (live[b] and live[c] and live[d]):
                    continue
                at_b = b * (b - 1) // 2
                start = first + of_c + at_b
                _fill_row(scores[start : start + b], player, gains, live, row)
                whole = 0
                for a in range(b):
                    gain = row[a]
                    whole += gain
                    one[a] += gain
                    two[at_b + a] += gain
                    two[at_c + a] += gain
                    two[at_d + a] += gain
                    three[of_c + at_b + a] += gain
                    three[of_d + at_b + a] += gain
                    three[of_d + at_c + a] += gain
                three[of_d + at_c + b] += whole
                two[at_c + b] += whole
                two[at_d + b] += whole
                two[at_d + c] += whole
                one[b] += whole
                one[c] += whole
                one[d] += whole
                total += whole
    return total


@compiled
def sum_dealer_four(scores: Array, player: int, gains: Gains, live: Array) -> int:
    """With the whole hand known: the gain where there is one."""
    row = np.empty(52, np.int32)
    total = 0
    for d in range(52):
        for c in range(d):
            for b in range(c):
                if live[b] and live[c] and live[d]:
                    start = d * (d - 1) * (d - 2) * (d - 3) // 24
                    start += c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2
                    _fill_row(scores[start : start + b], player, gains, live, row)
                    for a in range(b):
                        total += max(row[a], 0)
    return total


@compiled
def sum_neighbour(
    scores: Array, player: int, gains: Gains, sums: tuple[Sums, int], kinds: Array
) -> int:
    """With a neighbour's four cards known: the gain where there is one, over all of his hands; all
    gains are added to the kinds."""
    (live, one, two, three), whole = sums
    row, by_suit, seen = np.empty(52, np.int32), np.empty(4, np.int64), np.zeros(4, np.int64)
    for card in range(52):
        seen[card & 3] += 1 - live[card]
    total = 0
    for d in range(52):
        at_d, of_d = d * (d - 1) // 2, d * (d - 1) * (d - 2) // 6
        first = d * (d - 1) * (d - 2) * (d - 3) // 24
        for c in range(d):
            at_c, of_c = c * (c - 1) // 2, c * (c - 1) * (c - 2) // 6
            for b in range(c):
                if not (live[b] and live[c] and live[d]):
                    continue
                at_b = b * (b - 1) // 2
                start = first + of_c + at_b
                _fill_row(scores[start : start + b], player, gains, live, row)
                without = whole - one[b] - one[c] - one[d]
                without += two[at_c + b] + two[at_d + b] + two[at_d + c] - three[of_d + at_c + b]
                by_suit[:] = 0
                for a in range(b):
                    left = without - one[a] + two[at_b + a] + two[at_c + a] + two[at_d + a] + row[a]
                    left -= three[of_c + at_b + a] + three[of_d + at_b + a] + three[of_d + at_c + a]
                    left *= live[a]
                    total += max(left, 0)
                    by_suit[a & 3] += left
                for card in (b, c, d):
                    seen[card & 3] += 1
                for suit in range(4):
                    seen[suit] += 1
                    kinds[FIRST_KIND[3] + spread_of(seen)] += by_suit[suit]
                    seen[suit] -= 1
                for card in (b, c, d):
                    seen[card & 3] -= 1
    return total


@compiled
def spread_of(seen: Array) -> int:
    """By how many one suit is ahead of another."""
    ahead: int = seen.max() - seen.min()
    return min(ahead, SPREADS - 1)


@compiled
def add_seen(sums: Sums, known: Array, kinds: Array) -> None:
    """Add the gains above 0 by how many of the dealer's cards are known, and all gains by kind."""
    for c in range(52):
        gain = sums.one[c]
        known[1] += max(gain, 0)
        kinds[c >> 2] += gain
        for b in range(c):
            gain = sums.two[c * (c - 1) // 2 + b]
            pair = 1 << (b & 3) | 1 << (c & 3)
            known[2] += max(gain, 0)
            kinds[12 + _suits(pair)] += gain
            for a in range(b):
                gain = sums.three[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a]
                known[3] += max(gain, 0)
                kinds[14 + _suits(pair | 1 << (a & 3))] += gain


@compiled
def _suits(bits: int) -> int:
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1)


@compiled
def count_hands(scores: Array, hands: Array, players: Array, gains: Array) -> tuple[Array, Array]:
    """For each hand the gains over folding by what is known, and by kind if always played."""
    sums = Sums(
        np.empty(52, np.int32),
        np.empty(52, np.int64),
        np.empty(PAIRS, np.int32),
        np.empty(THREES, np.int32),
    )
    known = np.zeros((len(hands), CHOICES), np.int64)
    kinds = np.zeros((len(hands), KINDS), np.int64)
    for n in range(len(hands)):
        sums.live[:] = 1
        for card in hands[n]:
            sums.live[card] = 0
        own = Gains(gains[n, 0], gains[n, 1], gains[n, 2], gains[n, 3], gains[n, 4])
        whole = add_up(scores, players[n], own, sums)
        add_seen(sums, known[n], kinds[n])
        known[n, 0] = max(whole, 0)
        known[n, 4] = sum_dealer_four(scores, players[n], own, sums.live)
        known[n, 5] = sum_neighbour(scores, players[n], own, (sums, whole), kinds[n])
    return known, kinds


class Pays(NamedTuple):
    """What the count depends on: the ace, the parts of a unit, and for rising scores what a winning
    hand gains over folding against no Duki, one of three and one of four cards."""

    ace: str
    unit: int
    gains: tuple[tuple[int, int, int, int], ...]

    @property
    def ace_low(self) -> bool:
        return self.ace == "high-low"

    def gains_of(self, players: Sequence[int]) -> Array:
        """The gains of hands with these scores, as ``Gains`` has them."""
        scores = [row[0] for row in self.gains]
        rows = [self.gains[bisect_right(scores, player) - 1][1:] for player in players]
        return np.array([(*row, self.unit, -self.unit) for row in rows], np.int64)


class Deck(NamedTuple):
    """Scores of all hands by number; classes of hands with their scores; all scores there are."""

    scores: Array
    hands: Array
    ways: Array
    players: Array
    distinct: Array


@cache
def make_deck(ace_low: bool) -> Deck:
    hands, ways = hand_classes(52, 4, True)
    scores, players = (
        np.array([score(a, b, c, d, ace_low) for a, b, c, d in some.tolist()], np.int32)
        for some in (all_hands(52, 4), hands)
    )
    return Deck(scores, hands.astype(np.int64), ways, players.astype(np.int64), np.unique(players))


def count_leaks(pays: Pays, kept: Path, pool: Executor | None = None) -> dict[str, Any]:
    """The gain of best play by what is known, in parts of the unit over all deals; and for one to
    three cards of the dealer and for a neighbour the best threshold for each kind, with what such
    play gains."""
    starts = range(0, len(make_deck(pays.ace_low).hands), HANDS_A_PART)
    totals = sum_parts(starts, partial(count_part, pays=pays), kept, pool)
    distinct = make_deck(pays.ace_low).distinct
    kinds = np.array(totals[CHOICES:], object).reshape(len(distinct), KINDS)
    best = [best_threshold(kinds[:, kind], distinct) for kind in range(KINDS)]
    rules = [best[FIRST_KIND[n] : FIRST_KIND[n + 1]] for n in range(4)]
    return {
        "known": totals[:CHOICES],
        "rules": [[sum(gain for gain, _ in rule), [at for _, at in rule]] for rule in rules],
    }


def count_part(start: int, pays: Pays) -> Whole:
    """Some classes of hands: gains by what is known, then for each score by kind."""
    deck, part = make_deck(pays.ace_low), slice(start, start + HANDS_A_PART)
    players, ways = deck.players[part], deck.ways[part, None]
    found = count_hands(deck.scores, deck.hands[part], players, pays.gains_of(players.tolist()))
    known, by_kind = (ways * one for one in found)
    kinds = np.zeros((len(deck.distinct), KINDS), np.int64)
    np.add.at(kinds, np.searchsorted(deck.distinct, players), by_kind)
    whole: Whole = [*known.sum(axis=0).tolist(), *kinds.ravel().tolist()]
    return whole


def best_threshold(gains: Array, scores: Array) -> tuple[int, int]:
    """The most that is gained by playing from a score on, and that score: of equal ones the higher;
    one more than any hand has is never."""
    after = [0]
    for gain in gains[::-1]:
        after.append(after[-1] + gain)
    best = max(after)
    played = after.index(best)
    return int(best), int(scores[-played]) if played else int(scores[-1]) + 1
