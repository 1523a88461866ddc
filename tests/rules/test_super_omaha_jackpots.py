"""The jackpot hands of Super Omaha: which row a hand takes, what it is paid, and envy."""

import pytest

from pitboss.refusal import Refused
from tests.omaha_scripts import (
    DULL,
    awards,
    house,
    jackpot_round,
    meter,
    omaha,
    progressive,
    rows_of,
)
from tests.scripts import events, refuses

ROYAL, RUN = "Ah Kh Qh Jh", "9h 8h 7h 6h"
TEN_UP = "Th 3d 5s 7c Ac"
"""A board that makes a royal flush and a straight flush of these hands, by its first card."""


def won(code: str, hole: str, board: str, **rulings: str) -> str:
    """The row and pay of one hand, or nothing."""
    answer = jackpot_round({1: hole}, board, house(code), dealer="2c 2d 2s Td", **rulings)
    return ", ".join(awards(answer)).removeprefix("1 ").rpartition(" ")[0]


@pytest.mark.rule("SO-08")
@pytest.mark.rule("SO-20")
def test_a_folded_hand_still_wins_its_bonus_and_jackpot_wagers():
    """Four hearts with the ten: both jackpots; a heart flush by the river; no pair on the Flop."""
    wagers = {
        1: {"ante": 10, "high-hand": 5, "flop-bonus": 5, "jackpot-1": 1, "jackpot-2": 2},
        2: {"ante": 10, "high-hand": 5, "flop-bonus": 5},
    }
    answer = omaha(
        {1: ROYAL, 2: DULL[0]}, "Th 9h 8h 7c Ac", "1 fold, 2 fold", wagers,
        paytables={"high-hand": "HHW-01", "flop-bonus": "SOA-01"},
        jackpots=[progressive("5CL-01"), progressive("7CL-06", wager=2)],
    )  # fmt: skip
    assert not events(answer, "cards-discarded"), "the hands stay for the other wagers"
    assert rows_of(answer, "ante") == [
        "1 ante 10.00 lose net -10.00", "2 ante 10.00 lose net -10.00",
    ]  # fmt: skip
    assert rows_of(answer, "high-hand", "flop-bonus", "jackpot-1", "jackpot-2") == [
        "2 high-hand 5.00 win 1 to 1 paid 5.00 net 5.00",
        "2 flop-bonus 5.00 win 40 to 1 paid 200.00 net 200.00",
        "1 high-hand 5.00 win 50 to 1 paid 250.00 net 250.00",
        "1 flop-bonus 5.00 win 40 to 1 paid 200.00 net 200.00",
        "1 jackpot-1 1.00 win 100% paid 50000.20 net 49999.20",
        "1 jackpot-2 2.00 win 100% paid 50000.40 net 49998.40",
    ]


@pytest.mark.rule("SO-19")
def test_two_sensors_have_two_independent_amounts():
    jackpots = [progressive("5CL-01", meter=1000), progressive("7CL-01", meter=2000, seed=7)]
    answer = jackpot_round({1: ROYAL}, "2c 3d Th 7c Ac", *jackpots)
    assert (awards(answer, 1), meter(answer, 1)) == ([], "1000.20")
    assert (awards(answer, 2), meter(answer, 2)) == (["1 Royal Flush 100% 2000.20"], "7.00")


@pytest.mark.rule("SO-19")
def test_a_wager_needs_its_sensor():
    wagers = {1: {"ante": 10, "jackpot-2": 1}}
    with refuses("SO-19", "no sensor jackpot-2"):
        omaha({1: ROYAL}, TEN_UP, "", wagers, jackpots=[progressive("5CL-01")])


@pytest.mark.rule("SO-20")
def test_a_seat_may_play_one_sensor_and_not_the_other():
    wagers = {1: {"ante": 10, "jackpot-2": 1}, 2: {"ante": 10, "jackpot-1": 1}}
    jackpots = [progressive("5CL-E01"), progressive("5CL-E01", meter=900)]
    answer = omaha({1: ROYAL, 2: RUN}, TEN_UP, None, wagers, jackpots=jackpots)
    assert awards(answer, 1) == ["2 Straight Flush 10% 5000.02"]
    assert awards(answer, 2) == ["1 Royal Flush 100% 900.20"]
    assert not rows_of(answer, "jackpot-1-envy", "jackpot-2-envy")


