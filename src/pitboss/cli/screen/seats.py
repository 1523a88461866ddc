"""Seats with stacks, blinds and a button, where players play against each other."""

from pitboss.cli.screen.console import Person
from pitboss.cli.screen.setup import PracticeTable, Purse
from pitboss.games.contract import Opening
from pitboss.games.opening import open_seating
from pitboss.money import dollars, money
from pitboss.rounds.runner import Runner


class PokerTable:
    """Opens rounds between players: the person's chips are the whole purse."""

    can_change = False

    def __init__(self, setup: PracticeTable, start_cents: int) -> None:
        self.setup = setup
        self._buy_in = max(start_cents, self.entry_cents)
        self.stacks = dict.fromkeys(setup.seats, self._buy_in)
        self.button = 0

    @property
    def offer_words(self) -> str:
        return f"Players play each other, with {self.entry_words}"

    @property
    def entry_words(self) -> str:
        small, big = self.setup.blinds
        return f"blinds {money(small)} and {money(big)}"

    @property
    def entry_cents(self) -> int:
        """The chips needed to sit in a round: a big blind."""
        return self.setup.blinds[1]

    def open(self, deck: tuple[int, ...], deck_name: str, purse: Purse) -> Opening:
        """Move the button; a practice player who is short buys in again."""
        setup = self.setup
        for seat, cents in self.stacks.items():
            if cents < self.entry_cents:
                self.stacks[seat] = self._buy_in
        self.stacks[setup.you] = purse.cents
        self.button = self.button % len(setup.seats) + 1
        given = {
            "stacks": {str(seat): dollars(cents) for seat, cents in self.stacks.items()},
            "button": self.button,
            "blinds": [dollars(cents) for cents in setup.blinds],
        }
        return open_seating(setup.game, setup.settings, given, deck, deck_name)

    def close(self, running: Runner) -> None:
        self.stacks = dict(running.table.stacks)

    def change(self, person: Person, purse: Purse) -> str:
        """Blinds are fixed while the table is open."""
        return f"This table has {self.entry_words}."
