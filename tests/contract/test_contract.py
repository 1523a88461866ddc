"""What every game keeps to, whatever its rules: ``pitboss check`` over all of ours."""

import os

import pytest

from pitboss.games import OURS, find_game
from pitboss.games.opening import set_table
from pitboss.kit.check import CHECKS
from pitboss.kit.openings import questions, start
from pitboss.kit.suits import claim_faults
from pitboss.odds.generic.claims import ALIKE
from pitboss.refusal import Refused
from tests.contract.openings import FACTORIES

ROUNDS = int(os.environ.get("PITBOSS_ROUNDS", "40"))
FEWER = {"unseen cards": ROUNDS // 5}
"""Of a check that plays every round again for everybody at it."""

each_game = pytest.mark.parametrize("key", OURS)


def test_every_game_has_random_openings():
    assert set(FACTORIES) == set(OURS)


@each_game
@pytest.mark.parametrize("check", CHECKS)
def test_our_games_keep_the_contract(check: str, key: str):
    assert list(CHECKS[check](find_game(key), FEWER.get(check, ROUNDS))) == []


@each_game
def test_random_rounds_ask_much(key: str):
    asked = 0
    for number in range(ROUNDS):
        running, rng = start(find_game(key), f"asked {number}")
        asked += sum(1 for _ in questions(running, rng))
    assert asked > ROUNDS


@pytest.mark.parametrize("key", ["buyout", "duki"])
def test_suits_may_change_places(key: str):
    assert list(claim_faults(find_game(key), ALIKE, 30)) == []


@each_game
def test_an_unknown_ruling_is_refused(key: str):
    with pytest.raises(Refused, match="unknown"):
        set_table(find_game(key), {"no-such-ruling": "yes"})
