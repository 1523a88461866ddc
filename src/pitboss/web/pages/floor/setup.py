"""A table's setup as a form has it: one flat list of named texts, made from a setup and read back.

What a text may hold is decided where tables are opened; here it is only handed over.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.contract import Game
from pitboss.house.tables.setup import BUY_IN, CLOCK, DEALERS, VERIFIERS
from pitboss.jackpots.terms import MOST_SENSORS
from pitboss.money import dollars, whole_or_text
from pitboss.paytable import TERMS
from pitboss.web.common.visits import Fields

OWN = "own"
"""Stands for a pay table whose rows are written in the form."""

OWN_CODE = "house"
MORE_ROWS = 3
"""Rows of an own table for events that no printed one has."""

OPTIONAL = ("bonus", "tip")
"""Kinds of wagers with limits of their own."""

ENDS = ("least", "most")
PAIRS = {"buy_in": ENDS, "blinds": ("small", "big"), "bets": ("small", "big")}
"""What the two amounts of a pair are called; those of a wager's limits are its ends, too."""


def first_values(game: Game, table: Mapping[str, Any] | None = None) -> Fields:
    """What the form shows before anything is chosen, perhaps with pay tables and rulings."""
    given: dict[str, Any] = {"name": game.source.title, "table": dict(table or {})}
    if game.read_seating:
        return flatten(game, {**given, "blinds": [2, 4], "buy_in": [40, 400]})
    extra = [spot.name for spot in game.source.spots.values() if spot.kind in OPTIONAL]
    given["table"]["limits"] = {"min": 5, "max": 100, **{name: [1, 25] for name in extra}}
    return flatten(game, given)


def flatten(game: Game, given: Mapping[str, Any]) -> Fields:
    """A setup as the form's texts; what it leaves to the default stands there too."""
    table = given.get("table", {})
    limits, rulings = dict(table.get("limits", {})), table.get("rulings", {})
    aggregate = limits.pop("aggregate", {})
    chosen = {**game.default_paytables, **table.get("paytables", {})}
    values = {
        "name": given["name"],
        "dealer": given.get("dealer", DEALERS[0]),
        "verify": given.get("verify", VERIFIERS[0]),
        "clock": {**CLOCK, **given.get("clock", {})},
        "buy_in": given.get("buy_in", [dollars(cents) for cents in BUY_IN]),
        **{name: given.get(name, "") for name in ("blinds", "bets", "chip", "profile", "approval")},
        "limits": limits,
        "aggregate": aggregate,
        "paytables": dict(_flat_paytables(game, chosen)),
        "jackpots": {n: link["jackpot"] for n, link in enumerate(table.get("jackpots", []), 1)},
        "rulings": {
            name: rulings.get(name, ruling.options[0])
            for name, ruling in game.source.rulings.items()
        },
    }
    return {name: str(value) for name, value in _leaves(values) if value not in ("", None)}


