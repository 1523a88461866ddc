"""What follows from the log, as the database keeps it, for whoever compares the two: who has an
account by the house's chain, what must not be used, and all rows that are derived.

A password's hash is not in the log; its SHA-256 is, and so is that of a second factor's secret.
Entries of an earlier Pitboss do not say either, and what the log does not say is None here."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.house.log import HOUSE, Entry
from pitboss.house.store import entries, factors
from pitboss.house.store.database import Transaction
from pitboss.house.store.heads import End, stands_for

MADE = "person-made"
KINDS = (
    *(MADE, "role-changed", "person-renamed", "person-deactivated", "person-reactivated"),
    *("password-changed", "password-renewed", "second-factor-set", "second-factor-reset"),
)
"""The entries that tell of accounts."""

IDLE = frozenset({"made_at"})
"""Columns that give nobody a right."""
OTHER = "account {}: is not as the log has it, and cannot log in"


def digest_of(stored: str) -> str:
    """What the log has of a password's hash, which has a salt of its own, or of another secret."""
    return sha256(stored.encode()).hexdigest()


class Member(NamedTuple):
    """An account as the log has it."""

    name: str
    role: str
    made_at: str
    is_active: bool = True
    password: str | None = None
    """The digest of the stored hash."""
    is_temporary: bool | None = None
    is_factored: bool = False
    factor: str | None = None
    """The digest of the second factor's secret."""


Roster = dict[str, Member]


def follow(roster: Roster, entry: Entry) -> None:
    """Let an entry of the house's chain have its effect."""
    if entry.kind not in KINDS:
        return
    body = entry.values
    person = str(body.get("person"))
    if entry.kind == MADE:
        made = Member(str(body.get("name")), str(body.get("role")), entry.at)
        roster[person] = made._replace(**_secrets(body))
    elif (known := roster.get(person)) is not None:
        roster[person] = known._replace(**_changed(entry.kind, body))


def _secrets(body: Mapping[str, Any]) -> dict[str, Any]:
    return {"password": body.get("hashed"), "is_temporary": body.get("temporary")}


def _changed(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    if kind == "password-renewed":
        return {"password": body.get("hashed")}
    if kind == "password-changed":
        return _secrets(body)
    if kind in ("person-deactivated", "person-reactivated"):
        return {"is_active": kind == "person-reactivated"}
    if kind in ("second-factor-set", "second-factor-reset"):
        return {"is_factored": kind == "second-factor-set", "factor": body.get("factor")}
    return {"role" if kind == "role-changed" else "name": str(body.get("after"))}


def derive_roster(found: Iterable[Entry]) -> Roster:
    roster: Roster = {}
    for entry in found:
        follow(roster, entry)
    return roster


class Account(NamedTuple):
    """A row of ``people``; of the second factor there is the secret alone."""

    id: str
    name: str
    role: str
    password: str
    active: int
    made_at: str
    temporary: int
    factored: int
    factor: str | None


_SELECT = "SELECT id, name, role, password, active, made_at, temporary, factored FROM people"


def read_accounts(transaction: Transaction, person_id: str = "") -> list[Account]:
    """Of everybody, or of one."""
    where, values = (" WHERE id = ?", (person_id,)) if person_id else (" ORDER BY id", ())
    found = transaction.execute(_SELECT + where, values)
    return [Account._make((*row, factors.read_secret(transaction, row[0]))) for row in found]


def differences(row: Account, member: Member | None) -> list[tuple[str, object, object]]:
    """By column: what the log says and what the row has."""
    if member is None:
        return [("id", "no such account", row.id)]
    password = digest_of(row.password)
    pairs: list[tuple[str, object, object]] = [
        ("name", member.name, row.name),
        ("role", member.role, row.role),
        ("active", int(member.is_active), row.active),
        ("made_at", member.made_at, row.made_at),
        ("password", password if member.password is None else member.password, password),
        ("factored", int(member.is_factored), row.factored),
    ]
    if member.is_temporary is not None:
        pairs.append(("temporary", int(member.is_temporary), row.temporary))
    if member.is_factored and member.factor is not None:
        secret = None if row.factor is None else digest_of(row.factor)
        pairs.append(("factor", member.factor, secret))
    return [pair for pair in pairs if pair[1] != pair[2]]


def is_sound(transaction: Transaction, person_id: str) -> bool:
    """Whether one account is as the log has it, as far as it bears on who may do what: asked at
    every login."""
    marks = ", ".join("?" * len(KINDS))
    where = f"WHERE chain = ? AND kind IN ({marks}) AND {entries.RARE} AND body LIKE ?"
    found = entries.ROWS.find(
        transaction, f"{where} ORDER BY version", (HOUSE, *KINDS, f"%{person_id}%")
    )
    member = derive_roster(found).get(person_id)
    (row,) = read_accounts(transaction, person_id)
    return all(column in IDLE for column, _, _ in differences(row, member))


KIND = "tables-compared"


class Barred(NamedTuple):
    """What must not be used because its rows are not what the log says, by id and with what was
    found. The last comparison put it on the house's chain: so every process knows it, and no row of
    the database can take it back."""

    tables: Mapping[str, str] = {}
    jackpots: Mapping[str, str] = {}
    people: Mapping[str, str] = {}

    def stops(self, table: str, jackpots: tuple[str, ...] = ()) -> str:
        """Why a table must not be played, or nothing."""
        linked = next((self.jackpots[name] for name in jackpots if name in self.jackpots), "")
        return self.tables.get(table, "") or linked


NOTHING = Barred()


def read_barred(transaction: Transaction) -> Barred:
    """What is barred now."""
    which = entries.Which(HOUSE, (KIND,))
    found = entries.search(transaction, which, newest_first=True, most=1)
    body = found[0].values if found else {}
    return Barred(*(dict(body.get(name, {})) for name in Barred._fields))


Columns = Mapping[str, object]
Table = dict[tuple[object, ...], Columns]
"""Rows by their key."""

COLUMNS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "jackpots": (1, ("id", "name", "terms", "value", "reserve", "overflow", "moves")),
    "tables": (1, ("id", "game", "name", "status", "owner", "snapshot", "snapshot_version")),
    "requests": (
        1,
        ("id", "act", "body", "asked_by", "asked_at", "state", "answered_by", "answered_at"),
    ),
    "alerts": (1, ("id", "at", "table_id", "words", "acknowledged_by", "acknowledged_at")),
    "sessions": (1, ("token", "person", "name", "role", "made_at", "seen_at", "ends_at")),
    "moves": (
        2,
        ("jackpot", "number", "at", "table_id", "round", "cause", "change", "value"),
    ),
    "hits": (
        1,
        (
            *("id", "jackpot", "table_id", "round", "seat", "who", "hand", "paid_cents", "place"),
            *("state", "steps", "at", "resettled_cents"),
        ),
    ),
    "rounds": (
        2,
        (
            *("table_id", "round", "game", "day", "status", "cause", "dealer", "opened_at"),
            *("ended_at", "opened_version", "ended_version", "wagers"),
        ),
    ),
}
"""How many columns are the key, and all that are compared. Left out are those that follow from
nothing: a session's token of forms and its address, and which process drives a table."""


