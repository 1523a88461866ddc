"""Five Card Holdout from the button to the showdown."""

from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.events import CardsDiscarded, CardsShown
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR, view
from tests.rules.holdout import PLAIN_DECK, asked, holdout, kinds, stacks_after, write_holdout
from tests.scripts import events, refuses

THREE = {1: "Ts Jd 3h 4h 5s", 2: "Tc Jh Qd 3s 4s", 3: "Td Jc 2h 6s 7s"}
BOARD = "2c Qh Ks Ad"
CALLS = "3 call, 1 call, 2 check"
HOLDS = "1 hold TsJd, 2 hold TcJhQd, 3 hold TdJc2h"
CHECKS = "1 check, 2 check, 3 check"
STACKS = [100, 100, 100]


def score(text: str) -> dict[str, Any]:
    return find_game("holdout").score(text, {})


@pytest.mark.rule("HOLD-13")
@pytest.mark.rule("HOLD-12")
def test_the_printed_example():
    """Players 1 and 2 split with a straight from ten to ace, player 3 has a pair of twos."""
    line = f"{CALLS}, {HOLDS}, {CHECKS}, {CHECKS}"
    answer = holdout(STACKS, line, hands=THREE, board=BOARD)
    assert answer["status"] == "settled"
    categories = {seat: answer["hands"][seat]["category"] for seat in "123"}
    assert categories == {"1": "straight", "2": "straight", "3": "pair"}
    assert answer["hands"]["1"]["rank"] == answer["hands"]["2"]["rank"]
    assert answer["hands"]["3"]["playing"].split()[:3] == ["Td", "Jc", "2h"]
    assert answer["net"] == {"1": "2.00", "2": "2.00", "3": "-4.00"}


@pytest.mark.rule("HOLD-01")
def test_three_betting_rounds():
    line = CALLS
    assert asked(holdout(STACKS, line, hands=THREE)).startswith("1: hold")
    line += f", {HOLDS}"
    for _ in ("flop", "river"):
        assert "bet" in asked(holdout(STACKS, line, hands=THREE))
        line += f", {CHECKS}"
    assert holdout(STACKS, line, hands=THREE)["status"] == "settled"


@pytest.mark.rule("HOLD-02")
@pytest.mark.rule("HOLD-03")
@pytest.mark.parametrize(
    ("button", "small", "big", "first"), [(1, 3, 4, 7), (3, 4, 7, 1), (7, 1, 3, 4)]
)
def test_the_button_and_the_blinds_at_its_left(button: int, small: int, big: int, first: int):
    answer = holdout({1: 50, 3: 50, 4: 50, 7: 50}, button=button)
    assert events(answer, "button-placed")[0]["seat"] == button
    posted = [(e["seat"], e["action"], e["amount"]) for e in events(answer, "chips-placed")]
    assert posted == [(small, "small-blind", "2.00"), (big, "big-blind", "4.00")]
    assert asked(answer).startswith(f"{first}:")


@pytest.mark.rule("HOLD-04")
def test_five_cards_in_rotation_from_the_buttons_left():
    answer = holdout({2: 50, 5: 50, 8: 50}, button=5, deck=PLAIN_DECK)
    dealt = [event["to"] for event in events(answer, "card-dealt")]
    assert dealt == ["8", "2", "5"] * 5
    assert answer["hands"]["8"]["cards"] == "2c 2s 3h 4d 5c"


@pytest.mark.rule("HOLD-06")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_one_to_five_cards_are_held(count: int):
    held = "".join(THREE[1].split()[:count])
    answer = holdout(STACKS, f"{CALLS}, 1 hold {held}", hands=THREE)
    assert answer["hands"]["1"]["cards"].replace(" ", "") == held
    assert asked(answer).startswith("2: hold")


@pytest.mark.rule("HOLD-06")
@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("", "names no card"),
        ("As", "As is not there"),
        ("TsJd3h4h5s6d", "6d is not there"),
        ("TsTs", "twice"),
    ],
)
def test_a_wrong_hold_is_refused(held: str, words: str):
    with pytest.raises(ValueError, match=words):
        holdout(STACKS, f"{CALLS}, 1 hold {held}", hands=THREE)


@pytest.mark.rule("HOLD-06")
def test_only_those_still_in_hold_and_the_all_in_too():
    stacks = [100, 100, 4]
    line = "3 call, 1 fold"
    assert asked(holdout(stacks, line, hands=THREE)).startswith("2: hold")
    line += ", 2 hold TcJhQd"
    assert asked(holdout(stacks, line, hands=THREE)).startswith("3: hold")
    assert holdout(stacks, f"{line}, 3 hold Td", hands=THREE)["status"] == "settled"


