"""The graph of a session: what was won and what play was worth, round by round."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.money import signed_money
from pitboss.reports.charts import Course, Mark
from pitboss.training.review import BLUNDER, MISTAKE
from pitboss.training.sessions import Session
from pitboss.web.pages.review import words

CENTS = 100


def course_of(session: Session, numbers: Sequence[int], first: int) -> Course | None:
    """The course of the judged rounds, which have these numbers, of the session that begins with a
    round; None where there is no line."""
    course = [(0, Fraction(0)), *session.course]
    if len(course) < 3:
        return None
    worst = [one.worst for one in session.rounds]
    marks = [
        Mark(place, tag, words.marked(number, tag), words.address(first, number))
        for place, (tag, number) in enumerate(zip(worst, numbers, strict=False), 1)
        if tag in (MISTAKE, BLUNDER)
    ]
    says = words.course(
        rounds=len(worst),
        won=signed_money(session.net_cents),
        worth=signed_money(round(session.worth_cents)),
    )
    points = [(won / CENTS, round(float(worth / CENTS), 2)) for won, worth in course]
    return Course(words.GRAPH, points, marks, says)
