"""The log's entries, found by their place in a chain or by what they are about, its signed heads,
the balances that the entries' postings add up to, and the unit of work that writes them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from pitboss.house.ledger import may_owe
from pitboss.house.log import HOUSE, START, Draft, Entry, Person, canonical, commit_to, hash_parts
from pitboss.house.store import jackpots
from pitboss.house.store.database import Database, Row, Rows, Sink, Transaction, Values, narrow
from pitboss.house.store.heads import GROWN
from pitboss.house.store.jackpots import Move, Standing
from pitboss.house.store.people import LONGEST_ALERT, add_alert, is_waiting
from pitboss.house.store.period import Period
from pitboss.jackpots.meter import Meter


class Entries(Rows[Entry]):
    """With their secrets opened; ``pages``, which are for copies, have them as they are kept."""

    def find(self, transaction: Transaction, rest: str = "", values: Values = ()) -> list[Entry]:
        return [
            entry if entry.secret is None else transaction.vault.open_entry(entry)
            for entry in super().find(transaction, rest, values)
        ]

    def stretch(self, database: Database, after: Row, last: int) -> Iterator[Entry]:
        return map(database.vault.open_entry, super().stretch(database, after, last))


ROWS = Entries("entries", Entry._fields, Entry, keys=2)
USUAL = ("decided", "round-opened", "round-sealed", "wagers-placed")
"""The kinds of most entries."""
RARE = "kind NOT IN ('decided', 'round-opened', 'round-sealed', 'wagers-placed')"
"""All but the usual kinds: the condition of the index that finds entries by kind and time."""

_ENDS = """WITH RECURSIVE names(chain) AS (
        SELECT MIN(chain) FROM entries
        UNION ALL
        SELECT (SELECT MIN(chain) FROM entries WHERE chain > names.chain)
        FROM names WHERE names.chain IS NOT NULL)
    SELECT entries.chain, entries.version, entries.hash FROM names
    JOIN entries ON entries.chain = names.chain AND entries.version =
        (SELECT MAX(version) FROM entries WHERE chain = names.chain)"""
"""Steps from chain to chain by the key, so a long log costs no more than a short one."""


class Which(NamedTuple):
    """Which entries are meant: what is left empty narrows nothing."""

    chain: str = ""
    kinds: tuple[str, ...] = ()
    who: str = ""
    after: int = 0
    """A version: later ones alone."""
    before: int = 0
    """A version: earlier ones alone."""
    since: str = ""
    until: str = ""
    """Times, or days, from the first to before the second."""
    game: str = ""
    """Of the tables of one game."""
    is_own: bool = False
    """Whether guests' practice tables are left out."""
    older_than: tuple[str, str, int] | None = None
    """A place in the whole log, by time, chain and version."""


def find(transaction: Transaction, chain: str, version: int) -> Entry | None:
    return ROWS.first(transaction, "WHERE chain = ? AND version = ?", (chain, version))


def between(transaction: Transaction, chain: str, first: int, last: int) -> list[Entry]:
    """A stretch of a chain, both ends included."""
    where = "WHERE chain = ? AND version BETWEEN ? AND ? ORDER BY version"
    return ROWS.find(transaction, where, (chain, first, last))


def after(transaction: Transaction, chain: str, version: int) -> list[Entry]:
    where = "WHERE chain = ? AND version > ? ORDER BY version"
    return ROWS.find(transaction, where, (chain, version))


def of_command(transaction: Transaction, chain: str, command: str) -> Entry | None:
    """The first entry that a client's command has led to."""
    return ROWS.first(transaction, "WHERE chain = ? AND command = ?", (chain, command))


def end(transaction: Transaction, chain: str) -> tuple[int, str]:
    """The last version of a chain and its hash."""
    rows = transaction.execute(
        "SELECT version, hash FROM entries WHERE chain = ? ORDER BY version DESC LIMIT 1", (chain,)
    )
    return (int(rows[0][0]), str(rows[0][1])) if rows else (0, START)


def ends(transaction: Transaction) -> dict[str, tuple[int, str]]:
    """The last version and hash of every chain, in the order of their names."""
    rows = transaction.execute(_ENDS)
    return {chain: (version, found) for chain, version, found in sorted(rows)}


def last_at(transaction: Transaction) -> str:
    """The latest time in the log; nothing while that is empty."""
    return str(transaction.execute("SELECT MAX(at) FROM entries")[0][0] or "")


def search(
    transaction: Transaction, which: Which, newest_first: bool = False, most: int = 0
) -> list[Entry]:
    """In the order of a chain, or of time where more than one is meant."""
    where, values = narrow(
        ("chain = ?", which.chain),
        ("who = ?", which.who),
        ("version > ?", which.after),
        ("version < ?", which.before),
        ("at >= ?", which.since),
        ("at < ?", which.until),
        ("chain IN (SELECT id FROM tables WHERE game = ?)", which.game),
        (f"kind IN ({', '.join('?' * len(which.kinds))})", which.kinds),
        ("(at, chain, version) < (?, ?, ?)", which.older_than),
    )
    # The condition says nothing new, but only by its words is the index of rare kinds used.
    if which.kinds and not which.after and not set(USUAL).intersection(which.kinds):
        where = f"{where} AND {RARE}"
    if which.is_own:
        where = f"{where} AND {Period.own('chain')}"
    columns = ("version",) if which.chain else ("at", "chain", "version")
    order = ", ".join(f"{name} DESC" if newest_first else name for name in columns)
    limit = f" LIMIT {most}" if most else ""
    return ROWS.find(transaction, f"WHERE {where} ORDER BY {order}{limit}", values)


