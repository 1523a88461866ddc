"""Holdout's betting: sizes, turns, the cap of four wagers, and short all-ins."""

from typing import Any

import pytest

from tests.rules.holdout import asked, holdout
from tests.scripts import refuses

HOLD_ALL = "1 hold 2c, 2 hold 2d, 3 hold 2h"
HANDS = {1: "2c", 2: "2d", 3: "2h", 4: "2s"}
ROUND = [200, 200, 200]
CALLED = "3 call, 1 call, 2 check, " + HOLD_ALL


def flop(decisions: str = "", stacks: list[int] | None = None, **extra: Any) -> str:
    """What is asked after these decisions on the Flop; everyone called the big blind before."""
    seats = range(1, len(stacks or ROUND) + 1)
    first = [*seats[2:], *seats[:2]]
    called = [f"{seat} {'check' if seat == 2 else 'call'}" for seat in first]
    held = [f"{seat} hold {HANDS[seat]}" for seat in seats]
    line = ", ".join([*called, *held, decisions])
    return asked(holdout(stacks or ROUND, line, hands=HANDS, **extra))


@pytest.mark.rule("HOLD-05")
def test_the_seat_after_the_big_blind_starts_and_must_call_raise_or_fold():
    assert asked(holdout(ROUND)) == "3: call 4.00, raise 8.00, fold"
    assert asked(holdout(ROUND, "3 call")) == "1: call 2.00, raise 8.00, fold"
    assert asked(holdout(ROUND, "3 call, 1 call")) == "2: check, raise 8.00, fold"
    with refuses("HOLD-05", "check", "call 4.00"):
        holdout(ROUND, "3 check")


@pytest.mark.rule("HOLD-10")
def test_after_the_flop_the_seat_at_the_buttons_left_starts_and_may_check():
    assert flop() == "1: check, bet 4.00, fold"
    assert flop("1 check") == "2: check, bet 4.00, fold"
    assert flop("1 fold, 2 check, 3 check") == "2: check, bet 8.00, fold"


@pytest.mark.rule("HOLD-16")
@pytest.mark.parametrize(
    ("rulings", "on_flop", "on_river"),
    [
        ({}, "4.00", "8.00"),
        ({"big_bet_from": "flop"}, "8.00", "8.00"),
        ({"bets": [5, 15]}, "5.00", "15.00"),
        ({"betting": "spread-limit", "bets": [2, 10]}, "2.00-10.00", "2.00-10.00"),
        ({"betting": "pot-limit"}, "4.00-12.00", "4.00-12.00"),
        ({"betting": "no-limit"}, "4.00-196.00", "4.00-196.00"),
        ({"betting": "no-limit", "limits": {"max": 40}}, "4.00-40.00", "4.00-40.00"),
    ],
)
def test_sizes_of_a_bet(rulings: dict[str, Any], on_flop: str, on_river: str):
    assert flop(**rulings) == f"1: check, bet {on_flop}, fold"
    assert flop("1 check, 2 check, 3 check", **rulings) == f"1: check, bet {on_river}, fold"


@pytest.mark.rule("HOLD-16")
@pytest.mark.parametrize(
    ("betting", "raises"),
    [
        ("limit", "8.00"),
        ("spread-limit", "8.00-12.00"),
        ("pot-limit", "8.00-14.00"),
        ("no-limit", "8.00-200.00"),
    ],
)
def test_sizes_of_the_first_raise(betting: str, raises: str):
    assert asked(holdout(ROUND, betting=betting)) == f"3: call 4.00, raise {raises}, fold"


@pytest.mark.rule("HOLD-16")
def test_a_pot_limit_raise_counts_the_call_and_only_chips_that_are_there():
    """Blinds 2 and 4: to 4 + 6 + 4 = 14; then 14 + 20 + 12 = 46 for the small blind."""
    assert asked(holdout(ROUND, "3 raise 14", betting="pot-limit")).endswith(
        "raise 24.00-46.00, fold"
    )
    short = holdout([200, 1, 200], betting="pot-limit")
    assert asked(short) == "3: call 4.00, raise 8.00-11.00, fold"


@pytest.mark.rule("HOLD-16")
def test_nobody_needs_more_chips_than_he_has():
    poor = [200, 200, 3]
    assert asked(holdout(poor)) == "3: call 3.00, fold"
    assert asked(holdout([200, 200, 7], betting="no-limit")) == "3: call 4.00, raise 7.00, fold"
    assert flop(stacks=[7, 200, 200], betting="no-limit") == "1: check, bet 3.00, fold"
    with refuses("HOLD-16", "raise"):
        holdout(poor, "3 raise 3")