@pytest.mark.rule("HOLD-07")
def test_everyone_sees_how_many_are_discarded_and_nobody_which():
    running = run_script(
        write_holdout(dict.fromkeys((1, 2, 3), 100), f"{CALLS}, {HOLDS}", hands=THREE)
    )
    for viewer in (SPECTATOR, 1, 2, 3):
        seen = [e for e in view(running.table.events, viewer) if isinstance(e, CardsDiscarded)]
        assert [(e.of, e[2]) for e in seen] == [(1, 3), (2, 2), (3, 2)]
        assert [bool(e.cards) for e in seen] == [viewer == 1, viewer == 2, viewer == 3]


@pytest.mark.rule("HOLD-07")
@pytest.mark.parametrize(("order", "seen"), [("in-turn", 1), ("together", 0)])
def test_counts_are_seen_in_turn_or_when_all_have_decided(order: str, seen: int):
    first = f"{CALLS}, 1 hold TsJd"
    answer = holdout(STACKS, first, hands=THREE, discard_order=order)
    assert len(events(answer, "cards-discarded")) == seen
    answer = holdout(STACKS, f"{CALLS}, {HOLDS}", hands=THREE, discard_order=order)
    assert [event["of"] for event in events(answer, "cards-discarded")] == ["1", "2", "3"]


@pytest.mark.rule("HOLD-08")
@pytest.mark.parametrize(
    ("text", "category", "cards"),
    [
        ("Ts Jd / 2c Qh Ks Ad", "straight", "Ts Jd Qh Ks Ad"),
        ("Tc Jh Qd / 2c Qh Ks Ad", "straight", "Tc Jh Qd Ks Ad"),
        ("Td Jc 2h / 2c Qh Ks Ad", "pair", "Td Jc 2h 2c Ad"),
        # One held card plays with all four, though a pair lies on the board.
        ("3s / 2c 2h Ks Ad", "pair", "3s 2c 2h Ks Ad"),
        # Four held cards take one community card: never two to make the flush.
        ("As Ks Qs 2h / Js Ts 9s 8s", "high-card", "As Ks Qs 2h Js"),
        # Five held cards play alone.
        ("As Ks Qs Js 2h / Ts 2c 2d 2s", "high-card", "As Ks Qs Js 2h"),
        ("As Ks Qs Js Ts /", "royal-flush", "As Ks Qs Js Ts"),
        ("5h 4h / 3h 2h Ah Kd", "straight-flush", "5h 4h 3h 2h Ah"),
        ("9c 9d / 9h 9s 2c 3d", "four-of-a-kind", "9c 9d 9h 9s 3d"),
        ("9c 9d 4c / 9h 4s Ac Ad", "full-house", "9c 9d 4c 9h 4s"),
    ],
)
def test_every_held_card_plays(text: str, category: str, cards: str):
    answer = score(text)
    assert answer["category"] == category
    assert answer["cards"] == cards


@pytest.mark.rule("HOLD-08")
def test_a_better_hand_without_a_held_card_does_not_count():
    """With the deuce left out player 3 would have the straight, too."""
    straight, pair = score("Td Jc / 2c Qh Ks Ad"), score("Td Jc 2h / 2c Qh Ks Ad")
    assert isinstance(straight["rank"], int)
    assert isinstance(pair["rank"], int)
    assert straight["rank"] > pair["rank"]


@pytest.mark.rule("HOLD-09")
@pytest.mark.rule("HOLD-11")
def test_a_burn_and_two_cards_for_flop_and_river():
    line = f"{CALLS}, 1 hold 2c, 2 hold 2d, 3 hold 2h, {CHECKS}, {CHECKS}"
    answer = holdout(STACKS, line, deck=PLAIN_DECK)
    wanted = ("card-burned", "card-dealt")
    order = kinds(answer, *wanted)[15:]
    assert order == ["card-burned", *["card-dealt community"] * 2] * 2
    burned = [event["card"] for event in events(answer, "card-burned")]
    assert burned == ["5s", "6h"]
    assert answer["hands"]["community"]["cards"] == "6c 6d 6s 7c"


