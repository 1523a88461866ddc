"""Rounds of every game played by a machine that tries anything, under a bookkeeper's eyes."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.games import OURS, find_game
from pitboss.games.contract import Decision
from pitboss.kit.openings import answer_randomly
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import events_json
from pitboss.rounds.runner import Runner
from tests.contract.openings import open_randomly
from tests.machines.bookkeeper import Bookkeeper

SEEDS = st.integers(0, 2**32)
ACTIONS = st.sampled_from(["buy", "refuse", "fold", "play", "flop", "check", "raise", "hold", ""])


class Table(RuleBasedStateMachine):
    """A table that deals round after round of its game; a bookkeeper reads each new event."""

    game = ""

    @initialize(seed=SEEDS)
    def first_round(self, seed: int) -> None:
        self.open(seed)

    def open(self, seed: int) -> None:
        self.running = Runner(find_game(self.game), open_randomly(self.game, Random(seed)))
        self.books = Bookkeeper()
        self.read = 0

    @precondition(lambda self: self.running.status != "waiting")
    @rule(seed=SEEDS)
    def next_round(self, seed: int) -> None:
        self.open(seed)

    @precondition(lambda self: self.running.status == "waiting")
    @rule(seed=SEEDS)
    def decide(self, seed: int) -> None:
        assert self.running.question
        self.running.decide(answer_randomly(Random(seed), self.running.question))

    @rule(seat=st.integers(-1, 9), action=ACTIONS, cents=st.none() | st.integers(-1, 10**6))
    def try_anything(self, seat: int, action: str, cents: int | None) -> None:
        before = list(self.running.table.events)
        try:
            self.running.decide(Decision(seat, action, cents))
        except Refused:
            assert self.running.table.events == before
        else:
            assert self.running.table.events[: len(before)] == before
            assert len(self.running.table.events) > len(before)

    @precondition(lambda self: self.running.status != "void")
    @rule(reason=st.sampled_from(["fire alarm", "a", "(d)", "house-procedure"]))
    def void(self, reason: str) -> None:
        try:
            self.running.decide(Decision(0, "void", reason=reason))
        except Refused:
            assert self.running.table.rulings.get("shuffler") == "no"
        else:
            assert self.running.status == "void"

    @invariant()
    def the_auditor_agrees(self) -> None:
        events = json.loads(json.dumps(events_json(self.running.table.events)))
        for event in events[self.read :]:
            self.books.read(event)
        self.read = len(events)
        audited = {seat: f"{net:.2f}" for seat, net in self.books.net.items()}
        ours = {seat: dollars(cents) for seat, cents in self.running.net_cents.items()}
        assert audited == ours
        assert self.books.closed() == (self.running.status != "waiting")


@pytest.mark.parametrize("key", OURS)
def test_a_machine_under_audit(key: str):
    machine = type("Machine", (Table,), {"game": key})
    in_force = settings()
    limits = settings(max_examples=in_force.max_examples // 2, stateful_step_count=30)
    run_state_machine_as_test(machine, settings=limits)


OPENED = {"event": "round-opened", "seats": [1]}
PLACED = {"event": "wager-placed", "seat": 1, "wager": "first", "amount": "10.00"}
LOST = PLACED | {"event": "wager-settled", "outcome": "lose", "pays": None, "paid": "0.00",
                 "net": "-10.00"}  # fmt: skip
WON = LOST | {"outcome": "win", "pays": "2 to 1", "paid": "20.00", "net": "20.00"}
CARD = {"event": "card-dealt", "card": "As"}


def audit(*events: dict[str, Any]) -> Bookkeeper:
    books = Bookkeeper()
    for event in events:
        books.read(event)
    return books


@pytest.mark.parametrize(
    "events",
    [
        [LOST | {"net": "10.00"}],
        [LOST | {"amount": "9.00", "net": "-9.00"}],
        [LOST, LOST],
        [LOST | {"outcome": "push"}],
        [LOST | {"seat": 2}],
        [WON | {"paid": "30.00", "net": "30.00"}],
        [WON | {"net": "10.00"}],
        [WON | {"pays": "2 for 1"}],
        [LOST | {"outcome": "void", "net": "0.00"}],
        [CARD, CARD],
        [PLACED],
    ],
)
def test_the_auditor_sees_what_is_wrong(events: list[dict[str, Any]]):
    with pytest.raises((AssertionError, KeyError)):
        audit(OPENED, PLACED, *events)


def test_the_auditor_agrees_with_an_honest_record():
    assert not audit(OPENED, PLACED).closed()
    assert audit(OPENED, PLACED, LOST).closed()
    assert audit(OPENED, PLACED, WON).net == {1: 20}
    assert audit(OPENED, PLACED, WON | {"pays": "2 for 1", "net": "10.00"}).net == {1: 10}
