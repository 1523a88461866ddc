"""Holdout's chips: side pots, splits, odd chips, short blinds, antes and the rake."""

from typing import Any

import pytest

from pitboss.games.holdout.betting import divide, split
from pitboss.games.source import Rake, read_rake
from tests.rules.holdout import asked, holdout, pots, stacks_after
from tests.scripts import events, refuses

ACES = "As Ad Ah Ac 2c"
KINGS = "Ks Kd Kh Kc 2d"
QUEENS = "Qs Qd Qh Qc 2h"
JACKS = "Js Jd Jh Jc 2s"
BOARD = "3c 4d 5h 7s"


def hold_all(seats: str, hands: dict[int, str]) -> str:
    return ", ".join(f"{seat} hold {hands[int(seat)].replace(' ', '')}" for seat in seats)


@pytest.mark.rule("HOLD-21")
def test_a_three_way_all_in_with_two_side_pots():
    """Aces have 20, kings 50, queens 100: 60 and 60 are won, 50 were never called."""
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    line = "3 raise 100, 1 call, 2 call, " + hold_all("123", hands)
    answer = holdout([20, 50, 100], line, hands=hands, board=BOARD, betting="no-limit")
    assert pots(answer) == ["60.00: 1 60.00", "60.00: 2 60.00"]
    assert stacks_after(answer) == {1: "60.00", 2: "60.00", 3: "50.00"}
    assert [(e["seat"], e["amount"]) for e in events(answer, "chips-returned")] == [(3, "50.00")]


@pytest.mark.rule("HOLD-21")
def test_four_players_and_two_contested_side_pots():
    hands = {1: ACES, 2: KINGS, 3: QUEENS, 4: JACKS}
    line = "3 raise 100, 4 call, 1 call, 2 call, " + hold_all("1234", hands)
    answer = holdout([20, 50, 100, 100], line, hands=hands, board=BOARD, betting="no-limit")
    assert pots(answer) == ["80.00: 1 80.00", "90.00: 2 90.00", "100.00: 3 100.00"]
    awarded = [event["pot"] for event in events(answer, "pot-awarded")]
    assert awarded == [2, 1, 0]


@pytest.mark.rule("HOLD-21")
def test_who_folds_leaves_his_chips_and_plays_for_nothing():
    """Seat 3 folds four aces on the Flop; seat 1 is all-in, seats 2 and 4 play on."""
    hands = {1: KINGS, 2: QUEENS, 3: ACES, 4: JACKS}
    line = "3 raise 20, 4 call, 1 call, 2 call, " + hold_all("1234", hands)
    line += ", 2 bet 30, 3 fold, 4 call, 2 check, 4 check"
    answer = holdout([20, 100, 100, 100], line, hands=hands, board=BOARD, betting="no-limit")
    assert pots(answer) == ["80.00: 1 80.00", "60.00: 2 60.00"]


@pytest.mark.rule("HOLD-21")
def test_an_uncontested_side_pot_is_not_shown_for():
    """The last caller of the side pot folds: the seat left takes it, the main pot is shown down."""
    hands = {1: KINGS, 2: QUEENS, 3: JACKS}
    line = "3 raise 20, 1 call, 2 call, " + hold_all("123", hands)
    line += ", 2 bet 10, 3 call, 2 bet 20, 3 fold"
    answer = holdout([20, 100, 100], line, hands=hands, board=BOARD, betting="no-limit")
    assert pots(answer) == ["60.00: 1 60.00", "20.00: 2 20.00"]
    assert stacks_after(answer) == {1: "60.00", 2: "90.00", 3: "70.00"}


@pytest.mark.rule("HOLD-21")
@pytest.mark.parametrize(
    ("put", "seats", "parts"),
    [
        ({1: 4, 2: 4, 3: 4}, [1, 2, 3], [(12, (1, 2, 3))]),
        ({1: 2, 2: 4, 3: 4}, [2, 3], [(10, (2, 3))]),
        ({1: 1, 2: 3, 3: 3, 4: 2}, [1, 2, 3], [(4, (1, 2, 3)), (5, (2, 3))]),
        (
            {1: 5, 2: 10, 3: 15, 4: 15},
            [1, 2, 3, 4],
            [(20, (1, 2, 3, 4)), (15, (2, 3, 4)), (10, (3, 4))],
        ),
        # A dead blind of one who folded can lie above what the others put in.
        ({1: 1, 2: 1, 3: 3}, [1, 2], [(5, (1, 2))]),
    ],
)
def test_pots_are_made_level_by_level(put, seats, parts):
    assert divide(put, seats) == parts
    main, *sides = parts
    assert divide(put, seats, 7) == [(main[0] + 7, main[1]), *sides], "dead chips: the main pot's"


@pytest.mark.rule("HOLD-22")
@pytest.mark.parametrize(
    ("cents", "count", "chip", "shares"),
    [
        (1000, 2, 100, [500, 500]),
        (1100, 2, 100, [600, 500]),
        (1100, 3, 100, [400, 400, 300]),
        (1000, 3, 100, [400, 300, 300]),
        (1000, 3, 1, [334, 333, 333]),
        (100, 2, 100, [100, 0]),
    ],
)
def test_odd_chips_go_one_at_a_time(cents: int, count: int, chip: int, shares: list[int]):
    assert split(cents, list(range(count)), chip) == shares


