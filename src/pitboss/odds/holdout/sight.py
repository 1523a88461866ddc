"""What a Holdout seat sees when it is asked: its cards, the table, the chips and its options."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.games.contract import Option, Question, Seating, Settings
from pitboss.games.events import (
    COMMUNITY,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    ChipsPlaced,
    ChipsReturned,
    Decided,
    Event,
)
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import view

ANTE, DEAD_BLIND = "ante", "dead-blind"
"""Chips that are no part of a wager; a dead blind plays for the main pot alone."""


class Sight(NamedTuple):
    """A seat's view, in order.

    ``discards`` has the number for each seat that has discarded; ``put`` is what each seat has in
    the pot, ``front`` how much of it in this betting round, ``dead`` how much as a dead blind.
    ``raises`` counts the bets and raises of each seat, from the Flop on anew.
    """

    settings: Settings
    seating: Seating
    question: Question
    cards: tuple[int, ...]
    discarded: tuple[int, ...]
    board: tuple[int, ...]
    live: tuple[int, ...]
    discards: Mapping[int, int]
    put: Mapping[int, int]
    front: Mapping[int, int]
    dead: Mapping[int, int]
    raises: Mapping[int, int]

    @property
    def seat(self) -> int:
        return self.question.seat

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats still in."""
        return tuple(seat for seat in self.live if seat != self.seat)

    @property
    def options(self) -> dict[str, Option]:
        return {option.action: option for option in self.question.options}

    @property
    def call_cents(self) -> int:
        """What it costs to stay in, 0 where a check is possible."""
        option = self.options.get("call")
        return option.least_cents if option else 0

    @property
    def pot_cents(self) -> int:
        return sum(self.put.values())

    def stack(self, seat: int) -> int:
        return self.seating.stacks[seat] - self.put[seat]


def look(running: Runner) -> Sight:
    """What the seat whose turn it is sees, and nothing else."""
    question, opening = running.asked, running.table.opening
    assert opening.seating is not None
    seen = view(running.table.events, question.seat)
    return read_sight(opening.settings, opening.seating, question, seen)


def read_sight(
    settings: Settings, seating: Seating, question: Question, events: Iterable[Event]
) -> Sight:
    """Follow a seat's view of a round up to the question that it is asked."""
    seats = tuple(sorted(seating.stacks))
    notes = _Notes(question.seat, seats)
    for event in events:
        notes.add(event)
    live = tuple(seat for seat in seats if seat not in notes.folded)
    own = tuple(card for card in notes.cards if card not in notes.discarded)
    return Sight(
        settings,
        seating,
        question,
        own,
        tuple(notes.discarded),
        tuple(notes.board),
        live,
        notes.discards,
        notes.put,
        notes.front,
        notes.dead,
        notes.raises,
    )


class _Notes:
    """What is worth remembering while events pass."""

    def __init__(self, seat: int, seats: tuple[int, ...]) -> None:
        self.seat = seat
        self.cards: list[int] = []
        self.discarded: list[int] = []
        self.board: list[int] = []
        self.folded: set[int] = set()
        self.discards: dict[int, int] = {}
        self.put = dict.fromkeys(seats, 0)
        self.front = dict.fromkeys(seats, 0)
        self.dead = dict.fromkeys(seats, 0)
        self.raises = dict.fromkeys(seats, 0)

    def add(self, event: Event) -> None:
        if isinstance(event, CardDealt):
            self._deal(event)
        elif isinstance(event, ChipsPlaced):
            self._place(event)
        elif isinstance(event, ChipsReturned):
            self.put[event.seat] -= event.cents
        elif isinstance(event, Decided):
            self._decide(event)
        elif isinstance(event, CardsDiscarded):
            self.discards[event.of] = event.number
            if event.of == self.seat:
                self.discarded += event.cards
        elif isinstance(event, CardBurned):
            self.front = dict.fromkeys(self.front, 0)
            if not self.board:
                self.raises = dict.fromkeys(self.raises, 0)

    def _deal(self, event: CardDealt) -> None:
        if event.card is not None and event.to == self.seat:
            self.cards.append(event.card)
        elif event.card is not None and event.to == COMMUNITY:
            self.board.append(event.card)

    def _place(self, event: ChipsPlaced) -> None:
        self.put[event.seat] += event.cents
        if event.action == DEAD_BLIND:
            self.dead[event.seat] += event.cents
        elif event.action != ANTE:
            self.front[event.seat] += event.cents

    def _decide(self, event: Decided) -> None:
        if event.action == "fold":
            self.folded.add(event.seat)
        elif event.action in ("bet", "raise"):
            self.raises[event.seat] += 1
