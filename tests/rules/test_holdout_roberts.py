"""Worked cases of Robert's Rules of Poker, played at a Holdout table.

The amounts are those of the book's examples; Holdout's first betting round, or its Flop, stands in
for theirs. Each case is named by its chapter.
"""

from typing import Any

import pytest

from tests.rules.holdout import asked, holdout, pots
from tests.rules.test_holdout_betting import flop

NO_LIMIT: dict[str, Any] = {"betting": "no-limit"}


@pytest.mark.rule("HOLD-19")
def test_no_limit_a_short_all_in_does_not_let_the_raiser_raise_again():
    """A bets 100, B makes it 200, C is all-in for less than 300, A calls: B may not raise."""
    stacks = [504, 504, 294]
    line = "1 bet 100, 2 raise 200, 3 raise 290"
    assert flop(line, stacks, **NO_LIMIT) == "1: call 190.00, raise 390.00-500.00, fold"
    assert flop(f"{line}, 1 call", stacks, **NO_LIMIT) == "2: call 90.00, fold"


@pytest.mark.rule("HOLD-17")
def test_no_limit_there_is_no_completing():
    """A bet of 100, all-in for 140: the least raise is to 240, not to 200."""
    stacks = [504, 144, 504]
    assert (
        flop("1 bet 100, 2 raise 140", stacks, **NO_LIMIT)
        == "3: call 140.00, raise 240.00-500.00, fold"
    )


@pytest.mark.rule("HOLD-19")
def test_no_limit_several_short_all_ins_reopen_the_betting():
    """A bets 100, B all-in for 140, C all-in for 200: A faces a full raise and may raise again."""
    stacks = [504, 144, 204, 504]
    line = "1 bet 100, 2 raise 140, 3 raise 200, 4 call"
    assert flop(line, stacks, **NO_LIMIT) == "1: call 100.00, raise 300.00-500.00, fold"


@pytest.mark.rule("HOLD-17")
def test_no_limit_the_least_bet_is_the_big_blind_in_every_round():
    assert flop("", **NO_LIMIT).startswith("1: check, bet 4.00-")
    assert flop("1 check, 2 check, 3 check", **NO_LIMIT).startswith("1: check, bet 4.00-")


@pytest.mark.rule("HOLD-19")
def test_limit_half_a_bet_counts_as_a_full_one():
    """All-in for 15 in a round of 20: a raise goes to 35."""
    twenty: dict[str, Any] = {"blinds": [10, 20]}
    assert flop("1 bet 15", [35, 200, 200], **twenty) == "2: call 15.00, raise 35.00, fold"


@pytest.mark.rule("HOLD-19")
def test_limit_less_than_half_a_bet_may_be_completed():
    """All-in for 5 in a round of 20: a raise only makes it 20."""
    twenty: dict[str, Any] = {"blinds": [10, 20]}
    assert flop("1 bet 5", [25, 200, 200], **twenty) == "2: call 5.00, raise 20.00, fold"


@pytest.mark.rule("HOLD-19")
def test_limit_less_than_half_a_bet_does_not_reopen_the_betting():
    """A bets 20, B calls, C is all-in for 25: A and B may only call the 5."""
    twenty: dict[str, Any] = {"blinds": [10, 20]}
    stacks = [200, 200, 45]
    assert flop("1 bet 20, 2 call, 3 raise 25", stacks, **twenty) == "1: call 5.00, fold"
    assert flop("1 bet 20, 2 call, 3 raise 25, 1 call", stacks, **twenty) == "2: call 5.00, fold"


@pytest.mark.rule("HOLD-18")
def test_limit_a_bet_and_three_raises():
    assert flop("1 bet 4, 2 raise 8, 3 raise 12, 1 raise 16") == "2: call 8.00, fold"


@pytest.mark.rule("HOLD-24")
def test_a_short_blind_leaves_the_sizes_as_they_are():
    """The big blind of 4 is posted with 3: to call it is 4, to raise it is to 8."""
    assert asked(holdout([200, 3, 200])) == "3: call 4.00, raise 8.00, fold"
    assert asked(holdout([200, 3, 200], **NO_LIMIT)) == "3: call 4.00, raise 8.00-200.00, fold"


@pytest.mark.rule("HOLD-05")
def test_a_blind_may_raise_when_its_turn_comes():
    assert asked(holdout([200] * 3, "3 call, 1 call")) == "2: check, raise 8.00, fold"


@pytest.mark.rule("HOLD-22")
def test_ties_the_odd_chip_goes_to_the_first_hand_left_of_the_button():
    """Two hands share 15 in whole dollars; no player gets more than one odd chip."""
    hands = {1: "3s", 2: "As Kc Qh 9d 2c", 3: "Ad Kh Qc 9s 2d"}
    line = "3 call, 1 call, 2 check, 1 hold 3s, 2 hold AsKcQh9d2c, 3 hold AdKhQc9s2d,"
    line += "1 check, 2 check, 3 check, 1 check, 2 check, 3 check"
    extra: dict[str, Any] = {"hands": hands, "board": "5c 6d 7h 8s", "blinds": [2, 5], "chip": 1}
    assert pots(holdout([100, 100, 100], line, **extra)) == ["15.00: 2 8.00, 3 7.00"]


@pytest.mark.rule("HOLD-21")
def test_ties_main_and_side_pot_are_split_apart():
    """Three tie for 21, two of them for a side pot of 14 as well: never 35 in three."""
    hands = {1: "As Kc Qh 9d 2c", 2: "Ad Kh Qc 9s 2d", 3: "Ah Kd Qs 9c 2h"}
    holds = ", ".join(f"{seat} hold {cards.replace(' ', '')}" for seat, cards in hands.items())
    line = f"3 call, 1 call, {holds}, 1 bet 7, 3 call, 1 check, 3 check"
    extra: dict[str, Any] = {
        "hands": hands,
        "board": "5c 6d 7h 8s",
        "chip": 1,
        "blinds": [1, 7],
        **NO_LIMIT,
    }
    answer = holdout([100, 7, 100], line, **extra)
    assert pots(answer) == ["21.00: 1 7.00, 2 7.00, 3 7.00", "14.00: 1 7.00, 3 7.00"]