@pytest.mark.rule("HOLD-22")
@pytest.mark.parametrize(
    ("button", "first", "second"), [(4, 1, 2), (1, 2, 3), (2, 3, 1), (3, 1, 2)]
)
def test_odd_chips_go_to_the_first_winners_left_of_the_button(button: int, first: int, second: int):
    """Four put in 5 each, seat 4 folds on the Flop, the others tie: 20 is 7, 7 and 6."""
    hands = {1: "As Kc Qh 9d 2c", 2: "Ad Kh Qc 9s 2d", 3: "Ah Kd Qs 9c 2h", 4: "3s 3d 3h 4c 4h"}
    seats = [seat % 4 + 1 for seat in range(button, button + 4)]
    acting = [*seats[2:], *seats[:2]]
    line = ", ".join(f"{seat} {'check' if seat == seats[1] else 'call'}" for seat in acting)
    line += ", " + ", ".join(f"{seat} hold {hands[seat].replace(' ', '')}" for seat in seats)
    line += ", " + ", ".join(f"{seat} {'fold' if seat == 4 else 'check'}" for seat in seats)
    line += ", " + ", ".join(f"{seat} check" for seat in seats if seat != 4)
    stacks = dict.fromkeys((1, 2, 3, 4), 100)
    extra: dict[str, Any] = {"hands": hands, "board": "5c 6d 7h 8s", "chip": 1, "blinds": [1, 5]}
    answer = holdout(stacks, line, button=button, **extra)
    third = ({1, 2, 3} - {first, second}).pop()
    assert answer["pots"][0]["winners"] == {
        str(first): "7.00",
        str(second): "7.00",
        str(third): "6.00",
    }


@pytest.mark.rule("HOLD-22")
def test_each_side_pot_has_its_own_odd_chip():
    """All tie but seat 3, which folds on the River: 100 for three hands, 15 for two."""
    hands = {1: "As Kc Qh 9d 2c", 2: "Ad Kh Qc 9s 2d", 3: "3s", 4: "Ah Kd Qs 9c 2h"}
    line = "3 raise 25, 4 call, 1 call, 2 call, "
    line += hold_all("12", hands) + ", 3 hold 3s, " + hold_all("4", hands)
    line += ", 1 bet 5, 2 call, 3 call, 1 check, 2 check, 3 fold"
    extra: dict[str, Any] = {
        "hands": hands,
        "board": "5c 6d 7h 8s",
        "betting": "no-limit",
        "chip": 1,
    }
    answer = holdout([100, 100, 100, 25], line, **extra)
    assert pots(answer) == ["100.00: 1 34.00, 2 33.00, 4 33.00", "15.00: 1 8.00, 2 7.00"]


@pytest.mark.rule("HOLD-24")
def test_a_short_big_blind_still_makes_the_full_one_the_amount_to_call():
    answer = holdout([100, 1, 100])
    assert asked(answer) == "3: call 4.00, raise 8.00, fold"
    assert asked(holdout([100, 1, 100], "3 call")) == "1: call 2.00, raise 8.00, fold"


@pytest.mark.rule("HOLD-24")
def test_a_short_small_blind_plays_for_what_it_matched():
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    line = "3 call, 2 check, " + hold_all("123", hands) + ", 2 check, 3 check, 2 check, 3 check"
    answer = holdout([1, 100, 100], line, hands=hands, board=BOARD)
    assert pots(answer) == ["3.00: 1 3.00", "6.00: 2 6.00"]


@pytest.mark.rule("HOLD-24")
def test_the_small_blind_is_not_asked_to_add_to_a_shorter_big_blind():
    """Seat 1 posted 2 against an all-in 1: everything is matched, and 1 goes back."""
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    answer = holdout([100, 1, 100], "3 fold, " + hold_all("12", hands), hands=hands, board=BOARD)
    assert answer["status"] == "settled"
    assert stacks_after(answer) == {1: "101.00", 2: "0.00", 3: "100.00"}


@pytest.mark.rule("HOLD-27")
def test_the_rake_is_taken_after_a_flop_only_and_up_to_its_cap():
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    line = "3 raise 50, 1 call, 2 call, " + hold_all("123", hands)
    extra: dict[str, Any] = {"hands": hands, "board": BOARD, "betting": "no-limit"}
    small = holdout([50, 50, 50], line, rake={"percent": 5, "cap": 20}, **extra)
    assert (small["rake"], stacks_after(small)[1]) == ("7.50", "142.50")
    capped = holdout([50, 50, 50], line, rake={"percent": 5, "cap": 4}, **extra)
    assert (capped["rake"], stacks_after(capped)[1]) == ("4.00", "146.00")
    chips = holdout([50, 50, 50], line, rake={"percent": 5, "cap": 20}, chip=1, **extra)
    assert (chips["rake"], stacks_after(chips)[1]) == ("7.00", "143.00")
    folded = holdout([50, 50, 50], "3 raise 50, 1 fold, 2 fold", rake="5% cap 20", **extra)
    assert folded["rake"] == "0.00"