@pytest.mark.rule("SO-22")
@pytest.mark.parametrize("marked", range(1, 6))
@pytest.mark.parametrize("place", range(1, 6))
def test_ruling_five_card_community(marked: int, place: int):
    """Three nines in hand: the fourth counts only if it lies on the marked place."""
    cards = ["5c", "4h", "6s", "Kd"]
    cards.insert(place - 1, "9c")
    row = won("5CL-01", "9h 9d 9s Ac", " ".join(cards), five_card_community=str(marked))
    assert row == ("Four-of-a-Kind $250" if place == marked else "Three-of-a-Kind $5")


@pytest.mark.rule("SO-22")
@pytest.mark.parametrize(
    ("hole", "card", "row"),
    [
        ("Ah Kh Qh Jh", "Th", "Royal Flush 100%"),
        ("9h Kh Qh Jh", "Th", "Straight Flush $1,500"),
        ("Ah 3h 4h 5h", "2h", "Straight Flush $1,500"),
        ("8h 8d 8s Ac", "8c", "Four-of-a-Kind $250"),
        ("8h 8d Ah Ac", "8c", "Full House $100"),
        ("2h 5h 9h Kh", "Jh", "Flush $50"),
        ("6h 7c 8d 9s", "Ts", "Straight $25"),
        ("Ah 3d 4c 5h", "2h", "Straight $25"),
        ("Qh Kd Ac 3h", "2h", ""),
        ("8h 8d Ah Kc", "8c", "Three-of-a-Kind $5"),
        ("8h 8d Ah Ac", "Jc", ""),
        ("8h 8d Ah Kc", "Jc", ""),
    ],
)
def test_the_five_cards_of_the_five_card_jackpot(hole: str, card: str, row: str):
    assert won("5CL-01", hole, f"{card} 3c 4s 6c Jd") == row


@pytest.mark.rule("SO-23")
@pytest.mark.parametrize(
    ("hole", "flop", "row"),
    [
        ("Ah Kh Qh Jh", "Th 3c 4s", "Royal Flush 100%"),
        ("Ah Kh 3s 4c", "Th Jh Qh", "Royal Flush 100%"),
        ("Ah 9h Kh 4c", "Th Jh Qh", "Royal Flush 100%"),
        ("9h Kh 3s 4c", "Th Jh Qh", "Straight Flush $500"),
        ("Ah Ad Ac As", "Th Jh Qh", "Four-of-a-Kind $100"),
        ("Ah Ad Ac Ks", "Kh Kc Qh", "Full House $5"),
        ("Ah Ad Kc Ks", "Kh Jc Qh", "Full House $5"),
        ("2h 4h 6h 8h", "Ah Ad Ac", "Flush $2"),
        ("2h 4h 6c 8c", "Ah Th Jh", "Flush $2"),
        ("9h 8c 7d 6s", "5h Ad Ac", ""),
        ("Ah Ad Ac 6s", "5h 9d Jc", ""),
    ],
)
def test_the_seven_card_jackpot_takes_any_five(hole: str, flop: str, row: str):
    assert won("7CL-01", hole, f"{flop} 3d 5c") == row


@pytest.mark.rule("SO-23")
@pytest.mark.parametrize(("board", "row"), [
    ("Th 3c 4s 5c 6c", "Royal Flush 100%"),
    ("3c 4s Th 5c 6c", "Royal Flush 100%"),
    ("3c 4s 5c Th 6c", ""),
    ("3c 4s 5c 6c Th", ""),
])  # fmt: skip
def test_turn_and_river_are_no_part_of_it(board: str, row: str):
    assert won("7CL-01", ROYAL, board) == row


