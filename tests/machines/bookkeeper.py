"""An auditor who was not at the table: only the written record of a round, line by line.

Amounts are worked out again from what the record says was wagered, won and at which odds; whatever
does not add up stops the audit.
"""

import re
from decimal import Decimal
from typing import Any

CENT = Decimal("0.01")
ODDS = re.compile(r"([0-9.]+) (to|for) 1")
NOTHING = Decimal(0)


class Bookkeeper:
    """Reads events as JSON, in order, and keeps the books of one round."""

    def __init__(self) -> None:
        self.on_spots: dict[tuple[int, str], Decimal] = {}
        self.wagered: dict[tuple[int, str], Decimal] = {}
        self.net: dict[int, Decimal] = {}
        self.cards: list[str] = []
        self.voided = False
        self.in_pots = NOTHING

    def read(self, event: dict[str, Any]) -> None:
        name = event["event"].replace("-", "_")
        handler = getattr(self, f"_{name}", None)
        if handler:
            handler(event)
        if "seat" in event:
            assert event["seat"] in self.net, event

    def closed(self) -> bool:
        """Whether nothing lies on a spot or in a pot any more."""
        return not self.on_spots and not self.in_pots

    def _round_opened(self, event: dict[str, Any]) -> None:
        assert not self.net, "a round opens once"
        self.net = dict.fromkeys(event["seats"], NOTHING)

    def _wager_placed(self, event: dict[str, Any]) -> None:
        spot = (event["seat"], event["wager"])
        assert spot not in self.wagered, f"{spot} wagers twice"
        self.wagered[spot] = self.on_spots[spot] = Decimal(event["amount"])
        assert self.wagered[spot] > 0

    def _card_dealt(self, event: dict[str, Any]) -> None:
        assert event["card"] not in self.cards, f"{event['card']} is dealt twice"
        self.cards.append(event["card"])

    _card_burned = _card_dealt

    def _wager_settled(self, event: dict[str, Any]) -> None:
        spot = (event["seat"], event["wager"])
        amount, net = Decimal(event["amount"]), Decimal(event["net"])
        if event["outcome"] == "void":
            assert self.voided
            assert self.wagered.pop(spot) == amount
            assert (event["paid"], net) == ("0.00", NOTHING)
            return
        assert not self.voided, "nothing but returns after a void"
        if amount:
            assert self.on_spots.pop(spot) == amount
        else:
            assert spot[1].endswith("-envy")
        assert net == self._due(event, amount), event
        self.net[spot[0]] += net

    def _due(self, event: dict[str, Any], amount: Decimal) -> Decimal:
        """What the seat is up or down by this wager, from its outcome and its odds."""
        paid = Decimal(event["paid"])
        if event["outcome"] != "win":
            assert (paid, event["pays"]) == (NOTHING, None)
            return {"push": NOTHING, "lose": -amount}[event["outcome"]]
        odds = ODDS.fullmatch(event["pays"])
        if odds:
            assert paid == (amount * Decimal(odds[1])).quantize(CENT, "ROUND_DOWN")
        if event["wager"] == "tip":
            return -amount
        in_place = odds[2] == "for" if odds else amount
        return paid - amount if in_place else paid

    def _round_voided(self, event: dict[str, Any]) -> None:
        assert not self.voided
        assert event["reason"]
        self.voided = True
        self.on_spots = {}
        self.in_pots = NOTHING
        self.net = dict.fromkeys(self.net, NOTHING)

    def _chips_placed(self, event: dict[str, Any]) -> None:
        self.net[event["seat"]] -= Decimal(event["amount"])
        self.in_pots += Decimal(event["amount"])

    def _chips_returned(self, event: dict[str, Any]) -> None:
        self.net[event["seat"]] += Decimal(event["amount"])
        self.in_pots -= Decimal(event["amount"])

    def _pot_made(self, event: dict[str, Any]) -> None:
        self.in_pots -= Decimal(event["rake"])

    def _pot_awarded(self, event: dict[str, Any]) -> None:
        self._chips_returned(event)
