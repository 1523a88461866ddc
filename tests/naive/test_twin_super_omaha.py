"""Super Omaha against its slow twin: random rounds, refusals and hands."""

import os
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, format_cards
from pitboss.games import find_game
from pitboss.games.super_omaha.score import read_board, score
from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script
from tests.naive import naive_omaha
from tests.naive.naive_omaha_reading import RULINGS, TABLES
from tests.naive.naive_omaha_reading import Refused as TwinRefused
from tests.naive.naive_omaha_scripts import random_super_omaha_script
from tests.naive.naive_super_omaha import answer

CHUNKS = int(os.environ.get("PITBOSS_TWIN_CHUNKS", "2"))
ROUNDS = 500
Script = dict[str, Any]


def comparable(given: Script) -> Script:
    """What both answers say; a range of one size is written as that size."""
    waiting = [
        {"seat": asked["seat"], "options": [one_size(option) for option in asked["options"]]}
        for asked in given["waiting"]
    ]
    columns = ("seat", "wager", "amount", "outcome", "pays", "paid", "net")
    return {
        "status": given["status"],
        "waiting": waiting,
        "settlement": [[row[name] for name in columns] for row in given["settlement"]],
        "net": given["net"],
        "jackpots": [(j["paytable"], j["meter"], j["awards"]) for j in given["jackpots"]],
    }


def one_size(option: dict[str, str]) -> dict[str, str]:
    if "min" in option and option["min"] == option["max"]:
        return {"action": option["action"], "amount": option["min"]}
    return option


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_rounds_agree(chunk: int):
    rounds = []
    for seed in range(chunk * ROUNDS, (chunk + 1) * ROUNDS):
        script = random_super_omaha_script(Random(f"super omaha {seed}"))
        expected = answer(script)
        assert comparable(answer_script(script)) == comparable(expected), script
        rounds.append((script, expected))
    check_variety(rounds)
    check_same_round_pays(rounds)


def check_variety(rounds: list[tuple[Script, Script]]) -> None:
    """Every option of every ruling, every jackpot table, and rounds of each kind are there."""
    for name, options in RULINGS.items():
        found = Counter(in_force(script, name) for script, _ in rounds)
        if name == "seats":
            assert len(found) >= 4
        else:
            assert min(found[option] for option in options) >= 20, name
    codes = Counter(j["paytable"] for script, _ in rounds for j in script["table"]["jackpots"])
    assert set(codes) == set(TABLES["jackpot"])
    kinds = Counter(result["status"] for _, result in rounds)
    assert min(kinds["settled"], kinds["void"], kinds["waiting"]) >= 5
    assert {len(result["net"]) for _, result in rounds if has_envy(result)} == set(range(2, 8))


def check_same_round_pays(rounds: list[tuple[Script, Script]]) -> None:
    """Several rounds with two percentage winners for each policy, and of house jackpots."""
    found: Counter[str] = Counter()
    for script, result in rounds:
        for opened, closed in zip(script["table"]["jackpots"], result["jackpots"], strict=True):
            if sum(won["pays"].endswith("%") for won in closed["awards"]) > 1:
                policy = in_force(script, "same-round-percentages")
                found["house" if opened["type"] == "house" else policy] += 1
    assert len(found) == 4
    assert min(found.values()) >= 5


def in_force(script: Script, name: str) -> str:
    return str(script["table"]["rulings"].get(name, RULINGS[name][0]))


def has_envy(result: Script) -> bool:
    return any(row["wager"].endswith("-envy") for row in result["settlement"])


def first_seat(script: Script) -> dict[str, Any]:
    made: dict[str, Any] = next(iter(script["wagers"].values()))
    return made


def add_jackpot(script: Script, **terms: object) -> None:
    given = {"paytable": "5CL-01", "type": "progressive", "wager": 1, "meter": 5}
    script["table"]["jackpots"].append({**given, **terms})


def change_jackpot(script: Script, **terms: object) -> None:
    for jackpot in script["table"]["jackpots"]:
        jackpot.update(terms)


def scale_flop(script: Script, parts: int) -> None:
    """Give each Flop wager as hundredths of the Ante."""
    for decision in script["decisions"]:
        if decision[1:2] == ["flop"]:
            ante = round(float(script["wagers"][str(decision[0])]["ante"]) * 100)
            decision[2] = f"{ante * parts // 100 / 100:.2f}"


