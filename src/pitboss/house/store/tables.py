"""The tables of the house: what each is, its last snapshot, and which process drives it; and the
rounds that have ended, each one's line in the books and the entries that it consists of."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.house.log import Entry, canonical
from pitboss.house.store import entries
from pitboss.house.store.database import Rows, Sink, Transaction
from pitboss.house.store.period import Period


class Snapshot(NamedTuple):
    """A table as it stood between two rounds, as JSON values, and its version then."""

    values: Mapping[str, Any]
    version: int


def add(sink: Sink, table: tuple[str, str, str, str], snapshot: Snapshot) -> None:
    """A table when it is opened: its id, game, name and owner."""
    sink.add(
        "INSERT INTO tables (id, game, name, status, owner, snapshot, snapshot_version,"
        " driver, driven_until) VALUES (?, ?, ?, 'open', ?, ?, ?, '', 0)",
        (*table, canonical(snapshot.values), snapshot.version),
    )


def keep(sink: Sink, table: str, snapshot: Snapshot) -> None:
    """Keep a table as it stands, so that it can be loaded without its history."""
    sink.add(
        "UPDATE tables SET snapshot = ?, snapshot_version = ?, status = ? WHERE id = ?",
        (canonical(snapshot.values), snapshot.version, snapshot.values["status"], table),
    )


def find(transaction: Transaction, table: str) -> Snapshot | None:
    """The last snapshot of a table; None where there is no such table."""
    rows = transaction.execute(
        "SELECT snapshot, snapshot_version FROM tables WHERE id = ?", (table,)
    )
    return Snapshot(json.loads(rows[0][0]), rows[0][1]) if rows else None


def is_known(transaction: Transaction, table: str) -> bool:
    return bool(transaction.execute("SELECT 1 FROM tables WHERE id = ?", (table,)))


def read_open(transaction: Transaction) -> dict[str, int]:
    """The last versions of all open tables, by id."""
    return dict(
        transaction.execute(
            "SELECT id, (SELECT MAX(version) FROM entries WHERE chain = tables.id) FROM tables"
            " WHERE status = 'open'"
        )
    )


def read_names(transaction: Transaction, own: bool = False) -> dict[str, str]:
    """The names of all tables that ever were by id, in their order; with ``own``, without those
    that guests opened for practice."""
    where = "WHERE owner = ''" if own else ""
    return dict(transaction.execute(f"SELECT id, name FROM tables {where} ORDER BY name, id"))


def read_games(transaction: Transaction) -> dict[str, str]:
    """The games of all tables that ever were, by id."""
    return dict(transaction.execute("SELECT id, game FROM tables"))


def count_driver(transaction: Transaction, driver: str) -> dict[str, int]:
    """Count a process that looks after tables one further; gives all of them with their counts."""
    transaction.execute(
        "INSERT INTO drivers (id, count) VALUES (?, 1)"
        " ON CONFLICT (id) DO UPDATE SET count = drivers.count + 1",
        (driver,),
    )
    return dict(transaction.execute("SELECT id, count FROM drivers"))


def claim(transaction: Transaction, driver: str, ended: Sequence[str]) -> list[str]:
    """Forget the processes that have ended and take every open table that is nobody's; gives those
    held."""
    if ended:
        marks = ", ".join("?" * len(ended))
        transaction.execute(f"DELETE FROM drivers WHERE id IN ({marks})", ended)
    nobodys = "status = 'open' AND driver NOT IN (SELECT id FROM drivers)"
    if transaction.execute(f"SELECT 1 FROM tables WHERE {nobodys} LIMIT 1"):
        transaction.execute(f"UPDATE tables SET driver = ? WHERE {nobodys}", (driver,))
    rows = transaction.execute(
        "SELECT id FROM tables WHERE status = 'open' AND driver = ?", (driver,)
    )
    return [row[0] for row in rows]


def release(transaction: Transaction, driver: str) -> None:
    """A process ends: its tables are nobody's."""
    transaction.execute("DELETE FROM drivers WHERE id = ?", (driver,))


Book = Mapping[str, list[int]]
"""By wager: how many, cents, cents squared, and what the house won."""


AFTER_SETTLING = "void after settling"
"""The cause of a round that two people undid."""


