"""The dealing part: who is served next, how the cards lie, what comes before what.

Every expected answer is read off the events of the round, which the game's own rules made.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pitboss.games.events import (
    COMMUNITY,
    DEALER,
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
)
from pitboss.rounds.runner import Runner
from pitboss.training.steps import DEALS, Step, ask_number, place, places

FACES = ("face up", "face down")
ACTS = (
    "burn a card",
    "turn up community cards",
    "turn up the dealer's cards",
    "settle the wagers",
    "take up the discards",
)
RACK, BEFORE_PLAYER = "face up in the discard rack", "face down in front of the player"
FACE_DOWN_RACK, BACK = "face down in the discard rack", "back into the deck"
WHERE = (RACK, FACE_DOWN_RACK, BEFORE_PLAYER, BACK)
LOCK = "lock the sensors, and the meters take their contributions"
FIFTH = "BUYOUT-08"
"""Whether the dealer draws it is asked with his points."""


class Served(NamedTuple):
    """Cards that go to one place at once; ``at`` is the event before which they are dealt."""

    to: int
    number: int
    at: int
    rule: str
    seen_by: int


def serving_steps(running: Runner) -> list[Step]:
    """The questions of the dealing part, in order."""
    events = running.table.events
    steps: list[Step] = []
    for run in dealing_runs(events):
        steps += ask_run(running, run)
    for kind in (ask_blinds, ask_lock, ask_turns, ask_burns, ask_reveals, ask_discards):
        steps += kind(running, events)
    return sorted(steps, key=lambda step: step.at)


def dealing_runs(events: Sequence[Event]) -> Iterator[list[Served]]:
    """Cards dealt without anything between, as groups by place."""
    run: list[Served] = []
    last = -1
    for at, event in enumerate(events):
        if not isinstance(event, CardDealt):
            continue
        if run and (at != last + 1 or (event.rule != run[-1].rule and event.rule != FIFTH)):
            yield run
            run = []
        same = run and (run[-1].to, run[-1].rule) == (event.to, event.rule)
        if same and run[-1].seen_by == event.seen_by:
            run[-1] = run[-1]._replace(number=run[-1].number + 1)
        else:
            run.append(Served(event.to, 1, at, event.rule, event.seen_by))
        last = at
    if run:
        yield run


def ask_run(running: Runner, run: list[Served]) -> Iterator[Step]:
    """The first turn round the table and the start of the second stand for the rest."""
    table = running.table
    anyone = (*table.seats, *((DEALER,) if table.hands[DEALER] else ()))
    everyone = places(*anyone, *((COMMUNITY,) if table.hands[COMMUNITY] else ()))
    first_turn = next((n for n, one in enumerate(run) if n and one.to == run[0].to), len(run))
    for number, one in enumerate(run[: first_turn + 1]):
        if one.rule == FIFTH:
            continue
        if one.to == COMMUNITY and one.seen_by != NOBODY:
            yield _community(one)
            continue
        prompt = "Who gets the next card?" if one.number == 1 else "Who gets the next cards?"
        yield Step(
            DEALS,
            "next-card-to",
            "order",
            prompt,
            place(one.to),
            one.rule,
            one.at,
            choices=everyone,
        )
        if number == 0 and len(run) > 1:
            yield _how_many(one, f"How many cards at once go to {place(one.to)}?")
        if len(run) > 1 and (number == 0 or one.to == DEALER):
            yield _face(one)
    if len(run) > first_turn:
        yield from _dealers_second(run)
        dealt = sum(one.number for one in run if one.to == run[0].to)
        yield _how_many(
            run[-1], "How many cards has each player when this deal is complete?", dealt
        )


def _dealers_second(run: list[Served]) -> Iterator[Step]:
    """How the dealer's second card lies, where he has one of his own turn by turn."""
    cards = [one for one in run if one.to == DEALER]
    for first, second in pairwise(cards[:2]):
        if first.seen_by != second.seen_by:
            yield _face(second)._replace(prompt="How does the dealer's second card lie?")


def _face(one: Served) -> Step:
    """Cards for one seat's eyes, or nobody's, lie face down."""
    face = FACES[0] if one.seen_by == -1 else FACES[1]
    return Step(
        DEALS,
        "face",
        "order",
        f"How do cards for {place(one.to)} lie now?",
        face,
        one.rule,
        one.at,
        choices=FACES,
    )


