"""Rounds to learn from: the games that can be learnt, players for the other seats, and tables
with wagers and a deck made from a seed, or a round that is given."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, cast

from pitboss.cards import format_cards
from pitboss.games import find_game, game_keys
from pitboss.games.contract import Decision, Opening, Option
from pitboss.games.lesson import Lesson
from pitboss.odds.registry import practise
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_opening, run_script
from pitboss.rounds.shuffle import Bytes, seeded, shuffle
from pitboss.training.irregularities import Placed, place

LEVEL = "easy"
SURPRISES = 32
"""Of 256 decisions, so many are any legal one: those who deal and learn must meet them too."""


@cache
def taught_games() -> tuple[str, ...]:
    """The keys of the games with lessons."""
    return tuple(key for key in game_keys() if find_spec(f"{find_game(key).package}.lessons"))


@cache
def find_lesson(key: str) -> Lesson:
    """What a game brings; a game without lessons is refused."""
    if key not in taught_games():
        raise Refused(f"game {key[:20]!r}: there are {', '.join(taught_games())}")
    lesson = import_module(f"{find_game(key).package}.lessons").LESSON
    assert isinstance(lesson, Lesson)
    return lesson


def decide(running: Runner, take: Bytes) -> Decision:
    """A decision for the seat whose turn it is, from what it sees."""
    question = running.question
    assert question is not None
    if take(1)[0] < SURPRISES and not question.options[0].cards:
        option = question.options[take(1)[0] % len(question.options)]
        return Decision(question.seat, option.action, _size(option, take))
    return practise(running, LEVEL, take)


def play_out(running: Runner, take: Bytes) -> Runner:
    """Decide for every seat until the round has ended."""
    while running.question:
        running.decide(decide(running, take))
    return running


def _size(option: Option, take: Bytes) -> int | None:
    """A whole number of times the least amount, within the option."""
    if not option.most_cents:
        return None
    times = option.most_cents // option.least_cents
    return option.least_cents * (1 + take(1)[0] % times)


class Played(NamedTuple):
    """A round that has been played, and what goes wrong in it, if anything does."""

    running: Runner
    placed: Placed | None


def play_round(game: str, seed: str, options: Mapping[str, object]) -> Played:
    """The round of an exercise; the same seed and options give the same round."""
    take = seeded(f"{game} {seed}")
    if "script" in options:
        running = run_script(options["script"])
        if running.table.opening.settings.game != game:
            raise Refused(f"exercise: the script is of another game than {game}")
    else:
        opening = make_opening(game, take, options)
        running = Runner(find_game(game), opening)
    running = play_out(running, take)
    if running.status == "void" or take(1)[0] >= 256 * _percent(options) // 100:
        return Played(running, None)
    placed = place(running, take)
    if placed and placed.irregularity.reason:
        void = Decision(0, "void", reason=placed.irregularity.reason)
        decisions = [*running.decisions[: placed.after], void]
        running = replay(running.game, running.table.opening, decisions)
    return Played(running, placed)


def _percent(options: Mapping[str, object]) -> int:
    return int(str(options["irregularities"]))


def make_opening(game: str, take: Bytes, options: Mapping[str, object]) -> Opening:
    """A table and its wagers, with the rulings that are asked for."""
    lesson = find_lesson(game)
    script = lesson.script(_seats(game, take, options), take)
    table = cast("dict[str, object]", script.setdefault("table", {}))
    rulings = cast("Mapping[str, object]", options.get("rulings", {}))
    usual = cast("Mapping[str, object]", table.get("rulings", {}))
    table["rulings"] = {**usual, **rulings}
    script["deck"] = format_cards(shuffle(take))
    opening = read_opening(find_game(game), script)
    return lesson.plant(opening, take) if lesson.plant else opening


def sample_opening(game: str, seed: str) -> Opening:
    """A table of this game with wagers made and cards shuffled from the seed."""
    return make_opening(game, seeded(f"coach {game} {seed}"), {"players": 2})


def _seats(game: str, take: Bytes, options: Mapping[str, object]) -> list[int]:
    """Some of the table's seats, from its first to its last."""
    rulings = cast("Mapping[str, object]", options.get("rulings", {}))
    table = int(str(rulings.get("seats", find_game(game).source.rulings["seats"].options[0])))
    number = int(str(options["players"]))
    if number > table:
        raise Refused(f"exercise: {number} players; this table has {table} seats (ruling seats)")
    return sorted(shuffle(take, tuple(range(1, table + 1)))[:number])
