"""``pitboss score``: one hand, and a stream of them."""

import json
from itertools import combinations

import pytest

from pitboss.cards import DECK, format_cards
from tests.commands.program import Inside, run_program


def test_the_examples_of_the_contract(pitboss: Inside):
    buyout = json.loads(pitboss("score", "buyout", "As 4s", "--json").out)
    assert (buyout["points"], buyout["kind"]) == (15, "suit")
    assert isinstance(buyout["rank"], int)
    duki = json.loads(pitboss("score", "duki", "9h 9c 6s Jd", "--json").out)
    assert (duki["duki"], duki["category"]) == (4, "pair")
    assert isinstance(duki["rank"], int)


@pytest.mark.parametrize(
    "cards", [["As 4s"], ["As", "4s"], ["As4s"], ["as 4S"], ["A♠", "4♠"], ["As,4s"]]
)
def test_cards_are_read_as_people_write_them(pitboss: Inside, cards: list[str]):
    assert json.loads(pitboss("score", "buyout", *cards, "--json").out)["points"] == 15


def test_a_ruling_may_be_chosen(pitboss: Inside):
    for ruling, category in (("high-low", "straight"), ("high", "high-card")):
        ran = pitboss("score", "duki", "As 2h 3d 4c", "--json", "--ruling", f"ace={ruling}")
        assert json.loads(ran.out)["category"] == category


def test_a_stream_answers_in_order_and_goes_on_after_a_bad_hand(pitboss: Inside):
    given = b"As 4s\n\nAs As\nKh Ks\n\xff\xff\nAs\n2s 5h"
    ran = pitboss("score", "buyout", "-", "--json", given=given)
    assert (ran.status, ran.err) == (0, "")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("points", "refused") for answer in answers] == [
        15, "refused", 20, "refused", "refused", 0,
    ]  # fmt: skip
    assert "As stands twice" in answers[1]["error"]


def test_people_get_all_hands_or_one_line(pitboss: Inside):
    ran = pitboss("score", "buyout", "-", given=b"As 4s\nKh Ks\n")
    assert (ran.status, ran.err, len(ran.out.splitlines())) == (0, "", 2)
    pitboss("score", "buyout", "-", given=b"As 4s\nAs As\nKh Ks\n").refused("As stands twice")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["poker", "As 4s"], ["'poker' is unknown", "buyout", "duki"]),
        (["Buyout", "As 4s"], ["unknown"]),
        (["buyout"], ["required"]),
        (["buyout", ""], ["2 to 5 cards", "BUYOUT-10"]),
        (["buyout", "As"], ["2 to 5 cards"]),
        (["buyout", "As 2s 3s 4s 5s 6s"], ["2 to 5 cards"]),
        (["buyout", "As As"], ["As stands twice"]),
        (["buyout", "As 1s"], ["'1s' is no card"]),
        (["buyout", "As ??"], ["no card"]),
        (["buyout", "As 4"], ["no card"]),
        (["buyout", "-", "As"], ["no card"]),
        (["duki", "As Kh Qd"], ["4 cards", "DUKI-03"]),
        (["duki", "As Kh Qd Jc Ts"], ["4 cards"]),
        (["duki", "As Kh Qd Jc", "--ruling", "ace=low"], ["ace", "high-low, high"]),
        (["duki", "As Kh Qd Jc", "--ruling", "ace"], ["NAME=OPTION"]),
        (["duki", "As Kh Qd Jc", "--ruling", "aces=high"], ["'aces' is unknown"]),
        (["duki", "As Kh Qd Jc", "--fast"], ["--fast"]),
        (["duki", "A\ns Kh Qd Jc"], ["no card"]),
    ],
)
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
def test_bad_hands_are_refused(
    pitboss: Inside, arguments: list[str], words: list[str], as_json: list[str]
):
    pitboss("score", *arguments, *as_json).refused(*words)


def test_the_same_as_a_program():
    hands = [format_cards(hand) for hand in combinations(DECK[::7], 4)]
    ran = run_program("score", "duki", "-", "--json", given="\n".join(hands).encode())
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == len(hands)
    run_program("score", "buyout", "As", "As").refused("As stands twice")