@pytest.mark.rule("HOLD-27")
def test_each_pot_bears_its_own_rake_and_an_uncalled_wager_none():
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    line = "3 raise 100, 1 call, 2 call, " + hold_all("123", hands)
    extra: dict[str, Any] = {"hands": hands, "board": BOARD, "betting": "no-limit"}
    answer = holdout([20, 50, 100], line, rake={"percent": 10, "cap": 9}, **extra)
    assert [pot["rake"] for pot in answer["pots"]] == ["6.00", "3.00"]
    assert stacks_after(answer) == {1: "54.00", 2: "57.00", 3: "50.00"}


@pytest.mark.rule("HOLD-21")
@pytest.mark.rule("HOLD-28")
@pytest.mark.parametrize(
    ("stacks", "back"), [([100, 1], "4.00"), ([100, 3, 1], "2.00"), ([100, 100, 1], None)]
)
def test_an_ante_that_nobody_can_meet_goes_back_and_is_not_raked(stacks, back):
    answer = holdout(stacks, button=1, ante="5", rake={"percent": 10, "cap": 5})
    returned = events(answer, "chips-returned")
    assert [(each["seat"], each["amount"]) for each in returned[:1]] == ([(1, back)] * bool(back))
    placed = [each["event"] for each in answer["events"] if each["event"].startswith("chips-")]
    if back:
        assert placed.index("chips-returned") == len(stacks), "before the blinds"


@pytest.mark.rule("HOLD-21")
def test_what_a_folded_seat_had_in_beyond_all_others_goes_back_to_it():
    posts = [[1, "small-blind", 2, 0], [2, "big-blind", 4, 0], [3, "missed-blind", 4, 0]]
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    line = "3 fold, " + hold_all("12", hands)
    extra: dict[str, Any] = {"hands": hands, "board": BOARD, "posts": posts, "button": 3}
    answer = holdout([100, 1, 100], line, **extra)
    assert stacks_after(answer)[3] == "98.00"
    assert sum(map(float, answer["stacks"].values())) == 201


@pytest.mark.rule("HOLD-27")
@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"percent": 5}, "no rake"),
        ({"percent": 0, "cap": 4}, "above 0"),
        ({"percent": 101, "cap": 4}, "at most 100"),
        ({"percent": "x", "cap": 4}, "percent"),
        ("lots", "no rake"),
    ],
)
def test_a_rake_is_a_percentage_and_a_cap(value: object, words: str):
    with refuses("", words):
        holdout([50, 50], rake=value)


@pytest.mark.rule("HOLD-27")
def test_the_rake_in_words_is_read_again():
    rake = read_rake("7.5% cap 4.00")
    assert rake == Rake(rake.part, 400)
    assert [rake.of(cents, 1) for cents in (13, 14, 5_333, 5_334, 99_999)] == [0, 1, 399, 400, 400]


@pytest.mark.rule("HOLD-28")
def test_an_ante_is_no_part_of_the_wager_and_no_part_of_the_approved_game():
    answer = holdout([100, 100, 100], ante=1)
    assert asked(answer) == "3: call 4.00, raise 8.00, fold"
    assert stacks_after(answer) == {1: "97.00", 2: "95.00", 3: "99.00"}
    assert any("ante" in label for label in answer["labels"])
    assert not holdout([100, 100, 100])["labels"]
    pot = holdout([100, 100, 100], ante=1, betting="pot-limit")
    assert asked(pot) == "3: call 4.00, raise 8.00-17.00, fold"


@pytest.mark.rule("HOLD-28")
def test_a_short_ante_leaves_nothing_for_the_blind():
    hands = {1: ACES, 2: KINGS, 3: QUEENS}
    line = "3 fold, " + hold_all("12", hands)
    answer = holdout([1, 100, 100], line, ante=3, hands=hands, board=BOARD)
    assert pots(answer) == ["3.00: 1 3.00", "4.00: 2 4.00"]
    assert stacks_after(answer) == {1: "3.00", 2: "101.00", 3: "97.00"}


@pytest.mark.rule("HOLD-29")
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"chip": 0}, "chip"),
        ({"chip": 3}, "stack of seat 1"),
        ({"chip": 4}, "blinds"),
        ({"chip": 1, "bets": ["4.50", 9]}, "bets"),
        ({"chip": 1, "ante": "0.50"}, "ante"),
    ],
)
def test_everything_is_in_whole_chips(extra: dict[str, Any], words: str):
    with refuses("HOLD-29", words):
        holdout([100, 100], **extra)


@pytest.mark.rule("HOLD-29")
def test_a_raise_is_in_whole_chips():
    with refuses("HOLD-05", "in chips of 1.00"):
        holdout([100, 100, 100], "3 raise 8.50", betting="no-limit", chip=1)
    assert holdout([100, 100, 100], "3 raise 9", betting="no-limit", chip=1)["status"] == "waiting"
