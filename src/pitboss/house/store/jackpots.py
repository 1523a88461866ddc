"""The house's jackpots: their terms, where each meter stands, every move that it made, and the hits
from the round that made them until they are paid or voided."""

import json
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.games import find_game
from pitboss.house.log import canonical
from pitboss.house.store.database import Row, Rows, Sink, Transaction, Values
from pitboss.house.store.period import Period
from pitboss.jackpots.meter import Meter, Terms
from pitboss.jackpots.terms import ENDED, Hit, read_jackpots
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
    practice: bool = False
    """Whether practice tables play on it, which play on no other."""

    @property
    def terms(self) -> Terms:
        tables = find_game(self.game).paytables["jackpot"]
        return read_jackpots([self.given], tables)[0][0]


class Move(NamedTuple):
    """A move of a meter; ``value`` is where it left the meter, its overflow included. Acts of two
    people name no table."""

    jackpot: str
    number: int
    at: str
    table: str
    round: int
    cause: str
    change: Fraction
    value: Fraction

    @property
    def place(self) -> tuple[str, int]:
        return self.table, self.round


def _jackpot(identity: str, name: str, kept: str, *stands: Any) -> Jackpot:
    values, standing = json.loads(kept), read_standing(stands)
    practice = bool(values.get("practice", False))
    return Jackpot(identity, name, values["game"], values["terms"], *standing, practice)


def _kept(jackpot: Jackpot) -> str:
    """All of it that never changes."""
    kept = {"game": jackpot.game, "terms": jackpot.given}
    return canonical({**kept, "practice": True} if jackpot.practice else kept)


def read_standing(row: Row) -> Standing:
    """The columns of a meter's three parts, and of its moves."""
    *parts, moves = row
    return Standing(Meter(*map(Fraction, parts)), int(moves))


UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What text that nobody of the house has written can lead to."""


class Jackpots(Rows[Jackpot]):
    """One that cannot be read is left out: the tables on it are stopped, and no others."""

    def find(self, transaction: Transaction, rest: str = "", values: Values = ()) -> list[Jackpot]:
        found = []
        for row in transaction.execute(f"{self._select} {rest}", values):
            with suppress(*UNREADABLE):
                jackpot = self._read(*row)
                assert jackpot.terms
                found.append(jackpot)
        return found


JACKPOTS = Jackpots(
    "jackpots",
    ("id", "name", "terms", "value", "reserve", "overflow", "moves"),
    _jackpot,
    lambda jackpot: (
        *(jackpot.id, jackpot.name, _kept(jackpot)),
        *(*map(str, jackpot.meter), jackpot.moves),
    ),
)
MOVES = Rows(
    "moves",
    ("jackpot", "number", "at", "table_id", "round", "cause", "change", "value"),
    lambda *row: Move(*row[:6], *map(Fraction, row[6:])),
    lambda move: (*move[:5], *map(str, move[5:])),
    keys=2,
)


def lock(transaction: Transaction, jackpot: str) -> Standing:
    """Where a meter stands; nobody else moves it until the end of the transaction."""
    return _only(jackpot, transaction.execute(_STANDING + transaction.locking, (jackpot,)))


def peek(transaction: Transaction, jackpot: str) -> Standing:
    """Where a meter stood when it was last committed; it may move meanwhile."""
    return _only(jackpot, transaction.peek(_STANDING, (jackpot,)))


def _only(jackpot: str, rows: list[Row]) -> Standing:
    if not rows:
        raise Refused(f"jackpot {jackpot!r} is not open")
    try:
        return read_standing(rows[0])
    except UNREADABLE:
        raise Refused(f"jackpot {jackpot!r}: where its meter stands cannot be read") from None


def keep(sink: Sink, jackpot: str, standing: Standing) -> None:
    """Let a locked meter stand anew."""
    sink.add(
        "UPDATE jackpots SET value = ?, reserve = ?, overflow = ?, moves = ? WHERE id = ?",
        (*map(str, standing.meter), standing.moves, jackpot),
    )


def read_all(transaction: Transaction) -> list[Jackpot]:
    """By name."""
    return JACKPOTS.find(transaction, "ORDER BY name, id")


def read_terms(transaction: Transaction, practice: bool | None = None) -> dict[str, Terms]:
    """The terms of every jackpot by id, or of those for practice tables, or for others."""
    found = (one for one in read_all(transaction) if practice in (None, one.practice))
    return {jackpot.id: jackpot.terms for jackpot in found}


def of_practice(transaction: Transaction) -> list[Jackpot]:
    """Those that practice tables play on, by name."""
    return [jackpot for jackpot in read_all(transaction) if jackpot.practice]


def read_names(transaction: Transaction) -> dict[str, str]:
    """The names of all jackpots by id, in their order."""
    return dict(transaction.execute("SELECT id, name FROM jackpots ORDER BY name, id"))


def read_displayed(transaction: Transaction) -> dict[str, int]:
    """What each meter shows, in whole cents."""
    found = {}
    for name, value in transaction.execute("SELECT id, value FROM jackpots"):
        with suppress(*UNREADABLE):
            found[name] = int(Fraction(value))
    return found


def moves_between(transaction: Transaction, jackpot: str, since: str, until: str) -> list[Move]:
    """A meter's moves of some time, in their order."""
    where = "WHERE jackpot = ? AND at >= ? AND at < ? ORDER BY number"
    return MOVES.find(transaction, where, (jackpot, since, until))


