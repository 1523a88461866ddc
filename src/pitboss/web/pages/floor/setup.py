"""The form of a table's setup: one flat list of named texts, made from a setup and read back.

What a field may hold is decided where tables are opened; here it is only shown and handed over.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.games import profile
from pitboss.games.contract import Game
from pitboss.games.source import Ruling
from pitboss.house.tables.setup import BUY_IN, CLOCK, DEALERS, VERIFIERS
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import MOST_SENSORS
from pitboss.money import dollars, whole_or_text
from pitboss.refusal import Refused
from pitboss.rounds.telling import wager_title
from pitboss.web.common.visits import Fields
from pitboss.web.pages.site import pairs

OWN = "own"
"""Stands for a pay table that is written in the form."""

OPTIONAL = ("bonus", "tip")
"""Kinds of wagers with limits of their own."""

ENDS = ("least", "most")
PAIRS = {"buy_in": ENDS, "blinds": ("small", "big"), "bets": ("small", "big")}
"""What the two amounts of a pair are called; those of a wager's limits are its ends, too."""


class Field(NamedTuple):
    """A field to fill in or to choose from."""

    name: str
    label: str
    help: str = ""
    kind: str = "text"
    options: Iterable[tuple[str, str]] = ()
    value: str = ""
    problem: str = ""

    @property
    def described_by(self) -> str:
        """The ids of what is said beside it."""
        said = (("w", self.problem), ("h", self.help))
        return " ".join(f"{mark}-{self.name}" for mark, words in said if words)


class Group(NamedTuple):
    title: str
    fields: list[Field]
    help: str = ""
    is_broad: bool = False


def first_values(game: Game) -> Fields:
    """What the form shows before anything is chosen."""
    given: dict[str, Any] = {"name": game.source.title}
    if game.read_seating:
        return flatten(game, {**given, "blinds": [2, 4], "buy_in": [40, 400]})
    extra = [spot.name for spot in game.source.spots.values() if spot.kind in OPTIONAL]
    limits = {"min": 5, "max": 100, **{name: [1, 25] for name in extra}}
    return flatten(game, {**given, "table": {"limits": limits}})


def flatten(game: Game, given: Mapping[str, Any]) -> Fields:
    """A setup as the form's texts; what it leaves to the default stands there too."""
    table = given.get("table", {})
    limits, rulings = dict(table.get("limits", {})), table.get("rulings", {})
    aggregate = limits.pop("aggregate", {})
    paytables: dict[str, object] = {}
    for wager, chosen in {**game.default_paytables, **table.get("paytables", {})}.items():
        is_own = isinstance(chosen, Mapping)
        paytables[wager] = OWN if is_own else chosen
        paytables[f"{wager}.own"] = json.dumps(chosen) if is_own else ""
    values = {
        "name": given["name"],
        "dealer": given.get("dealer", DEALERS[0]),
        "verify": given.get("verify", VERIFIERS[0]),
        "clock": {**CLOCK, **given.get("clock", {})},
        "buy_in": given.get("buy_in", [dollars(cents) for cents in BUY_IN]),
        **{name: given.get(name, "") for name in ("blinds", "bets", "chip", "profile", "approval")},
        "limits": limits,
        "aggregate": aggregate,
        "paytables": paytables,
        "jackpots": {n: link["jackpot"] for n, link in enumerate(table.get("jackpots", []), 1)},
        "rulings": {
            name: rulings.get(name, ruling.options[0])
            for name, ruling in game.source.rulings.items()
        },
    }
    return {name: str(value) for name, value in _leaves(values) if value not in ("", None)}


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
    law = _within(flat, "profile")
    return {
        "game": game.source.key,
        "table": _read_table(game, flat),
        **plain,
        "clock": {
            name: whole_or_text(text)
            for name, text in _within(flat, "clock").items()
            if name in CLOCK
        },
        **_read_pairs(flat, PAIRS),
        "profile": law if law.get("name", "none") != "none" else {"name": "none"},
        "approval": _within(flat, "approval"),
    }


def _read_table(game: Game, flat: Fields) -> dict[str, Any]:
    limits: dict[str, Any] = _within(flat, "limits")
    spots = dict.fromkeys(game.source.spots, ENDS)
    limits = {n: limits[n] for n in ("min", "max") if n in limits} | _read_pairs(limits, spots)
    if aggregate := _within(flat, "aggregate"):
        limits["aggregate"] = aggregate
    rulings, links = _within(flat, "rulings"), _within(flat, "jackpots")
    sensors = [str(number) for number in range(1, MOST_SENSORS + 1)]
    return {
        "limits": limits,
        "paytables": dict(_read_paytables(game, flat)),
        "rulings": {name: value for name, value in rulings.items() if name in game.source.rulings},
        "jackpots": [{"jackpot": links[number]} for number in sensors if number in links],
    }


