"""The slow Super Omaha twin against results worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

from .naive_omaha import (
    best_of,
    best_omaha,
    card_name,
    category,
    five_card_rank,
    flop_event,
    full_deck,
    jackpot_row,
    load_tables,
    parse_cards,
)
from .naive_super_omaha import Refused, answer

TABLES = load_tables()


def script(
    hands: dict[int, str],
    dealer: str,
    board: str,
    wagers: dict[int, dict[str, Any]],
    decisions: list[list[Any]] | None = None,
    **table: Any,
) -> dict[str, Any]:
    """A round dealt four cards at a time; with no decisions given, every seat folds."""
    seats = sorted(hands)
    if decisions is None:
        decisions = [[seat, "fold"] for seat in seats]
    return {
        "game": "super-omaha",
        "table": table,
        "deck": " ".join([*(hands[seat] for seat in seats), dealer, board]),
        "wagers": {str(seat): made for seat, made in wagers.items()},
        "decisions": decisions,
    }


def brief(result: dict[str, Any], *wagers: str) -> list[tuple[Any, ...]]:
    """Settled rows as (seat, wager, outcome, pays, paid, net), of the wagers named or all."""
    return [
        (row["seat"], row["wager"], row["outcome"], row["pays"], row["paid"], row["net"])
        for row in result["settlement"]
        if not wagers or row["wager"] in wagers
    ]


def refused(given: dict[str, Any]) -> str:
    """The message of a refusal; empty if the script is accepted."""
    try:
        answer(given)
    except Refused as refusal:
        return str(refusal)
    return ""


def row_name(code: str, cards: str, royal_suit: str = "spades") -> str | None:
    """The jackpot row that the cards are paid on, with its pay."""
    row = jackpot_row(TABLES["jackpot"][code], parse_cards(cards), royal_suit)
    return None if row is None else f"{row.hand} {row.pay}"


def test_transcript_has_every_table() -> None:
    """Appendix A 3, B 3, C 5, D 18 and E 10 make 39; every E table and no other has envy."""
    assert {wager: len(tables) for wager, tables in TABLES.items()} == {
        "ante": 3,
        "high-hand": 3,
        "flop-bonus": 5,
        "jackpot": 28,
    }
    jackpots = TABLES["jackpot"]
    assert sum(code.startswith("5CL") for code in jackpots) == 18
    for code, rows in jackpots.items():
        assert any(row.envy != "-" for row in rows) == ("-E" in code)


def test_flop_events_of_all_flops() -> None:
    """22,100 flops: 12 runs of ranks; 4 mini-royals, 48 - 4 other straight flushes, and so on."""
    counts = Counter(flop_event(flop) for flop in combinations(full_deck(), 3))
    assert counts == {
        "Mini-Royal Flush": 4,
        "Straight Flush": 44,
        "Three-of-a-Kind": 52,
        "Straight": 12 * 64 - 48,
        "Flush": 4 * 286 - 48,
        "Pair": 3744,
        None: 22100 - 4 - 44 - 52 - 720 - 1096 - 3744,
    }


def test_five_card_ladder() -> None:
    """Hands from worst to best; each must rank above the one before."""
    ladder = (
        "7c5d4h3s2c", "AcKdQhJs9c", "2c2d5h4s3c", "2c2dAh4s3c", "3c3d2h2s4c", "3c3d2h2sAc",
        "2c2d2h4s3c", "Ac2d3h4s5c", "2d3h4s5c6c", "TcJdQhKsAc", "7c5c4c3c2c", "AcKcQcJc9c",
        "2c2d2hAsAc", "3c3d3h2s2c", "2c2d2h2sAc", "AcAdAhAs2c", "Ac2c3c4c5c", "9cTcJcQcKc",
        "TcJcQcKcAc",
    )  # fmt: skip
    ranks = [five_card_rank(parse_cards(hand)) for hand in ladder]
    assert all(low < high for low, high in pairwise(ranks))
    assert category(five_card_rank(parse_cards("QcKdAh2s3c"))) == "high-card"
    assert five_card_rank(parse_cards("AcKdQhJs9c")) == five_card_rank(parse_cards("AdKhQsJc9d"))


def test_exactly_two_hole_and_three_board_cards() -> None:
    """What Texas Hold'em would allow is not enough here; any five of seven is freer."""
    cases = (
        ("Ah 2c 7d 9s", "Kh Qh Jh 3h 4d", "high-card"),  # one heart beside four: no flush
        ("As Ah Ad Ac", "2c 3d 7h 8s Ts", "pair"),  # only two aces play
        ("As Kd 4c 5h", "7c 7d 7h 7s 2d", "three-of-a-kind"),  # only three sevens play
        ("As Ks 4c 5h", "Qs Js Ts 2d 2h", "royal-flush"),
    )
    for hole, board, expected in cases:
        assert category(best_omaha(parse_cards(hole), parse_cards(board))) == expected
    assert category(best_of(parse_cards("As Ah Ad Ac 2c 3d 7h"))) == "four-of-a-kind"


