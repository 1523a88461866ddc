"""Tables and their ended rounds as values: a line in the lobby, all that a table posts (limits, pay
tables, rulings, jackpots, what to do in a dispute), and rounds run again from the log, shown as far
as their viewer may see them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.cards import format_cards
from pitboss.house.access import ACTS
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.tables import Recorded, Round
from pitboss.house.tables.past import ended_fair, run_again, setup_before
from pitboss.house.tables.promotions import promotion_values, running_on
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import Published, seat_of, table_view
from pitboss.house.tables.waiting import may_hurry
from pitboss.jackpots.terms import wager_of
from pitboss.money import dollars, exact_dollars, floor_cents, money, parse_dollars
from pitboss.paytable import PayTable, Row, Share
from pitboss.rounds.record import events_json, settlement_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import SPECTATOR, view
from pitboss.web.common.gate import NotFound
from pitboss.web.common.notices import DISPUTES, share_cents
from pitboss.web.common.services import Services

IN_WORDS = "a reason in words where no cause of the document holds; of a settled round two people"
"""How a round is voided that no cause of the document voids."""

MOST_LISTED = 50
MOST_ROWS = 20_000


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


class LobbyRows:
    """The lobby's lines as they were last encoded: for all to whom a table is not their own they
    are the same, until it or its jackpots change."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Published, list[int], msgspec.Raw]] = {}

    def find(self, table: Published, meters: Mapping[str, int], who: str) -> object:
        if table.owner == who or seat_of(table, who):
            return lobby_row(table, meters, who)
        shown = [meters.get(name, 0) for name in table.setup.jackpots]
        kept = self._kept.get(table.id)
        if kept is None or kept[0] is not table or kept[1] != shown:
            if len(self._kept) > MOST_ROWS:
                self._kept.clear()  # most are of tables that were closed long ago
            row = msgspec.Raw(msgspec.json.encode(lobby_row(table, meters, who)))
            kept = self._kept[table.id] = (table, shown, row)
        return kept[2]


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


def posted_values(table: Published, meters: Mapping[str, int], day: str) -> dict[str, object]:
    """All that a table posts; ``day`` chooses the promotions."""
    setup = table.setup
    source = setup.game.source
    settings = setup.settings
    aggregates = settings.limits.aggregates
    references = setup.given.get("approval")  # that the table was opened under
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
            "conditions": [one.text for one in source.conditions],
            **({"record": dict(references)} if references else {}),
        },
        "profile": dict(setup.given["profile"]),
        "labels": list(settings.labels),
        "wagers": [
            {
                "wager": spot.name,
                "title": spot.title,
                "kind": spot.kind,
                "least": dollars(least),
                "most": dollars(most) if most else None,
                "aggregate": dollars(paid) if (paid := aggregates.get(spot.name)) else None,
                "rule": spot.rule,
            }
            for spot, least, most in setup.offers
        ],
        "blinds": blinds_of(setup),
        "buy_in": [dollars(cents) for cents in setup.buy_in],
        "clock": dict(setup.given["clock"]),
        "paytables": [table_values(paytable) for paytable in settings.paytables.values()],
        "jackpots": [_jackpot(setup, number, meters) for number in range(len(setup.jackpots))],
        "promotions": [promotion_values(setup.game, each) for each in running_on(setup, day)],
        "rulings": [
            {"name": name, "option": option, "why": source.rulings[name].why}
            for name, option in settings.rulings.items()
        ],
        "irregularities": _irregularities(setup),
        "disputes": DISPUTES,
    }


def _irregularities(setup: Setup) -> dict[str, object]:
    """Who voids a round, and for which causes."""
    causes = setup.game.source.causes_under(setup.settings.rulings)
    return {
        "by": list(ACTS["void"]),
        "causes": [
            {"cause": c.key, "text": c.text, "rule": c.rule, "supervised": c.supervised}
            for c in causes
        ],
        "house_procedure": IN_WORDS,
    }


def table_values(table: PayTable) -> dict[str, object]:
    """A pay table in force."""
    return {
        "wager": table.wager,
        "code": table.code,
        "terms": table.terms,
        "printed": table.printed,
        "cite": table.cite,
        "notes": list(table.notes),
        "rows": [_row(row) for row in table.rows],
    }


def _row(row: Row) -> dict[str, object]:
    envy = money(row.envy_cents) if row.envy_cents else None
    return {"event": row.event, "hand": row.hand, "pays": row.text, "envy": envy}


def _jackpot(setup: Setup, number: int, meters: Mapping[str, int]) -> dict[str, object]:
    terms, name = setup.settings.jackpots[number], setup.jackpots[number]
    progressive = terms.type == "progressive"
    rows = []
    for row in terms.pays.rows:
        values = _row(row)
        if isinstance(row.pay, Share):
            values["now"] = dollars(share_cents(row.pay, meters.get(name, 0)))
        rows.append(values)
    return {
        **meter_row(setup, number, meters),
        "type": terms.type,
        "seed": dollars(floor_cents(terms.seed)) if progressive else None,
        "rate": exact_dollars(terms.rate * 100) if progressive else None,
        "maximum": None if terms.maximum is None else dollars(floor_cents(terms.maximum)),
        "pays": {**table_values(terms.pays), "rows": rows},
    }