def _read_paytables(game: Game, flat: Fields) -> Iterator[tuple[str, object]]:
    for wager in game.paytables:
        chosen = flat.get(f"paytables.{wager}", "")
        if chosen == OWN:
            try:
                yield wager, json.loads(flat.get(f"paytables.{wager}.own", ""))
            except ValueError:
                raise Refused(
                    f"pay table for {wager}: no valid JSON; the designer makes such a table"
                ) from None
        elif chosen:
            yield wager, chosen


def _read_pairs(flat: Fields, pairs: Mapping[str, tuple[str, str]]) -> dict[str, list[str]]:
    """The pairs of which one part at least is given."""
    found = {n: [flat.get(f"{n}.{part}", "") for part in parts] for n, parts in pairs.items()}
    return {name: pair for name, pair in found.items() if any(pair)}


def _within(flat: Fields, name: str) -> Fields:
    start = f"{name}."
    return {
        key.removeprefix(start): text
        for key, text in flat.items()
        if text and key.startswith(start)
    }


def compare(before: Fields, after: Fields) -> list[tuple[str, str, str]]:
    """The settings that differ, by their names in the form, as they were and as they are."""
    found = [(name, before.get(name, ""), after.get(name, "")) for name in {**before, **after}]
    return [(name, old, new) for name, old, new in found if old != new]


def ruling_options(ruling: Ruling) -> dict[str, str]:
    """What may be chosen, with a word beside what the document does not allow."""
    return {
        option: f"{option} (what-if)" if ruling.is_what_if(option) else option
        for option in ruling.options
    }


class Form:
    """The groups of fields of one game's setup, with the texts in them and what is wrong."""

    def __init__(self, game: Game, flat: Fields, jackpots: Mapping[str, Terms], wrong: str) -> None:
        groups = [group for group in _groups(game, jackpots) if group.fields]
        self.labels = {field.name: field.label for group in groups for field in group.fields}
        self.at = find_field(wrong, self.labels)
        """The field at which what is wrong is said."""
        self.problem = "" if self.at else wrong
        for group in groups:
            group.fields[:] = [
                field._replace(
                    value=flat.get(field.name, ""), problem=wrong if field.name == self.at else ""
                )
                for field in group.fields
            ]
        self.groups = groups


def _groups(game: Game, jackpots: Mapping[str, Terms]) -> Iterator[Group]:
    yield Group("Table", list(_table_fields(game)))
    yield Group("Limits", list(_limit_fields(game)), "In dollars; empty is no limit.")
    yield Group(
        "Pay tables",
        list(_paytable_fields(game)),
        "A table that the document does not print opens under profile none only, and is"
        " labelled not as approved.",
        is_broad=True,
    )
    links = _link_fields(jackpots) if game.paytables.get("jackpot") else []
    yield Group("Jackpots", links, "One for each sensor, all of one type.")
    yield Group(
        "Jurisdiction",
        _profile_fields(game),
        "Washington and tribal tables need the records that the game's approval asks for; Pitboss"
        " checks that they are there, not that they are true.",
    )
    yield Group(
        "Rulings",
        [_ruling_field(ruling) for ruling in game.source.rulings.values()],
        "How this table reads the places where the document is silent.",
        is_broad=True,
    )


def _choice(name: str, label: str, options: Mapping[str, str], help: str = "") -> Field:
    return Field(name, label, help, "select", options.items())


def _table_fields(game: Game) -> Iterator[Field]:
    yield Field("name", "Name")
    dealers = {"automatic": "by itself, once everyone is ready", "person": "by a dealer"}
    yield _choice("dealer", "Deals", dealers)
    if game.paytables.get("jackpot"):
        verifiers = {"table": "the table at once (practice)", "supervisor": "a supervisor"}
        yield _choice("verify", "Verifies jackpot hits", verifiers)
    yield Field("clock.decision", "Seconds for a decision", "0 is no clock", "whole")
    if not game.read_seating:
        yield Field("clock.wagers", "Seconds for wagers", "0 is no clock", "whole")
    yield Field("buy_in.least", "Least chips at a seat", kind="money")
    yield Field("buy_in.most", "Most chips at a seat", kind="money")
    if game.read_seating:
        yield Field("blinds.small", "Small blind", kind="money")
        yield Field("blinds.big", "Big blind", kind="money")
        bets = "limit: small and big bet; spread-limit: least and most; else empty"
        yield Field("bets.small", "First bet size", bets, "money")
        yield Field("bets.big", "Second bet size", kind="money")
        yield Field("chip", "Smallest chip", kind="money")


