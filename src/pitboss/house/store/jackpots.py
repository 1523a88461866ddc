"""The house's jackpots: their terms, where each meter stands, and every move that it made."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.games import find_game
from pitboss.house.log import canonical
from pitboss.house.store.connection import Row, Rows, Sink, Transaction
from pitboss.jackpots.meter import Meter
from pitboss.jackpots.terms import Terms, read_jackpots
from pitboss.refusal import Refused

_STANDING = "SELECT value, reserve, overflow, moves FROM jackpots WHERE id = ?"


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


def _jackpot(identity: str, name: str, kept: str, *stands: Any) -> Jackpot:
    values, standing = json.loads(kept), _standing(stands)
    return Jackpot(identity, name, values["game"], values["terms"], *standing)


def _standing(row: Row) -> Standing:
    *parts, moves = row
    return Standing(Meter(*map(Fraction, parts)), moves)


def _move(_: str, *row: Any) -> Move:
    return Move(*row[:5], *map(Fraction, row[5:]))


_COLUMNS = ("id", "name", "terms", "value", "reserve", "overflow", "moves")
_ROWS = Rows("jackpots", _COLUMNS, _jackpot)
_MOVE_COLUMNS = ("jackpot", "number", "at", "table_id", "round", "cause", "change", "value")
MOVES = Rows("moves", _MOVE_COLUMNS, _move, keys=2)


def add(sink: Sink, jackpot: Jackpot) -> None:
    kept = canonical({"game": jackpot.game, "terms": jackpot.given})
    stands = (*map(str, jackpot.meter), jackpot.moves)
    _ROWS.add(sink, (jackpot.id, jackpot.name, kept, *stands))


def lock(transaction: Transaction, jackpot: str) -> Standing:
    """Where a meter stands; nobody else moves it until the end of the transaction."""
    return _only(jackpot, transaction.execute(_STANDING + transaction.locking, (jackpot,)))


def peek(transaction: Transaction, jackpot: str) -> Standing:
    """Where a meter stood when it was last committed; it may move meanwhile."""
    return _only(jackpot, transaction.peek(_STANDING, (jackpot,)))


def _only(jackpot: str, rows: list[Row]) -> Standing:
    if not rows:
        raise Refused(f"jackpot {jackpot!r} is not open")
    return _standing(rows[0])


def keep(sink: Sink, jackpot: str, standing: Standing) -> None:
    """Let a locked meter stand anew."""
    sink.add(
        "UPDATE jackpots SET value = ?, reserve = ?, overflow = ?, moves = ? WHERE id = ?",
        (*map(str, standing.meter), standing.moves, jackpot),
    )


def add_move(sink: Sink, jackpot: str, move: Move) -> None:
    MOVES.add(sink, (jackpot, *move[:4], str(move.cause), str(move.change), str(move.value)))


def read_all(transaction: Transaction) -> list[Jackpot]:
    """By name."""
    return _ROWS.find(transaction, "ORDER BY name, id")


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
    where = "WHERE jackpot = ? AND at >= ? AND at < ? ORDER BY number"
    return MOVES.find(transaction, where, (jackpot, since, until))


def last_move(transaction: Transaction, jackpot: str, until: str = "9999") -> Move | None:
    """The last move of a meter before a time."""
    where = "WHERE jackpot = ? AND at < ? ORDER BY number DESC LIMIT 1"
    return MOVES.first(transaction, where, (jackpot, until))


def find_move(transaction: Transaction, jackpot: str, number: int) -> Move | None:
    return MOVES.first(transaction, "WHERE jackpot = ? AND number = ?", (jackpot, number))