class Round(NamedTuple):
    """A round's line in the books; ``wagers`` is the setup's number and the book, as JSON."""

    table: str
    number: int
    game: str
    day: str
    status: str
    cause: str
    dealer: str
    opened_at: str
    ended_at: str
    opened_version: int
    ended_version: int
    wagers: str

    @property
    def is_void(self) -> bool:
        """Whether it was voided, in play or by one person before the next round was opened."""
        undone = self.status == "corrected" and self.cause != AFTER_SETTLING
        return self.status == "void" or undone

    @property
    def setup(self) -> int:
        """Which of its table's setups it was played under, from 1."""
        return int(json.loads(self.wagers)["setup"])

    @property
    def book(self) -> Book:
        """What each wager came to."""
        found: Book = json.loads(self.wagers)["wagers"]
        return found


ROUNDS = Rows(
    "rounds",
    (
        *("table_id", "round", "game", "day", "status", "cause", "dealer", "opened_at"),
        *("ended_at", "opened_version", "ended_version", "wagers"),
    ),
    Round,
    keys=2,
)


class Recorded(NamedTuple):
    """A round as the log has it: its line, and its entries from the opening to the result, or to
    the void where it was voided before the next one was opened."""

    line: Round
    entries: list[Entry]

    @property
    def who(self) -> dict[int, str]:
        """Who was dealt the round, by seat."""
        seated = self.entries[0].values.get("who", {})
        return {int(seat): str(person) for seat, person in seated.items()}

    @property
    def result(self) -> Mapping[str, Any]:
        """What it came to."""
        found = [entry.values for entry in self.entries]
        result: Mapping[str, Any] = next(v["result"] for v in reversed(found) if "result" in v)
        return result


class Lately(NamedTuple):
    """How far a table has come today: its last round, how many were corrected, and how many have
    ended lately."""

    table: str
    last: int
    corrected: int
    rounds: int


def mark_corrected(sink: Sink, table: str, number: int, cause: str | None = None) -> None:
    """A settled round was undone, by one person for a cause or by two."""
    sink.add(
        "UPDATE rounds SET status = ?, cause = ? WHERE table_id = ? AND round = ?",
        ("corrected", cause or AFTER_SETTLING, table, number),
    )


def find_round(transaction: Transaction, table: str, number: int) -> Round | None:
    """None while the round is being played, or where there is none."""
    return ROUNDS.first(transaction, "WHERE table_id = ? AND round = ?", (table, number))


def load_round(transaction: Transaction, table: str, number: int) -> Recorded | None:
    """A round with all its entries; None where none of that number has ended."""
    line = find_round(transaction, table, number)
    if line is None:
        return None
    first, last = line.opened_version, line.ended_version
    if line.is_void:
        last = void_entry(transaction, line).version
    return Recorded(line, entries.between(transaction, table, first, last))


def void_entry(transaction: Transaction, line: Round) -> Entry:
    """The entry that voided a round."""
    if line.status == "void":
        return last_entry(transaction, line)
    which = entries.Which(line.table, ("round-corrected",), after=line.ended_version)
    # two people may have undone an earlier round in between
    found = entries.search(transaction, which)
    return next(entry for entry in found if entry.values["round"] == line.number)


def last_entry(transaction: Transaction, line: Round) -> Entry:
    """The entry that ended a round."""
    found = entries.find(transaction, line.table, line.ended_version)
    assert found, f"round {line.number} of {line.table}: its last entry is missing"
    return found


def latest_rounds(
    transaction: Transaction, table: str, most: int, before: int | None = None
) -> list[Round]:
    """The newest first."""
    earlier, values = ("", (table,)) if before is None else (" AND round < ?", (table, before))
    where = f"WHERE table_id = ?{earlier} ORDER BY round DESC LIMIT {most}"
    return ROUNDS.find(transaction, where, values)


class TableDay(NamedTuple):
    """A day on which something happened at a table, and the table's last entry as of now."""

    table: str
    day: str
    game: str
    version: int


_END = "(SELECT MAX(version) FROM entries WHERE chain = {})"


def days_of_period(transaction: Transaction, period: Period) -> list[TableDay]:
    """The days on which tables have played."""
    where, values = period.narrow("day", "table_id", "game = ?")
    rows = transaction.execute(
        f"SELECT table_id, day, game, {_END.format('played.table_id')} FROM"
        f" (SELECT DISTINCT table_id, day, game FROM rounds WHERE {where}) AS played",
        values,
    )
    return [TableDay(*row) for row in rows]


