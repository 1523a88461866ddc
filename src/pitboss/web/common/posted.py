"""A table as JSON values: its line in the lobby, and all that it posts: limits, pay tables,
rulings, jackpots, and what to do in a dispute."""

from collections.abc import Mapping

from pitboss.house.tables.setup import Setup
from pitboss.house.tables.view import Published, seat_of
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import wager_of
from pitboss.money import dollars, exact_dollars, floor_cents, money, parse_dollars
from pitboss.paytable import PayTable, Prize, Row, Share

DISPUTES = """\
Say so before you wager again, to the dealer or a supervisor, and note the number of the round.
The supervisor replays the recorded round; the rules and rulings posted here decide.
A round that was dealt wrongly is void, and every wager goes back.
A settled round is undone only by two people together; the log keeps what was and what is.
Whoever still disagrees may ask for the exported round and have it checked with `pitboss verify`.
Where the table runs under a regulator's rules, it may be taken there.
""".splitlines()
"""How a dispute is settled, as the API and the pages post it."""


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
            for spot, least, most in setup.first_offers
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


def posted_values(table: Published, meters: Mapping[str, int]) -> dict[str, object]:
    setup = table.setup
    source = setup.game.source
    settings = setup.settings
    return {
        "table": table.id,
        "version": table.version,
        "name": setup.name,
        "game": setup.key,
        "title": source.title,
        "rules_version": settings.rules_version,
        "approval": {
            "maker": source.maker,
            "date": source.approved,
            "submission": source.submission or None,
            "conditions": list(source.conditions),
            **_record(setup),
        },
        "profile": dict(setup.given["profile"]),
        "labels": list(settings.labels),
        "wagers": _wagers(setup),
        "blinds": blinds_of(setup),
        "buy_in": [dollars(cents) for cents in setup.buy_in],
        "clock": dict(setup.given["clock"]),
        "paytables": [table_values(paytable) for paytable in settings.paytables.values()],
        "jackpots": [_jackpot(setup, number, meters) for number in range(len(setup.jackpots))],
        "rulings": [
            {"name": name, "option": option, "why": source.rulings[name].why}
            for name, option in settings.rulings.items()
        ],
        "disputes": DISPUTES,
    }


def _record(setup: Setup) -> dict[str, object]:
    """The references that the table was opened under."""
    given = setup.given.get("approval")
    return {"record": dict(given)} if given else {}


def _wagers(setup: Setup) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    aggregates = setup.settings.limits.aggregates
    for spot, least, most in setup.offers:
        aggregate = aggregates.get(spot.name)
        rows.append(
            {
                "wager": spot.name,
                "title": spot.title,
                "kind": spot.kind,
                "least": dollars(least),
                "most": dollars(most) if most else None,
                "aggregate": dollars(aggregate) if aggregate else None,
                "rule": spot.rule,
            }
        )
    return rows


def table_values(table: PayTable) -> dict[str, object]:
    """A pay table in force."""
    return {
        "wager": table.wager,
        "code": table.code,
        "terms": table.terms,
        "printed": table.printed,
        "cite": table.cite,
        "rows": [_row(row) for row in table.rows],
    }


def _row(row: Row) -> dict[str, object]:
    envy = money(row.envy_cents) if row.envy_cents else None
    return {"event": row.event, "hand": row.hand, "pays": row.text, "envy": envy}


def _jackpot(setup: Setup, number: int, meters: Mapping[str, int]) -> dict[str, object]:
    terms, name = setup.settings.jackpots[number], setup.jackpots[number]
    progressive = terms.type == "progressive"
    meter = meters.get(name, 0)
    rows = [_jackpot_row(terms, row, meter) for row in terms.paytable.rows]
    return {
        **meter_row(setup, number, meters),
        "type": terms.type,
        "seed": dollars(floor_cents(terms.seed)) if progressive else None,
        "rate": exact_dollars(terms.rate * 100) if progressive else None,
        "maximum": None if terms.maximum is None else dollars(floor_cents(terms.maximum)),
        "pays": {**table_values(terms.paytable), "rows": rows},
    }


def _jackpot_row(terms: Terms, row: Row, meter_cents: int) -> dict[str, object]:
    """A row for this table's wager: prizes are printed for one dollar."""
    values = _row(row)
    if isinstance(row.pay, Prize):
        values["pays"] = scaled(row.pay.cents, terms)
    if row.envy_cents:
        values["envy"] = scaled(row.envy_cents, terms)
    if isinstance(row.pay, Share):
        values["now"] = dollars(share_cents(row.pay, meter_cents))
    return values


def scaled(cents: int, terms: Terms) -> str:
    """Tables are printed for a dollar; pays go with the wager."""
    return money(cents * terms.wager_cents // 100)


def share_cents(share: Share, meter_cents: int) -> int:
    """A part of the meter as it stands."""
    return floor_cents(meter_cents * share.percent / 100)
