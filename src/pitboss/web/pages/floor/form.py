"""The form of a table's setup: one flat list of named texts, made from a setup and read back.

What a field may hold is decided where tables are opened; here it is only shown and handed over.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.games.approval import Approval
from pitboss.games.contract import Game
from pitboss.games.profile import NAMES as PROFILES
from pitboss.games.profile import figures
from pitboss.games.source import Ruling
from pitboss.house.tables.setup import BUY_IN, CLOCK, DEALERS, VERIFIERS
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import MOST_SENSORS
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.telling import wager_title

Flat = dict[str, str]
OWN = "own"
"""Stands for a pay table that is written in the form."""

RECORDS = tuple(name.replace("_", "-") for name in Approval._fields)


class Field(NamedTuple):
    """A field to fill in or to choose from."""

    name: str
    label: str
    value: str
    options: list[tuple[str, str]]
    help: str = ""
    kind: str = "text"
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


def first_values(game: Game) -> Flat:
    """What the form shows before anything is chosen."""
    limits: dict[str, Any] = {"min": 5, "max": 100}
    for spot in game.source.spots.values():
        if spot.kind in ("bonus", "tip"):
            limits[spot.name] = [1, 25]
    given: dict[str, Any] = {"name": game.source.title, "table": {"limits": limits}}
    if game.read_seating:
        given |= {"blinds": [2, 4], "buy_in": [40, 400], "table": {}}
    return flatten(game, given)


def flatten(game: Game, given: Mapping[str, Any]) -> Flat:
    """A setup as the form's texts; what it leaves to the default stands there too."""
    table, clock = given.get("table", {}), {**CLOCK, **given.get("clock", {})}
    least, most = given.get("buy_in", [dollars(cents) for cents in BUY_IN])
    flat = {
        "name": given["name"],
        "dealer": given.get("dealer", DEALERS[0]),
        "verify": given.get("verify", VERIFIERS[0]),
        "clock.decision": clock["decision"],
        "clock.wagers": clock["wagers"],
        "buy_in.least": least,
        "buy_in.most": most,
        **_pairs("blinds", given.get("blinds", []), ("small", "big")),
        **_pairs("bets", given.get("bets", []), ("small", "big")),
        "chip": given.get("chip", ""),
        **{f"profile.{name}": text for name, text in given.get("profile", {}).items()},
        **{f"approval.{name}": text for name, text in given.get("approval", {}).items()},
        **_flat_table(game, table),
    }
    return {name: str(value) for name, value in flat.items() if value not in ("", None)}