CHANGES: dict[str, Callable[[Script], object]] = {
    "nothing": lambda s: None,
    "no ante": lambda s: first_seat(s).pop("ante"),
    "an ante of nothing": lambda s: first_seat(s).update({"ante": 0}),
    "a bonus that may not be there": lambda s: first_seat(s).update({"high-hand": 5}),
    "a third sensor": lambda s: first_seat(s).update({"jackpot-3": 1}),
    "a jackpot wager of 1": lambda s: first_seat(s).update({"jackpot-1": 1}),
    "a jackpot wager of 1.01": lambda s: first_seat(s).update({"jackpot-2": 1.01}),
    "seat 8": lambda s: s["wagers"].update({"8": {"ante": 10}}),
    "no seat": lambda s: s["wagers"].clear(),
    "one more jackpot": add_jackpot,
    "one more house jackpot": lambda s: add_jackpot(s, type="house"),
    "an unknown type": lambda s: add_jackpot(s, type="mystery"),
    "an unknown code": lambda s: add_jackpot(s, paytable="5CL-16"),
    "a meter below zero": lambda s: change_jackpot(s, meter=-0.01),
    "a meter of nothing": lambda s: change_jackpot(s, meter=0),
    "a rate above 1": lambda s: change_jackpot(s, rate=1.01),
    "a rate of 1": lambda s: change_jackpot(s, rate=1),
    "a seed": lambda s: change_jackpot(s, seed=5),
    "another jackpot wager": lambda s: change_jackpot(s, wager=3),
    "an unknown pay table": lambda s: s["table"]["paytables"].update({"ante": "SOA-05"}),
    "a Flop Bonus table": lambda s: s["table"]["paytables"].update({"flop-bonus": "SOA-05"}),
    "an unknown option": lambda s: s["table"]["rulings"].update({"royal-suit": "stars"}),
    "whole multiples": lambda s: s["table"]["rulings"].update({"flop-size": "whole-multiples"}),
    "few seats": lambda s: s["table"]["rulings"].update({"seats": 4}),
    "a higher minimum": lambda s: s["table"]["limits"].update({"min": 20, "max": 400}),
    "a lower maximum": lambda s: s["table"]["limits"].update({"min": 1, "max": 60}),
    "a bonus limit": lambda s: s["table"]["limits"].update({"high-hand": [2, 10]}),
    "Flop wagers of 0.99x": lambda s: scale_flop(s, 99),
    "Flop wagers of 1x": lambda s: scale_flop(s, 100),
    "Flop wagers of 3x": lambda s: scale_flop(s, 300),
    "Flop wagers of 3.01x": lambda s: scale_flop(s, 301),
    "a card short": lambda s: s.update(deck=s["deck"].split()[:-1]),
    "a card twice": lambda s: s.update(deck=f"{s['deck']} {s['deck'][:2]}"),
    "no card": lambda s: s.update(deck=f"{s['deck']} 1s"),
    "one decision less": lambda s: s["decisions"].__delitem__(slice(-1, None)),
    "one decision more": lambda s: s["decisions"].append([1, "fold"]),
    "a void at the end": lambda s: s["decisions"].append(["void", "a card fell"]),
    "a void by a letter": lambda s: s["decisions"].append(["void", "a"]),
    "a void without a reason": lambda s: s["decisions"].insert(0, ["void", ""]),
    "decisions in another order": lambda s: s["decisions"].reverse(),
    "an unknown action": lambda s: s["decisions"].insert(0, [1, "check"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_refusals_agree(change: str):
    """Twenty rounds changed in one way: both refuse, or both give the same answer."""
    for seed in range(20):
        script = deepcopy(random_super_omaha_script(Random(f"{change} {seed}")))
        CHANGES[change](script)
        if isinstance(script["deck"], list):
            script["deck"] = " ".join(script["deck"])
        try:
            expected = comparable(answer(script))
        except TwinRefused:
            with pytest.raises(Refused):
                answer_script(script)
        else:
            assert comparable(answer_script(script)) == expected, script


@pytest.mark.parametrize("chunk", range(4))
def test_hands_rank_as_the_twin_ranks_them(chunk: int):
    """Neighbours of 500 random hands compare alike, and have the same category."""
    random = Random(f"omaha hands {chunk}")
    dealt = []
    for _ in range(500):
        cards = random.sample(DECK, 9)
        hole, board = cards[:4], cards[4:]
        slow = naive_omaha.best_omaha(
            *(naive_omaha.parse_cards(format_cards(part)) for part in (hole, board))
        )
        dealt.append((slow, score(hole, read_board(board))))
        text = f"{format_cards(hole)} / {format_cards(board)}"
        explained = find_game("super-omaha").score(text, {})
        assert explained["rank"] == dealt[-1][1]
        assert explained["category"] == naive_omaha.category(slow)
    by_twin = sorted(dealt, key=lambda pair: pair[0])
    for (low, low_rank), (high, high_rank) in pairwise(by_twin):
        assert (low < high) == (low_rank < high_rank)
        assert (low == high) == (low_rank == high_rank)
