"""What a table offers: the wagers that a seat may make there, each with its least and most."""

from typing import NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.games.source import Spot
from pitboss.jackpots.sensor import number_of

PLACED_FIRST = ("main", "bonus", "jackpot", "tip")
"""The kinds of wager that are made before the deal; follow-ups come with a decision."""


class Offer(NamedTuple):
    """A wager that a table takes; ``most_cents`` is 0 where the table sets none."""

    spot: Spot
    least_cents: int
    most_cents: int

    @property
    def is_first(self) -> bool:
        """Whether it is made before the deal."""
        return self.spot.kind in PLACED_FIRST


def offers(game: Game, settings: Settings) -> list[Offer]:
    """The wagers of a table, in the order of its layout."""
    spots = game.source.spots.values()
    return [Offer(spot, *limits_of(settings, spot)) for spot in spots if is_offered(settings, spot)]


def first_offers(game: Game, settings: Settings) -> list[Offer]:
    """The wagers that may be made before the deal."""
    return [offer for offer in offers(game, settings) if offer.is_first]


def is_offered(settings: Settings, spot: Spot) -> bool:
    """A bonus needs a pay table, a jackpot a sensor, and some wagers a ruling."""
    if any(settings.rulings[name] != option for name, option in spot.needs.items()):
        return False
    if spot.kind == "jackpot":
        return number_of(spot.name) <= len(settings.jackpots)
    return spot.kind != "bonus" or spot.name in settings.paytables


def limits_of(settings: Settings, spot: Spot) -> tuple[int, int]:
    """The least and the most of a wager that is offered; a jackpot takes one amount alone."""
    limits = settings.limits
    if spot.kind == "jackpot":
        fixed = settings.jackpots[number_of(spot.name) - 1].wager_cents
        return fixed, fixed
    least, most = limits.others.get(spot.name, (0, 0))
    if spot.kind in ("main", "follow-up"):
        least, most = limits.least_cents if spot.kind == "main" else 0, limits.most_cents
    return max(least, spot.least_cents), most
