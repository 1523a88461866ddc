"""The dealing part: who is served next, how the cards lie, what comes before what."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pitboss.games.contract import Table
from pitboss.games.events import (
    COMMUNITY,
    DEALER,
    EVERYONE,
    NOBODY,
    ButtonPlaced,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    ChipsPlaced,
    Decided,
    Event,
    MeterMoved,
    numbered,
)
from pitboss.games.lesson import Lesson, Moment, Step, place, places
from pitboss.jackpots.meter import Cause

FACES = ("face up", "face down")
BURN, SHOW_DEALER = "burn a card", "turn up the dealer's cards"
ACTS = (
    BURN,
    "turn up community cards",
    SHOW_DEALER,
    "settle the wagers",
    "take up the discards",
)
RACK, BEFORE_PLAYER = "face up in the discard rack", "face down in front of the player"
FACE_DOWN_RACK, BACK = "face down in the discard rack", "back into the deck"
WHERE = (RACK, FACE_DOWN_RACK, BEFORE_PLAYER, BACK)
LOCK = "lock the sensors, and the meters take their contributions"
LOCKS = (
    LOCK,
    "nothing: the sensors stay open until the Flop",
    "pay the envy pays of the last round",
)
TURNED_UP = "How many community cards are turned up now?"
LOCK_WHY = "A round's contributions are on the meter before anything is paid from it."


class Served(NamedTuple):
    """Cards that go to one place at once; ``at`` is the event before which they are dealt."""

    to: int
    number: int
    at: int
    rule: str
    seen_by: int

    @property
    def moment(self) -> Moment:
        return Moment(self.at, self.rule)


def deal_steps(lesson: Lesson, table: Table) -> list[Step]:
    """The questions of the dealing part, in order."""
    steps = [step for run in dealing_runs(lesson, table) for step in ask_run(table, run)]
    steps += ask_turns(lesson, table)
    steps += ask_discards(lesson, table)
    button = 0
    for at, event in enumerate(table.events):
        if isinstance(event, ButtonPlaced):
            button = event.seat
        steps += ask_event(table, at, event, button)
    return sorted(steps, key=lambda step: step.at)


def dealing_runs(lesson: Lesson, table: Table) -> Iterator[list[Served]]:
    """Cards dealt without anything between, as groups by place."""
    run: list[Served] = []
    last = -1
    for at, event in numbered(table.events, CardDealt):
        if event.rule in lesson.own_draws:
            continue
        if run and (at != last + 1 or event.rule != run[-1].rule):
            yield run
            run = []
        if run and (run[-1].to, run[-1].seen_by) == (event.to, event.seen_by):
            run[-1] = run[-1]._replace(number=run[-1].number + 1)
        else:
            run.append(Served(event.to, 1, at, event.rule, event.seen_by))
        last = at
    if run:
        yield run


def ask_run(table: Table, run: list[Served]) -> Iterator[Step]:
    """The first turn round the table and the start of the second stand for the rest."""
    everyone = [*table.seats, *(of for of in (DEALER, COMMUNITY) if table.hands[of])]
    first_turn = next((n for n, one in enumerate(run) if n and one.to == run[0].to), len(run))
    for number, one in enumerate(run[: first_turn + 1]):
        if one.to == COMMUNITY and one.seen_by != NOBODY:
            yield one.moment.number("how-many", TURNED_UP, one.number)
            continue
        prompt = "Who gets the next card?" if one.number == 1 else "Who gets the next cards?"
        yield one.moment.choose("next-card-to", prompt, place(one.to), places(*everyone))
        if number == 0 and len(run) > 1:
            prompt = f"How many cards at once go to {place(one.to)}?"
            yield one.moment.number("how-many", prompt, one.number)
        if len(run) > 1 and (number == 0 or one.to == DEALER):
            yield ask_face(one, f"How do cards for {place(one.to)} lie now?")
    if len(run) > first_turn:
        yield from _dealers_second(run)
        dealt = sum(one.number for one in run if one.to == run[0].to)
        prompt = "How many cards has each player when this deal is complete?"
        yield run[-1].moment.number("how-many", prompt, dealt)


def _dealers_second(run: list[Served]) -> Iterator[Step]:
    """How the dealer's second card lies, where he has one of his own turn by turn."""
    cards = [one for one in run if one.to == DEALER]
    for first, second in pairwise(cards[:2]):
        if first.seen_by != second.seen_by:
            yield ask_face(second, "How does the dealer's second card lie?")


def ask_face(one: Served, prompt: str) -> Step:
    """Cards for one seat's eyes, or nobody's, lie face down."""
    return one.moment.choose("face", prompt, FACES[one.seen_by != EVERYONE], FACES)


def ask_event(table: Table, at: int, event: Event, button: int) -> Iterator[Step]:
    """What is asked of one event by itself."""
    if isinstance(event, ChipsPlaced) and event.action.endswith("-blind"):
        name = event.action.replace("-", " ")
        prompt = f"The button lies at seat {button}. Who posts the {name}?"
        yield Moment(at, event.rule).choose(
            "blind", prompt, place(event.seat), places(*table.seats)
        )
    elif isinstance(event, MeterMoved) and event.cause == Cause.CONTRIBUTIONS:
        prompt = f"All wagers are made, on {event.jackpot} too. What comes before the first card?"
        yield Moment(at, event.rule).choose("lock", prompt, LOCK, LOCKS)._replace(why=LOCK_WHY)
    elif isinstance(event, CardBurned):
        prompt = "The betting round is complete. What do you do first?"
        yield Moment(at, event.rule).choose("next-act", prompt, BURN, ACTS)
    elif isinstance(event, CardsShown) and event.of == DEALER:
        prompt = "All players have decided. What comes next?"
        yield Moment(at, event.rule).choose("next-act", prompt, SHOW_DEALER, ACTS)
    elif isinstance(event, CardsShown) and event.of == COMMUNITY:
        yield Moment(at, event.rule).number("how-many", TURNED_UP, len(event.cards))


def ask_turns(lesson: Lesson, table: Table) -> Iterator[Step]:
    """Who decides first in each round of decisions."""
    rule = ""
    for at, event in enumerate(table.events):
        if isinstance(event, CardBurned):
            rule = ""
        if not isinstance(event, Decided) or lesson.serves_singly:
            continue
        if event.rule != rule:
            verb = "holds cards" if event.action == "hold" else "decides"
            seat, choices = place(event.seat), places(*table.seats)
            yield Moment(at, event.rule).choose("turn", f"Who {verb} first now?", seat, choices)
        rule = event.rule


def ask_discards(lesson: Lesson, table: Table) -> Iterator[Step]:
    """Where discarded cards go; once for each kind of discard."""
    asked: set[str] = set()
    for at, event in numbered(table.events, CardsDiscarded):
        if event.number and event.rule not in asked:
            asked.add(event.rule)
            cards = f"{event.number} card{'s' if event.number > 1 else ''}"
            where = RACK if event.seen_by == EVERYONE else FACE_DOWN_RACK
            if event.rule in lesson.kept_discards:
                where = BEFORE_PLAYER
            prompt = f"{place(event.of).capitalize()} gives up {cards}. Where to?"
            yield Moment(at, event.rule).choose("discard", prompt, where, WHERE)
