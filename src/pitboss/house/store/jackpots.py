"""The house's jackpots: their terms, where each meter stands, and every move that it made."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.games import find_game
from pitboss.house.log import canonical
from pitboss.house.store.connection import Row, Sink, Transaction
from pitboss.jackpots.meter import Meter
from pitboss.jackpots.terms import Terms, read_jackpots
from pitboss.refusal import Refused

_STANDING = "SELECT value, reserve, overflow, moves FROM jackpots WHERE id = ?"
MOVE_COLUMNS = ("jackpot", "number", "at", "table_id", "round", "cause", "change", "value")
_MOVE = ", ".join(MOVE_COLUMNS[1:])


class Standing(NamedTuple):
    """Where a meter stands; ``moves`` counts its changes."""

    meter: Meter
    moves: int


class Jackpot(NamedTuple):
    """A jackpot; ``given`` are its terms as the operator set them."""

    id: str
    name: str
    game: str
    given: Mapping[str, Any]
    meter: Meter
    moves: int = 0

    @property
    def terms(self) -> Terms:
        tables = find_game(self.game).paytables["jackpot"]
        return read_jackpots([self.given], tables)[0][0]


class Move(NamedTuple):
    """A move of a meter; ``value`` is where it left the meter, its overflow included. Acts of two
    people name no table."""

    number: int
    at: str
    table: str
    round: int
    cause: str
    change: Fraction
    value: Fraction


def add(sink: Sink, jackpot: Jackpot) -> None:
    kept = canonical({"game": jackpot.game, "terms": jackpot.given})
    sink.add(
        "INSERT INTO jackpots (id, name, terms, value, reserve, overflow, moves)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (jackpot.id, jackpot.name, kept, *map(str, jackpot.meter), jackpot.moves),
    )


def lock(transaction: Transaction, jackpot: str) -> Standing:
    """Where a meter stands; nobody else moves it until the end of the transaction."""
    return _standing(jackpot, transaction.execute(_STANDING + transaction.locking, (jackpot,)))


def peek(transaction: Transaction, jackpot: str) -> Standing:
    """Where a meter stood when it was last committed; it may move meanwhile."""
    return _standing(jackpot, transaction.peek(_STANDING, (jackpot,)))


def _standing(jackpot: str, rows: list[Row]) -> Standing:
    if not rows:
        raise Refused(f"jackpot {jackpot!r} is not open")
    *parts, moves = rows[0]
    return Standing(Meter(*map(Fraction, parts)), moves)


def keep(sink: Sink, jackpot: str, standing: Standing) -> None:
    """Let a locked meter stand anew."""
    sink.add(
        "UPDATE jackpots SET value = ?, reserve = ?, overflow = ?, moves = ? WHERE id = ?",
        (*map(str, standing.meter), standing.moves, jackpot),
    )


def add_move(sink: Sink, jackpot: str, move: Move) -> None:
    sink.add(
        f"INSERT INTO moves (jackpot, {_MOVE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (jackpot, *move[:4], str(move.cause), str(move.change), str(move.value)),
    )


def read_all(transaction: Transaction) -> list[Jackpot]:
    """By name."""
    rows = transaction.execute(
        "SELECT id, name, terms, value, reserve, overflow, moves FROM jackpots ORDER BY name, id"
    )
    found = []
    for identity, name, kept, value, reserve, overflow, moves in rows:
        values = json.loads(kept)
        meter = Meter(Fraction(value), Fraction(reserve), Fraction(overflow))
        found.append(Jackpot(identity, name, values["game"], values["terms"], meter, moves))
    return found


def read_terms(transaction: Transaction) -> dict[str, Terms]:
    """The terms of every jackpot, by id."""
    return {jackpot.id: jackpot.terms for jackpot in read_all(transaction)}


def read_names(transaction: Transaction) -> dict[str, str]:
    """The names of all jackpots by id, in their order."""
    return dict(transaction.execute("SELECT id, name FROM jackpots ORDER BY name, id"))


def read_displayed(transaction: Transaction) -> dict[str, int]:
    """What each meter shows, in whole cents."""
    rows = transaction.execute("SELECT id, value FROM jackpots")
    return {name: int(Fraction(value)) for name, value in rows}


def moves_between(transaction: Transaction, jackpot: str, since: str, until: str) -> list[Move]:
    """A meter's moves of some time, in their order."""
    return _moves(
        transaction,
        "jackpot = ? AND at >= ? AND at < ? ORDER BY number",
        (jackpot, since, until),
    )


def last_move(transaction: Transaction, jackpot: str, until: str = "9999") -> Move | None:
    """The last move of a meter before a time."""
    where = "jackpot = ? AND at < ? ORDER BY number DESC LIMIT 1"
    return next(iter(_moves(transaction, where, (jackpot, until))), None)


def find_move(transaction: Transaction, jackpot: str, number: int) -> Move | None:
    found = _moves(transaction, "jackpot = ? AND number = ?", (jackpot, number))
    return next(iter(found), None)


def _moves(transaction: Transaction, where: str, values: tuple[object, ...]) -> list[Move]:
    rows = transaction.execute(f"SELECT {_MOVE} FROM moves WHERE {where}", values)
    return [
        Move(number, at, table, played, cause, Fraction(change), Fraction(value))
        for number, at, table, played, cause, change, value in rows
    ]
