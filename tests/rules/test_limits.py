"""Which limits of the sign a wager meets: its own pair, or else the table's."""

from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.opening import open_round, reopen_round, set_table
from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script
from tests.scripts import refuses

DUKI = "9h 9c 6s Jd 9d 9s 5h 8c"
OMAHA = "Ah Kh Qh Jh 2c 3d 4s 5c Th 2d 7s 8c 9d"


def play(game: str, limits: Any, wagers: Any, **table: Any) -> Any:
    deck = OMAHA if game == "super-omaha" else DUKI
    table["limits"] = limits
    return answer_script({"game": game, "deck": deck, "table": table, "wagers": {"1": wagers}})


@pytest.mark.rule("DUKI-02")
@pytest.mark.parametrize("amount", ["0.01", "4.99", "100.01", 5000])
def test_dukis_bonus_lies_between_the_posted_limits(amount: Any) -> None:
    for wagers in ({"ante": 5, "bonus": amount}, {"bonus": amount}):
        with refuses("DUKI-02", "bonus wager of", "table m"):
            play("duki", {"min": 5, "max": 100}, wagers)


@pytest.mark.rule("DUKI-02")
@pytest.mark.parametrize("amount", [5, 100])
def test_dukis_bonus_at_the_posted_limits(amount: int) -> None:
    assert play("duki", {"min": 5, "max": 100}, {"ante": 5, "bonus": amount})["waiting"]


def test_a_pair_of_its_own_stands_instead() -> None:
    limits = {"min": 5, "max": 100, "bonus": [1, 200]}
    for amount in (1, 200):
        assert play("duki", limits, {"ante": 5, "bonus": amount})["waiting"]
    for beyond in ("0.99", "200.01"):
        with refuses("DUKI-02", f"bonus wager of {beyond}"):
            play("duki", limits, {"ante": 5, "bonus": beyond})


CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("buyout", "bonus", {}),
    ("duki", "tip", {"rulings": {"dealer-wagers": "yes"}}),
    ("super-omaha", "high-hand", {"paytables": {"high-hand": "HHW-01"}}),
    ("super-omaha", "flop-bonus", {"paytables": {"flop-bonus": "SOA-01"}}),
]


@pytest.mark.rule("SO-18")
@pytest.mark.rule("BUYOUT-18")
@pytest.mark.parametrize(("game", "wager", "table"), CASES)
def test_other_wagers_meet_the_maximum_and_no_minimum(
    game: str, wager: str, table: dict[str, Any]
) -> None:
    main = "first" if game == "buyout" else "ante"
    for amount in (1, 100):
        assert play(game, {"min": 5, "max": 100}, {main: 5, wager: amount}, **table)["waiting"]
    rule = find_game(game).source.spots[wager].rule
    with refuses(rule, f"{wager} wager of 100.01 is above the table maximum of 100.00"):
        play(game, {"min": 5, "max": 100}, {main: 5, wager: "100.01"}, **table)
    assert play(game, {"min": 5}, {main: 5, wager: 5000}, **table)["waiting"]


@pytest.mark.rule("SO-29")
def test_a_jackpot_wager_is_bound_by_its_fixed_amount_alone() -> None:
    jackpots = [{"paytable": "5CL-01", "type": "house", "wager": 1, "meter": 1000}]
    for limits in ({"min": 5, "max": 100}, {"max": "0.50"}):
        made = {"ante": limits.get("min", "0.50"), "jackpot-1": 1}
        assert play("super-omaha", limits, made, jackpots=jackpots)["waiting"]


@pytest.mark.parametrize("cents", [1, 5000_00])
def test_a_round_on_record_met_the_limits_of_its_day(cents: int) -> None:
    game = find_game("duki")
    settings = set_table(game, limits={"min": 5, "max": 100})
    made = {1: {"ante": 500, "bonus": cents}}
    with pytest.raises(Refused):
        open_round(game, settings, made, ())
    assert reopen_round(game, settings, made, ()).wagers == made
    pair = set_table(game, limits={"min": 5, "max": 100, "bonus": [1, 25]})
    with pytest.raises(Refused):  # which were those that the sign named
        reopen_round(game, pair, made, ())
