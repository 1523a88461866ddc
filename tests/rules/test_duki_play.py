"""Duki 4 Poker from the wagers to the reveal, and the house's switches."""

import pytest

from pitboss.games import find_game
from pitboss.games.events import CardDealt, CardsDiscarded
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR, view
from tests.scripts import (
    actions,
    deal,
    duki,
    duki_deck,
    events,
    outcomes,
    refuses,
    rows,
    write_script,
)

NO_DUKI = "2h 5h 8h 3d"
LOW_FOUR = "7s 4h 3d 2c"


@pytest.mark.rule("DUKI-01")
def test_one_deck_and_up_to_seven_players():
    ranks = "23456789"
    hands = {seat: " ".join(ranks[seat - 1] + suit for suit in "shdc") for seat in range(1, 8)}
    decisions = ", ".join(f"{seat} play" for seat in hands)
    answer = duki(hands, "As Kh Qd Tc", decisions)
    assert answer["status"] == "settled"
    assert len(events(answer, "card-dealt")) == 32
    with refuses("", "stands twice"):
        duki({1: "As Kh Qd Tc"}, "As Kd Qc Th")
    with refuses("", "seats 1 to 7"):
        duki({8: "As Kh Qd Tc"}, LOW_FOUR)


@pytest.mark.rule("DUKI-02")
@pytest.mark.parametrize(
    ("wagers", "asked"),
    [({"ante": 10}, True), ({"bonus": 3}, False), ({"ante": 10, "bonus": "2.25"}, True)],
)
def test_ante_and_bonus_in_any_combination(wagers: dict[str, object], asked: bool):
    answer = duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", {1: wagers})
    assert (answer["status"] == "waiting") is asked


@pytest.mark.rule("DUKI-02")
@pytest.mark.parametrize("wagers", [{}, {"play": 10}, {"ante": 10, "play": 10}, {"first": 10}])
def test_nothing_else_is_wagered_before_the_deal(wagers: dict[str, object]):
    with pytest.raises(Refused):
        duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", {1: wagers})


@pytest.mark.rule("DUKI-26")
@pytest.mark.parametrize(
    ("name", "amount", "word"),
    [
        ("ante", "4.99", "minimum"), ("ante", 5, ""), ("ante", "5.01", ""),
        ("ante", "99.99", ""), ("ante", 100, ""), ("ante", "100.01", "maximum"),
        ("bonus", "0.99", "minimum"), ("bonus", 1, ""), ("bonus", "1.01", ""),
        ("bonus", "24.99", ""), ("bonus", 25, ""), ("bonus", "25.01", "maximum"),
    ],
)  # fmt: skip
def test_wagers_keep_within_the_posted_limits(name: str, amount: object, word: str):
    """Per wager, never by their sum; the Play wager equals an Ante that is within them."""
    limits = {"min": 5, "max": 100, "bonus": [1, 25]}
    wagers = {1: {"ante": 100, "bonus": 25, name: amount}}
    if word:
        with refuses("DUKI-02", name, f"table {word} of"):
            duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", wagers, limits=limits)
    else:
        answer = duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "1 play", wagers, limits=limits)
        assert answer["status"] == "settled"


@pytest.mark.rule("DUKI-03")
@pytest.mark.parametrize(
    ("shuffler", "order"),
    [
        ("yes", ["2"] * 4 + ["5"] * 4 + ["dealer"] * 4),
        ("no", ["2", "5", "dealer"] * 4),
    ],
)
def test_four_cards_face_down_to_each(shuffler: str, order: list[str]):
    hands = {2: "9h 9c 6s Jd", 5: "As Kh Qd Tc"}
    script = write_script(
        "duki",
        duki_deck(hands, LOW_FOUR, shuffler),
        {2: {"ante": 10}, 5: {"bonus": 10}},
        rulings={"shuffler": shuffler},
    )
    running = run_script(script)
    dealt = [event for event in running.table.events if isinstance(event, CardDealt)]
    assert [str(event.to) if event.to else "dealer" for event in dealt] == order
    for viewer, seen in ((SPECTATOR, 0), (2, 4), (5, 4), (7, 0)):
        cards = [getattr(event, "card", None) for event in view(dealt, viewer)]
        assert sum(card is not None for card in cards) == seen


