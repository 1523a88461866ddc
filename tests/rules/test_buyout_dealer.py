"""The dealer's hand, settling, security and voids in Ultimate 4 Card Buyout."""

from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.buyout import rules
from pitboss.games.contract import Table
from pitboss.games.opening import open_round, set_table
from tests.scripts import Answer, Wagers, buyout, events, outcomes, refuses, rows

KINGS = {1: "Kh Kd 7c"}
"""20 points in two cards; a seven to refuse."""


def draws(dealer: str) -> Answer:
    return buyout(KINGS, dealer, "1 refuse")


@pytest.mark.rule("BUYOUT-08")
@pytest.mark.parametrize(
    ("dealer", "points"),
    [("9s 2h 6d 3s", 12), ("9s 2h 6d 4s", 13), ("9s 2h 6d 5s", 14), ("As Qh 9d 4c", 0)],
)
def test_the_dealer_draws_a_fifth_card_below_thirteen_points(dealer: str, points: int):
    if points >= 13:
        answer = draws(dealer)
        assert answer["hands"]["dealer"]["points"] == points
        assert outcomes(answer) == {"1 first": "win"}
    else:
        with refuses("BUYOUT-08", "card 8 is missing"):
            draws(dealer)
        assert len(draws(f"{dealer} Tc")["hands"]["dealer"]["cards"].split()) == 5


@pytest.mark.rule("BUYOUT-08")
@pytest.mark.parametrize(
    ("fifth", "points", "outcome"),
    [
        ("7s", 19, "win"),
        ("8s", 20, "push"),
        ("Ts", 22, "lose"),
        ("2c", 20, "push"),
        ("Jd", 16, "win"),
    ],
)
def test_the_dealer_plays_all_five_cards(fifth: str, points: int, outcome: str):
    """12 points in four cards; the best suit or kind of the five counts."""
    answer = draws(f"9s 2h 6d 3s {fifth}")
    assert answer["hands"]["dealer"]["points"] == points
    assert outcomes(answer) == {"1 first": outcome}


@pytest.mark.rule("BUYOUT-08")
def test_the_dealer_draws_one_card_and_no_more():
    """Five cards with 11 points; a sixth lies ready and is not dealt."""
    answer = draws("2s 3h 4d 6s 7d 8c")
    assert answer["hands"]["dealer"]["cards"] == "2s 3h 4d 6s 7d"
    assert answer["hands"]["dealer"]["points"] == 11


@pytest.mark.rule("BUYOUT-08")
def test_nobody_has_to_qualify():
    """A player's five points play, the fewest there are, and so do a dealer's twelve or ten."""
    lost = buyout({1: "2s 3s 9d"}, "5h 2d 4c 8c 3h", "1 refuse")
    assert (lost["hands"]["1"]["points"], lost["hands"]["dealer"]["points"]) == (5, 12)
    assert outcomes(lost) == {"1 first": "lose"}
    won = buyout({1: "6s 7s 9d"}, "2h 3d 4c 8h 5s", "1 refuse")
    assert (won["hands"]["1"]["points"], won["hands"]["dealer"]["points"]) == (13, 10)
    assert outcomes(won) == {"1 first": "win"}


@pytest.mark.rule("BUYOUT-22")
def test_a_dead_hand_pays_the_tray_before_its_cards_go_to_the_rack():
    answer = buyout({1: "As Kh Qd Jc"}, "9c 4h", "1 buy, 1 fold", {1: {"first": 5, "bonus": 1}})
    tail = [
        (event["event"], event.get("wager") or event.get("cards") or event.get("action"))
        for event in answer["events"]
    ]
    assert tail[-7:-2] == [
        ("decided", "fold"),
        ("wager-settled", "first"),
        ("wager-settled", "second"),
        ("wager-settled", "bonus"),
        ("cards-discarded", "As Kh Qd Jc"),
    ]


