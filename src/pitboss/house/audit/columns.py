"""An exported log as tables of columns: a Parquet file each, with a stated schema.

The log itself is the record; these are for whoever asks questions of many rounds. Money is in whole
cents, times are UTC. What a table has is described in ``docs/columns.md``; a change of it is a new
version. Rounds in play have their opening and decisions only.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.extras import needed_by
from pitboss.house.audit.checks import canonical, read_line
from pitboss.house.audit.replay import CORRECTED, DECIDED, OPENED, VOIDED, read_meter
from pitboss.house.audit.verify import FORMAT as LOG_FORMAT
from pitboss.house.audit.verify import FORMAT_VERSION as LOG_VERSION
from pitboss.house.audit.verify import Unreadable
from pitboss.money import exact_dollars, parse_dollars
from pitboss.refusal import Refused

FORMAT, VERSION = "pitboss-columns", 1
BATCH = 20_000
"""Rows of a table that are held before they are written."""

TEXT, NUMBER, TIME = "string", "int64", "timestamp"
ENTRY = {"chain": TEXT, "version": NUMBER, "at": TIME}
ROUND = {"table": TEXT, "round": NUMBER, "version": NUMBER, "at": TIME}
SCHEMAS: dict[str, dict[str, str]] = {
    "entries": {**ENTRY, "kind": TEXT, "who": TEXT, "command": TEXT, "body": TEXT, "hash": TEXT},
    "postings": {**ENTRY, "account": TEXT, "cents": NUMBER},
    "rounds": {
        **ROUND,
        "game": TEXT,
        "opened_version": NUMBER,
        "opened_at": TIME,
        "status": TEXT,
        "reason": TEXT,
        "seats": NUMBER,
        "wagered_cents": NUMBER,
        "net_cents": NUMBER,
    },
    "settlements": {
        **ROUND,
        "place": NUMBER,
        "seat": NUMBER,
        "wager": TEXT,
        "cents": NUMBER,
        "outcome": TEXT,
        "pays": TEXT,
        "paid_cents": NUMBER,
        "net_cents": NUMBER,
        "row": TEXT,
        "rule": TEXT,
        "cut_from_cents": NUMBER,
        "cut_rule": TEXT,
    },
    "decisions": {
        **ROUND,
        "seat": NUMBER,
        "action": TEXT,
        "cents": NUMBER,
        "by": TEXT,
        "cards": TEXT,
    },
    "meters": {
        **ROUND,
        "number": NUMBER,
        "paytable": TEXT,
        "meter_cents": NUMBER,
        "meter": TEXT,
        "reserved": TEXT,
        "overflow": TEXT,
    },
    "corrections": {**ROUND, "kind": TEXT, "who": TEXT, "why": TEXT, "body": TEXT},
}
"""The columns of each table with their types."""

AMENDED = (CORRECTED, "round-resettled", "hit-advanced")

Row = dict[str, object]
Entry = Mapping[str, Any]


class Opened(NamedTuple):
    """What is known of a round from its opening."""

    version: int
    at: str
    game: str


class Log:
    """Reads a log line by line; what is no log, or was cut or altered, is unreadable."""

    def __init__(self) -> None:
        self.header: Mapping[str, Any] = {}
        self._digest = sha256()
        self._opened: dict[tuple[str, int], Opened] = {}

    def rows(self, lines: Iterable[bytes]) -> Iterator[tuple[str, Row]]:
        """Rows with the names of their tables."""
        ended = False
        for number, line in enumerate(lines, 1):
            values = read_line(line)
            if values is None or ended:
                raise Unreadable(f"line {number} is none of a log; pitboss verify says more")
            if number == 1:
                self._start(values)
            try:
                if "entry" in values:
                    yield from self.entry_rows(values["entry"])
                elif "end" in values:
                    ended = values["end"]["sha256"] == self._digest.hexdigest()
                    if not ended:
                        raise Unreadable(
                            "its last line has another digest; pitboss verify says more"
                        )
            except (ArithmeticError, AttributeError, LookupError, TypeError, Refused):
                raise Unreadable(f"line {number} has a part of the wrong kind") from None
            self._digest.update(line)
        if not ended:
            raise Unreadable("its end is missing; was it cut off?")

    def _start(self, header: Mapping[str, Any]) -> None:
        if (header.get("format"), header.get("version")) != (LOG_FORMAT, LOG_VERSION):
            raise Unreadable(f"no exported log of version {LOG_VERSION}")
        self.header = header

    def entry_rows(self, entry: Entry) -> Iterator[tuple[str, Row]]:
        """What one entry adds to the tables."""
        at = {name: entry[name] for name in ENTRY}
        body, kind = entry["body"], entry["kind"]
        about = {name: entry[name] for name in ("kind", "who", "command", "hash")}
        yield "entries", {**at, **about, "body": canonical(body)}
        for account, cents in body.get("postings", {}).items():
            yield "postings", {**at, "account": account, "cents": cents}
        if "round" not in body:
            return
        where = {"table": entry["chain"], "round": body["round"]}
        where |= {"version": entry["version"], "at": entry["at"]}
        if kind == OPENED:
            game = body["script"]["game"]
            self._opened[entry["chain"], body["round"]] = Opened(
                entry["version"], entry["at"], game
            )
        if kind == DECIDED:
            yield "decisions", {**where, **_decision(entry)}
        if kind in AMENDED:
            amended = {"kind": kind, "who": entry["who"], "why": body.get("why")}
            yield "corrections", {**where, **amended, "body": canonical(body)}
        if "result" in body and kind in (OPENED, DECIDED, VOIDED):
            opened = self._opened.pop((entry["chain"], body["round"]), None)
            yield from _ended(where, body, opened)


def _decision(entry: Entry) -> Row:
    body, secret = entry["body"], entry["secret"] or {}
    plain = {name: body.get(name) for name in ("seat", "action", "cents", "by")}
    return {**plain, "cards": secret.get("cards")}


def _ended(where: Row, body: Entry, opened: Opened | None) -> Iterator[tuple[str, Row]]:
    """A round's line, its settled rows, and the meters that it was settled on."""
    result = body["result"]
    rows = [_settled(row) for row in result["settlement"]]
    net = [parse_dollars(amount) for amount in result["net"].values()]
    version, at, game = opened or (None, None, None)
    yield (
        "rounds",
        {
            **where,
            "game": game,
            "opened_version": version,
            "opened_at": at,
            "status": result["status"],
            "reason": body.get("reason"),
            "seats": len(net),
            "wagered_cents": sum(row["cents"] for row in rows),
            "net_cents": sum(net),
        },
    )
    for place, row in enumerate(rows, 1):
        yield "settlements", {**where, "place": place, **row}
    for number, given in enumerate(result.get("meters", ()), 1):
        yield "meters", {**where, "number": number, **_meter(given)}


