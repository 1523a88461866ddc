"""The games in OpenSpiel: the library's own check, and what it does not look at."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss.cards import DECK as DECK_OF_52
from pitboss.cards import parse_cards
from pitboss.games import OURS
from pitboss.kit.secrecy import dealt_anew
from pitboss.rounds.runner import replay
from tests.face.test_bare import PROGRAM

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("pitboss.envs.openspiel")

DECK = "9h 9c 6s Jd 9d 9s 5h 8c"


def load(key: str, **given: int) -> Any:
    return pyspiel.load_game(openspiel.game_name(key), given)


@pytest.mark.parametrize("key", OURS)
def test_openspiel_accepts_it(key: str):
    pyspiel.random_sim_test(load(key, players=2), num_sims=2, serialize=True, verbose=False)


def test_any_installed_game_is_registered():
    names = {openspiel.game_name(key) for key in pitboss.games()}
    assert names <= set(pyspiel.registered_names())


def test_each_card_is_a_chance_until_the_rules_have_theirs():
    state = load("duki").new_initial_state()
    for number, card in enumerate(parse_cards(DECK)):
        assert state.is_chance_node()
        assert state.chance_outcomes()[0][1] == pytest.approx(1 / (52 - number))
        assert len(state.chance_outcomes()) == 52 - number
        state.apply_action(card)
    assert [state.action_to_string(one) for one in state.legal_actions()] == ["play", "fold"]
    twin = state.clone()
    state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [3.0]  # the README's round, in Antes
    assert not twin.is_terminal()
    assert twin.returns() == [0.0]


def waiting(key: str, rounds: int = 4):
    """Random rounds of three seats at each of their questions."""
    game = load(key, players=3)
    for number in range(rounds):
        dice = Random(f"openspiel {key} {number}")
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield game, state, dice
            state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("key", OURS)
def test_cards_that_a_seat_has_not_seen_change_nothing_that_it_is_told(key: str):
    changed = 0
    for game, state, dice in waiting(key):
        known = state.dealt.deck
        left = [card for card in DECK_OF_52 if card not in known]
        opening = game.layout.dealer.opening._replace(deck=(*known, *left))
        running = replay(game.layout.dealer.game, opening, state.dealt.decisions)
        for player, seat in enumerate(game.layout.seats):
            other = dealt_anew(running, seat, dice)
            twin = state.clone()
            deck = other.table.opening.deck[: len(known)]
            twin.dealt = openspiel.Dealt(state.dealt.dealer, deck, tuple(other.decisions))
            for told in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(state, told)(player) == getattr(twin, told)(player)
            changed += other.table.events != running.table.events
    assert changed, "the permutations must have changed hidden cards"


def test_what_was_seen_is_not_forgotten():
    """Two ways to the same summary are two information states."""
    told = set()
    for _, state, _ in waiting("holdout", rounds=2):
        player = state.current_player()
        told.add(state.information_state_string(player))
        assert f"seat {player + 1}" in state.information_state_string(player)
    assert len(told) > 4


def test_a_missing_library_is_named():
    code = f"""{PROGRAM}
import pitboss
try:
    import pitboss.envs.openspiel
except pitboss.Refused as refused:
    print(refused)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'pitboss[" in ran.stdout
