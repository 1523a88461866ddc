"""Where each jackpot's meter stands by the log: by the last entry that moved it. A round says after
how many moves it was settled and where the meters stood; it is run again to see where they went."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from pitboss.games import find_game, jackpot_keys
from pitboss.house.audit.derived.continuity import Continuity
from pitboss.house.audit.derived.differences import BROKEN, Difference, compare_rows
from pitboss.house.audit.meters import read_stand
from pitboss.house.store import Database, entries
from pitboss.house.store.derived import Columns, Table
from pitboss.house.tables.apply import Corrupt
from pitboss.house.tables.past import deal_anew
from pitboss.house.tables.rounds import meter_moves, read_meters
from pitboss.house.tables.setup import read_setup
from pitboss.jackpots.meter import Meter, Terms
from pitboss.jackpots.terms import read_jackpots, wager_of

ADJUSTED = "meter-adjusted"


class Opened(NamedTuple):
    """The round in play of a chain: where it was opened, and the sensors that were wagered on."""

    version: int
    sensors: frozenset[int]


class Round(NamedTuple):
    """A round that was settled with a wager on a jackpot."""

    chain: str
    first: int
    last: int
    sensor: int
    setup: Mapping[str, Any]


class Link(NamedTuple):
    """A table's setup and its jackpots."""

    setup: Mapping[str, Any]
    names: tuple[str, ...]


def read_link(setup: Mapping[str, Any]) -> Link:
    found = setup.get("table", {}).get("jackpots", [])
    return Link(setup, tuple(str(each.get("jackpot")) for each in found))


