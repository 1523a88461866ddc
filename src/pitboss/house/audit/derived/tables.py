"""One table by its own chain: played again from its first entry, it gives its snapshot, its rounds,
its hits and what it moved on meters."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from pitboss.house.audit.derived.continuity import Continuity
from pitboss.house.audit.derived.differences import (
    BROKEN,
    NO_ROW,
    Difference,
    compare_rows,
    shown,
)
from pitboss.house.audit.derived.meters import Standings
from pitboss.house.audit.meters import read_stand
from pitboss.house.log import Entry, canonical
from pitboss.house.store import Database, entries, jackpots, tables
from pitboss.house.store.derived import COLUMNS, Columns, KeptTable, Table, read_table
from pitboss.house.tables.amendments import HitAdvanced, HitsChanged, RoundCorrected, RoundResettled
from pitboss.house.tables.apply import Corrupt, apply_entry, read_entry
from pitboss.house.tables.entries import TableOpened
from pitboss.house.tables.rounds import line_of, meter_moves, new_hits, read_meters
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.house.tables.state import KEPT_LATER, LiveTable, Seat
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import VOIDED, Hit
from pitboss.money import parse_dollars

AMENDED = (HitAdvanced.word, RoundResettled.word, RoundCorrected.word)


class Played:
    """A table that is played again; ``snapshot`` is as it stood after the entry whose version is
    ``at``."""

    def __init__(
        self, chain: str, terms: Mapping[str, Terms], at: int, continuity: Continuity
    ) -> None:
        self.chain = chain
        self.continuity = continuity
        self.table: LiveTable | None = None
        self.rounds: dict[int, tables.Round] = {}
        self.hits: dict[str, Hit] = {}
        self.moves: Table = {}
        self.row: Columns | None = None
        self.snapshot: dict[str, Any] | None = None
        self.is_told = True
        """Whether every entry says after how many moves of a meter it came."""
        self._at = at
        self._read = partial(_read_recorded, terms)

    def add(self, entry: Entry) -> None:
        if self.table is None:
            opened = read_entry(entry)
            if not isinstance(opened, TableOpened):
                raise Corrupt(f"{self.chain}: does not begin with its opening")
            setup = self._read(opened.setup)
            self.table = LiveTable(self.chain, setup)
            names = {"id": self.chain, "game": setup.key, "name": setup.name}
            self.row = {**names, "owner": opened.owner}
        table = self.table
        apply_entry(table, entry, self._read)
        if entry.kind in AMENDED:
            self._amend(entry)
        elif '"result":' in entry.body and "result" in (body := entry.values):
            self._end(table, entry.at, body["result"])
        if entry.version == self._at and not table.is_playing:
            self.snapshot = json.loads(canonical(table.snapshot()))

    def _end(self, table: LiveTable, at: str, result: Mapping[str, Any]) -> None:
        self.rounds[table.round] = line_of(table, at)
        self.hits |= {hit.id: hit for hit in new_hits(table, at)}
        assert table.running
        moved = meter_moves(table.setup.jackpots, table.running)
        if moved and "moves" not in result:
            self._leave(name for name, _, _ in moved)
            return
        before = read_meters({"jackpots": result["meters"]}) if moved else ()
        for name, after, steps in moved:
            place = table.setup.jackpots.index(name)
            number, total = result["moves"][place], before[place].total
            self.continuity.add(name, number, len(steps), before[place], after)
            for cause, change in steps:
                number, total = number + 1, total + change
                self._move(name, number, at, table.round, (cause, change, total))

    def _leave(self, names: Iterable[str]) -> None:
        self.is_told = False
        self.continuity.leave(names)

    def _move(
        self, name: str, number: int, at: str, round_: int, moved: tuple[object, ...]
    ) -> None:
        row = (name, number, at, self.chain, round_, *map(str, moved))
        self.moves[name, number] = dict(zip(COLUMNS["moves"][1], row, strict=True))

    def _amend(self, entry: Entry) -> None:
        """A hit was walked, a round settled anew or undone."""
        said = read_entry(entry)
        assert isinstance(said, HitsChanged)
        if isinstance(said, HitAdvanced):
            self._walk(said.hit, said.state, entry.who)
        elif isinstance(said, RoundResettled):
            for name, amount in said.amounts.items():
                hit, cents = self.hits[name], parse_dollars(amount, "hit")
                by = hit.resettled_cents + cents - hit.paid_cents
                self.hits[name] = hit._replace(paid_cents=cents, resettled_cents=by)
        elif isinstance(said, RoundCorrected):
            cause = said.irregularity or tables.AFTER_SETTLING
            line = self.rounds[said.round]
            self.rounds[said.round] = line._replace(status="corrected", cause=cause)
            for hit in [*self.hits.values()]:
                if hit.round == said.round and hit.state != VOIDED:
                    self._walk(hit.id, VOIDED, said.people[-1])
        if said.stands is None:
            if isinstance(said, RoundCorrected) and self.table:
                self._leave(self.table.setup.jackpots)
            return
        for name, values in said.stands.items():
            before, after = read_stand(values["before"]), read_stand(values["after"])
            moved = (said.cause, after.total - before.total, after.total)
            self._move(name, values["moves"] + 1, entry.at, said.round, moved)
            self.continuity.add(name, values["moves"], 1, before, after)

    def _walk(self, name: str, state: str, who: str) -> None:
        hit = self.hits[name]
        self.hits[name] = hit._replace(state=state, steps=(*hit.steps, (state, who)))


def _read_recorded(terms: Mapping[str, Terms], given: object) -> Setup:
    return read_setup(given, terms, is_recorded=True)


def compare_table(
    database: Database, chain: str, meters: Standings, continuity: Continuity
) -> Iterator[Difference]:
    """All rows of one table, and its log by the rules."""
    with database.reading() as transaction:
        kept = read_table(transaction, chain)
    if not kept.end:
        if kept.row:
            yield Difference(f"tables {chain}", NO_ROW, "one", "table", chain)
        return
    version = kept.row["snapshot_version"] if kept.row else 0
    at = version if isinstance(version, int) else 0
    played = Played(chain, meters.terms, at, continuity)
    last = 0
    try:
        for entry in entries.ROWS.stretch(database, (chain, 0), kept.end):
            last = entry.version
            played.add(entry)
    except (*BROKEN, Corrupt) as error:
        place = f"{chain} entry {last}"
        yield Difference(place, "what the rules do not give", shown(error), "table", chain)
        continuity.leave(meters.linked.get(chain, ()))
        return
    yield from _compare(played, kept)


def _compare(played: Played, kept: KeptTable) -> Iterator[Difference]:
    chain, table = played.chain, played.table
    if kept.row is None or table is None or played.row is None:
        yield Difference(f"tables {chain}", "a row", "none", "table", chain)
    else:
        said = {**played.row, "status": table.status}
        found = {name: kept.row[name] for name in said}
        yield from compare_rows("tables", {(chain,): said}, {(chain,): found}, _table(chain))
        yield from compare_snapshot(chain, played.snapshot, kept.row)
    lines: Table = {line[:2]: _columns("rounds", line) for line in played.rounds.values()}
    yield from compare_rows("rounds", lines, kept.rounds, _table(chain))
    hits: Table = {(hit.id,): _hit(hit) for hit in played.hits.values()}
    yield from compare_rows("hits", hits, kept.hits, _table(chain))
    if played.is_told:
        yield from compare_rows("moves", played.moves, kept.moves, _jackpot)


def _table(chain: str) -> Any:
    return lambda key, row: ("table", chain)


def _jackpot(key: tuple[object, ...], row: Columns) -> tuple[str, str]:
    return "jackpot", str(key[0])


def _columns(name: str, row: tuple[object, ...]) -> Columns:
    return dict(zip(COLUMNS[name][1], row, strict=True))


def _hit(hit: Hit) -> Columns:
    return _columns("hits", jackpots.hit_row(hit))


def compare_snapshot(chain: str, said: dict[str, Any] | None, row: Columns) -> Iterator[Difference]:
    """What a table is loaded from must be as it stood then. A snapshot of an earlier Pitboss lacks
    what tables have since."""
    place = f"tables {chain} snapshot"
    if said is None:
        says = f"no state between rounds at {shown(row['snapshot_version'])}"
        yield Difference(f"{place}_version", says, "a snapshot", "table", chain)
        return
    kept: Any = None
    with suppress(ValueError):
        kept = json.loads(str(row["snapshot"]))
    try:
        seats = {str(number): Seat(**seat).values() for number, seat in kept["seats"].items()}
    except (AttributeError, LookupError, TypeError):
        yield Difference(place, "a table", shown(row["snapshot"]), "table", chain)
        return
    is_older = "sealed_at" not in kept and said["sealed_at"] is None
    missing = {*KEPT_LATER, "sealed_at"} - kept.keys() if is_older else set[str]()
    right = {name: part for name, part in said.items() if name not in missing}
    kept = {**kept, "seats": seats}
    yield from compare_rows(place, {(): right}, {(): kept}, _table(chain))
    if kept.keys() - said.keys():
        names = ", ".join(sorted(kept.keys() - said.keys()))
        yield Difference(place, "nothing else", shown(names), "table", chain)
