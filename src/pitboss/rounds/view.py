"""What a seat may see: the one place where secrets are taken out of a round's events."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pitboss.games.contract import Decision, Question
from pitboss.games.events import EVERYONE, CardBurned, CardDealt, CardsDiscarded, Event
from pitboss.games.history import Viewer
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

SPECTATOR = 0
"""Sees what everyone sees, as does the dealer's side of the table."""

SECRETS = (CardDealt, CardBurned, CardsDiscarded)
"""The events that hold cards which not everyone may see."""


class Step(NamedTuple):
    """A question, if there was one before, and all that happened until the next."""

    question: Question | None
    events: Sequence[Event]


def view(events: Iterable[Event], viewer: int) -> list[Event]:
    """The events as this seat sees them; hidden cards are gone, not masked."""
    return [see(event, viewer) for event in events]


def see(event: Event, viewer: int) -> Event:
    if isinstance(event, SECRETS) and event.seen_by not in (EVERYONE, viewer):
        return event.hidden()
    return event


def seen_events(events: Sequence[Event], viewer: Viewer) -> Sequence[Event]:
    """What happened, as the viewer saw it."""
    return events if viewer is None else view(events, viewer)


def viewer_words(viewer: Viewer) -> str:
    """``all``, ``spectator`` or the seat's number."""
    return "all" if viewer is None else str(viewer or "spectator")


def read_viewer(text: str, seats: Iterable[int]) -> Viewer:
    """A viewer of a round with these seats, by its words."""
    if text in ("all", "spectator"):
        return None if text == "all" else SPECTATOR
    known = {str(seat): seat for seat in seats}
    if text not in known:
        raise Refused(
            f"viewer {text[:20]!r} is nobody of this round; allowed: all, spectator,"
            f" {', '.join(known)}"
        )
    return known[text]


def walk(running: Runner, decisions: Sequence[Decision], viewer: Viewer) -> Iterator[Step]:
    """The opening, then a step for each decision, as the viewer saw them."""
    question: Question | None = None
    done = 0
    for decision in (None, *decisions):
        if decision is not None:
            question = running.question
            running.decide(decision)
        events = running.table.events[done:]
        done = len(running.table.events)
        yield Step(question, seen_events(events, viewer))


def sees_options(question: Question, viewer: Viewer) -> bool:
    """Options that name cards are for their seat's eyes."""
    return viewer in (None, question.seat) or not any(option.cards for option in question.options)
