"""Every game brings its face: what it names exists, and its tables can be opened."""

import re

import pytest

from pitboss.cards import parse_cards
from pitboss.games import OURS, find_game
from pitboss.games.opening import set_table
from pitboss.games.source import Face, load_face
from pitboss.house.tables.setup import read_setup

LONGEST_STEP = 240
WORDS_IN_HALF_A_MINUTE = 140
"""At a reader's usual 250 to 280 words a minute."""

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


@each_game
def test_how_it_is_played_cites_rules_and_shows_hands_that_are_so(key: str) -> None:
    game = find_game(key)
    how = game.face.how
    assert how
    rulings = set_table(game).rulings
    for step in how:
        assert step.title
        assert step.words.endswith(".")
        assert len(step.words) <= LONGEST_STEP
        assert step.rules
        assert set(step.rules) <= set(game.source.rules)
        ranks = [game.score(hand, rulings) for hand in step.hands]
        assert all(game.words.hand(rank) for rank in ranks)
        if len(ranks) == 2:
            first, second = (rank.get("points", rank["rank"]) for rank in ranks)
            assert first == second if step.tied else first > second  # type: ignore[operator]
    assert sum(len(step.words.split()) for step in how) <= WORDS_IN_HALF_A_MINUTE


def test_the_quickest_game_comes_first() -> None:
    turns = sorted(OURS, key=lambda key: find_game(key).face.drill.turn)
    assert turns == ["duki", "buyout", "holdout", "super-omaha"]


def test_a_game_without_a_face_has_a_plain_one() -> None:
    assert load_face("pitboss.games") == Face()
