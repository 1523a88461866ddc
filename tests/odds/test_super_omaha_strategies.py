"""Strategies of Super Omaha that fit on a card: what they cost, and how good they can be."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss.odds.registry import price
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.kernels import FEATURES
from pitboss.odds.super_omaha.strategy import (
    FLOPS,
    HANDS,
    SHOWDOWNS,
    Points,
    named_strategies,
    printed_nets,
    read_game,
    totals_of,
    whole_game,
)
from pitboss.refusal import Refused
from tests.odds.omaha_cells import read_cell


def odds(**more: Any) -> dict[str, Any]:
    return price(read_request("super-omaha", {"paytables": {"ante": "SOA-01"}, **more}))


def value(figure: Any) -> Fraction:
    return Fraction(figure["exact"])


def test_named_strategies_cost_what_the_states_lose():
    best = value(odds()["house_edge"])
    costs = {}
    for name in named_strategies():
        answer = odds(strategy=name)
        costs[name] = value(answer["cost"])
        assert costs[name] == value(answer["house_edge"]) - best
        assert costs[name] >= value(answer["least_cost"]) > 0
        assert int(answer["deals"]) == FLOPS * HANDS * SHOWDOWNS
    assert costs["points"] < Fraction(49, 10_000)
    assert costs["points"] < costs["simple"] < Fraction(7, 1_000)


def test_the_best_by_features_is_what_each_part_of_the_states_allows():
    answer = odds(strategy={"best-by": ["flush-draw", "made"]})
    assert value(answer["cost"]) == value(answer["least_cost"])
    rows = answer["strategy"]["rows"]
    assert {"made": "top-pair", "flush-draw": "nut", "action": "3x"} in rows
    more = odds(strategy={"best-by": ["flush-draw", "made", "straight-outs"]})
    assert value(more["cost"]) < value(answer["cost"])
    assert value(more["cost"]) == value(odds(strategy="made-and-draws")["cost"])


def test_points_for_each_are_points_by_value():
    card: dict[str, Any] = {"3x": 5, "1x": 2, "made": {"top-pair": 4}}
    each = odds(strategy={**card, "backdoor-flushes": 2})
    listed = odds(strategy={**card, "backdoor-flushes": {"1": 2, "2": 4}})
    assert each == listed


@pytest.mark.parametrize("name", ["points", "simple"])
def test_no_number_on_a_card_can_be_changed_for_the_better(name: str):
    """Every points value and both thresholds, by up to four; all cells in whole numbers."""
    card = named_strategies()[name]
    assert isinstance(card, Points)
    cells = read_game(whole_game(printed_nets())).cells
    digits = np.array([list(_digits(number)) for number in cells]).T
    nets = printed_nets()[0]
    totals = np.array([totals_of(one, nets) for one in cells.values()])
    thrice, once = totals[:, 0] - totals[:, 1], totals[:, 1] - totals[:, 2]
    points = [np.array(card.by_feature.get(f, (0,) * len(v))) for f, v in FEATURES.items()]
    total = sum(np.take(one, digit) for one, digit in zip(points, digits, strict=True))

    def gain(shown: Any, by: tuple[int, int] = (0, 0)) -> int:
        raised, stayed = shown >= card.three_times + by[0], shown >= card.once + by[1]
        return int(thrice[raised].sum() + once[stayed].sum())

    best = gain(total)
    for step in (-4, -3, -2, -1, 1, 2, 3, 4):
        assert best >= max(gain(total, (step, 0)), gain(total, (0, step)))
        for feature, digit in zip(FEATURES, digits, strict=True):
            if feature in card.by_feature:
                for place in range(1, len(FEATURES[feature])):
                    assert best >= gain(total + step * (digit == place)), (feature, place, step)


def _digits(number: int) -> list[int]:
    return [FEATURES[name].index(shown) for name, shown in read_cell(number).items()]


@pytest.mark.parametrize(
    ("given", "wager", "action"),
    [({"3x": 0, "1x": 0}, 4, "3x"), ({"3x": 1, "1x": 0}, 2, "1x"), ({"3x": 2, "1x": 1}, 1, "fold")],
)
def test_one_action_for_every_hand(given: dict[str, int], wager: int, action: str):
    answer = odds(strategy=given)
    assert value(answer["average_wager"]) == wager
    assert value(answer["actions"][action]["probability"]) == 1
    if action == "fold":
        assert value(answer["house_edge"]) == 1
    else:
        wins, losses = (
            sum(
                int(row["combinations"])
                for row in answer["outcomes"]
                if row["event"].startswith(f"{action}, {word}")
            )
            for word in ("won", "beaten")
        )
        assert wins == losses


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("nonsense", "points, simple"),
        ({"best-by": []}, "needs a list"),
        ({"best-by": ["colour"]}, "flop-suits"),
        ({"best-by": ["made"], "3x": 5}, "stands alone"),
        ({"3x": 5, "1x": 1, "high-cards": "two"}, "whole points"),
        ({"3x": 5}, "1x"),
        ({"3x": 5, "1x": 6}, "above"),
        ({"3x": 5, "1x": 1, "made": {"two-pairs": 3}}, "two-pair"),
        ({"3x": 5, "1x": 1, "hands": {}}, "'hands' is unknown"),
        ({"3x": 5, "1x": 1, "made": 3}, "needs points"),
        ({"3x": 5, "1x": 1.5}, "whole points"),
        ({"3x": True, "1x": 1}, "whole points"),
    ],
)
def test_strategies_that_are_refused(given: object, words: str):
    with pytest.raises(Refused, match=words):
        odds(strategy=given)
