"""Strategy cards say what the solver says, and have words for all of it."""

from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.odds.card import StrategyCard, has_card, make_card, merge_alike, read_words
from pitboss.odds.holdout.strategy import KINDS, kind_of, sensible_hold
from pitboss.odds.registry import price
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.kernels import FEATURES
from tests.training.rounds import GAMES


def card_of(key: str) -> StrategyCard:
    return make_card(read_request(key, {}))


def priced(key: str, strategy: str) -> Any:
    return price(read_request(key, {"strategy": strategy}))


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_card_whose_rows_fit_their_heads(key: str):
    assert has_card(key)
    card = card_of(key)
    assert card.lead.endswith(".")
    assert card.tables
    for table in card.tables:
        assert table.rows
        assert all(len(row) == len(table.heads) for row in table.rows)
        assert all(all(row) for row in table.rows)


def test_the_card_of_duki_names_the_lowest_hand_and_its_cost():
    figures, card = priced("duki", "threshold"), card_of("duki")
    assert figures["strategy"]["play_from"] in card.lead
    assert f"{100 * figures['house_edge']['value']:.2f} %" in card.notes[0]
    always = priced("duki", "always")
    assert card.tables[0].rows[-1][2] == f"{100 * always['cost']['value']:.2f} %"


def test_the_card_of_buyout_has_the_thresholds_of_every_up_card():
    rows = priced("buyout", "up-card")["strategy"]["rows"]
    shown = {row[0]: row[1:] for row in card_of("buyout").tables[0].rows}
    assert shown["ace"] == ("never", "13", "17", "21")
    assert tuple(map(str, rows["7"].values())) == shown["7"]
    assert list(rows["T"].values()) == list(rows["K"].values())
    assert tuple(map(str, rows["T"].values())) == shown["10 to king"]


def test_the_card_of_super_omaha_has_every_point_once():
    rows = priced("super-omaha", "simple")["strategy"]["rows"]
    words = read_words("pitboss.odds.super_omaha")
    tables = {table.title: table.rows for table in card_of("super-omaha").tables}
    assert len(tables) == len(rows)
    for feature, points in rows.items():
        said = words["features"][feature]
        shown = {name: row[1] for row in tables[said["title"]] for name in row[0].split("; ")}
        assert set(said["values"]) <= set(FEATURES[feature])
        for value, number in points.items():
            sign = "\N{MINUS SIGN}" if number < 0 else "+"
            assert shown.pop(said["values"].get(value, value)) == f"{sign}{abs(number)}"
        assert not shown


@pytest.mark.parametrize(
    ("hand", "place"),
    [
        ("2d 2s Ah 9d 4d", 6),
        ("2d 2s 9d 4d Jd", 4),
        ("Qd Qs 9d 4d Jd", 3),
        ("8h 9c Td Js 2s", 5),
        ("Kd 9d 4d Qs Jh", 7),
        ("5c 6d 7h 9s Kd", 8),
        ("As Kd 9c 5h 3d", 10),
    ],
)
def test_the_lines_of_holdout_stand_in_the_order_of_the_rule(hand: str, place: int):
    kinds = list(read_words("pitboss.odds.holdout")["kinds"])
    assert sorted(kinds) == sorted(KINDS)
    assert kind_of(sensible_hold(parse_cards(hand))) == kinds[place]


def test_neighbours_alike_are_one_row():
    assert merge_alike([("2", "a"), ("3", "a"), ("4", "b")]) == (("2 to 3", "a"), ("4", "b"))
