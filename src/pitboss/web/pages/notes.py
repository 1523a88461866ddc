"""What is kept of a learner: the coach's notes, and a dealer's exercise between two answers.

In an exam nothing is told before its end: its decisions are kept apart and join the totals, the
examples and the drills when it is over. The seconds of a step run on the server, from when the step
was first shown; after a mistake they wait until the trainee has read the rule and goes on.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from pitboss.games import find_game
from pitboss.house.log import canonical, read_stamp, stamp
from pitboss.house.store import Transaction, people
from pitboss.house.store.entries import Unit
from pitboss.money import read_whole
from pitboss.refusal import Refused
from pitboss.training import coach
from pitboss.training import exercise as exercises
from pitboss.training.coach import Judgement, Scorecard, read_judgement, read_scorecard
from pitboss.training.drills import Drills, read_drills
from pitboss.training.exercise import MOST_ROUNDS, Exercise
from pitboss.training.items import Items, read_items
from pitboss.training.rounds import Json, find_lesson
from pitboss.training.words import MODES
from pitboss.web.common.services import Services
from pitboss.web.pages.told import best_few

PAUSE = timedelta(hours=4)
"""After so long without a decision a new session begins."""

MOST_EXAMPLES = 8
MOST_TABLES = 20
MOST_KINDS = 60
MOST_IN_EXAM = 10
"""Mistakes of one exam that are kept whole; all of them are counted."""

PLAYERS = range(1, 7)
IRREGULAR = 60
"""Percent of exercises in which something goes wrong, where that is wished."""

MOST_RESULTS = 100


class Taken(NamedTuple):
    """A decision at a table: its round, and its number among the round's decisions."""

    table: str
    round: int
    number: int


class Exam(NamedTuple):
    """An exam under way or ended."""

    since: str
    card: Scorecard = Scorecard()
    mistakes: tuple[Judgement, ...] = ()

    def add(self, judgement: Judgement) -> "Exam":
        made = () if judgement.is_right else (slim(judgement),)
        mistakes = (*self.mistakes, *made)[:MOST_IN_EXAM]
        return self._replace(card=self.card.add(judgement), mistakes=mistakes)

    def to_json(self) -> Json:
        return {name: as_json(value) for name, value in self._asdict().items()}


class Notes(NamedTuple):
    """All that is kept; ``looked_at`` says up to which decision each table has been judged."""

    total: Scorecard = Scorecard()
    session: Scorecard = Scorecard()
    session_at: str = ""
    exam: Exam | None = None
    last_exam: Exam | None = None
    examples: tuple[Judgement, ...] = ()
    drills: Drills = Drills()
    looked_at: Mapping[str, tuple[int, int]] = {}
    last: tuple[Taken, Judgement] | None = None

    def is_new(self, taken: Taken) -> bool:
        return (taken.round, taken.number) > self.looked_at.get(taken.table, (0, -1))

    def add(self, taken: Taken, judgement: Judgement, now: datetime) -> "Notes":
        """With one more decision judged; one that was judged already changes nothing."""
        if not self.is_new(taken):
            return self
        others = [one for one in self.looked_at.items() if one[0] != taken.table]
        place = (taken.table, (taken.round, taken.number))
        looked_at = dict([*others, place][-MOST_TABLES:])
        noted = self.refresh(now)._replace(looked_at=looked_at, session_at=stamp(now))
        if noted.exam:
            return noted._replace(exam=noted.exam.add(judgement), last=None)
        noted = noted._replace(
            total=noted.total.add(judgement),
            session=noted.session.add(judgement),
            last=(taken, slim(judgement)._replace(spot={})),
        )
        return noted if judgement.is_right else noted.learn((slim(judgement),))

    def learn(self, mistakes: Iterable[Judgement]) -> "Notes":
        """Mistakes as examples, the newest first, and as drills."""
        notes = self
        for one in mistakes:
            examples = (one._replace(spot={}), *notes.examples)[:MOST_EXAMPLES]
            notes = notes._replace(drills=notes.drills.add(coach.drill_of(one)), examples=examples)
        return notes

    def refresh(self, now: datetime) -> "Notes":
        """A session ends with a long pause."""
        if self.session_at and now - read_stamp(self.session_at) > PAUSE:
            return self._replace(session=Scorecard())
        return self

    def set_exam(self, on: bool, now: datetime) -> "Notes":
        """Begin an exam, or end it and learn from it."""
        if on == (self.exam is not None):
            return self
        if self.exam is None:
            return self._replace(exam=Exam(stamp(now)), last=None)
        exam, notes = self.exam, self.refresh(now)
        return notes._replace(
            total=notes.total.merge(exam.card),
            session=notes.session.merge(exam.card),
            exam=None,
            last_exam=exam._replace(mistakes=tuple(m._replace(spot={}) for m in exam.mistakes)),
        ).learn(exam.mistakes)

    def to_json(self) -> Json:
        return {name: as_json(value) for name, value in self._asdict().items()}


