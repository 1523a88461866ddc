"""One seat as a Gymnasium environment: the library's own checks, and what they do not look at."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss
import pitboss.envs
from pitboss.cards import format_cards
from pitboss.envs.seat import SEAT, SeatEnv
from pitboss.games import OURS
from pitboss.rounds.script import read_decision
from tests.face.test_bare import PROGRAM

ACTIONS = {
    "buyout": ["buy", "refuse", "fold"],
    "duki": ["play", "fold"],
    "super-omaha": ["flop 1", "flop 2", "flop 3", "fold"],
    "holdout": [
        *("fold", "check", "call", "bet", "raise"),
        *(f"hold {cards}" for cards in range(1, 32)),
    ],
}
PLACES = {"buyout": 164, "duki": 162, "super-omaha": 215, "holdout": 229}
BUTTONS = [1, 1, 1, 1, 2, 1, 1, 1]
DECK = "9h 9c 6s Jd 9d 9s 5h 8c"


def make(key: str, **given) -> SeatEnv:
    made = gymnasium.make(pitboss.envs.env_id(key), **given).unwrapped
    assert isinstance(made, SeatEnv)
    return made


@pytest.mark.parametrize("key", OURS)
def test_gymnasium_accepts_it(key: str, capsys: pytest.CaptureFixture[str]):
    check_env(make(key))
    capsys.readouterr()


@pytest.mark.parametrize("key", OURS)
def test_what_numbers_mean_does_not_change_in_this_version(key: str):
    env = make(key)
    assert env.actions == ACTIONS[key]
    assert len(set(env.places)) == len(env.places) == PLACES[key]


def test_any_installed_game_is_registered():
    names = [pitboss.envs.env_id(key) for key in pitboss.games()]
    assert names[:2] == ["pitboss/Buyout-v0", "pitboss/Duki-v0"]
    assert set(names) <= set(gymnasium.registry)
    code = "import gymnasium; gymnasium.make('pitboss.envs:pitboss/SuperOmaha-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_round_is_that_of_the_rules():
    env = make("duki")
    seen, info = env.reset(options={"deck": DECK})
    lit = [env.places[place] for place in seen.nonzero()[0]]
    assert lit[:4] == ["own: 6s", "own: 9c", "own: 9h", "own: Jd"]
    assert lit[4:] == ["own: cards", "own: ante wager", "dealer: cards"]
    assert info["action_mask"].tolist() == [1, 1]
    seen, returned, ended, cut_off, _ = env.step(np.int64(0))
    assert (returned, ended, cut_off) == (3.0, True, False)  # the README's round, in Antes
    assert seen[env.places.index("dealer: 9d")] == 1
    assert seen[env.places.index("own: play")] == seen[env.places.index("own: play wager")] == 1
    played = pitboss.deal("duki", {1: {"ante": 10}}, deck=DECK)
    played.play("play")
    assert env.running.table.events == played._running.table.events


def test_sizes_are_those_of_the_rules():
    env = make("super-omaha", sizes=5, wagers={"ante": 7})
    env.reset(seed=4)
    assert env.actions == ["flop 1", "flop 2", "flop 3", "flop 4", "flop 5", "fold"]
    env.step(np.int64(3))
    assert env.running.decisions[0].cents == 17_50
    table = {"rulings": {"flop-size": "whole-multiples"}}
    assert make("super-omaha", table=table).actions == ACTIONS["super-omaha"]


def test_cards_are_held_by_their_places_in_order():
    env = make("holdout")
    env.reset(seed=3)
    running = env.running
    while "hold" not in {option.action for option in running.asked.options}:
        action = "check" if running.asked.options[0].action == "check" else "call"
        env.step(np.int64(env.actions.index(action)))
    hand = sorted(running.asked.options[0].cards)
    env.step(np.int64(env.actions.index("hold 21")))  # bits 10101
    held = next(one for one in running.decisions if one.seat == SEAT and one.cards)
    assert held.cards == (hand[0], hand[2], hand[4])


def test_an_action_that_is_not_legal_is_no_answer():
    env = make("buyout")
    deck = "Jc Tc Qh 2d Kd 3s 4h 5c 6c 7d"  # two cards of no suit and no pair: no Refuse
    _, info = env.reset(options={"deck": deck})
    assert info["action_mask"].tolist() == env.action_masks().tolist() == [1, 0, 1]
    _, returned, ended, _, info = env.step(np.int64(1))
    assert (returned, ended, info["illegal"]) == (-1.0, True, True)
    assert [one.action for one in env.running.decisions] == ["fold"]


def test_a_seed_repeats_a_game_and_the_next_round_is_another():
    env, twin = make("holdout"), make("holdout")
    first, _ = env.reset(seed=11)
    again, _ = twin.reset(seed=11)
    assert (first == again).all()
    second, _ = env.reset()
    assert (first != second).any()
    assert (second == twin.reset()[0]).all()


@pytest.mark.parametrize("key", OURS)
def test_a_seed_deals_the_same_cards_for_ever(key: str):
    env = make(key)
    env.reset(seed=7)
    assert format_cards(env.running.table.opening.deck[:5]) == "9c 9s 3d 6h 6c"
    if key == "holdout":
        seatings = []
        for seed in range(8):
            env.reset(seed=seed)
            seatings.append(env.running.table.opening.seating)
        assert [one.button for one in seatings if one] == BUTTONS


@pytest.mark.parametrize("seed", range(4))
def test_luck_taken_out_by_exact_values_leaves_what_play_was_worth(seed: int):
    """Best play of Duki is worth minus the edge in every round, whatever the cards were."""
    env = make("duki", adjusted=True)
    env.reset(seed=seed)
    best = pitboss.odds.registry.advise(env.running)["best"]  # type: ignore[attr-defined]
    _, returned, _, _, info = env.step(np.int64(env.actions.index(best)))
    assert info["adjusted"] == pytest.approx(-float(pitboss.price("duki").house_edge), abs=1e-12)
    assert info["luck"] + info["adjusted"] == pytest.approx(returned)


def test_a_seat_sees_the_table_as_text(capsys: pytest.CaptureFixture[str]):
    env = make("duki", render_mode="ansi")
    env.reset(options={"deck": DECK})
    shown = env.render()
    assert shown is not None
    assert "Seat 1     9h 9c 6s Jd" in shown
    assert "Dealer     ?? ?? ?? ??" in shown
    human = make("duki", render_mode="human")
    human.reset(options={"deck": DECK})
    assert capsys.readouterr().out.strip() == shown
    running = env.running
    running.decide(read_decision(["void", "a drill"]))
    assert "void" in (env.render() or "")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "poker"}, "game 'poker' is unknown; the games are"),
        ({"game": "duki", "wager": 5}, "'wager' is unknown; it has wagers, table"),
        ({"game": "duki", "wagers": {"bonus": 5}}, "wagers need a ante wager"),
        ({"game": "duki", "sizes": 1}, "sizes"),
        ({"game": "duki", "seats": 0}, "seats"),
        ({"game": "duki", "render_mode": "rgb"}, "there are ansi, human"),
        ({"game": "holdout", "wagers": {"ante": 5}}, "give a stack"),
        ({"game": "holdout", "adjusted": True}, "no exact value takes luck out"),
        ({"game": "holdout", "level": "godlike"}, "opponents 'godlike' are unknown"),
    ],
)
def test_bad_input_is_refused_in_one_line(given: dict[str, Any], words: str):
    with pytest.raises(pitboss.Refused) as refused:
        SeatEnv(**given)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_library_is_named():
    code = f"""{PROGRAM}
import pitboss
try:
    import pitboss.envs
except pitboss.Refused as refused:
    print(refused)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "pitboss.envs needs gymnasium: pip install 'pitboss[envs]'\n"
