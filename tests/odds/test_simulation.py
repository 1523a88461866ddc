"""Rounds through the rules, against the exact figures."""

import json

import pytest

from tests.commands.running import Inside

PLAYED = [
    "duki",
    "duki --ruling ace=high --ruling ante-three-card=three-card-table",
    "duki --wager bonus",
    "duki --wager bonus --bonus-ratio 1/2",
    "duki --strategy any-duki",
    "buyout",
    "buyout --wager bonus",
    "buyout --wager bonus --ruling bonus-hand=four-cards",
    "buyout --wager bonus --ruling bonus-alone=yes",
    "buyout --strategy points",
]


@pytest.mark.parametrize("command", PLAYED)
def test_the_exact_value_lies_inside_the_interval(pitboss: Inside, command: str):
    ran = pitboss("simulate", *command.split(), "--rounds", "1500", "--seed", "odds", "--json")
    answer = json.loads(ran.out)
    low, high = answer["interval"]
    assert answer["rounds"] == 1500
    assert low <= answer["exact"]["value"] <= high
    assert answer["inside"]
    assert abs(answer["z"]) < 2.6


def test_the_same_seed_plays_the_same_rounds(pitboss: Inside):
    runs = [
        json.loads(pitboss("simulate", "duki", "--rounds", "50", "--seed", seed, "--json").out)
        for seed in ("a", "a", "b")
    ]
    assert runs[0] == runs[1]
    assert runs[0]["mean"] != runs[2]["mean"]


@pytest.mark.parametrize("rounds", ["0", "1", "-5", "many", "1.5", "1" + "0" * 9])
def test_a_bad_number_of_rounds_is_one_line(pitboss: Inside, rounds: str):
    pitboss("simulate", "duki", f"--rounds={rounds}").refused("ounds")


def test_people_read_where_the_exact_value_lies(pitboss: Inside):
    ran = pitboss("simulate", "duki", "--rounds", "200")
    assert "99 % interval" in ran.out
    assert "inside" in ran.out
