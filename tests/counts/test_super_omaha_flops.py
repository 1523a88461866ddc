"""All 22,100 Flops by the event that Flop Bonus pays, through the rules' own row finder."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import DECK
from pitboss.games import find_game
from pitboss.games.super_omaha.bonuses import flop_events, paid_row

TABLES = find_game("super-omaha").paytables["flop-bonus"]

RUNS = 12
"""Three ranks in a row: from A-2-3 to Q-K-A."""

COUNTS = {
    "Mini-Royal Flush": 4,
    "Straight Flush": RUNS * 4 - 4,
    "Three-of-a-Kind": 13 * comb(4, 3),
    "Straight": RUNS * (4**3 - 4),
    "Flush": 4 * (comb(13, 3) - RUNS),
    "Pair": 13 * comb(4, 2) * 48,
}


@cache
def all_flops() -> list[set[str]]:
    return [flop_events(flop) for flop in combinations(DECK, 3)]


def test_there_are_22100_flops():
    assert len(all_flops()) == comb(52, 3) == 22_100
    assert sum(COUNTS.values()) == 4 + 44 + 52 + 720 + 1096 + 3744


@pytest.mark.rule("SO-17")
@pytest.mark.parametrize("code", TABLES)
def test_every_flop_by_its_row(code: str):
    found = Counter(row.hand if row else "" for row in _rows(code))
    assert found.pop("") == 22_100 - 5_660
    assert found == COUNTS


def _rows(code: str):
    table = TABLES[code]
    return [paid_row(table, events) for events in all_flops()]
