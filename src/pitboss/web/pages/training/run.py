"""A person's exercise as it is kept between two answers, and the results of earlier ones.

The seconds of a step run on the server, from when the step was first shown. After a mistake they
wait until the trainee has read the rule and goes on.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, cast

from pitboss.house.log import read_stamp, stamp
from pitboss.refusal import Refused
from pitboss.training.exercise import (
    MODES,
    MOST_SECONDS,
    Exercise,
    Marked,
    answer,
    marks,
    read_exercise,
    start,
    summary,
)
from pitboss.training.judgement import Json
from pitboss.training.rounds import find_lesson

PLAYERS = range(1, 7)
IRREGULAR = 60
"""Percent of exercises in which something goes wrong, where that is wished."""

MOST_RESULTS = 10


class Result(NamedTuple):
    """How an earlier exercise ended."""

    at: str
    game: str
    mode: str
    exam: bool
    steps: int
    right: int
    money_error: str
    seconds: int


class Run(NamedTuple):
    """An exercise under way; ``paused`` while the trainee reads about a mistake."""

    exercise: Exercise
    shown_at: str
    exam: bool = False
    paused: bool = False
    ended: bool = False

    @property
    def is_over(self) -> bool:
        return self.ended or (self.exercise.current is None and not self.paused)

    @property
    def step(self) -> int:
        """How many steps have been answered."""
        return len(self.exercise.answers)

    @property
    def options(self) -> Json:
        found: Json = self.exercise.to_json()["options"]
        return found

    def last_mark(self) -> Marked | None:
        """How the last answer was marked; told at once unless in an exam."""
        if self.exam or not self.step:
            return None
        return marks(self.exercise)[-1]

    def give(self, given: str, now: datetime) -> "Run":
        """The run with one more answer."""
        spent = (now - read_stamp(self.shown_at)).total_seconds()
        seconds = round(min(max(spent, 0), MOST_SECONDS), 1)
        exercise, marked = answer(self.exercise, given, seconds)
        paused = not marked.right and not self.exam
        return self._replace(exercise=exercise, shown_at=stamp(now), paused=paused)

    def go_on(self, now: datetime) -> "Run":
        return self._replace(paused=False, shown_at=stamp(now))

    def to_json(self) -> Json:
        return {**self._asdict(), "exercise": self.exercise.to_json()}


class Kept(NamedTuple):
    """The run, if there is one, and earlier results, the newest first."""

    run: Run | None = None
    results: tuple[Result, ...] = ()

    def advance(self, run: Run, now: datetime) -> "Kept":
        """With the run moved on; its end is noted among the results."""
        was_over = self.run is not None and self.run.is_over
        if not run.is_over or was_over or not run.step:
            return self._replace(run=run)
        results = (_result(run, now), *self.results)[:MOST_RESULTS]
        return Kept(run, results)

    def to_json(self) -> Json:
        return {
            "run": self.run.to_json() if self.run else None,
            "results": [list(one) for one in self.results],
        }


def _result(run: Run, now: datetime) -> Result:
    told = summary(run.exercise)
    return Result(
        stamp(now),
        run.exercise.game,
        str(run.options["mode"]),
        run.exam,
        int(str(told["answered"])),
        int(str(told["right"])),
        str(told["money_error"]),
        round(cast(float, told["seconds"])),
    )


def run_key(who: str) -> str:
    """Under which it is kept, beside the person's coach."""
    return f"training {who}"


def read_kept_run(given: Json) -> Kept:
    """From JSON; an exercise made under other rules is let go."""
    results = tuple(Result(*one) for one in given.get("results", ()))
    run = given.get("run")
    if not run:
        return Kept(None, results)
    try:
        exercise = read_exercise(run["exercise"])
    except Refused:
        return Kept(None, results)
    return Kept(Run(**{**run, "exercise": exercise}), results)


def begin(fields: Mapping[str, str], seed: str, now: datetime) -> Run:
    """A new exercise from what was chosen in the form."""
    game, mode = fields.get("game", ""), fields.get("mode", "full")
    lesson = find_lesson(game)
    if mode not in MODES:
        raise Refused(f"mode {mode[:20]!r}: there are {', '.join(MODES)}")
    players = fields.get("players", "3")
    if not players.isdecimal() or len(players) > 2 or int(players) not in PLAYERS:
        raise Refused(f"seats {players[:20]!r}: from {PLAYERS[0]} to {PLAYERS[-1]}")
    options: Json = {
        "mode": mode,
        "players": max(int(players), lesson.least_players),
        "irregularities": IRREGULAR if fields.get("irregularities") == "on" else 0,
    }
    return Run(start(game, seed, options), stamp(now), fields.get("exam") == "on")


def repeat(run: Run, seed: str, now: datetime) -> Run:
    """The same settings again, with another round or the same."""
    return Run(start(run.exercise.game, seed, run.options), stamp(now), run.exam)
