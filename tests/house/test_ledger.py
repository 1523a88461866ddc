"""The ledger's accounts: what a round, a meter and a transfer post, each set summing to zero."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.house import ledger
from pitboss.jackpots.meter import Meter
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from tests.golden.transcript import read_head
from tests.scripts import buyout_deck, duki_deck, write_script

HANDS = {1: "As Ks 7s 2d", 2: "2s 5h 9d"}
DEALER = "9c Jh 5c 4d 2h"


def played(decisions: str, **wagers: int) -> Runner:
    """Seat 1 has 28 points with three cards and seat 2 nothing; the dealer has nothing."""
    made = {1: {"first": 10, **wagers}, 2: {"first": 5}}
    return run_script(write_script("buyout", buyout_deck(HANDS, DEALER), made, decisions))


def test_wagers_of_a_round_in_play_lie_between_seat_and_bank():
    assert ledger.of_round("t", played("")) == {
        "seat:t:1": -10_00, "seat:t:2": -5_00, "play:t": 15_00, "tips:t": 0, "bank:t": 0,
    }  # fmt: skip


def test_a_fold_goes_to_the_bank_while_the_others_play_on():
    running = played("1 fold")
    assert running.question is not None
    assert ledger.of_round("t", running) == {
        "seat:t:1": -10_00, "seat:t:2": -5_00, "play:t": 5_00, "tips:t": 0, "bank:t": 10_00,
    }  # fmt: skip


def test_wins_come_from_the_bank_when_the_round_is_settled():
    running = played("1 buy, 1 refuse, 2 fold", bonus=1)
    assert running.status == "settled", running.question
    nets = running.net_cents
    assert ledger.of_round("t", running) == {
        "seat:t:1": nets[1], "seat:t:2": -5_00, "play:t": 0, "tips:t": 0,
        "bank:t": 5_00 - nets[1],
    }  # fmt: skip
    assert nets[1] > 0


def test_wagers_for_the_dealer_that_win_go_to_the_tip_box_with_their_wins():
    """Four of a kind pay 100 to 1: a seat is up by its ante's win, down by the tip."""
    wagers = {1: {"ante": 10, "tip": 10}, 2: {"ante": 10, "tip": 5}}
    deck = duki_deck({1: "9h 9c 9s 9d", 2: "8h 8c 8s 8d"}, "4c 5c 6c Th")
    rulings = {"dealer-wagers": "yes"}
    script = write_script("duki", deck, wagers, "1 play, 2 play", rulings=rulings)
    moved = ledger.of_round("t", run_script(script))
    assert moved["tips:t"] == 10_00 + 1_000_00 + 5_00 + 500_00
    assert moved["seat:t:1"] == 1_000_00 - 10_00
    assert moved["bank:t"] == -(1_000_00 + 1_000_00 + 1_000_00 + 500_00)


def test_a_wager_for_the_dealer_that_loses_is_the_banks():
    deck = duki_deck({1: "2h 3h 7h 8c"}, "9h 9c 9s 9d")
    wagers = {1: {"ante": 10, "tip": 10}}
    script = write_script("duki", deck, wagers, "1 fold", rulings={"dealer-wagers": "yes"})
    moved = ledger.of_round("t", run_script(script))
    assert moved == {"seat:t:1": -20_00, "play:t": 0, "tips:t": 0, "bank:t": 20_00}


RAKED = Path(__file__).parents[1] / "golden" / "holdout" / "heads-up-with-rake.txt"


def test_players_against_each_other_move_chips_and_the_rake_alone():
    """The bank has no part in it; while the hand is played the chips lie in play."""
    _, script = read_head(RAKED)
    nets = {"seat:t:2": 25_00, "seat:t:5": -28_00}
    assert ledger.of_round("t", run_script(script)) == {**nets, "rake:t": 3_00, "play:t": 0}
    waiting = run_script(script | {"decisions": script["decisions"][:1]})
    assert ledger.of_round("t", waiting) == {
        "seat:t:2": -8_00, "seat:t:5": -4_00, "play:t": 12_00,
    }  # fmt: skip


def test_accounts_by_name():
    assert (ledger.player("p"), ledger.play("t"), ledger.bank("t")) == (
        "player:p",
        "play:t",
        "bank:t",
    )
    assert (ledger.rake("t"), ledger.tips("t"), ledger.held("j")) == ("rake:t", "tips:t", "held:j")
    assert ledger.seats("t") == tuple(f"seat:t:{number}" for number in range(10))
    assert ledger.seat("t", 9) == "seat:t:9"
    assert ledger.of_meter("j") == ("jackpot:j:meter", "jackpot:j:reserve", "jackpot:j:overflow")


@pytest.mark.parametrize(
    ("account", "may"),
    [
        ("cage", True), ("promotions", True), ("bank:t", True),
        ("player:p", False), ("seat:t:1", False), ("play:t", False), ("jackpot:j:meter", False),
        ("tips:t", False), ("held:j", False), ("rake:t", False),
    ],
)  # fmt: skip
def test_only_the_houses_own_accounts_may_owe(account: str, may: bool):
    assert ledger.may_owe(account) is may


@pytest.mark.parametrize(
    ("account", "own"),
    [
        ("bank:t", True), ("jackpot:j:meter", True), ("jackpot:j:reserve", True),
        ("cage", False), ("promotions", False), ("player:p", False), ("seat:t:1", False),
        ("play:t", False), ("tips:t", False), ("held:j", False), ("rake:t", False),
    ],
)  # fmt: skip
def test_a_tables_win_is_what_banks_and_jackpots_move(account: str, own: bool):
    assert ledger.is_house(account) is own


def test_which_accounts_follow_a_meter():
    assert all(map(ledger.is_jackpot, ledger.of_meter("j")))
    assert not any(map(ledger.is_jackpot, ("cage", "bank:jackpot:", "held:j", "player:j")))


def test_chips_brought_to_a_seat_and_whose_they_are():
    assert ledger.brought({"player:p": -50_00, "seat:t:3": 50_00}) == (50_00, True)
    assert ledger.brought({"cage": -50_00, "seat:t:3": 20_00, "seat:t:4": 30_00}) == (50_00, False)


def test_a_transfer_takes_from_one_and_gives_to_the_other():
    assert ledger.transfer("cage", "player:p", 7) == {"cage": -7, "player:p": 7}


def test_a_meter_is_posted_in_whole_cents_rounded_down():
    """The fraction of a cent stays in the bank until it makes a whole one."""
    before = Meter(Fraction(1001, 10), Fraction(5, 2), Fraction(0))
    after = Meter(Fraction(1009, 10), Fraction(3), Fraction(7))
    accounts = ledger.of_meter("j")
    assert ledger.meter_cents("j", before) == dict(zip(accounts, (100, 2, 0), strict=True))
    assert ledger.meter_change("j", before, after) == {accounts[1]: 1, accounts[2]: 7}
    assert ledger.meter_change("j", after, before) == {accounts[1]: -1, accounts[2]: -7}


def test_sums_leave_out_what_comes_to_nothing():
    assert ledger.add({"a": 1, "b": 2}, {"b": -2, "c": 5}, {"a": 1}) == {"a": 2, "c": 5}
    assert ledger.subtract({"a": 3, "b": 2}, {"b": 2, "c": 5, "a": 1}) == {"a": 2, "c": -5}
    assert ledger.balance({"a": 3, "b": 4}, "b") == {"a": 3, "b": -3}
    assert ledger.balance({"a": 3}, "bank:t") == {"a": 3, "bank:t": -3}
    assert ledger.balance({"a": 3, "b": -3}, "bank:t") == {"a": 3, "b": -3}