def _limit_fields(game: Game) -> Iterator[Field]:
    if game.read_seating:
        yield Field("limits.max", "Most for one bet or raise", kind="money")
        return
    spots = game.source.spots.values()
    main = next(spot for spot in spots if spot.kind == "main")
    places = [(main, ("min", "max"))]
    places += [(s, (f"{s.name}.least", f"{s.name}.most")) for s in spots if s.kind in OPTIONAL]
    for spot, names in places:
        for name, end in zip(names, ENDS, strict=True):
            yield Field(f"limits.{name}", f"{wager_title(game, spot.name)}, {end}", kind="money")
    for wager in game.paytables:
        if wager != "jackpot":
            label = f"{wager_title(game, wager)}, all winners of a round"
            words = "an aggregate payout limit; empty is none"
            yield Field(f"aggregate.{wager}", label, words, "money")


def _paytable_fields(game: Game) -> Iterator[Field]:
    for wager, printed in game.paytables.items():
        if wager == "jackpot":
            continue
        options = {} if wager in game.default_paytables else {"": "not offered"}
        options |= {code: f"{code} (printed)" for code in printed}
        title = wager_title(game, wager)
        yield _choice(f"paytables.{wager}", title, {**options, OWN: "one of my own"})
        words = "The JSON that the designer gives, used with one of my own."
        yield Field(f"paytables.{wager}.own", f"{title}: table of my own", words, "own")


def _link_fields(jackpots: Mapping[str, Terms]) -> list[Field]:
    options = {"": "none"}
    for name, terms in jackpots.items():
        options[name] = f"{name} ({terms.type}, {terms.paytable.code})"
    return [_choice(f"jackpots.{n}", f"Sensor {n}", options) for n in range(1, MOST_SENSORS + 1)]


def _profile_fields(game: Game) -> list[Field]:
    licences = {"": "–"} | dict(pairs(profile.figures()["washington"]["licences"]))
    return [
        _choice("profile.name", "Profile", dict(pairs(profile.NAMES))),
        Field("profile.date", "Day of the law", "such as 2024-01-10"),
        _choice("profile.licence", "Licence", licences),
        Field("profile.approval", "Agency's approval", "needed under tribal"),
        *(_record_field(game, name) for name in profile.figures()["records"]),
    ]


def _record_field(game: Game, name: str) -> Field:
    """A part of the approval record, with where this game's approval asks for it."""
    asked = [one for one in game.source.conditions if name in one.records]
    profiles = [each for each in profile.NAMES[1:] if any(one.binds(each) for one in asked)]
    when = {one.when for one in asked} - {""}
    words = f"needed under {' and '.join(profiles)}" if profiles else "kept where given"
    words += "".join(f", with {each}" for each in sorted(when))
    label = f"Record: {name.replace('-', ' ')}"
    return Field(f"approval.{name}", label, f"{profile.figures()['records'][name]}; {words}")


def _ruling_field(ruling: Ruling) -> Field:
    name = f"rulings.{ruling.name}"
    if ruling.form:
        return Field(name, ruling.name, f"{ruling.why} {' or '.join(ruling.choices)}.")
    return _choice(name, ruling.name, ruling_options(ruling), ruling.why)


_PLACES = (
    (r"^name\b", "name"),
    (r"^blinds?\b|blinds", "blinds.small"),
    (r"^bets?\b|bets", "bets.small"),
    (r"^chip\b", "chip"),
    (r"^buy_in", "buy_in.least"),
    (r"^clock wagers", "clock.wagers"),
    (r"^clock", "clock.decision"),
    (r"limit aggregate:? '?([a-z-]+)", "aggregate.{}"),
    (r"^limit (min|max)\b", "limits.{}"),
    (r"^limit ([a-z-]+)\b", "limits.{}.least"),
    (r"ruling ([a-z-]+)", "rulings.{}"),
    (r"wagers-per-round", "rulings.wagers-per-round"),
    (r"pay table \S+ for ([a-z-]+)", "paytables.{}"),
    (r"pay table for '?([a-z-]+)", "paytables.{}"),
    (r"^pay table", "paytables.bonus"),
    (r"lacks ([a-z-]+)", "approval.{}"),
    (r"approval record: ([a-z-]+)", "approval.{}"),
    (r"profile washington: date|limits before", "profile.date"),
    (r"licence", "profile.licence"),
    (r"profile tribal", "profile.approval"),
    (r"profile washington: (min|max)\b", "limits.{}"),
    (r"profile washington: ([a-z-]+) of", "limits.{}.most"),
    (r"^jackpot-([12])", "jackpots.{}"),
    (r"^jackpots|link of|sensor", "jackpots.1"),
    (r"^profile", "profile.name"),
)
"""Where a refusal belongs, by the words that it starts with."""


def find_field(refusal: str, names: Iterable[str]) -> str:
    """The field that a refusal is about, or nothing."""
    for pattern, place in _PLACES:
        if refusal and (match := re.search(pattern, refusal)):
            name = place.format(*match.groups())
            if name in names:
                return name
    return ""
