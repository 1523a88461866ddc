"""The coach: what each option is worth before a decision, what a mistake costs, and drills.

Figures are those of ``pitboss advise``, from what the seat sees and nothing else. A wager of free
size is looked at in the sizes a player would think of, and in the one that was chosen.

A drill is a decision to take again, of one's own mistakes or a hand that is hard. It keeps the spot
as the seat saw it; each time it is asked the unseen cards are dealt anew, so that only the decision
repeats and not its luck. A drill is done after two right answers in a row.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Choice, Decision, Opening, Question
from pitboss.money import parse_dollars
from pitboss.odds.registry import advise
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, check_choice, replay
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.training.judgement import Basis, Json, Judgement, Valued, deal_again, keep, seen_cards
from pitboss.training.rounds import decide, find_lesson

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
    """The first wager of the seat that is asked; between players, the big blind."""
    basis: Basis


def weigh(running: Runner, choice: Choice | None = None, exam: bool = False) -> Advice:
    """Every option with its expectation, a chosen size among them; refused in an exam."""
    question = running.question
    if exam:
        raise Refused("coach: no advice before a decision in exam mode; decide, it is scored")
    if question is None:
        raise Refused(f"coach: the round is {running.status}; advice needs a seat that is asked")
    figures: Any = advise(_with_sizes(running, question, choice))
    options = tuple(map(_read_option, figures["options"]))
    # Of equal expectations the solver's choice is best, then the smallest wager.
    best = max(options, key=lambda one: (one.value, one.action == figures["best"], -one.cents))
    left_out = tuple(figures.get("left_out", ()))
    if "model" in figures:
        model = f"{figures['assumes']}; {figures['model_text']}"
        basis = Basis(figures["method"], figures["unit"], model, left_out)
    else:
        basis = Basis("exact", f"{main_wager(running.game)} wager", left_out=left_out)
    seating = running.table.opening.seating
    first = running.table.opening.wagers.get(question.seat, {})
    return Advice(
        running.game.source.key,
        question.seat,
        situation(running),
        options,
        best,
        seating.blinds[1] if seating else first[main_wager(running.game)],
        basis,
    )


def judge(running: Runner, decision: Decision) -> Judgement:
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
    lesson = find_lesson(running.game.source.key)
    return Judgement(
        advice.game,
        question.seat,
        advice.situation,
        format_cards(sorted(seen_cards(running, question.seat), reverse=True)),
        advice.options,
        chosen.label,
        advice.best.label,
        cost,
        advice.unit_cents,
        lesson.name_kind(running.table, question, choice),
        question.rule,
        advice.basis,
        keep(running),
    )


def situation(running: Runner) -> str:
    """What the seat that is asked has before it."""
    return find_lesson(running.game.source.key).situation(running.table, running.asked)


def _with_sizes(running: Runner, question: Question, choice: Choice | None) -> Runner:
    """A copy of the round in which a wager of free size is offered in fixed sizes."""
    options = []
    for option in question.options:
        least, most = option.least_cents, option.most_cents
        sizes = {least * times for times in MULTIPLES if least * times <= most} | {most}
        if choice and choice.action == option.action and least < most:
            sizes.add(choice.cents)
        options += [option._replace(least_cents=size, most_cents=size) for size in sorted(sizes)]
    copy = replay(running.game, running.table.opening, running.decisions)
    copy.question = question._replace(options=tuple(options))
    return copy


def _read_option(one: Mapping[str, Any]) -> Valued:
    """An option of an advice; an estimate comes with the ends of its interval."""
    action, cards, amount = one["action"], one.get("cards", ""), one.get("amount", "")
    ev = one["ev"]
    value = Fraction(ev["exact"] if "exact" in ev else ev["value"])
    low, high = (value, value) if "exact" in ev else map(Fraction, ev["interval"])
    label = " ".join(filter(None, (action, cards, amount)))
    cents = parse_dollars(amount) if amount else 0
    return Valued(action, cents, parse_cards(cards), label, value, low, high)


def _find(options: Sequence[Valued], choice: Choice) -> Valued:
    for option in options:
        if option.action != choice.action or set(option.cards) != set(choice.cards):
            continue
        if option.cents in (0, choice.cents):
            return option
    raise AssertionError(choice)


# Drills

DONE_AFTER = 2
"""Right answers in a row."""
MOST_DRILLS = 30
"""Waiting for one player; beyond them the oldest go."""
MOST_DEALS = 2_000


class Drill(NamedTuple):
    """A decision to practise; ``origin`` is ``mistake`` or ``hard``."""

    id: str
    origin: str
    game: str
    seat: int
    situation: str
    spot: Mapping[str, object]
    asked: int = 0
    streak: int = 0

    def to_json(self) -> Json:
        return {**self._asdict(), "spot": dict(self.spot)}


def make_drill(origin: str, situation: str, spot: Mapping[str, object]) -> Drill:
    """A drill of a spot; the same spot always has the same id."""
    text = json.dumps(spot, sort_keys=True)
    key = sha256(text.encode()).hexdigest()[:12]
    return Drill(key, origin, str(spot["game"]), int(str(spot["seat"])), situation, spot)


def drill_of(judgement: Judgement) -> Drill:
    """A drill of one's own mistake."""
    if judgement.is_right:
        raise Refused("drill: the decision was right; drills are made of mistakes and hard hands")
    return make_drill("mistake", judgement.situation, judgement.spot)