def of_period(transaction: Transaction, period: Period, *kinds: str) -> list[Entry]:
    """Those of some days; a table or game asked for leaves the house's own chain out."""
    which = Which(period.table, kinds, since=period.first_day, until=period.end, game=period.game)
    return search(transaction, which._replace(is_own=period.is_own))


def read_kinds(transaction: Transaction) -> list[str]:
    """Every kind that stands in the log."""
    found = transaction.execute(f"SELECT DISTINCT kind FROM entries WHERE {RARE}")
    return sorted([*USUAL, *(kind for (kind,) in found)])


class Head(NamedTuple):
    """The log's head as it was signed at some time; ``body`` is canonical JSON."""

    number: int
    at: str
    body: str
    signature: str


HEADS = Rows("heads", Head._fields, Head)


def last_head(transaction: Transaction) -> Head | None:
    return HEADS.first(transaction, "ORDER BY number DESC LIMIT 1")


_GIVE = (
    "INSERT INTO balances (account, cents) VALUES (?, ?)"
    " ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
)
_TAKE = "UPDATE balances SET cents = cents + ? WHERE account = ?"


def read_balance(transaction: Transaction, account: str) -> int:
    """What an account of the ledger holds, as the sum of its postings."""
    rows = transaction.execute("SELECT cents FROM balances WHERE account = ?", (account,))
    return int(rows[0][0]) if rows else 0


def read_balances(transaction: Transaction) -> list[tuple[str, int]]:
    """Every account that was ever posted to, in the order of their names."""
    rows = transaction.execute("SELECT account, cents FROM balances ORDER BY account")
    return [(account, cents) for account, cents in rows]


def change_balances(transaction: Transaction, changes: Mapping[str, int]) -> None:
    """Move balances; accounts in one order everywhere, so that no two writers wait in a ring."""
    given: list[tuple[str, int]] = []
    taken: list[tuple[int, str]] = []
    for account, cents in sorted(changes.items()):
        # An insert that would be below zero fails even where the sum would not: the database
        # checks the row before it finds that there is one. So what is taken is an update.
        if cents > 0 or (cents and may_owe(account)):
            given.append((account, cents))
        elif cents:
            taken.append((cents, account))
    if given:
        transaction.execute_each(_GIVE, given)
    if taken:
        transaction.execute_each(_TAKE, taken)


class Link(NamedTuple):
    """A chain as far as it has grown: the next entry has the next version."""

    chain: str
    version: int = 0
    hash: str = START


class Unit:
    """What one transaction reads and writes, several tables' entries committed together.

    Rows are gathered here and written in a few statements at the end, so that many decisions cost
    one sync of the disk. A jackpot's row is locked and read once; later rounds of the same unit see
    what earlier ones did to it.
    """

    def __init__(self, transaction: Transaction, at: str) -> None:
        self.transaction = transaction
        self.at = at
        self.touched: dict[str, int] = {}
        """The chains written to, with their new versions."""
        self.jackpots_moved: set[str] = set()
        self.sessions_ended: set[str] = set()
        """By their keys: whoever streams something to them hears of it."""
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
        table = "" if link.chain == HOUSE else link.chain
        if draft.alerts:
            body["alerts"] = [self._put_up(self, self.at, table, each) for each in draft.alerts]
        parts = (link.chain, link.version + 1, draft.kind, self.at, who, command, canonical(body))
        entry = Entry(*parts, secret, hash_parts(link.hash, *parts))
        self._entries.append(entry)
        self.touched[link.chain] = entry.version
        return entry

    def append_house(self, draft: Draft, who: str) -> Entry:
        """An entry on the chain of what concerns no single table."""
        if self._house is None:
            self._house = Link(HOUSE, *end(self.transaction, HOUSE))
        entry = self.append(self._house, draft, who, None)
        self._house = Link(HOUSE, entry.version, entry.hash)
        return entry

    def alert_once(self, table: str, words: str, at: str = "") -> None:
        """Alert the floor of what has no entry of its own; equal words wait for acknowledgement
        only once."""
        if not is_waiting(self.transaction, table, words):
            # written at once: the next one of this unit must find it
            put_up = self._put_up(self.transaction, at or self.at, table, words)
            body = {"table": table, "at": at or self.at, "alerts": [put_up]}
            self.append_house(Draft("alert-raised", body), HOUSE)

    @staticmethod
    def _put_up(sink: Sink, at: str, table: str, words: str) -> list[str]:
        """An alert's id and words, as the log has them."""
        return [add_alert(sink, at, table, words), words[:LONGEST_ALERT]]

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
            move = Move(name, number, self.at, *where, cause, change, total)
            jackpots.MOVES.add(self, move)
        if total != meter.total:
            raise AssertionError(f"jackpot {name}: its moves do not add up to its meter")
        self._jackpots[name] = Standing(meter, number)
        self.jackpots_moved.add(name)

    def balance(self, account: str) -> int:
        """An account's balance, what this unit has moved so far included."""
        return read_balance(self.transaction, account) + self._balances.get(account, 0)

    def flush(self) -> None:
        """Write everything; also before the end, for whoever must read what was gathered."""
        if self._entries:
            locked = map(self.transaction.vault.lock_entry, self._entries)
            self.transaction.execute_each(ROWS.insert, locked)
            self.transaction.execute_each(GROWN, sorted(self.touched.items()))
        change_balances(self.transaction, self._balances)
        for name in sorted(self.jackpots_moved):
            jackpots.keep(self.transaction, name, self._jackpots[name])
        for sql, rows in self._rows.items():
            self.transaction.execute_each(sql, rows)
        self._entries, self._balances, self._rows = [], {}, {}


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