def _flat_paytables(game: Game, chosen: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for wager, one in chosen.items():
        if not isinstance(one, Mapping):
            yield wager, one
            continue
        hands, more = printed_hands(game, wager), 0
        yield wager, OWN
        yield f"{wager}.code", one.get("code", OWN_CODE)
        yield f"{wager}.terms", one.get("terms", TERMS[0])
        rows = one["rows"].items() if isinstance(one["rows"], Mapping) else one["rows"]
        for event, *hand, pay in rows:
            if event in hands:
                yield f"{wager}.rows.{event}", pay
            else:
                more += 1
                yield f"{wager}.more.{more}", {"event": event, "pay": pay}
            if hand and hand[0] not in (event, hands.get(event)):
                yield f"{wager}.hand.{event}", hand[0]


def printed_hands(game: Game, wager: str) -> dict[str, str]:
    """The events that a printed table of the wager has, with the names of their hands."""
    tables = game.paytables[wager].values()
    return {row.event: row.hand for table in tables for row in table.rows}


def _leaves(values: Mapping[Any, Any], within: str = "") -> Iterator[tuple[str, object]]:
    """Each value by its dotted name, such as ``limits.bonus.least``."""
    for key, value in values.items():
        inner = value
        if isinstance(value, list | tuple):
            inner = dict(zip(PAIRS.get(key, ENDS), value, strict=False))
        if isinstance(inner, Mapping):
            yield from _leaves(inner, f"{within}{key}.")
        else:
            yield f"{within}{key}", value


def read_flat(game: Game, flat: Fields) -> dict[str, Any]:
    """The setup that the texts stand for; an empty one is left to the default."""
    plain = {name: flat[name] for name in ("name", "dealer", "verify", "chip") if flat.get(name)}
    law = within(flat, "profile")
    return {
        "game": game.source.key,
        "table": _read_table(game, flat),
        **plain,
        "clock": {
            name: whole_or_text(text)
            for name, text in within(flat, "clock").items()
            if name in CLOCK
        },
        **_read_pairs(flat, PAIRS),
        "profile": law if law.get("name", "none") != "none" else {"name": "none"},
        "approval": within(flat, "approval"),
    }


def _read_table(game: Game, flat: Fields) -> dict[str, Any]:
    limits: dict[str, Any] = within(flat, "limits")
    spots = dict.fromkeys(game.source.spots, ENDS)
    limits = {n: limits[n] for n in ("min", "max") if n in limits} | _read_pairs(limits, spots)
    if aggregate := within(flat, "aggregate"):
        limits["aggregate"] = aggregate
    rulings, links = within(flat, "rulings"), within(flat, "jackpots")
    sensors = [str(number) for number in range(1, MOST_SENSORS + 1)]
    return {
        "limits": limits,
        "paytables": dict(_read_paytables(game, flat)),
        "rulings": {name: value for name, value in rulings.items() if name in game.source.rulings},
        "jackpots": [{"jackpot": links[number]} for number in sensors if number in links],
    }


def _read_paytables(game: Game, flat: Fields) -> Iterator[tuple[str, object]]:
    for wager in game.paytables:
        if chosen := flat.get(f"paytables.{wager}", ""):
            yield wager, _read_own(game, wager, flat) if chosen == OWN else chosen


def _read_own(game: Game, wager: str, flat: Fields) -> dict[str, object]:
    """The rows that are written in the form; one without a pay is left out."""
    given, known = within(flat, f"paytables.{wager}"), printed_hands(game, wager)
    hands = {**known, **within(given, "hand")}
    pays = within(given, "rows")
    for number in range(1, MORE_ROWS + 1):
        if event := given.get(f"more.{number}.event"):
            pays.setdefault(event, given.get(f"more.{number}.pay", ""))
    order = [*(event for event in known if event in pays), *(e for e in pays if e not in known)]
    return {
        "code": given.get("code", OWN_CODE),
        "terms": given.get("terms", TERMS[0]),
        "rows": [[event, hands.get(event, event), pays[event]] for event in order],
    }


def _read_pairs(flat: Fields, pairs: Mapping[str, tuple[str, str]]) -> dict[str, list[str]]:
    """The pairs of which one part at least is given."""
    found = {n: [flat.get(f"{n}.{part}", "") for part in parts] for n, parts in pairs.items()}
    return {name: pair for name, pair in found.items() if any(pair)}


def within(flat: Fields, name: str) -> Fields:
    """The texts below a name, by the rest of theirs."""
    start = f"{name}."
    return {
        key.removeprefix(start): text
        for key, text in flat.items()
        if text and key.startswith(start)
    }


def in_force(game: Game, flat: Fields) -> Fields:
    """The texts without the rows of own tables that were not chosen."""
    off = tuple(f"paytables.{w}." for w in game.paytables if flat.get(f"paytables.{w}") != OWN)
    return {name: text for name, text in flat.items() if not name.startswith(off)}


def compare(before: Fields, after: Fields) -> list[tuple[str, str, str]]:
    """The settings that differ, by their names in the form, as they were and as they are."""
    found = [(name, before.get(name, ""), after.get(name, "")) for name in {**before, **after}]
    return [(name, old, new) for name, old, new in found if old != new]
