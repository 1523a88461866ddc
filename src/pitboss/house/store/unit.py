"""A unit of work: what one transaction writes, several tables' entries committed together.

Rows are gathered here and written in a few statements at the end, so that many decisions cost one
sync of the disk. A jackpot's row is locked and read once; later rounds of the same unit see what
earlier ones did to it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from pitboss.house.log import HOUSE, START, Draft, Entry, canonical, commit_to, hash_parts
from pitboss.house.person import Person
from pitboss.house.store import Transaction, alerts, balances, entries, jackpots
from pitboss.house.store.jackpots import Move, Standing
from pitboss.jackpots.meter import Meter


class Link(NamedTuple):
    """A chain as far as it has grown: the next entry has the next version."""

    chain: str
    version: int = 0
    hash: str = START


class Unit:
    """One transaction's reads and writes."""

    def __init__(self, transaction: Transaction, at: str) -> None:
        self.transaction = transaction
        self.at = at
        self.touched: dict[str, int] = {}
        """The chains written to, with their new versions."""
        self.jackpots_moved: set[str] = set()
        self.after: list[Callable[[], object]] = []
        """What is to be done once it is committed."""
        self._entries: list[Entry] = []
        self._balances: dict[str, int] = {}
        self._jackpots: dict[str, Standing] = {}
        self._seen: dict[str, Standing] = {}
        self._rows: dict[str, list[Sequence[object]]] = {}
        self._house: Link | None = None

    def append(self, link: Link, draft: Draft, who: str, command: str | None) -> Entry:
        """The next entry of a chain; its postings must sum to zero."""
        body = dict(draft.body)
        if draft.postings:
            if sum(draft.postings.values()):
                raise AssertionError(f"{draft.kind}: postings do not sum to zero")
            body["postings"] = dict(draft.postings)
            for account, cents in draft.postings.items():
                self._balances[account] = self._balances.get(account, 0) + cents
        secret = None if draft.secret is None else canonical(draft.secret)
        if secret is not None:
            body["commitment"] = commit_to(secret)
        parts = (link.chain, link.version + 1, draft.kind, self.at, who, command, canonical(body))
        entry = Entry(*parts, secret, hash_parts(link.hash, *parts))
        self._entries.append(entry)
        for words in draft.alerts:
            alerts.add(self, self.at, "" if link.chain == HOUSE else link.chain, words)
        self.touched[link.chain] = entry.version
        return entry

    def append_house(self, draft: Draft, who: str) -> Entry:
        """An entry on the chain of what concerns no single table."""
        if self._house is None:
            self._house = Link(HOUSE, *entries.end(self.transaction, HOUSE))
        entry = self.append(self._house, draft, who, None)
        self._house = Link(HOUSE, entry.version, entry.hash)
        return entry

    def add(self, sql: str, row: Sequence[object]) -> None:
        """A row to be written with others of the same statement."""
        self._rows.setdefault(sql, []).append(row)

    def jackpot(self, name: str) -> Standing:
        """Where a jackpot stands, locked until the end of the transaction."""
        if name not in self._jackpots:
            self._jackpots[name] = jackpots.lock(self.transaction, name)
        return self._jackpots[name]

    def meter(self, name: str) -> Meter:
        """Where a meter stands for a round that only begins: as last committed, or as moved in
        this unit. The round is settled on ``jackpot``."""
        standing = self._jackpots.get(name) or self._seen.get(name)
        if standing is None:
            standing = self._seen[name] = jackpots.peek(self.transaction, name)
        return standing.meter

    def move_meter(
        self, name: str, meter: Meter, moves: Iterable[tuple[str, Fraction]], where: tuple[str, int]
    ) -> None:
        """Let a meter stand anew, with the moves that brought it there, in their order."""
        standing = self.jackpot(name)
        number, total = standing.moves, standing.meter.total
        for cause, change in moves:
            number += 1
            total += change
            jackpots.add_move(self, name, Move(number, self.at, *where, cause, change, total))
        if total != meter.total:
            raise AssertionError(f"jackpot {name}: its moves do not add up to its meter")
        self._jackpots[name] = Standing(meter, number)
        self.jackpots_moved.add(name)

    def balance(self, account: str) -> int:
        """An account's balance, what this unit has moved so far included."""
        return balances.read(self.transaction, account) + self._balances.get(account, 0)

    def flush(self) -> None:
        """Write everything."""
        if self._entries:
            entries.add_all(self.transaction, self._entries)
        balances.change(self.transaction, self._balances)
        for name in sorted(self.jackpots_moved):
            jackpots.keep(self.transaction, name, self._jackpots[name])
        for sql, rows in self._rows.items():
            self.transaction.execute_each(sql, rows)


class Change(NamedTuple):
    """A unit of work in someone's name. The time is given: nothing here reads a clock."""

    unit: Unit
    by: Person
    at: datetime

    @property
    def transaction(self) -> Transaction:
        return self.unit.transaction

    def note(self, kind: str, body: Mapping[str, object]) -> None:
        """Put what was changed on the log."""
        self.unit.append_house(Draft(kind, body), self.by.id)
