"""A person's own ended rounds: which they were, in which sittings, and each as its seat saw it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from pitboss.house.log import read_stamp, stamp
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.tables import Told
from pitboss.money import parse_dollars
from pitboss.web.common.gate import NotFound
from pitboss.web.common.tables import Past, find_round, load_round

PAUSE = timedelta(hours=4)
"""After so long without a round a new session begins."""

BACK = timedelta(days=60)
"""How far back one's sessions are looked for."""

MOST_TABLES = 12
MOST_ROUNDS = 400
"""Of one table, the newest."""


class OwnRound(NamedTuple):
    """A round that someone was dealt: in which seat, and what it came to."""

    table: str
    number: int
    game: str
    status: str
    ended_at: str
    seat: int
    net_cents: int

    @property
    def is_settled(self) -> bool:
        return self.status == "settled"


def own_rounds(transaction: Transaction, table_id: str, who: str) -> list[OwnRound]:
    """Of one table, in the order in which they were played."""
    found = tables.rounds_told(transaction, table_id, MOST_ROUNDS)
    return [one for told in reversed(found) if (one := _own(told, who))]


def find_own(transaction: Transaction, table_id: str, number: int, who: str) -> OwnRound | None:
    """One round, if it has ended and was dealt to this person."""
    found = tables.rounds_told(transaction, table_id, 1, number)
    return _own(found[0], who) if found else None


def _own(told: Told, who: str) -> OwnRound | None:
    line = told.line
    seats = {person: seat for seat, person in told.opened.get("who", {}).items()}
    if who not in seats:
        return None
    net = told.ended.get("result", {}).get("net", {}).get(seats[who], "0")
    cents = parse_dollars(net) if line.status == "settled" else 0  # else it was taken back
    seat = int(seats[who])
    return OwnRound(line.table, line.number, line.game, line.status, line.ended_at, seat, cents)


def split_sessions(rounds: Iterable[OwnRound]) -> list[list[OwnRound]]:
    """Rounds of one table by pauses, the newest session last."""
    sessions: list[list[OwnRound]] = []
    for one in rounds:
        if sessions and _at(one) - _at(sessions[-1][-1]) <= PAUSE:
            sessions[-1].append(one)
        else:
            sessions.append([one])
    return sessions


def _at(one: OwnRound) -> datetime:
    return read_stamp(one.ended_at)


def find_tables(transaction: Transaction, who: str, now: datetime) -> list[str]:
    """Where a person has sat lately, the newest first."""
    which = Which(kinds=("seat-taken",), who=who, since=stamp(now - BACK))
    taken = entries.search(transaction, which, newest_first=True)
    own = [entry.chain for entry in taken if entry.values["who"] == who]
    return list(dict.fromkeys(own))[:MOST_TABLES]


def all_sessions(transaction: Transaction, who: str, now: datetime) -> list[list[OwnRound]]:
    """A person's sessions at all tables, the newest first."""
    found = [
        session
        for table in find_tables(transaction, who, now)
        for session in split_sessions(own_rounds(transaction, table, who))
    ]
    return sorted(found, key=lambda session: session[-1].ended_at, reverse=True)


class Seen(NamedTuple):
    """A round run again for the person who was dealt it, and which of its decisions the clock
    took."""

    past: Past
    seat: int
    by_clock: frozenset[int]


def load_own(transaction: Transaction, table_id: str, number: int, who: str) -> Seen:
    """A round of one's own; those of others are not found."""
    past = load_round(transaction, table_id, number)
    seat = past.seat_of(who)
    if not seat:
        raise NotFound(f"round {number}: you were not dealt it")
    recorded = find_round(transaction, table_id, number)
    decided = [entry for entry in recorded.entries if entry.kind == "decided"]
    others = (n for n, entry in enumerate(decided) if entry.values["by"] != "seat")
    return Seen(past, seat, frozenset(others))
