"""What a seat may see: the one place where secrets are taken out of a round's events.

One fold of what it sees gives a ``Picture``, all that a screen or a practice player needs: what
lies where, since when, and how every wager ended.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.games import events as happened
from pitboss.games.aggregate import cut_row
from pitboss.games.contract import Decision, Question
from pitboss.games.events import COMMUNITY, EVERYONE, Event
from pitboss.games.history import Viewer
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

SPECTATOR = 0
"""Sees what everyone sees, as does the dealer's side of the table."""

SECRETS = (happened.CardDealt, happened.CardBurned, happened.CardsDiscarded)
"""The events that hold cards which not everyone may see."""


class Step(NamedTuple):
    """A question, if there was one before, and all that happened until the next."""

    question: Question | None
    events: Sequence[Event]


def view(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """The events as this viewer sees them; hidden cards are gone, not masked."""
    return list(events) if viewer is None else [see(event, viewer) for event in events]


def see(event: Event, viewer: int) -> Event:
    """An event as it is, or only that it happened, without its cards."""
    if not isinstance(event, SECRETS) or event.seen_by in visible_to(viewer):
        return event
    if isinstance(event, happened.CardsDiscarded):
        return event._replace(cards=(), seen_by=EVERYONE)
    return event._replace(card=None, seen_by=EVERYONE)


def visible_to(viewer: int) -> tuple[int, int]:
    """The values of ``seen_by`` whose cards this viewer sees."""
    return EVERYONE, viewer


def viewer_words(viewer: Viewer) -> str:
    """``all``, ``spectator`` or the seat's number."""
    return "all" if viewer is None else str(viewer or "spectator")


def read_viewer(text: str, seats: Iterable[int]) -> Viewer:
    """A viewer of a round with these seats, by its words."""
    known: dict[str, Viewer] = {"all": None, "spectator": SPECTATOR}
    known |= {str(seat): seat for seat in seats}
    if text not in known:
        raise Refused(f"viewer {text[:20]!r} is nobody of this round; allowed: {', '.join(known)}")
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
        yield Step(question, view(events, viewer))


def sees_options(question: Question, viewer: Viewer) -> bool:
    """Options that name cards are for their seat's eyes."""
    return viewer in (None, question.seat) or not any(option.cards for option in question.options)


class Laid(NamedTuple):
    """A card at its place: its number in the order of dealing there, the event that laid it or
    turned it up, and its face if it is seen."""

    number: int
    order: int
    card: int | None


@dataclass
class Place:
    """A seat, the dealer or the community: cards, wagers, results.

    ``rows`` has the settled wagers by their events. ``chips_cents`` is what the seat has in a pot
    between players, ``won_cents`` what it took.
    """

    hand: list[Laid] = field(default_factory=list)
    rack: list[Laid] = field(default_factory=list)
    wagers: dict[str, int] = field(default_factory=dict)
    rows: dict[int, happened.WagerSettled] = field(default_factory=dict)
    chips_cents: int = 0
    won_cents: int = 0
    last_action: str = ""

    @property
    def cards(self) -> list[int | None]:
        """The cards that lie here; None lies face down."""
        return [laid.card for laid in self.hand]

    @property
    def discards(self) -> list[int | None]:
        return [laid.card for laid in self.rack]

    @property
    def settled(self) -> list[happened.WagerSettled]:
        return list(self.rows.values())

    @property
    def folded(self) -> bool:
        return self.last_action == "fold"

    @property
    def net_cents(self) -> int:
        """Up or down by the wagers settled so far."""
        return sum(row.net_cents for row in self.rows.values())

    @property
    def open_cents(self) -> int:
        """What still lies on the table."""
        settled = {row.wager for row in self.rows.values()}
        return sum(cents for wager, cents in self.wagers.items() if wager not in settled)

    def lay(self, card: int | None, order: int) -> None:
        """A card is dealt here; numbers go on after those that were put away."""
        self.hand.append(Laid(len(self.hand) + len(self.rack), order, card))

    def show(self, cards: tuple[int, ...], order: int) -> None:
        """Cards are turned up, all of them or the first that still lie face down."""
        known = self.cards
        if len(cards) == len(known):
            faces: Iterator[int | None] = iter(cards)
        else:
            new = (card for card in cards if card not in known)
            faces = (next(new, None) if card is None else card for card in known)
        for place, (laid, card) in enumerate(zip(self.hand, faces, strict=True)):
            if laid.card is None and card is not None:
                self.hand[place] = Laid(laid.number, order, card)

    def discard(self, event: happened.CardsDiscarded, order: int) -> None:
        """Part of a hand goes to the rack; a whole hand stays in sight, as it lay."""
        if event.number >= len(self.hand):
            return
        for card in event.cards or (None,) * event.number:
            faces = self.cards
            gone = self.hand.pop(faces.index(card if card in faces else None))
            self.rack.append(Laid(gone.number, order, card))


class Picture:
    """All places of a round, as far as the events go.

    ``burned`` has the events that burned a card; ``racked`` counts the cards in the discard rack;
    ``acts`` says who did what, for how much.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.length = 0
        self.seats: tuple[int, ...] = ()
        self.deck_name = ""
        self.places: dict[int, Place] = {}
        self.burned: list[int] = []
        self.racked = 0
        self.acts: list[tuple[int, str, int]] = []
        self.button: int | None = None
        self.awards: list[happened.PotAwarded] = []
        self.hits: list[happened.JackpotHit] = []
        self.voided: happened.RoundVoided | None = None
        for event in events:
            self.add(event)

    def place(self, owner: int) -> Place:
        return self.places.setdefault(owner, Place())

    def add(self, event: Event) -> None:
        """The next event of the round."""
        order = self.length
        self.length += 1
        match event:
            case happened.RoundOpened(seats=seats, deck_name=deck_name):
                self.seats, self.deck_name = seats, deck_name
            case happened.WagerPlaced(seat, wager, cents):
                self.place(seat).wagers[wager] = cents
            case happened.CardDealt(to, card):
                self.place(to).lay(card, order)
            case happened.Decided(seat, action, cents):
                self._act(seat, action, cents)
            case happened.CardsShown(of, cards):
                self.place(of).show(cards, order)
            case happened.CardsDiscarded(of):
                self.place(of).discard(event, order)
                self.racked += event.number
            case happened.WagerSettled(seat):
                self.place(seat).rows[order] = event
            case happened.RoundVoided():
                self._void(event)
            case happened.CardBurned():
                self.burned.append(order)
            case _:
                self._add_more(event)

    def _add_more(self, event: Event) -> None:
        """What happens in some games only: pots between players, jackpots."""
        match event:
            case happened.ButtonPlaced(seat):
                self.button = seat
            case happened.ChipsPlaced(seat, action, cents):
                self.place(seat).chips_cents += cents
                # Chips that follow a decision belong to it; a post has no decision before it.
                if not self.acts or self.acts[-1][:2] != (seat, action):
                    self._act(seat, action, cents)
            case happened.ChipsReturned(seat, cents):
                self.place(seat).chips_cents -= cents
            case happened.PotAwarded(_, seat, cents):
                self.place(seat).won_cents += cents
                self.awards.append(event)
            case happened.JackpotHit():
                self.hits.append(event)
            case happened.PayCut(seat):
                place = self.place(seat)
                place.rows = {order: cut_row(row, event) for order, row in place.rows.items()}

    def _act(self, seat: int, action: str, cents: int) -> None:
        self.place(seat).last_action = action
        self.acts.append((seat, action, cents))

    def _void(self, event: happened.RoundVoided) -> None:
        """Rows settled before a void count no longer."""
        self.voided = event
        self.awards.clear()
        self.hits.clear()
        for place in self.places.values():
            place.rows.clear()
            place.chips_cents = place.won_cents = 0

    @property
    def pot_cents(self) -> int:
        """The chips in the middle."""
        return sum(place.chips_cents for place in self.places.values())

    @property
    def board(self) -> list[int]:
        """The community cards that lie face up."""
        return [card for card in self.place(COMMUNITY).cards if card is not None]
