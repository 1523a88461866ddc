"""What a hand shows on a Flop, against a slow twin that shares nothing but the words."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest

from pitboss.cards import DECK, format_cards, parse_cards
from pitboss.odds.super_omaha.kernels import CELLS, FEATURES, HAND_CELLS
from pitboss.odds.super_omaha.kernels.classes import live_cards
from pitboss.odds.super_omaha.kernels.features import cells_of, find_cell, flop_cell
from tests.naive.naive_omaha import CATEGORIES, Card, category, five_card_rank
from tests.naive.naive_omaha import parse_cards as naive
from tests.naive.naive_omaha_odds import straight_outs
from tests.odds.omaha_cells import read_cell

STRONG = ("two-pair", "three-of-a-kind", "straight", "flush", "full-house-or-better")
NOT_LOOKED_AT = {
    "pair": "none",
    "beside": "none",
    "straight-outs": "0",
    "high-cards": "0",
    "flush-draw": "no",
    "backdoor-flushes": "0",
}
STRAIGHTS = [{14, 2, 3, 4, 5}, *(set(range(low, low + 5)) for low in range(2, 11))]


def look(flop: Sequence[Card], hole: Sequence[Card]) -> dict[str, str]:
    """Every feature, found the plain way."""
    made = name_made(flop, hole)
    shown = {
        "flop-suits": str(len({suit for _, suit in flop})),
        "flop-neighbours": neighbours({rank for rank, _ in flop}),
        "made": made,
    }
    if made in STRONG:
        return {**shown, **NOT_LOOKED_AT}
    own = own_pairs(flop, hole)
    outs = straight_outs(flop, hole)
    high = sum(
        dict(zip(range(8, 15), (1, 1, 2, 2, 3, 3, 4), strict=True)).get(r, 0) for r, _ in hole
    )
    return {
        **shown,
        "pair": next((v for top, v in PAIRS if own[0] <= top), "none") if own else "none",
        "beside": beside(flop, hole, own),
        "straight-outs": next(v for most, v in OUTS if outs <= most),
        "high-cards": str(high) if high < 10 else "10+",
        **flushes(flop, hole),
    }


PAIRS = ((5, "2-5"), (8, "6-8"), (10, "9-T"), (12, "J-Q"), (14, "K-A"))
OUTS = ((0, "0"), (4, "1-4"), (12, "5-12"), (15, "13-15"), (52, "16+"))


def neighbours(ranks: set[int]) -> str:
    fits = sum(ranks <= straight for straight in STRAIGHTS)
    if len(ranks) == 3 and fits:
        return ("straight", "two-straights", "three-straights")[fits - 1]
    near = [two for two in combinations(ranks, 2) if any(set(two) <= s for s in STRAIGHTS)]
    return str(len(near))


def own_pairs(flop: Sequence[Card], hole: Sequence[Card]) -> list[int]:
    """Ranks paired in the hole or with the Flop, the highest first."""
    ranks, board = [rank for rank, _ in hole], [rank for rank, _ in flop]
    return sorted({r for r in ranks if ranks.count(r) > 1 or r in board}, reverse=True)


def beside(flop: Sequence[Card], hole: Sequence[Card], own: list[int]) -> str:
    ranks = [rank for rank, _ in hole]
    if any(ranks.count(rank) >= 3 for rank in ranks):
        return "three-alike"
    if len(own) > 1 and own[1] >= min(rank for rank, _ in flop):
        return "second-pair"
    return "none"


def flushes(flop: Sequence[Card], hole: Sequence[Card]) -> dict[str, str]:
    draw, backdoors = "no", 0
    for suit in "shdc":
        board = [rank for rank, s in flop if s == suit]
        own = [rank for rank, s in hole if s == suit]
        if len(own) >= 2 and len(board) == 1:
            backdoors += 1
        if len(own) >= 2 and len(board) == 2:
            best = max(rank for rank in range(2, 15) if rank not in board)
            draw = "nut" if max(own) == best else "yes"
    return {"flush-draw": draw, "backdoor-flushes": str(backdoors)}


def name_made(flop: Sequence[Card], hole: Sequence[Card]) -> str:
    name = category(max(five_card_rank((*two, *flop)) for two in combinations(hole, 2)))
    board = {rank for rank, _ in flop}
    if name in ("straight", "flush"):
        return name
    if name in CATEGORIES[6:]:
        return "full-house-or-better"
    if name == "three-of-a-kind":
        return "board-three-of-a-kind" if len(board) == 1 else name
    own = own_pairs(flop, hole)
    above = sum(rank > own[0] for rank in board) if own else 0
    if len(board) == 2:
        return f"{'low' if above else 'high'}-pair-and-board-pair" if own else "board-pair"
    if name == "two-pair" or not own:
        return name if name == "two-pair" else "nothing"
    if own[0] in board:
        return ("top-pair", "middle-pair", "bottom-pair")[above]
    return ("over-pair", "pocket-pair", "pocket-pair", "under-pair")[above]


def test_cells_say_what_the_slow_twin_sees():
    dice = Random("cells")
    for _ in range(500):
        cards = dice.sample(DECK, 7)
        shown = look(naive(format_cards(cards[:3])), naive(format_cards(cards[3:])))
        assert read_cell(find_cell(cards[3:], cards[:3])) == shown


@pytest.mark.parametrize(
    ("hand", "flop", "feature", "value"),
    [
        ("Kc Kd 2h 2s", "Qc 9d 3h", "beside", "none"),
        ("Kc Kd 3c 2s", "Qc 9d 3h", "beside", "second-pair"),
        ("Kc Kd Kh 3s", "Qc 9d 3h", "beside", "three-alike"),
        ("Kc Qc 4h 2s", "Ac 9c 3h", "flush-draw", "nut"),
        ("Qc Jc 4h 2s", "Ac 9c 3h", "flush-draw", "yes"),
        ("Ah Ac 9h 9c", "Qc 6h 3d", "backdoor-flushes", "2"),
        ("8c 9d Th Js", "Qc 6h 3d", "high-cards", "6"),
        ("Ac Ad Ah 2s", "Qc 6h 3d", "high-cards", "10+"),
        ("Js Th 7d 6c", "9c 8d 2s", "straight-outs", "16+"),
        ("Ks 4h 4d 6c", "Ac 2d 3s", "flop-neighbours", "straight"),
        ("Ks 4h 4d 6c", "9c Td Js", "flop-neighbours", "three-straights"),
        ("Ks 4h 4d 6c", "9c 5d Js", "flop-neighbours", "2"),
    ],
)
def test_features_that_are_easy_to_get_wrong(hand: str, flop: str, feature: str, value: str):
    assert read_cell(find_cell(parse_cards(hand), parse_cards(flop)))[feature] == value


@pytest.mark.parametrize("text", ["Js 9s 9d", "Js 9s 4s", "Ac 9s 4d"])
def test_every_hand_of_a_flop_has_its_cell(text: str):
    flop = parse_cards(text)
    cells = cells_of(flop, live_cards(flop))
    assert len(cells) == 211_876
    first = flop_cell(flop)
    assert first <= min(cells.tolist()) <= max(cells.tolist()) < first + HAND_CELLS
    rest = [card for card in DECK if card not in flop]
    for place in Random(9).sample(range(len(cells)), 50):
        hand = [rest[n] for n in unrank(place)]
        assert cells[place] == find_cell(hand, flop)


def unrank(place: int) -> list[int]:
    """The four numbers whose set has this place, by the highest, then the next."""
    found = []
    for size in (4, 3, 2, 1):
        number = max(n for n in range(49) if comb(n, size) <= place)
        found.append(number)
        place -= comb(number, size)
    return found


def test_a_cell_is_read_by_its_digits():
    assert list(read_cell(0).values()) == [values[0] for values in FEATURES.values()]
    assert list(read_cell(CELLS - 1).values()) == [values[-1] for values in FEATURES.values()]
