"""Rounds to learn from: tables with wagers and a deck from a seed, and players for their seats."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pitboss.cards import format_cards
from pitboss.games import find_game, game_keys
from pitboss.games.contract import Choice, Decision, Opening
from pitboss.games.lesson import Lesson
from pitboss.games.opening import MOST_SEATS
from pitboss.money import read_whole
from pitboss.odds.registry import has_solver, practise
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_opening, run_script
from pitboss.rounds.shuffle import Bytes, seeded, shuffle
from pitboss.training.irregularities import Played, go_wrong

Json = dict[str, Any]

LEVEL = "easy"
SURPRISES = 32
"""Of 256 decisions, so many are any legal one: those who deal and learn must meet them too."""


@cache
def taught_games() -> tuple[str, ...]:
    """The keys of the games with lessons."""
    return tuple(key for key in game_keys() if find_spec(f"{find_game(key).package}.lessons"))


@cache
def coached_games() -> tuple[str, ...]:
    """Those of them whose decisions the coach can judge: a solver prices them."""
    return tuple(key for key in taught_games() if has_solver(find_game(key)))


@cache
def find_lesson(key: str) -> Lesson:
    """What a game brings; a game without lessons is refused."""
    if key not in taught_games():
        raise Refused(f"game {key[:20]!r}: there are {', '.join(taught_games())}")
    lesson = import_module(f"{find_game(key).package}.lessons").LESSON
    assert isinstance(lesson, Lesson)
    return lesson


def situation(running: Runner) -> str:
    """What the seat that is asked has before it; in plain words where the game has no lessons."""
    table, question = running.table, running.asked
    if running.game.source.key in taught_games():
        return find_lesson(running.game.source.key).situation(table, question)
    cards, hand = format_cards(table.hands[question.seat]), _hand_words(running)
    return f"{cards}: {hand}" if hand else cards


def name_kind(running: Runner, choice: Choice) -> str:
    """A decision with the hand it is taken on, in the same way."""
    if running.game.source.key in taught_games():
        lesson = find_lesson(running.game.source.key)
        return lesson.name_kind(running.table, running.asked, choice)
    return f"{choice.action} {_hand_words(running)}".rstrip()


def _hand_words(running: Runner) -> str:
    game = running.game
    return game.words.hand(game.describe(running.table, running.asked.seat))


def decide(running: Runner, take: Bytes) -> Decision:
    """A decision for the seat whose turn it is, from what it sees; where it is any legal one, a
    wager is a whole number of times the least amount."""
    question = running.asked
    if take(1)[0] >= SURPRISES or question.options[0].cards:
        return practise(running, LEVEL, take)
    option = question.options[take(1)[0] % len(question.options)]
    if not option.most_cents:
        return Decision(question.seat, option.action)
    times = 1 + take(1)[0] % (option.most_cents // option.least_cents)
    return Decision(question.seat, option.action, option.least_cents * times)


@lru_cache(maxsize=256)
def play_round(game: str, seed: str, options: str) -> Played:
    """The round of an exercise; the same seed and options (JSON text) give the same round."""
    take, given = seeded(f"{game} {seed}"), json.loads(options)
    if "script" in given:
        running = run_script(given["script"])
        if running.table.opening.settings.game != game:
            raise Refused(f"exercise: the script is of another game than {game}")
    else:
        opening = make_opening(game, take, given["players"], given.get("rulings", {}))
        running = Runner(find_game(game), opening)
    while running.question:
        running.decide(decide(running, take))
    if running.status == "void" or take(1)[0] >= 256 * given["irregularities"] // 100:
        return Played(running)
    return go_wrong(running, take)


def make_opening(game: str, take: Bytes, players: int, rulings: Mapping[str, object]) -> Opening:
    """A table, with the rulings that are asked for, and wagers at some of its seats."""
    options = find_game(game).source.rulings["seats"].options
    seats = read_whole(rulings.get("seats", options[0]), "ruling seats", 1, MOST_SEATS)
    if players > seats:
        raise Refused(f"exercise: {players} players; this table has {seats} seats (ruling seats)")
    lesson = find_lesson(game)
    taken = sorted(shuffle(take, tuple(range(1, seats + 1)))[:players])
    script: dict[str, Any] = lesson.script(taken, take)
    table = script.setdefault("table", {})
    table["rulings"] = {**table.get("rulings", {}), **rulings}
    script["deck"] = format_cards(shuffle(take))
    opening = read_opening(find_game(game), script)
    return lesson.plant(opening, take) if lesson.plant else opening


def sample_opening(game: str, seed: str) -> Opening:
    """A table of this game with wagers made and cards shuffled from the seed."""
    return make_opening(game, seeded(f"coach {game} {seed}"), 2, {})
