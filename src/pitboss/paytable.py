"""Pay tables: data read from the games' ``paytables.toml``, or given by a designer.

A row stands for an event (a key that the game's rules produce), carries the hand's name as the
document prints it, and what it pays: odds, a percentage of a meter, a fixed prize, or one of the
words Push, Loss and - (the row does not exist). No pay number lives in Python.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from pitboss.data import read_toml
from pitboss.money import Odds, money, parse_dollars, read_ratio
from pitboss.refusal import Refused, gather

TERMS = ("to 1", "for 1")
MOST_ODDS = 1_000_000
"""What a winner is paid must have room in the ledger, whatever was wagered."""


class Share(NamedTuple):
    """A percentage of the jackpot's meter."""

    percent: Fraction

    def __str__(self) -> str:
        return f"{self.percent}%"


class Prize(NamedTuple):
    """A fixed prize for a wager of one dollar."""

    cents: int

    def __str__(self) -> str:
        return money(self.cents)


class Word(StrEnum):
    """What a table prints where no amount stands."""

    PUSH = "Push"
    LOSS = "Loss"
    ABSENT = "-"


Pay = Odds | Share | Prize | Word


class Row(NamedTuple):
    """One line of a pay table: ``text`` is its pay in words, ``envy_cents`` 0 without an envy."""

    event: str
    hand: str
    pay: Pay
    text: str
    envy_cents: int = 0


class PayTable:
    """A pay table of one wager; ``printed`` when it stands in the approved document.

    ``dead`` gives, for each event of a row that no hand can reach, the reason; ``dashes`` says,
    for each row with a dash under its pay, where its hands are paid instead. ``heading`` is what
    the document prints above the pays where it names no terms, ``notes`` what the rulings in force
    add to its sign.
    """

    __slots__ = (
        "_by_event", "cite", "code", "dashes", "dead", "heading", "notes", "printed", "rows",
        "terms", "wager",
    )  # fmt: skip

    def __init__(
        self, wager: str, code: str, terms: str, rows: Iterable[Row], cite: str = ""
    ) -> None:
        self.wager = wager
        self.code = code
        self.terms = terms
        self.rows = tuple(rows)
        self.cite = cite
        self.printed = bool(cite)
        self.dead: Mapping[str, str] = {}
        self.dashes: Mapping[str, str] = {}
        self.heading = ""
        self.notes: tuple[str, ...] = ()
        self._by_event = {row.event: row for row in self.rows}
        if len(self._by_event) != len(self.rows):
            raise Refused(f"pay table {code}: a row stands twice; each event has one row")

    def row(self, event: str) -> Row | None:
        """The row of this event; None where the table has none."""
        return self._by_event.get(event)

    def __eq__(self, other: object) -> bool:
        """Tables that say the same: one that a ruling reads is made for each table anew."""
        if not isinstance(other, PayTable):
            return NotImplemented
        return self._said() == other._said()

    def __hash__(self) -> int:
        return hash((self.wager, self.code, self.terms))

    def _said(self) -> tuple[object, ...]:
        return self.wager, self.code, self.terms, self.rows, self.cite, self.heading, self.notes

    def with_rows(self, rows: Iterable[Row], terms: str = "") -> "PayTable":
        """The same table with other rows, and perhaps other terms."""
        table = PayTable(self.wager, self.code, terms or self.terms, rows, self.cite)
        for name in ("dead", "dashes", "heading", "notes"):
            setattr(table, name, getattr(self, name))
        return table

    def to_json(self) -> dict[str, object]:
        """The table as plain values, the form in which a designer may also give one."""
        rows = []
        for row in self.rows:
            # Odds without their terms, which the table says once.
            pay = row.text.removesuffix(f" {self.terms}")
            envy = [money(row.envy_cents)] if row.envy_cents else []
            rows.append([row.event, row.hand, pay, *envy])
        return {"code": self.code, "terms": self.terms, "rows": rows, "printed": self.printed}


def _parse_pay(value: object, terms: str, where: str) -> Pay:
    """Read ``50``, ``100%``, ``$1,500``, ``Push``, ``Loss`` or ``-``."""
    text = str(value).strip()
    for word in Word:
        if text.lower() == word.value.lower():
            return word
    if text.startswith("$"):
        cents = parse_dollars(text[1:].replace(",", ""), where)
        return _above_0(Prize(cents), cents, where)
    try:
        number = read_ratio(text.removesuffix("%"), f"{where}: pay")
    except Refused:
        raise Refused(
            f"{where}: pay {text[:40]!r} is unknown; write odds such as 50, a prize such as $1,500,"
            " a percentage such as 10%, Push, Loss or -"
        ) from None
    if text.endswith("%"):
        if not 0 < number <= 100:
            raise Refused(f"{where}: pay {text}: a percentage is above 0 and at most 100")
        return Share(number)
    if number > MOST_ODDS:
        raise Refused(f"{where}: pay {text}: odds are at most {MOST_ODDS}")
    return _above_0(Odds(number.numerator, number.denominator, terms), number, where)


