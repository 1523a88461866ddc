"""High Hand, Flop Bonus and jackpots against published figures, closed forms and slow counts."""

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks.omaha_boards import rank_board
from pitboss.cards import DECK, format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games import find_game
from pitboss.odds.cache import recall
from pitboss.odds.registry import price
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.kernels.deals import count_five_cards, deal, patterns
from pitboss.odds.super_omaha.price import high_hand, jackpot_hands
from pitboss.refusal import Refused
from tests.naive import naive_omaha

GAME = find_game("super-omaha")
JACKPOTS = list(GAME.paytables["jackpot"])
FIVE_CARDS = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two-pair": 123_552,
    "pair": 1_098_240,
    "high-card": 1_302_540,
}
SEVEN_CARDS = {
    "royal-flush": 4_324,
    "straight-flush": 37_260,
    "four-of-a-kind": 224_848,
    "full-house": 3_473_184,
    "flush": 4_047_644,
}


def odds(wager: str, table: object, **more: Any) -> dict[str, Any]:
    return price(read_request("super-omaha", {"wager": wager, "paytables": {wager: table}, **more}))


def value(figure: Any) -> Fraction:
    return Fraction(figure["exact"])


@pytest.mark.parametrize(
    ("code", "edge"),
    [
        ("SOA-01", Fraction(128, 5525)),
        ("SOA-02", Fraction(149, 5525)),
        ("SOA-03", Fraction(282, 5525)),
        ("SOA-04", Fraction(402, 5525)),
        ("SOA-05", Fraction(297, 5525)),
    ],
)
def test_flop_bonus_by_the_counts_of_three_cards(code: str, edge: Fraction):
    """48 straight flushes, 4 of them A-K-Q, 52 trips, and so on; 01 and 04 are published."""
    answer = odds("flop-bonus", code)
    assert answer["deals"] == "22100"
    assert value(answer["house_edge"]) == value(answer["element_of_risk"]) == edge
    counts = [int(row["combinations"]) for row in answer["outcomes"]]
    assert counts == [4, 44, 52, 720, 1_096, 3_744, 16_440]
    published = {"SOA-01": 2.32, "SOA-04": 7.28}
    if code in published:
        assert round(100 * answer["house_edge"]["value"], 2) == published[code]


@pytest.mark.parametrize(
    ("pays", "percent"),
    [
        ((50, 40, 30, 6, 3, 1), 7.10),
        ((40, 40, 30, 5, 4, 1), 5.57),
        ((50, 40, 30, 5, 4, 1), 5.39),
        ((100, 40, 30, 5, 4, 1), 4.49),
        ((40, 40, 25, 6, 4, 1), 3.49),
        ((35, 35, 25, 6, 4, 1), 4.58),
    ],
)
def test_other_published_tables_of_three_cards(pays: tuple[int, ...], percent: float):
    events = [row.event for row in GAME.paytables["flop-bonus"]["SOA-01"].rows]
    table = {"code": "house", "rows": [list(row) for row in zip(events, pays, strict=True)]}
    answer = odds("flop-bonus", table)
    assert round(100 * answer["house_edge"]["value"], 2) == percent


def test_high_hand_counts_every_deal():
    counted = dict(zip(CATEGORY_NAMES, recall(high_hand()), strict=True))  # type: ignore[call-overload]
    assert sum(counted.values()) == comb(52, 5) * comb(47, 4) == 463_563_500_400
    assert counted["straight-flush"] + counted["royal-flush"] == 411_293_760
    for code, pays in (("HHW-01", 200), ("HHW-03", 150)):
        answer = odds("high-hand", code)
        assert answer["deals"] == "463563500400"
        assert int(answer["outcomes"][0]["combinations"]) == counted["royal-flush"]
        assert value(answer["outcomes"][0]["net"]) == pays