def _flat_table(game: Game, table: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.get("limits", {}).items():
        if name == "aggregate":
            flat |= {f"aggregate.{wager}": amount for wager, amount in value.items()}
        elif name in ("min", "max"):
            flat[f"limits.{name}"] = value
        else:
            flat |= _pairs(f"limits.{name}", value, ("least", "most"))
    for wager, chosen in {**game.default_paytables, **table.get("paytables", {})}.items():
        own = isinstance(chosen, Mapping)
        flat[f"paytables.{wager}"] = OWN if own else chosen
        if own:
            flat[f"paytables.{wager}.own"] = json.dumps(chosen)
    for number, link in enumerate(table.get("jackpots", []), 1):
        flat[f"jackpots.{number}"] = link["jackpot"]
    for name, ruling in game.source.rulings.items():
        flat[f"rulings.{name}"] = table.get("rulings", {}).get(name, ruling.options[0])
    return flat


def _pairs(name: str, values: Any, parts: tuple[str, str]) -> dict[str, Any]:
    return {f"{name}.{part}": value for part, value in zip(parts, values, strict=False)}


def read_flat(game: Game, flat: Mapping[str, str]) -> dict[str, Any]:
    """The setup that the texts stand for; an empty one is left to the default."""
    setup: dict[str, Any] = {"game": game.source.key, "table": _read_table(game, flat)}
    for name in ("name", "dealer", "verify", "chip"):
        if flat.get(name):
            setup[name] = flat[name]
    setup["clock"] = {
        name: _whole(flat[f"clock.{name}"]) for name in CLOCK if flat.get(f"clock.{name}")
    }
    for name, parts in (("buy_in", ("least", "most")), *((n, ("small", "big")) for n in _SIZES)):
        pair = _read_pair(flat, name, parts)
        if pair:
            setup[name] = pair
    profile = _within(flat, "profile")
    setup["profile"] = profile if profile.get("name", "none") != "none" else {"name": "none"}
    setup["approval"] = _within(flat, "approval")
    return setup


_SIZES = ("blinds", "bets")


def _read_table(game: Game, flat: Mapping[str, str]) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    for name in ("min", "max"):
        if flat.get(f"limits.{name}"):
            limits[name] = flat[f"limits.{name}"]
    for spot in game.source.spots.values():
        pair = _read_pair(flat, f"limits.{spot.name}", ("least", "most"))
        if pair:
            limits[spot.name] = pair
    if aggregate := _within(flat, "aggregate"):
        limits["aggregate"] = aggregate
    rulings = _within(flat, "rulings")
    jackpots = [flat.get(f"jackpots.{number}", "") for number in range(1, MOST_SENSORS + 1)]
    return {
        "limits": limits,
        "paytables": dict(_read_tables(game, flat)),
        "rulings": {name: value for name, value in rulings.items() if name in game.source.rulings},
        "jackpots": [{"jackpot": name} for name in jackpots if name],
    }


def _read_tables(game: Game, flat: Mapping[str, str]) -> Iterator[tuple[str, object]]:
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


def _read_pair(flat: Mapping[str, str], name: str, parts: tuple[str, str]) -> list[str]:
    pair = [flat.get(f"{name}.{part}", "") for part in parts]
    return pair if any(pair) else []


def _whole(text: str) -> object:
    return int(text) if text.isdecimal() and len(text) < 9 else text


def _within(flat: Mapping[str, str], name: str) -> dict[str, str]:
    start = f"{name}."
    return {
        key.removeprefix(start): text
        for key, text in flat.items()
        if text and key.startswith(start)
    }


class Difference(NamedTuple):
    """A setting that is not what it was."""

    name: str
    before: str
    after: str


def compare(before: Flat, after: Flat) -> list[Difference]:
    """The settings that differ, by their names in the form."""
    return [
        Difference(name, before.get(name, ""), after.get(name, ""))
        for name in {**before, **after}
        if before.get(name, "") != after.get(name, "")
    ]


class Form:
    """The groups of fields of one game's setup, with the texts in them and what is wrong."""

    def __init__(self, game: Game, flat: Flat, jackpots: Mapping[str, Terms], wrong: str) -> None:
        self.game = game
        self.flat = flat
        self.jackpots = jackpots
        self._wrong = wrong
        self._at = ""
        self.groups = [group for group in self._make() if group.fields]
        self._at = find_field(wrong, list(self.labels))
        if self._at:
            self.groups = [group for group in self._make() if group.fields]

    @property
    def problem(self) -> str:
        """What is wrong with no field in particular."""
        return "" if self._at else self._wrong

    @property
    def is_marked(self) -> bool:
        """Whether what is wrong stands at a field."""
        return bool(self._at)

    @property
    def labels(self) -> dict[str, str]:
        return {field.name: field.label for group in self.groups for field in group.fields}

    def shown(self, flat: Flat) -> Flat:
        """Of these texts, those that the form has a field for and that are not empty."""
        return {name: text for name, text in flat.items() if text and name in self.labels}

    def _make(self) -> Iterator[Group]:
        yield Group("Table", list(self._table()))
        yield Group("Limits", list(self._limits()), "In dollars; empty is no limit.")
        yield Group(
            "Pay tables",
            list(self._paytables()),
            "A table that the document does not print opens under profile none only, and is"
            " labelled not as approved.",
            is_broad=True,
        )
        yield Group("Jackpots", list(self._links()), "One for each sensor, all of one type.")
        yield Group(
            "Jurisdiction",
            list(self._profile()),
            "Washington and tribal tables need the records below; Pitboss checks that they are"
            " there, not that they are true.",
        )
        yield Group(
            "Rulings",
            [self._ruling(ruling) for ruling in self.game.source.rulings.values()],
            "How this table reads the places where the document is silent.",
            is_broad=True,
        )

    def _field(self, name: str, label: str, help: str = "", kind: str = "text") -> Field:
        problem = self._wrong if name == self._at else ""
        return Field(name, label, self.flat.get(name, ""), [], help, kind, problem)

    def _choice(self, name: str, label: str, options: Mapping[str, str], help: str = "") -> Field:
        return self._field(name, label, help, "select")._replace(options=list(options.items()))

    def _table(self) -> Iterator[Field]:
        yield self._field("name", "Name")
        dealers = {"automatic": "by itself, once everyone is ready", "person": "by a dealer"}
        yield self._choice("dealer", "Deals", dealers)
        if self.game.paytables.get("jackpot"):
            verifiers = {"table": "the table at once (practice)", "supervisor": "a supervisor"}
            yield self._choice("verify", "Verifies jackpot hits", verifiers)
        yield self._field("clock.decision", "Seconds for a decision", "0 is no clock", "whole")
        if not self.game.read_seating:
            yield self._field("clock.wagers", "Seconds for wagers", "0 is no clock", "whole")
        yield self._field("buy_in.least", "Least chips at a seat", kind="money")
        yield self._field("buy_in.most", "Most chips at a seat", kind="money")
        if self.game.read_seating:
            yield self._field("blinds.small", "Small blind", kind="money")
            yield self._field("blinds.big", "Big blind", kind="money")
            bets = "limit: small and big bet; spread-limit: least and most; else empty"
            yield self._field("bets.small", "First bet size", bets, "money")
            yield self._field("bets.big", "Second bet size", kind="money")
            yield self._field("chip", "Smallest chip", kind="money")

    def _limits(self) -> Iterator[Field]:
        source = self.game.source
        if self.game.read_seating:
            yield self._field("limits.max", "Most for one bet or raise", kind="money")
            return
        main = next(spot for spot in source.spots.values() if spot.kind == "main")
        title = wager_title(self.game, main.name)
        yield self._field("limits.min", f"{title}, least", kind="money")
        yield self._field("limits.max", f"{title}, most", kind="money")
        for spot in source.spots.values():
            if spot.kind in ("bonus", "tip"):
                title = wager_title(self.game, spot.name)
                yield self._field(f"limits.{spot.name}.least", f"{title}, least", kind="money")
                yield self._field(f"limits.{spot.name}.most", f"{title}, most", kind="money")
        for wager in self.game.paytables:
            if wager != "jackpot":
                label = f"{wager_title(self.game, wager)}, all winners of a round"
                words = "an aggregate payout limit; empty is none"
                yield self._field(f"aggregate.{wager}", label, words, "money")

    def _paytables(self) -> Iterator[Field]:
        for wager, printed in self.game.paytables.items():
            if wager == "jackpot":
                continue
            options = {} if wager in self.game.default_paytables else {"": "not offered"}
            options |= {code: f"{code} (printed)" for code in printed}
            options[OWN] = "one of my own"
            title = wager_title(self.game, wager)
            yield self._choice(f"paytables.{wager}", title, options)
            words = "The JSON that the designer gives, used with one of my own."
            yield self._field(f"paytables.{wager}.own", f"{title}: table of my own", words, "own")

    def _links(self) -> Iterator[Field]:
        if not self.game.paytables.get("jackpot"):
            return
        options = {"": "none"}
        for name, terms in self.jackpots.items():
            options[name] = f"{name} ({terms.type}, {terms.paytable.code})"
        for number in range(1, MOST_SENSORS + 1):
            yield self._choice(f"jackpots.{number}", f"Sensor {number}", options)

    def _ruling(self, ruling: Ruling) -> Field:
        name = f"rulings.{ruling.name}"
        if ruling.form:
            words = {"rake": "none, or such as 5% cap 4", "amount": "none, or an amount"}
            return self._field(name, ruling.name, f"{ruling.why} {words[ruling.form]}.")
        options = {
            option: f"{option} (what-if)" if ruling.is_what_if(option) else option
            for option in ruling.options
        }
        return self._choice(name, ruling.name, options, ruling.why)

    def _profile(self) -> Iterator[Field]:
        yield self._choice("profile.name", "Profile", {name: name for name in PROFILES})
        yield self._field("profile.date", "Day of the law", "such as 2024-01-10")
        licences = {"": "–"} | {name: name for name in figures()["washington"]["licences"]}
        yield self._choice("profile.licence", "Licence", licences)
        yield self._field("profile.approval", "Agency's approval", "needed under tribal")
        for name in RECORDS:
            label = name.replace("-", " ").capitalize()
            yield self._field(f"approval.{name}", f"Record: {label.lower()}")


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


def find_field(refusal: str, names: list[str]) -> str:
    """The field that a refusal is about, or nothing."""
    for pattern, place in _PLACES:
        if refusal and (match := re.search(pattern, refusal)):
            name = place.format(*match.groups())
            if name in names:
                return name
    return ""