@pytest.mark.rule("BUYOUT-22")
def test_only_hands_that_were_not_folded_challenge_the_dealer():
    hands = {1: "As Ah 9d", 2: "Kh Kd 7c"}
    answer = buyout(hands, "Ts 9s 5h 2c", "1 fold, 2 refuse")
    assert rows(answer) == [
        "1 first 10.00 lose net -10.00",
        "2 first 10.00 win 1 to 1 paid 10.00 net 10.00",
    ]


@pytest.mark.rule("BUYOUT-23")
def test_the_dealer_turns_two_cards_and_deals_two_more():
    answer = draws("9s 2h 6d 4s")
    (shown,) = events(answer, "cards-shown")
    place = answer["events"].index(shown)
    assert (shown["of"], shown["cards"]) == ("dealer", "9s 2h")
    after = [event["card"] for event in answer["events"][place:] if event["event"] == "card-dealt"]
    assert after == ["6d", "4s"]


@pytest.mark.rule("BUYOUT-23")
def test_with_no_challenger_left_the_dealer_draws_nothing():
    answer = buyout({1: "As Kh 2d", 2: "Qs Jh 3d"}, "9c 4h", "1 fold, 2 fold")
    assert answer["status"] == "settled"
    assert answer["hands"]["dealer"]["cards"] == "9c 4h"
    assert events(answer, "cards-shown")[0]["cards"] == "9c 4h"


@pytest.mark.rule("BUYOUT-24")
def test_seats_are_settled_from_right_to_left_at_one_to_one():
    """Seat 5 first: it loses; seat 3 pushes; seat 1 wins three wagers in the order made."""
    hands = {1: "As Ah Ad 2c", 3: "Kh Kd 7c", 5: "2s 3s 8c"}
    wagers: Wagers = {1: {"first": 10}, 3: {"first": "2.50"}, 5: {"first": 7}}
    decisions = "1 buy, 1 buy, 3 refuse, 5 refuse"
    answer = buyout(hands, "9c 9d 4h 6d", decisions, wagers)
    assert rows(answer) == [
        "5 first 7.00 lose net -7.00",
        "3 first 2.50 push net 0.00",
        "1 first 10.00 win 1 to 1 paid 10.00 net 10.00",
        "1 second 10.00 win 1 to 1 paid 10.00 net 10.00",
        "1 third 10.00 win 1 to 1 paid 10.00 net 10.00",
    ]
    assert answer["net"] == {"1": "30.00", "3": "0.00", "5": "-7.00"}


@pytest.mark.rule("BUYOUT-25")
def test_cards_stay_exposed_until_all_is_settled():
    hands = {1: "As Ah 2d", 2: "Kh Kd 7c"}
    answer = buyout(hands, "9c 9d 4h 6d", "1 refuse, 2 refuse")
    assert [event["event"] for event in answer["events"][-5:]] == [
        "wager-settled",
        "wager-settled",
        "cards-discarded",
        "cards-discarded",
        "cards-discarded",
    ]
    racked = [event["cards"] for event in events(answer, "cards-discarded")]
    assert racked == ["2d", "7c", "As Ah", "Kh Kd", "9c 9d 4h 6d"]


@pytest.mark.rule("BUYOUT-26")
@pytest.mark.parametrize(
    ("decisions", "cards", "wagers"),
    [("1 refuse", 2, 1), ("1 buy, 1 refuse", 3, 2), ("1 buy, 1 buy", 4, 3)],
)
def test_cards_in_play_match_the_wagers(decisions: str, cards: int, wagers: int):
    hand = "As Ah 9d 9h" if "buy" in decisions else "As Ah 9d"
    answer = buyout({1: hand}, "Tc Jh 5h 6c Qs", decisions)
    assert len(answer["hands"]["1"]["cards"].split()) == cards
    assert len(answer["settlement"]) == wagers


