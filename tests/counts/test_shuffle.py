"""The shuffle: no choice is likelier than another, no order either, and a seed repeats itself."""

from collections import Counter
from collections.abc import Callable
from itertools import islice, permutations, product
from math import factorial, sqrt

import pytest

from pitboss.cards import DECK, format_cards
from pitboss.rounds.shuffle import Bytes, seeded, shuffle

PINNED_BYTES = "bb8396aaad32cfb2"
PINNED = """
Kc Qh 3c 5h 8d Jh Qc 2d 6h Jd 6c Kd Ts 3h 7d Th 6s Qd 4c Tc 5c Ad 8h 5s 9c 4h
Kh 6d Td 7h 5d Js 4s 3s Ks 8c 3d 8s 4d 9h Jc 7c 2h As Qs Ac 2s Ah 7s 2c 9d 9s
Ks 5d 6s 2d Qs As Ac 2c 4h 6c Ah Ts 7d Jd 3s 8c Jc 7c Qc 2s 3c 9d 9s 3h Jh Td
9h Ad 6h 5h 2h Kd Js 8h 3d 8s 4c Th Kh 5c 7s 8d 5s 4s 9c 4d Qd Kc 6d Tc Qh 7h
"""
"""The first two decks of the seed "example", top card first."""


class OutOfBytes(Exception):
    """The shuffle asked for more bytes than it was given."""


def feed(values: bytes) -> Bytes:
    """These bytes in order, in blocks as the shuffle asks for them, and no more."""
    source = iter(values)

    def take(count: int) -> bytes:
        block = bytes(islice(source, count))
        if not block:
            raise OutOfBytes
        return block

    return take


@pytest.mark.parametrize("size", range(2, 7))
def test_every_order_of_a_small_deck_comes_up_once(size: int):
    """One of n cards, then one of n - 1, and so on: each row of choices gives another order."""
    cards = DECK[:size]
    choices = product(*(range(left) for left in range(size, 1, -1)))
    orders = [shuffle(feed(bytes(row)), cards) for row in choices]
    assert len(orders) == factorial(size)
    assert sorted(orders) == sorted(permutations(cards))


@pytest.mark.parametrize("choices", range(2, 53))
def test_each_choice_is_made_by_as_many_bytes_as_any_other(choices: int):
    """All 256 values of the first byte, with just enough bytes after it if it is used.

    The card picked first ends at the bottom. A value that is thrown away leaves a byte too few.
    """
    cards = DECK[:choices]
    picked: Counter[int | None] = Counter()
    for value in range(256):
        try:
            bottom = shuffle(feed(bytes([value, *[0] * (choices - 2)])), cards)[-1]
        except OutOfBytes:
            picked[None] += 1
        else:
            picked[bottom] += 1
    assert {picked[card] for card in cards} == {256 // choices}
    assert picked[None] == 256 % choices


def test_a_byte_thrown_away_leaves_the_choice_to_the_next():
    """With three cards 255 is one too many: 256 is no multiple of three."""
    assert shuffle(feed(bytes([255, 1, 0])), DECK[:3]) == shuffle(feed(bytes([1, 0])), DECK[:3])


def test_a_seed_gives_the_same_decks_for_ever():
    """Pinned: a change here would change every repeatable game."""
    take = seeded("example")
    assert format_cards(shuffle(take) + shuffle(take)).split() == PINNED.split()
    assert seeded("example")(8).hex() == PINNED_BYTES


def test_another_seed_gives_other_decks():
    decks = {shuffle(seeded(seed)) for seed in ("", "1", "2", "example", "Example", "1:1")}
    assert len(decks) == 6


@pytest.mark.parametrize("take", [None, seeded("whole deck")], ids=["entropy", "seed"])
def test_a_shuffled_deck_has_every_card_once(take: Bytes | None):
    decks = [shuffle(take) if take else shuffle() for _ in range(200)]
    assert all(sorted(deck) == list(DECK) for deck in decks)
    assert len(set(decks)) == 200


def chi_square_of_positions(shuffled: Callable[[], tuple[int, ...]], rounds: int) -> float:
    """How far card-by-position counts are from equal, in standard deviations.

    With rows and columns fixed, 52 x 52 counts have 51 x 51 degrees of freedom.
    """
    counts = [[0] * 52 for _ in DECK]
    for _ in range(rounds):
        for position, card in enumerate(shuffled()):
            counts[position][card] += 1
    expected = rounds / 52
    chi_square = sum((seen - expected) ** 2 / expected for row in counts for seen in row)
    freedom = 51 * 51
    return (chi_square - freedom) / sqrt(2 * freedom)


def biased(take: Bytes) -> tuple[int, ...]:
    """The same shuffle without throwing any byte away."""
    deck = list(DECK)
    for choices, byte in zip(range(52, 1, -1), take(51), strict=True):
        pick = byte % choices
        deck[choices - 1], deck[pick] = deck[pick], deck[choices - 1]
    return tuple(deck)


def test_every_card_is_as_likely_in_every_position():
    take = seeded("chi-square")
    assert abs(chi_square_of_positions(lambda: shuffle(take), 50_000)) < 4


def test_the_chi_square_sees_a_biased_shuffle():
    take = seeded("chi-square")
    assert chi_square_of_positions(lambda: biased(take), 50_000) > 20
