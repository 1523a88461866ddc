"""Wagers before the deal at a table against the house: the person's and the practice players'."""

from collections.abc import Mapping

from pitboss.cli.screen.console import Person
from pitboss.cli.screen.layout import wrapped
from pitboss.cli.screen.setup import PracticeTable, Purse
from pitboss.cli.screen.text import Text
from pitboss.games.contract import Opening
from pitboss.games.offer import Offer, first_offers
from pitboss.games.opening import open_round
from pitboss.games.source import Spot
from pitboss.money import money, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes
from pitboss.rounds.telling import limit_words, wager_title

FIRST_WAGER_CENTS = 1000
"""What the main wager is until the person changes it, where the limits allow."""


class HouseTable:
    """Opens rounds against the house: each seat has its wagers."""

    can_change = True

    def __init__(self, setup: PracticeTable, bot_bytes: Bytes, purse: Purse) -> None:
        self.setup = setup
        self.meters = setup.meters
        self._bot_bytes = bot_bytes
        self.spots = first_offers(setup.game, setup.settings)
        self.main = next(offer for offer in self.spots if offer.spot.kind == "main")
        start = max(self.main.least_cents, min(FIRST_WAGER_CENTS, purse.cents))
        most = self.main.most_cents
        self.wagers = {self.main.spot.name: min(start, most) if most else start}

    def check(self, wagers: Mapping[str, int]) -> None:
        """Refuse wagers of the person's seat that the rules or the limits do not allow."""
        open_round(self.setup.game, self.setup.settings, {self.setup.you: wagers}, ())

    @property
    def offer_words(self) -> str:
        """The wagers of this table with their limits."""
        return ", ".join(f"{offer.spot.title} {limit_words(*offer[1:])}" for offer in self.spots)

    @property
    def entry_words(self) -> str:
        titles = {name: wager_title(self.setup.game, name) for name in self.wagers}
        return ", ".join(f"{titles[name]} {money(cents)}" for name, cents in self.wagers.items())

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
        for offer in self.spots:
            self._ask(person, purse, offer, chosen)
        if not chosen:
            return f"No wager is made; you keep {self.entry_words}."
        self.wagers = chosen
        return ""

    def _ask(self, person: Person, purse: Purse, offer: Offer, chosen: dict[str, int]) -> None:
        spot = offer.spot
        while True:
            kept = self.wagers.get(spot.name, 0)
            prompt = (
                f"{spot.title}, {limit_words(*offer[1:])}; now {money(kept)},"
                " 0 for none, Enter keeps: "
            )
            text = person.line(prompt)
            try:
                cents = parse_dollars(text, spot.name) if text else kept
                self._accept(purse, spot, cents, chosen)
            except Refused as refusal:
                person.say(self._refused(refusal, person.width))
                continue
            return

    def _accept(self, purse: Purse, spot: Spot, cents: int, chosen: dict[str, int]) -> None:
        """Add a wager to those chosen, if rules, limits and chips allow it."""
        if not cents:
            return
        wagers = {**chosen, spot.name: cents}
        self.check(wagers)
        if sum(wagers.values()) > purse.cents:
            raise Refused(
                f"{spot.name} wager of {money(cents)}: you have {money(purse.cents)} in"
                f" practice chips and wagers of {money(sum(chosen.values()))}"
            )
        chosen[spot.name] = cents

    def _refused(self, refusal: Refused, width: int) -> list[Text]:
        text = self.setup.game.source.rule_text(refusal.rule)
        why = f" {refusal.rule}: {text}" if text else ""
        return wrapped(f"Not allowed: {refusal}.{why}", width, 2, "yellow")
