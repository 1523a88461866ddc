"""The whole game: figures, parts that add up, a stopped count that goes on, and advice."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK, format_cards, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.games.opening import set_table
from pitboss.odds.figures import fraction_of
from pitboss.odds.registry import advise, price
from pitboss.odds.request import read_request
from pitboss.odds.simulation import simulate
from pitboss.odds.super_omaha.advise import SHOWN, solve
from pitboss.odds.super_omaha.kernels import FEATURES, STATES, deals, showdowns
from pitboss.odds.super_omaha.kernels.flops import count_flop
from pitboss.odds.super_omaha.kernels.ranks import count_state
from pitboss.odds.super_omaha.play import player
from pitboss.odds.super_omaha.strategy import ACTIONS, FLOPS, HANDS, SHOWDOWNS, nets_of, values_of
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script
from tests.naive import naive_omaha_odds

GAME = find_game("super-omaha")
ANTES = tuple(GAME.paytables["ante"])
NETS = tuple(nets_of(set_table(GAME, paytables={"ante": code})) for code in ANTES)
PAYS = [
    {"flush": 1, "full-house": 1, "four-of-a-kind": 3, "straight-flush": sf, "royal-flush": rf}
    for sf, rf in ((15, 50), (10, 50), (10, 25))
]


def odds(code: object = "SOA-01", **more: Any) -> dict[str, Any]:
    return price(read_request("super-omaha", {"paytables": {"ante": code}, **more}))


def value(figure: Any) -> Fraction:
    return Fraction(figure["exact"])


def test_printed_tables_in_whole_numbers():
    assert NETS == (
        (1, 0, 0, 0, 0, 0, 1, 1, 3, 15, 50),
        (1, 0, 0, 0, 0, 0, 1, 1, 3, 10, 50),
        (1, 0, 0, 0, 0, 0, 1, 1, 3, 10, 25),
    )
    table = {"code": "half", "rows": [["flush", "3/2"], ["full-house", "7/3"]]}
    assert nets_of(set_table(GAME, paytables={"ante": table}))[:8] == (6, 0, 0, 0, 0, 0, 9, 14)


@pytest.mark.parametrize("code", ANTES)
def test_every_deal_stands_in_the_figures_once(code: str):
    answer = odds(code)
    assert answer["method"] == "exact"
    assert int(answer["deals"]) == FLOPS * HANDS * SHOWDOWNS
    assert sum(value(action["probability"]) for action in answer["actions"].values()) == 1
    assert sum(int(row["combinations"]) for row in answer["outcomes"]) == int(answer["deals"])
    returned = sum(value(row["return"]) for row in answer["outcomes"])
    assert returned - value(answer["average_wager"]) == -value(answer["house_edge"])


def test_the_house_edges():
    """Counted once more by other means in the tests below; here so that a change is seen."""
    edges = [round(100 * odds(code)["house_edge"]["value"], 4) for code in ANTES]
    assert edges == [1.0885, 1.4762, 1.705]


def test_what_is_raised_does_not_depend_on_the_ante_table():
    chances = {value(odds(code)["actions"]["3x"]["probability"]) for code in ANTES}
    assert len(chances) == 1


def test_a_better_table_is_worth_at_least_the_pays_it_adds():
    """The optimum can only gain more than the old play does under the new pays."""
    rows = {row["event"]: row for row in odds("SOA-02")["outcomes"]}
    added = 5 * sum(
        value(rows[f"{action}, won with straight flush"]["probability"]) for action in ("3x", "1x")
    )
    gain = value(odds("SOA-02")["house_edge"]) - value(odds("SOA-01")["house_edge"])
    assert added <= gain < added * Fraction(101, 100)


SMALL = parse_cards("2h 5h 8h 9h Th Jh Qh Kh  9s Ts Js Qs Ks As  9c Tc Ac  9d 5d Ad")


@pytest.mark.parametrize("text", ["Th Ts 9c", "8h 9h Jh", "Qs Jh 5d"])
def test_a_part_adds_up_the_best_action_of_each_state(text: str):
    flop = parse_cards(text)
    totals = deals.count_part(flop, NETS, SMALL)
    rows = count_flop(flop, SMALL)
    for number, pays in enumerate(PAYS):
        sums = {action: [0] * (STATES + 1) for action in ACTIONS}
        for row in rows.tolist():
            action = naive_omaha_odds.best_action(row, pays)
            sums[action] = [a + b for a, b in zip(sums[action], [*row, 1], strict=True)]
        assert totals.actions[number].tolist() == list(sums.values())
    assert totals.cells[:, STATES].sum() == len(rows) == 2_380
    assert (totals.cells.sum(axis=0)[:STATES] == rows.sum(axis=0)).all()
    assert totals.cells[:, :STATES].sum() == 2_380 * showdowns(13)


def test_flops_fall_into_classes():
    classes = deals.flop_classes()
    assert len(classes) == 1_755
    assert sum(ways for _, ways in classes) == 22_100
    assert {ways for _, ways in classes} == {4, 12, 24}


Part = Callable[..., deals.Totals]


@pytest.fixture
def small_game(monkeypatch: pytest.MonkeyPatch) -> Part:
    """A game of three Flops of a small deck, kept after each."""
    count_part = deals.count_part
    classes = [
        (parse_cards(text), n) for n, text in enumerate(("Th Ts 9c", "8h 9h Jh", "Qs Jh 5d"), 3)
    ]
    monkeypatch.setattr(deals, "flop_classes", lambda: classes)
    monkeypatch.setattr(deals, "FLOPS_A_SAVE", 1)

    def part(flop: Sequence[int], nets: deals.Nets) -> deals.Totals:
        return count_part(flop, nets, SMALL)

    monkeypatch.setattr(deals, "count_part", part)
    return part


def test_parts_add_up_and_workers_do_not_matter(small_game: Part, tmp_path: Path):
    expected = sum(ways * small_game(flop, NETS).actions for flop, ways in deals.flop_classes())
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as pool:
            found = deals.count_game(NETS, tmp_path / "kept.json", pool)
        assert (found.actions == expected).all()
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_count_goes_on(small_game: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    kept = tmp_path / "parts" / "kept.json"
    counted: list[Sequence[int]] = []

    def stopping(flop: Sequence[int], nets: deals.Nets) -> deals.Totals:
        if len(counted) == 2:
            raise KeyboardInterrupt
        counted.append(flop)
        return small_game(flop, nets)

    monkeypatch.setattr(deals, "count_part", stopping)
    with pytest.raises(KeyboardInterrupt):
        deals.count_game(NETS, kept, ThreadPoolExecutor(1))
    assert json.loads(kept.read_text())[0] == 2
    monkeypatch.setattr(deals, "count_part", small_game)
    went_on = deals.count_game(NETS, kept)
    assert not kept.exists()
    fresh = deals.count_game(NETS, kept)
    assert all((a == b).all() for a, b in zip(went_on, fresh, strict=True))


@pytest.mark.parametrize("text", ["", "[2]", "[1, [[0]], [0], [[0]]]", "{}"])
def test_a_broken_file_of_parts_is_no_start(text: str, tmp_path: Path):
    kept = tmp_path / "kept.json"
    kept.write_text(text)
    done, totals = deals._load(kept, 1)
    assert done == 0
    assert not totals.actions.any()


def script(hand: str, flop: str, **more: Any) -> dict[str, Any]:
    """A seat with this hand; the other cards are those left over, in order."""
    seen = parse_cards(f"{hand} {flop}")
    rest = [card for card in DECK if card not in seen]
    deck = [*seen[:4], *rest[:4], *seen[4:], *rest[4:]]
    table = {"paytables": {"ante": "SOA-01", "high-hand": "HHW-02", "flop-bonus": "SOA-05"}}
    return {
        "game": "super-omaha",
        "table": {**table, **more.pop("table", {})},
        "deck": format_cards(deck),
        "wagers": {"1": {"ante": 10}},
        **more,
    }


def options(answer: dict[str, Any]) -> dict[str, tuple[str | None, Fraction]]:
    return {
        option["action"]: (option.get("amount"), value(option["ev"]))
        for option in answer["options"]
    }


@pytest.mark.parametrize(
    ("hand", "flop", "best", "amount"),
    [
        ("As Ks Qs 2d", "Js Ts 4h", "flop", "30.00"),
        ("9c 9d Kh 4s", "Ac 7d 6h", "flop", "10.00"),
        ("2c 2d 7h 8s", "Ac Kd Jh", "fold", None),
    ],
)
def test_advice_is_the_states_expectation(hand: str, flop: str, best: str, amount: str | None):
    answer = advise(run_script(script(hand, flop)))
    row = count_state(parse_cards(hand), parse_cards(flop)).row
    values = values_of([*row, 1], nets_of(set_table(GAME)))
    found = options(answer)
    assert found["fold"] == (None, Fraction(-1))
    assert found["flop"][1] == max(fraction_of(values["3x"]), fraction_of(values["1x"]))
    assert (answer["best"], answer.get("amount")) == (best, amount)


def test_advice_sees_only_the_seats_own_cards_and_the_flop():
    given = script("As Ks Qs 2d", "Js Ts 4h")
    cards = given["deck"].split()
    turned = {**given, "deck": " ".join([*cards[:4], *cards[40:44], *cards[8:11], *cards[20:22]])}
    assert advise(run_script(given)) == advise(run_script(turned))


def test_advice_has_the_bonus_wagers_in_it():
    hand, flop = "Qs Jh Td 2c", "9c 8d 3s"
    wagers = {"1": {"ante": 10, "high-hand": 4, "flop-bonus": 2}}
    alone = options(advise(run_script(script(hand, flop))))
    beside = options(advise(run_script(script(hand, flop, wagers=wagers))))
    high = Fraction(494 * 1 - (990 - 494), 990) * Fraction(4, 10)
    for action in ("flop", "fold"):
        assert beside[action][1] - alone[action][1] == high - Fraction(2, 10)


def test_advice_keeps_to_the_limit_and_names_what_it_leaves_out():
    table = {
        "limits": {"min": 5, "max": 25},
        "jackpots": [{"paytable": "5CL-E01", "type": "house", "meter": 5000}],
    }
    wagers = {"1": {"ante": 10, "jackpot-1": 1}}
    answer = advise(run_script(script("As Ks Qs 2d", "Js Ts 4h", table=table, wagers=wagers)))
    assert answer["amount"] == "25.00"
    assert answer["left_out"] == ["jackpot-1"]


def test_advice_prices_each_size_where_sizes_are_fixed():
    table = {"rulings": {"flop-size": "whole-multiples"}}
    answer: Any = advise(run_script(script("As Ks Qs 2d", "Js Ts 4h", table=table)))
    amounts = [option.get("amount") for option in answer["options"]]
    assert amounts == ["10.00", "20.00", "30.00", None]
    once, twice, thrice, _ = (value(option["ev"]) for option in answer["options"])
    assert twice - once == thrice - twice > 0
    assert answer["amount"] == "30.00"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            {"wager": "flop-bonus", "paytables": {"flop-bonus": "SOA-01"}, "strategy": "points"},
            "no decision",
        ),
        ({"bonus_ratio": 1}, "--bonus-ratio"),
        ({"paytables": {"ante": {"rows": [["flush", 10**7]]}}}, "at most 1000000"),
        ({"paytables": {"ante": {"rows": [["pair", 1]]}}}, "'pair' is unknown"),
        ({"paytables": {"ante": {"rows": [["flush", -1]]}}}, "above 0"),
    ],
)
def test_requests_that_are_refused(more: dict[str, Any], words: str):
    with pytest.raises(Refused, match=words):
        price(read_request("super-omaha", more))


def test_solve_gives_what_a_hand_shows_its_best_action():
    answer: Any = solve(read_request("super-omaha", {}))
    rows = answer["strategy"]
    assert sum(row["states"] for row in rows) == FLOPS * HANDS
    for row in rows:
        values = {action: value(ev) for action, ev in row["ev"].items()}
        assert values[row["best"]] == max(values.values())
        assert all(row[name] in FEATURES[name] for name in SHOWN)
    lost = -sum(row["states"] * value(row["ev"][row["best"]]) for row in rows) / (FLOPS * HANDS)
    assert lost - value(answer["house_edge"]) == value(answer["least_cost"]) > 0


@pytest.mark.parametrize("strategy", [None, "points", "simple", "made-and-draws"])
def test_a_seat_plays_its_strategy(strategy: str | None):
    decide = player(read_request("super-omaha", {"strategy": strategy}))
    running = run_script(script("As Ks Qs 2d", "Js Ts 4h"))
    assert decide(running) == Decision(1, "flop", 30_00)
    weak = run_script(script("2c 2d 7h 8s", "Ac Kd Jh"))
    assert decide(weak) == Decision(1, "fold")


@pytest.mark.parametrize(
    ("given", "rounds"),
    [
        ({}, 200),
        ({"strategy": "points"}, 1_000),
        ({"wager": "high-hand", "paytables": {"high-hand": "HHW-01"}, "strategy": None}, 1_000),
    ],
)
def test_simulation_lies_in_its_interval(given: dict[str, Any], rounds: int):
    answer: Any = simulate(read_request("super-omaha", given), rounds, "omaha")
    assert answer["inside"], answer


def test_choices_of_states_are_the_slow_twins():
    dice = Random("choices")
    for _ in range(300):
        row = [dice.randrange(1_000) for _ in range(12)]
        for nets, pays in zip(NETS, PAYS, strict=True):
            place = deals.choose(np.array([*row, 1]), np.array(nets))
            assert list(ACTIONS)[place] == naive_omaha_odds.best_action(row, pays)
