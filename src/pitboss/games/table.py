"""The table on which a game's rules act: cards, wagers, and the record of what happened."""

from collections.abc import Iterable

from pitboss.games.contract import AGGREGATE_RULE, Opening
from pitboss.games.events import (
    COMMUNITY,
    DEALER,
    EVERYONE,
    NOBODY,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Event,
    JackpotHit,
    PayCut,
    RoundOpened,
    WagerPlaced,
    WagerSettled,
)
from pitboss.money import Odds
from pitboss.paytable import PayTable
from pitboss.refusal import Refused


class Table:
    """One round in progress. Rules change it through its verbs, and each verb records an event."""

    __slots__ = (
        "_deck",
        "_next",
        "events",
        "hands",
        "meters",
        "open_wagers",
        "opening",
        "rulings",
        "seats",
        "settled",
        "stacks",
        "staked",
    )

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.rulings = opening.settings.rulings
        self.stacks = dict(opening.seating.stacks) if opening.seating else {}
        self.seats = tuple(sorted(self.stacks or opening.wagers))
        self.hands: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.hands[DEALER] = []
        self.hands[COMMUNITY] = []
        self.meters = list(opening.meters)
        self.open_wagers = {seat: dict(wagers) for seat, wagers in opening.wagers.items()}
        self._deck = opening.deck
        self._next = 0
        settings = opening.settings
        self.events: list[Event] = [
            RoundOpened(settings.game, settings.rules_version, self.seats, opening.deck_name)
        ]
        self.staked: dict[int, int] = {}
        """What each seat has put on its spots so far, in cents."""
        self.settled: list[WagerSettled] = []
        """One row for each wager that has ended, in that order."""
        for seat, wagers in self.open_wagers.items():
            self.staked[seat] = sum(wagers.values())
            for wager, cents in wagers.items():
                self.events.append(WagerPlaced(seat, wager, cents, ""))

    def paytable(self, wager: str) -> PayTable:
        """The pay table in force for a wager."""
        return self.opening.settings.paytables[wager]

    def seats_with(self, wager: str) -> list[int]:
        """The seats that have this wager in play, from the dealer's left."""
        return [seat for seat in self.seats if wager in self.open_wagers[seat]]

    def deal(self, to: int, seen_by: int, rule: str) -> int:
        """Deal the next card, face up for everyone, to one seat's eyes, or face down for all."""
        card = self._take_top(rule)
        self.hands[to].append(card)
        self.events.append(CardDealt(to, card, seen_by, rule))
        return card

    def deal_hidden(self, order: Iterable[int], rule: str) -> None:
        """Deal a card to each place in turn, for its own seat's eyes alone."""
        hands, record = self.hands, self.events.append
        for to in order:
            card = self._take_top(rule)
            hands[to].append(card)
            record(CardDealt(to, card, to if to > 0 else NOBODY, rule))

    def _take_top(self, rule: str) -> int:
        try:
            card = self._deck[self._next]
        except IndexError:
            raise Refused(
                f"deck: card {self._next + 1} is missing; the dealing order needs it", rule
            ) from None
        self._next += 1
        return card

    def show(self, of: int, rule: str, cards: list[int] | None = None) -> None:
        """Turn up the cards of a seat, the dealer or the community, or some of them."""
        self.events.append(CardsShown(of, tuple(self.hands[of] if cards is None else cards), rule))

    def discard(self, of: int, cards: list[int], rule: str, seen_by: int = EVERYONE) -> None:
        """Put cards in the discard rack."""
        self.events.append(CardsDiscarded(of, tuple(cards), len(cards), seen_by, rule))

    def place(self, seat: int, wager: str, cents: int, rule: str) -> None:
        """A further wager of the round, such as a buy or a play wager."""
        self.open_wagers[seat][wager] = cents
        self.staked[seat] += cents
        self.events.append(WagerPlaced(seat, wager, cents, rule))

    def settle(self, row: WagerSettled) -> None:
        """End a wager; an envy pay has no wager of its own."""
        if row.cents:
            del self.open_wagers[row.seat][row.wager]
        self.settled.append(row)
        self.events.append(row)

    def pay(self, seat: int, wager: str, odds: Odds, rule: str, row: str | None = None) -> None:
        """A winning wager."""
        cents = self.open_wagers[seat][wager]
        paid, net = odds.win(cents)
        self.settle(WagerSettled(seat, wager, cents, "win", str(odds), paid, net, row, rule))

    def pay_tip_box(
        self, seat: int, wager: str, odds: Odds, rule: str, row: str | None = None
    ) -> None:
        """A winning wager for the dealer: it and what it wins go to the tip box."""
        cents = self.open_wagers[seat][wager]
        paid, _ = odds.win(cents)
        self.settle(WagerSettled(seat, wager, cents, "win", str(odds), paid, -cents, row, rule))

    def push(self, seat: int, wager: str, rule: str, row: str | None = None) -> None:
        """A wager that goes back to its seat."""
        cents = self.open_wagers[seat][wager]
        self.settle(WagerSettled(seat, wager, cents, "push", None, 0, 0, row, rule))

    def take(self, seat: int, wager: str, rule: str, row: str | None = None) -> None:
        """A losing wager."""
        cents = self.open_wagers[seat][wager]
        self.settle(WagerSettled(seat, wager, cents, "lose", None, 0, -cents, row, rule))


def burn(table: Table, rule: str) -> None:
    """Put the top card aside, unseen."""
    table.events.append(CardBurned(table._take_top(rule), NOBODY, rule))


def cut_pays(table: Table) -> None:
    """At the end of a round, cut the winners of a wager to its aggregate limit in proportion.

    What counts is the winnings: a pay "for 1" less the wager that it replaces. Left-over cents
    stay with the house. Only pays by the wager's table count: no percentage of a meter, no envy
    pay, no even money without a row, and no wager for the dealer (WAC 230-15-491).
    """
    for wager, limit in table.opening.settings.limits.aggregates.items():
        rows = _table_wins(table, wager)
        total = sum(_winnings(row) for row in rows)
        if total <= limit:
            continue
        for row in rows:
            lost = _winnings(row) - _winnings(row) * limit // total
            if lost:
                to = row.paid_cents - lost
                cut = PayCut(row.seat, wager, row.paid_cents, to, AGGREGATE_RULE)
                table.events.append(cut)
                table.settled = [cut_row(each, cut) for each in table.settled]


def _table_wins(table: Table, wager: str) -> list[WagerSettled]:
    """The wager's wins by its pay table, in the order settled, without shares of a meter."""
    hits = {
        event.seat
        for event in table.events
        if isinstance(event, JackpotHit) and event.jackpot == wager
    }
    return [
        row
        for row in table.settled
        if (row.wager, row.outcome) == (wager, "win")
        and row.row is not None
        and row.seat not in hits
    ]


def _winnings(row: WagerSettled) -> int:
    return max(0, row.net_cents)


def cut_row(row: WagerSettled, cut: PayCut) -> WagerSettled:
    """The row after a cut, if it is the one that was cut."""
    if (row.seat, row.wager) != (cut.seat, cut.wager):
        return row
    lost = cut.paid_cents - cut.cut_to_cents
    return row._replace(paid_cents=cut.cut_to_cents, net_cents=row.net_cents - lost)
