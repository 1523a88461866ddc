"""``pitboss odds holdout``: hand-rank frequencies by closed forms, and the values of holds."""

import json
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.holdout.score import score
from pitboss.odds.holdout import equity
from pitboss.odds.holdout.kernels.counts import kinds_of, tally
from pitboss.odds.holdout.price import PICKED_BY, VALUED_BY
from pitboss.odds.holdout.strategy import KINDS, kind_of, sensible_hold
from pitboss.odds.ranks import tables
from pitboss.odds.registry import find_solver, price
from pitboss.odds.request import read_request
from pitboss.refusal import Refused
from tests.commands.program import Inside

FIVE_CARD_HANDS = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 13 * 48,
    "full-house": 13 * 4 * 12 * 6,
    "flush": 4 * 1287 - 40,
    "straight": 10 * 4**5 - 40,
    "three-of-a-kind": 13 * 4 * comb(12, 2) * 16,
    "two-pair": comb(13, 2) * 36 * 44,
    "pair": 13 * 6 * comb(12, 3) * 64,
    "high-card": (comb(13, 5) - 10) * (4**5 - 4),
}


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    return price(read_request("holdout", {}))


def counts(answer: dict[str, Any], held: int) -> dict[str, int]:
    table = next(one for one in answer["hand_ranks"] if one["held"] == held)
    return {row["event"]: int(row["combinations"]) for row in table["outcomes"]}


def test_every_deal_of_held_cards_and_board_is_counted(answer: dict[str, Any]):
    assert sum(counts(answer, 5).values()) == comb(52, 5)
    for held in (1, 2, 3, 4):
        assert sum(counts(answer, held).values()) == comb(52, held) * comb(52 - held, 4)


def test_five_held_cards_are_all_hands(answer: dict[str, Any]):
    assert counts(answer, 5) == FIVE_CARD_HANDS


def test_one_held_card_plays_the_board_so_each_hand_comes_five_ways(answer: dict[str, Any]):
    assert counts(answer, 1) == {name: 5 * number for name, number in FIVE_CARD_HANDS.items()}


def test_royal_flushes_by_number_held(answer: dict[str, Any]):
    """A suit's five cards: those held, and the others on the board with any rest."""
    for held in (1, 2, 3, 4):
        rest = comb(52 - 5, 4 - (5 - held))
        assert counts(answer, held)["royal-flush"] == 4 * comb(5, held) * rest


def test_every_holding_is_of_one_kind():
    for size in (1, 2, 3, 4):
        assert sum(kinds_of(size).values()) == comb(52, size)


@pytest.mark.parametrize("cards", ["As Ks Qs Js", "7d 7c 7h 2s", "9h 8h", "Td"])
def test_a_tally_is_what_the_table_scores(cards: str):
    held = parse_cards(cards)
    found = [0] * len(CATEGORY_NAMES)
    for board in combinations([card for card in DECK if card not in held], 4):
        found[score(held, board) >> 20] += 1
    assert tally(tables(), held) == found


def test_kinds_cover_all_hands(answer: dict[str, Any]):
    rows = answer["hold_values"]
    assert [row["hand"] for row in rows] == list(KINDS)
    assert sum(int(row["combinations"]) for row in rows) == comb(52, 5)
    by_name = {row["hand"]: int(row["combinations"]) for row in rows}
    assert by_name["straight or better"] == sum(list(FIVE_CARD_HANDS.values())[:6])
    assert by_name["three of a kind"] == FIVE_CARD_HANDS["three-of-a-kind"]
    assert by_name["two pairs"] == FIVE_CARD_HANDS["two-pair"]
    assert by_name["pair of queens or better"] == 3 * FIVE_CARD_HANDS["pair"] // 13


def test_kinds_are_dealt_as_often_as_counted(answer: dict[str, Any]):
    random, deals = Random(31), 20_000
    found = dict.fromkeys(KINDS, 0)
    for _ in range(deals):
        found[kind_of(sensible_hold(random.sample(DECK, 5)))] += 1
    for row in answer["hold_values"]:
        chance = row["probability"]["value"]
        spread = 4 * (deals * chance * (1 - chance)) ** 0.5
        assert abs(found[row["hand"]] - deals * chance) < spread, row["hand"]


def test_the_rule_holds_close_to_the_best(answer: dict[str, Any]):
    for row in answer["hold_values"]:
        best = max(value["value"] for value in row["by_held"].values())
        assert row["by_rule"]["value"] > best - 0.02, row["hand"]
        low, high = row["by_rule"]["interval"]
        assert low < row["by_rule"]["value"] < high


def test_fewer_discards_win_more_in_the_sensible_model(answer: dict[str, Any]):
    rows = answer["discards"]
    shares = [row["sensible"]["value"] for row in rows if "sensible" in row]
    assert len(shares) == 4
    assert shares == sorted(shares, reverse=True)
    assert rows[4]["combinations"] == "0"
    assert "sensible" not in rows[4]
    assert sum(int(row["combinations"]) for row in rows) == comb(52, 5)


def test_players_of_the_rule_win_half_of_each_others_pots(answer: dict[str, Any]):
    """Over all discard counts, by how often they come, the shares make one half."""
    rows = [row for row in answer["discards"] if "sensible" in row]
    total = sum(row["probability"]["value"] * row["sensible"]["value"] for row in rows)
    assert abs(total - 0.5) < 0.02


def test_a_value_can_be_made_again():
    hand = parse_cards("Ks Kd 9c 5h 2d")
    first, again = (equity.value(hand, (PICKED_BY, VALUED_BY)) for _ in range(2))
    assert first == again
    assert first[2] / 2 / VALUED_BY == pytest.approx(0.66, abs=0.04)
    assert len(equity.all_holds(hand)) == 31


def test_odds_are_printed_for_people(pitboss: Inside, answer: dict[str, Any]):
    shown = pitboss("odds", "holdout")
    assert shown.status == 0
    assert "  two-pair           4.75390%  11.94965%  15.84257%  11.63189%   4.75390%" in shown.out
    assert "  4              0.00%       never" in shown.out
    assert json.loads(pitboss("odds", "holdout", "--json").out) == json.loads(json.dumps(answer))


def test_what_is_not_there_is_refused():
    request = read_request("holdout", {})
    solver = find_solver("holdout")
    for refused in (solver.solve, solver.player):
        with pytest.raises(Refused, match="Holdout"):
            refused(request)
    for given, words in (
        ({"strategy": "any"}, "no wager against the house"),
        ({"bonus_ratio": 1}, "no bonus wager"),
        ({"players": 3}, "against one opponent; at most 2"),
    ):
        with pytest.raises(Refused, match=words):
            price(read_request("holdout", given))