def test_high_hand_of_royals_by_hand():
    """Three of its five cards on the board with any two others, the other two in the hole."""
    royals = 4 * comb(5, 3) * comb(47, 2) * comb(45, 2)
    counted = recall(high_hand())
    assert isinstance(counted, list)
    assert counted[10] == royals


@pytest.mark.parametrize("seed", range(3))
def test_patterns_of_a_board_hold_the_hands_that_the_board_ranks(seed: int):
    """A board at random has the categories of its pattern's one deal."""
    board = Random(seed).sample(DECK, 5)
    expected = Counter((rank_board(np.array(board)) >> 20).tolist())
    suits = Counter(card % 4 for card in board)
    suit, most = suits.most_common(1)[0]
    suited = tuple(sorted(card // 4 for card in board if card % 4 == suit)) if most >= 3 else ()
    others = sorted(card // 4 for card in board if most < 3 or card % 4 != suit)
    found = [p for p in patterns(5, 3) if p.suited == suited and p.others == tuple(others)]
    assert len(found) == 1
    alike = deal(found[0], 0)
    assert Counter((rank_board(np.array(alike)) >> 20).tolist()) == expected


def test_patterns_hold_every_deal_once():
    for size, least in ((5, 3), (5, 4), (7, 5)):
        assert sum(pattern.ways for pattern in patterns(size, least)) == comb(52, size)


@pytest.mark.parametrize(("cards", "known"), [(5, FIVE_CARDS), (7, SEVEN_CARDS)])
def test_jackpot_hands_by_category(cards: int, known: dict[str, int]):
    counted = recall(jackpot_hands(cards))
    assert isinstance(counted, dict)
    assert sum(counted.values()) == comb(52, cards)
    found: Counter[str] = Counter()
    for events, count in counted.items():
        found[next(name for name in reversed(CATEGORY_NAMES) if name in events.split())] += count
    assert {name: found[name] for name in known} == known
    if cards == 7:
        six = [count for events, count in counted.items() if "6-card-royal-flush" in events]
        assert sum(six) == 4 * 46


def test_five_card_hands_are_counted_anew_alike():
    assert count_five_cards() == recall(jackpot_hands(5))


@pytest.mark.parametrize("code", JACKPOTS)
def test_each_jackpot_pays_what_a_slow_twin_finds(code: str):
    """Hands at random take the rows that the twin finds; the rows' chances add up to one."""
    answer = odds("jackpot", code, jackpot={"meter": 100_000})
    rows = {row["event"]: row for row in answer["outcomes"]}
    assert sum(value(row["probability"]) for row in rows.values()) == 1
    table = naive_omaha.load_tables()["jackpot"][code]
    dice = Random(code)
    met: Counter[str] = Counter()
    tried = 400
    for _ in range(tried):
        cards = naive_omaha.parse_cards(format_cards(dice.sample(DECK, 5 if "5CL" in code else 7)))
        row = naive_omaha.jackpot_row(table, cards, "spades")
        met[row.hand if row else "lost"] += 1
    for hand, count in met.items():
        chance = rows[hand]["probability"]["value"]
        assert abs(count - tried * chance) <= 5 * (tried * chance * (1 - chance) + 1) ** 0.5


@pytest.mark.parametrize(
    ("quads", "full", "flush", "meter"),
    [
        (100, 75, 50, 263_205),
        (150, 100, 50, 246_784),
        (500, 100, 50, 218_047),
        (500, 150, 75, 176_613),
    ],
)
def test_published_break_even_meters(quads: int, full: int, flush: int, meter: int):
    """7.6 J = 2,598,960 - 624 q - 3,744 f - 5,108 l."""
    table = {
        "code": "5CL-published",
        "rows": [
            ["royal-flush", "100%"],
            ["straight-flush", "10%"],
            ["four-of-a-kind", f"${quads}"],
            ["full-house", f"${full}"],
            ["flush", f"${flush}"],
        ],
    }
    answer = odds("jackpot", table)
    exact = Fraction(2_598_960 - 624 * quads - 3_744 * full - 5_108 * flush) / Fraction("7.6")
    assert value(answer["break_even_meter"]) == exact
    assert int(exact) == meter
    even = odds("jackpot", table, jackpot={"meter": "263205.26"})
    assert abs(even["house_edge"]["value"]) < 1e-8 or meter != 263_205


@pytest.mark.parametrize("code", JACKPOTS)
def test_at_the_break_even_meter_nothing_is_lost(code: str):
    first = odds("jackpot", code, players=4, jackpot={"meter": 1_000})
    meter = value(first["break_even_meter"])
    share = 1 - value(first["fixed_return"]) - value(first["envy_return"])
    assert value(first["meter_return"]) * meter / 1_000 == share
    assert value(first["house_edge"]) == share - value(first["meter_return"])


@pytest.mark.parametrize("code", ["5CL-E01", "5CL-E02", "5CL-E03", "7CL-E01", "7CL-E02", "7CL-E03"])
def test_envy_grows_by_the_same_with_each_other_player(code: str):
    table = GAME.paytables["jackpot"][code]
    hands, total = (SEVEN_CARDS, comb(52, 7)) if code[0] == "7" else (FIVE_CARDS, comb(52, 5))
    one = sum(Fraction(hands[row.event] * row.envy_cents, 100 * total) for row in table.rows)
    assert one > 0
    for players in range(1, 8):
        answer = odds("jackpot", code, players=players, jackpot={"meter": 50_000})
        assert value(answer["envy_return"]) == (players - 1) * one
        hit = answer["hits"][0]
        assert value(hit["mean_rounds_between"]) == 1 / (players * value(hit["probability"]))


def test_a_larger_fixed_wager_scales_everything_but_the_meter():
    one = odds("jackpot", "5CL-E01", players=3, jackpot={"meter": 50_000})
    five = odds("jackpot", "5CL-E01", players=3, jackpot={"meter": 250_000, "amount": 5})
    for name in ("house_edge", "fixed_return", "meter_return", "envy_return"):
        assert value(one[name]) == value(five[name])
    assert value(five["break_even_meter"]) == 5 * value(one["break_even_meter"])


def test_the_long_run_returns_seed_and_contributions():
    """A published case: seed 1,000 and 9 % on 40 hands make an average win of 6,847.66."""
    table = {"code": "5CL-sf", "rows": [["straight-flush", "100%"], ["four-of-a-kind", "$1"]]}
    answer = odds("jackpot", table, jackpot={"seed": 1_000, "rate": "0.09"})
    assert round(answer["mean_meter"]["value"], 2) == 6847.66
    returned = Fraction(624, 2_598_960) + Fraction(9, 100) + Fraction(40_000, 2_598_960)
    assert value(answer["long_run_return"]) == returned
    assert value(answer["long_run_house_edge"]) == 1 - returned
    assert answer["meter"] == "1000.00"


def test_absent_rows_fall_to_the_next_that_is_met():
    royal = odds("jackpot", "5CL-05", jackpot={"meter": 1})["outcomes"][0]
    assert (royal["event"], royal["combinations"]) == ("Straight Flush", "40")
    six = odds("jackpot", "7CL-06", jackpot={"meter": 1})["outcomes"]
    assert [row["combinations"] for row in six[:2]] == ["184", "4140"]
    suited = odds("jackpot", "7CL-07", jackpot={"meter": 1})["outcomes"]
    assert [row["combinations"] for row in suited[:2]] == ["1081", "3243"]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"code": "mine", "rows": [["flush", "$5"]]}, "starts with 5CL or 7CL"),
        ({"code": "5CL-x", "rows": [["flush", "5"]]}, "prizes"),
        ({"code": "5CL-x", "rows": [["two-flushes", "$5"]]}, "unknown"),
        ("5CL-99", "5CL-99"),
    ],
)
def test_jackpot_tables_that_are_refused(table: object, words: str):
    with pytest.raises(Refused, match=words):
        odds("jackpot", table)
