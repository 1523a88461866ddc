"""Jackpot hits, kept from the round that made them until they are paid or voided."""

import json

from pitboss.house.log import canonical
from pitboss.house.store.connection import Row, Rows, Sink, Transaction
from pitboss.house.store.period import Period
from pitboss.jackpots.hit import ENDED, Hit

ROWS = Rows(
    "hits",
    (
        *("id", "jackpot", "table_id", "round", "seat", "who", "hand", "paid_cents", "place"),
        *("state", "steps", "at"),
    ),
    lambda *row: _hit(row),
)
_OPEN = "state NOT IN ({})".format(", ".join(f"'{state}'" for state in ENDED))


def add(sink: Sink, hit: Hit) -> None:
    ROWS.add(sink, _row(hit))


def keep(sink: Sink, hit: Hit) -> None:
    """Let a hit stand where it has been brought to, with whoever brought it there."""
    ROWS.keep(sink, _row(hit), "state", "steps")


def find(transaction: Transaction, identity: str) -> Hit | None:
    """Locked until the end of a transaction that writes."""
    return ROWS.lock(transaction, identity)


def of_round(transaction: Transaction, table: str, number: int) -> list[Hit]:
    return ROWS.find(
        transaction, "WHERE table_id = ? AND round = ? ORDER BY place", (table, number)
    )


def open_of_round(transaction: Transaction, table: str, number: int) -> list[Hit]:
    """Those of a round that still wait for someone."""
    return ROWS.find(transaction, f"WHERE table_id = ? AND round = ? AND {_OPEN}", (table, number))


def latest(transaction: Transaction, most: int, ended: bool = True) -> list[Hit]:
    """The newest first; those paid or voided too, or not."""
    where = "" if ended else f"WHERE {_OPEN} "
    return ROWS.find(transaction, f"{where}ORDER BY at DESC, id LIMIT {most}")


def of_jackpot(transaction: Transaction, jackpot: str, most: int) -> list[Hit]:
    """The newest first."""
    order = f"ORDER BY at DESC, table_id, round DESC, place DESC LIMIT {most}"
    return ROWS.find(transaction, f"WHERE jackpot = ? {order}", (jackpot,))


def of_period(transaction: Transaction, period: Period) -> list[Hit]:
    """In the order of their times, tables, rounds and places."""
    sql, values = "at >= ? AND at < ?", [period.first_day, period.end]
    if period.table:
        sql, values = f"{sql} AND table_id = ?", [*values, period.table]
    if period.game:
        sql = f"{sql} AND table_id IN (SELECT id FROM tables WHERE game = ?)"
        values.append(period.game)
    return ROWS.find(transaction, f"WHERE {sql} ORDER BY at, table_id, round, place", values)


def paid_cents(transaction: Transaction, jackpot: str, day: str) -> int:
    """What a jackpot's hits of a day come to."""
    ((cents,),) = transaction.execute(
        "SELECT COALESCE(SUM(paid_cents), 0) FROM hits WHERE jackpot = ? AND substr(at, 1, 10) = ?",
        (jackpot, day),
    )
    return int(cents)


def _row(hit: Hit) -> Row:
    return (
        *(hit.id, hit.jackpot, hit.table, hit.round, hit.seat, hit.who, hit.hand),
        *(hit.paid_cents, hit.order, hit.state, canonical(hit.steps), hit.at),
    )


def _hit(row: Row) -> Hit:
    identity, jackpot, table, number, seat, who, hand, cents, place, state, steps, at = row
    walked = tuple((step[0], step[1]) for step in json.loads(steps))
    where = (identity, jackpot, table, number, who, at)
    return Hit(0, seat, hand, int(cents), place, state, walked, *where)
