"""The exercise for the page: the table as its dealer sees it, the question, marks and summary.

What the page shows of the table must not answer the question: hands are not named, winning cards
not set off, and meters stand as they stood before the round.
"""

import re
from string import ascii_lowercase
from typing import Any, NamedTuple

from pitboss.games import find_game
from pitboss.games.lesson import AMOUNT, CHOICE, ERRORS, Step
from pitboss.money import full_money, money, parse_dollars
from pitboss.training.exercise import MODES, Exercise, Marked, marks, summary
from pitboss.web.pages.felt import Card
from pitboss.web.pages.table import Scene, SeatScene
from pitboss.web.pages.training.felt import Staged, post, set_scene, stage
from pitboss.web.pages.training.run import Run
from pitboss.web.pages.training.words import Piece, split_cards

AMOUNTS = re.compile(r"[0-9]+\.[0-9]{2}")
DASHES = re.compile(r"(?<=[a-z])-(?=[a-z])")
LONGEST_NAME = 28
"""A longer answer is a sentence, whose dashes stay."""

KEYS = "123456789" + ascii_lowercase


class Shown(NamedTuple):
    """An answer after it was marked."""

    prompt: list[Piece]
    given: str
    expected: str
    right: bool
    title: str
    money_error: str
    seconds: str
    rule: str
    text: str


def run_values(run: Run, problem: str = "") -> dict[str, Any]:
    """All that the page of an exercise shows."""
    exercise = run.exercise
    source = find_game(exercise.game).source
    table = stage(Staged(exercise.opening, exercise.table), source.title)
    marked = run.last_mark()
    step = exercise.current
    return {
        "run": run,
        "mode": MODES[run.options["mode"]],
        "source": source,
        "table": table,
        "scene": cover(set_scene(table)),
        "posted": post(table),
        "judged": None,
        "steps": len(exercise.steps),
        "marked": show_mark(marked) if marked else None,
        "asked": None if step is None or run.paused else ask(step),
        "problem": problem,
        "rulings": exercise.opening.settings.rulings,
    }


def ask(step: Step) -> dict[str, Any]:
    """The question with its choices, each with the key that gives it."""
    named = filter(None, step.choices)
    choices = zip(KEYS, named, strict=False) if step.input == CHOICE else ()
    return {
        "prompt": split_cards(step.prompt),
        "choices": [(key, choice, answer_words(choice)) for key, choice in choices],
        "is_amount": step.input == AMOUNT,
        "is_irregular": step.kind == "irregularity",
    }


def answer_words(answer: str) -> str:
    """``4-card two-pair`` as a dealer would say it; an amount with its sign."""
    if AMOUNTS.fullmatch(answer):
        return full_money(parse_dollars(answer))
    return answer if len(answer) > LONGEST_NAME else DASHES.sub(" ", answer)


def cover(scene: Scene) -> Scene:
    """The table without anything that gives an answer away."""
    return scene._replace(
        dealer=_plain(scene.dealer),
        dealer_hand="",
        community=_plain(scene.community),
        seats={number: _cover_seat(seat) for number, seat in scene.seats.items()},
        hits=[],
    )


def _cover_seat(seat: SeatScene) -> SeatScene:
    return seat._replace(hand="", cards=_plain(seat.cards), results=[], net_cents=None)


def _plain(cards: list[Card]) -> list[Card]:
    return [card._replace(making=False) for card in cards]


def show_mark(marked: Marked) -> Shown:
    return Shown(
        split_cards(marked.prompt),
        answer_words(marked.given),
        answer_words(marked.expected),
        marked.right,
        ERRORS.get(marked.error, ""),
        money(marked.money_error_cents) if marked.money_error_cents else "",
        f"{marked.seconds:.1f} s",
        marked.rule,
        marked.text,
    )


def summary_values(run: Run) -> dict[str, Any]:
    """The end: errors by type, money error, seconds, and every mistake with its rule."""
    exercise: Exercise = run.exercise
    told: dict[str, Any] = summary(exercise)
    marked = marks(exercise)
    answered = int(told["answered"])
    seconds = float(told["seconds"])
    return {
        "run": run,
        "mode": MODES[run.options["mode"]],
        "source": find_game(exercise.game).source,
        "told": told,
        "errors": [(ERRORS[name], number) for name, number in told["errors"].items()],
        "wrong": answered - int(told["right"]),
        "money_error": money(parse_dollars(told["money_error"])),
        "seconds": round(seconds),
        "pace": f"{seconds / answered:.1f}" if answered else "–",
        "mistakes": [show_mark(one) for one in marked if not one.right],
    }
