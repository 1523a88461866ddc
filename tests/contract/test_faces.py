"""Every game brings its face: what it names exists, and its tables can be opened."""

import re

import pytest

from pitboss.cards import parse_cards
from pitboss.games import OURS, find_game
from pitboss.games.source import Face, load_face
from pitboss.house.tables.setup import read_setup

each_game = pytest.mark.parametrize("key", OURS)


@each_game
def test_a_face_names_what_the_game_has(key: str) -> None:
    game = find_game(key)
    face = game.face
    assert face.blurb
    assert len(parse_cards(" ".join(face.art))) == 3
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in face.colours)
    assert set(face.titles) <= set(game.source.spots)
    assert all(len(letter) == 1 for letter in face.keys.values())
    names = re.findall("{([^}]*)}", face.jackpot_note)
    assert set(names) <= set(game.source.rulings)
    assert bool(face.jackpot_note) == bool(game.jackpot_spots)


@each_game
def test_the_tables_of_a_face_can_be_opened(key: str) -> None:
    face = find_game(key).face
    for setup in (face.practice.setup, face.first_table.setup):
        assert read_setup({**setup, "game": key}, {}).key == key
    seats = int(read_setup({"game": key, **face.practice.setup}, {}).settings.rulings["seats"])
    assert {face.practice.own_seat, *face.practice.player_seats} <= set(range(1, seats + 1))
    assert face.practice.own_seat not in face.practice.player_seats


def test_the_quickest_game_comes_first() -> None:
    turns = sorted(OURS, key=lambda key: find_game(key).face.drill.turn)
    assert turns == ["duki", "buyout", "holdout", "super-omaha"]


def test_a_game_without_a_face_has_a_plain_one() -> None:
    assert load_face("pitboss.games") == Face()