class Kept(NamedTuple):
    """All rows of one moment that are no single table's, and where the chains stood then."""

    ends: Mapping[str, End]
    balances: dict[str, int]
    people: list[Account]
    jackpots: Table
    requests: Table
    alerts: Table
    sessions: Table
    adjustments: Table
    """The moves of meters that two people have made."""
    tables: frozenset[str]
    open: frozenset[str]
    """Those of them that are not closed."""
    strangers: list[tuple[str, str]]
    """Tables that rounds, hits and moves name, and that are in no log."""
    head: tuple[int, int]
    """The number of the last head, and of the one that the next one is to be made from."""


class KeptTable(NamedTuple):
    """All rows of one table."""

    end: int
    row: Columns | None
    rounds: Table
    hits: Table
    moves: Table


def _read(transaction: Transaction, table: str, where: str = "", *values: object) -> Table:
    keys, columns = COLUMNS[table]
    rows = transaction.execute(f"SELECT {', '.join(columns)} FROM {table} {where}", values)
    return {row[:keys]: dict(zip(columns, row, strict=True)) for row in rows}


def read_kept(transaction: Transaction) -> Kept:
    ends = entries.ends(transaction)
    last = entries.last_head(transaction)
    tables: dict[str, str] = dict(transaction.execute("SELECT id, status FROM tables"))
    return Kept(
        ends,
        dict(entries.read_balances(transaction)),
        read_accounts(transaction),
        _read(transaction, "jackpots"),
        _read(transaction, "requests"),
        _read(transaction, "alerts"),
        _read(transaction, "sessions"),
        _read(transaction, "moves", "WHERE table_id = ''"),
        frozenset(tables),
        frozenset(name for name, status in tables.items() if status != "closed"),
        [
            (name, str(table))
            for name in ("rounds", "hits", "moves")
            for (table,) in transaction.execute(f"SELECT DISTINCT table_id FROM {name}")
            if table not in ends and not (name == "moves" and table == "")
        ],
        (last.number if last else 0, stands_for(transaction)),
    )


def read_table(transaction: Transaction, table: str) -> KeptTable:
    own = "WHERE table_id = ?"
    return KeptTable(
        entries.end(transaction, table)[0],
        _read(transaction, "tables", "WHERE id = ?", table).get((table,)),
        _read(transaction, "rounds", own, table),
        _read(transaction, "hits", own, table),
        _read(transaction, "moves", own, table),
    )