@pytest.mark.rule("BUYOUT-26")
@pytest.mark.parametrize(
    ("cards", "wagers", "matches"),
    [
        (2, ["first"], True),
        (2, ["first", "second"], False),
        (3, ["first"], False),
        (3, ["first", "second"], True),
        (4, ["first", "second"], False),
        (4, ["first", "second", "third"], True),
    ],
)
def test_the_security_check_stops_a_round_that_does_not_match(
    cards: int, wagers: list[str], matches: bool
):
    game = find_game("buyout")
    deck = parse_cards("As Ks Qs Js")
    table = Table(open_round(game, set_table(game), {1: {"first": 500}}, deck))
    table.hands[1] = list(deck[:cards])
    table.open_wagers[1] = dict.fromkeys(wagers, 500)
    if matches:
        rules.check_security(table, 1)
    else:
        with pytest.raises(AssertionError, match="BUYOUT-26"):
            rules.check_security(table, 1)


@pytest.mark.rule("BUYOUT-26")
def test_every_hand_that_challenges_is_checked(monkeypatch: pytest.MonkeyPatch):
    checked: list[int] = []
    monkeypatch.setattr(rules, "check_security", lambda _, seat: checked.append(seat))
    hands = {1: "As Ah 2d", 2: "Ks Qh 7c", 4: "Kh Kd 6c 3c"}
    buyout(hands, "9c 9d 4h 6d", "1 refuse, 2 fold, 4 buy, 4 buy")
    assert checked == [1, 4]


def three_seats(decisions: str, **table: Any) -> Answer:
    """Seat 1 can win its bonus, seat 2 can fold, seat 3 waits."""
    hands = {1: "As Ks 9d", 2: "4d 6c 2h", 3: "7c 8c 2c"}
    wagers = {seat: {"first": 10, "bonus": seat} for seat in hands}
    return buyout(hands, "Kc Kh", decisions, wagers, **table)


def test_a_void_undoes_a_paid_bonus_and_a_fold():
    before = three_seats("1 refuse, 2 fold")
    assert before["net"] == {"1": "2.00", "2": "-12.00", "3": "0.00"}
    answer = three_seats("1 refuse, 2 fold, void a card fell from the table")
    assert answer["status"] == "void"
    assert rows(answer) == [
        f"{seat} {wager} void net 0.00"
        for seat, wager in [
            (3, "first 10.00"), (3, "bonus 3.00"), (2, "first 10.00"),
            (2, "bonus 2.00"), (1, "first 10.00"), (1, "bonus 1.00"),
        ]
    ]  # fmt: skip
    assert set(answer["net"].values()) == {"0.00"}
    (voided,) = events(answer, "round-voided")
    assert (voided["cause"], voided["reason"]) == ("house-procedure", "a card fell from the table")


def test_a_void_returns_a_buy_too():
    answer = buyout({1: "2s 3s 9d 9h"}, "Kc Kh", "1 buy, void house-procedure: wrong deck")
    assert rows(answer) == ["1 first 10.00 void net 0.00", "1 second 10.00 void net 0.00"]


@pytest.mark.parametrize("decisions", ["void", "void   "])
def test_a_void_needs_a_reason(decisions: str):
    with refuses("", "reason is missing"):
        three_seats(decisions)


@pytest.mark.parametrize("more", ["3 fold", "void again"])
def test_nothing_follows_a_void(more: str):
    with refuses("", "the round has ended"):
        three_seats(f"void fire alarm, {more}")


@pytest.mark.rule("BUYOUT-24")
@pytest.mark.rule("BUYOUT-07")
@pytest.mark.parametrize(
    ("cards", "end"),
    [
        ("As Ks 7d", ["win 1 to 1 BUYOUT-24", "win 1 to 1 BUYOUT-24"]),
        ("Ks 9s 7d", ["lose None BUYOUT-24", "lose None BUYOUT-24"]),
        ("Ks Ts 7d", ["push None BUYOUT-07", "push None BUYOUT-07"]),
    ],
)
def test_both_wagers_end_alike_by_the_rule_of_their_end(cards: str, end: list[str]):
    """Against a pair of fours, 20 points, with a card of another suit bought beside."""
    answer = buyout({1: f"{cards} 6c"}, "4h 4d 9c 8s", "1 buy, 1 refuse")
    ends = [f"{row['outcome']} {row['pays']} {row['rule']}" for row in answer["settlement"]]
    assert ends == end