def test_ordinary_and_four_card_jackpot_rows() -> None:
    """Rows pay in printed order, and a "-" row hands the hand on."""
    assert row_name("5CL-01", "AhKhQhJhTh") == "Royal Flush 100%"
    assert row_name("5CL-05", "AhKhQhJhTh") == "Straight Flush 100%"
    assert row_name("5CL-10", "Ah2h3h4h5h") == "Straight Flush 100%"
    assert row_name("5CL-01", "AhAdKhKd2c") is None  # Two Pair: Loss
    assert row_name("5CL-12", "AhAdKhKd2c") == "Two Pair $2"
    assert row_name("5CL-E01", "AhAdAcKd2c") == "Three-of-a-Kind $9"
    assert row_name("5CL-E01", "AhAdKhKd2c") is None
    assert row_name("5CL-06", "Ah2h3h4h9c") == "4-Card Straight Flush $200"
    assert row_name("5CL-06", "JhQhKhAh9h") == "4-Card Straight Flush $200"  # above its flush
    assert row_name("5CL-06", "QhKhAh2h9c") == "4-Card Flush $5"  # no run round the ace
    assert row_name("5CL-06", "2h5h9hJhKh") == "5-Card Flush $50"
    assert row_name("5CL-06", "2h3h4h5h6h") == "5-Card Straight Flush $500"
    assert row_name("5CL-06", "2h3h4hJcKc") is None
    assert row_name("5CL-06", "9h9d9s9c2h") is None


def test_seven_card_jackpot_rows() -> None:
    """Any five of seven; six cards for 7CL-06, one suit for 7CL-07."""
    assert row_name("7CL-01", "AhKhQhJh Th2c3d") == "Royal Flush 100%"
    assert row_name("7CL-01", "AhAdAcAs Th2c3d") == "Four-of-a-Kind $100"
    assert row_name("7CL-01", "2h4h6h8h AhAdAc") == "Flush $2"
    assert row_name("7CL-01", "9h8c7d6s5hAdAc") is None
    assert row_name("7CL-06", "AhKhQhJh Th9h2c") == "6-Card Royal Flush 100%"
    assert row_name("7CL-06", "AhKhQhJh Th8h2c") == "Royal Flush $1,000"
    assert row_name("7CL-06", "KhQhJhTh 9h8h2c") == "Straight Flush $300"
    assert row_name("7CL-07", "AsKsQsJs Ts9s2c") == "Royal Flush (Suit Specific) 100%"
    assert row_name("7CL-07", "AhKhQhJh Th9h2c") == "Royal Flush $1,000"
    assert row_name("7CL-07", "AhKhQhJh Th9h2c", "hearts") == "Royal Flush (Suit Specific) 100%"


HEARTS = {1: "Ah Kh Qh Jh", 2: "9h 8h 7h 6h"}
HEARTS_BOARD = "Th 2c 3d 5s Kc"


