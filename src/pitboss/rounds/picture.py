"""The table as one seat sees it, made from that seat's view of the events and nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pitboss.cards import format_cards
from pitboss.games.contract import Game
from pitboss.games.events import (
    DEALER,
    ButtonPlaced,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    ChipsPlaced,
    ChipsReturned,
    Decided,
    Event,
    JackpotHit,
    PayCut,
    PotAwarded,
    RoundOpened,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.games.table import cut_row
from pitboss.refusal import Refused


@dataclass
class Place:
    """A seat, the dealer or the community: cards (None lies face down), wagers, results.

    ``chips_cents`` is what the seat has in a pot between players, ``won_cents`` what it took.
    """

    cards: list[int | None] = field(default_factory=list)
    discards: list[int | None] = field(default_factory=list)
    wagers: dict[str, int] = field(default_factory=dict)
    settled: list[WagerSettled] = field(default_factory=list)
    chips_cents: int = 0
    won_cents: int = 0
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

    def show(self, cards: tuple[int, ...]) -> None:
        """Cards are turned up, all of them or the first that still lie face down."""
        if len(cards) == len(self.cards):
            self.cards = list(cards)
            return
        for card in cards:
            if card not in self.cards:
                self.cards[self.cards.index(None)] = card

    def discard(self, event: CardsDiscarded) -> None:
        """Part of a hand goes to the rack; a whole hand stays in sight, as it lay."""
        if event.number >= len(self.cards):
            return
        gone: list[int | None] = list(event.cards) or [None] * event.number
        for card in gone:
            self.cards.remove(card if card in self.cards else None)
        self.discards += gone


class Picture:
    """All places of a round, as far as the events go."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.seats: tuple[int, ...] = ()
        self.deck_name = ""
        self.places: dict[int, Place] = {}
        self.button: int | None = None
        self.awards: list[PotAwarded] = []
        self.hits: list[JackpotHit] = []
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
                self.place(of).show(cards)
            case CardsDiscarded(of):
                self.place(of).discard(event)
            case WagerSettled(seat):
                self.place(seat).settled.append(event)
            case RoundVoided():
                self._void(event)
            case _:
                self._add_more(event)

    def _add_more(self, event: Event) -> None:
        """What happens in some games only: pots between players, jackpots."""
        match event:
            case ButtonPlaced(seat):
                self.button = seat
            case ChipsPlaced(seat, action, cents):
                self.place(seat).chips_cents += cents
                self.place(seat).last_action = action
            case ChipsReturned(seat, cents):
                self.place(seat).chips_cents -= cents
            case PotAwarded(_, seat, cents):
                self.place(seat).won_cents += cents
                self.awards.append(event)
            case JackpotHit():
                self.hits.append(event)
            case PayCut(seat):
                place = self.place(seat)
                place.settled = [cut_row(row, event) for row in place.settled]

    def _void(self, event: RoundVoided) -> None:
        """Rows settled before a void count no longer."""
        self.voided = event
        self.awards.clear()
        self.hits.clear()
        for place in self.places.values():
            place.settled.clear()
            place.chips_cents = place.won_cents = 0

    @property
    def pot_cents(self) -> int:
        """The chips in the middle."""
        return sum(place.chips_cents for place in self.places.values())

    @property
    def dealer_up(self) -> list[int]:
        """The dealer's cards that lie face up."""
        return [card for card in self.place(DEALER).cards if card is not None]


def score_answer(
    game: Game, rulings: Mapping[str, str], cards: Sequence[int], board: Sequence[int]
) -> Mapping[str, object]:
    """The game's own answer for a hand, beside a board where there is one; empty for no hand."""
    texts = [f"{format_cards(cards)} / {format_cards(board)}"]
    if not board:
        texts.insert(0, format_cards(cards))
    for text in texts:
        with suppress(Refused):
            return game.score(text, rulings)
    return {}