def days_of_entries(
    transaction: Transaction, period: Period, kinds: Sequence[str]
) -> list[TableDay]:
    """The days on which such entries came to tables."""
    of_game = "chain IN (SELECT id FROM tables WHERE game = ?)"
    where, values = period.narrow("at", "chain", of_game)
    marks = ", ".join("?" * len(kinds))
    rows = transaction.execute(
        f"SELECT id, day, game, {_END.format('id')} FROM tables JOIN"
        f" (SELECT DISTINCT chain, SUBSTR(at, 1, 10) AS day FROM entries WHERE {where}"
        f" AND kind IN ({marks}) AND {entries.RARE}) AS found ON id = chain",
        [*values, *kinds],
    )
    return [TableDay(*row) for row in rows]


def rounds_of_day(transaction: Transaction, table: str, day: str, after: int = 0) -> list[Round]:
    """A table's rounds of a day, those after a number."""
    where = "WHERE table_id = ? AND day = ? AND round > ? ORDER BY round"
    return ROUNDS.find(transaction, where, (table, day, after))


def rounds_like(transaction: Transaction, period: Period, mark: str) -> list[Round]:
    """Those whose book has a wager with such a name, table by table."""
    where, values = period.narrow("day", "table_id", "game = ?")
    rest = f"WHERE {where} AND wagers LIKE ? ORDER BY table_id, round"
    return ROUNDS.find(transaction, rest, [*values, f'%"{mark}%'])


def undone_rounds(transaction: Transaction, period: Period) -> list[Round]:
    """Those that were voided or corrected, table by table."""
    where, values = period.narrow("day", "table_id", "game = ?")
    rest = f"WHERE {where} AND status IN ('void', 'corrected') ORDER BY table_id, round"
    return ROUNDS.find(transaction, rest, values)


class Told(NamedTuple):
    """A round's line with what its first and its last entry say."""

    line: Round
    opened: Mapping[str, Any]
    ended: Mapping[str, Any]


def rounds_told(
    transaction: Transaction, table: str, most: int, number: int | None = None
) -> list[Told]:
    """The newest first, or one of them; each with who was dealt it and what it came to."""
    which, values = ("", (table,)) if number is None else (" AND round = ?", (table, number))
    names = ", ".join(f"rounds.{name}" for name in ROUNDS.columns)
    rows = transaction.execute(
        f"SELECT {names}, opened.body, ended.body FROM rounds"
        " JOIN entries AS opened ON opened.chain = table_id AND opened.version = opened_version"
        " JOIN entries AS ended ON ended.chain = table_id AND ended.version = ended_version"
        f" WHERE table_id = ?{which} ORDER BY round DESC LIMIT {most}",
        values,
    )
    return [Told(Round(*row[:-2]), json.loads(row[-2]), json.loads(row[-1])) for row in rows]


def rounds_of_period(transaction: Transaction, period: Period) -> Iterator[Round]:
    """Table by table, in the order in which they were played."""
    where, values = period.narrow("day", "table_id", "game = ?")
    names = f"SELECT DISTINCT table_id FROM rounds WHERE {where} ORDER BY table_id"
    for (table,) in transaction.execute(names, values):
        rest = f"WHERE {where} AND table_id = ? ORDER BY round"
        yield from ROUNDS.find(transaction, rest, [*values, table])


def read_lately(transaction: Transaction, since: str) -> list[Lately]:
    """Each table that has played since the day of this time, and its rounds ended since."""
    rows = transaction.execute(
        "SELECT table_id, MAX(round), SUM(CASE WHEN status = 'corrected' THEN 1 ELSE 0 END),"
        " SUM(CASE WHEN ended_at >= ? THEN 1 ELSE 0 END) FROM rounds WHERE day >= ?"
        " GROUP BY table_id",
        (since, since[:10]),
    )
    return [Lately(table, int(last), int(wrong), int(count)) for table, last, wrong, count in rows]


def settled_after(transaction: Transaction, table: str, day: str, number: int) -> list[Round]:
    """A table's settled rounds of a day, those after a number."""
    where = "WHERE table_id = ? AND day = ? AND round > ? AND status = 'settled' ORDER BY round"
    return ROUNDS.find(transaction, where, (table, day, number))
