"""All 133,784,560 seven-card jackpot hands by the row they take, for each layout of rows.

Seven cards hold at most one suit five times or more, and then:

* with such a suit, the best hand is a flush of it: four of a kind would need three cards and a
  full house three more beside the suit's five different ranks. So the row depends on the suit and
  its ranks alone, and the other cards are any of the 39 outside it;
* without one, no flush is there and the row depends on the seven ranks alone.

Each such class goes through the rules' own row finder once and counts as often as it has hands.
Its hands are tested against it by samples below.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest

from pitboss.cards import DECK
from pitboss.games import find_game
from pitboss.games.super_omaha.bonuses import paid_row, seven_card_events
from pitboss.games.super_omaha.sensors import ROYAL_SUITS

TABLES = {
    code: table
    for code, table in find_game("super-omaha").paytables["jackpot"].items()
    if code.startswith("7CL")
}
HANDS = comb(52, 7)
SPADES = ROYAL_SUITS.index("spades")
RANKS = range(13)

FLUSHES = 4 * sum(comb(13, size) * comb(39, 7 - size) for size in (5, 6, 7))
ROYALS = 4 * comb(47, 2)
LESSER = 4 * 9 * comb(46, 2)
"""Straight flushes below the royal: the card that would make a higher one is not there."""

COUNTS = {
    "Royal Flush": ROYALS,
    "Straight Flush": LESSER,
    "Four-of-a-Kind": 13 * comb(48, 3),
    "Full House": (
        comb(13, 2) * 4**2 * 44  # three and three
        + 13 * 4 * comb(12, 2) * 6**2  # three, two and two
        + 13 * 4 * 12 * 6 * comb(11, 2) * 4**2  # three, two and two single cards
    ),
    "Flush": FLUSHES - ROYALS - LESSER,
}
SIX_CARD_ROYALS = 4 * 46
ROYALS_IN_SUIT = comb(47, 2)


def flush_hand(suit: int, ranks: Sequence[int]) -> list[int]:
    """A hand with these ranks in the suit, filled with low cards of other suits."""
    others = [card for card in DECK if card & 3 != suit]
    return [4 * rank + suit for rank in ranks] + others[: 7 - len(ranks)]


def mixed_hand(ranks: Sequence[int]) -> list[int]:
    """A hand with these falling or rising ranks, no suit more than twice."""
    return [4 * rank + place % 4 for place, rank in enumerate(ranks)]


def hands_without_a_flush(ranks: Sequence[int]) -> int:
    """In how many suits these seven ranks can stand, none of the suits five times or more."""
    counts = Counter(ranks).values()
    in_suit = [1] + [0] * 7
    for count in counts:
        without, with_it = comb(3, count), comb(3, count - 1)
        for held in range(7, -1, -1):
            in_suit[held] = in_suit[held] * without + (in_suit[held - 1] * with_it if held else 0)
    return prod(comb(4, count) for count in counts) - 4 * sum(in_suit[5:])


def classes() -> Iterator[tuple[list[int], int]]:
    """A hand for each class, with the number of hands in it."""
    for size in (5, 6, 7):
        for ranks in combinations(RANKS, size):
            for suit in range(4):
                yield flush_hand(suit, ranks), comb(39, 7 - size)
    for ranks in combinations_with_replacement(RANKS, 7):
        if max(Counter(ranks).values()) <= 4:
            yield mixed_hand(ranks), hands_without_a_flush(ranks)


@cache
def by_events() -> Counter[frozenset[str]]:
    found: Counter[frozenset[str]] = Counter()
    for hand, number in classes():
        found[frozenset(seven_card_events(hand, SPADES))] += number
    return found


def test_the_classes_hold_every_hand_once():
    assert sum(by_events().values()) == HANDS == 133_784_560
    assert sum(1 for _ in classes()) == 4 * (1287 + 1716 + 1716) + 49_205


@pytest.mark.rule("SO-23")
@pytest.mark.rule("SO-25")
@pytest.mark.parametrize("code", TABLES)
def test_every_hand_by_its_row(code: str):
    table = TABLES[code]
    found: Counter[str] = Counter()
    for events, number in by_events().items():
        row = paid_row(table, events)
        found[row.hand if row else ""] += number
    expected = dict(COUNTS)
    if code == "7CL-06":
        expected["6-Card Royal Flush"] = SIX_CARD_ROYALS
        expected["Royal Flush"] -= SIX_CARD_ROYALS
    if code == "7CL-07":
        expected["Royal Flush (Suit Specific)"] = ROYALS_IN_SUIT
        expected["Royal Flush"] -= ROYALS_IN_SUIT
    assert found.pop("") == HANDS - sum(COUNTS.values())
    assert found == expected


def test_the_figures():
    assert COUNTS == {
        "Royal Flush": 4_324,
        "Straight Flush": 37_260,
        "Four-of-a-Kind": 224_848,
        "Full House": 3_473_184,
        "Flush": 4_047_644,
    }
    assert (SIX_CARD_ROYALS, ROYALS_IN_SUIT) == (184, 1_081)


@pytest.mark.parametrize("suit", range(4))
def test_each_suit_has_as_many_royals(suit: int):
    """Ruling royal-suit changes which royals, not how many."""
    hands = [flush_hand(s, ranks) for s in range(4) for ranks in combinations(RANKS, 5)]
    held = [hand for hand in hands if "royal-flush-in-suit" in seven_card_events(hand, suit)]
    assert held == [flush_hand(suit, (8, 9, 10, 11, 12))]


def class_of(hand: Sequence[int]) -> list[int]:
    """The hand that stands for the class of this one."""
    suits = Counter(card & 3 for card in hand)
    suit, size = suits.most_common(1)[0]
    if size >= 5:
        return flush_hand(suit, sorted(card >> 2 for card in hand if card & 3 == suit))
    return mixed_hand(sorted(card >> 2 for card in hand))


@pytest.mark.parametrize("suited", range(7))
def test_hands_take_the_row_of_their_class(suited: int):
    """2,000 hands each with none to six cards chosen from one suit, the rest from all."""
    random = Random(f"seven cards, {suited} suited")
    for _ in range(2_000):
        suit = random.randrange(4)
        held = random.sample([card for card in DECK if card & 3 == suit], suited)
        held += random.sample([card for card in DECK if card not in held], 7 - suited)
        random.shuffle(held)
        assert seven_card_events(held, SPADES) == seven_card_events(class_of(held), SPADES)
