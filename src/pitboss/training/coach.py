"""The coach: what each option is worth before a decision, and what a mistake costs after it.

Figures are those of ``pitboss advise``, from what the seat sees and nothing else. A wager of free
size is looked at in the sizes a player would think of, and in the one that was chosen.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Choice, Decision, Option, Question
from pitboss.games.lesson import Lesson
from pitboss.money import parse_dollars
from pitboss.odds.registry import advise
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, check_choice, replay
from pitboss.training.judgement import Basis, Judgement, Valued
from pitboss.training.rounds import find_lesson
from pitboss.training.spots import keep, seen_cards

MULTIPLES = (1, 2, 3)
"""Sizes of a free wager that are always looked at, beside the largest: times the least."""


class Advice(NamedTuple):
    """The expectation of each option and the best one."""

    game: str
    seat: int
    situation: str
    options: tuple[Valued, ...]
    best: Valued
    unit_cents: int
    basis: Basis


class Coach(NamedTuple):
    """Advises and judges; in an exam it only judges."""

    exam: bool = False

    def advise(self, running: Runner) -> Advice:
        """What each option is worth; refused in an exam."""
        if self.exam:
            raise Refused("coach: no advice before a decision in exam mode; decide, it is scored")
        return weigh(running)

    def judge(self, running: Runner, decision: Decision) -> Judgement:
        """A decision, before it is taken by the round: right, or what it costs."""
        question = running.question
        if question is None:
            raise Refused(f"coach: the round is {running.status}; no decision is left to judge")
        choice = check_choice(question, decision)
        advice = weigh(running, choice)
        chosen = _find(advice.options, choice)
        cost = max(Fraction(0), advice.best.value - chosen.value)
        if chosen.high >= advice.best.low:
            cost = Fraction(0)
        opening = running.table.opening
        return Judgement(
            opening.settings.game,
            question.seat,
            advice.situation,
            format_cards(sorted(seen_cards(running, question.seat), reverse=True)),
            advice.options,
            chosen.label,
            advice.best.label,
            cost,
            advice.unit_cents,
            name_kind(running, choice),
            question.rule,
            advice.basis,
            keep(running),
        )


def weigh(running: Runner, choice: Choice | None = None) -> Advice:
    """Every option with its expectation, a chosen size among them."""
    question = running.question
    if question is None:
        raise Refused(f"coach: the round is {running.status}; advice needs a seat that is asked")
    figures: Any = advise(_with_sizes(running, question, choice))
    options = tuple(map(_read_option, figures["options"]))
    return Advice(
        running.game.source.key,
        question.seat,
        situation(running),
        options,
        _best(options, figures["best"]),
        unit_cents(running),
        _basis(running, figures),
    )


def situation(running: Runner) -> str:
    """What the seat that is asked has before it."""
    assert running.question is not None
    return _lesson(running).situation(running.table, running.question)


def name_kind(running: Runner, choice: Choice) -> str:
    """A decision with the hand it was taken on: ``folds a 3-card Duki, pair of fours``."""
    assert running.question is not None
    return _lesson(running).name_kind(running.table, running.question, choice)


def _lesson(running: Runner) -> Lesson:
    return find_lesson(running.table.opening.settings.game)


def unit_cents(running: Runner) -> int:
    """The first wager of the seat that is asked; between players, the big blind."""
    opening, question = running.table.opening, running.question
    assert question is not None
    if opening.seating:
        return opening.seating.blinds[1]
    return opening.wagers[question.seat][main_wager(running.game)]


def _with_sizes(running: Runner, question: Question, choice: Choice | None) -> Runner:
    """A copy of the round in which a wager of free size is offered in fixed sizes."""
    options = [one for option in question.options for one in _sizes(option, choice)]
    copy = replay(running.game, running.table.opening, running.decisions)
    copy.question = question._replace(options=tuple(options))
    return copy


def _sizes(option: Option, choice: Choice | None) -> Iterable[Option]:
    least, most = option.least_cents, option.most_cents
    if option.cards or least == most:
        return [option]
    sizes = {least * times for times in MULTIPLES if least * times <= most} | {most}
    if choice and choice.action == option.action:
        sizes.add(choice.cents)
    return [option._replace(least_cents=cents, most_cents=cents) for cents in sorted(sizes)]


def _read_option(one: Mapping[str, Any]) -> Valued:
    """An option of an advice; an estimate comes with the ends of its interval."""
    action, cards, amount = one["action"], one.get("cards", ""), one.get("amount", "")
    ev = one["ev"]
    value = Fraction(ev["exact"] if "exact" in ev else ev["value"])
    low, high = (value, value) if "exact" in ev else map(Fraction, ev["interval"])
    label = " ".join(filter(None, (action, cards, amount)))
    cents = parse_dollars(amount) if amount else 0
    return Valued(action, cents, parse_cards(cards), label, value, low, high)


def _best(options: Sequence[Valued], named: str) -> Valued:
    """The highest expectation; of equal ones the solver's choice, then the smallest wager."""
    return max(options, key=lambda one: (one.value, one.action == named, -one.cents))


def _find(options: Sequence[Valued], choice: Choice) -> Valued:
    for option in options:
        if option.action != choice.action or set(option.cards) != set(choice.cards):
            continue
        if option.cents in (0, choice.cents):
            return option
    raise AssertionError(choice)


def _basis(running: Runner, figures: Mapping[str, Any]) -> Basis:
    left_out = tuple(figures.get("left_out", ()))
    if "model" not in figures:
        return Basis("exact", f"{main_wager(running.game)} wager", left_out=left_out)
    model = f"{figures['assumes']}; {figures['model_text']}"
    return Basis(figures["method"], figures["unit"], model, left_out)