@pytest.mark.rule("HOLD-17")
def test_a_raise_is_at_least_the_bet_or_raise_before():
    line = "1 bet 10, 2 raise 35"
    assert flop("1 bet 10", betting="no-limit") == "2: call 10.00, raise 20.00-196.00, fold"
    assert flop(line, betting="no-limit") == "3: call 35.00, raise 60.00-196.00, fold"
    with refuses("HOLD-10", "59.99", "60.00 to 196.00"):
        flop(f"{line}, 3 raise 59.99", betting="no-limit")
    assert flop(f"{line}, 3 raise 60", betting="no-limit").startswith("1: call 50.00, raise 85.00-")


@pytest.mark.rule("HOLD-17")
def test_a_spread_raise_keeps_to_the_largest_bet():
    spread: dict[str, Any] = {"betting": "spread-limit", "bets": [2, 10]}
    assert flop("1 bet 6", **spread) == "2: call 6.00, raise 12.00-16.00, fold"
    assert flop("1 bet 6, 2 raise 16", **spread) == "3: call 16.00, raise 26.00, fold"
    with refuses("HOLD-10"):
        flop("1 bet 1", **spread)
    with refuses("HOLD-10"):
        flop("1 bet 11", **spread)


@pytest.mark.rule("HOLD-17")
def test_a_spread_raise_before_the_flop_is_at_least_the_big_blind():
    spread: dict[str, Any] = {"betting": "spread-limit", "bets": [2, 10]}
    assert asked(holdout(ROUND, **spread)) == "3: call 4.00, raise 8.00-14.00, fold"


@pytest.mark.rule("HOLD-16")
def test_a_table_maximum_is_for_each_bet_and_each_raise_in_whole_chips():
    most: dict[str, Any] = {"betting": "no-limit", "limits": {"max": 41}, "chip": 2}
    assert flop("1 bet 40", **most) == "2: call 40.00, raise 80.00, fold"


@pytest.mark.rule("HOLD-18")
@pytest.mark.parametrize("betting", ["limit", "spread-limit", "pot-limit", "no-limit"])
def test_before_the_flop_the_big_blind_is_the_first_of_four_wagers(betting: str):
    raises = "3 raise 8, 1 raise 12, 2 raise 16"
    assert asked(holdout(ROUND, raises, betting=betting)) == "3: call 8.00, fold"
    with refuses("HOLD-18", "raise"):
        holdout(ROUND, f"{raises}, 3 raise 20", betting=betting)
    free = holdout(ROUND, raises, betting=betting, wagers_per_round="unlimited")
    assert "raise 20.00" in asked(free)


@pytest.mark.rule("HOLD-18")
def test_a_bet_and_three_raises_also_between_two_players():
    raises = "1 bet 4, 2 raise 8, 3 fold, 1 raise 12"
    assert flop(raises) == "2: call 4.00, raise 16.00, fold"
    assert flop(f"{raises}, 2 raise 16") == "1: call 4.00, fold"
    unlimited = flop(f"{raises}, 2 raise 16", wagers_per_round="unlimited")
    assert unlimited == "1: call 4.00, raise 20.00, fold"


@pytest.mark.rule("HOLD-19")
@pytest.mark.parametrize(
    ("behind", "next_seat", "first_seat"),
    [
        # Under half a bet: it may only be completed, and only by one who has not acted.
        (1, "3: call 5.00, raise 8.00, fold", "1: call 1.00, fold"),
        # Half a bet or more is a wager: a full bet above it, by everyone.
        (2, "3: call 6.00, raise 10.00, fold", "1: call 2.00, raise 10.00, fold"),
        (3, "3: call 7.00, raise 11.00, fold", "1: call 3.00, raise 11.00, fold"),
    ],
)
def test_a_short_all_in_in_limit(behind: int, next_seat: str, first_seat: str):
    stacks = [200, 8 + behind, 200]
    line = f"1 bet 4, 2 raise {4 + behind}"
    assert flop(line, stacks) == next_seat
    assert flop(f"{line}, 3 call", stacks) == first_seat


@pytest.mark.rule("HOLD-19")
def test_short_all_ins_in_limit_add_up_to_half_a_bet():
    stacks = [200, 9, 10, 200]
    line = "1 bet 4, 2 raise 5, 3 raise 6"
    assert flop(line, stacks) == "4: call 6.00, raise 10.00, fold"
    assert flop(f"{line}, 4 call", stacks) == "1: call 2.00, raise 10.00, fold"


@pytest.mark.rule("HOLD-19")
def test_a_completed_all_in_is_one_wager():
    stacks = [200, 9, 200, 200]
    line = "1 bet 4, 2 raise 5, 3 raise 8, 4 raise 12, 1 raise 16"
    assert flop(line, stacks) == "3: call 8.00, fold"


@pytest.mark.rule("HOLD-19")
def test_half_a_bet_counts_towards_the_cap_in_limit_and_less_does_not():
    half = [200, 200, 200, 18]
    line = "1 bet 4, 2 raise 8, 3 raise 12, 4 raise 14"
    assert flop(line, half) == "1: call 10.00, fold"
    less = [200, 200, 200, 17]
    line = "1 bet 4, 2 raise 8, 3 raise 12, 4 raise 13"
    assert flop(line, less) == "1: call 9.00, raise 16.00, fold"