@pytest.mark.rule("SO-23")
@pytest.mark.rule("SO-25")
@pytest.mark.parametrize(
    ("hole", "flop", "row"),
    [
        ("Ah Kh Qh Jh", "Th 9h 4s", "6-Card Royal Flush 100%"),
        ("9h Kh Qh 4s", "Th Ah Jh", "6-Card Royal Flush 100%"),
        ("Ah Kh Qh Jh", "Th 8h 4s", "Royal Flush $1,000"),
        ("Ah Kh Qh Jh", "Th 9s 4s", "Royal Flush $1,000"),
        ("As Ks Qs Js", "Ts 8s 4h", "Royal Flush $1,000"),
        ("8h Kh Qh Jh", "Th 9h 4s", "Straight Flush $300"),
        ("Ac Kd Qh Js", "Th 9h 8s", ""),
    ],
)
def test_a_dash_in_7cl_06_hands_the_suited_royal_on(hole: str, flop: str, row: str):
    assert won("7CL-06", hole, f"{flop} 3d 5c") == row


@pytest.mark.rule("SO-25")
@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
@pytest.mark.parametrize("ruling", ["spades", "hearts", "diamonds", "clubs"])
@pytest.mark.parametrize("ninth", ["9", "8"])
def test_a_dash_in_7cl_07_hands_the_six_card_royal_on(suit: str, ruling: str, ninth: str):
    """Ruling royal-suit; with or without the nine, the suit alone decides."""
    s = suit[0]
    off = "d" if s != "d" else "c"
    dealer = f"2{off} 6{off} 7{off} 8{off}"
    answer = jackpot_round(
        {1: f"A{s} K{s} Q{s} J{s}"}, f"T{s} {ninth}{s} 4{off} 3{off} 5{off}",
        house("7CL-07"), dealer=dealer, royal_suit=ruling,
    )  # fmt: skip
    expected = "Royal Flush (Suit Specific) 100% 50000.00"
    assert awards(answer) == [f"1 {expected if suit == ruling else 'Royal Flush $1,000 1000.00'}"]


@pytest.mark.rule("SO-25")
@pytest.mark.parametrize("code", ["5CL-05", "5CL-10"])
@pytest.mark.parametrize(("hole", "row"), [
    ("Ah Kh Qh Jh", "Straight Flush 100%"),
    ("9h Kh Qh Jh", "Straight Flush 100%"),
    ("Ac Kh Qh Jh", "Straight"),
    ("Ah Kh Qh 2h", "Flush $50"),
    ("Tc Ts 2h 2d", "Full House $75"),
    ("2h 2s Kh Ks", "Two Pair $3"),
    ("2h 3s Kh Ks", ""),
])  # fmt: skip
def test_a_dash_under_royal_gives_it_the_straight_flushs_whole_meter(
    code: str, hole: str, row: str
):
    answer = jackpot_round({1: hole}, "Th 3c 4s 6c 7d", house(code), dealer="5c 5d 8c 8d")
    found = ", ".join(awards(answer)).removeprefix("1 ").rpartition(" ")[0]
    assert found.startswith(row)
    assert bool(found) == bool(row)


@pytest.mark.rule("SO-25")
@pytest.mark.parametrize(
    ("hole", "card", "row"),
    [
        ("Ah Kh Qh Jh", "Th", "5-Card Royal Flush 100%"),
        ("2h 3h 4h 5h", "6h", "5-Card Straight Flush $500"),
        ("2h 3h 4h 5h", "Ah", "5-Card Straight Flush $500"),
        ("Ah 2h 3h 4h", "9c", "4-Card Straight Flush $200"),
        ("Ah 2h 3h 9c", "4h", "4-Card Straight Flush $200"),
        ("Jh Qh Kh Ah", "9c", "4-Card Straight Flush $200"),
        ("Jh Qh Kh 9h", "Ah", "4-Card Straight Flush $200"),
        ("5h 6h 7h 8c", "8h", "4-Card Straight Flush $200"),
        ("2h 5h 9h Jh", "Kh", "5-Card Flush $75"),
        ("Ah 2h 3h 5h", "9h", "5-Card Flush $75"),
        ("Qh Kh Ah 2h", "9c", "4-Card Flush $5"),
        ("Kh Ah 2h 3h", "9c", "4-Card Flush $5"),
        ("2h 5h 9h 4c", "Kh", "4-Card Flush $5"),
        ("2h 5h 9h 4c", "Kd", ""),
        ("9h 8h 7h 6c", "5d", ""),
        ("9h 9d 9s 9c", "2h", ""),
    ],
)
def test_rows_pay_in_printed_order_with_four_card_hands(hole: str, card: str, row: str):
    """The 4-Card Straight Flush stands above the 5-Card Flush; no run goes round the ace."""
    answer = jackpot_round({1: hole}, f"{card} 3c 4s 6s Jd", house("5CL-11"), dealer="Tc Td Ts 7d")
    assert ", ".join(awards(answer)).removeprefix("1 ").rpartition(" ")[0] == row


