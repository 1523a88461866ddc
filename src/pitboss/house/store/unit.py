"""What one transaction writes: several tables' entries, committed together.

Rows are gathered here and written in a few statements at the end, so that many decisions cost one
sync of the disk. A jackpot's row is locked and read once; later rounds of the same batch see what
earlier ones did to it.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.house.ledger import may_owe
from pitboss.house.log import COLUMNS, HOUSE, START, Draft, Entry, canonical, commit_to, hash_parts
from pitboss.house.services.alerts import INSERT as ALERT
from pitboss.house.services.alerts import alert_row
from pitboss.house.store import Transaction
from pitboss.house.store.connection import Row
from pitboss.jackpots.meter import Meter
from pitboss.refusal import Refused

_ENTRY = f"INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_JACKPOT = "SELECT value, reserve, overflow, moves FROM jackpots WHERE id = ?"
_TAKE = "UPDATE balances SET cents = cents + ? WHERE account = ?"
_GIVE = (
    "INSERT INTO balances (account, cents) VALUES (?, ?)"
    " ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
)


class Link(NamedTuple):
    """A chain as far as it has grown: the next entry has the next version."""

    chain: str
    version: int = 0
    hash: str = START


class JackpotRow(NamedTuple):
    """A jackpot as it stands: ``moves`` counts the changes of its meter."""

    id: str
    meter: Meter
    moves: int


class Batch:
    """One transaction's reads and writes."""

    def __init__(self, transaction: Transaction, at: str) -> None:
        self.transaction = transaction
        self.at = at
        self.touched: dict[str, int] = {}
        """The chains written to, with their new versions."""
        self.jackpots_moved: set[str] = set()
        self._entries: list[Entry] = []
        self._balances: dict[str, int] = {}
        self._jackpots: dict[str, JackpotRow] = {}
        self._seen: dict[str, JackpotRow] = {}
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
            self.add(ALERT, alert_row(entry, words))
        self.touched[link.chain] = entry.version
        return entry

    def append_house(self, draft: Draft, who: str) -> Entry:
        """An entry on the chain of what concerns no single table."""
        if self._house is None:
            self._house = chain_end(self.transaction, HOUSE)
        entry = self.append(self._house, draft, who, None)
        self._house = Link(HOUSE, entry.version, entry.hash)
        return entry

    def add(self, sql: str, row: Sequence[object]) -> None:
        """A row to be written with others of the same statement."""
        self._rows.setdefault(sql, []).append(row)

    def jackpot(self, name: str) -> JackpotRow:
        """A jackpot's row, locked until the end of the transaction."""
        if name not in self._jackpots:
            rows = self.transaction.execute(_JACKPOT + self.transaction.locking, (name,))
            self._jackpots[name] = _read_jackpot(name, rows)
        return self._jackpots[name]

    def meter(self, name: str) -> Meter:
        """Where a meter stands for a round that only begins: as last committed, or as moved in
        this batch. The round is settled on ``jackpot``."""
        row = self._jackpots.get(name) or self._seen.get(name)
        if row is None:
            row = _read_jackpot(name, self.transaction.peek(_JACKPOT, (name,)))
            self._seen[name] = row
        return row.meter

    def move_meter(
        self, name: str, meter: Meter, moves: Iterable[tuple[str, Fraction]], where: tuple[str, int]
    ) -> None:
        """Let a meter stand anew, with the moves that brought it there, in their order."""
        row = self.jackpot(name)
        number, total = row.moves, row.meter.total
        for cause, change in moves:
            number += 1
            total += change
            self.add(
                "INSERT INTO moves (jackpot, number, at, table_id, round, cause, change, value)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (name, number, self.at, *where, cause, str(change), str(total)),
            )
        if total != meter.total:
            raise AssertionError(f"jackpot {name}: its moves do not add up to its meter")
        self._jackpots[name] = JackpotRow(name, meter, number)
        self.jackpots_moved.add(name)

    def balance(self, account: str) -> int:
        """An account's balance, what this batch has moved so far included."""
        rows = self.transaction.execute("SELECT cents FROM balances WHERE account = ?", (account,))
        return (int(rows[0][0]) if rows else 0) + self._balances.get(account, 0)

    def flush(self) -> None:
        """Write everything; accounts in one order everywhere, so that no two wait in a ring."""
        given: list[tuple[str, int]] = []
        taken: list[tuple[int, str]] = []
        for account, cents in sorted(self._balances.items()):
            if cents > 0 or (cents and may_owe(account)):
                given.append((account, cents))
            elif cents:
                taken.append((cents, account))
        execute = self.transaction.execute_each
        if self._entries:
            execute(_ENTRY, self._entries)
        if given:
            execute(_GIVE, given)
        if taken:
            execute(_TAKE, taken)
        for name in sorted(self.jackpots_moved):
            row = self._jackpots[name]
            self.transaction.execute(
                "UPDATE jackpots SET value = ?, reserve = ?, overflow = ?, moves = ? WHERE id = ?",
                (*map(str, row.meter), row.moves, name),
            )
        for sql, rows in self._rows.items():
            execute(sql, rows)


def _read_jackpot(name: str, rows: list[Row]) -> JackpotRow:
    if not rows:
        raise Refused(f"jackpot {name!r} is not open")
    *parts, moves = rows[0]
    return JackpotRow(name, Meter(*map(Fraction, parts)), moves)


def chain_end(transaction: Transaction, chain: str) -> Link:
    """A chain as far as it has been written."""
    rows = transaction.execute(
        "SELECT version, hash FROM entries WHERE chain = ? ORDER BY version DESC LIMIT 1", (chain,)
    )
    return Link(chain, *rows[0]) if rows else Link(chain)
