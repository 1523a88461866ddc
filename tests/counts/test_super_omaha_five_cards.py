"""All 2,598,960 five-card jackpot hands by the row they take, for each layout of rows.

A hand is four sets of ranks, one a suit, and the rules treat the suits alike. So each of the
134,459 ways to hold the sets, whatever suits they are in, goes through the rules' own row finder
once and counts as often as its sets can be handed to the four suits.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, product
from math import comb, factorial, prod

import pytest

from pitboss.cards.lookup import CARD_BITS, CARD_KEYS, lookup
from pitboss.cards.poker import category_name, rank_five
from pitboss.games import find_game
from pitboss.games.super_omaha.bonuses import five_card_events, paid_row

TABLES = {
    code: table
    for code, table in find_game("super-omaha").paytables["jackpot"].items()
    if code.startswith("5CL")
}
HANDS = comb(52, 5)

Sets = tuple[tuple[int, ...], ...]

RUNS = 10
"""Five ranks in a row: from A-2-3-4-5 to T-J-Q-K-A."""

POKER = {
    "Royal Flush": 4,
    "Straight Flush": 4 * (RUNS - 1),
    "Four-of-a-Kind": 13 * 48,
    "Full House": 13 * comb(4, 3) * 12 * comb(4, 2),
    "Flush": 4 * (comb(13, 5) - RUNS),
    "Straight": RUNS * (4**5 - 4),
    "Three-of-a-Kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
    "Two Pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
}

FOURS = 4 * 11
"""Four suited cards in a row: from A-2-3-4 to J-Q-K-A in each suit."""

IN_A_FIVE = 2 * 4 * RUNS
"""Each straight flush of five holds two of them; no other hand holds more than one."""

FOUR_CARD = {
    "5-Card Royal Flush": 4,
    "5-Card Straight Flush": 4 * (RUNS - 1),
    "4-Card Straight Flush": FOURS * 48 - IN_A_FIVE,
    "5-Card Flush": 4 * (comb(13, 5) - RUNS) - (FOURS * 9 - IN_A_FIVE),
    "4-Card Flush": 4 * comb(13, 4) * 39 - FOURS * 39,
}


def shared_out(total: int, most: int, suits: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as falling sizes of sets, one a suit."""
    if suits == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        for rest in shared_out(total - first, first, suits - 1):
            yield (first, *rest)


def all_sets(cards: int) -> Iterator[Sets]:
    """Four sets of ranks that hold so many cards, once whatever the suits."""
    for sizes in shared_out(cards, 13, 4):
        choices = []
        for size, same in groupby(sizes):
            sets = combinations(range(13), size)
            choices.append(combinations_with_replacement(sets, len(list(same))))
        for chosen in product(*choices):
            yield tuple(ranks for part in chosen for ranks in part)


def hand_of(sets: Sets) -> list[int]:
    return [4 * rank + suit for suit, ranks in enumerate(sets) for rank in ranks]


def suitings(sets: Sets) -> int:
    """In how many ways these sets go to the four suits."""
    return factorial(4) // prod(map(factorial, Counter(sets).values()))


@cache
def classes() -> list[tuple[list[int], int]]:
    """A hand for each class, with the number of hands in it."""
    return [(hand_of(sets), suitings(sets)) for sets in all_sets(5)]


@cache
def by_events() -> Counter[frozenset[str]]:
    found: Counter[frozenset[str]] = Counter()
    for hand, number in classes():
        found[frozenset(five_card_events(hand))] += number
    return found


def test_the_classes_hold_every_hand_once():
    assert len(classes()) == 134_459
    assert sum(number for _, number in classes()) == HANDS == 2_598_960


@pytest.mark.rule("SO-22")
@pytest.mark.rule("SO-25")
@pytest.mark.parametrize("code", TABLES)
def test_every_hand_by_its_row(code: str):
    table = TABLES[code]
    found: Counter[str] = Counter()
    for events, number in by_events().items():
        row = paid_row(table, events)
        found[row.hand if row else ""] += number
    expected = dict(FOUR_CARD if table.row("4-card-flush") else POKER)
    if str(table.rows[0].pay) == "-":
        expected["Straight Flush"] += expected.pop("Royal Flush")
    if str(table.rows[-1].pay) == "Loss" or "-E" in code:
        del expected["Two Pair"]
    assert found.pop("") == HANDS - sum(expected.values())
    assert found == expected


def test_the_figures_of_the_four_card_layout():
    assert list(FOUR_CARD.values()) == [4, 36, 2_032, 4_792, 109_824]
    assert list(POKER.values()) == [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552]


@pytest.mark.rule("SO-10")
def test_ranks_by_table_are_the_ranks_by_rule():
    """The look-up tables give each hand the rank that the function gives: 7,462 in all."""
    plain, flush = lookup()
    ranks = set()
    for hand, _ in classes():
        rank = rank_five(*hand)
        ranks.add(rank)
        if len({card & 3 for card in hand}) == 1:
            assert flush[sum(CARD_BITS[card] for card in hand)] == rank
        else:
            assert plain[sum(CARD_KEYS[card] for card in hand)] == rank
    assert len(ranks) == 7_462
    assert Counter(map(category_name, ranks)) == {
        "royal-flush": 1, "straight-flush": 9, "four-of-a-kind": 156, "full-house": 156,
        "flush": 1_277, "straight": 10, "three-of-a-kind": 858, "two-pair": 858, "pair": 2_860,
        "high-card": 1_277,
    }  # fmt: skip


def test_the_order_of_five_cards_and_the_suits_do_not_matter():
    """What the classes rest on: every seventh of them backwards, each suit turned to the next."""
    for hand, _ in classes()[::7]:
        turned = [card & ~3 | (card + 1) & 3 for card in reversed(hand)]
        assert five_card_events(turned) == five_card_events(hand)
        assert rank_five(*turned) == rank_five(*hand)