def _how_many(one: Served, prompt: str, number: int = 0) -> Step:
    step = Step(DEALS, "how-many", "order", prompt, "", one.rule, one.at)
    return ask_number(step, number or one.number)


def _community(one: Served) -> Step:
    return _how_many(one, "How many community cards are turned up now?")


def ask_blinds(running: Runner, events: Sequence[Event]) -> Iterator[Step]:
    button = 0
    for at, event in enumerate(events):
        if isinstance(event, ButtonPlaced):
            button = event.seat
        elif isinstance(event, ChipsPlaced) and event.action.endswith("-blind"):
            name = event.action.replace("-", " ")
            yield Step(
                DEALS,
                "blind",
                "order",
                f"The button lies at seat {button}. Who posts the {name}?",
                place(event.seat),
                event.rule,
                at,
                choices=places(*running.table.seats),
            )


def ask_lock(running: Runner, events: Sequence[Event]) -> Iterator[Step]:
    """Jackpot wagers are locked in before a card is dealt."""
    for at, event in enumerate(events):
        if isinstance(event, MeterMoved) and event.cause == "contributions":
            yield Step(
                DEALS,
                "lock",
                "jackpot",
                f"All wagers are made, on {event.jackpot} too. What comes before the first card?",
                LOCK,
                event.rule,
                at,
                choices=(
                    LOCK,
                    "nothing: the sensors stay open until the Flop",
                    "pay the envy pays of the last round",
                ),
                why="A round's contributions are on the meter before anything is paid from it.",
            )


def ask_turns(running: Runner, events: Sequence[Event]) -> Iterator[Step]:
    """Who decides first in each round of decisions."""
    rule = ""
    for at, event in enumerate(events):
        if isinstance(event, CardBurned):
            rule = ""
        if not isinstance(event, Decided):
            continue
        if event.rule != rule and not event.rule.startswith("BUYOUT"):
            verb = "holds cards" if event.action == "hold" else "decides"
            yield Step(
                DEALS,
                "turn",
                "order",
                f"Who {verb} first now?",
                place(event.seat),
                event.rule,
                at,
                choices=places(*running.table.seats),
            )
        rule = event.rule


def ask_burns(running: Runner, events: Sequence[Event]) -> Iterator[Step]:
    for at, event in enumerate(events):
        if isinstance(event, CardBurned):
            yield _act(
                "The betting round is complete. What do you do first?", ACTS[0], event.rule, at
            )


def ask_reveals(running: Runner, events: Sequence[Event]) -> Iterator[Step]:
    """What is turned up when all have decided, and how much of it."""
    for at, event in enumerate(events):
        if not isinstance(event, CardsShown):
            continue
        if event.of == DEALER:
            yield _act("All players have decided. What comes next?", ACTS[2], event.rule, at)
        elif event.of == COMMUNITY:
            step = Step(
                DEALS,
                "how-many",
                "order",
                "How many community cards are turned up now?",
                "",
                event.rule,
                at,
            )
            yield ask_number(step, len(event.cards))


def _act(prompt: str, act: str, rule: str, at: int) -> Step:
    return Step(DEALS, "next-act", "order", prompt, act, rule, at, choices=ACTS)


def ask_discards(running: Runner, events: Sequence[Event]) -> Iterator[Step]:
    """Where discarded cards go; once for each kind of discard."""
    asked: set[str] = set()
    for at, event in enumerate(events):
        if isinstance(event, CardsDiscarded) and event.number and event.rule not in asked:
            asked.add(event.rule)
            yield Step(
                DEALS,
                "discard",
                "order",
                f"{place(event.of).capitalize()} gives up {event.number}"
                f" card{'s' if event.number > 1 else ''}. Where to?",
                _where(event),
                event.rule,
                at,
                choices=WHERE,
            )


def _where(event: CardsDiscarded) -> str:
    """Cards that only their seat has seen go face down; Holdout's stay in front of their seat."""
    if event.rule == "HOLD-07":
        return BEFORE_PLAYER
    return RACK if event.seen_by == -1 else FACE_DOWN_RACK
