"""A table's line in the lobby."""

from collections.abc import Mapping

from pitboss.games.opening import PLACED_FIRST
from pitboss.games.source import Spot
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.view import Published, seat_of
from pitboss.money import dollars, parse_dollars


def lobby_row(table: Published, meters: Mapping[str, int], who: str) -> dict[str, object]:
    setup = table.setup
    return {
        "id": table.id,
        "version": table.version,
        "name": setup.name,
        "game": setup.key,
        "title": setup.game.source.title,
        "phase": table.phase,
        "round": table.round,
        "seats": setup.seats,
        "taken": list(table.seats),
        "free": [n for n in range(1, setup.seats + 1) if n not in table.seats],
        "people": sum(seat["kind"] == "person" for seat in table.seats.values()),
        "limits": {
            spot.name: [dollars(least), dollars(most) if most else None]
            for spot, least, most in offered(setup)
        },
        "blinds": blinds_of(setup),
        "buy_in": [dollars(cents) for cents in setup.buy_in],
        "dealer": setup.given["dealer"],
        "practice": setup.given["practice"],
        "profile": setup.profile.name,
        "labels": list(setup.settings.labels),
        "jackpots": [meter_row(setup, number, meters) for number in range(len(setup.jackpots))],
        "yours": table.owner == who,
        "you": seat_of(table, who) or None,
    }


def offered(setup: Setup) -> list[tuple[Spot, int, int]]:
    """The wagers that may be made before the deal here, each with its least and most in cents."""
    found = []
    for spot in setup.game.source.spots.values():
        limits = limits_of(setup, spot)
        if spot.kind in PLACED_FIRST and is_offered(setup, spot):
            found.append((spot, *limits))
    return found


def is_offered(setup: Setup, spot: Spot) -> bool:
    """Whether this table takes the wager: a bonus needs a pay table, a jackpot a sensor."""
    if spot.kind == "jackpot":
        return int(spot.name.removeprefix("jackpot-")) <= len(setup.jackpots)
    if spot.kind == "tip":
        return setup.settings.rulings.get("tips", "yes") != "no"
    return spot.kind != "bonus" or spot.name in setup.settings.paytables


def limits_of(setup: Setup, spot: Spot) -> tuple[int, int]:
    """The least and the most of a wager in cents; 0 is no limit."""
    limits = setup.settings.limits
    if spot.kind == "jackpot":
        number = int(spot.name.removeprefix("jackpot-")) - 1
        if number >= len(setup.jackpots):
            return 0, 0
        cents = setup.settings.jackpots[number].wager_cents
        return cents, cents
    if spot.kind == "main":
        return max(limits.least_cents, spot.least_cents), limits.most_cents
    if spot.kind == "follow-up":
        return spot.least_cents, limits.most_cents
    least, most = limits.others.get(spot.name, (0, 0))
    return max(least, spot.least_cents), most


def blinds_of(setup: Setup) -> list[str] | None:
    if not setup.is_poker:
        return None
    return [dollars(parse_dollars(amount, "blinds")) for amount in setup.given["blinds"]]


def meter_row(setup: Setup, number: int, meters: Mapping[str, int]) -> dict[str, object]:
    """A sensor's jackpot and what its meter shows now."""
    terms, jackpot = setup.settings.jackpots[number], setup.jackpots[number]
    return {
        "wager": f"jackpot-{number + 1}",
        "jackpot": jackpot,
        "paytable": terms.paytable.code,
        "amount": dollars(terms.wager_cents),
        "meter": dollars(meters.get(jackpot, 0)),
    }
