"""Every four-card hand of Duki 4 Poker, by suits and by category, with closed forms.

A 4-card Duki is one rank in each suit: 13^4 hands. A 3-card Duki has one suit twice: the suit and
its two ranks, and one rank in each of two of the other suits.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, factorial, perm

import pytest

from pitboss.cards import DECK, format_card
from pitboss.games import find_game
from pitboss.games.duki.score import best_three, cards_of, category_of, first_rank, score
from tests.naive import naive_duki

FOUR_SUITS = 13**4
SHAPES = 4 * comb(3, 2)
"""Which suit stands twice, and which two others stand once."""

THREE_SUITS = SHAPES * comb(13, 2) * 13**2
OTHERS = 6 * comb(13, 2) ** 2 + perm(4, 2) * comb(13, 3) * 13 + 4 * comb(13, 4)
"""Two suits, two and two or three and one; or one suit."""

ACES = [pytest.param("high-low", id="ace high and low"), pytest.param("high", id="ace high")]


@cache
def categories(ace: str) -> Counter[tuple[int, str]]:
    values = (score(*hand, ace == "high-low") for hand in combinations(DECK, 4))
    return Counter((cards_of(value), category_of(value)) for value in values)


def pairs_by_completions(ace: str) -> Counter[int]:
    """For each number of ranks that make a straight of two given ranks: how many such pairs."""
    runs = [set(range(low, low + 3)) for low in range(2, 13)]
    if ace == "high-low":
        runs.append({14, 2, 3})
    return Counter(sum(set(pair) < run for run in runs) for pair in combinations(range(2, 15), 2))


@pytest.mark.rule("DUKI-08")
@pytest.mark.parametrize("ace", ACES)
def test_hands_by_suits(ace: str):
    sizes: Counter[int] = Counter()
    for (size, _), hands in categories(ace).items():
        sizes[size] += hands
    assert sizes == {4: FOUR_SUITS, 3: THREE_SUITS, 0: OTHERS}
    assert (FOUR_SUITS, THREE_SUITS, OTHERS) == (28_561, 158_184, 83_980)
    assert FOUR_SUITS + THREE_SUITS + OTHERS == comb(52, 4) == 270_725


@pytest.mark.rule("DUKI-09")
@pytest.mark.parametrize(
    ("ace", "runs", "straights", "high_cards"),
    [("high-low", 11, 264, 16_896), ("high", 10, 240, 16_920)],
)
def test_four_card_categories(ace: str, runs: int, straights: int, high_cards: int):
    """Ranks laid on the four suits in order."""
    count = categories(ace)
    assert count[4, "four-of-a-kind"] == 13
    assert count[4, "straight"] == runs * factorial(4) == straights
    assert count[4, "three-of-a-kind"] == perm(13, 2) * 4 == 624
    assert count[4, "two-pair"] == comb(13, 2) * comb(4, 2) == 468
    assert count[4, "pair"] == 13 * comb(4, 2) * perm(12, 2) == 10_296
    assert count[4, "high-card"] == perm(13, 4) - straights == high_cards


@pytest.mark.rule("DUKI-10")
@pytest.mark.parametrize(
    ("ace", "straights", "pairs", "high_cards"),
    [("high-low", 10_104, 51_624, 94_584), ("high", 9_264, 51_768, 95_280)],
)
def test_three_card_categories(ace: str, straights: int, pairs: int, high_cards: int):
    """u and v are the ranks of the two single suits, x and y those of the double suit.

    Three of a kind: u = v is also x or y. Otherwise a straight if x or y completes u and v to one
    (f ranks do); else a pair if u = v, or if x or y is u or v; else a high card.
    """
    completions = pairs_by_completions(ace)
    assert sum(completions.values()) == comb(13, 2)

    def over_pairs(ways: dict[int, int]) -> int:
        return 2 * sum(hands * ways[f] for f, hands in completions.items())

    run = {f: comb(13, 2) - comb(13 - f, 2) for f in range(3)}
    paired = {f: comb(13 - f, 2) - comb(11 - f, 2) for f in range(3)}
    neither = {f: comb(11 - f, 2) for f in range(3)}
    count = categories(ace)
    assert count[3, "three-of-a-kind"] == SHAPES * 13 * 12 == 1_872
    assert count[3, "straight"] == SHAPES * over_pairs(run) == straights
    assert count[3, "pair"] == SHAPES * (13 * comb(12, 2) + over_pairs(paired)) == pairs
    assert count[3, "high-card"] == SHAPES * over_pairs(neither) == high_cards


@pytest.mark.rule("DUKI-17")
@pytest.mark.parametrize("wager", ["ante", "bonus"])
def test_no_row_of_a_printed_table_is_dead(wager: str):
    (table,) = find_game("duki").paytables[wager].values()
    reached = set()
    for size, category in categories("high-low"):
        if wager == "ante" and size == 4:
            reached.add(category)
        elif wager == "bonus" and size == 3:
            reached.add("pair-4s-or-better" if category == "pair" else category)
    assert {row.event for row in table.rows} <= reached
    assert not table.dead


@pytest.mark.parametrize("ace", ["high-low", "high"])
def test_the_twin_puts_every_hand_in_the_same_order(ace: str):
    """Equal ranks for equal places, and the ranks rise as the places do: order, not encoding."""
    text = [format_card(card) for card in DECK]
    place_of: dict[int, tuple[int, ...]] = {}
    for hand in combinations(DECK, 4):
        value = score(*hand, ace == "high-low")
        place = naive_duki.hand_key([text[card] for card in hand], ace)
        assert place_of.setdefault(value, place) == place, hand
    assert len(set(place_of.values())) == len(place_of)
    places = [place_of[value] for value in sorted(place_of)]
    assert places == sorted(places)


@pytest.mark.parametrize("ace", ["high-low", "high"])
def test_the_twin_gives_every_four_card_duki_the_same_bonus_hand(ace: str):
    """Its own category, and that of its best three cards with their first rank."""
    text = [format_card(card) for card in DECK]
    ranks_seen = set()
    for hand in combinations(DECK, 4):
        if len({card & 3 for card in hand}) < 4:
            continue
        cards = [text[card] for card in hand]
        value = best_three(*hand, ace == "high-low")
        three = max(naive_duki.choices(cards, 3), key=lambda chosen: naive_duki.key_of(chosen, ace))
        category, ranks = naive_duki.category_of(three, ace)
        assert (category_of(value), first_rank(value) + 2) == (category, ranks[0]), hand
        whole = naive_duki.category_of(tuple(cards), ace)[0]
        assert category_of(score(*hand, ace == "high-low")) == whole, hand
        ranks_seen.add(tuple(card >> 2 for card in hand))
    assert len(ranks_seen) == comb(16, 4)