@pytest.mark.rule("SO-24")
@pytest.mark.parametrize(("code", "net"), [("7CL-02", "0.00"), ("7CL-01", "1.00")])
def test_jackpot_pays_are_for_1(code: str, net: str):
    """A flush for $1 gives back no more than the wager, and is a win all the same."""
    answer = jackpot_round({1: "2h 4h 6h 8h"}, "Ah Td Kc 3d 5c", house(code))
    (row,) = (row for row in answer["settlement"] if row["wager"] == "jackpot-1")
    assert (row["outcome"], row["net"], row["rule"]) == ("win", net, "SO-23")
    assert float(row["paid"]) - 1 == float(net)


@pytest.mark.rule("SO-26")
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("kind", [progressive, house])
def test_every_other_seat_with_the_wager_gets_the_envy_pay(seats: int, kind):
    hands = {1: ROYAL, **dict(zip(range(2, seats + 1), DULL, strict=False))}
    answer = jackpot_round(hands, TEN_UP, kind("5CL-E02"))
    envy = "jackpot-1-envy 0.00 win $5,000 paid 5000.00 net 5000.00"
    assert rows_of(answer, "jackpot-1-envy") == [f"{seat} {envy}" for seat in range(seats, 1, -1)]
    assert answer["net"]["2"] == "4989.00"


@pytest.mark.rule("SO-26")
def test_no_envy_pay_without_the_wager():
    hands = {1: ROYAL, 2: DULL[0], 3: DULL[1]}
    wagers = {1: {"ante": 10, "jackpot-1": 1}, 2: {"ante": 10}, 3: {"ante": 10, "jackpot-1": 1}}
    answer = omaha(hands, TEN_UP, None, wagers, jackpots=[progressive("5CL-E01")])
    assert [row["seat"] for row in answer["settlement"] if "envy" in row["wager"]] == [3]


@pytest.mark.rule("SO-26")
def test_no_envy_pay_for_a_royal_without_the_wager():
    hands = {1: ROYAL, 2: DULL[0]}
    wagers = {1: {"ante": 10}, 2: {"ante": 10, "jackpot-1": 1}}
    answer = omaha(hands, TEN_UP, None, wagers, jackpots=[progressive("5CL-E01")])
    assert (awards(answer), rows_of(answer, "jackpot-1-envy")) == ([], [])


@pytest.mark.rule("SO-26")
def test_several_envy_pays_and_none_on_ones_own_hand():
    """Seat 3 has the royal ($1,000 envy), seat 6 the straight flush ($300)."""
    hands = {1: DULL[0], 2: DULL[1], 3: ROYAL, 4: DULL[2], 5: DULL[3], 6: RUN, 7: DULL[4]}
    answer = jackpot_round(hands, TEN_UP, progressive("5CL-E01"))
    pays: dict[int, list[str]] = {}
    for row in answer["settlement"]:
        if row["wager"] == "jackpot-1-envy":
            assert (row["amount"], row["paid"], row["rule"]) == ("0.00", row["net"], "SO-26")
            pays.setdefault(row["seat"], []).append(row["pays"])
    both = ["$300", "$1,000"]
    assert pays == {7: both, 6: ["$1,000"], 5: both, 4: both, 3: ["$300"], 2: both, 1: both}


@pytest.mark.rule("SO-26")
@pytest.mark.parametrize("hole", ["Tc Td Ts 2c", "2h 5h 9h Kh"])
def test_a_dash_under_envy_is_none(hole: str):
    answer = jackpot_round({1: hole, 2: DULL[3]}, TEN_UP, progressive("5CL-E01"))
    assert awards(answer)
    assert not rows_of(answer, "jackpot-1-envy")


