"""The Duki twin, checked by hand-worked cases and by exact counts."""

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from . import naive_duki
from .naive_cards import RANKS, SUITS, Refused
from .naive_scripts import random_duki_script

ALL_CARDS = [rank + suit for rank, suit in product(RANKS, SUITS)]


def brief(result: dict[str, Any]) -> list[str]:
    """Write each row as one short text."""
    return [
        f"{row['seat']} {row['wager']} {row['amount']} {row['outcome']} "
        f"{row['pays']} {row['paid']} {row['net']}"
        for row in result["settlement"]
    ]


def duki(
    player: str,
    dealer: str,
    wagers: dict[str, Any],
    decisions: list[Any],
    rulings: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Ask the Duki twin about one seat and the dealer, dealt in fours."""
    return naive_duki.answer(
        {
            "game": "duki",
            "table": {"rulings": rulings or {}},
            "deck": player + dealer,
            "wagers": {"1": wagers},
            "decisions": decisions,
        }
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9h9c6sJd", "9d9s5h8c"),
        ("7s8h9cTd", "JdJsJh3c"),
        ("6c7s8h2d", "JdJsJhQd"),
        ("6c8h9c2d", "QdQsJsAs"),
        ("KsKhKdKc", "JsQhKdAc"),
        ("JdJsJh3c", "AsAhKdKc"),
        ("3s3h2d2c", "AsAhKdQc"),
        ("2s2h3d4c", "AsKhQdTc"),
        ("5s5h5d9s", "QsKhAdAs"),
        ("2s3h4d9s", "AsAhKdKs"),
        ("2s2h3d4s", "AsKhTd9s"),
        ("2s3h4dKs", "As2h3dKs"),
    ],
)
def test_duki_order(better: str, worse: str) -> None:
    """Printed examples and each neighbouring pair of categories."""
    assert naive_duki.score(better)["rank"] > naive_duki.score(worse)["rank"]


@pytest.mark.parametrize(
    ("text", "suits", "category"),
    [
        ("9h9c6sJd", 4, "pair"),
        ("As4d3cJs", 3, "high-card"),
        ("QdQsJsAs", 0, "none"),
        ("As2h3d4c", 4, "straight"),
        ("As2h3dKs", 3, "straight"),
        ("KsAh2d9s", 3, "high-card"),
    ],
)
def test_duki_category(text: str, suits: int, category: str) -> None:
    """Printed qualifying examples and the ends of the straights."""
    scored = naive_duki.score(text)
    assert (scored["duki"], scored["category"]) == (suits, category)


def test_duki_ace_high() -> None:
    """The ruling takes the low straights away and leaves the high one."""
    assert naive_duki.score("As2h3d4c", "high")["category"] == "high-card"
    assert naive_duki.score("JsQhKdAc", "high")["category"] == "straight"


@pytest.mark.parametrize(
    ("player", "odds"),
    [("KsKhKdKc", 100), ("7s8h9cTd", 10), ("JdJsJh3c", 5), ("3s3h2d2c", 3), ("2s2h3d9c", 2),
     ("2s4h6d9c", 1), ("5s5h5d9s", 1), ("2s4h6d9s", 1), ("2s4s6d9s", 1)],
)  # fmt: skip
def test_duki_ante_when_dealer_does_not_qualify(player: str, odds: int) -> None:
    """The Ante table, and even money below it; the Play wager pushes."""
    result = duki(player, "QdQcTcAc", {"ante": 10}, [[1, "play"]])
    assert brief(result) == [
        f"1 ante 10.00 win {odds} to 1 {odds * 10}.00 {odds * 10}.00",
        "1 play 10.00 push None 0.00 0.00",
    ]


@pytest.mark.parametrize(
    ("reading", "hand", "pays"),
    [
        ("best-three", "KsKh3d3s", "1 to 1"), ("best-three", "3s3h9d8s", None),
        ("best-three", "4s4h9d8s", "1 to 1"), ("best-three", "5s5h9d8s", "1 to 1"),
        ("best-three", "6c7s8h2d", "5 to 1"), ("best-three", "5s5h5d9s", "30 to 1"),
        ("best-three", "5s5h5d5c", "30 to 1"), ("best-three", "QdQsJsAs", None),
        ("own-category", "6c7s8h2d", None), ("own-category", "3s3h2d2c", None),
        ("own-category", "4s4h2d2c", "1 to 1"), ("own-category", "5s6h7d8c", "5 to 1"),
        ("own-category", "5s5h5d5c", "30 to 1"), ("ante-table", "2s4h6d9c", "1 to 1"),
        ("ante-table", "5s5h5d5c", "100 to 1"), ("ante-table", "5s5h5d9s", "30 to 1"),
        ("three-suits-only", "5s5h5d5c", None), ("three-suits-only", "5s5h5d9s", "30 to 1"),
    ],
)  # fmt: skip
def test_duki_bonus(reading: str, hand: str, pays: str | None) -> None:
    """Each reading of the bonus for four-suit hands, around the pair of fours."""
    result = duki(hand, "TcJcQcKc", {"bonus": 1}, [], {"bonus-four-card": reading})
    assert [row["pays"] for row in result["settlement"]] == [pays]


def test_duki_bonus_for_one() -> None:
    """A "for 1" win does not return the wager; the Ante table stays "to 1"."""
    rulings = {"bonus-pays": "for-1", "bonus-four-card": "ante-table"}
    result = duki("4s4h9d8s", "TcJcQcKc", {"bonus": 2}, [], rulings)
    assert brief(result) == ["1 bonus 2.00 win 1 for 1 2.00 0.00"]
    result = duki("2s4h6d9c", "TcJcQcKc", {"bonus": 2}, [], rulings)
    assert brief(result) == ["1 bonus 2.00 win 1 to 1 2.00 2.00"]


@pytest.mark.parametrize(
    ("player", "dealer", "ruling", "outcomes"),
    [
        ("7s8h9cTd", "JcJhJs2h", {}, "win 10 to 1, win 1 to 1"),
        ("7s8h9cTd", "JcJhJs2h", {"ante-four-beats-three": "even"}, "win 1 to 1, win 1 to 1"),
        ("7s8h9cTd", "JdJsJh3c", {"ante-four-beats-three": "even"}, "win 10 to 1, win 1 to 1"),
        ("5s5h5d9s", "2s4h6d9c", {}, "lose None, lose None"),
        ("5s5h5d9s", "6s6c7c7h", {}, "win 1 to 1, win 1 to 1"),
        ("QdQsJsAs", "2s4h6d9h", {}, "lose None, lose None"),
        ("9s5h4d2s", "9h5d4c7h", {}, "push None, push None"),
        ("9s5h4d2c", "9h5d4c2s", {}, "push None, push None"),
        ("5s5h5d9s", "QdQcTcAc", {"ante-three-card": "three-card-table"}, "win 30 to 1, push None"),
        ("5s6h7d9s", "QdQcTcAc", {"ante-three-card": "three-card-table"}, "win 5 to 1, push None"),
        ("2s2h7d9s", "QdQcTcAc", {"ante-three-card": "three-card-table"}, "win 1 to 1, push None"),
    ],
)
def test_duki_hands(player: str, dealer: str, ruling: dict[str, str], outcomes: str) -> None:
    """Every branch of Ante and Play against a dealer."""
    result = duki(player, dealer, {"ante": 10}, [[1, "play"]], ruling)
    told = ", ".join(f"{row['outcome']} {row['pays']}" for row in result["settlement"])
    assert told == outcomes


def test_duki_tip_fold_and_refusals() -> None:
    """A tip goes to the tip box; a fold loses all; causes need a machine."""
    wagers: dict[str, Any] = {"bonus": 1, "tip": 2, "ante": 10}
    rulings = {"dealer-wagers": "yes"}
    result = duki("7s8h9cTd", "QdQcTcAc", wagers, [[1, "play"]], rulings)
    assert brief(result)[2] == "1 tip 2.00 win 10 to 1 20.00 -2.00"
    result = duki("7s8h9cTd", "QdQcTcAc", wagers, [[1, "fold"]], rulings)
    assert [row["wager"] for row in result["settlement"]] == ["ante", "tip", "bonus"]
    assert result["net"] == {"1": "-13.00"}
    assert duki("7s8h9cTd", "QdQcTcAc", {"ante": 1}, [["void", "a"]])["status"] == "void"
    cases: list[tuple[dict[str, Any], list[Any], dict[str, str]]] = [
        (wagers, [], {}), ({"bonus": 1, "tip": 1}, [], rulings),
        ({"ante": 1}, [["void", "(b)"]], {"shuffler": "no"}), ({"ante": 1}, [], {"seats": "5"}),
        ({"ante": 1}, [], {"shuffler": "no", "decks": "two"}), ({"bonus": 1}, [[1, "play"]], {}),
    ]  # fmt: skip
    for made, decisions, given in cases:
        with pytest.raises(Refused):
            duki("7s8h9cTd", "QdQcTcAc", made, decisions, given)


@pytest.mark.parametrize(
    ("shuffler", "deck"),
    [("yes", "7s8h9cTd 2s2h3d9d QdQcTcAc"), ("no", "7s2sQd 8h2hQc 9c3dTc Td9dAc")],
)
def test_duki_dealing_order(shuffler: str, deck: str) -> None:
    """In fours with a machine, one by one without; a seat with a bonus alone is not asked."""
    script = {
        "game": "duki",
        "table": {"rulings": {"shuffler": shuffler}},
        "deck": deck,
        "wagers": {"6": {"bonus": 3}, "2": {"ante": "4.50", "bonus": 1}},
        "decisions": [[2, "play"]],
    }
    result = naive_duki.answer(script)
    assert brief(result) == [
        "6 bonus 3.00 lose None 0.00 -3.00",
        "2 ante 4.50 win 10 to 1 45.00 45.00",
        "2 play 4.50 push None 0.00 0.00",
        "2 bonus 1.00 win 5 to 1 5.00 5.00",
    ]
    assert result["net"] == {"2": "50.00", "6": "-3.00"}
    with pytest.raises(Refused, match="deck"):
        naive_duki.answer({**script, "deck": deck[:-2]})


def test_duki_waiting() -> None:
    """The seat in turn is asked with the size of its Play wager; others stand at zero."""
    result = duki("7s8h9cTd", "QdQcTcAc", {"ante": "2.50"}, [])
    options = [{"action": "play", "amount": "2.50"}, {"action": "fold"}]
    assert result == {
        "status": "waiting",
        "waiting": [{"seat": 1, "options": options}],
        "settlement": [],
        "net": {"1": "0.00"},
    }


def test_duki_counts() -> None:
    """All 270,725 hands by suits and category; the smaller counts are worked out on paper."""
    counts: Counter[tuple[int, str]] = Counter()
    for hand in combinations(ALL_CARDS, 4):
        chosen = naive_duki.best_duki(list(hand), "high-low")
        category = naive_duki.category_of(chosen, "high-low")[0] if chosen else "none"
        counts[len(chosen), category] += 1
    suits = Counter[int]()
    for (number, _), count in counts.items():
        suits[number] += count
    assert suits == {4: 28_561, 3: 158_184, 0: 83_980}
    assert counts == {
        (4, "four-of-a-kind"): 13,
        (4, "straight"): 11 * 24,
        (4, "three-of-a-kind"): 13 * 12 * 4,
        (4, "two-pair"): 78 * 6,
        (4, "pair"): 13 * 66 * 12,
        (4, "high-card"): 13 * 12 * 11 * 10 - 11 * 24,
        (3, "three-of-a-kind"): 12 * 78 * 2,
        (3, "straight"): 12 * 2 * (11 * 23 + 2 * 12 + 12 * 12),
        (3, "pair"): 12 * (13 * 66 + 156 * 23 - 144),
        (3, "high-card"): 94_584,
        (0, "none"): 83_980,
    }


def test_duki_scripts() -> None:
    """The generator repeats itself for a seed and reaches every kind of end and outcome."""
    assert random_duki_script(Random(5)) == random_duki_script(Random(5))
    rng, seen = Random(1), Counter[str]()
    for _ in range(400):
        script = random_duki_script(rng)
        result = naive_duki.answer(script)
        seen[result["status"]] += 1
        seen.update(str(decision[1]) for decision in script["decisions"])
        seen.update(row["outcome"] for row in result["settlement"])
        seen.update(row["wager"] for row in result["settlement"])
    for name in ("settled", "waiting", "void", "play", "fold", "win", "push", "lose", "tip"):
        assert seen[name] >= 10
    assert seen["play"] > seen["fold"]
