"""Secrecy is a property that can fail; ``pitboss.kit.secrecy`` tells what it is."""

import pytest

from pitboss.games import OURS, find_game
from pitboss.kit.secrecy import dealt_anew, waiting_rounds
from pitboss.rounds.view import SPECTATOR

ROUNDS = 20


@pytest.mark.parametrize("key", OURS)
def test_the_property_sees_a_leak(key: str):
    """With the whole record in place of a view the same comparison fails."""
    leaks = 0
    for running, rng in waiting_rounds(find_game(key), ROUNDS):
        other = dealt_anew(running, SPECTATOR, rng)
        leaks += repr(other.table.events) != repr(running.table.events)
    assert leaks > ROUNDS // 2, "the permutations must have changed hidden cards"