@pytest.mark.rule("HOLD-19")
@pytest.mark.parametrize("betting", ["spread-limit", "pot-limit", "no-limit"])
@pytest.mark.parametrize(("to", "reopens"), [(7, False), (8, True)])
def test_elsewhere_it_takes_a_full_raise(betting: str, to: int, reopens: bool):
    stacks = [200, to + 4, 200]
    extra: dict[str, Any] = {"betting": betting, "bets": [4, 40]}
    line = f"1 bet 4, 2 raise {to}"
    least = f"{to + 4}.00"
    assert f"raise {least}" in flop(line, stacks, **extra)
    assert ("raise" in flop(f"{line}, 3 call", stacks, **extra)) is reopens


@pytest.mark.rule("HOLD-19")
def test_short_all_ins_that_together_make_a_full_raise_reopen_it_for_whom_they_face():
    stacks = [500, 154, 500, 204]
    extra: dict[str, Any] = {"betting": "no-limit"}
    line = "1 bet 100, 2 raise 150, 3 call, 4 raise 200"
    assert flop(line, stacks, **extra) == "1: call 100.00, raise 300.00-496.00, fold"
    # Seat 3 called 150 and faces only 50 more.
    assert flop(f"{line}, 1 call", stacks, **extra) == "3: call 50.00, fold"


@pytest.mark.rule("HOLD-19")
def test_short_all_ins_in_no_limit_do_not_count_towards_the_cap():
    stacks = [500, 154, 204, 500]
    line = "1 bet 100, 2 raise 150, 3 raise 200, 4 raise 300, 1 raise 400"
    assert flop(line, stacks, betting="no-limit") == "4: call 100.00, raise 496.00, fold"


@pytest.mark.rule("HOLD-19")
@pytest.mark.parametrize(
    ("betting", "facing"),
    [
        ("limit", "3: call 1.00, raise 4.00, fold"),
        ("no-limit", "3: call 1.00, raise 5.00-196.00, fold"),
    ],
)
def test_a_short_first_bet_does_not_reopen_the_betting_for_those_who_checked(
    betting: str, facing: str
):
    stacks = [200, 5, 200]
    assert flop("1 check, 2 bet 1", stacks, betting=betting) == facing
    assert flop("1 check, 2 bet 1, 3 call", stacks, betting=betting) == "1: call 1.00, fold"


@pytest.mark.rule("HOLD-19")
def test_a_short_raise_before_the_flop_does_not_reopen_it_but_the_blinds_keep_their_option():
    stacks = [200, 200, 200, 6]
    line = "3 call, 4 raise 6"
    extra: dict[str, Any] = {"betting": "no-limit"}
    assert asked(holdout(stacks, line, **extra)) == "1: call 4.00, raise 10.00-200.00, fold"
    assert asked(holdout(stacks, f"{line}, 1 call", **extra)).startswith(
        "2: call 2.00, raise 10.00-"
    )
    called = holdout(stacks, f"{line}, 1 call, 2 call", **extra)
    assert asked(called) == "3: call 2.00, fold"


@pytest.mark.rule("HOLD-20")
def test_no_raise_is_offered_when_nobody_could_put_in_more():
    line = "3 raise 50"
    stacks = [50, 40, 200]
    extra: dict[str, Any] = {"betting": "no-limit"}
    assert asked(holdout(stacks, line, **extra)) == "1: call 48.00, fold"
    assert asked(holdout([200, 40, 50], line, **extra)) == "1: call 48.00, fold"
    with refuses("HOLD-20", "raise"):
        holdout([200, 40, 50], f"{line}, 1 raise 100", **extra)
    assert "raise" in asked(holdout([200, 51, 50], line, **extra))


@pytest.mark.rule("HOLD-20")
def test_who_has_matched_everything_while_all_others_are_all_in_is_not_asked():
    answer = holdout([200, 200, 3], "3 call, 1 fold", hands=HANDS)
    assert asked(answer).startswith("2: hold 2d ")
    done = holdout([200, 200, 3], "3 call, 1 fold, 2 hold 2d, 3 hold 2h", hands=HANDS)
    assert done["status"] == "settled"


@pytest.mark.rule("HOLD-20")
def test_a_side_bet_between_two_with_chips_goes_on():
    answer = holdout([200, 200, 3], f"3 call, 1 call, 2 check, {HOLD_ALL}", hands=HANDS)
    assert asked(answer) == "1: check, bet 4.00, fold"
    bet = holdout([200, 200, 3], f"3 call, 1 call, 2 check, {HOLD_ALL}, 1 bet 4", hands=HANDS)
    assert asked(bet) == "2: call 4.00, raise 8.00, fold"
