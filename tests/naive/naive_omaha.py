"""Super Omaha hands the slow way: every combination is built and looked at.

A card is a pair (rank, suit), the rank 2 to 14 with the ace 14. A hand's rank is a tuple that
compares like the hand does: the place of its category first, then the ranks that break ties.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

Card = tuple[int, str]
Rank = tuple[int, ...]

RANK_LETTERS = "23456789TJQKA"
SUITS = "shdc"
SUIT_NAMES = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
CATEGORIES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
PRINTED_NAMES = {
    "royal-flush": "Royal Flush",
    "straight-flush": "Straight Flush",
    "four-of-a-kind": "Four-of-a-Kind",
    "full-house": "Full House",
    "flush": "Flush",
    "straight": "Straight",
}
TRANSCRIPT = Path(__file__).resolve().parent.parent / "golden" / "super_omaha_tables.json"


class Row(NamedTuple):
    """One printed line of a pay table; "-" under envy where there is none."""

    hand: str
    pay: str
    envy: str = "-"


def load_tables() -> dict[str, dict[str, list[Row]]]:
    """The transcribed pay tables: wager, then code, then the rows in printed order."""
    raw = json.loads(TRANSCRIPT.read_text(encoding="utf-8"))
    return {
        wager: {code: [Row(**row) for row in table["rows"]] for code, table in tables.items()}
        for wager, tables in raw.items()
    }


def parse_cards(text: str) -> list[Card]:
    """Read "As Kd" or "AsKd"; a ValueError names what is not a card."""
    joined = "".join(text.split())
    cards = []
    for start in range(0, len(joined), 2):
        name = joined[start : start + 2]
        if len(name) != 2 or name[0] not in RANK_LETTERS or name[1] not in SUITS:
            raise ValueError(f"{name!r} is not a card")
        cards.append((RANK_LETTERS.index(name[0]) + 2, name[1]))
    return cards


def card_name(card: Card) -> str:
    """Write a card as rank letter and suit letter."""
    return RANK_LETTERS[card[0] - 2] + card[1]


def full_deck() -> list[Card]:
    """All 52 cards."""
    return [(rank, suit) for suit in SUITS for rank in range(2, 15)]


def run_top(cards: Sequence[Card]) -> int:
    """The top rank if the cards' ranks are consecutive, the ace high or low; otherwise 0."""
    return top_of(tuple(sorted(rank for rank, _ in cards)))


@cache
def top_of(ranks: tuple[int, ...]) -> int:
    """Kept, since it is asked of the same ranks a million times."""
    length = len(ranks)
    for top in range(14, length - 1, -1):
        wanted = {rank if rank > 1 else 14 for rank in range(top - length + 1, top + 1)}
        if set(ranks) == wanted:
            return top
    return 0


def one_suit(cards: Sequence[Card]) -> bool:
    """Whether all the cards share a suit."""
    return len({suit for _, suit in cards}) == 1


def five_card_rank(cards: Sequence[Card]) -> Rank:
    """Rank exactly five cards; the larger tuple is the better hand, equal tuples tie."""
    return rank_of_five(tuple(sorted(rank for rank, _ in cards)), one_suit(cards))


@cache
def rank_of_five(ranks: tuple[int, ...], flush: bool) -> Rank:
    """By the ranks, and whether they are of one suit: kept, as five cards are ranked so often."""
    counts = Counter(ranks)
    grouped = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = [counts[rank] for rank in grouped]
    top = top_of(ranks)
    if flush and top == 14:
        return (CATEGORIES.index("royal-flush"),)
    if flush and top:
        return (CATEGORIES.index("straight-flush"), top)
    if shape == [4, 1]:
        return (CATEGORIES.index("four-of-a-kind"), *grouped)
    if shape == [3, 2]:
        return (CATEGORIES.index("full-house"), *grouped)
    if flush:
        return (CATEGORIES.index("flush"), *grouped)
    if top:
        return (CATEGORIES.index("straight"), top)
    if shape == [3, 1, 1]:
        return (CATEGORIES.index("three-of-a-kind"), *grouped)
    if shape == [2, 2, 1]:
        return (CATEGORIES.index("two-pair"), *grouped)
    if shape == [2, 1, 1, 1]:
        return (CATEGORIES.index("pair"), *grouped)
    return (CATEGORIES.index("high-card"), *grouped)


def category(rank: Rank) -> str:
    """The name of a rank's category."""
    return CATEGORIES[rank[0]]


