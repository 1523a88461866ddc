"""Follows every card of a round through the events that a viewer may see."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.games.events import (
    COMMUNITY,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Event,
)

Laid = tuple[int, int, int | None]
"""A card's number at its place, the event that laid it or turned it up, and its face if seen."""


@dataclass
class Tracks:
    """Where the cards are: in hands, burned, or in the discard rack."""

    hands: dict[int, list[Laid]] = field(default_factory=dict)
    put_away: dict[int, list[Laid]] = field(default_factory=dict)
    burned: list[int] = field(default_factory=list)
    racked: int = 0
    _dealt: dict[int, int] = field(default_factory=dict)

    def hand(self, owner: int) -> list[Laid]:
        return self.hands.setdefault(owner, [])

    def add(self, order: int, event: Event) -> None:
        match event:
            case CardDealt(to, card):
                number = self._dealt[to] = self._dealt.get(to, -1) + 1
                self.hand(to).append((number, order, card))
            case CardBurned():
                self.burned.append(order)
            case CardsShown(of, cards):
                self._show(of, cards, order)
            case CardsDiscarded(of):
                self._discard(of, event, order)

    def _show(self, of: int, cards: tuple[int, ...], order: int) -> None:
        """Faces for cards in the order in which they lie, unless they are known already."""
        hand = self.hand(of)
        if len(cards) == len(hand):
            new = dict(zip(range(len(hand)), cards, strict=True))
        else:
            hidden = [place for place, laid in enumerate(hand) if laid[2] is None]
            known = {laid[2] for laid in hand}
            new = dict(zip(hidden, [card for card in cards if card not in known], strict=False))
        for place, card in new.items():
            if hand[place][2] is None:
                hand[place] = (hand[place][0], order, card)

    def _discard(self, of: int, event: CardsDiscarded, order: int) -> None:
        """A whole hand stays in sight as it lay; part of one goes to the rack."""
        self.racked += event.number
        hand = self.hand(of)
        if event.number >= len(hand):
            return
        wanted: list[int | None] = list(event.cards) or [None] * event.number
        for card in wanted:
            faces = [laid[2] for laid in hand]
            place = faces.index(card) if card in faces else faces.index(None)
            number, _, _ = hand.pop(place)
            self.put_away.setdefault(of, []).append((number, order, card))


def track(events: Sequence[Event]) -> Tracks:
    """Every card so far."""
    tracks = Tracks()
    for order, event in enumerate(events):
        tracks.add(order, event)
    return tracks


def seen_board(tracks: Tracks) -> list[int]:
    """The community cards that lie face up."""
    return [card for _, _, card in tracks.hand(COMMUNITY) if card is not None]
