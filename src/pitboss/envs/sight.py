"""What a seat observes, in numbers: a fold over the events as this seat sees them."""

from array import array
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.envs.layout import Layout
from pitboss.games import events as happened
from pitboss.games.events import CardDealt, Event
from pitboss.rounds.view import see, see_card

Observation = NDArray[np.float32]


class Eyes:
    """Where things stand in the observations of one seat, made once for a table.

    ``places`` has for everyone who may hold cards where those start, and where their number is.
    """

    def __init__(self, layout: Layout, viewer: int) -> None:
        self.viewer = viewer
        self.at = layout.index(viewer)
        self.places = {
            owner: (self.at[owner, ""], self.at[owner, "cards"])
            for owner in (*layout.seats, *layout.seen.places)
        }
        self.unit_cents = layout.dealer.unit_cents
        self.gone = layout.card_places - len(DECK)
        # An array of floats is written one by one faster than one of numpy, and copied as fast.
        self.start = array("f", bytes(4 * len(layout.names)))
        seating = layout.dealer.opening.seating
        for seat, cents in seating.stacks.items() if seating else ():
            self.start[self.at[seat, "stack"]] = cents / self.unit_cents


class Sight:
    """What a seat has observed of one round so far."""

    __slots__ = ("_at", "_done", "_eyes", "_now", "_unit")

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._at = eyes.at
        self._unit = eyes.unit_cents
        self._now = eyes.start[:]
        self._done = 0

    def look(self, events: Sequence[Event]) -> Observation:
        """The observation after these events of the round, of which some were seen before."""
        viewer, places, now = self._eyes.viewer, self._eyes.places, self._now
        for event in events[self._done :]:
            if type(event) is CardDealt:  # most of them
                cards, number = places[event.to]
                now[number] += 1
                card = see_card(event, viewer)
                if card is not None:
                    now[cards + card] = 1
            elif take := TAKEN.get(type(event)):
                take(self, see(event, viewer))
        self._done = len(events)
        return np.array(now)

    def _shown(self, event: happened.CardsShown) -> None:
        now, (start, _) = self._now, self._eyes.places[event.of]
        for card in event.cards:
            now[start + card] = 1

    def _discarded(self, event: happened.CardsDiscarded) -> None:
        now, gone = self._now, self._eyes.gone
        start, number = self._eyes.places[event.of]
        now[number] -= event.number
        for card in event.cards:
            now[start + card] = 0
            now[gone + card] = 1

    def _placed(self, event: happened.WagerPlaced) -> None:
        self._now[self._at[event.seat, f"{event.wager} wager"]] = event.cents / self._unit

    def _decided(self, event: happened.Decided) -> None:
        self._now[self._at[event.seat, event.action]] += 1

    def _button(self, event: happened.ButtonPlaced) -> None:
        self._now[self._at[event.seat, "button"]] = 1

    def _put_in(self, event: happened.ChipsPlaced) -> None:
        self._move(event.seat, event.cents)

    def _returned(self, event: happened.ChipsReturned) -> None:
        self._move(event.seat, -event.cents)

    def _move(self, seat: int, cents: int) -> None:
        """Chips go from the stack into the pot, or come back."""
        now, at, units = self._now, self._at, cents / self._unit
        now[at[seat, "stack"]] -= units
        now[at[seat, "in the pot"]] += units

    def _awarded(self, event: happened.PotAwarded) -> None:
        self._now[self._at[event.seat, "stack"]] += event.cents / self._unit


TAKEN: dict[type[object], Callable[[Sight, Any], None]] = {
    happened.CardsShown: Sight._shown,
    happened.CardsDiscarded: Sight._discarded,
    happened.WagerPlaced: Sight._placed,
    happened.Decided: Sight._decided,
    happened.ButtonPlaced: Sight._button,
    happened.ChipsPlaced: Sight._put_in,
    happened.ChipsReturned: Sight._returned,
    happened.PotAwarded: Sight._awarded,
}
"""What else changes an observation; how wagers end is said by the return."""
