"""Who may see which card, worked out from the deal and the rules of each game alone.

Nothing here asks the house what it would show: the marks on events that say who may see them are
not read. A card is a person's to see when it was dealt to their own seat, when the game deals it
face up, or when the rules have it shown by now.
"""

from collections.abc import Mapping, Sequence

from pitboss.games.events import (
    COMMUNITY,
    DEALER,
    CardBurned,
    CardDealt,
    CardsShown,
    Decided,
    Event,
    WagerPlaced,
)

FLOP = 3


class Sight:
    """The cards of one round: those that everyone may see, and each person's own."""

    def __init__(self, game: str, seats: Mapping[int, str], deck: Sequence[int]) -> None:
        self.game = game
        self.seats = seats
        self.deck = deck
        self.everyone: set[int] = set()
        self.own: dict[str, set[int]] = {who: set() for who in seats.values()}
        self._folded: set[int] = set()
        self._side_wagers: set[int] = set()
        self._board: list[int] = []
        self._to_dealer = 0
        self._left = 0

    def follow(self, events: Sequence[Event], settled: bool) -> None:
        """All events of the round so far; ``settled`` once the rules have ended it."""
        for event in events:
            if isinstance(event, CardDealt | CardBurned):
                assert event.card == self.deck[self._left], "a card out of the deck's order"
                self._left += 1
            if isinstance(event, CardDealt):
                self._deal(event)
            elif isinstance(event, Decided) and event.action == "fold":
                self._folded.add(event.seat)
            elif isinstance(event, WagerPlaced) and event.wager not in ("ante", "flop"):
                self._side_wagers.add(event.seat)
            elif isinstance(event, CardsShown) and self._may_show(event, settled):
                self.everyone.update(event.cards)

    def _deal(self, event: CardDealt) -> None:
        """Buyout is dealt face up but for the dealer's first card, Holdout's board face up,
        everything else face down."""
        assert event.card is not None
        if event.to > 0:
            self.own[self.seats[event.to]].add(event.card)
        elif event.to == DEALER:
            self._to_dealer += 1
        else:
            self._board.append(event.card)
        if self.game == "buyout":
            face_up = event.to != DEALER or self._to_dealer > 1
        else:
            face_up = self.game == "holdout" and event.to == COMMUNITY
        if face_up:
            self.everyone.add(event.card)

    def _may_show(self, event: CardsShown, settled: bool) -> bool:
        """Before the last decision only Super Omaha's Flop; after it not the hand of whoever
        folded, unless another wager of theirs is still to be settled by it; and no hand where
        all others have folded."""
        if event.of == COMMUNITY and event.cards == tuple(self._board[:FLOP]):
            return self.game == "super-omaha"
        if not settled:
            return False
        if event.of <= 0:
            return True
        if event.of in self._folded:
            return self.game == "super-omaha" and event.of in self._side_wagers
        return self.game != "holdout" or len(self.seats) - len(self._folded) > 1

    def of(self, who: str) -> set[int]:
        return self.everyone | self.own.get(who, set())
