"""A simple rule by which a sensible player holds, in plain integers.

In order: a straight or better is held whole. Three of a kind and two pairs are held without the
rest. Four of a suit, or four ranks in a row that can be completed at both ends, are held unless
there is a pair of queens or better. A pair is held with the highest other card. Of the rest: three
cards of a suit; four ranks that fit in one straight; three such ranks (an ace only high), if the
highest card of the hand or a ten or better is among them; else the two highest cards. One card
alone is never held.

>>> from pitboss.cards import format_cards, parse_cards
>>> for text in ("8d 8s As 4c 2h", "8d 9c Th Js Ah", "Kd 9d 4d Qs Jh", "As Kd 9c 5h 3d"):
...     print(format_cards(sensible_hold(parse_cards(text))))
8d 8s As
8d 9c Th Js
4d 9d Kd
Kd As
"""

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import rank_of, suit_of
from pitboss.cards.poker import ACE, FIVE, PAIR, STRAIGHT, TWO_PAIR, rank_five

ALL_FIVE = 31
TWO_HIGHEST = 24
HIGHEST = 16
TEN, QUEEN = 8, 10

SENSIBLE, UNIFORM = "sensible", "uniform"
MODELS = {
    SENSIBLE: (
        "an opponent's five cards are any unseen ones, of which it keeps as many as it did by a"
        " simple rule: a straight or better whole; three of a kind; two pairs; four to a flush or"
        " to an open-ended straight unless it has a pair of queens or better; a pair with the"
        " highest other card; three of a suit; four or three ranks that fit in a straight; else"
        " the two highest cards; an opponent who kept one card, which the rule never does, may have"
        " any"
    ),
    UNIFORM: "an opponent holds as many cards as it did not discard, any of the unseen ones",
}
"""The models of what an opponent holds, in words."""

KINDS = (
    "straight or better",
    "three of a kind",
    "two pairs",
    "pair of queens or better",
    "lower pair",
    "four to a flush",
    "four to an open straight",
    "four to an inside straight",
    "three to a flush",
    "three to a straight",
    "two high cards",
)
"""Hands by what the rule holds of them."""

Five = tuple[int, int, int, int, int]
"""Cards in rising order; a hold is a number whose bits say which of them are held."""


def sensible_hold(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards that the rule holds of five, in rising order."""
    a, b, c, d, e = sorted(cards)
    hold = hold_sensibly((a, b, c, d, e))
    return tuple(card for place, card in enumerate((a, b, c, d, e)) if hold >> place & 1)


def kind_of(held: Sequence[int]) -> str:
    """The kind of a hand, by the cards that the rule holds."""
    counts = Counter(map(rank_of, held))
    rank, most = counts.most_common(1)[0]
    suited = len(set(map(suit_of, held))) == 1
    if len(held) == 5:
        return KINDS[0]
    if len(held) == 4:
        low, high = min(counts), max(counts)
        straight = KINDS[6] if high - low == 3 and high < 12 else KINDS[7]
        return KINDS[2] if most == 2 else KINDS[5] if suited else straight
    if len(held) == 3:
        pair = KINDS[3] if rank >= QUEEN else KINDS[4]
        draw = KINDS[8] if suited else KINDS[9]
        return KINDS[1] if most == 3 else pair if most == 2 else draw
    return KINDS[10]


def hold_sensibly(hand: Five) -> int:
    """The rule over five cards in rising order."""
    rank = rank_five(hand[0], hand[1], hand[2], hand[3], hand[4])
    category = rank >> 20
    if category >= STRAIGHT:
        return ALL_FIVE
    alike = same_rank(hand)
    if category >= TWO_PAIR:
        return alike
    paired = rank >> 16 & 15 if category == PAIR else -1
    if paired < QUEEN:
        four = same_suit(hand, 4) or in_row(hand, alike)
        if four:
            return four
    if alike:
        return alike | 1 << highest_place(ALL_FIVE ^ alike)
    return hold_unpaired(hand)


def hold_unpaired(hand: Five) -> int:
    """The rule where no two ranks are alike and nothing is worth four cards for sure."""
    several = same_suit(hand, 3) or within_five(hand, 4)
    if several:
        return several
    three = within_five(hand, 3)
    if three & HIGHEST or (three and hand[highest_place(three)] >> 2 >= TEN):
        return three
    return TWO_HIGHEST


def same_rank(hand: Five) -> int:
    """The cards whose rank another card has too."""
    hold = 0
    for place in range(4):
        if hand[place] >> 2 == hand[place + 1] >> 2:
            hold |= 3 << place
    return hold


def same_suit(hand: Five, number: int) -> int:
    """The cards of a suit that so many of them have, at least; 0 without such a suit."""
    for suit in range(4):
        hold = count = 0
        for place in range(5):
            if hand[place] & 3 == suit:
                hold |= 1 << place
                count += 1
        if count >= number:
            return hold
    return 0


def in_row(hand: Five, alike: int) -> int:
    """Four ranks in a row to which a card fits at both ends; of a pair, its first card."""
    second = alike & alike >> 1
    left = ALL_FIVE ^ second << 1
    if alike:
        return left if _is_row(hand, left) else 0
    if _is_row(hand, ALL_FIVE ^ 1):
        return ALL_FIVE ^ 1
    return ALL_FIVE ^ 16 if _is_row(hand, ALL_FIVE ^ 16) else 0


def _is_row(hand: Five, hold: int) -> bool:
    low = hand[0 if hold & 1 else 1] >> 2
    high = hand[4 if hold & 16 else 3] >> 2
    return high - low == 3 and high < ACE


def within_five(hand: Five, number: int) -> int:
    """The highest three or four different ranks that fit in one straight; 0 without any."""
    block = (1 << number) - 1
    for low in range(5 - number, -1, -1):
        if (hand[low + number - 1] >> 2) - (hand[low] >> 2) <= 4:
            return block << low
    if number == 4 and hand[4] >> 2 == ACE and hand[2] >> 2 <= FIVE:
        return 23
    return 0


def highest_place(hold: int) -> int:
    place = 4
    while hold >> place & 1 == 0:
        place -= 1
    return place
