"""Learners in the scan: a coach beside a seat of a live table, drills, and exercises for dealers.

What a learner may see is worked out from the rounds that they learn from, never from the pages.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from pitboss.games.events import Decided
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import Transaction, people
from pitboss.house.tables.state import Published
from pitboss.rounds.runner import Runner
from pitboss.training.coach import find_hard
from pitboss.training.drills import Drill, Drills, present
from pitboss.training.rounds import sample_opening
from pitboss.web.pages.notes import Notes, Run, read_kept_run, read_notes, run_key
from tests.campaigns.bytes_scan import as_read
from tests.campaigns.clients import Client
from tests.campaigns.deals import Deals, Findings
from tests.campaigns.sight import Sight
from tests.house.guests import any_option, change_as
from tests.training.rounds import GAMES

T = TypeVar("T")

HARD = 0.2
"""How often a pupil begins with hard hands instead of nothing."""


class Lessons:
    """One pupil at a time beside a table, and any number of trainees."""

    def __init__(self, house: House, deals: Deals, findings: Findings, rng: random.Random) -> None:
        self.house = house
        self.deals = deals
        self.findings = findings
        self.rng = rng
        self.pupil: Client | None = None
        self._noted: dict[str, set[int]] = {}

    def begin(self, seated: Sequence[Client]) -> None:
        """A seat's coach, which knows nothing of earlier rounds."""
        self.pupil = self.rng.choice(seated)
        assert self.pupil.person
        drills = self._hard_hands() if self.rng.random() < HARD else ()
        self._write(self.pupil.person, Notes(drills=Drills(tuple(drills))))
        self._noted[self.pupil.who] = set()

    def _hard_hands(self) -> list[Drill]:
        game, seed = self.rng.choice(GAMES), str(self.rng.random())
        opening = sample_opening(game, seed)
        seats = opening.seating.stacks if opening.seating else opening.wagers
        return find_hard(opening, next(iter(seats)), seed, deals=1)

    def _write(self, person: Person, notes: Notes) -> None:
        change_as(
            self.house,
            person,
            lambda change: people.keep_scores(change.transaction, person.id, notes.to_json()),
        )

    async def teach(self, shown: Published) -> None:
        """The pupil has the coach look on, takes an exam, or answers a drill."""
        pupil = self.pupil
        assert pupil
        drill = self.drill(pupil.who)
        chance = self.rng.random()
        if drill and chance < 0.3:
            await self._answer(pupil, drill)
        else:
            exam = "/exam" if chance > 0.9 else ""
            status, text = await pupil.request("POST", f"/tables/{shown.id}/coach{exam}")
            assert status == 200, text
            sight, secrets = self.deals.sight(shown)
            self._noted[pupil.who] |= sight.of(pupil.who)
            place = f"{shown.id} {shown.version} for {pupil.who}"
            self.findings.scan("coach", place, as_read(text), sight.of(pupil.who), secrets)

    async def _answer(self, pupil: Client, drill: Drill) -> None:
        may_see = self.drill_sight(pupil.who, drill)
        question = present(drill, pupil.who).question
        assert question
        given = {name: str(value) for name, value in any_option(question, self.rng).items()}
        fields = {**given, "asked": str(drill.asked)}
        status, text = await pupil.submit(f"/drills/{drill.id}/answer", fields)
        assert status == 200, text
        self.findings.scan("drills", f"{drill.id} for {pupil.who}", as_read(text), may_see, ())

    def noted(self, who: str) -> set[int]:
        """The cards that the person had seen when the coach last looked on."""
        return self._noted.get(who, set())

    def drill(self, who: str) -> Drill | None:
        """The drill that waits for the person."""
        waiting = self._look(lambda look: read_notes(people.read_scores(look, who))).drills.waiting
        return waiting[0] if waiting else None

    def drill_sight(self, who: str, drill: Drill) -> set[int]:
        """What the seat of a drill has seen, and of an own mistake no more than at the table."""
        running = present(drill, who)
        seen = _sight(running, {drill.seat: who}, len(running.table.events)).of(who)
        return seen & self.noted(who) if drill.origin == "mistake" else seen

    async def train(self, trainee: Client) -> None:
        """Begin an exercise, or answer a step of the one that is open."""
        run = self._run(trainee.who)
        if run is None or run.is_over or self.rng.random() < 0.05:
            fields = {
                "game": self.rng.choice(GAMES),
                "players": str(self.rng.randint(2, 4)),
                **({"irregularities": "on"} if self.rng.random() < 0.5 else {}),
            }
            status, text = await trainee.submit("/training", fields)
        else:
            step = run.exercise.current
            answers = [step.expected, *filter(None, step.choices or ("1",))] if step else [""]
            fields = {"step": str(run.step), "answer": self.rng.choice(answers)}
            status, text = await trainee.submit("/training/run", fields)
        assert status == 303, text
        self.findings.scan("training", f"an exercise for {trainee.who}", text, set(), ())

    def exercise_sight(self, who: str) -> set[int]:
        """What lies face up where the exercise stands; everything that was shown at its end."""
        run = self._run(who)
        if run is None:
            return set()
        running, step = run.exercise.played.running, run.exercise.current
        until = step.at if step else len(running.table.events)
        return _sight(running, {}, until).everyone

    def _run(self, who: str) -> Run | None:
        return self._look(lambda look: read_kept_run(people.read_scores(look, run_key(who)))).run

    def _look(self, do: Callable[[Transaction], T]) -> T:
        with self.house.database.reading() as transaction:
            return do(transaction)


def _sight(running: Runner, named: Mapping[int, str], until: int) -> Sight:
    """What may be seen of a round after so many of its events."""
    table = running.table
    seats = {**{seat: f"seat {seat}" for seat in table.seats}, **named}
    sight = Sight(table.opening.settings.game, seats, table.opening.deck)
    decided = any(isinstance(event, Decided) for event in table.events[until:])
    sight.follow(table.events[:until], running.question is None and not decided)
    return sight
