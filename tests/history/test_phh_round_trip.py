"""What is written can be read: the same round, the same file, the same stacks.

PITBOSS_ROUNDS=100 pytest tests/history makes it a campaign of so many rounds of each kind.
"""

import os

import pytest

from pitboss.cards import DECK, format_card
from pitboss.games.contract import Decision
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script, script_of
from pitboss.rounds.view import SPECTATOR
from tests.history.hands import printed, random_rounds, read_phh, write_phh
from tests.rules.holdout import write_holdout

EACH = int(os.environ.get("PITBOSS_ROUNDS", "3"))


def test_a_file_read_and_written_again_is_the_same_file():
    kinds = set()
    for running in random_rounds(1, EACH):
        text = write_phh(running)
        again = read_phh(text)
        assert write_phh(again.running) == text
        assert again.running.table.opening == running.table.opening
        assert again.running.table.events == running.table.events
        assert again.running.table.stacks == running.table.stacks
        assert again.running.status == running.status
        assert again.stand_ins == ()
        kinds.add((running.status, not without_posts(running)))
    assert kinds == {(s, p) for s in ("settled", "waiting", "void") for p in (False, True)}


def test_a_viewer_s_file_can_be_read_with_cards_that_stand_in():
    for running in random_rounds(2, max(1, EACH // 3)):
        for viewer in (SPECTATOR, *running.table.seats):
            text = write_phh(running, viewer)
            again = read_phh(text, fill=True)
            assert write_phh(again.running, viewer) == text
            assert again.running.table.stacks == running.table.stacks
            assert again.stand_ins
            assert not set(again.stand_ins) & named(text)


def named(text: str) -> set[int]:
    """The cards in a file's actions."""
    return {card for card in DECK if format_card(card) in text.partition("_game")[0]}


def without_posts(running: Runner) -> bool:
    seating = running.table.opening.seating
    return seating is not None and not seating.posts


def test_a_file_makes_the_script_that_deals_it():
    rounds = [running for running in random_rounds(3, EACH) if without_posts(running)]
    assert rounds
    for running in rounds:
        again = read_phh(write_phh(running))
        played = run_script(script_of(again.running))
        assert played.table.events == running.table.events
        assert played.table.opening == running.table.opening


def test_a_script_tells_of_missed_blinds_too():
    rounds = [each for each in random_rounds(3, 3) if not without_posts(each)]
    assert rounds
    for running in rounds:
        played = run_script(script_of(running))
        assert played.table.events == running.table.events
        assert played.table.opening == running.table.opening


@pytest.mark.parametrize("decisions", range(15))
def test_a_round_can_be_written_at_every_moment(decisions: int):
    running = printed(decisions)
    for viewer in (None, SPECTATOR, 1, 3):
        text = write_phh(running, viewer)
        again = read_phh(text, fill=viewer is not None)
        assert write_phh(again.running, viewer) == text
        assert len(again.running.decisions) == decisions


@pytest.mark.parametrize("voided", [False, True])
def test_holds_that_nobody_has_seen_yet_are_in_the_open_file_only(voided: bool):
    script = write_holdout(
        {1: 100, 2: 100, 3: 100}, "3 call, 1 call, 2 check", discard_order="together"
    )
    running = run_script(script)
    first = running.table.hands[1]
    running.decide(Decision(1, "hold", cards=tuple(first[:2])))
    if voided:
        running.decide(Decision(0, "void", reason="a card fell"))
    assert "p1 sd" in write_phh(running)
    assert "sd" not in write_phh(running, SPECTATOR)
    assert "sd" not in write_phh(running, 1)
    again = read_phh(write_phh(running)).running
    assert again.table.events == running.table.events
    assert again.status == ("void" if voided else "waiting")
    text = write_phh(running, 2)
    assert write_phh(read_phh(text, fill=True).running, 2) == text