def last_move(transaction: Transaction, jackpot: str, until: str = "9999") -> Move | None:
    """The last move of a meter before a time."""
    where = "WHERE jackpot = ? AND at < ? ORDER BY number DESC LIMIT 1"
    return MOVES.first(transaction, where, (jackpot, until))


def moves_from(transaction: Transaction, jackpot: str, number: int) -> list[Move]:
    """A meter's moves from a number on, in their order."""
    where = "WHERE jackpot = ? AND number >= ? ORDER BY number"
    return MOVES.find(transaction, where, (jackpot, number))


def moves_but(transaction: Transaction, jackpot: str, *causes: str) -> list[Move]:
    """A meter's moves, in their order, without those that rounds made for some causes: the few that
    contributions and pays leave."""
    marks = ", ".join("?" for _ in causes)
    where = f"WHERE jackpot = ? AND (table_id = '' OR cause NOT IN ({marks})) ORDER BY number"
    return MOVES.find(transaction, where, (jackpot, *causes))


def moves_of_round(transaction: Transaction, jackpot: str, table: str, number: int) -> list[Move]:
    """What a round moved on a meter, in its order; corrections of it included."""
    where = "WHERE jackpot = ? AND table_id = ? AND round = ? ORDER BY number"
    return MOVES.find(transaction, where, (jackpot, table, number))


def first_move_of(transaction: Transaction, jackpot: str, table: str, number: int) -> Move | None:
    """The first move that a round made on a meter."""
    where = "WHERE jackpot = ? AND table_id = ? AND round = ? ORDER BY number LIMIT 1"
    return MOVES.first(transaction, where, (jackpot, table, number))


def find_move(transaction: Transaction, jackpot: str, number: int) -> Move | None:
    return MOVES.first(transaction, "WHERE jackpot = ? AND number = ?", (jackpot, number))


HITS = Rows(
    "hits",
    (
        *("id", "jackpot", "table_id", "round", "seat", "who", "hand", "paid_cents", "place"),
        *("state", "steps", "at", "resettled_cents"),
    ),
    lambda *row: _hit(row),
    lambda hit: hit_row(hit),
)
_OPEN = "state NOT IN ({})".format(", ".join(f"'{state}'" for state in ENDED))


def hit_row(hit: Hit) -> Row:
    """A hit as it is kept."""
    return (
        *(hit.id, hit.jackpot, hit.table, hit.round, hit.seat, hit.who, hit.hand),
        *(hit.paid_cents, hit.order, hit.state, canonical(hit.steps), hit.at, hit.resettled_cents),
    )


def keep_hit(sink: Sink, hit: Hit) -> None:
    """Let a hit stand where it has been brought to, with whoever brought it there."""
    HITS.keep(sink, hit, "state", "steps", "paid_cents", "resettled_cents")


def find_hit(transaction: Transaction, identity: str) -> Hit | None:
    """Locked until the end of a transaction that writes."""
    return HITS.lock(transaction, identity)


def hits_of_round(transaction: Transaction, table: str, number: int) -> list[Hit]:
    return HITS.find(
        transaction, "WHERE table_id = ? AND round = ? ORDER BY place", (table, number)
    )


def open_hits(transaction: Transaction, table: str, number: int) -> list[Hit]:
    """Those of a round that still wait for someone."""
    return HITS.find(transaction, f"WHERE table_id = ? AND round = ? AND {_OPEN}", (table, number))


def latest_hits(transaction: Transaction, most: int, ended: bool = True) -> list[Hit]:
    """The newest first; those paid or voided too, or not."""
    where = "" if ended else f"WHERE {_OPEN} "
    return HITS.find(transaction, f"{where}ORDER BY at DESC, id LIMIT {most}")


def hits_of_jackpot(transaction: Transaction, jackpot: str, most: int) -> list[Hit]:
    """The newest first."""
    order = f"ORDER BY at DESC, table_id, round DESC, place DESC LIMIT {most}"
    return HITS.find(transaction, f"WHERE jackpot = ? {order}", (jackpot,))


def hits_of_period(transaction: Transaction, period: Period) -> list[Hit]:
    """In the order of their times, tables, rounds and places."""
    of_game = "table_id IN (SELECT id FROM tables WHERE game = ?)"
    where, values = period.narrow("at", "table_id", of_game)
    return HITS.find(transaction, f"WHERE {where} ORDER BY at, table_id, round, place", values)


def hits_paid_cents(transaction: Transaction, jackpot: str, day: str) -> int:
    """What a jackpot's hits of a day came to in their rounds."""
    ((cents,),) = transaction.execute(
        "SELECT COALESCE(SUM(paid_cents - resettled_cents), 0) FROM hits"
        " WHERE jackpot = ? AND substr(at, 1, 10) = ?",
        (jackpot, day),
    )
    return int(cents)


def _hit(row: Row) -> Hit:
    identity, jackpot, table, number, seat, who, hand, cents, place, state, steps, at, first = row
    walked = tuple((step[0], step[1]) for step in json.loads(steps))
    where = (identity, jackpot, table, number, who, at, int(first))
    return Hit(0, seat, hand, int(cents), place, state, walked, *where)
