"""Strategies that fit on a card: what they cost, and that the best of them are the best."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.odds.registry import find_solver, price
from pitboss.odds.request import read_request
from tests.commands.program import Inside

ROW = {"third_high_card": 11, "third_points": 10, "fourth_better": 16, "fourth_same": 20}


def priced(game: str, **given: object) -> dict[str, Any]:
    return price(read_request(game, given))


def cost(game: str, **given: object) -> Fraction:
    return Fraction(priced(game, **given)["cost"]["exact"])


def test_a_strategy_costs_what_its_edge_is_above_the_best():
    best, found = priced("duki"), priced("duki", strategy="any-duki")
    edges = [Fraction(figures["house_edge"]["exact"]) for figures in (best, found)]
    assert Fraction(found["cost"]["exact"]) == edges[1] - edges[0] > 0


def test_one_threshold_is_nearly_all_of_duki():
    answer = priced("duki", strategy="threshold")
    assert answer["strategy"]["play_from"] == "9c 7d 4h 2c"
    assert 0 < Fraction(answer["cost"]["exact"]) < Fraction(1, 1_000_000)


@pytest.mark.parametrize("hand", ["9c 7d 3h 2c", "9c 7d 5h 2c", "Ac Ad Ah As"])
def test_no_other_threshold_of_duki_is_better(hand: str):
    assert cost("duki", strategy={"play_from": hand}) > cost("duki", strategy="threshold")


def test_playing_every_hand_of_duki_costs_most():
    assert cost("duki", strategy="always") > cost("duki", strategy="any-duki")


def test_the_up_card_is_worth_knowing():
    assert 0 < cost("buyout", strategy="up-card") < cost("buyout", strategy="points")


def test_the_best_points_are_what_a_file_with_them_gives():
    assert cost("buyout", strategy={"any": ROW}) == cost("buyout", strategy="points")


def test_another_number_on_the_card_costs_more():
    other = {"any": ROW, "A": {**ROW, "fourth_same": 17}}
    assert cost("buyout", strategy=other) > cost("buyout", strategy={"any": ROW, "A": ROW})


def test_a_strategy_can_come_from_a_file(pitboss: Inside, tmp_path: Path):
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"play_from": "9c 7d 4h 2c"}))
    answer = json.loads(pitboss("odds", "duki", "--strategy", str(file), "--json").out)
    assert Fraction(answer["cost"]["exact"]) == cost("duki", strategy="threshold")


def test_the_full_strategy_of_duki_plays_as_often_as_the_odds_say():
    lines = find_solver("duki").solve(read_request("duki", {}))["strategy"]
    assert isinstance(lines, list)
    assert len(lines) == 16_432
    assert sum(line["hands"] for line in lines) == 270_725
    played = sum(line["hands"] for line in lines if line["best"] == "play")
    assert (
        str(Fraction(played, 270_725)) == priced("duki")["actions"]["play"]["probability"]["exact"]
    )


def test_the_full_strategy_of_buyout_has_every_state():
    groups = find_solver("buyout").solve(read_request("buyout", {}))["strategy"]
    assert isinstance(groups, list)
    states = dict.fromkeys(("third", "fourth"), 0)
    for group in groups:
        states[group["stage"]] += group["states"]
        assert group["best"] not in {one["best"] for one in group["exceptions"]}
    assert states == {"third": 13 * 1_275 * 49, "fourth": 13 * 20_825 * 48}
