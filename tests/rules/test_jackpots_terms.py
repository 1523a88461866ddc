"""What an operator cannot set up: sensors, types, links and amounts. Each refusal is one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.games import find_game
from tests.omaha_scripts import house, progressive
from tests.scripts import deal, refuses, write_script

DECK = "Ah Kh Qh Jh 4c 6c 8c 9d Th 2c 3d 5s Kc"
CODES = tuple(find_game("super-omaha").paytables["jackpot"])

Jackpots = list[dict[str, Any]]


def open_with(jackpots: object, **wagers: object) -> None:
    made = {"ante": 10, **{name.replace("_", "-"): wager for name, wager in wagers.items()}}
    deal("super-omaha", DECK, {1: made}, jackpots=jackpots)


REFUSED: list[tuple[str, object, str, str]] = [
    ("three sensors", [house("5CL-01")] * 3, "SO-19", "3 sensors; a layout has at most 2"),
    ("mixed types", [house("5CL-01"), progressive("7CL-01")], "SO-21", "house and progressive"),
    ("unknown type", [house("5CL-01", type="local")], "SO-21", "house, progressive"),
    ("unknown code", [house("5CL-16")], "", "'5CL-16' is unknown; printed: 5CL-01,"),
    ("a code of another wager", [house("SOA-01")], "", "'SOA-01' is unknown"),
    (
        "two games on a sensor",
        [house("5CL-01") | {"paytable": ["5CL-01", "7CL-01"]}],
        "",
        "unknown",
    ),
    ("meter below zero", [progressive("5CL-01", meter="-0.01")], "", "meter of -0.01 is below 0"),
    ("seed below zero", [progressive("5CL-01", seed=-1)], "", "seed of -1 is below 0"),
    ("rate below zero", [progressive("5CL-01", rate="-0.1")], "", "from 0 to 1"),
    (
        "rate above 1",
        [progressive("5CL-01", rate="1.01")],
        "",
        "rate of 1.01",
    ),
    ("reserve above 1", [progressive("5CL-01", reserve="1.01")], "", "reserve of 1.01"),
    ("both above 1", [progressive("5CL-01", reserve="0.81")], "", "together exceed 1"),
    ("maximum below the meter", [progressive("5CL-01", maximum=49999)], "", "above its maximum"),
    (
        "maximum below the seed",
        [progressive("5CL-01", maximum=9999, meter=0)],
        "",
        "below the seed",
    ),
    ("house without a prize", [{"paytable": "5CL-01", "type": "house"}], "SO-27", "posted prize"),
    *(
        (f"house with {key}", [house("5CL-01", **{key: "0.2"})], "SO-27", f"has no {key}")
        for key in ("seed", "rate", "reserve", "maximum")
    ),
    ("no wager", [house("5CL-01", wager=0)], "SO-29", "wager of 0.00 must be above 0"),
    ("half a cent", [house("5CL-01", wager="0.005")], "", "fraction of a cent"),
    ("a word", [progressive("5CL-01", meter="much")], "", "meter: 'much' is no number"),
    ("true", [progressive("5CL-01", rate=True)], "", "rate: 'True' is no number"),
    ("underlined", [progressive("5CL-01", meter="1_000")], "", "'1_000' is no number"),
    ("without end", [progressive("5CL-01", meter="Infinity")], "", "is no number"),
    ("huge", [progressive("5CL-01", meter="1e999999999")], "", "too large"),
    ("tiny", [progressive("5CL-01", rate="1e-999999999")], "", "decimals"),
    ("unknown key", [progressive("5CL-01", reseed=5)], "", "key 'reseed' is unknown"),
    ("no object", ["5CL-01"], "", "a JSON object is needed"),
    ("no list", {"paytable": "5CL-01"}, "", "a JSON list is needed"),
]


@pytest.mark.rule("SO-19")
@pytest.mark.rule("SO-20")
@pytest.mark.rule("SO-21")
@pytest.mark.parametrize(
    ("jackpots", "rule", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_cannot_be_set_up(jackpots: object, rule: str, words: str):
    with refuses(rule, words):
        open_with(jackpots)


@pytest.mark.rule("SO-19")
@pytest.mark.rule("SO-21")
@pytest.mark.parametrize("kind", [house, progressive])
@pytest.mark.parametrize("sensors", [0, 1, 2])
def test_up_to_two_sensors_of_one_type(kind, sensors: int):
    open_with([kind("5CL-01"), kind("7CL-01")][:sensors])


@pytest.mark.rule("SO-29")
@pytest.mark.parametrize(("rate", "reserve"), [(0, 0), (1, 0), ("0.2", "0.8"), (0, 1)])
def test_rates_up_to_the_whole_wager(rate: object, reserve: object):
    open_with([progressive("5CL-01", rate=rate, reserve=reserve)], jackpot_1=1)


@pytest.mark.rule("SO-27")
def test_without_a_meter_a_progressive_opens_at_its_seed():
    jackpot = progressive("5CL-01", seed="123.45", maximum="123.45")
    del jackpot["meter"]
    answer = deal("super-omaha", DECK, {1: {"ante": 10}}, jackpots=[jackpot])
    assert answer["jackpots"][0]["exact"] == "123.45"


def linked(one: dict[str, Any], *others: object) -> Jackpots:
    return [{**one, "linked": list(others)}]


REFUSED_LINKS: list[tuple[str, Jackpots, str, str]] = [
    ("5CL with 7CL", linked(progressive("5CL-01"), progressive("7CL-01")), "SO-21", "seven-card"),
    ("house with progressive", linked(house("5CL-01"), progressive("5CL-01")), "SO-21", "house"),
    ("progressive with house", linked(progressive("5CL-01"), house("5CL-01")), "SO-21", "house"),
    ("other wager", linked(house("5CL-01"), house("5CL-01", wager=5)), "SO-29", "fixed wager"),
    ("other parts", linked(house("5CL-14"), house("5CL-15")), "SO-21", "part of the meter"),
    ("other rows", linked(house("5CL-01"), house("5CL-06")), "SO-21", "other hands win"),
    ("two pair wins", linked(house("5CL-09"), house("5CL-12")), "SO-21", "other hands win"),
    ("other royals", linked(house("7CL-06"), house("7CL-07")), "SO-21", "other hands win"),
    (
        "the second of two",
        linked(house("5CL-01"), house("5CL-02"), house("7CL-02")),
        "SO-21",
        "7CL",
    ),
    ("other prize", linked(house("5CL-01"), house("5CL-01", meter=9)), "", "share one meter"),
    ("unknown code", linked(house("5CL-01"), house("5CL-00")), "", "'5CL-00' is unknown"),
    ("no object", linked(house("5CL-01"), "5CL-01"), "", "a JSON object is needed"),
    ("unknown key", linked(house("5CL-01"), {"code": "5CL-01"}), "", "key 'code' is unknown"),
    ("no list", [house("5CL-01", linked=None)], "", "a JSON list is needed"),
    ("a number", [house("5CL-01", linked=5)], "", "a JSON list is needed"),
]


@pytest.mark.rule("SO-21")
@pytest.mark.parametrize(
    ("jackpots", "rule", "words"),
    [case[1:] for case in REFUSED_LINKS],
    ids=[case[0] for case in REFUSED_LINKS],
)
def test_links_that_the_rulings_do_not_allow(jackpots: Jackpots, rule: str, words: str):
    with refuses(rule, words):
        open_with(jackpots)


@pytest.mark.rule("SO-21")
@pytest.mark.parametrize("kind", [house, progressive])
@pytest.mark.parametrize(
    ("one", "other"),
    [("5CL-01", "5CL-04"), ("5CL-05", "5CL-10"), ("5CL-06", "5CL-11"), ("7CL-01", "7CL-E02")],
)
def test_links_of_the_same_type_wager_hands_and_parts(kind, one: str, other: str):
    """The fixed prizes and envy pays may differ: they do not come off the meter."""
    open_with(linked(kind(one), kind(other)))


@pytest.mark.rule("SO-21")
def test_no_five_card_table_ever_links_with_a_seven_card_table():
    for one in CODES:
        for other in CODES:
            if one[0] != other[0]:
                with refuses("SO-21", one, other):
                    open_with(linked(house(one), house(other)))


ROUNDS: list[tuple[str, dict[str, Any], str]] = [
    ("three sensors", {"jackpots": [house("5CL-01")] * 3}, "SO-19"),
    ("mixed types", {"jackpots": [house("5CL-01"), progressive("5CL-01")]}, "SO-21"),
    ("unknown code", {"jackpots": [house("6CL-01")]}, "6CL-01"),
    ("a link of 5CL with 7CL", {"jackpots": linked(house("5CL-01"), house("7CL-01"))}, "SO-21"),
    ("a link of types", {"jackpots": linked(house("5CL-01"), progressive("5CL-01"))}, "SO-21"),
    ("a meter below zero", {"jackpots": [progressive("5CL-01", meter=-1)]}, "below 0"),
    ("a house with a seed", {"jackpots": [house("5CL-01", seed=1)]}, "SO-27"),
    ("a house with a rate", {"jackpots": [house("5CL-01", rate=0)]}, "SO-27"),
    ("a rate above 1", {"jackpots": [progressive("5CL-01", rate=2)]}, "from 0 to 1"),
    ("a link that is no list", {"jackpots": [house("5CL-01", linked=7)]}, "JSON list"),
    ("a wager that is not the fixed one", {"jackpots": [house("5CL-01", wager=5)]}, "SO-29"),
    ("a wager without a sensor", {}, "SO-19"),
    ("a jackpot table as a bonus table", {"paytables": {"jackpot": "5CL-01"}}, "'jackpot'"),
    ("a promotion", {"promotion": "double pays"}, "'promotion' is unknown"),
]


@pytest.mark.rule("SO-19")
@pytest.mark.rule("SO-32")
@pytest.mark.parametrize(
    ("table", "words"), [case[1:] for case in ROUNDS], ids=[case[0] for case in ROUNDS]
)
def test_the_command_refuses_in_one_line(
    table: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    wagers = {1: {"ante": 10, "jackpot-1": 1}}
    refused_by_the_command(
        write_script("super-omaha", DECK, wagers, **table), tmp_path, capsys, words
    )


FLOPS = [("9.90", {}, "SO-05"), ("30.10", {}, "SO-05"), ("25.01", {"limits": {"max": 25}}, "SO-06")]


@pytest.mark.rule("SO-05")
@pytest.mark.rule("SO-06")
@pytest.mark.parametrize(("amount", "table", "words"), FLOPS, ids=["0.99x", "3.01x", "above"])
def test_the_command_refuses_a_flop_wager_in_one_line(
    amount: str,
    table: dict[str, Any],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    script = write_script("super-omaha", DECK, {1: {"ante": 10}}, f"1 flop {amount}", **table)
    refused_by_the_command(script, tmp_path, capsys, words)


@pytest.mark.rule("SO-18")
def test_the_command_refuses_what_the_table_has_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    unpaid = write_script("super-omaha", DECK, {1: {"ante": 10, "high-hand": 5}})
    refused_by_the_command(unpaid, tmp_path, capsys, "SO-18")
    duki = write_script("duki", DECK, {1: {"ante": 10}}, jackpots=[house("5CL-01")])
    refused_by_the_command(duki, tmp_path, capsys, "jackpots: this game has none")


def refused_by_the_command(
    script: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    """Exit status 2, one line on standard error, nothing on standard output."""
    file = folder / "round.json"
    file.write_text(json.dumps(script))
    for arguments in (["deal", str(file)], ["deal", str(file), "--json"]):
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1
        assert words in err
