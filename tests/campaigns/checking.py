"""An auditor who follows the log as it grows and holds it against what clients were told.

It keeps its own copy of every table, balance and meter, brought forward entry by entry, so that
each kill is followed by a check of everything new; ``tests.house.auditor`` reads it all at the end.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house.log import START, Entry, commit_to, hash_parts
from pitboss.house.store import Database, Transaction
from pitboss.house.store.entries import ROWS
from pitboss.house.tables.apply import apply_entry
from pitboss.house.tables.play import everyone_ready
from pitboss.house.tables.setup import read_given
from pitboss.house.tables.state import LiveTable, publish
from tests.campaigns.journal import Line, Told, digest_of

Wanted = Mapping[tuple[str, int], set[str]]


class Found(NamedTuple):
    """An entry that answers a command."""

    chain: str
    version: int
    kind: str
    at: str


class Checker:
    """The log so far, and counts of what was compared with it."""

    def __init__(self) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.commands: dict[str, list[Found]] = {}
        self.counts: Counter[str] = Counter()
        self._ends: dict[str, tuple[int, str]] = {}
        self._kinds: dict[str, str] = {}
        """The kind of each chain's last entry."""
        self._balances: Counter[str] = Counter()
        self._meters: dict[str, tuple[int, Fraction]] = {}

    def read(self, database: Database, told: Iterable[Told] = ()) -> None:
        """Follow the log to its end, and hold the books against it."""
        wanted: dict[tuple[str, int], set[str]] = {}
        for each in told:
            for line in each.stands:
                wanted.setdefault((line["table"], line["version"]), set()).add(line["view"])
        with database.reading() as transaction:
            saved = {
                name: (version, snapshot)
                for name, version, snapshot in transaction.execute(
                    "SELECT id, snapshot_version, snapshot FROM tables"
                )
            }
            for chain in ["house", *saved]:
                self._follow(transaction, chain, saved.get(chain), wanted)
            self._check_balances(transaction)
            self._check_meters(transaction)
        for table in self.tables.values():
            _check_whole(table, self._kinds[table.id])

    def _follow(
        self,
        transaction: Transaction,
        chain: str,
        saved: tuple[int, str] | None,
        wanted: Wanted,
    ) -> None:
        version, digest = self._ends.get(chain, (0, START))
        later = "WHERE chain = ? AND version > ? ORDER BY version"
        for entry in ROWS.find(transaction, later, (chain, version)):
            assert entry.version == version + 1, f"{chain}: {entry.version} after {version}"
            assert entry.hash == hash_parts(digest, *entry[:7])
            version, digest = entry.version, entry.hash
            self._take(transaction, entry)
            self._kinds[chain] = entry.kind
            table = self.tables.get(chain)
            if table is None:
                continue
            for view in wanted.get((chain, version), ()):
                assert digest_of(publish(table)) == view, f"{chain} stood otherwise at {version}"
                self.counts["views"] += 1
            if saved and saved[0] == version:
                assert table.snapshot() == json.loads(saved[1]), f"{chain}: snapshot {version}"
        self._ends[chain] = (version, digest)

    def _take(self, transaction: Transaction, entry: Entry) -> None:
        body = entry.values
        postings = body.get("postings", {})
        assert sum(postings.values()) == 0
        self._balances.update(postings)
        if entry.secret:
            assert body["commitment"] == commit_to(entry.secret)
        if entry.command:
            found = Found(entry.chain, entry.version, entry.kind, entry.at)
            name = entry.command.partition("/")[2]
            self.commands.setdefault(name, []).append(found)
        if entry.kind == "table-opened":
            table = LiveTable(entry.chain, read_given(transaction, body["setup"]))
            self.tables[entry.chain] = table
        if entry.chain in self.tables:
            apply_entry(
                self.tables[entry.chain], entry, lambda given: read_given(transaction, given)
            )
        elif entry.kind == "jackpot-opened":
            self._meters[body["jackpot"]] = (0, Fraction(str(body["terms"]["seed"])) * 100)

    def _check_balances(self, transaction: Transaction) -> None:
        rows = transaction.execute("SELECT account, cents FROM balances")
        stored = {account: int(cents) for account, cents in rows if cents}
        assert stored == {account: cents for account, cents in self._balances.items() if cents}
        assert sum(stored.values()) == 0

    def _check_meters(self, transaction: Transaction) -> None:
        """Every move since the last time, none missing; the meter and its accounts follow."""
        for name, value, reserve, overflow, moves in transaction.execute(
            "SELECT id, value, reserve, overflow, moves FROM jackpots"
        ):
            number, total = self._meters[name]
            for at, change, after in transaction.execute(
                "SELECT number, change, value FROM moves WHERE jackpot = ? AND number > ?"
                " ORDER BY number",
                (name, number),
            ):
                assert at == number + 1
                number, total = at, total + Fraction(change)
                assert total == Fraction(after)
            assert number == moves
            assert total == Fraction(value) + Fraction(overflow)
            self._meters[name] = (number, total)
            for part, exact in (("meter", value), ("reserve", reserve), ("overflow", overflow)):
                assert self._balances[f"jackpot:{name}:{part}"] == int(Fraction(exact))

    def compare(self, told: Told, untouched: bool) -> None:
        """Nothing acknowledged is missing or other than was said, nothing refused is there, and
        no command is there twice; what was in flight may be there or not. The log is
        ``untouched`` while nobody has repeated what was in flight."""
        for name, answer in told.answered.items():
            self.counts["acknowledged"] += 1
            found = self.commands.get(name, [])
            self.counts["lost"] += not found
            self.counts["doubled"] += len(found) > 1
            assert not found or is_answer(answer, found[0]), f"{name}: answered otherwise"
        for name in told.refused:
            self.counts["refused"] += 1
            assert name not in self.commands, f"{name} was refused and is in the log"
        for line in told.in_flight:
            there = self.commands.get(line["id"], [])
            self.counts["in flight"] += untouched
            self.counts["in flight, found"] += untouched and bool(there)
            self.counts["doubled"] += len(there) > 1
        self.counts["restarts"] += len(told.mid_round)
        self.counts["restarts mid-round"] += sum(map(bool, told.mid_round))

    def compare_repeated(self, lines: Iterable[Line], before: Mapping[str, Found]) -> None:
        """Both times the same answer, and one effect; the answer that the log had already where
        the command was in it before. ``before`` holds those."""
        for line in lines:
            first, second = line["answers"]
            found = self.commands.get(line["id"], [])
            self.counts["repeated"] += 1
            self.counts["doubled"] += len(found) > 1
            if "refused" in first:
                assert not found, f"{line['id']}: refused, and in the log"
                continue
            assert first == second
            self.counts["acknowledged"] += 1
            self.counts["lost"] += not found
            assert not found or is_answer(first, before.get(line["id"], found[0]))

    def found(self, names: Iterable[str]) -> dict[str, Found]:
        return {name: self.commands[name][0] for name in names if name in self.commands}


def is_answer(answer: Mapping[str, Any], found: Found) -> bool:
    told = (answer["table"], answer["version"], answer["kind"], answer["at"])
    return told == tuple(found)


def _check_whole(table: LiveTable, last: str) -> None:
    """A command's entries came together: the wager with which everyone is ready has the deal
    after it, and the end of a round the leaving of those who waited for it."""
    if table.is_playing:
        return
    if last == "wagers-placed":
        assert not everyone_ready(table), f"{table.id}: all are ready and nothing was dealt"
    assert not any(seat.leaving for seat in table.seats.values())


FIGURES = (
    *("kills", "server kills", "databases", "cuts", "disks", "acknowledged", "lost", "doubled"),
    *("refused", "in flight", "in flight, found", "repeated", "restarts", "restarts mid-round"),
    "views",
)


def describe(name: str, counts: Mapping[str, int]) -> str:
    """The figures that a campaign came to, in one line."""
    shown = [key for key in FIGURES if counts.get(key) or key in ("lost", "doubled")]
    return f"{name}: " + "; ".join(f"{key} {counts.get(key, 0):,}" for key in shown)
