"""Rounds through the rules, against the exact figures."""

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from pitboss.odds import playing
from pitboss.odds.request import read_request
from pitboss.odds.simulation import simulate, tail
from tests.commands.program import Inside

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
FAR = 4.5
"""Standard errors that a mean of many rounds is away from the truth once in 100,000 runs."""

ROUNDS = 500
"""``test_simulated_figures`` tries as many figures by exact chances; here it is the command."""

JACKPOT = ("simulate", "super-omaha", "--wager", "jackpot", "--json")
OFTEN = {
    "code": "5CL-often",
    "terms": "for 1",
    "rows": [["two-pair", "Two Pair", "10%", "$3"], ["three-of-a-kind", "Trips", "$2", "-"]],
}


@pytest.mark.parametrize("command", PLAYED)
def test_the_mean_is_set_against_the_exact_value(pitboss: Inside, command: str):
    ran = pitboss("simulate", *command.split(), "--rounds", str(ROUNDS), "--seed", "odds", "--json")
    answer = json.loads(ran.out)
    low, high = answer["interval"]
    assert answer["rounds"] == ROUNDS
    assert low < answer["mean"]["value"] < high
    assert answer["inside"] == (low <= answer["exact"]["value"] <= high)
    assert abs(answer["z"]) < FAR


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


@pytest.fixture
def often(tmp_path: Path) -> str:
    """A jackpot whose rows come often."""
    file = tmp_path / "often.json"
    file.write_text(json.dumps(OFTEN))
    return str(file)


def play_often(pitboss: Inside, often: str, *more: str) -> tuple[dict[str, Any], dict[str, int]]:
    ran = pitboss(*JACKPOT, "--paytable", often, "--rounds", "600", *more)
    answer = json.loads(ran.out)
    return answer, {row["event"]: row["observed"] for row in answer["rows"]}


@pytest.mark.parametrize("meter", [0, 250])
def test_the_meter_stands_at_the_same_value_in_every_round(pitboss: Inside, often: str, meter: int):
    answer, seen = play_often(pitboss, often, "--meter", str(meter))
    assert seen["Two Pair"] > 5
    total = seen["Two Pair"] * Fraction(meter, 10) + seen["Trips"] * 2 - 600
    assert Fraction(answer["mean"]["exact"]) == total / 600
    assert sum(seen.values()) == 600


def test_envy_is_played_with_the_other_seats(pitboss: Inside, often: str):
    """A wager of $2 doubles prizes and envy, not the meter."""
    terms = ("--meter", "250", "--players", "3", "--amount", "2")
    answer, seen = play_often(pitboss, often, *terms)
    assert seen["envy: Two Pair"] > 10
    assert "envy: Trips" not in seen
    total = 25 * seen["Two Pair"] + 4 * seen["Trips"] + 6 * seen["envy: Two Pair"] - 1200
    assert Fraction(answer["mean"]["exact"]) == Fraction(total, 1200)
    expected = {row["event"]: row["expected"] for row in answer["rows"]}
    assert expected["envy: Two Pair"] == 2 * expected["Two Pair"]
    assert answer["rows_inside"]
    assert abs(answer["z"]) < FAR


def test_a_jackpot_is_set_against_its_exact_figure(pitboss: Inside):
    asked = ("--paytable", "7CL-E01", "--meter", "50000", "--players", "4", "--amount", "2.5")
    answer = json.loads(pitboss(*JACKPOT, *asked, "--rounds", "50").out)
    odds = pitboss("odds", "super-omaha", "--wager", "jackpot", "--json", *asked)
    edge = Fraction(json.loads(odds.out)["house_edge"]["exact"])
    assert Fraction(answer["exact"]["exact"]) == -edge
    assert (answer["players"], answer["meter"]) == (4, "50000.00")


def test_rare_rows_are_said_to_make_the_interval_poor(pitboss: Inside, often: str):
    asked = ("--wager", "jackpot", "--paytable", "5CL-E01", "--meter", "50000", "--rounds", "100")
    ran = pitboss("simulate", "super-omaha", *asked)
    assert "expected fewer than 10 times" in ran.out
    assert "caution" not in play_often(pitboss, often)[0]


