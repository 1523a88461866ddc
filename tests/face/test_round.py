"""A round in Python is the round of ``pitboss deal``."""

import copy
import json
import pickle
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.rounds.script import answer_script
from tests.face.rounds import TABLES, act, rounds, start

DECK = "9h 9c 6s Jd  9d 9s 5h 8c"


def duki() -> pitboss.Round:
    return pitboss.deal("duki", {1: {"ante": 10, "bonus": 5}}, deck=DECK)


@given(rounds())
def test_its_script_gives_the_same_round_and_answer(played):
    script = json.loads(json.dumps(played.script()))
    assert pitboss.Round.from_script(script) == played
    assert answer_script(script) == played.json()


@given(rounds(), st.integers(0, 99))
def test_a_copy_goes_its_own_way(played, pick):
    twin, before = played.copy(), played.json()
    assert twin == played
    if twin.question:
        act(twin, pick)
        assert twin != played
    assert played.json() == before
    for other in (copy.deepcopy(played), pickle.loads(pickle.dumps(played))):
        assert other == played


@given(rounds())
def test_parts_are_those_of_the_answer(played):
    answer = played.json()
    assert played.status == answer["status"]
    assert played.settled == (answer["status"] == "settled")
    assert {str(seat): f"{net:.2f}" for seat, net in played.net.items()} == answer["net"]
    assert [row.json() for row in played.rows] == answer["settlement"]
    assert {str(of): hand.json() for of, hand in played.hands.items()} == answer["hands"]
    assert played.events == answer["events"]
    waiting = answer["waiting"]
    assert ([played.question.json()] if played.question else []) == waiting
    assert [option.json() for option in played.options] == (
        waiting[0]["options"] if waiting else []
    )


@given(rounds())
def test_a_view_and_its_text_tell_no_hidden_card(played):
    dealt = [event for event in played.events if event["event"] == "card-dealt"]
    for seat in (0, *played.net):
        seen = played.view(seat)
        known = {card for cards in seen.cards.values() for card in cards if card}
        told = json.dumps([seen.events, repr(seen)])
        hidden = {event["card"] for event in dealt} - known
        hidden -= {card for event in seen.events for card in str(event.get("cards")).split()}
        assert not [card for card in hidden if card in told]


@pytest.mark.parametrize("key", TABLES)
def test_the_same_seed_deals_the_same_round(key):
    assert start(key, 5) == start(key, 5) == start(key, "5")
    assert start(key, 5) != start(key, 6)


def test_without_a_seed_rounds_differ():
    wagers = {1: {"ante": 10}}
    assert pitboss.deal("duki", wagers) != pitboss.deal("duki", wagers)


def test_money_is_exact_decimal_dollars():
    played = duki()
    played.play("play")
    assert played.net == {1: Decimal("35.00")}
    assert [(row.wager, str(row.amount), str(row.net)) for row in played.rows] == [
        ("ante", "10.00", "20.00"),
        ("play", "10.00", "10.00"),
        ("bonus", "5.00", "5.00"),
    ]
    assert sum(row.net for row in played.rows) == played.net[1]
    assert repr(played.rows[0]) == "seat 1 ante 10.00 win 2 to 1 20.00 (DUKI-13)"


@pytest.mark.parametrize("amount", [10, 10.0, "10", "10.00", Decimal(10)])
def test_amounts_are_given_as_one_likes(amount):
    assert pitboss.deal("duki", {1: {"ante": amount}}, deck=DECK).options[0].amount == 10


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    wagers = {numpy.int64(1): {"ante": numpy.int64(10)}}
    assert pitboss.deal("duki", wagers, deck=DECK) == pitboss.deal(
        "duki", {1: {"ante": 10}}, deck=DECK
    )


def test_text_shows_the_table_and_what_is_asked():
    played = duki()
    shown = repr(played)
    assert "9h 9c 6s Jd" in shown
    assert "9d 9s 5h 8c" in shown
    assert "Seat 1 may: play for $10, fold" in shown
    assert "9d" not in repr(played.view(1))
    played.play("play")
    assert "net +$35" in repr(played)


def test_a_void_returns_every_wager():
    played = duki()
    played.void("a")
    assert (played.status, played.settled, played.options) == ("void", False, [])
    assert played.net == {1: 0}
    assert {row.outcome for row in played.rows} == {"void"}


def test_a_view_is_of_somebody_at_the_table():
    assert duki().view(1).cards == {1: ["9h", "9c", "6s", "Jd"], "dealer": [None] * 4}
    assert duki().view(0).cards[1] == [None] * 4
    for nobody in (2, -1, True, "all"):
        with pytest.raises(pitboss.Refused, match="nobody of this round"):
            duki().view(nobody)  # type: ignore[arg-type]