def jackpot_round(hands: dict[int, str], board: str, policy: str, **jackpot: Any) -> dict[str, Any]:
    """Every seat antes 10, makes the one jackpot wager, and folds."""
    opening = {
        "type": "progressive",
        "wager": 1,
        "meter": 50000,
        "seed": 10000,
        "rate": 0.2,
        **jackpot,
    }
    if opening["type"] == "house":
        del opening["seed"], opening["rate"]
    made = {"ante": 10, "jackpot-1": opening["wager"]}
    return script(
        hands,
        "4c 6c 8c 9d",
        board,
        {seat: dict(made) for seat in hands},
        jackpots=[opening],
        rulings={"same-round-percentages": policy},
    )


def paid_and_meter(given: dict[str, Any]) -> tuple[list[tuple[int, str]], str]:
    """The awards of the first sensor in the order paid, and its closing meter."""
    jackpot = answer(given)["jackpots"][0]
    return [(won["seat"], won["paid"]) for won in jackpot["awards"]], jackpot["meter"]


def test_same_round_five_card() -> None:
    """5CL-E01, community ten of hearts: a royal (100 %) and a straight flush (10 %).

    Two wagers of $1 at 0.2 lift the meter from 50000.00 to 50000.40. The royal is at seat 1:
    - in order: seat 2 takes 10 % = 5000.04, seat 1 the other 45000.36, seed 10000 comes in;
    - each of displayed: 5000.04 and 50000.40, and the meter is the seed;
    - shared: 110 % together, so 10/110 = 4545.4909... and 100/110 = 45454.9090..., rounded down
      50000.39 in all; the odd cent stays under the seed.
    With the royal at seat 2 and in order: all 50000.40, then 10 % of the seed, 9000.00 stay.
    """
    cases = {
        "in-settling-order": ([(2, "5000.04"), (1, "45000.36")], "10000.00"),
        "each-of-displayed": ([(2, "5000.04"), (1, "50000.40")], "10000.00"),
        "shared": ([(2, "4545.49"), (1, "45454.90")], "10000.01"),
    }
    for policy, expected in cases.items():
        given = jackpot_round(HEARTS, HEARTS_BOARD, policy, paytable="5CL-E01")
        assert paid_and_meter(given) == expected, policy
    swapped = {1: HEARTS[2], 2: HEARTS[1]}
    given = jackpot_round(swapped, HEARTS_BOARD, "in-settling-order", paytable="5CL-E01")
    assert paid_and_meter(given) == ([(2, "50000.40"), (1, "1000.00")], "9000.00")


def test_same_round_seven_card() -> None:
    """7CL-01, flop ace of hearts and king of spades: royals in hearts (seat 1) and spades.

    The meter is 50000.40 before paying.
    - in order: seat 2 all of it; the seed 10000 comes in; seat 1 all of that; the seed again;
    - each of displayed: 50000.40 twice, and the meter is the seed once;
    - shared: 200 % together, so 25000.20 each, and the seed.
    """
    royals = {1: "Kh Qh Jh Th", 2: "As Qs Js Ts"}
    cases = {
        "in-settling-order": [(2, "50000.40"), (1, "10000.00")],
        "each-of-displayed": [(2, "50000.40"), (1, "50000.40")],
        "shared": [(2, "25000.20"), (1, "25000.20")],
    }
    for policy, expected in cases.items():
        given = jackpot_round(royals, "Ah Ks 2c 5d 7d", policy, paytable="7CL-01")
        assert paid_and_meter(given) == (expected, "10000.00"), policy
        given = jackpot_round(royals, "Ah Ks 2c 5d 7d", policy, paytable="7CL-07")
        assert paid_and_meter(given) == ([(2, "50000.40"), (1, "1000.00")], "10000.00"), policy


def test_house_prize_is_paid_to_each_and_never_moves() -> None:
    """Each winner takes its percentage of the posted 50000, whatever the policy."""
    for policy in ("in-settling-order", "each-of-displayed", "shared"):
        given = jackpot_round(HEARTS, HEARTS_BOARD, policy, paytable="5CL-E01", type="house")
        assert paid_and_meter(given) == ([(2, "5000.00"), (1, "50000.00")], "50000.00")


