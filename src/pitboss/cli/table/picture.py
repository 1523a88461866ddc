"""The table as one seat sees it, made from that seat's view of the events and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.games.events import (
    DEALER,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Decided,
    Event,
    RoundOpened,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)


@dataclass
class Place:
    """A seat, the dealer or the community: cards (None lies face down), wagers, results."""

    cards: list[int | None] = field(default_factory=list)
    discards: list[int | None] = field(default_factory=list)
    wagers: dict[str, int] = field(default_factory=dict)
    settled: list[WagerSettled] = field(default_factory=list)
    last_action: str = ""

    @property
    def folded(self) -> bool:
        return self.last_action == "fold"

    @property
    def net_cents(self) -> int:
        """Up or down by the wagers settled so far."""
        return sum(row.net_cents for row in self.settled)

    @property
    def open_cents(self) -> int:
        """What still lies on the table."""
        settled = {row.wager for row in self.settled}
        return sum(cents for wager, cents in self.wagers.items() if wager not in settled)

    def discard(self, event: CardsDiscarded) -> None:
        """Part of a hand goes to the rack; a whole hand stays in sight, as it lay."""
        if event.count >= len(self.cards):
            return
        gone: list[int | None] = list(event.cards) or [None] * event.count
        for card in gone:
            self.cards.remove(card if card in self.cards else None)
        self.discards += gone


class Picture:
    """All places of a round, as far as the events go."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.seats: tuple[int, ...] = ()
        self.deck_name = ""
        self.places: dict[int, Place] = {}
        self.voided: RoundVoided | None = None
        for event in events:
            self._add(event)

    def place(self, owner: int) -> Place:
        return self.places.setdefault(owner, Place())

    def _add(self, event: Event) -> None:
        match event:
            case RoundOpened(seats=seats, deck_name=deck_name):
                self.seats, self.deck_name = seats, deck_name
            case WagerPlaced(seat, wager, cents):
                self.place(seat).wagers[wager] = cents
            case CardDealt(to, card):
                self.place(to).cards.append(card)
            case Decided(seat, action):
                self.place(seat).last_action = action
            case CardsShown(of, cards):
                self.place(of).cards = list(cards)
            case CardsDiscarded(of):
                self.place(of).discard(event)
            case WagerSettled(seat):
                self.place(seat).settled.append(event)
            case RoundVoided():
                self._void(event)

    def _void(self, event: RoundVoided) -> None:
        """Rows settled before a void count no longer."""
        self.voided = event
        for place in self.places.values():
            place.settled.clear()

    @property
    def dealer_up(self) -> list[int]:
        """The dealer's cards that lie face up."""
        return [card for card in self.place(DEALER).cards if card is not None]