REFUSALS = [
    (lambda r: r.play("flop", 30), "'flop' is not allowed; allowed: play 10.00, fold"),
    (lambda r: r.play("play", 11), "play with 11.00 is not allowed"),
    (lambda r: r.play("play", "ten"), "is no amount"),
    (lambda r: r.play("play", 1.005), "fraction of a cent"),
    (lambda r: r.play("play", seat=2), "out of turn"),
    (lambda r: r.play("play", 10, cards="As"), "not both"),
    (lambda r: r.play("play", cards="As"), "is no amount"),
    (lambda r: r.play("play", cards=7), "is no hand"),
    (lambda r: r.play(None), "text is needed"),
    (lambda r: r.void(""), "a reason is missing"),
    (lambda r: r.void(None), "a void is"),
]


@pytest.mark.parametrize(("act", "words"), REFUSALS)
def test_a_refusal_changes_nothing(act, words):
    played, before = duki(), duki().json()
    with pytest.raises(pitboss.Refused, match=words) as caught:
        act(played)
    assert len(str(caught.value).splitlines()) == 1
    assert played.json() == before
    played.play("play")
    assert played.settled


def test_nothing_is_left_to_decide_at_the_end_but_a_void():
    played = duki()
    played.play("fold")
    with pytest.raises(pitboss.Refused, match="the round has ended; no decision is left"):
        played.play("play")
    played.void("b")
    assert played.status == "void"
    assert played.net == {1: 0}
    assert {row.outcome for row in played.rows} == {"void"}
    for further in (lambda: played.play("play"), lambda: played.void("a")):
        with pytest.raises(pitboss.Refused, match="ended with a void; nothing follows one"):
            further()


def test_holdout_holds_cards():
    played = start("holdout")
    while played.options[0].action != "hold":
        played.play("call" if "call" in [o.action for o in played.options] else "check")
    assert played.question
    cards = str(played.options[0].cards).split()
    with pytest.raises(pitboss.Refused, match="is not there"):
        played.play("hold", cards="2c" if "2c" not in cards else "2d")
    seat = played.question.seat
    played.play("hold", cards=cards[:2])
    assert played.script()["decisions"][-1] == [seat, "hold", " ".join(cards[:2])]


BAD_STARTS = [
    (("chess", {1: {"ante": 10}}), {}, "game 'chess' is unknown; the games are"),
    ((7, {1: {"ante": 10}}), {}, "text is needed"),
    (("duki",), {}, "wagers: missing"),
    (("duki", {}), {}, "none is made"),
    (("duki", {9: {"ante": 10}}), {}, "seats 1 to 7"),
    (("duki", {1: {"ante": 10}, "1": {"ante": 5}}), {}, "stands twice"),
    (("duki", {1: {"luck": 10}}), {}, "no wager 'luck'"),
    (("duki", {1: {"ante": -1}}), {}, "must be above 0"),
    (("duki", {1: {"ante": 10}}), {"deck": "9h 9h"}, "deck:"),
    (("duki", {1: {"ante": 10}}), {"deck": "9h"}, "missing"),
    (("duki", {1: {"ante": 10}}), {"deck": DECK, "seed": 1}, "both a deck and a seed"),
    (("duki", {1: {"ante": 10}}), {"stacks": {1: 5}}, "key 'stacks' is unknown"),
    (("duki", {1: {"ante": 10}}), {"table": {"limits": {"min": 20, "max": 50}}}, "minimum"),
    (("duki", {1: {"ante": 10}}), {"table": {"rulings": {"ace": "wild"}}}, "is no option"),
    (("holdout", {1: {"ante": 10}}), {"stacks": {1: 5, 2: 5}}, "key 'wagers' is unknown"),
    (("holdout",), {"stacks": {1: 5}, "button": 1, "blinds": (2, 4)}, "players"),
    (("holdout",), {"stacks": {1: 50, 2: 50}, "button": 3, "blinds": (2, 4)}, "button"),
]


@pytest.mark.parametrize(("given", "named", "words"), BAD_STARTS)
def test_a_bad_start_is_refused_in_one_line(given, named, words):
    with pytest.raises(pitboss.Refused, match=words) as caught:
        pitboss.deal(*given, **named)
    assert len(str(caught.value).splitlines()) == 1


def test_a_bad_script_is_refused_as_by_the_command():
    scripts: list[Any] = [None, [], {"game": "duki"}, {"game": "duki", "deck": DECK, "luck": 1}]
    for script in scripts:
        with pytest.raises(pitboss.Refused) as caught:
            pitboss.Round.from_script(script)
        with pytest.raises(pitboss.Refused) as told:
            answer_script(script)
        assert str(caught.value) == str(told.value)
