"""Bad input: one line that names it, and nothing changes."""

from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script
from tests.rules.holdout import holdout, write_holdout
from tests.scripts import refuses

TWO = [100, 100]


@pytest.mark.rule("HOLD-14")
@pytest.mark.parametrize(
    ("stacks", "words"),
    [
        ({1: 100}, "1 players; 2 to 9"),
        (dict.fromkeys(range(1, 11), 100), "10 players; 2 to 9"),
        ({1: 100, 10: 100}, "seats 1 to 9"),
        ({0: 100, 1: 100}, "seats 1 to 9"),
    ],
)
def test_two_to_nine_players(stacks: dict[int, int], words: str):
    with refuses("HOLD-14", words):
        holdout(stacks, deck="2c")


@pytest.mark.rule("HOLD-14")
def test_a_smaller_table():
    with refuses("HOLD-14", "2 to 6"):
        holdout(dict.fromkeys(range(1, 8), 100), seats="6")


@pytest.mark.rule("HOLD-02")
@pytest.mark.parametrize("button", [3, 0, True, None, "x"])
def test_the_button_lies_at_a_player(button: object):
    with refuses("HOLD-02", "button", "1, 2"):
        holdout(TWO, button=button, hands={1: "2c", 2: "2d"}, deck="2c")


@pytest.mark.rule("HOLD-03")
@pytest.mark.parametrize("blinds", [None, 4, [4], [4, 2], [0, 4], [-2, 4], [2, 4, 8], "24"])
def test_blinds_are_a_pair(blinds: object):
    words = "a pair of amounts is needed, such as [2, 4]"
    if isinstance(blinds, list) and len(blinds) == 2:
        low, high = (f"{amount}.00" for amount in blinds)
        words = f"{low} and {high}; both above 0, the smaller first"
    with pytest.raises(Refused) as caught:
        holdout(TWO, blinds=blinds)
    assert str(caught.value) == f"blinds: {words} (HOLD-03)"


@pytest.mark.rule("HOLD-03")
@pytest.mark.parametrize("blinds", [["0.01", "0.01"], ["0.01", 4], [4, 4]])
def test_blinds_may_be_a_cent_and_equal(blinds: list[object]):
    assert holdout(TWO, blinds=blinds)["waiting"]


@pytest.mark.rule("HOLD-29")
def test_a_player_may_have_a_cent_left():
    assert holdout(["0.01", 100, 100])["stacks"]["1"] == "0.00"


@pytest.mark.rule("HOLD-16")
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"bets": [3, 8]}, "big blind of 4.00 is above 3.00"),
        ({"bets": [2, 3], "betting": "spread-limit"}, "above 3.00, the largest bet"),
        ({"bets": [8, 4]}, "the smaller first"),
        ({"bets": 8}, "bets: a pair"),
        ({"bets": [0, 8]}, "bets: 0.00 and 8.00; both above 0"),
        ({"limits": {"max": 5}}, "limit max: wagers of 8.00 are above the table maximum of 5.00"),
        (
            {"limits": {"max": 5}, "bets": [1, "5.01"], "betting": "spread-limit"},
            "limit max: wagers of 5.01 are above the table maximum of 5.00",
        ),
        (
            {"limits": {"max": "3.99"}, "betting": "no-limit"},
            "limit max: wagers of 4.00 are above the table maximum of 3.99",
        ),
    ],
)
def test_sizes_fit_together(extra: dict[str, Any], words: str):
    with refuses("HOLD-16", words):
        holdout(TWO, **extra)


@pytest.mark.rule("HOLD-16")
@pytest.mark.parametrize(
    "extra",
    [
        {"limits": {"max": 5}, "bets": [1, 5], "betting": "spread-limit"},
        {"limits": {"max": 8}},
        {"limits": {"max": 4}, "betting": "no-limit"},
        {"limits": {"max": 4}, "betting": "pot-limit"},
    ],
)
def test_sizes_at_the_tables_maximum(extra: dict[str, Any]):
    """Without a limit on bets the blinds alone are sizes."""
    assert holdout(TWO, **extra)["waiting"]


@pytest.mark.rule("HOLD-17")
def test_blinds_and_bets_are_the_least_wager():
    with refuses("HOLD-17", "limit min: Holdout has none; blinds and bets set the least wager"):
        holdout(TWO, limits={"min": 1})