@pytest.mark.rule("HOLD-12")
@pytest.mark.rule("HOLD-15")
def test_a_fold_out_wins_without_showing():
    answer = holdout(STACKS, "3 raise 8, 1 fold, 2 fold", hands=THREE)
    assert answer["status"] == "settled"
    assert not events(answer, "cards-shown")
    assert stacks_after(answer) == {1: "98.00", 2: "96.00", 3: "106.00"}
    assert "community" not in answer["hands"]


@pytest.mark.rule("HOLD-15")
def test_a_fold_is_allowed_where_a_check_is():
    line = f"{CALLS}, {HOLDS}, 1 fold, 2 fold"
    answer = holdout(STACKS, line, hands=THREE)
    assert answer["status"] == "settled"
    assert answer["net"] == {"1": "-4.00", "2": "-4.00", "3": "8.00"}


@pytest.mark.rule("HOLD-15")
def test_a_walk():
    answer = holdout(STACKS, "3 fold, 1 fold")
    assert answer["net"] == {"1": "-2.00", "2": "2.00", "3": "0.00"}
    assert [(e["seat"], e["amount"]) for e in events(answer, "chips-returned")] == [(2, "2.00")]


@pytest.mark.rule("HOLD-14")
def test_nine_players_and_one_card_left_over():
    stacks = dict.fromkeys(range(1, 10), 100)
    line = ", ".join(f"{seat} call" for seat in (3, 4, 5, 6, 7, 8, 9, 1)) + ", 2 check"
    answer = holdout(stacks, line, deck=PLAIN_DECK)
    hold = ", ".join(f"{seat} hold {answer['hands'][str(seat)]['cards'][:2]}" for seat in stacks)
    checks = ", ".join(f"{seat} check" for seat in stacks)
    deck = PLAIN_DECK.rsplit(" ", 1)[0]
    done = holdout(stacks, f"{line}, {hold}, {checks}, {checks}", deck=deck)
    assert done["status"] == "settled"
    assert sum(float(amount) for amount in done["stacks"].values()) == 900


@pytest.mark.rule("HOLD-25")
@pytest.mark.parametrize(
    ("river", "order"),
    [
        (CHECKS, [1, 2, 3]),
        ("1 check, 2 bet 8, 3 call, 1 call", [2, 3, 1]),
        ("1 bet 8, 2 call, 3 raise 16, 1 call, 2 call", [3, 1, 2]),
        ("1 check, 2 check, 3 bet 8, 1 fold, 2 call", [3, 2]),
    ],
)
def test_the_last_to_raise_on_the_river_shows_first(river: str, order: list[int]):
    line = f"{CALLS}, {HOLDS}, 1 check, 2 check, 3 bet 4, 1 call, 2 call, {river}"
    answer = holdout(STACKS, line, hands=THREE, board=BOARD)
    assert [int(event["of"]) for event in events(answer, "cards-shown")] == order


@pytest.mark.rule("HOLD-25")
def test_a_shown_hand_is_the_held_cards_alone():
    line = f"{CALLS}, {HOLDS}, {CHECKS}, {CHECKS}"
    running = run_script(
        write_holdout(dict.fromkeys((1, 2, 3), 100), line, hands=THREE, board=BOARD)
    )
    shown = [event.cards for event in running.table.events if isinstance(event, CardsShown)]
    assert [len(cards) for cards in shown] == [2, 3, 3]


@pytest.mark.rule("HOLD-23")
def test_between_two_players_the_button_has_the_small_blind_and_acts_first_only_once():
    answer = holdout({1: 100, 2: 100}, button=1)
    assert asked(answer) == "1: call 2.00, raise 8.00, fold"
    assert [e["to"] for e in events(answer, "card-dealt")][:2] == ["2", "1"]
    line = "1 call, 2 check, 2 hold 2c, 1 hold 2d"
    hands = {1: "2d", 2: "2c"}
    assert asked(holdout({1: 100, 2: 100}, line, button=1, hands=hands)).startswith("2: check")


@pytest.mark.rule("HOLD-23")
def test_by_the_letter_the_small_blind_is_left_of_the_button_and_always_first():
    rulings: dict[str, Any] = {
        "heads_up_blinds": "left-small",
        "button": 1,
        "hands": {1: "2d", 2: "2c"},
    }
    stacks = {1: 100, 2: 100}
    assert asked(holdout(stacks, **rulings)) == "2: call 2.00, raise 8.00, fold"
    line = "2 call, 1 check, 2 hold 2c, 1 hold 2d"
    assert asked(holdout(stacks, line, **rulings)).startswith("2: check")
    with refuses("HOLD-05", "out of turn"):
        holdout(stacks, "1 call", **rulings)