@pytest.mark.rule("SO-27")
@pytest.mark.rule("SO-28")
def test_fixed_prizes_and_envy_leave_the_meter_alone():
    """A $1,500 straight flush, then five times $1,000 envy beside a 100 % pay."""
    fixed = jackpot_round({1: RUN, 2: DULL[0]}, TEN_UP, progressive("5CL-01", meter=3))
    assert (awards(fixed), meter(fixed)) == (["1 Straight Flush $1,500 1500.00"], "3.40")
    hands = {1: ROYAL, **dict(enumerate(DULL[:5], 2))}
    envied = jackpot_round(hands, TEN_UP, progressive("5CL-E01", meter=100, seed=0))
    assert len(rows_of(envied, "jackpot-1-envy")) == 5
    assert (awards(envied), meter(envied)) == (["1 Royal Flush 100% 101.20"], "0.00")
    moved = [(event["cause"], event["change"]) for event in events(envied, "meter-moved")]
    assert moved == [("contributions", "1.20"), ("paid", "-101.20"), ("seed", "0.00")]


@pytest.mark.rule("SO-29")
@pytest.mark.parametrize(
    ("wager", "prize", "envy", "added"),
    [("1", "$300", "$1,000", "0.60"), ("5", "$1,500", "$5,000", "3.00"),
     ("2.50", "$750", "$2,500", "1.50"), ("0.25", "$75", "$250", "0.15")],
)  # fmt: skip
def test_everything_scales_with_the_fixed_wager(wager: str, prize: str, envy: str, added: str):
    """Seat 1 has four tens, seat 3 the royal; meter and seed are actual amounts, never scaled."""
    hands = {1: "Tc Td Ts 2c", 2: DULL[3], 3: ROYAL}
    answer = jackpot_round(hands, TEN_UP, progressive("5CL-E01", wager=wager))
    assert awards(answer)[0] == f"3 Royal Flush 100% 5000{added}"
    assert awards(answer)[1].startswith(f"1 Four-of-a-Kind {prize} ")
    assert {row["pays"] for row in answer["settlement"] if "envy" in row["wager"]} == {envy}
    assert meter(answer) == "10000.00"
    (own,) = (row for row in answer["settlement"] if row["pays"] == prize)
    assert float(own["paid"]) - float(own["net"]) == float(wager)


@pytest.mark.rule("SO-29")
@pytest.mark.parametrize("made", ["4.99", "5.01", "1", "10"])
def test_a_jackpot_wager_is_the_fixed_one(made: str):
    wagers = {1: {"ante": 10, "jackpot-1": made}}
    with refuses("SO-29", "must be exactly 5.00"):
        omaha({1: ROYAL}, TEN_UP, "", wagers, jackpots=[house("5CL-01", wager=5)])


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("overflow", "meter"), [(0, "100.00"), (899, "999.00"), (900, "1000.00"), (901, "1000.00")]
)
def test_a_scripts_overflow_comes_back_with_the_seed_up_to_the_maximum(overflow, meter):
    """A royal takes the whole 1,000.00; the seed of 100.00 and what had overflowed follow."""
    terms = progressive("5CL-01", meter=1000, seed=100, rate=0, maximum=1000, overflow=overflow)
    answer = jackpot_round({1: ROYAL}, "Th 2c 3d 7c Ac", terms)
    [jackpot] = answer["jackpots"]
    assert jackpot["awards"][0]["paid"] == "1000.00"
    assert jackpot["meter"] == meter
    assert jackpot["overflow"] == ("1.00" if overflow == 901 else "0.00")


@pytest.mark.parametrize("key", ["reserved", "overflow"])
def test_a_house_jackpot_has_no_hidden_amounts(key):
    terms = {"paytable": "5CL-01", "type": "house", "wager": 1, "meter": 1000, key: 5}
    with pytest.raises(Refused, match=f"a house jackpot is fixed and has no {key}"):
        jackpot_round({1: ROYAL}, "Th 2c 3d 7c Ac", terms)
