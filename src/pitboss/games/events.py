"""What happens on a table. Each event names who may see it; a view is made from events alone.

``seen_by`` is a seat's number, EVERYONE, or NOBODY (a card that lies face down for all).
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeVar

from pitboss.cards import DECK

DEALER = 0
COMMUNITY = -1
"""Places that hold cards beside the seats, which count from 1."""

EVERYONE = -1
NOBODY = -2


class RoundOpened(NamedTuple):
    """Wagers are locked and the cards ready; ``deck_name`` tells two alternating decks apart."""

    game: str
    rules_version: str
    seats: tuple[int, ...]
    deck_name: str


class WagerPlaced(NamedTuple):
    """A wager stands on its spot."""

    seat: int
    wager: str
    cents: int
    rule: str


class CardDealt(NamedTuple):
    """A card leaves the deck; ``card`` is None in the view of those who may not see it."""

    to: int
    card: int | None
    seen_by: int
    rule: str


Deals = tuple[CardDealt, ...]
"""One event for each card of the deck."""


@cache
def deals_to(to: int, seen_by: int, rule: str) -> Deals:
    """What is recorded when a card goes to this place, card by card: the same in every round, and
    kept, for most events of a round are these."""
    return tuple([CardDealt(to, card, seen_by, rule) for card in DECK])


@cache
def hidden_deals(order: tuple[int, ...], rule: str) -> tuple[Deals, ...]:
    """For each place in turn what is recorded when its own seat alone sees its card."""
    return tuple([deals_to(to, to if to > 0 else NOBODY, rule) for to in order])


class CardBurned(NamedTuple):
    """The top card is put aside, face down, and nobody sees it."""

    card: int | None
    seen_by: int
    rule: str


class Decided(NamedTuple):
    """A seat's answer to its question."""

    seat: int
    action: str
    cents: int
    rule: str


class CardsShown(NamedTuple):
    """Cards that lay face down are turned up."""

    of: int
    cards: tuple[int, ...]
    rule: str


class CardsDiscarded(NamedTuple):
    """Cards go to the discard rack, face up for everyone or unseen."""

    of: int
    cards: tuple[int, ...]
    number: int
    seen_by: int
    rule: str


class WagerSettled(NamedTuple):
    """One wager's end: ``pays`` is the odds or prize in words, ``row`` the pay-table row's hand.

    A win pays ``paid_cents``; ``net_cents`` is what the seat is up or down by this wager.
    """

    seat: int
    wager: str
    cents: int
    outcome: str
    pays: str | None
    paid_cents: int
    net_cents: int
    row: str | None
    rule: str


class PayCut(NamedTuple):
    """A win already settled is paid less, since the round's winners passed an aggregate limit.

    The seat hands back ``paid_cents`` less ``cut_to_cents``.
    """

    seat: int
    wager: str
    paid_cents: int
    cut_to_cents: int
    rule: str


class ButtonPlaced(NamedTuple):
    """The dealer button lies at this seat, which may be empty."""

    seat: int
    rule: str


class ChipsPlaced(NamedTuple):
    """Chips go from a seat's stack into the pot: a post, or the seat's answer to its question."""

    seat: int
    action: str
    cents: int
    rule: str


class ChipsReturned(NamedTuple):
    """The part of a wager that nobody called goes back to its seat."""

    seat: int
    cents: int
    rule: str


class PotMade(NamedTuple):
    """The main pot (0) or a side pot (from 1), less its rake, and the seats that play for it."""

    pot: int
    cents: int
    rake_cents: int
    seats: tuple[int, ...]
    rule: str


class PotAwarded(NamedTuple):
    """A seat's share of a pot, odd chips included."""

    pot: int
    seat: int
    cents: int
    rule: str


class MeterMoved(NamedTuple):
    """A jackpot's meter rises or falls by an exact number of cents."""

    jackpot: str
    cause: str
    change: Fraction
    rule: str


class JackpotHit(NamedTuple):
    """A hand wins a percentage of a jackpot; the order of these events is the order of hits."""

    jackpot: str
    seat: int
    row: str
    pays: str
    paid_cents: int
    rule: str


class RoundVoided(NamedTuple):
    """The round ends without a result; ``supervised`` when a supervisor must check the cards."""

    cause: str
    reason: str
    rule: str
    supervised: bool


Event = (
    (RoundOpened | WagerPlaced | CardDealt | CardBurned | Decided | CardsShown | CardsDiscarded)
    | (WagerSettled | PayCut | MeterMoved | JackpotHit | RoundVoided)
    | (ButtonPlaced | ChipsPlaced | ChipsReturned | PotMade | PotAwarded)
)
_E = TypeVar("_E", bound=Event)


def numbered(events: Iterable[Event], kind: type[_E]) -> Iterator[tuple[int, _E]]:
    """The events of one kind, each with its number in the round."""
    return ((at, event) for at, event in enumerate(events) if isinstance(event, kind))


def rake_of(events: Iterable[Event]) -> int:
    """What the house has taken from the pots; a void gives it back."""
    told = list(events)
    if any(isinstance(event, RoundVoided) for event in told):
        return 0
    return sum(pot.rake_cents for _, pot in numbered(told, PotMade))
