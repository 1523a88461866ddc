"""The graph of a session: what was won and what play was worth, as points of an SVG that a page
draws without a script."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, log10
from typing import NamedTuple

from pitboss.money import signed_money
from pitboss.training.review import BLUNDER, MISTAKE
from pitboss.training.sessions import Session
from pitboss.web.pages.review import words

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 70, 12, 12, 26
TICKS = 4
"""About so many lines with an amount."""


class Mark(NamedTuple):
    """A round in which something was decided badly, on the line of play."""

    x: float
    y: float
    tag: str
    words: str


class Graph(NamedTuple):
    """Two lines over the rounds, amounts at the side."""

    won: str
    worth: str
    zero_y: float
    ticks: list[tuple[float, str]]
    marks: list[Mark]
    words: str
    rounds: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def draw(session: Session, numbers: Sequence[int]) -> Graph | None:
    """The course of the judged rounds, which have these numbers; None where there is no line."""
    course = [(0, Fraction(0)), *session.course]
    if len(course) < 3:
        return None
    values = [float(value) for pair in course for value in pair]
    low, high, step = _scale(min(values), max(values))

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (len(course) - 1), 1)

    def y(cents: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - cents) / (high - low), 1)

    won, worth = (
        " ".join(f"{x(place)},{y(float(pair[line]))}" for place, pair in enumerate(course))
        for line in (0, 1)
    )
    ticks = [(y(at), signed_money(at)) for at in range(low, high + 1, step)]
    worst = [one.worst for one in session.rounds]
    marks = [
        Mark(x(place), y(float(course[place][1])), tag, words.marked(number=number, tag=tag))
        for place, (tag, number) in enumerate(zip(worst, numbers, strict=False), 1)
        if tag in (MISTAKE, BLUNDER)
    ]
    told = words.course(
        rounds=len(worst),
        won=signed_money(session.net_cents),
        worth=signed_money(round(session.worth_cents)),
    )
    return Graph(won, worth, y(0), ticks, marks, told, len(worst))


def _scale(least: float, most: float) -> tuple[int, int, int]:
    """Ends and step in cents: steps of 1, 2 or 5 times a power of ten that hold both values."""
    rough = max(most - least, 100) / TICKS
    power = 10 ** floor(log10(rough))
    step = int(next(times * power for times in (1, 2, 5, 10) if times * power >= rough))
    return step * floor(least / step), step * max(ceil(most / step), floor(least / step) + 1), step