@pytest.mark.rule("DUKI-04")
def test_every_seat_with_an_ante_is_asked_in_turn():
    hands = {1: "9h 9c 6s Jd", 2: "As Kh Qd Tc", 4: "8s 8h 8d 2h"}
    wagers = {1: {"ante": 10}, 2: {"bonus": 5}, 4: {"ante": 20, "bonus": 5}}
    first = duki(hands, LOW_FOUR, "", wagers)
    assert actions(first) == "1: play 10.00, fold"
    assert actions(duki(hands, LOW_FOUR, "1 play", wagers)) == "4: play 20.00, fold"
    assert duki(hands, LOW_FOUR, "1 play, 4 fold", wagers)["status"] == "settled"


@pytest.mark.rule("DUKI-04")
@pytest.mark.parametrize(
    ("decisions", "words"),
    [
        ("2 play", "out of turn"),
        ("4 fold", "out of turn"),
        ("1 check", "'check' is not allowed; allowed: play 10.00, fold"),
        ("1 buy", "'buy' is not allowed"),
        ("1 play 9.99", "allowed: play 10.00, fold"),
        ("1 play 10.01", "allowed: play 10.00, fold"),
        ("1 fold 10", "allowed: play 10.00, fold"),
    ],
)
def test_any_other_answer_is_refused(decisions: str, words: str):
    hands = {1: "9h 9c 6s Jd", 4: "8s 8h 8d 2h"}
    with refuses("DUKI-04", words):
        duki(hands, LOW_FOUR, decisions)


@pytest.mark.rule("DUKI-05")
def test_a_fold_forfeits_ante_and_bonus_at_once():
    """Even a hand that would have won both; its cards are not shown."""
    hands = {1: "As Ah Ad Ac", 2: "9h 9c 6s Jd"}
    wagers = {1: {"ante": 10, "bonus": 5}, 2: {"ante": 10}}
    answer = duki(hands, NO_DUKI, "1 fold", wagers)
    assert rows(answer) == ["1 ante 10.00 lose net -10.00", "1 bonus 5.00 lose net -5.00"]
    assert answer["waiting"][0]["seat"] == 2
    ended = duki(hands, NO_DUKI, "1 fold, 2 play", wagers)
    assert [event["of"] for event in events(ended, "cards-shown")] == ["dealer", "2"]


@pytest.mark.rule("DUKI-06")
@pytest.mark.parametrize("ante", ["0.01", "7.50", "10.00", "100.00"])
def test_the_play_wager_equals_the_ante(ante: str):
    hands = {1: "9h 9c 6s Jd", 2: "As Kh Qd Tc"}
    answer = duki(hands, NO_DUKI, "1 play", {1: {"ante": ante}, 2: {"ante": 10}})
    placed = events(answer, "wager-placed")[-1]
    assert (placed["seat"], placed["wager"], placed["amount"]) == (1, "play", ante)


@pytest.mark.rule("DUKI-07")
def test_the_dealer_reveals_when_all_have_decided():
    hands = {1: "9h 9c 6s Jd", 2: "As Kh Qd Tc"}
    for decisions in ("", "1 play", "1 fold"):
        assert not events(duki(hands, LOW_FOUR, decisions), "cards-shown")
    for decisions in ("1 play, 2 play", "1 fold, 2 fold"):
        shown = events(duki(hands, LOW_FOUR, decisions), "cards-shown")
        assert (shown[0]["of"], shown[0]["cards"]) == ("dealer", LOW_FOUR)


@pytest.mark.rule("DUKI-20")
@pytest.mark.parametrize(("seats", "last"), [("6", 6), ("7", 7)])
def test_six_or_seven_positions(seats: str, last: int):
    rulings = {"seats": seats}
    assert duki({last: "9h 9c 6s Jd"}, LOW_FOUR, rulings=rulings)["status"] == "waiting"
    with refuses("", f"seats 1 to {last}"):
        duki({last + 1: "9h 9c 6s Jd"}, LOW_FOUR, rulings=rulings)


@pytest.mark.rule("DUKI-20")
@pytest.mark.parametrize("seats", ["1", "5", "8"])
def test_no_other_number_of_positions(seats: str):
    with refuses("", "ruling seats", "allowed: 7, 6"):
        duki({1: "9h 9c 6s Jd"}, LOW_FOUR, rulings={"seats": seats})