class Standings:
    """Gathers the entries that open and move meters."""

    def __init__(self) -> None:
        self._opened: dict[str, Mapping[str, Any]] = {}
        self._last: dict[str, tuple[int, list[Meter | Round]]] = {}
        self._untold: set[str] = set()
        self.links: dict[str, Link] = {}
        self.linked: dict[str, set[str]] = {}
        """By table the jackpots that it has ever had."""
        self._adjusted: list[tuple[str, int, Meter, Meter]] = []
        self._rounds: dict[str, Opened] = {}
        self.adjustments: Table = {}

    def open(self, body: Mapping[str, Any]) -> None:
        self._opened[str(body["jackpot"])] = body

    def set_up(self, chain: str, body: Mapping[str, Any]) -> None:
        """A table was opened or has another setup."""
        given = body.get("after", body.get("setup"))
        if isinstance(given, Mapping):
            self.links[chain] = link = read_link(given)
            if link.names:
                self.linked.setdefault(chain, set()).update(link.names)

    def open_round(self, chain: str, version: int, body: Mapping[str, Any]) -> None:
        placed = body.get("script", {}).get("wagers", {}).values()
        names = range(1, len(self.links[chain].names) + 1)
        made = frozenset(n for n in names if any(wager_of(n) in wagers for wagers in placed))
        self._rounds[chain] = Opened(version, made)

    def end_round(self, chain: str, version: int, result: Mapping[str, Any]) -> None:
        opened, link = self._rounds.pop(chain, None), self.links[chain]
        if opened is None or result.get("status") != "settled":
            return
        for sensor in sorted(opened.sensors):
            name, moves = link.names[sensor - 1], result.get("moves")
            if moves is None:
                self._untold.add(name)
                continue
            place = Round(chain, opened.version, version, sensor, link.setup)
            self._note(name, moves[sensor - 1], place)

    def correct(self, body: Mapping[str, Any]) -> None:
        for name, stands in (body.get("stands") or {}).items():
            self._note(name, stands["moves"], read_stand(stands["after"]))

    def adjust(self, at: str, body: Mapping[str, Any]) -> None:
        """Two people have moved a meter."""
        name, stands = str(body["jackpot"]), body.get("stands")
        if stands is None:
            self._untold.add(name)
            return
        before, after = read_stand(stands["before"]), read_stand(stands["after"])
        number = stands["moves"] + 1
        self._note(name, stands["moves"], after)
        self._adjusted.append((name, stands["moves"], before, after))
        self.adjustments[name, number] = {
            "jackpot": name,
            "number": number,
            "at": at,
            "table_id": "",
            "round": 0,
            "cause": body["cause"],
            "change": str(after.total - before.total),
            "value": str(after.total),
        }

    def _note(self, name: str, moves: int, what: Meter | Round) -> None:
        known, found = self._last.get(name, (-1, []))
        if moves > known:
            self._last[name] = (moves, [what])
        elif moves == known:
            found.append(what)

    def compare(self, database: Database, kept: Table, moved: Table) -> Iterator[Difference]:
        """Every jackpot's row, and the moves that two people have made."""
        said: Table = {}
        for name in self._opened:
            try:
                said[name,] = self._row(database, name, kept)
            except (*BROKEN, Corrupt) as error:
                words = f"cannot be reckoned ({error})"
                yield Difference(f"jackpots {name}", "its meter", words, "jackpot", name)
                said[name,] = _parsed(kept).get((name,), {})
        yield from compare_rows("jackpots", said, _parsed(kept), lambda key, _: _of(key))
        told = {key: row for key, row in moved.items() if key[0] not in self._untold}
        yield from compare_rows("moves", self.adjustments, told, lambda key, _: _of(key))

    def follow(self, kept: Table) -> Continuity:
        """What the tables' moves are to be added to."""
        opened = {name: self._read(name)[1] for name in self.terms}
        continuity = Continuity(opened, kept)
        continuity.leave(self._untold)
        for name, moves, before, after in self._adjusted:
            continuity.add(name, moves, 1, before, after)
        return continuity

    @cached_property
    def terms(self) -> dict[str, Terms]:
        """Of every jackpot, as it was opened; those that cannot be read are left out."""
        found = {}
        for name in self._opened:
            with suppress(*BROKEN):
                found[name] = self._read(name)[0]
        return found

    def _read(self, name: str) -> tuple[Terms, Meter]:
        body = self._opened[name]
        game = find_game(_game_of(body))
        (found,) = read_jackpots([body["terms"]], game.paytables["jackpot"])
        return found

    @property
    def untold(self) -> int:
        """Jackpots whose last moves an earlier Pitboss has made."""
        return sum(name not in self._last for name in self._untold)

    def _row(self, database: Database, name: str, kept: Table) -> Columns:
        body = self._opened[name]
        _, meter = self._read(name)
        terms = {"game": _game_of(body), "terms": body["terms"]}
        terms |= {"practice": True} if body.get("practice") else {}
        moves, movers = self._last.get(name, (0, []))
        if not movers and name in self._untold and (name,) in kept:
            row = kept[(name,)]
            stands = {part: row[part] for part in (*Meter._fields, "moves")}
        else:
            meter, moves = max(
                (self._after(database, name, moves, each) for each in movers),
                key=lambda found: found[1],
                default=(meter, 0),
            )
            stands = {**dict(zip(Meter._fields, map(str, meter), strict=True)), "moves": moves}
        return {"id": name, "name": body["name"], "terms": terms, **stands}

    def _after(
        self, database: Database, name: str, moves: int, what: Meter | Round
    ) -> tuple[Meter, int]:
        """Where a meter stood after its last mover, and how often it had moved."""
        if isinstance(what, Meter):
            return what, moves + 1
        with database.reading() as transaction:
            recorded = entries.between(transaction, what.chain, what.first, what.last)
        setup = read_setup(what.setup, self.terms, is_recorded=True)
        running = deal_anew(setup, recorded)
        for moved, after, steps in meter_moves(setup.jackpots, running):
            if moved == name:
                return after, moves + len(steps)
        before = read_meters({"jackpots": recorded[-1].values["result"]["meters"]})
        return before[what.sensor - 1], moves


def _game_of(body: Mapping[str, Any]) -> str:
    return str(body.get("game") or jackpot_keys()[0])


def _of(key: Sequence[object]) -> tuple[str, str]:
    return "jackpot", str(key[0])


def _parsed(rows: Table) -> Table:
    """With terms as values: how they are written does not matter."""
    return {key: {**row, "terms": _values(row["terms"])} for key, row in rows.items()}


def _values(text: object) -> object:
    try:
        return json.loads(str(text))
    except ValueError:
        return text