@pytest.mark.rule("HOLD-29")
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"blinds": ["2.50", 4]}, "blinds: 2.50 "),
        ({"blinds": [2, "4.01"], "bets": [5, 10]}, "blinds: 4.01 "),
        ({"bets": [4, "8.99"]}, "bets: 8.99 "),
        ({"ante": "0.50"}, "ruling ante: 0.50 "),
        ({"blinds": ["0.50", 4], "bets": ["4.50", 9]}, "blinds: 0.50 "),
    ],
)
def test_everything_is_in_whole_chips(extra: dict[str, Any], words: str):
    with pytest.raises(Refused) as caught:
        holdout(TWO, chip=1, **extra)
    assert str(caught.value) == f"{words}is not in whole chips of 1.00 (HOLD-29)"


@pytest.mark.rule("HOLD-29")
@pytest.mark.parametrize("stack", [0, -5])
def test_a_player_has_chips(stack: int):
    with refuses("HOLD-29", "seat 2"):
        holdout([100, stack])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"stacks": None}, "stacks: missing"),
        ({"chip": "x"}, "^chip: 'x' is no amount"),
        ({"blinds": ["x", 4]}, "^blinds: 'x' is no amount"),
        ({"bets": [4, "x"]}, "^bets: 'x' is no amount"),
        ({"stacks": {"1": "ten", "2": 5}}, "stack of seat 1"),
        ({"wagers": {"1": {"ante": 5}}}, "'wagers' is unknown"),
        ({"table": {"paytables": {"ante": "x"}}}, "no wager"),
        ({"table": {"limits": {"bonus": [1, 2]}}}, "allowed: min, max"),
        ({"table": {"limits": {"min": 1}}}, "limit min"),
        ({"table": {"rulings": {"ante": 0}}}, "above 0"),
        ({"table": {"rulings": {"betting": "no limit"}}}, "no-limit"),
        ({"deck": "As Kd"}, "card 3 is missing"),
    ],
)
def test_a_wrong_script_is_refused(given: dict[str, Any], words: str):
    script = {**write_holdout({1: 100, 2: 100}), **given}
    with pytest.raises(Refused, match=words) as caught:
        run_script(script)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("HOLD-17")
@pytest.mark.parametrize(
    "decision",
    [
        Decision(3, "raise", 799),
        Decision(3, "raise", 10_001),
        Decision(3, "raise"),
        Decision(3, "bet", 800),
        Decision(3, "check"),
        Decision(3, "call", 300),
        Decision(3, "hold", cards=parse_cards("As")),
        Decision(1, "call"),
        Decision(4, "call"),
        Decision(3, "all-in"),
    ],
)
def test_a_refused_decision_changes_nothing(decision: Decision):
    running = run_script(write_holdout({1: 100, 2: 100, 3: 100}, betting="no-limit"))
    before = (running.question, list(running.table.events), dict(running.table.stacks))
    with pytest.raises(Refused) as caught:
        running.decide(decision)
    assert "\n" not in str(caught.value)
    assert before == (running.question, running.table.events, running.table.stacks)


@pytest.mark.rule("HOLD-12")
def test_a_decision_too_many_is_refused():
    with pytest.raises(Refused, match="has ended"):
        holdout(TWO, "2 fold, 1 check", button=2)


def test_a_void_gives_every_stack_back():
    answer = holdout([100, 100, 100], "3 raise 8, 1 call, void a card was seen")
    assert answer["status"] == "void"
    assert set(answer["stacks"].values()) == {"100.00"}
    assert set(answer["net"].values()) == {"0.00"}


@pytest.mark.rule("HOLD-08")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Kd 2c 3c 4c", "held / community"),
        ("/ 2c 3c 4c 5c", "0 cards are held"),
        ("As Ks Qs Js Ts 9s / 2c 3c 4c 5c", "6 cards are held"),
        ("As / 2c 3c 4c", "3 community cards"),
        ("As / As 3c 4c 5c", "twice"),
    ],
)
def test_a_hand_to_score_has_held_and_community_cards(cards: str, words: str):
    with pytest.raises(Refused, match=words):
        find_game("holdout").score(cards, {})