class Line(NamedTuple):
    """A line of the list of rounds, with what the viewer won or lost."""

    round: int
    status: str
    ended_at: str
    seats: int
    net_cents: int | None
    seat: int = SPECTATOR
    """The viewer's."""


class Past(NamedTuple):
    """A round that has ended: its line in the books, who was dealt it, by which names they had
    taken their seats, and the round run again."""

    line: Round
    who: dict[int, str]
    names: dict[int, str]
    running: Runner

    def seat_of(self, who: str) -> int:
        return next((seat for seat, person in self.who.items() if person == who), SPECTATOR)


def read_lines(
    transaction: Transaction, table_id: str, before: int, most: int
) -> list[dict[str, Any]]:
    """The newest first."""
    return [_line(line) for line in tables.latest_rounds(transaction, table_id, most, before)]


def _line(line: Round) -> dict[str, Any]:
    names = ("status", "cause", "opened_at", "ended_at")
    return {"round": line.number, **{name: getattr(line, name) for name in names}}


def list_rounds(
    transaction: Transaction, table_id: str, who: str, most: int = MOST_LISTED
) -> list[Line]:
    """The last rounds of a table, with what the viewer won or lost in each."""
    listed = []
    for line in tables.latest_rounds(transaction, table_id, most):
        first, last = (
            entries.find(transaction, table_id, version)
            for version in (line.opened_version, line.ended_version)
        )
        assert first
        assert last
        seats = {person: seat for seat, person in first.values.get("who", {}).items()}
        seat = seats.get(who, "")
        net = last.values.get("result", {}).get("net", {}).get(seat)
        cents = None if net is None else parse_dollars(net)
        if cents and line.status == "corrected":
            cents = 0  # it was taken back
        own = int(seat or SPECTATOR)
        listed.append(Line(line.number, line.status, line.ended_at, len(seats), cents, own))
    return listed


def find_round(transaction: Transaction, table_id: str, number: int) -> Recorded:
    """A round as the log has it; one in play is not there yet."""
    found = tables.load_round(transaction, table_id, number)
    if found is None:
        raise NotFound(f"round {number}: table {table_id} has no such round that has ended")
    return found


def load_round(transaction: Transaction, table_id: str, number: int) -> Past:
    """One round that has ended, run again."""
    found = find_round(transaction, table_id, number)
    before = found.line.opened_version
    taken = entries.search(
        transaction, Which(table_id, ("seat-taken", "seat-named"), before=before)
    )
    names = {entry.values["seat"]: str(entry.values["name"]) for entry in taken}
    return Past(found.line, found.who, names, _run_again(transaction, found))


def _run_again(transaction: Transaction, found: Recorded) -> Runner:
    setup = setup_before(transaction, found.line.table, found.line.opened_version)
    return run_again(setup, found.entries)


def round_values(
    transaction: Transaction, table_id: str, number: int, who: str, sees_all: bool
) -> dict[str, Any]:
    """Whoever sat there in that round sees what their seat saw; the hidden cards of others only
    whoever reads everything."""
    found = find_round(transaction, table_id, number)
    opened, running = found.entries[0], _run_again(transaction, found)
    seat = next((seat for seat, person in found.who.items() if person == who), SPECTATOR)
    table = running.table
    values = {
        "table": table_id,
        **_line(found.line),
        "game": running.game.source.key,
        "you": seat or None,
        "seats": list(table.seats),
        "fair": ended_fair(opened),
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
        "settlement": settlement_json(running),
        "events": events_json(table.events if sees_all else view(table.events, seat)),
    }
    if sees_all:
        values["deck"] = format_cards(table.opening.deck)
    return values


def fresh_view(services: Services, table: Published, who: str, start: int = 0) -> dict[str, object]:
    """A table as a viewer sees it now, its events from ``start`` on where that makes sense: not
    after a newer deal, nor once meters of a link were settled anew with the round."""
    settled_anew = table.setup.jackpots and table.status != "waiting"
    view = table_view(table, who, 0 if start > table.length or settled_anew else start)
    return {
        **view,
        "seconds_left": seconds_left(services, table),
        "next_round": next_round(services, table),
        "may_hurry": may_hurry(table, view["you"] or SPECTATOR),
        **people_view(services, table, who),
    }


def people_view(services: Services, table: Published, who: str) -> dict[str, list[int]]:
    """The seats whose people have gone, and those without whom the viewer may play on."""
    presence = services.house.presence
    return {"gone": [*presence.gone(table)], "play_on": presence.may_play_on(table, who)}


def next_round(services: Services, table: Published) -> float | None:
    """Seconds until the next round between players is dealt by itself, if it is to be."""
    left = services.house.between.left(table)
    return None if left is None else round(left, 1)


def seconds_left(services: Services, table: Published) -> float | None:
    """How long the table's clock still runs, if one does; no wall clock, theirs or ours, matters
    to whoever counts down from it."""
    left = services.house.clocks.shown(table, services.now())
    return None if left is None else round(left, 1)
