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
from pitboss.rounds.view import visible_to

Observation = NDArray[np.float32]


class Eyes:
    """Where things stand in the observations of one seat, made once for a table.

    ``places`` has for everyone who may hold cards where those start, and where their number is;
    ``wagers`` where the wagers of the seats are, ``chips`` their stacks and shares of the pot.
    """

    def __init__(self, layout: Layout, viewer: int) -> None:
        self.visible = visible_to(viewer)
        self.at = layout.index(viewer)
        self.places = {
            owner: (self.at[owner, ""], self.at[owner, "cards"])
            for owner in (*layout.seats, *layout.seen.places)
        }
        self.wagers = {
            (seat, wager): self.at[seat, f"{wager} wager"]
            for seat in layout.seats
            for wager in layout.seen.wagers
        }
        self.chips = {
            seat: (self.at[seat, "stack"], self.at[seat, "in the pot"])
            for seat in (layout.seats if layout.between_players else ())
        }
        self.unit_cents = layout.dealer.unit_cents
        self.gone = layout.card_places - len(DECK)
        # An array of floats is written one by one faster than one of numpy, and with floats faster
        # than with whole numbers; numpy copies it.
        self.start = array("f", bytes(4 * len(layout.names)))
        seating = layout.dealer.opening.seating
        for seat, cents in seating.stacks.items() if seating else ():
            self.start[self.at[seat, "stack"]] = cents / self.unit_cents


class Sight:
    """What a seat has observed of one round so far; from ``restart`` on, of the next."""

    __slots__ = ("_at", "_chips", "_done", "_eyes", "_now", "_seen", "_unit")

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._at = eyes.at
        self._chips = eyes.chips
        self._unit = eyes.unit_cents
        self._now = eyes.start[:]
        self._seen = np.frombuffer(self._now, np.float32)
        self._done = 0

    def restart(self) -> None:
        self._now[:] = self._eyes.start
        self._done = 0

    def look(self, events: Sequence[Event]) -> Observation:
        """The observation after these events of the round, of which some were seen before."""
        now, places, visible = self._now, self._eyes.places, self._eyes.visible
        for event in events[self._done :]:
            if type(event) is CardDealt:  # most of them
                cards, number = places[event.to]
                now[number] += 1.0
                if event.seen_by in visible and event.card is not None:
                    now[cards + event.card] = 1.0
            elif take := TAKEN.get(type(event)):
                take(self, event)
        self._done = len(events)
        return self._seen.copy()

    def _shown(self, event: happened.CardsShown) -> None:
        now, (start, _) = self._now, self._eyes.places[event.of]
        for card in event.cards:
            now[start + card] = 1.0

    def _discarded(self, event: happened.CardsDiscarded) -> None:
        now, gone = self._now, self._eyes.gone
        start, number = self._eyes.places[event.of]
        now[number] -= event.number
        for card in event.cards if event.seen_by in self._eyes.visible else ():
            now[start + card] = 0.0
            now[gone + card] = 1.0

    def _placed(self, event: happened.WagerPlaced) -> None:
        self._now[self._eyes.wagers[event.seat, event.wager]] = event.cents / self._unit

    def _decided(self, event: happened.Decided) -> None:
        self._now[self._at[event.seat, event.action]] += 1.0

    def _button(self, event: happened.ButtonPlaced) -> None:
        self._now[self._at[event.seat, "button"]] = 1.0

    def _put_in(self, event: happened.ChipsPlaced) -> None:
        """Chips go from the stack into the pot."""
        now, units, (stack, pot) = self._now, event.cents / self._unit, self._chips[event.seat]
        now[stack] -= units
        now[pot] += units

    def _returned(self, event: happened.ChipsReturned) -> None:
        """They come back."""
        now, units, (stack, pot) = self._now, event.cents / self._unit, self._chips[event.seat]
        now[stack] += units
        now[pot] -= units

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
