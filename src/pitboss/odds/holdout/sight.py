"""What a Holdout seat sees when it is asked: its cards, the table, the chips and its options."""

from pitboss.games.contract import Opening, Option, Question
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


class Sight:
    """A seat's view, followed event by event up to the question that it is asked.

    ``discards`` has the number for each seat that has discarded; ``put`` is what each seat has in
    the pot, ``front`` how much of it in this betting round, ``dead`` how much as a dead blind.
    ``raises`` counts the bets and raises of each seat, from the Flop on anew.
    """

    def __init__(self, opening: Opening, question: Question) -> None:
        assert opening.seating is not None
        self.settings, self.seating, self.question = opening.settings, opening.seating, question
        self.cards: tuple[int, ...] = ()
        self.discarded: tuple[int, ...] = ()
        self.board: tuple[int, ...] = ()
        self.live = tuple(sorted(self.seating.stacks))
        self.discards: dict[int, int] = {}
        self.put = dict.fromkeys(self.live, 0)
        self.front = dict.fromkeys(self.live, 0)
        self.dead = dict.fromkeys(self.live, 0)
        self.raises = dict.fromkeys(self.live, 0)

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
                self.cards = tuple(card for card in self.cards if card not in event.cards)
        elif isinstance(event, CardBurned):
            self.front = dict.fromkeys(self.front, 0)
            if not self.board:
                self.raises = dict.fromkeys(self.raises, 0)

    def _deal(self, event: CardDealt) -> None:
        if event.card is not None and event.to == self.seat:
            self.cards += (event.card,)
        elif event.card is not None and event.to == COMMUNITY:
            self.board += (event.card,)

    def _place(self, event: ChipsPlaced) -> None:
        self.put[event.seat] += event.cents
        if event.action == DEAD_BLIND:
            self.dead[event.seat] += event.cents
        elif event.action != ANTE:
            self.front[event.seat] += event.cents

    def _decide(self, event: Decided) -> None:
        if event.action == "fold":
            self.live = tuple(seat for seat in self.live if seat != event.seat)
        elif event.action in ("bet", "raise"):
            self.raises[event.seat] += 1


def look(running: Runner) -> Sight:
    """What the seat whose turn it is sees, and nothing else."""
    sight = Sight(running.table.opening, running.asked)
    for event in view(running.table.events, sight.seat):
        sight.add(event)
    return sight