def _above_0(pay: Pay, number: int | Fraction, where: str) -> Pay:
    if number <= 0:
        raise Refused(f"{where}: a pay must be above 0; write Loss where a hand is not paid")
    return pay


def require_odds(table: PayTable, *words: Word) -> None:
    """Every row pays odds, or says one of these words; no row has an envy pay."""
    allowed = ", ".join(["odds such as 50", *map(str, words)])
    with gather() as parts:
        for row in table.rows:
            with parts.at(f"rows.{row.event}"):
                if row.envy_cents or not (isinstance(row.pay, Odds) or row.pay in words):
                    raise Refused(
                        f"pay table {table.code}: row {row.event} pays {row.text}; {table.wager}"
                        f" rows pay {allowed}, and no envy"
                    )


def _parse_envy(value: object, terms: str, where: str, event: str) -> Pay:
    envy = _parse_pay(value, terms, f"{where}: envy of {event}")
    if not isinstance(envy, Prize) and envy is not Word.ABSENT:
        raise Refused(f"{where}: envy of {event}: an envy pay is a prize such as $250, or -")
    return envy


def _row(cells: object, terms: str, where: str) -> Row:
    """Read [event, pay], [event, hand, pay] or [event, hand, pay, envy]."""
    if not isinstance(cells, Sequence) or isinstance(cells, str) or not 2 <= len(cells) <= 4:
        raise Refused(f"{where}: a row is [event, pay] or [event, hand, pay] or with an envy pay")
    event = str(cells[0])
    hand = str(cells[1]) if len(cells) > 2 else event
    try:
        pay = _parse_pay(cells[2] if len(cells) > 2 else cells[1], terms, f"{where}: row {event}")
        envy = _parse_envy(cells[3], terms, where, event) if len(cells) > 3 else Word.ABSENT
    except Refused as refusal:
        raise refusal.below(event) from None
    return Row(event, hand, pay, str(pay), envy.cents if isinstance(envy, Prize) else 0)


def parse_table(wager: str, given: Mapping[str, object], cite: str = "") -> PayTable:
    """Read a table from plain values: ``{"terms": "to 1", "rows": [["pair", 1], ...]}``."""
    code = str(given.get("code", "house"))
    where = f"pay table {code}"
    terms = given.get("terms", "to 1")
    if terms not in TERMS:
        raise Refused(f"{where}: terms {terms!r} are unknown; allowed are 'to 1' and 'for 1'")
    rows = given.get("rows")
    if isinstance(rows, Mapping):
        rows = list(rows.items())
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        raise Refused(f'{where}: rows are missing; give a list such as [["pair", 1]]')
    read = []
    with gather() as parts:
        for cells in rows:
            with parts.at("rows"):
                read.append(_row(cells, str(terms), where))
    return PayTable(wager, code, str(terms), read, cite)


@cache
def printed_tables(package: str) -> dict[str, dict[str, PayTable]]:
    """Every table printed in a game's document: wager, then code, then the table."""
    tables: dict[str, dict[str, PayTable]] = {}
    for entry in read_toml(package, "paytables.toml").get("table", ()):
        table = parse_table(entry["wager"], entry, entry["cite"])
        table.dead = entry.get("dead", {})
        table.dashes = entry.get("dashes", {})
        table.heading = entry.get("heading", "")
        tables.setdefault(table.wager, {})[table.code] = table
    return tables


class Reading(NamedTuple):
    """How a ruling's option reads the table of a wager: with other terms, or as its sign says."""

    wager: str
    ruling: str
    option: str
    terms: str = ""
    note: str = ""


@cache
def table_readings(package: str) -> tuple[Reading, ...]:
    """Those of a game, as data beside its tables."""
    entries = read_toml(package, "paytables.toml").get("reading", ())
    return tuple(Reading(**entry) for entry in entries)


def read_under(package: str, rulings: Mapping[str, str], table: PayTable) -> PayTable:
    """A table as the rulings in force read it: what is settled by and what is posted."""
    found = [
        each
        for each in table_readings(package)
        if (each.wager, rulings[each.ruling]) == (table.wager, each.option)
    ]
    for terms in (each.terms for each in found if each.terms):
        table = table.with_rows((_on_terms(row, terms) for row in table.rows), terms)
    if notes := tuple(each.note for each in found if each.note):
        table = table.with_rows(table.rows)
        table.notes = notes
    return table


def _on_terms(row: Row, terms: str) -> Row:
    if not isinstance(row.pay, Odds):
        return row
    pay = row.pay._replace(terms=terms)
    return row._replace(pay=pay, text=str(pay))


@lru_cache(maxsize=1_024)
def scaled_table(table: PayTable, wager_cents: int) -> PayTable:
    """A table of prizes for a fixed wager; tables are printed for one dollar."""

    def scaled(row: Row) -> Row:
        envy = row.envy_cents * wager_cents // 100
        if not isinstance(row.pay, Prize):
            return row._replace(envy_cents=envy)
        prize = Prize(row.pay.cents * wager_cents // 100)
        return row._replace(pay=prize, text=str(prize), envy_cents=envy)

    return table if wager_cents == 100 else table.with_rows(map(scaled, table.rows))
