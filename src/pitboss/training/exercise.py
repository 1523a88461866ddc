"""An exercise for a dealer: steps made from a round or several, answers, marks and a summary.

An exercise is a value of a few words: game, seed, options and the answers so far. Its steps follow
from them, so it can be kept as JSON and the expected answers need not be.

>>> exercise = start("duki", "1", {"mode": "settles", "players": 2, "irregularities": 0})
>>> exercise.current.kind
'wager'
>>> exercise, marked = answer(exercise, exercise.current.expected, 4)
>>> marked.right, len(exercise.answers)
(True, 1)
"""

import json
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pitboss.games import find_game
from pitboss.games.contract import Opening
from pitboss.games.events import Event, RoundVoided, numbered
from pitboss.games.lesson import BOTH, DEALS, ERRORS, SETTLES, Step
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.shuffle import seeded
from pitboss.rounds.view import SPECTATOR, view
from pitboss.training.irregularities import Played, ask_about
from pitboss.training.rounds import Json, find_lesson, play_round
from pitboss.training.steps import all_steps
from pitboss.training.words import HOUSE, MODES

DEFAULTS = {"mode": "full", "players": 3, "irregularities": 25, "rounds": 1}
KEYS = (*DEFAULTS, "rulings", "script", "only")
MOST_ROUNDS = 10
MOST_SECONDS = 86_400
PASS_PERCENT = 90
"""Right answers, of all steps, without which an exam is not passed; nor is it with money errors."""


class Exercise(NamedTuple):
    """An exercise as far as it has been answered; ``options`` is JSON text, and
    each answer has what was given and the seconds that it took."""

    game: str
    seed: str
    options: str
    rules_version: str
    answers: tuple[tuple[str, float], ...] = ()

    @property
    def round(self) -> int:
        """The round of the step to answer, from 0; the last one when all are answered."""
        done = len(self.answers)
        for number, steps in enumerate(self.rounds):
            done -= len(steps)
            if done < 0:
                return number
        return len(self.rounds) - 1

    @property
    def played(self) -> Played:
        """The round in which the trainee stands, to its end."""
        return play_round(self.game, round_seed(self.seed, self.round), self.options)

    @property
    def rounds(self) -> tuple[tuple[Step, ...], ...]:
        """The steps, round by round."""
        numbers = range(json.loads(self.options).get("rounds", 1))
        seeds = (round_seed(self.seed, number) for number in numbers)
        return tuple(make_steps(self.game, seed, self.options) for seed in seeds)

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for steps in self.rounds for step in steps)

    @property
    def current(self) -> Step | None:
        """The step to answer; None when all are answered."""
        return self.steps[len(self.answers)] if len(self.answers) < len(self.steps) else None

    @property
    def opening(self) -> Opening:
        """What the round starts from: the table's settings too, for the trainee to read."""
        return self.played.running.table.opening

    @property
    def table(self) -> list[Event]:
        """What lies on the table at the current step, as the dealer's side sees it."""
        step = self.current
        return view(self.played.running.table.events[: step.at if step else None], SPECTATOR)

    def to_json(self) -> Json:
        answers = [list(one) for one in self.answers]
        return {**self._asdict(), "options": json.loads(self.options), "answers": answers}


class Marked(NamedTuple):
    """One answer marked; ``rule`` and ``text`` say why the expected answer is right."""

    kind: str
    prompt: str
    given: str
    expected: str
    right: bool
    error: str
    money_error_cents: int
    seconds: float
    rule: str
    text: str
    also: tuple[str, ...] = ()
    """Further right answers."""

    def to_json(self) -> Json:
        values = self._asdict()
        values["money_error"] = dollars(values.pop("money_error_cents"))
        return {**values, "also": list(self.also)}


def start(game: str, seed: str, options: Mapping[str, object] | None = None) -> Exercise:
    """A new exercise; options are mode, players, irregularities (percent), rounds, rulings, a
    script for a single round, and ``only``: the items (``item_of``) to be asked about."""
    given = {**DEFAULTS, **(options or {})}
    for name in given:
        if name not in KEYS:
            raise Refused(f"exercise: option {name!r} is unknown; there are {', '.join(KEYS)}")
    if given["mode"] not in MODES:
        raise Refused(f"exercise: mode {given['mode']!r} is unknown; there are {', '.join(MODES)}")
    ranges = {
        "players": (find_lesson(game).least_players, 9),
        "irregularities": (0, 100),
        "rounds": (1, 1 if "script" in given else MOST_ROUNDS),
    }
    for name, (least, most) in ranges.items():
        value = given[name]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Refused(f"exercise: {name} {value!r}; a whole number from {least} to {most}")
    text = json.dumps(given, sort_keys=True)
    exercise = Exercise(game, seed, text, find_game(game).source.version)
    if not exercise.steps:
        raise Refused("exercise: this round has nothing to ask in that mode")
    return exercise


