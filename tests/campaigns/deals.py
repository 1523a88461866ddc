"""What is known of each deal from the log, and so who may see which card of it; and what was found.

Nothing here asks what the house would show.
"""

import json
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pitboss.cards import format_cards
from pitboss.house.engine import House
from pitboss.house.tables.state import Published
from pitboss.rounds import derivation
from tests.campaigns.bytes_scan import cards_in, find_leaks, find_secrets
from tests.campaigns.sight import Sight


class Deal(NamedTuple):
    """A round's opening in the log: its entry, who sat where, the deck, and its secrets: the seed,
    which is everybody's once it has ended, and the deck's cards in their order."""

    round: int
    version: int
    seats: dict[int, str]
    deck: tuple[int, ...]
    secrets: list[bytes]


class Deals:
    """The deals of a house: those in play or just ended, and what was to be seen of all others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._deals: dict[str, Deal] = {}
        self._sights: dict[str, tuple[Published, Sight]] = {}
        self._past: dict[tuple[str, int], Sight] = {}

    def deal(self, shown: Published) -> Deal:
        """The round that the table shows."""
        known = self._deals.get(shown.id)
        if known is None or known.round != shown.round:
            known = self._deals[shown.id] = self._read(shown)
        return known

    def sight(self, shown: Published) -> tuple[Sight, list[bytes]]:
        """What may be seen of the round, and its salt and deck."""
        if not shown.round:
            return Sight(shown.setup.key, {}, ()), []
        deal = self.deal(shown)
        if shown.id not in self._sights or self._sights[shown.id][0] is not shown:
            sight = Sight(shown.setup.key, deal.seats, deal.deck)
            sight.follow(shown.events[: shown.length], shown.status == "settled")
            self._sights[shown.id] = (shown, sight)
            if shown.question is None:
                self._past[shown.id, shown.round] = sight
        secrets = deal.secrets if shown.question else deal.secrets[1:]
        return self._sights[shown.id][1], [*secrets, *next_seeds([shown])]

    def in_play(self) -> list[Published]:
        """The tables whose rounds have not ended."""
        return [table for table in self.house.floor.published.values() if table.question]

    def secrets_in_play(self) -> list[bytes]:
        """What nobody at all may be told."""
        known = [secret for shown in self.in_play() for secret in self.deal(shown).secrets]
        return known + next_seeds(self.house.floor.published.values())

    def past(self, table: str, number: int) -> Sight:
        """What may be seen of a round that was looked at when it had ended."""
        return self._past[table, number]

    def all_past(self, table: str, who: str) -> set[int]:
        """What someone may have seen of all rounds of a table that have ended, together."""
        ended = [sight for (name, _), sight in self._past.items() if name == table]
        return set().union(*(sight.of(who) for sight in ended))

    def _read(self, shown: Published) -> Deal:
        with self.house.database.reading() as transaction:
            rows = transaction.execute(
                "SELECT version, body, secret FROM entries WHERE chain = ?"
                " AND kind = 'round-opened' ORDER BY version DESC LIMIT 1",
                (shown.id,),
            )
        version, *texts = rows[0]
        body, secret = map(json.loads, texts)
        assert body["round"] == shown.round
        added = {int(seat): text for seat, text in body["added"].items()}
        deck = derivation.deal_deck(secret["seed"], shown.id, shown.round, added)
        return Deal(
            shown.round,
            version,
            {int(number): who for number, who in body["who"].items()},
            deck,
            [secret["seed"].encode(), format_cards(deck).encode()],
        )


def next_seeds(tables: Iterable[Published]) -> list[bytes]:
    """The seeds that are sealed for rounds which are not dealt yet."""
    return [table.next_seal.seed.encode() for table in tables if table.next_seal]


class Findings:
    """How much was scanned of each kind, and what was found."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.leaks: list[str] = []
        self._names: list[bytes] = []

    def leave_out(self, names: Iterable[str]) -> None:
        """Names made at random may read as cards, such as that of a jackpot 5cl-e01-2c3d4c."""
        self._names = [name.encode() for name in names if cards_in(name.encode())]

    def scan(
        self, kind: str, place: str, text: bytes, may_see: set[int] | None, secrets: Iterable[bytes]
    ) -> None:
        """Look for cards and secrets; without ``may_see`` every card may be there."""
        self.counts[kind] += 1
        for name in self._names:
            text = text.replace(name, b"")
        if may_see is None:
            leaks = find_secrets(text, secrets)
        else:
            leaks = find_leaks(text, may_see, secrets)
        self.leaks += [f"{kind} of {place}: {leak}" for leak in leaks]
