"""The Buyout twin, checked by hand-worked cases and by exact counts."""

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from . import naive_buyout
from .naive_cards import RANKS, SUITS, Refused, cents, money, parse_cards
from .naive_scripts import random_buyout_script

ALL_CARDS = [rank + suit for rank, suit in product(RANKS, SUITS)]


def brief(result: dict[str, Any]) -> list[str]:
    """Write each row as one short text."""
    return [
        f"{row['seat']} {row['wager']} {row['amount']} {row['outcome']} "
        f"{row['pays']} {row['paid']} {row['net']}"
        for row in result["settlement"]
    ]


def buyout(
    deck: str, wagers: dict[str, Any], decisions: list[Any], rulings: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Ask the Buyout twin."""
    return naive_buyout.answer(
        {
            "game": "buyout",
            "table": {"rulings": rulings or {}},
            "deck": deck,
            "wagers": wagers,
            "decisions": decisions,
        }
    )


@pytest.mark.parametrize(
    ("text", "points", "kind"),
    [
        ("As 4s", 15, "suit"),
        ("Jd Td 8d", 28, "suit"),
        ("Kh Jh Th 9h", 39, "suit"),
        ("Ts 7s 3s 2h", 20, "suit"),
        ("Kh Ks 7d 2c", 20, "of-a-kind"),
        ("Jh Jd Js 4c", 30, "of-a-kind"),
        ("Qd Td 6d 4d", 30, "suit"),
        ("7h 7d 7s 7c", 40, "of-a-kind"),
        ("Kc Qc Jc Tc", 40, "suit"),
        ("Kh Ks 7d Qc", 20, "of-a-kind"),
        ("As Ah", 22, "of-a-kind"),
        ("As Ah Ad", 33, "of-a-kind"),
        ("As Ah Ad Ac", 44, "of-a-kind"),
        ("2s 2h 2d", 30, "of-a-kind"),
        ("2s 2h 9d 9c", 20, "of-a-kind"),
        ("As Ah 9d 9c", 22, "of-a-kind"),
        ("2s 5h 9d Kc", 0, "none"),
        ("2s 5h", 0, "none"),
        ("As Ks Qs Js", 41, "suit"),
        ("2s 3s 4s 2h 2d", 30, "of-a-kind"),
        ("Ks Qs Js Ts As", 51, "suit"),
        ("9s 8s 9h 8h Kc", 20, "of-a-kind"),
        ("2s 3s Kd Ad 4h", 21, "suit"),
    ],
)
def test_buyout_points(text: str, points: int, kind: str) -> None:
    """Printed examples (pictures chosen to fit) and the neighbours of each rule."""
    assert naive_buyout.score(text) == {"points": points, "kind": kind, "rank": points}


def test_buyout_equal_kinds() -> None:
    """A pair and a suit that give the same points are both named."""
    assert naive_buyout.best_kinds(parse_cards("Ks Kh Ts")) == {"suit", "of-a-kind"}


@pytest.mark.parametrize("text", ["As", "As 4s 5s 6s 7s 8s", "As As", "As 1h", "As 4"])
def test_buyout_score_refuses(text: str) -> None:
    """Too few or too many cards, and cards that do not exist."""
    with pytest.raises(Refused):
        naive_buyout.score(text)


@pytest.mark.parametrize(
    ("points", "odds"),
    [
        (0, None), (20, None), (21, 2), (26, 2), (27, 3), (29, 3), (30, 5), (31, 5),
        (32, 20), (34, 20), (35, 25), (37, 25), (38, 30), (39, 35), (40, 40), (41, 50),
        (42, 75), (43, 100), (44, 250),
    ],
)  # fmt: skip
def test_buyout_bonus_table(points: int, odds: int | None) -> None:
    """Each edge of the sample table."""
    assert naive_buyout.bonus_odds(points) == odds


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Kh Ks 7d Qc", None),
        ("As Ts 2h 3d", "2 to 1"),
        ("As Ks 6s 2h", "3 to 1"),
        ("Js Jh Jd 4c", "5 to 1"),
        ("As Ah Ac 2d", "20 to 1"),
        ("Ks Qs Js 9s", "35 to 1"),
        ("7h 7d 7s 7c", "40 to 1"),
        ("As Ks Qs Ts", "50 to 1"),
        ("As Ah Ad Ac", "250 to 1"),
    ],
)
def test_buyout_bonus_in_a_round(cards: str, pays: str | None) -> None:
    """A bonus played alone is settled on four cards."""
    one, two, three, four = cards.split()
    deck = f"{one} 2c {two} 3c {three} {four}"
    result = buyout(deck, {"1": {"bonus": 1}}, [], {"bonus-alone": "yes"})
    assert [row["pays"] for row in result["settlement"]] == [pays]
    assert result["status"] == "settled"


@pytest.mark.parametrize(
    ("dealer", "player", "outcome"),
    [
        ("Ts 7s 3s 2h", "Kh Ks 7d Qc", "push"),
        ("Kh Ks 7d Qc", "Ts 7s 3s 2h", "push"),
        ("Jh Jd Js 4c", "Qd Td 6d 4d", "push"),
        ("Qd Td 6d 4d", "Jh Js Jc 4c", "push"),
        ("7h 7d 7s 7c", "Kc Qc Jc Tc", "push"),
        ("Kc Qc Jc Tc", "7h 7d 7s 7c", "push"),
        ("Kc Qc Jc 9c", "7h 7d 7s 7c", "win"),
        ("7h 7d 7s 7c", "Kc Qc Jc 9c", "lose"),
    ],
)
def test_buyout_against_the_dealer(dealer: str, player: str, outcome: str) -> None:
    """The printed push examples both ways round, and a point either side."""
    d, p = dealer.split(), player.split()
    deck = " ".join([p[0], d[0], p[1], d[1], p[2], p[3], d[2], d[3]])
    wagers: dict[str, Any] = {"1": {"first": 10}}
    result = buyout(deck, wagers, [[1, "buy"], [1, "buy"]])
    assert [row["outcome"] for row in result["settlement"]] == [outcome] * 3
    assert [row["wager"] for row in result["settlement"]] == ["first", "second", "third"]


@pytest.mark.parametrize(("fourth", "draws"), [("3s", True), ("4s", False), ("5s", False)])
def test_buyout_dealer_draws_below_thirteen(fourth: str, draws: bool) -> None:
    """A dealer with 12 points draws a fifth card, with 13 or 14 not."""
    deck = f"Kh 9s Kd 2h 3c 6d {fourth}"
    script = [[1, "refuse"]]
    if draws:
        with pytest.raises(Refused, match="deck"):
            buyout(deck, {"1": {"first": 10}}, script)
        result = buyout(deck + " 8s", {"1": {"first": 10}}, script)
        assert brief(result) == ["1 first 10.00 push None 0.00 0.00"]
        result = buyout(deck + " Js", {"1": {"first": 10}}, script)
        assert brief(result) == ["1 first 10.00 lose None 0.00 -10.00"]
    else:
        result = buyout(deck, {"1": {"first": 10}}, script)
        assert brief(result) == ["1 first 10.00 win 1 to 1 10.00 10.00"]


def test_buyout_options() -> None:
    """What a seat may do at each point."""
    fold, refuse, buy = (
        {"action": "fold"},
        {"action": "refuse"},
        {"action": "buy", "amount": "7.50"},
    )
    wagers: dict[str, Any] = {"1": {"first": "7.50"}}

    def asked(deck: str, decisions: list[Any]) -> Any:
        return buyout(deck, wagers, decisions)["waiting"][0]["options"]

    assert asked("2s Ks 5h Kh 9s", []) == [buy, fold]
    assert asked("2s Ks 5s Kh 9d", []) == [buy, refuse, fold]
    assert asked("2s Ks 5h Kh 9d Jc", [[1, "buy"]]) == [fold]
    assert asked("2s Ks 5h Kh 9d Jd", [[1, "buy"]]) == [buy, fold]
    assert asked("2s Ks 5h Kh 9s Jd", [[1, "buy"]]) == [buy, refuse, fold]
    for wrong in ([[1, "refuse"]], [[2, "buy"]], [[1, "buy", 7.5]], [[1, "fold"], [1, "fold"]]):
        with pytest.raises(Refused):
            asked("2s Ks 5h Kh 9s Jd", wrong)


def test_buyout_order_of_rows() -> None:
    """Bonuses and folds come as they happen, then the highest seat first."""
    deck = "Ah 2c Ks Qd  As 7d Kd 3h  9c  5s 6h  8c Td  4c Jh"
    wagers = {"1": {"first": 10, "bonus": 1}, "2": {"first": 5, "bonus": 2}, "3": {"first": "2.25"}}
    decisions: list[Any] = [[1, "refuse"], [2, "buy"], [2, "fold"], [3, "buy"], [3, "refuse"]]
    result = buyout(deck, wagers, decisions)
    assert brief(result) == [
        "1 bonus 1.00 win 2 to 1 2.00 2.00",
        "2 first 5.00 lose None 0.00 -5.00",
        "2 second 5.00 lose None 0.00 -5.00",
        "2 bonus 2.00 lose None 0.00 -2.00",
        "3 first 2.25 win 1 to 1 2.25 2.25",
        "3 second 2.25 win 1 to 1 2.25 2.25",
        "1 first 10.00 win 1 to 1 10.00 10.00",
    ]
    assert result["net"] == {"1": "12.00", "2": "-12.00", "3": "4.50"}


@pytest.mark.parametrize(
    ("ruling", "cards", "outcome"), [("bought", "", "lose"), ("four-cards", " Ks", "win")]
)
def test_buyout_bonus_hand(ruling: str, cards: str, outcome: str) -> None:
    """Refused cards count for the bonus only under four-cards, which deals the fourth."""
    deck = f"2s 9h 5s Th 9s{cards} 4d 4c"
    result = buyout(deck, {"1": {"first": 5, "bonus": 1}}, [[1, "refuse"]], {"bonus-hand": ruling})
    assert [row["outcome"] for row in result["settlement"]] == [outcome, "lose"]
    assert [row["wager"] for row in result["settlement"]] == ["bonus", "first"]


def test_buyout_void_and_refusals() -> None:
    """A void undoes all; wagers outside the rules are refused."""
    deck = "2s Ks 5h Kh 9s Jd"
    wagers: dict[str, Any] = {"1": {"bonus": 1, "first": 5}}
    result = buyout(deck, wagers, [[1, "buy"], ["void", "house-procedure: a card fell"]])
    assert brief(result) == [
        f"1 {name} void None 0.00 0.00" for name in ("first 5.00", "second 5.00", "bonus 1.00")
    ]
    assert (result["status"], result["net"]) == ("void", {"1": "0.00"})
    bad_wagers: list[dict[str, Any]] = [
        {"1": {"bonus": 1}}, {"1": {"first": 5, "bonus": "0.99"}}, {"8": {"first": 5}},
        {"1": {"first": 0}}, {"1": {"ante": 5}}, {}, {"1": {"first": "5.005"}},
    ]  # fmt: skip
    for bad in bad_wagers:
        with pytest.raises(Refused):
            buyout(deck, bad, [])


def test_money() -> None:
    """Cents both ways."""
    assert [cents(value) for value in (10, 10.1, "0.29", "7.50")] == [1000, 1010, 29, 750]
    assert [money(value) for value in (-5, 0, 1000)] == ["-0.05", "0.00", "10.00"]


def test_buyout_counts() -> None:
    """All 270,725 hands of four cards."""
    counts = Counter(naive_buyout.points_of(list(hand)) for hand in combinations(ALL_CARDS, 4))
    assert sum(counts.values()) == 270_725
    assert [counts[points] for points in (0, 41, 42, 43, 44)] == [17_160, 16, 0, 0, 1]


def test_buyout_limits() -> None:
    """Below, at and above the limits of the main wager and of the bonus."""
    script: dict[str, Any] = {
        "game": "buyout",
        "table": {"limits": {"min": 5, "max": 100, "bonus": [2, "25.50"]}},
        "deck": "2s Ks 5h Kh 9s",
    }
    for first, bonus, fine in [
        (5, 2, True), (100, "25.50", True), ("4.99", 2, False), ("100.01", 2, False),
        (5, "1.99", False), (5, "25.51", False),
    ]:  # fmt: skip
        script["wagers"] = {"1": {"first": first, "bonus": bonus}}
        if fine:
            assert naive_buyout.answer(script)["status"] == "waiting"
        else:
            with pytest.raises(Refused, match="limits"):
                naive_buyout.answer(script)


def test_buyout_deck_named_twice() -> None:
    """A card named twice is refused even below the cards that are dealt."""
    with pytest.raises(Refused, match="twice"):
        buyout("2s Ks 5h Kh 9s Jd 2s", {"1": {"first": 5}}, [])


def test_buyout_dealer_draws_nothing_alone() -> None:
    """When all have folded, no more cards are needed."""
    result = buyout("2s Ks 5h Kh 9s", {"1": {"first": 5}}, [[1, "fold"]])
    assert brief(result) == ["1 first 5.00 lose None 0.00 -5.00"]
    assert result["status"] == "settled"


def test_buyout_scripts() -> None:
    """The generator repeats itself for a seed and reaches every kind of end and action."""
    assert random_buyout_script(Random(5)) == random_buyout_script(Random(5))
    rng, seen = Random(1), Counter[str]()
    for _ in range(300):
        script = random_buyout_script(rng)
        result = naive_buyout.answer(script)
        seen[result["status"]] += 1
        seen.update(str(decision[1]) for decision in script["decisions"])
        seen.update(row["outcome"] for row in result["settlement"])
        made = [f"{row['seat']} {row['wager']}" for row in result["settlement"]]
        assert len(made) == len(set(made))
    for name in ("settled", "waiting", "void", "buy", "refuse", "fold", "win", "push", "lose"):
        assert seen[name] >= 10
    assert seen["buy"] > seen["fold"]