def round_seed(seed: str, number: int) -> str:
    """The seed of a round of an exercise; that of the first is the exercise's own."""
    return f"{seed} round {number + 1}" if number else seed


def item_of(step: Step) -> str:
    """What a step practises: its kind and its rule."""
    return f"{step.kind} {step.rule}"


@lru_cache(maxsize=256)
def make_steps(game: str, seed: str, options: str) -> tuple[Step, ...]:
    """The steps of a round in the order in which they happen, an irregularity among them."""
    played = play_round(game, seed, options)
    table = played.running.table
    steps = all_steps(find_lesson(game), table)
    if irregularity := played.irregularity:
        asked = ask_about(played, irregularity, seeded(f"choices {game} {seed}"))
        goes_on = asked.at
        if irregularity.reason:
            # A voided round leaves only returns, which follow the void.
            goes_on = 1 + next(at for at, _ in numbered(table.events, RoundVoided))
        before = [step for step in steps if step.at < asked.at]
        steps = [*before, asked, *(step for step in steps if step.at >= goes_on)]
    given = json.loads(options)
    mode, only = given["mode"], given.get("only")
    wanted = (BOTH, DEALS, SETTLES) if mode == "full" else (BOTH, mode)
    kept = [s for s in steps if s.part in wanted and (only is None or item_of(s) in only)]
    return tuple(sorted(kept, key=lambda step: step.at))


def answer(exercise: Exercise, given: object, seconds: float) -> tuple[Exercise, Marked]:
    """Mark an answer to the current step; the exercise goes on to the next."""
    step = exercise.current
    if step is None:
        raise Refused("exercise: every step is answered; start another one")
    text = step.read(given)
    if isinstance(seconds, bool) or not 0 <= seconds <= MOST_SECONDS:
        raise Refused(f"exercise: {seconds} seconds; from 0 to {MOST_SECONDS}")
    answers = (*exercise.answers, (text, seconds))
    return exercise._replace(answers=answers), mark(exercise.game, step, text, seconds)


def mark(game: str, step: Step, given: str, seconds: float) -> Marked:
    """An answer with what the rule behind its step says."""
    right = given in step.accepted
    rule = find_game(game).source.rules.get(step.rule)
    return Marked(
        step.kind,
        step.prompt,
        given,
        step.expected,
        right,
        "" if right else step.error,
        0 if right else step.money_error(given),
        seconds,
        step.rule,
        rule.text if rule and not step.why else step.why or HOUSE,
        step.also,
    )


def marks(exercise: Exercise) -> list[Marked]:
    """Every answer so far, marked."""
    return [
        mark(exercise.game, step, *made)
        for step, made in zip(exercise.steps, exercise.answers, strict=False)
    ]


def summary(exercise: Exercise) -> Json:
    """Errors by type, money error and time, whether the pass mark is reached, and each mistake with
    its rule."""
    marked, steps = marks(exercise), len(exercise.steps)
    wrong = [one for one in marked if not one.right]
    errors, cents = Counter(one.error for one in wrong), sum(one.money_error_cents for one in wrong)
    right = len(marked) - len(wrong)
    return {
        "game": exercise.game,
        "rounds": len(exercise.rounds),
        "steps": steps,
        "answered": len(marked),
        "right": right,
        "errors": {name: errors[name] for name in ERRORS if errors[name]},
        "money_error": dollars(cents),
        "seconds": sum(one.seconds for one in marked),
        "passed": 100 * right >= PASS_PERCENT * steps and not cents and len(marked) == steps,
        "mistakes": [one.to_json() for one in wrong],
    }


def read_exercise(given: Json) -> Exercise:
    """An exercise from its JSON; one made under other rules is refused."""
    exercise = start(given["game"], given["seed"], given["options"])
    if given["rules_version"] != exercise.rules_version:
        raise Refused(
            f"exercise: made under {given['rules_version']}, the rules are now"
            f" {exercise.rules_version}; start another one"
        )
    for made in given["answers"]:
        exercise, _ = answer(exercise, *made)
    return exercise
