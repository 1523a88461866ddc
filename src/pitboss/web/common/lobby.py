"""A table's line in the lobby."""

from collections.abc import Mapping

from pitboss.games.offer import first_offers
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.view import Published, seat_of
from pitboss.jackpots.sensor import wager_of
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
            for spot, least, most in first_offers(setup.game, setup.settings)
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


def blinds_of(setup: Setup) -> list[str] | None:
    if not setup.is_poker:
        return None
    return [dollars(parse_dollars(amount, "blinds")) for amount in setup.given["blinds"]]


def meter_row(setup: Setup, number: int, meters: Mapping[str, int]) -> dict[str, object]:
    """A sensor's jackpot and what its meter shows now."""
    terms, jackpot = setup.settings.jackpots[number], setup.jackpots[number]
    return {
        "wager": wager_of(number + 1),
        "jackpot": jackpot,
        "paytable": terms.paytable.code,
        "amount": dollars(terms.wager_cents),
        "meter": dollars(meters.get(jackpot, 0)),
    }
