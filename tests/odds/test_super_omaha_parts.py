"""Every hand on a Flop, written out: each once, with its best action and its exact value."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.opening import set_table
from pitboss.odds.figures import fraction_of
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import advise
from pitboss.odds.super_omaha.kernels.ranks import count_state
from pitboss.odds.super_omaha.strategy import HANDS, SHOWDOWNS, nets_of, values_of
from tests.naive.naive_omaha_odds import best_action

SETTINGS = set_table(find_game("super-omaha"))
PAYS = {"flush": 1, "full-house": 1, "four-of-a-kind": 3, "straight-flush": 15, "royal-flush": 50}


@pytest.mark.parametrize(
    ("text", "states"), [("7c 7d 7h", 43_761), ("Ac Kc 9c", 41_537), ("Ac Kc 9d", 112_049)]
)
def test_a_flop_has_each_state_once_with_its_exact_value(text: str, states: int):
    flop = parse_cards(text)
    line: Any = json.loads(advise.write_flop(flop, 4, nets_of(SETTINGS)))
    rows = line["states"]
    assert len(rows) == len({row[0] for row in rows}) == states
    assert sum(row[1] for row in rows) == HANDS
    for hand, _, best, thrice, once in Random(text).sample(rows, 20):
        row = count_state(parse_cards(hand), flop).row
        values = values_of([*row, 1], nets_of(SETTINGS))
        assert best == best_action(row, PAYS)
        assert fraction_of(values["3x"]) == Fraction(thrice, SHOWDOWNS)
        assert fraction_of(values["1x"]) == Fraction(once, SHOWDOWNS)


def test_hands_alike_on_a_flop_are_worth_the_same():
    flop = parse_cards("Ac Kc 9d")
    line: Any = json.loads(advise.write_flop(flop, 4, nets_of(SETTINGS)))
    ways = {row[0]: row[1] for row in line["states"]}
    assert "2c3h4h5s" not in ways
    assert ways["2c3s4s5h"] == 2
    one, other = (count_state(parse_cards(text), flop) for text in ("2c3h4h5s", "2c3s4s5h"))
    assert one == other


def test_the_file_has_a_head_and_a_line_for_each_flop(monkeypatch: pytest.MonkeyPatch):
    flops = [(parse_cards("7c 7d 7h"), 4), (parse_cards("Ac Kc 9c"), 4)]
    monkeypatch.setattr(advise, "flop_classes", lambda: flops)
    request = read_request("super-omaha", {"paytables": {"ante": "SOA-01"}})
    alone, together = io.StringIO(), io.StringIO()
    assert advise.write(request, alone) == 3
    with ThreadPoolExecutor(1) as pool:
        assert advise.write(request, together, pool) == 3
    assert alone.getvalue() == together.getvalue()
    head, *lines = map(json.loads, alone.getvalue().splitlines())
    assert head["paytable"] == "SOA-01"
    assert head["denominator"] == SHOWDOWNS
    assert head["columns"] == ["hand", "ways", "best", "3x", "1x"]
    assert [line["flop"] for line in lines] == ["7c 7d 7h", "Ac Kc 9c"]
    assert all(len(row) == 5 for line in lines for row in line["states"])