def present(drill: Drill, seed: str) -> Runner:
    """The drill on a table: a round that waits for the seat, with unseen cards dealt anew."""
    return deal_again(drill.spot, f"{drill.id} {drill.asked} {seed}")


def judge_drill(drill: Drill, running: Runner, decision: Decision) -> Judgement:
    """Judge the answer to a drill that was presented."""
    if running.question is None or make_drill("", "", keep(running)).id != drill.id:
        raise Refused(f"drill {drill.id}: the round shown is not this drill; present it again")
    return judge(running, decision)


class Drills(NamedTuple):
    """A player's drills, the one to ask next first."""

    waiting: tuple[Drill, ...] = ()
    done: int = 0

    def add(self, drill: Drill) -> "Drills":
        """One more drill; a mistake made again starts its drill anew."""
        others = [one for one in self.waiting if one.id != drill.id]
        return self._replace(waiting=(*others, drill)[-MOST_DRILLS:])

    def find(self, key: str) -> Drill:
        for drill in self.waiting:
            if drill.id == key:
                return drill
        raise Refused(f"drill {key[:40]!r} is not waiting; there are {len(self.waiting)}")

    def mark(self, drill: Drill, right: bool) -> "Drills":
        """The drill goes to the end with its answer marked, or is done."""
        others = tuple(one for one in self.waiting if one.id != drill.id)
        streak = drill.streak + 1 if right else 0
        if streak >= DONE_AFTER:
            return Drills(others, self.done + 1)
        asked = drill._replace(asked=drill.asked + 1, streak=streak)
        return self._replace(waiting=(*others, asked))

    def to_json(self) -> Json:
        return {"waiting": [drill.to_json() for drill in self.waiting], "done": self.done}


def read_drills(given: Json) -> Drills:
    """Drills from their JSON."""
    waiting = []
    for one in given["waiting"]:
        drill = make_drill(one["origin"], one["situation"], one["spot"])
        waiting.append(drill._replace(asked=one["asked"], streak=one["streak"]))
    return Drills(tuple(waiting), given["done"])


def find_hard(
    opening: Opening, seat: int, seed: str, deals: int = 60, number: int = 5
) -> list[Drill]:
    """The closest decisions of a seat among so many deals at this table, the closest first.

    Options of equal worth do not count: there nothing can go wrong.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise Refused(f"hard hands: {deals} deals; from 1 to {MOST_DEALS}")
    if seat not in (opening.seating.stacks if opening.seating else opening.wagers):
        raise Refused(f"hard hands: seat {seat} is not in this round")
    found: dict[str, tuple[Fraction, Drill]] = {}
    for deal in range(deals):
        for running in _asked(opening, seat, f"{seed} {deal}"):
            advice = weigh(running)
            wrong = [option.value for option in advice.options if option.high < advice.best.low]
            if wrong:
                # How far the best of the wrong options lies below the best of all.
                gap = advice.best.value - max(wrong)
                drill = make_drill("hard", situation(running), keep(running))
                found[drill.id] = (gap, drill)
    ranked = sorted(found.values(), key=lambda one: (one[0], one[1].id))
    return [drill for _, drill in ranked[:number]]


def _asked(opening: Opening, seat: int, seed: str) -> Iterator[Runner]:
    """A round wherever this seat has a choice; practice players take every decision."""
    take = seeded(seed)
    game = find_game(opening.settings.game)
    running = Runner(game, opening._replace(deck=shuffle(take)))
    while running.question:
        options = running.question.options
        if running.question.seat == seat and (len(options) > 1 or options[0].cards):
            yield running
        running.decide(decide(running, take))
