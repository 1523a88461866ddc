"""Separate games on one hand in Washington: six, three of them above five dollars."""

import pytest

from pitboss.games.profile import check_wagers, read_profile
from pitboss.rounds.script import answer_script
from tests.omaha_scripts import house, omaha_deck
from tests.scripts import refuses, write_script

WAC = "WAC 230-15-040"
WASHINGTON = {"name": "washington", "date": "2023-01-10", "licence": "house-banked"}
DECK = omaha_deck({1: "2d 4d 8s Jc"}, "4c 6c 8c 9d", "As Ks Qs 2c 3d")


def play(ante, others, flop=None, profile=WASHINGTON, **rulings):
    """One seat with an Ante and up to three other games of these amounts."""
    names = ("high-hand", "flop-bonus", "jackpot-1")
    wagers = {1: {"ante": ante, **dict(zip(names, others, strict=False))}}
    fixed = others[2] if len(others) > 2 else 1
    script = write_script(
        "super-omaha",
        DECK,
        wagers,
        f"1 flop {flop}" if flop else "",
        paytables={"high-hand": "HHW-01", "flop-bonus": "SOA-01"},
        jackpots=[house("5CL-01", wager=fixed, meter=1000)],
        rulings={name.replace("_", "-"): value for name, value in rulings.items()},
    )
    return answer_script(script | {"profile": profile})


def flop_option(answer):
    return [option for option in answer["waiting"][0]["options"] if option["action"] == "flop"]


@pytest.mark.parametrize(
    ("ante", "others", "option"),
    [
        ("5.00", (6, 6, 6), {"amount": "5.00"}),
        ("4.99", (6, 6, 6), {"min": "4.99", "max": "5.00"}),
        ("2.00", ("5.01", 6, 6), {"min": "2.00", "max": "5.00"}),
        ("2.00", (5, 6, 6), {"min": "2.00", "max": "6.00"}),
        ("1.00", (6, 6, 6), {"min": "1.00", "max": "3.00"}),
        ("5.01", (6, 6, 5), {"min": "5.01", "max": "15.03"}),
        ("5.00", (6, 6), {"min": "5.00", "max": "15.00"}),
    ],
)
def test_a_flop_wager_makes_no_fourth_game_above_five_dollars(ante, others, option) -> None:
    assert flop_option(play(ante, others)) == [{"action": "flop", **option}]


@pytest.mark.parametrize(("flop", "allowed"), [("4.99", True), ("5.00", True), ("5.01", False)])
def test_below_at_and_above_the_amount(flop, allowed) -> None:
    if allowed:
        assert play(4, (6, 6, 6), flop)["status"] == "settled"
    else:
        with refuses(WAC, "flop with 5.01", "flop 4.00 to 5.00 (at most 3 games above 5.00)"):
            play(4, (6, 6, 6), flop)


def test_whole_multiples_above_the_amount_are_not_offered() -> None:
    answer = play("2.50", (6, 6, 6), flop_size="whole-multiples")
    assert [option["amount"] for option in flop_option(answer)] == ["2.50", "5.00"]
    with refuses(WAC, "flop 2.50, flop 5.00 (at most 3 games above 5.00), fold"):
        play("2.50", (6, 6, 6), "7.50", flop_size="whole-multiples")


def test_of_several_sizes_one_is_named() -> None:
    with refuses("SO-05", "flop with no amount is not allowed; allowed: flop 2.50, flop 5.00"):
        play("2.50", (), " ", flop_size="whole-multiples")


def test_an_ante_that_is_the_fourth_is_refused_before_the_deal() -> None:
    with refuses(WAC, "4 of them above 5.00"):
        play("5.01", (6, 6, 6))


@pytest.mark.parametrize("profile", [{"name": "none"}, {"name": "tribal", "approval": "TGA 12"}])
def test_only_washington_counts_games(profile) -> None:
    assert flop_option(play(5, (6, 6, 6), profile=profile))[0]["max"] == "15.00"


@pytest.mark.parametrize(("games", "allowed"), [(5, True), (6, True), (7, False)])
def test_at_most_six_separate_games(games, allowed) -> None:
    wagers = {1: {f"game-{n}": 100 for n in range(games)} | {"tip": 100}}
    if allowed:
        check_wagers(read_profile(WASHINGTON), wagers)
    else:
        with refuses(WAC, "7 separate games", "at most 6"):
            check_wagers(read_profile(WASHINGTON), wagers)


@pytest.mark.parametrize(("flop", "allowed"), [("300.00", True), ("300.01", False)])
def test_a_follow_up_meets_the_largest_single_wager(flop, allowed) -> None:
    if allowed:
        assert play(150, (), flop)["status"] == "settled"
    else:
        with refuses("SO-06", "flop 150.00 to 300.00 (table maximum)"):
            play(150, (), flop)