def test_what_a_jackpot_does_not_take(pitboss: Inside):
    pitboss("simulate", "duki", "--players", "2").refused("players 2", "envy")
    pitboss(*JACKPOT).refused("jackpot is missing")
    pitboss(*JACKPOT, "--paytable", "5CL-01", "--players", "8").refused("1 to 7")
    pitboss(*JACKPOT, "--paytable", "5CL-01", "--meter=-1").refused("meter")
    pitboss(*JACKPOT, "--paytable", "5CL-01", "--rate", "0.2").refused("--rate")


OMAHA = "super-omaha --paytable high-hand=HHW-01 --paytable flop-bonus=SOA-03"
EVERY = {
    "duki": ["ante", "bonus"],
    "buyout --strategy points": ["first", "bonus"],
    f"{OMAHA} --paytable jackpot=5CL-E01": ["ante", "high-hand", "flop-bonus", "jackpot"],
}


@pytest.mark.parametrize("command", EVERY)
def test_all_wagers_of_a_seat_are_played_at_once(pitboss: Inside, command: str):
    ran = pitboss("simulate", *command.split(), "--wager", "all", "--rounds", "100", "--json")
    answer = json.loads(ran.out)
    assert list(answer["wagers"]) == EVERY[command]
    for one in answer["wagers"].values():
        assert abs(one["z"]) < FAR
        beside = one["session"]
        assert Fraction(beside["result"]["exact"]) == 100 * Fraction(one["mean"]["exact"])
        assert beside["at_most"] + beside["at_least"] > 1
        assert min(beside["at_most"], beside["at_least"]) > 1e-6


def test_one_wager_is_set_beside_the_session_of_so_many_rounds(pitboss: Inside):
    ran = pitboss("simulate", "duki", "--rounds", "40", "--json")
    answer = json.loads(ran.out)
    beside = answer["session"]
    assert beside["mean"] == pytest.approx(40 * answer["exact"]["value"])
    session = json.loads(pitboss("session", "duki", "--rounds", "40", "--json").out)
    assert beside["standard_deviation"] == pytest.approx(session["standard_deviation"])


def test_who_plays_the_rounds_does_not_change_them(monkeypatch: pytest.MonkeyPatch):
    """In blocks, in this process, by a pool: the same decks."""
    request = read_request("duki", {})
    whole = simulate(request, 60, "shared")
    monkeypatch.setattr(playing, "BLOCK", 7)
    with ThreadPoolExecutor(2) as pool:
        assert simulate(request, 60, "shared", pool) == whole
    monkeypatch.setattr(playing, "MANY", 50)
    assert simulate(request, 60, "shared") == whole


def test_what_all_wagers_do_not_take(pitboss: Inside):
    every = ("simulate", "duki", "--wager", "all")
    pitboss(*every, "--players", "2").refused("players 2", "one player")
    pitboss(*every, "--bonus-ratio", "2").refused("bonus ratio", "one unit each")
    pitboss("simulate", "holdout", "--wager", "all").refused("holdout")
    pitboss("simulate", "duki", "--executor", "here").refused("dask://HOST:PORT")


@pytest.mark.parametrize(("trials", "chance"), [(12, 0.3), (40, 0.01), (7, 0.95)])
def test_tails_are_binomial(trials: int, chance: float):
    each = [comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]
    for k in range(trials + 1):
        smaller = min(sum(each[: k + 1]), sum(each[k:]))
        assert tail(k, trials, chance) == pytest.approx(min(1, 2 * smaller), rel=1e-9)


def test_tails_at_the_edges():
    assert tail(0, 10, 0) == tail(10, 10, 1) == 1
    assert tail(1, 10, 0) == tail(9, 10, 1) == 0
    assert tail(10**6 + 5000, 10**8, 0.01) == pytest.approx(5.0e-7, rel=0.1)
    assert tail(10**7, 10**8, 0.01) == 0