@pytest.mark.rule("DUKI-20")
def test_three_spots_and_the_pay_tables_are_on_the_layout():
    game = find_game("duki")
    spots = [spot.name for spot in game.source.spots.values() if spot.kind != "tip"]
    assert spots == ["ante", "play", "bonus"]
    assert {wager: list(tables) for wager, tables in game.paytables.items()} == {
        "ante": ["ante-4"],
        "bonus": ["bonus-3"],
    }


TIPPED = {1: {"ante": 10, "tip": 2}}


@pytest.mark.rule("DUKI-18")
def test_wagers_for_the_dealer_are_the_managements_decision():
    for rulings in ({}, {"dealer-wagers": "no"}):
        with refuses("DUKI-18", "dealer-wagers=no"):
            duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", TIPPED, rulings=rulings)
    allowed = {"dealer-wagers": "yes"}
    assert duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", TIPPED, rulings=allowed)["status"] == "waiting"
    with refuses("DUKI-18", "needs an own Ante"):
        duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", {1: {"bonus": 5, "tip": 2}}, rulings=allowed)


@pytest.mark.rule("DUKI-18")
@pytest.mark.parametrize(
    ("dealer", "decision", "tip"),
    [
        pytest.param(LOW_FOUR, "play", "win 2 to 1 paid 4.00 net -2.00", id="won as the Ante"),
        pytest.param(NO_DUKI, "play", "win 2 to 1 paid 4.00 net -2.00", id="dealer without a Duki"),
        pytest.param("9d 9s Jh 6c", "play", "push net 0.00", id="a tie goes back to the player"),
        pytest.param("Ts Th Jc 6d", "play", "lose net -2.00", id="lost"),
        pytest.param(LOW_FOUR, "fold", "lose net -2.00", id="folded"),
    ],
)
def test_a_tip_is_settled_like_the_ante_and_goes_to_the_tip_box(
    dealer: str, decision: str, tip: str
):
    """A won tip and its win are the dealer's, so the player is out the tip."""
    rulings = {"dealer-wagers": "yes"}
    answer = duki({1: "9h 9c 6s Jd"}, dealer, f"1 {decision}", TIPPED, rulings=rulings)
    (row,) = (row for row in rows(answer) if " tip " in row)
    assert row == f"1 tip 2.00 {tip}"
    assert outcomes(answer)["1 tip"] == outcomes(answer)["1 ante"]


@pytest.mark.rule("DUKI-05")
def test_a_fold_takes_ante_tip_and_bonus_in_this_order():
    wagers = {1: {"ante": 10, "tip": 2, "bonus": 5}}
    rulings = {"dealer-wagers": "yes"}
    answer = duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "1 fold", wagers, rulings=rulings)
    assert [row["wager"] for row in answer["settlement"]] == ["ante", "tip", "bonus"]
    assert answer["net"] == {"1": "-17.00"}


@pytest.mark.rule("DUKI-18")
@pytest.mark.parametrize(
    ("amount", "fine"), [("0.99", False), (1, True), (5, True), ("5.01", False)]
)
def test_a_tip_has_limits_of_its_own(amount: object, fine: bool):
    table = {"rulings": {"dealer-wagers": "yes"}, "limits": {"min": 10, "tip": [1, 5]}}
    wagers = {1: {"ante": 10, "tip": amount}}
    if fine:
        assert duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", wagers, **table)["status"] == "waiting"
    else:
        with refuses("DUKI-18", "tip wager"):
            duki({1: "9h 9c 6s Jd"}, LOW_FOUR, "", wagers, **table)


def test_a_short_deck_is_refused_by_the_card_it_misses():
    deck = duki_deck({1: "9h 9c 6s Jd"}, LOW_FOUR)
    with refuses("DUKI-03", "card 8 is missing"):
        deal("duki", deck.rsplit(" ", 1)[0], {1: {"ante": 10}})


@pytest.mark.rule("DUKI-05")
def test_folded_cards_are_seen_by_their_own_seat_alone():
    hands = {1: "2h 3h 7h 8c", 2: "9h 9c 9s 9d"}
    script = write_script("duki", duki_deck(hands, "4c 5c 6c Th"), {1: {"ante": 5}, 2: {"ante": 5}})
    script["decisions"] = [[1, "fold"]]
    (gone,) = [e for e in run_script(script).table.events if isinstance(e, CardsDiscarded)]
    assert (gone.of, gone.seen_by, gone.number) == (1, 1, 4)
