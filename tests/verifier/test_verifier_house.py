"""Buyout and Duki: Pitboss and the verifier say the same of random rounds and printed examples.

``PITBOSS_VERIFIED=1000000 pytest tests/verifier -k house`` is a campaign; another
``PITBOSS_VERIFIED_SEED`` gives other rounds.
"""

import os
from itertools import combinations
from typing import Any

import pytest

from tests.scripts import buyout_deck, duki_deck
from tests.verifier.checking import needs_node
from tests.verifier.scripts import CARDS, RANKS, random_scripts
from tests.verifier.sides import by_verifier, disagreements, essence, rounds

pytestmark = needs_node

SEED = int(os.environ.get("PITBOSS_VERIFIED_SEED") or 1)

# "EXAMPLES" of Duki 4 Poker: the first hand beats the second. The 5 without a suit is of hearts.
DUKI_EXAMPLES = [
    ("9h 9c 6s Jd", "9d 9s 5h 8c"),
    ("7s 8h 9c Td", "Jd Js Jh 3c"),
    ("6c 7s 8h 2d", "Jd Js Jh Qd"),
    ("6c 8h 9c 2d", "Qd Qs Js As"),
]

# "Pushes" of Ultimate 4 Card Buyout. The pictures are lost: cards that the text does not name are
# chosen to fit.
PUSHES = [
    ("Kc Kd 2h 5s", "Ts 7s 3s 8d"),
    ("Jc Js Jh 2s", "Qd Td 6d 4d"),
    ("7c 7d 7h 7s", "Kc Qc Jc Tc"),
]

BUYS = [[1, "buy"], [1, "buy"]]
DEALER = "3s 8c Qh 4d 6c"

# Printed point totals, and what the sample table pays for them.
POINTS = [
    ("Kh Jh Th 9h", "35 to 1"),  # 39, four of a suit
    ("Jd Td 8d 2c", "3 to 1"),  # 28, three of a suit
    ("As 4s 2c 9d", None),  # 15, two of a suit
    ("Th 9h 8h 3c", "3 to 1"),  # "the suited points total = 27"
    ("5c 5d 5h 9s", "5 to 1"),  # "three of a kind totals = 30"
    ("Td 9d 5d 2d", "2 to 1"),  # "four diamonds totals = 26 points"
    ("7c Qd 6h 6s", None),  # the Seven and the Queen are non-scoring: 20
    ("Ac Ad Ah As", "250 to 1"),  # 44, the highest score possible
]


def script(game: str, deck: str, *decisions: list[Any], **wagers: int) -> dict[str, Any]:
    return {"game": game, "deck": deck, "wagers": {"1": wagers}, "decisions": list(decisions)}


def settled(found: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    return {row["wager"]: (row["outcome"], row["pays"]) for row in found["settlement"]}


@pytest.mark.parametrize("game", ["buyout", "duki"])
def test_both_sides_agree_on_random_rounds(game: str) -> None:
    found = disagreements(random_scripts(game, SEED, rounds(700)))
    assert not found, f"{len(found)} disagreements\n" + "\n".join(found[:5])


def test_duki_examples_win_and_lose_as_printed() -> None:
    scripts = [
        script("duki", duki_deck({1: player}, dealer), [1, "play"], ante=10, bonus=5)
        for better, worse in DUKI_EXAMPLES
        for player, dealer in ((better, worse), (worse, better))
    ]
    assert not disagreements(scripts)
    outcomes = [settled(answer)["ante"][0] for answer in by_verifier(scripts)]
    assert outcomes == ["win", "lose"] * len(DUKI_EXAMPLES)


def test_buyout_examples_push_as_printed() -> None:
    scripts = [
        script("buyout", buyout_deck({1: player}, dealer), *BUYS, first=10)
        for pair in PUSHES
        for player, dealer in (pair, pair[::-1])
    ]
    assert not disagreements(scripts)
    for answer in by_verifier(scripts):
        assert {outcome for outcome, _ in settled(answer).values()} == {"push"}


def test_buyout_points_are_counted_as_printed() -> None:
    scripts = [
        script("buyout", buyout_deck({1: hand}, DEALER), *BUYS, first=10, bonus=5)
        for hand, _ in POINTS
    ]
    assert not disagreements(scripts)
    pays = [settled(answer)["bonus"][1] for answer in by_verifier(scripts)]
    assert pays == [pay for _, pay in POINTS]


def test_bonus_alone_on_every_four_cards_of_a_suit_and_every_four_of_a_kind() -> None:
    spades = [rank + "s" for rank in RANKS]
    kinds = [tuple(rank + suit for suit in "cdhs") for rank in RANKS]
    scripts = []
    for hand in (*combinations(spades, 4), *kinds):
        others = [card for card in CARDS if card not in hand][:2]
        deck = f"{hand[0]} {others[0]} {hand[1]} {others[1]} {hand[2]} {hand[3]}"
        table = {"rulings": {"bonus-alone": "yes"}}
        scripts.append({**script("buyout", deck, bonus=5), "table": table})
    assert not disagreements(scripts)
    pays = {settled(answer)["bonus"][1] for answer in by_verifier(scripts)}
    assert pays == {None} | {f"{odds} to 1" for odds in (2, 3, 5, 20, 25, 30, 35, 40, 50, 250)}


# Limits, the day under the profile washington, wagers, and whether they are refused.
LIMITS: list[tuple[dict[str, Any], str | None, dict[str, int], bool]] = [
    ({"min": 5}, None, {"ante": 5, "bonus": 5}, False),
    ({"min": 5}, None, {"ante": 5, "bonus": 4}, True),
    ({"min": 5}, None, {"ante": 4, "bonus": 5}, True),
    ({"min": 5, "bonus": [1, 4]}, None, {"ante": 5, "bonus": 4}, False),
    ({"max": 10}, None, {"ante": 10, "bonus": 11}, True),
    ({"max": 10, "bonus": [1, 25]}, None, {"ante": 10, "bonus": 25}, False),
    ({}, "2023-08-18", {"ante": 300}, False),
    ({}, "2023-08-18", {"ante": 301}, True),
    ({}, "2023-08-19", {"ante": 400}, False),
    ({}, "2023-08-19", {"ante": 401}, True),
    ({"max": 301}, "2023-08-18", {"ante": 5}, True),
    ({}, "2008-12-31", {"ante": 5}, True),
]


def test_limits_are_those_of_the_table_and_of_the_day() -> None:
    scripts = []
    for limits, date, wagers, _ in LIMITS:
        made = script("duki", "9h 9c 6s Jd 9d 9s 5h 8c", **wagers)
        made["table"] = {"limits": limits}
        if date:
            made["profile"] = {"name": "washington", "date": date, "licence": "house-banked"}
        scripts.append(made)
    assert not disagreements(scripts)
    assert ["error" in answer for answer in by_verifier(scripts)] == [row[-1] for row in LIMITS]


def test_zero_points_in_four_cards_must_fold() -> None:
    bare = script("buyout", "2c 3s 5d 8c 9h Ks", [1, "buy"], first=10)
    assert not disagreements([bare])
    (answer,) = by_verifier([bare])
    assert answer["waiting"] == [{"seat": 1, "options": [{"action": "fold"}]}]


def test_a_refused_script_leaves_the_others() -> None:
    fine = script("duki", "9h 9c 6s Jd 9d 9s 5h 8c", ante=10)
    answers = by_verifier([fine, {"game": "poker"}, fine])
    assert [essence(answer).get("refused", False) for answer in answers] == [False, True, False]