def as_json(value: object) -> object:
    """A value as it is kept: records in their own form, rows of them as lists."""
    if isinstance(value, (Exam, Run, Exercise, Judgement, Scorecard, Drills)):
        return value.to_json()
    return [as_json(one) for one in value] if isinstance(value, tuple) else value


def slim(made: Judgement) -> Judgement:
    return made._replace(options=best_few(made.options, made.best, made.chosen))


def trim(notes: Notes) -> Notes:
    """Short enough to be kept: the drills known best go first, then examples, then those of
    exams."""
    exam = notes.exam and notes.exam._replace(card=_fewer_kinds(notes.exam.card))
    notes = notes._replace(
        total=_fewer_kinds(notes.total), session=_fewer_kinds(notes.session), exam=exam
    )
    while len(canonical(notes.to_json())) > people.LONGEST_SCORES:
        if notes.drills.waiting:
            notes = notes._replace(drills=notes.drills.make_room())
        elif notes.examples:
            notes = notes._replace(examples=notes.examples[:-1])
        else:
            exam = notes.exam and notes.exam._replace(mistakes=notes.exam.mistakes[:-1])
            notes = notes._replace(exam=exam, last_exam=None)
    return notes


def _fewer_kinds(card: Scorecard) -> Scorecard:
    if len(card.mistakes) <= MOST_KINDS:
        return card
    return card._replace(mistakes=tuple(card.most_frequent(MOST_KINDS)))


def read_notes(given: Json) -> Notes:
    """Notes from their JSON; new ones from nothing."""
    if not given:
        return Notes()
    last = given["last"]
    return Notes(
        read_scorecard(given["total"]),
        read_scorecard(given["session"]),
        given["session_at"],
        _read_exam(given["exam"]),
        _read_exam(given["last_exam"]),
        tuple(read_judgement(one) for one in given["examples"]),
        read_drills(given["drills"]),
        {table: (place[0], place[1]) for table, place in given["looked_at"].items()},
        (Taken(*last[0]), read_judgement(last[1])) if last else None,
    )


def _read_exam(given: Json | None) -> Exam | None:
    if given is None:
        return None
    mistakes = tuple(read_judgement(one) for one in given["mistakes"])
    return Exam(given["since"], read_scorecard(given["card"]), mistakes)


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
    rounds: int = 1
    passed: bool = False


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

    def last_mark(self) -> exercises.Marked | None:
        """How the last answer was marked; told at once unless in an exam."""
        if self.exam or not self.step:
            return None
        return exercises.marks(self.exercise)[-1]

    def give(self, given: str, now: datetime) -> "Run":
        """The run with one more answer."""
        spent = (now - read_stamp(self.shown_at)).total_seconds()
        seconds = round(min(max(spent, 0), exercises.MOST_SECONDS), 1)
        exercise, marked = exercises.answer(self.exercise, given, seconds)
        paused = not marked.right and not self.exam
        return self._replace(exercise=exercise, shown_at=stamp(now), paused=paused)

    def go_on(self, now: datetime) -> "Run":
        return self._replace(paused=False, shown_at=stamp(now))

    def to_json(self) -> Json:
        return {**self._asdict(), "exercise": self.exercise.to_json()}