def _settled(row: Entry) -> dict[str, Any]:
    cut = row.get("cut_from")
    return {
        **{name: row[name] for name in ("seat", "wager", "outcome", "pays", "row", "rule")},
        "cents": parse_dollars(row["amount"]),
        "paid_cents": parse_dollars(row["paid"]),
        "net_cents": parse_dollars(row["net"]),
        "cut_from_cents": None if cut is None else parse_dollars(cut),
        "cut_rule": row.get("cut_rule"),
    }


def _meter(given: object) -> Row:
    meter = read_meter(given)
    return {
        "paytable": given.get("paytable") if isinstance(given, Mapping) else None,
        "meter_cents": meter.displayed_cents,
        "meter": exact_dollars(meter.value),
        "reserved": exact_dollars(meter.reserve),
        "overflow": exact_dollars(meter.overflow),
    }


def arrow_schema(table: str) -> Any:
    """The schema of a table, with the format and its version."""
    import pyarrow as pa

    types = {TEXT: pa.string(), NUMBER: pa.int64(), TIME: pa.timestamp("us", tz="UTC")}
    about = {"format": FORMAT, "version": str(VERSION), "table": table}
    fields = [(name, types[kind]) for name, kind in SCHEMAS[table].items()]
    return pa.schema(fields, metadata=about)


class Table:
    """One Parquet file that is being written."""

    def __init__(self, name: str, file: Path) -> None:
        from pyarrow import parquet

        self.count = 0
        self._schema = arrow_schema(name)
        self._times = [column for column, kind in SCHEMAS[name].items() if kind == TIME]
        self._rows: list[Row] = []
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")

    def add(self, row: Row) -> None:
        self._rows.append(row)
        self.count += 1
        if len(self._rows) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa
        from pyarrow import compute

        columns = []
        for field in self._schema:
            values = [row[field.name] for row in self._rows]
            if field.name in self._times:
                zoned = pa.array(values, pa.string())
                columns.append(compute.cast(zoned, field.type))
            else:
                columns.append(pa.array(values, field.type))
        self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))
        self._rows = []

    def close(self) -> None:
        if self._rows:
            self._flush()
        self._writer.close()


def write_columns(lines: Iterable[bytes], file_of: Callable[[str], Path]) -> dict[str, int]:
    """Write every table, an empty one too, and give how many rows each has."""
    with needed_by("data"):
        import pyarrow as pa
    with ExitStack() as open_tables:
        tables = {name: Table(name, file_of(name)) for name in SCHEMAS}
        for table in tables.values():
            open_tables.callback(table.close)
        try:
            for name, row in Log().rows(lines):
                tables[name].add(row)
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
            raise Unreadable("a value is of the wrong kind; pitboss verify says more") from None
    return {name: table.count for name, table in tables.items()}
