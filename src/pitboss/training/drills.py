"""Drills: decisions to take again, from one's own mistakes and from hands that are hard.

A drill keeps the spot as the seat saw it. Each time it is asked the unseen cards are dealt anew,
so that only the decision repeats and not its luck. A drill is done after two right answers in a
row.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.training.coach import Coach, situation, weigh
from pitboss.training.judgement import Json, Judgement
from pitboss.training.rounds import decide
from pitboss.training.spots import deal_again, keep

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
    return Coach().judge(running, decision)


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
    return Drills(tuple(map(_read_drill, given["waiting"])), given["done"])


def _read_drill(given: Json) -> Drill:
    drill = make_drill(given["origin"], given["situation"], given["spot"])
    return drill._replace(asked=given["asked"], streak=given["streak"])


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
            gap = _gap(running)
            if gap:
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


def _gap(running: Runner) -> Fraction:
    """How far the best of the wrong options lies below the best of all; 0 where none is wrong."""
    advice = weigh(running)
    wrong = [option.value for option in advice.options if option.high < advice.best.low]
    return advice.best.value - max(wrong) if wrong else Fraction(0)
