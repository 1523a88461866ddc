"""Every four-card hand of Ultimate 4 Card Buyout, counted three ways.

The engine scores all 270,725 hands; the twin does the same, slowly; and a count by ranks, which
builds no hand at all, arrives at the same histogram. Closed forms stand beside single numbers.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, perm

import pytest

from pitboss.cards import DECK, format_card
from pitboss.games import find_game
from pitboss.games.buyout.bonus import points_range
from pitboss.games.buyout.score import points, suited_points
from tests.naive import naive_buyout

HANDS = comb(52, 4)

State = tuple[tuple[tuple[int, int], ...], int]

HISTOGRAM = {
    0: 17160, 5: 1320, 6: 1320, 7: 2652, 8: 2676, 9: 4188, 10: 4260, 11: 5880,
    12: 10536, 13: 12708, 14: 11836, 15: 12940, 16: 11768, 17: 12612, 18: 11192, 19: 11808,
    20: 86436, 21: 13492, 22: 9952, 23: 4160, 24: 3556, 25: 3280, 26: 2676, 27: 2536,
    28: 1924, 29: 1772, 30: 3760, 31: 1144, 32: 196, 33: 376, 34: 156, 35: 124,
    36: 96, 37: 80, 38: 56, 39: 40, 40: 40, 41: 16, 44: 1,
}  # fmt: skip


@cache
def histogram() -> Counter[int]:
    return Counter(points(hand) for hand in combinations(DECK, 4))


def count_by_ranks() -> Counter[int]:
    """Go through the ranks, choose for each which suits hold it, and keep only what points need.

    A state is the cards and their sum in each suit, and the best of a kind so far; its number is
    how many ways lead to it.
    """
    values = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
    states: Counter[State] = Counter({(((0, 0),) * 4, 0): 1})
    for rank, value in enumerate(values):
        grown: Counter[State] = Counter()
        for (suits, kind), ways in states.items():
            for size in range(5 - sum(cards for cards, _ in suits)):
                best = max(kind, size * (11 if rank == 12 else 10) if size > 1 else 0)
                for chosen in combinations(range(4), size):
                    after = tuple(
                        (cards + 1, total + value) if suit in chosen else (cards, total)
                        for suit, (cards, total) in enumerate(suits)
                    )
                    grown[after, best] += ways
        states = grown
    counts: Counter[int] = Counter()
    for (suits, kind), ways in states.items():
        if sum(cards for cards, _ in suits) == 4:
            suited = max((total for cards, total in suits if cards > 1), default=0)
            counts[max(suited, kind)] += ways
    return counts


def test_the_whole_histogram():
    assert histogram() == HISTOGRAM
    assert sum(HISTOGRAM.values()) == HANDS == 270_725


def test_the_histogram_counted_by_ranks():
    assert count_by_ranks() == HISTOGRAM


@pytest.mark.rule("BUYOUT-29")
def test_zero_points_are_four_ranks_in_four_suits():
    assert histogram()[0] == perm(13, 4) == 17_160


@pytest.mark.rule("BUYOUT-03")
def test_forty_four_points_are_the_four_aces():
    assert histogram()[44] == comb(4, 4) == 1
    assert max(histogram()) == 44


def test_suited_points_at_the_top_have_closed_forms():
    """In each of four suits: an ace and three of the four cards that count ten make 41, and so on.

    Above 31 points a suit needs four cards, and below 44 only four of a kind (40, not aces) and
    three aces (33) make as many.
    """
    ten = comb(4, 1)
    two_tens, three_tens, four_tens = comb(4, 2), comb(4, 3), comb(4, 4)
    assert histogram()[41] == 4 * three_tens == 16
    assert histogram()[40] == 4 * (four_tens + two_tens) + 12 == 40
    assert histogram()[39] == 4 * (three_tens + two_tens) == 40
    assert histogram()[38] == 4 * (three_tens + two_tens + ten) == 56
    assert [histogram()[total] for total in (42, 43)] == [0, 0]


def test_suited_points_at_the_bottom_have_closed_forms():
    """Five points: 2 and 3 of one suit, then two of the other suits with two of the other ranks.

    Seven points: the same with 2 and 5 or with 3 and 4, or both of these in two suits.
    """
    one_suited_pair = 4 * comb(3, 2) * perm(11, 2)
    assert histogram()[5] == histogram()[6] == one_suited_pair == 1_320
    assert histogram()[7] == 2 * one_suited_pair + perm(4, 2) == 2_652


@pytest.mark.rule("BUYOUT-27")
def test_two_rows_of_the_sample_table_are_dead():
    """No four cards make 42 or 43 points: those printed rows are never paid, and listed as such."""
    table = find_game("buyout").paytables["bonus"]["sample"]
    reached = {
        row.event: sum(histogram()[total] for total in range(least, most + 1))
        for row in table.rows
        for least, most in [points_range(row.event)]
    }
    dead = [event for event, hands in reached.items() if hands == 0]
    assert dead == ["43", "42"]
    assert set(table.dead) == set(dead)
    paid = sum(hands for total, hands in HISTOGRAM.items() if total >= 21)
    assert sum(reached.values()) == paid == 49_433


def test_the_twin_gives_every_hand_the_same_points_and_kind():
    text = [format_card(card) for card in DECK]
    for hand in combinations(DECK, 4):
        best = naive_buyout.points_by_kind([text[card] for card in hand])
        assert points(hand) == max(best.values()), hand
        assert suited_points(hand) == best["suit"], hand
