"""Practice tables: what one is set to, the person's chips, and how rounds are opened against the
house or between players."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cli.screen.console import Back, Person
from pitboss.cli.screen.text import wrapped
from pitboss.games.contract import Game, Opening, Settings
from pitboss.games.opening import Offer, first_offers, offers, open_round, open_seating
from pitboss.jackpots.meter import Meter
from pitboss.money import dollars, money, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes
from pitboss.rounds.telling import limit_words, rule_text, wager_title

FIRST_WAGER_CENTS = 1000
"""What the main wager is until the person changes it, where the limits allow."""


class PracticeTable(NamedTuple):
    """A table as the command line asks for it.

    ``blinds`` and the level of the ``opponents`` count where players play each other.
    """

    game: Game
    settings: Settings
    bots: int
    seed: str | None = None
    pace: float = 0.0
    blinds: tuple[int, int] = (200, 400)
    meters: tuple[Meter, ...] = ()
    opponents: str = "medium"

    @property
    def you(self) -> int:
        """The person's seat: in the middle, so that some act before and some after."""
        return self.bots // 2 + 1

    @property
    def seats(self) -> range:
        return range(1, self.bots + 2)


class Purse:
    """Practice chips, from the start of a session to its end, across tables."""

    def __init__(self, cents: int) -> None:
        self.start_cents = cents
        self.cents = cents
        self.net_cents = 0
        self.rounds = 0

    def add_round(self, net_cents: int) -> None:
        self.cents += net_cents
        self.net_cents += net_cents
        self.rounds += 1

    def undo_round(self, net_cents: int) -> None:
        """The last round is void: what it brought or cost goes back."""
        self.cents -= net_cents
        self.net_cents -= net_cents


class HouseTable:
    """Opens rounds against the house: each seat has its wagers."""

    def __init__(self, setup: PracticeTable, bot_bytes: Bytes, purse: Purse) -> None:
        self.setup = setup
        self.meters = setup.meters
        self._bot_bytes = bot_bytes
        self.spots = first_offers(offers(setup.game, setup.settings))
        self.main = next(offer for offer in self.spots if offer.spot.kind == "main")
        start = max(self.main.least_cents, min(FIRST_WAGER_CENTS, purse.cents))
        most = self.main.most_cents
        self.wagers = {self.main.spot.name: min(start, most) if most else start}
        limits = (f"{offer.spot.title} {limit_words(*offer[1:])}" for offer in self.spots)
        self.offer_words = ", ".join(limits)

    def check(self, wagers: Mapping[str, int]) -> None:
        """Refuse wagers of the person's seat that the rules or the limits do not allow."""
        open_round(self.setup.game, self.setup.settings, {self.setup.you: wagers}, ())

    @property
    def entry_words(self) -> str:
        game, wagers = self.setup.game, self.wagers.items()
        return ", ".join(f"{wager_title(game, name)} {money(cents)}" for name, cents in wagers)

    @property
    def entry_cents(self) -> int:
        """The chips needed to sit in a round."""
        return sum(self.wagers.values())

    def open(self, deck: tuple[int, ...], deck_name: str, purse: Purse) -> Opening:
        setup = self.setup
        wagers = {seat: self._bot_wagers() for seat in setup.seats if seat != setup.you}
        wagers[setup.you] = self.wagers
        opening = open_round(setup.game, setup.settings, wagers, deck, deck_name)
        return opening._replace(meters=self.meters)

    def close(self, running: Runner) -> None:
        self.meters = tuple(running.table.meters)

    def _bot_wagers(self) -> dict[str, int]:
        """One to three times the least main wager, and now and then a bonus."""
        main, least, most = self.main
        least = max(least, min(500, most or 500))
        size = least * (1 + self._bot_bytes(1)[0] % 3)
        wagers = {main.name: min(size, most) if most else size}
        for spot, least, _ in self.spots:
            if spot.kind in ("bonus", "jackpot") and self._bot_bytes(1)[0] % 3 == 0:
                wagers[spot.name] = least if spot.kind == "jackpot" else max(least, 100)
        try:
            self.check(wagers)
        except Refused:
            return {main.name: wagers[main.name]}
        return wagers

    def change(self, person: Person, purse: Purse) -> str:
        """Ask for each wager in turn, what is refused again; a remark where nothing changes."""
        chosen: dict[str, int] = {}
        try:
            for offer in self.spots:
                self._ask(person, purse, offer, chosen)
        except Back:
            return f"Nothing is changed; you keep {self.entry_words}."
        if not chosen:
            return f"No wager is made; you keep {self.entry_words}."
        self.wagers = chosen
        return ""

    def _ask(self, person: Person, purse: Purse, offer: Offer, chosen: dict[str, int]) -> None:
        """Add a wager to those chosen, if rules, limits and chips allow it."""
        spot, limits = offer.spot, limit_words(*offer[1:])
        kept = self.wagers.get(spot.name, 0)
        prompt = f"{spot.title}, {limits}; now {money(kept)}, 0 for none, Enter keeps: "
        while True:
            text = person.line(prompt)
            try:
                cents = parse_dollars(text, spot.name) if text else kept
                if not cents:
                    return
                wagers = {**chosen, spot.name: cents}
                self.check(wagers)
                if sum(wagers.values()) > purse.cents:
                    raise Refused(
                        f"{spot.name} wager of {money(cents)}: you have {money(purse.cents)} in"
                        f" practice chips and wagers of {money(sum(chosen.values()))}"
                    )
            except Refused as refusal:
                rule = rule_text(self.setup.game, refusal.rule)
                why = f" {refusal.rule}: {rule}" if rule else ""
                person.say(wrapped(f"Not allowed: {refusal}.{why}", person.width, 2, "yellow"))
            else:
                chosen[spot.name] = cents
                return


class PokerTable:
    """Opens rounds between players: the person's chips are the whole purse."""

    def __init__(self, setup: PracticeTable, start_cents: int) -> None:
        self.setup = setup
        small, self.entry_cents = setup.blinds
        """A big blind: the chips needed to sit in a round."""
        self.entry_words = f"blinds {money(small)} and {money(self.entry_cents)}"
        self.offer_words = f"Players play each other, with {self.entry_words}"
        self._buy_in = max(start_cents, self.entry_cents)
        self.stacks = dict.fromkeys(setup.seats, self._buy_in)
        self.button = 0

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
        if running.status == "void":  # the hand is played again
            self.button -= 1