class Kept(NamedTuple):
    """The run, if there is one, earlier results, the newest first, and what is to be learnt."""

    run: Run | None = None
    results: tuple[Result, ...] = ()
    items: Items = Items()

    def advance(self, run: Run, now: datetime) -> "Kept":
        """With the run moved on; its end is noted among the results, and what it has shown."""
        was_over = self.run is not None and self.run.is_over
        if not run.is_over or was_over or not run.step:
            return self._replace(run=run)
        told = exercises.summary(run.exercise)
        result = Result(
            stamp(now),
            run.exercise.game,
            run.options["mode"],
            run.exam,
            *(told["answered"], told["right"], told["money_error"], round(told["seconds"])),
            *(told["rounds"], told["passed"]),
        )
        items = self.items.learn(run.exercise, now.date().isoformat())
        return Kept(run, (result, *self.results)[:MOST_RESULTS], items)

    def to_json(self) -> Json:
        return {name: as_json(value) for name, value in self._asdict().items()}


def run_key(who: str) -> str:
    """Under which it is kept, beside the person's coach."""
    return f"training {who}"


def read_kept_run(given: Json) -> Kept:
    """From JSON; an exercise made under other rules is let go."""
    results = tuple(Result(*one) for one in given.get("results", ()))
    kept = Kept(None, results, read_items(*given.get("items", ((), 0))))
    run = given.get("run")
    if not run:
        return kept
    try:
        exercise = exercises.read_exercise(run["exercise"])
    except Refused:
        return kept
    return kept._replace(run=Run(**{**run, "exercise": exercise}))


def begin(fields: Mapping[str, str], seed: str, now: datetime) -> Run:
    """A new exercise from what was chosen in the form."""
    game, mode = fields.get("game", ""), fields.get("mode", "full")
    lesson = find_lesson(game)
    if mode not in MODES:
        raise Refused(f"mode {mode[:20]!r}: there are {', '.join(MODES)}")
    players = read_whole(fields.get("players", "3"), "seats", PLAYERS[0], PLAYERS[-1])
    options: Json = {
        "mode": mode,
        "players": max(players, lesson.least_players),
        "irregularities": IRREGULAR if fields.get("irregularities") == "on" else 0,
        "rounds": read_whole(fields.get("rounds", "1"), "rounds", 1, MOST_ROUNDS),
    }
    # A game without the ruling deals in one way: the choice is another game's.
    if fields.get("shuffler") == "no" and "shuffler" in find_game(game).source.rulings:
        options["rulings"] = {"shuffler": "no"}
    return Run(exercises.start(game, seed, options), stamp(now), fields.get("exam") == "on")


K = TypeVar("K", Notes, Kept)


async def change_kept(
    services: Services, key: str, read: Callable[[Json], K], do: Callable[[K], K]
) -> K:
    """Change what is kept, in one step from how it then stands. What that comes to is worked out
    before the writer's turn, for which all tables wait; and again in it only where something else
    has been kept meanwhile."""

    def work_out(found: Json) -> tuple[K, Json | None]:
        before = read(found)
        after = do(before)
        return after, None if after == before else after.to_json()

    def prepare(transaction: Transaction) -> tuple[Json, tuple[K, Json | None]]:
        found = people.read_scores(transaction, key)
        return found, work_out(found)

    seen, made = await services.look(prepare)

    def change(unit: Unit) -> K:
        found = people.read_scores(unit.transaction, key)
        after, kept = made if found == seen else work_out(found)
        if kept is not None:
            people.keep_scores(unit.transaction, key, kept)
        return after

    return made[0] if made[1] is None else await services.write(change)