def test_fractions_of_a_cent_stay_on_the_meter() -> None:
    """Two wagers at 0.0333 add 0.0666: shown as 0.06, and 10 % of 50.0666 is 5.00."""
    hands = {1: "2h 2s 9c Jd", 2: HEARTS[2]}
    opening = {"paytable": "5CL-E01", "meter": 50, "rate": 0.0333}
    given = jackpot_round(hands, HEARTS_BOARD, "in-settling-order", **opening)
    assert paid_and_meter(given) == ([(2, "5.00")], "45.06")
    assert paid_and_meter({**given, "decisions": []}) == ([], "50.06")


def filled(hands: dict[int, str], seats: int, *others: str) -> dict[int, str]:
    """The hands with dull ones put in the empty seats, from the cards that nobody holds."""
    used = parse_cards(" ".join([*hands.values(), *others]))
    rest = sorted(card for card in full_deck() if card not in used)
    step = len(rest) // 4
    dull = {seat: rest[seat::step][:4] for seat in range(1, seats + 1)}
    texts = {seat: " ".join(card_name(card) for card in cards) for seat, cards in dull.items()}
    return {**texts, **hands}


def test_envy_with_two_to_seven_seats() -> None:
    """A royal on 5CL-E02 at seat 1: every other seat with the wager, folded, gets $5,000."""
    for seats in range(2, 8):
        hands = filled({1: HEARTS[1]}, seats, HEARTS_BOARD, "4c 6c 8c 9d")
        given = jackpot_round(hands, HEARTS_BOARD, "in-settling-order", paytable="5CL-E02")
        envy = ("jackpot-1-envy", "win", "$5,000", "5000.00", "5000.00")
        expected = [(seat, *envy) for seat in range(seats, 1, -1)]
        assert brief(answer(given), "jackpot-1-envy") == expected
        del given["wagers"]["2"]["jackpot-1"]
        assert brief(answer(given), "jackpot-1-envy") == expected[:-1]


def test_envy_for_several_hands_and_never_for_the_own() -> None:
    """Seat 3 has the royal ($1,000 envy), seat 6 the straight flush ($300), both at $5."""
    hands = filled({3: HEARTS[1], 6: HEARTS[2]}, 7, HEARTS_BOARD, "4c 6c 8c 9d")
    given = jackpot_round(hands, HEARTS_BOARD, "shared", paytable="5CL-E01", wager=5)
    pays: dict[int, list[str]] = {}
    for seat, _, _, pay, _, _ in brief(answer(given), "jackpot-1-envy"):
        pays.setdefault(seat, []).append(pay)
    both = ["$1,500", "$5,000"]
    assert pays == {7: both, 6: ["$5,000"], 5: both, 4: both, 3: ["$1,500"], 2: both, 1: both}


def test_five_dollar_wager_scales_fixed_pays_and_contributions_only() -> None:
    """5CL-01 at $5: a straight flush pays 5 x $1,500; the meter gains 5 x 0.2, not 5 x 50000."""
    given = jackpot_round({2: HEARTS[2]}, HEARTS_BOARD, "shared", paytable="5CL-01", wager=5)
    result = answer(given)
    expected = (2, "jackpot-1", "win", "$7,500", "7500.00", "7495.00")
    assert brief(result, "jackpot-1") == [expected]
    assert result["jackpots"][0]["meter"] == "50001.00"
    given = jackpot_round({2: "Th Ts 4d 6s"}, "Tc 2c 3d 5s Kc", "shared", paytable="5CL-E01")
    given["table"]["jackpots"][0]["wager"] = given["wagers"]["2"]["jackpot-1"] = "2.50"
    assert brief(answer(given), "jackpot-1") == [
        (2, "jackpot-1", "win", "$22.50", "22.50", "20.00")  # 2.5 x $9, the wager not returned
    ]
    given["wagers"]["2"]["jackpot-1"] = 1
    assert "fixed wager" in refused(given)
