"""Which row of a bonus or jackpot table a hand meets.

A hand meets its own row and those of the lesser hands it contains; a table pays the first row in
printed order that exists there, so that a royal takes the straight flush's prize where the table
prints no royal.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from pitboss.cards.poker import category_name, rank_five
from pitboss.paytable import PayTable, Row, Word

MEETS = {
    "royal-flush": ("royal-flush", "straight-flush", "flush", "straight"),
    "straight-flush": ("straight-flush", "flush", "straight"),
    "four-of-a-kind": ("four-of-a-kind", "three-of-a-kind"),
    "full-house": ("full-house", "three-of-a-kind", "two-pair"),
}

SIX_CARD_ROYAL = {7, 8, 9, 10, 11, 12}
ROYAL = {8, 9, 10, 11, 12}
FOUR_IN_ROW = [{12, 0, 1, 2}, *({low, low + 1, low + 2, low + 3} for low in range(10))]
"""Ranks of one suit: nine to ace, ten to ace, and each four in a row from A-2-3-4 to J-Q-K-A."""


def paid_row(table: PayTable, events: Collection[str]) -> Row | None:
    """The first row in printed order that exists and that the hand meets, if it pays (SO-25)."""
    for row in table.rows:
        if row.event in events and row.pay is not Word.ABSENT:
            return None if row.pay is Word.LOSS else row
    return None


def hand_events(category: str) -> set[str]:
    """What a five-card hand of this category meets."""
    return set(MEETS.get(category, (category,)))


def flop_events(flop: Sequence[int]) -> set[str]:
    """What three community cards meet (SO-17): A-K-Q suited is the Mini-Royal, A-2-3 a straight."""
    high, middle, low = sorted((card >> 2 for card in flop), reverse=True)
    if high == middle == low:
        return {"three-of-a-kind", "pair"}
    if high == middle or middle == low:
        return {"pair"}
    events = set()
    if high - low == 2 or (high, middle, low) == (12, 1, 0):
        events.add("straight")
    if len({card & 3 for card in flop}) == 1:
        events.add("flush")
    if len(events) == 2:
        events.add("straight-flush")
        if low == 10:
            events.add("mini-royal-flush")
    return events


def five_card_events(cards: Sequence[int]) -> set[str]:
    """What four hole cards and the marked community card meet (SO-22)."""
    a, b, c, d, e = cards
    events = hand_events(category_name(rank_five(a, b, c, d, e)))
    for ranks in _by_suit(cards):
        if len(ranks) >= 4:
            events.add("4-card-flush")
            if any(four <= ranks for four in FOUR_IN_ROW):
                events.add("4-card-straight-flush")
    return events


def seven_card_events(cards: Sequence[int], royal_suit: int) -> set[str]:
    """What four hole cards and the Flop meet with any five, or six for the 6-Card Royal (SO-23)."""
    best = max(rank_five(a, b, c, d, e) for a, b, c, d, e in combinations(cards, 5))
    events = hand_events(category_name(best))
    for suit, ranks in enumerate(_by_suit(cards)):
        if ranks >= SIX_CARD_ROYAL:
            events.add("6-card-royal-flush")
        if suit == royal_suit and ranks >= ROYAL:
            events.add("royal-flush-in-suit")
    return events


def _by_suit(cards: Sequence[int]) -> list[set[int]]:
    """The ranks held in clubs, diamonds, hearts and spades."""
    return [{card >> 2 for card in cards if card & 3 == suit} for suit in range(4)]