def best_omaha(hole: Sequence[Card], board: Sequence[Card]) -> Rank:
    """The best hand of exactly two hole cards and exactly three community cards."""
    return max(
        five_card_rank((*two, *three))
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def best_of(cards: Sequence[Card]) -> Rank:
    """The best five of any number of cards."""
    return max(five_card_rank(five) for five in combinations(cards, 5))


def ante_row(rows: Sequence[Row], rank: Rank) -> Row:
    """The Ante table's row for a hand that has beaten the dealer."""
    name = PRINTED_NAMES.get(category(rank), "Straight or Less")
    if name == "Straight":
        name = "Straight or Less"
    return next(row for row in rows if row.hand == name)


def high_hand_row(rows: Sequence[Row], rank: Rank) -> Row | None:
    """The High Hand row of a final hand, or None below a straight."""
    name = PRINTED_NAMES.get(category(rank))
    return next((row for row in rows if row.hand == name), None)


def flop_event(flop: Sequence[Card]) -> str | None:
    """The printed name of the best event of a three-card Flop, or None."""
    ranks = {rank for rank, _ in flop}
    top = run_top(flop)
    if one_suit(flop):
        if top == 14:
            return "Mini-Royal Flush"
        return "Straight Flush" if top else "Flush"
    if len(ranks) == 1:
        return "Three-of-a-Kind"
    if top:
        return "Straight"
    return "Pair" if len(ranks) == 2 else None


def flop_bonus_row(rows: Sequence[Row], flop: Sequence[Card]) -> Row | None:
    """The Flop Bonus row that the Flop meets, or None."""
    event = flop_event(flop)
    return next((row for row in rows if row.hand == event), None)


def is_run_of_suit(cards: Sequence[Card]) -> bool:
    """Whether the cards are consecutive and of one suit."""
    return one_suit(cards) and run_top(cards) > 0


def is_royal(cards: Sequence[Card]) -> bool:
    """Whether the cards are the top of one suit, down from the ace."""
    return one_suit(cards) and run_top(cards) == 14


def shape_of(cards: Sequence[Card]) -> list[int]:
    """How often each rank occurs, most often first."""
    return sorted(Counter(rank for rank, _ in cards).values(), reverse=True)


def is_straight(cards: Sequence[Card]) -> bool:
    """Whether the cards are consecutive."""
    return run_top(cards) > 0


# Printed row -> how many cards it is made of, and the test for just those cards. The tests take
# in every better hand of the same kind (a royal is a straight flush, a flush and a straight),
# so that a hand whose own row shows "-" falls through to the next row that it meets.
JACKPOT_TESTS: dict[str, tuple[int, Callable[[Sequence[Card]], bool]]] = {
    "6-Card Royal Flush": (6, is_royal),
    "Royal Flush": (5, is_royal),
    "5-Card Royal Flush": (5, is_royal),
    "Straight Flush": (5, is_run_of_suit),
    "5-Card Straight Flush": (5, is_run_of_suit),
    "4-Card Straight Flush": (4, is_run_of_suit),
    "Four-of-a-Kind": (5, lambda five: shape_of(five)[0] == 4),
    "Full House": (5, lambda five: shape_of(five) == [3, 2]),
    "Flush": (5, one_suit),
    "5-Card Flush": (5, one_suit),
    "4-Card Flush": (4, one_suit),
    "Straight": (5, is_straight),
    "Three-of-a-Kind": (5, lambda five: shape_of(five)[0] >= 3),
    "Two Pair": (5, lambda five: shape_of(five)[:2] == [2, 2]),
}


def meets(hand: str, cards: Sequence[Card], royal_suit: str) -> bool:
    """Whether some of the cards make the printed hand; royal_suit is a suit's full name."""
    if hand == "Royal Flush (Suit Specific)":
        own = [card for card in cards if card[1] == SUIT_NAMES[royal_suit]]
        return any(is_royal(five) for five in combinations(own, 5))
    size, test = JACKPOT_TESTS[hand]
    return any(test(chosen) for chosen in combinations(cards, size))


def jackpot_row(rows: Sequence[Row], cards: Sequence[Card], royal_suit: str) -> Row | None:
    """The first printed row with a pay that the cards meet; None if there is none or it loses."""
    for row in rows:
        if row.pay != "-" and meets(row.hand, cards, royal_suit):
            return None if row.pay == "Loss" else row
    return None


def jackpot_cards(
    code: str, hole: Sequence[Card], board: Sequence[Card], community: int
) -> list[Card]:
    """The cards of a jackpot hand: hole and one community card (5CL), or hole and Flop (7CL)."""
    if code.startswith("5CL"):
        return [*hole, board[community - 1]]
    return [*hole, *board[:3]]
