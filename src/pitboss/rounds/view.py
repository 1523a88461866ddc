"""What a seat may see: the one place where secrets are taken out of a round's events."""

from collections.abc import Iterable

from pitboss.games.events import EVERYONE, CardBurned, CardDealt, CardsDiscarded, Event

SPECTATOR = 0
"""Sees what everyone sees, as does the dealer's side of the table."""

SECRETS = (CardDealt, CardBurned, CardsDiscarded)
"""The events that hold cards which not everyone may see."""


def view(events: Iterable[Event], viewer: int) -> list[Event]:
    """The events as this seat sees them; hidden cards are gone, not masked."""
    return [see(event, viewer) for event in events]


def see(event: Event, viewer: int) -> Event:
    if isinstance(event, SECRETS) and event.seen_by not in (EVERYONE, viewer):
        return event.hidden()
    return event
