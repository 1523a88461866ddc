"""Whole rounds of the slow Super Omaha twin: main game, limits, voids and refusals."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from .naive_omaha_jackpots import POLICIES
from .naive_omaha_scripts import random_super_omaha_script
from .naive_super_omaha import answer
from .test_naive_omaha_self import brief, refused, script

HANDS = {1: "Ah Kh 3c 4d", 3: "2h 2s 5c 6d", 4: "9c 8c 7s 3d"}
DEALER = "Ks 4c 7d 5d"
BOARD = "Qh Jh Th 2c 2d"


def whole_round() -> dict[str, Any]:
    """Three seats: a royal that folds, four twos, a straight; the dealer has a pair of twos."""
    return script(
        HANDS,
        DEALER,
        BOARD,
        {
            1: {"ante": 10, "high-hand": 5, "flop-bonus": "2.50"},
            3: {"ante": 15, "high-hand": 5},
            4: {"ante": 20},
        },
        [[1, "fold"], [3, "flop", 30], [4, "flop", 20]],
        paytables={"ante": "SOA-01", "high-hand": "HHW-01", "flop-bonus": "SOA-03"},
        limits={"min": 5, "max": 30},
    )


def test_whole_round() -> None:
    """The fold first, then the seats from the highest; bonuses live on after the fold."""
    result = answer(whole_round())
    assert brief(result) == [
        (1, "ante", "lose", None, "0.00", "-10.00"),
        (4, "ante", "push", None, "0.00", "0.00"),  # a straight
        (4, "flop", "win", "1 to 1", "20.00", "20.00"),
        (3, "ante", "win", "3 to 1", "45.00", "45.00"),
        (3, "flop", "win", "1 to 1", "30.00", "30.00"),
        (3, "high-hand", "win", "20 to 1", "100.00", "100.00"),
        (1, "high-hand", "win", "200 to 1", "1000.00", "1000.00"),
        (1, "flop-bonus", "win", "50 to 1", "125.00", "125.00"),  # T-J-Q suited, no mini-royal
    ]
    assert result["net"] == {"1": "1115.00", "3": "175.00", "4": "20.00"}
    assert (result["status"], result["waiting"], result["jackpots"]) == ("settled", [], [])


def main_rows(hole: str, dealer: str, board: str, code: str = "SOA-01") -> list[tuple[Any, ...]]:
    """Outcome, pays and net of Ante 10 and Flop wager 30."""
    given = script(
        {1: hole},
        dealer,
        board,
        {1: {"ante": 10}},
        [[1, "flop", 30]],
        paytables={"ante": code},
    )
    return [(outcome, pays, net) for _, _, outcome, pays, _, net in brief(answer(given))]


def test_ante_pays_from_a_flush_up() -> None:
    """Straight pushes, flush and full house 1, quads 3, straight flush 15 or 10, royal 50 or 25."""
    dealer = "2c 3d 4s 9d"  # never better than a low two pair below
    flop = ("win", "1 to 1", "30.00")
    push = ("push", None, "0.00")
    cases = (
        ("Ah Kd 5c 6c", "Ac 8h Jd Tc 7s", "SOA-01", push),  # a pair of aces
        ("Qh Jd 5c 5s", "Ac Kh Td 8c 8s", "SOA-01", push),  # ace-high straight
        ("Ah 5h 6c 6s", "Kh Jh 8h Tc Qs", "SOA-01", ("win", "1 to 1", "10.00")),  # flush
        ("Ah As 6c 6s", "Ac Kh Kd 8c 7s", "SOA-02", ("win", "1 to 1", "10.00")),  # full house
        ("Kc Ks 6c 5s", "Ac Kh Kd 8c 7s", "SOA-02", ("win", "3 to 1", "30.00")),
        ("9h 8h 6c 5s", "Qh Jh Th Kc Ks", "SOA-01", ("win", "15 to 1", "150.00")),
        ("9h 8h 6c 5s", "Qh Jh Th Kc Ks", "SOA-02", ("win", "10 to 1", "100.00")),
        ("Ah Kh 6c 5s", "Qh Jh Th 8c 8s", "SOA-01", ("win", "50 to 1", "500.00")),
        ("Ah Kh 6c 5s", "Qh Jh Th 8c 8s", "SOA-03", ("win", "25 to 1", "250.00")),
    )
    for hole, board, code, ante in cases:
        assert main_rows(hole, dealer, board, code) == [ante, flop], (hole, board)


def test_tie_and_loss() -> None:
    """Equal hands push both wagers; the better dealer takes both, even from a flush."""
    board = "Kh Jh 8h Tc Qs"
    push = ("push", None, "0.00")
    assert main_rows("As 9c 2c 3d", "Ad 9s 2s 3c", board) == [push, push]
    lost = [("lose", None, "-10.00"), ("lose", None, "-30.00")]
    assert main_rows("7h 5h 2c 3d", "Ah 2h 2s 3c", board) == lost


def flop_round(amount: Any, **table: Any) -> dict[str, Any]:
    """Ante 10 and a Flop wager of this amount."""
    return script({1: HANDS[4]}, DEALER, BOARD, {1: {"ante": 10}}, [[1, "flop", amount]], **table)


def test_flop_wager_from_1x_to_3x() -> None:
    """0.99x and 3.01x are refused, 1x and 3x stand; the maximum may end the range sooner."""
    for amount in ("9.90", 9.99, 30.01, "30.10", 0, -10, 10.005, "ten", True):
        assert refused(flop_round(amount)), amount
    for amount in (10, "10.01", 12.34, 29.99, 30):
        assert not refused(flop_round(amount)), amount
    limits = {"limits": {"max": 25}}
    assert not refused(flop_round(25, **limits))
    assert "maximum" in refused(flop_round(25.01, **limits))
    whole = {"rulings": {"flop-size": "whole-multiples"}}
    assert [bool(refused(flop_round(size, **whole))) for size in (10, 15, 20, 30)] == [
        False,
        True,
        False,
        False,
    ]


def test_options_while_waiting() -> None:
    """The seat in turn is asked, with the range or the sizes that it may choose."""
    given = {**whole_round(), "decisions": [[1, "fold"]]}
    result = answer(given)
    assert result["status"] == "waiting"
    flop = {"action": "flop", "min": "15.00", "max": "30.00"}
    assert result["waiting"] == [{"seat": 3, "options": [flop, {"action": "fold"}]}]
    assert brief(result) == [(1, "ante", "lose", None, "0.00", "-10.00")]
    assert result["net"] == {"1": "-10.00", "3": "0.00", "4": "0.00"}
    given["table"]["rulings"] = {"flop-size": "whole-multiples"}
    sizes = [{"action": "flop", "amount": size} for size in ("15.00", "30.00")]
    assert answer(given)["waiting"][0]["options"] == [*sizes, {"action": "fold"}]


def test_void_gives_everything_back() -> None:
    """A fold already settled is undone and the meter is where it was."""
    given = whole_round()
    given["decisions"] = [[1, "fold"], [3, "flop", 30], ["void", "a card was exposed"]]
    given["table"]["jackpots"] = [
        {
            "paytable": "5CL-01",
            "type": "progressive",
            "wager": 1,
            "meter": 9,
            "seed": 1,
            "rate": 0.2,
        }
    ]
    given["wagers"]["1"]["jackpot-1"] = 1
    assert answer({**given, "decisions": []})["jackpots"][0]["meter"] == "9.20"
    result = answer(given)
    assert result["status"] == "void"
    back = ("void", None, "0.00", "0.00")
    assert brief(result) == [
        (4, "ante", *back),
        (3, "ante", *back),
        (3, "flop", *back),
        (3, "high-hand", *back),
        (1, "ante", *back),
        (1, "high-hand", *back),
        (1, "flop-bonus", *back),
        (1, "jackpot-1", *back),
    ]
    assert result["net"] == {"1": "0.00", "3": "0.00", "4": "0.00"}
    assert result["jackpots"] == [{"paytable": "5CL-01", "meter": "9.00", "awards": []}]


def test_one_card_at_a_time_without_a_shuffle_machine() -> None:
    """The same hands dealt in turn give the same round."""
    given = whole_round()
    hands = [text.split() for text in (*HANDS.values(), DEALER)]
    in_turn = [hand[turn] for turn in range(4) for hand in hands]
    dealt = {**given, "deck": "".join(in_turn) + BOARD.replace(" ", "")}
    assert answer(dealt) != answer(given)
    dealt["table"] = {**given["table"], "rulings": {"shuffler": "no"}}
    assert answer(dealt) == answer(given)


def test_community_card_of_the_five_card_jackpot() -> None:
    """Three nines and one more nine on the board, in each position in turn."""
    rest = ["2c", "4h", "6s", "Kd"]
    house = [{"paytable": "5CL-01", "type": "house", "wager": 1, "meter": 100}]
    for place in range(1, 6):
        board = " ".join([*rest[: place - 1], "9c", *rest[place - 1 :]])
        for marked in range(1, 6):
            given = script(
                {7: "9h 9d 9s Ac"},
                DEALER.replace("4c", "3h"),
                board,
                {7: {"ante": 10, "jackpot-1": 1}},
                jackpots=house,
                rulings={"five-card-community": str(marked)},
            )
            pays = "$250" if place == marked else "$5"
            assert brief(answer(given), "jackpot-1")[0][3] == pays


def test_seven_card_jackpot_uses_the_flop_only() -> None:
    """A royal completed by the fourth or fifth community card is none here."""
    house = [{"paytable": "7CL-01", "type": "house", "wager": 1, "meter": 100}]
    for board, outcome in (("Ts 2c 3d 4h 5d", "win"), ("2c 3d 4h Ts 5d", "lose")):
        given = script(
            {1: "As Ks Qs Js"},
            "9h 9d 9s 9c",
            board,
            {1: {"ante": 10, "jackpot-1": 1}},
            jackpots=house,
        )
        assert brief(answer(given), "jackpot-1")[0][2] == outcome


def test_exact_meter_after_a_whole_pay() -> None:
    """From 100 dollars and a third of a cent, the third of a cent is never lost.

    Parts of 100 % and 10 %, seed 20: in order 100.00 and then 10 % of 20 and the third;
    displayed 100.00 and 10.00; shared 100/110 and 10/110 of 100.00 leave a cent.
    """
    third = Fraction(1, 300)
    parts = [Fraction(1), Fraction(1, 10)]
    cases = {
        "in-settling-order": ([100, 2], 18 + third),
        "each-of-displayed": ([100, 10], 20 + third),
        "shared": ([Fraction("90.90"), Fraction("9.09")], 20 + Fraction("0.01") + third),
    }
    for policy, expected in cases.items():
        assert POLICIES[policy](100 + third, Fraction(20), parts) == expected


def test_two_sensors_and_two_envies_stand_in_order() -> None:
    """Both seats win on both sensors: own jackpots first, then envy by sensor."""
    jackpot = {"type": "house", "wager": 1, "meter": 1000}
    given = script(
        {1: "Ah Kh Qh Jh", 2: "9h 8h 7h 6h"},
        "4c 6c 8c 9d",
        "Th 2c 3d 5s Kc",
        {seat: {"ante": 10, "jackpot-2": 1, "jackpot-1": 1} for seat in (1, 2)},
        jackpots=[{"paytable": code, **jackpot} for code in ("5CL-E01", "5CL-E02")],
    )
    assert [(seat, wager, pays) for seat, wager, _, pays, _, _ in brief(answer(given))[2:]] == [
        (2, "jackpot-1", "10%"),
        (2, "jackpot-2", "10%"),
        (2, "jackpot-1-envy", "$1,000"),
        (2, "jackpot-2-envy", "$5,000"),
        (1, "jackpot-1", "100%"),
        (1, "jackpot-2", "100%"),
        (1, "jackpot-1-envy", "$300"),
        (1, "jackpot-2-envy", "$1,500"),
    ]


def test_refusals() -> None:
    """Each broken rule is refused with words that name it."""
    jackpot = {"paytable": "5CL-01", "type": "progressive", "wager": 1, "meter": 9}
    house = {"paytable": "5CL-01", "type": "house", "wager": 1, "meter": 9}
    tables: list[tuple[dict[str, Any], str]] = [
        ({"jackpots": [jackpot] * 3}, "two jackpot sensors"),
        ({"jackpots": [jackpot, house]}, "single type"),
        ({"jackpots": [{**house, "seed": 1}]}, "no seed"),
        ({"jackpots": [{**house, "rate": 0.1}]}, "no seed or rate"),
        ({"jackpots": [{**jackpot, "meter": -0.01}]}, "below zero"),
        ({"jackpots": [{**jackpot, "paytable": "5CL-16"}]}, "unknown"),
        ({"paytables": {"ante": "SOA-04"}}, "unknown"),  # a Flop Bonus code only
        ({"paytables": {"high-hand": "SOA-01"}}, "unknown"),
        ({"rulings": {"flop-size": "half"}}, "unknown"),
        ({"rulings": {"seats": 8}}, "unknown"),
        ({"limits": {"min": 10.01}}, "minimum"),
        ({"limits": {"max": 9.99}}, "maximum"),
        ({"limits": {"min": 20, "max": 10}}, "least"),
    ]
    for table, words in tables:
        assert words in refused(flop_round(10, **table)), table
    changes: list[tuple[dict[str, Any], str]] = [
        ({"decisions": [[3, "fold"]]}, "turn"),
        ({"decisions": [[1, "check"]]}, "fold"),
        ({"decisions": [["void", ""]]}, "reason"),
        ({"decisions": [["void", "fire"], [1, "fold"]]}, "left over"),
        ({"decisions": [*whole_round()["decisions"], [1, "fold"]]}, "left over"),
        ({"decisions": [*whole_round()["decisions"], *[["void", "fire"]] * 2]}, "left over"),
        ({"deck": whole_round()["deck"][:-3]}, "short"),
        ({"deck": whole_round()["deck"] + " 2d"}, "twice"),
        ({"deck": whole_round()["deck"] + " 1d"}, "not a card"),
        ({"wagers": {}}, "wager"),
        ({"wagers": {"8": {"ante": 10}}}, "unknown"),
        ({"wagers": {"1": {"high-hand": 10}}}, "ante"),
        ({"wagers": {"1": {"ante": 10, "jackpot-1": 1}}}, "sensor"),
    ]
    for change, words in changes:
        assert words in refused({**whole_round(), **change}), change
    assert "offers no" in refused({**whole_round(), "table": {}})


def test_random_scripts_balance() -> None:
    """Nets add up, rows are in order, and meters move by contributions, seeds and pays only."""
    for number in range(300):
        given = random_super_omaha_script(Random(number))
        result = answer(given)
        for seat in given["wagers"]:
            rows = [row for row in result["settlement"] if str(row["seat"]) == seat]
            assert sum(Fraction(row["net"]) for row in rows) == Fraction(result["net"][seat])
            own = [row["wager"] for row in rows if not row["wager"].endswith("-envy")]
            assert len(own) == len(set(own))
            if result["status"] == "settled":
                assert set(own) - {"flop"} == set(given["wagers"][seat])
        for sensor, opening in enumerate(given["table"]["jackpots"], start=1):
            check_meter(given, result, sensor, opening)


def check_meter(
    given: dict[str, Any], result: dict[str, Any], sensor: int, opening: dict[str, Any]
) -> None:
    """Closing = opening + contributions + seeds - percentage pays, paying in order or shared."""
    closing = result["jackpots"][sensor - 1]
    drawn = [won for won in closing["awards"] if won["pays"].endswith("%")]
    whole = sum(won["pays"] == "100%" for won in drawn)
    policy = given["table"]["rulings"].get("same-round-percentages", "in-settling-order")
    expected = Fraction(str(opening["meter"]))
    if opening["type"] == "progressive" and result["status"] != "void":
        made = sum(f"jackpot-{sensor}" in wagers for wagers in given["wagers"].values())
        expected += made * Fraction(str(opening["wager"])) * Fraction(str(opening["rate"]))
        expected -= sum(Fraction(won["paid"]) for won in drawn)
        seeds = min(whole, 1) if policy == "shared" else whole
        expected += seeds * Fraction(str(opening["seed"]))
    if policy == "each-of-displayed" and whole and opening["type"] == "progressive":
        expected = Fraction(str(opening["seed"]))
    assert 0 <= expected - Fraction(closing["meter"]) < Fraction(1, 100)
