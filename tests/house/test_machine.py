"""Anything that people may do, in any order, with crashes in between: the log accounts for all."""

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.house.engine import TABLE, House
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import table_view
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import (
    DEALER,
    OPERATOR,
    SUPERVISOR,
    WAGERS,
    books,
    decision,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
)

PEOPLE = 3
NO_CLOCK = {"decision": 0, "wagers": 0}


class FloorMachine(RuleBasedStateMachine):
    """Three people, four tables, two of them on one link."""

    @initialize(seed=st.integers(0, 2**32))
    def start(self, seed):
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-machine-"))
        self.house = House(open_database(str(self.folder / "house.db")))
        self.rng = random.Random(seed)
        self.people = [guest(self.house, number) for number in range(PEOPLE)]
        jackpot = open_jackpot(self.house)
        self.tables = [
            open_table(self.house, "duki"),
            open_table(self.house, "holdout", clock=NO_CLOCK),
            *(
                open_table(self.house, "super-omaha", table=omaha_table(jackpot), clock=clock)
                for clock in ({}, NO_CLOCK)
            ),
        ]
        self.answered: list[tuple[Command, dict[str, object]]] = []
        self.commands = 0

        self.seconds = 0.0
        self._watch()

    def _watch(self):
        """Whoever has done nothing for a while is taken to have gone."""
        self.house.presence._now = lambda: self.seconds

    def _send(self, table, act, person, **given):
        """A command with an id; a refusal must change nothing."""
        self.commands += 1
        command = Command(self.tables[table], act, person, given, id=str(self.commands))
        version, before = self.house.table(command.table).version, books(self.house)
        try:
            answer = self.house.ask(command)
        except Refused:
            assert self.house.table(command.table).version == version
            assert books(self.house) == before
        else:
            self.answered.append((command, answer))

    who = st.integers(0, PEOPLE - 1)
    where = st.integers(0, 3)

    @rule(table=where, who=who, chips=st.integers(0, 600))
    def sit(self, table, who, chips):
        self._send(table, "sit", self.people[who], chips=chips)

    @rule(
        table=where,
        who=who,
        act=st.sampled_from(
            ["leave", "sit-out", "sit-in", "pause", "go-on", "hurry", "play-on", "play-on"]
        ),
        without=st.integers(1, 4),
        waited=st.sampled_from([0, 19, 21]),
    )
    def come_and_go(self, table, who, act, without, waited):
        """Whoever has done nothing for a while may be played on without."""
        self.seconds += waited
        given = {"without": without} if act == "play-on" else {}
        self._send(table, act, self.people[who], **given)

    @rule(table=where, who=who, deal=st.booleans(), some=st.integers(0, 3))
    def wager(self, table, who, deal, some):
        game = self.house.table(self.tables[table]).setup.key
        wagers = dict(list(WAGERS.get(game, {}).items())[: some + 1])
        self._send(table, "wager", self.people[who], wagers=wagers, deal=deal)

    @rule(
        table=where,
        act=st.sampled_from([("deal", DEALER), ("tick", TABLE), ("check-cards", SUPERVISOR)]),
    )
    def go_on(self, table, act):
        self._send(table, *act)

    @rule(table=where, steps=st.integers(1, 6))
    def decide(self, table, steps):
        for _ in range(steps):
            shown = self.house.table(self.tables[table])
            if not shown.question:
                return
            seat, given = decision(self.house, self.tables[table], self.rng)
            person = next(p for p in self.people if p.id == shown.seats[seat]["who"])
            self._send(table, "decide", person, **given)

    @rule(
        table=where,
        staff=st.sampled_from([DEALER, SUPERVISOR]),
        reason=st.sampled_from(["the cards fell", "b", "d"]),
    )
    def void(self, table, staff, reason):
        """In play or just settled; what is no cause there is refused."""
        self._send(table, "void", staff, reason=reason)

    @rule(table=where, most=st.integers(5, 200))
    def change(self, table, most):
        shown = self.house.table(self.tables[table]).setup.given
        limits = {"table": {**shown.get("table", {}), "limits": {"max": most}}}
        self._send(table, "change-table", OPERATOR, setup=limits, why="another evening")

    @precondition(lambda self: bool(getattr(self, "answered", None)))
    @rule(pick=st.integers(0, 10**6))
    def repeat(self, pick):
        command, answer = self.answered[pick % len(self.answered)]
        before = books(self.house)
        assert self.house.ask(command) == answer
        assert books(self.house) == before

    @rule()
    def crash(self):
        """Nothing but the database is left; every table stands as it stood."""
        shown = [[self._view(t, person) for t in self.tables] for person in self.people]
        self.house.close()
        self.house = House(open_database(str(self.folder / "house.db")))
        self._watch()
        assert [[self._view(t, person) for t in self.tables] for person in self.people] == shown

    def _view(self, table, person):
        seen = table_view(self.house.table(table), person.id)
        if seen["phase"] != "playing":
            del seen["events"], seen["round_status"]
        return seen

    @invariant()
    def nothing_is_lost(self):
        if hasattr(self, "house"):
            after = books(self.house)
            assert sum(after.values()) == 0
            assert not [a for a, c in after.items() if c < 0 and a.startswith(("seat", "player"))]

    def teardown(self):
        if hasattr(self, "house"):
            audit(self.house.database)
            self.house.close()
            shutil.rmtree(self.folder)


FloorMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
test_machine = FloorMachine.TestCase
