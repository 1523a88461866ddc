"""A jackpot hit from the deal to its pay."""

from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.games.events import JackpotHit
from pitboss.jackpots.terms import NEXT, Hit, advance, order_of
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import answer_script, read_opening
from tests.scripts import refuses, refuses_line

HIT = Hit(sensor=1, seat=3, hand="Royal Flush", paid_cents=5_000_040, order=1)
PATHS = [
    ("locked", "verified", "paid"),
    ("locked", "verified", "voided"),
    ("locked", "voided"),
]


def walk(*states: str) -> Hit:
    hit = HIT
    for number, state in enumerate(states):
        hit = advance(hit, state, f"person {number}")
    return hit


@pytest.mark.parametrize("path", PATHS)
def test_a_hit_is_locked_then_verified_then_paid_or_voided(path: tuple[str, ...]):
    hit = walk(*path)
    assert hit.state == path[-1]
    assert hit.steps == tuple((state, f"person {n}") for n, state in enumerate(path))
    assert hit._replace(state="hit", steps=()) == HIT


@pytest.mark.parametrize("path", sorted({path[:n] for path in PATHS for n in range(4)}))
@pytest.mark.parametrize("state", [*NEXT, "lost"])
def test_no_other_step_is_taken(path: tuple[str, ...], state: str):
    allowed = [longer[len(path)] for longer in PATHS if longer[: len(path)] == path != longer]
    hit = walk(*path)
    if state in allowed:
        assert advance(hit, state, "Ann").state == state
    else:
        with refuses("", f"{state!r} cannot follow {hit.state}", "allowed: "):
            advance(hit, state, "Ann")


@pytest.mark.parametrize("who", ["", " "])
def test_each_step_names_a_person(who: str):
    with refuses("", "the name of the person is missing"):
        advance(HIT, "locked", who)
    assert HIT.state == "hit"


def test_a_rounds_hits_stand_in_the_answer_in_their_order() -> None:
    """Royal at seat 1, straight flush at seat 2: the higher seat is settled, and hits, first."""
    script = {
        "game": "super-omaha",
        "table": {
            "jackpots": [{"paytable": "5CL-E01", "type": "progressive", "meter": 1000, "seed": 100}]
        },
        "deck": "Ah Kh Qh Jh 9h 8h 7h 6h 2c 2d 3c 3d Th 4c 4d 5c 5d",
        "wagers": {"1": {"ante": 5, "jackpot-1": 1}, "2": {"ante": 5, "jackpot-1": 1}},
        "decisions": [[1, "fold"], [2, "fold"]],
    }
    answer: Any = answer_script(script)
    assert answer["jackpots"][0]["hits"] == [
        {"seat": 2, "hand": "Straight Flush", "paid": "100.00", "order": 1, "state": "hit"},
        {"seat": 1, "hand": "Royal Flush", "paid": "900.00", "order": 2, "state": "hit"},
    ]
    assert answer["jackpots"][0]["meter"] == "100.00"


@pytest.mark.parametrize(("identity", "order"), [("t7-12-1", 1), ("t7-12-0", 0), ("a-999", 999)])
def test_the_last_part_of_a_hits_id_is_its_order(identity: str, order: int):
    assert order_of(identity) == order


@pytest.mark.parametrize(
    ("identity", "shown"), [("t7-1000", "1000"), ("t7-x", "'x'"), (7.5, "'7.5'")]
)
def test_an_id_that_no_hit_has(identity: object, shown: str):
    with refuses_line(f"jackpot hit {shown}: a whole number from 0 to 999"):
        order_of(identity)


def test_a_hit_that_was_voided_is_not_paid_when_its_round_is_run_again() -> None:
    """Only that seat's, and only its percentage."""
    game = find_game("super-omaha")
    script = {
        "table": {"jackpots": [{"paytable": "5CL-E01", "type": "house", "meter": 1000}]},
        "deck": "Ah Kh Qh Jh 9h 8h 7h 6h 2c 2d 3c 3d Th 4c 4d 5c 5d",
        "wagers": {"1": {"ante": 5, "jackpot-1": 1}, "2": {"ante": 5, "jackpot-1": 1}},
    }
    for void, seats in ((set(), [2, 1]), ({("jackpot-1", 1)}, [2]), ({("jackpot-2", 1)}, [2, 1])):
        opening = read_opening(game, script)._replace(void_hits=frozenset(void))
        running = Runner(game, opening)
        for seat in (1, 2):
            running.decide(Decision(seat, "fold"))
        hits = [event for event in running.table.events if isinstance(event, JackpotHit)]
        assert [hit.seat for hit in hits] == seats
