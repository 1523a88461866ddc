"""The master game report: drop, handle, win, hold, theoretical win and z-score.

Per table and day, per game and day, and per wager. Only settled rounds count; one that was voided
or corrected afterwards is counted but has no handle or win.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.books.edges import Prices
from pitboss.house.books.parts import Part, find_parts, head_of
from pitboss.house.floor import read_given
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period
from pitboss.house.store.tables import Round
from pitboss.house.tables.setup import Setup
from pitboss.money import dollars
from pitboss.odds.figures import exact


class Place(NamedTuple):
    """One table on one day."""

    day: str
    table: str
    game: str


class Tally:
    """Sums that add up over wagers, tables and days."""

    def __init__(self) -> None:
        self.rounds = self.voided = self.corrected = self.count = 0
        self.drop_cents = self.practice_cents = self.handle_cents = self.win_cents = 0
        self.priced_cents = self.priced_win_cents = 0
        self.theoretical = self.spread = Fraction(0)
        self.notes: tuple[str, ...] = ()

    def add_part(self, part: Part) -> None:
        """A priced part adds to the theoretical win; another says why it does not."""
        if part.edge is None:
            self.note(part.note)
            return
        self.priced_cents += part.cents
        self.priced_win_cents += part.win_cents
        self.theoretical += part.cents * part.edge.house_edge
        self.spread += part.squares * part.edge.variance

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            if name != "notes":
                setattr(self, name, getattr(self, name) + value)
        for words in other.notes:
            self.note(words)

    def note(self, words: str) -> None:
        if words not in self.notes:
            self.notes = (*self.notes, words)

    @property
    def z_score(self) -> float | None:
        """How many standard deviations the priced wagers' win is from what they should win."""
        if not self.spread:
            return None
        return float(self.priced_win_cents - self.theoretical) / sqrt(self.spread)


class Day:
    """A table's day: its own sums and those of each wager."""

    def __init__(self) -> None:
        self.total = Tally()
        self.wagers: dict[str, Tally] = {}
        self.heads: dict[str, str] = {}

    def add_round(self, transaction: Transaction, played: Round, prices: Prices) -> None:
        self.total.rounds += 1
        for wager, (count, cents, _, win) in played.book.items():
            self.heads[wager] = head_of(prices, wager)
            for tally in (self.total, self.wagers.setdefault(wager, Tally())):
                tally.count += count
                tally.handle_cents += cents
                tally.win_cents += win
        for part in find_parts(transaction, played, prices):
            self.total.add_part(part)
            self.wagers[part.wager].add_part(part)


def master_report(transaction: Transaction, period: Period) -> dict[str, Any]:
    """The report as JSON values, money in dollars and other figures exact with their value."""
    days = _fold(transaction, period)
    games: dict[tuple[str, str], Tally] = {}
    total = Tally()
    for place, day in days.items():
        games.setdefault((place.day, place.game), Tally()).add(day.total)
        total.add(day.total)
    names = tables.read_names(transaction)
    return {
        "period": period._asdict(),
        "tables": [
            {**place._asdict(), "name": names.get(place.table, ""), **_row(day.total)}
            for place, day in days.items()
        ],
        "games": [
            {"day": day, "game": game, **_row(tally)}
            for (day, game), tally in sorted(games.items())
        ],
        "total": _row(total),
        "wagers": [row for place, day in days.items() for row in _wager_rows(place, day)],
    }


def _fold(transaction: Transaction, period: Period) -> dict[Place, Day]:
    days: dict[Place, Day] = {}
    prices: dict[tuple[str, int], Prices] = {}
    setups: dict[str, list[Setup]] = {}
    for played in tables.rounds_of_period(transaction, period):
        day = days.setdefault(Place(played.day, played.table, played.game), Day())
        if played.status != "settled":
            day.total.voided += played.status == "void"
            day.total.corrected += played.status == "corrected"
            continue
        key = (played.table, played.setup)
        if key not in prices:
            if played.table not in setups:
                setups[played.table] = read_setups(transaction, played.table)
            prices[key] = Prices(setups[played.table][played.setup - 1])
        day.add_round(transaction, played, prices[key])
    games = tables.read_games(transaction)
    for entry in entries.of_period(transaction, period, "seat-taken", "chips-bought"):
        place = Place(entry.at[:10], entry.chain, games[entry.chain])
        _add_drop(days.setdefault(place, Day()).total, entry)
    return dict(sorted(days.items()))


def read_setups(transaction: Transaction, table: str) -> list[Setup]:
    """How a table was set up, from its first setup on; a round names its own by number."""
    which = Which(table, ("table-opened", "settings-changed"))
    found = [entry.values for entry in entries.search(transaction, which)]
    return [read_given(transaction, body.get("after") or body["setup"]) for body in found]


def _add_drop(tally: Tally, entry: Entry) -> None:
    """Chips that came to a seat: from a person, or from the cage for a practice player."""
    cents, is_own = ledger.brought(entry.values.get("postings", {}))
    if is_own:
        tally.drop_cents += cents
    else:
        tally.practice_cents += cents
        tally.note("practice players' chips are not in the drop; what they lose is in the win")


def _row(tally: Tally) -> dict[str, Any]:
    return {
        "rounds": tally.rounds,
        "voided": tally.voided,
        "corrected": tally.corrected,
        "drop": dollars(tally.drop_cents),
        "practice_drop": dollars(tally.practice_cents),
        "wagers": tally.count,
        "handle": dollars(tally.handle_cents),
        "win": dollars(tally.win_cents),
        "hold": _part_of(tally.win_cents, tally.drop_cents),
        "win_per_handle": _part_of(tally.win_cents, tally.handle_cents),
        **_theory(tally),
    }


def _part_of(cents: int, whole_cents: int) -> object:
    return exact(Fraction(cents, whole_cents)) if whole_cents else None


def _theory(tally: Tally) -> dict[str, Any]:
    """Nothing where no wager has a price."""
    priced = bool(tally.priced_cents)
    return {
        "priced": dollars(tally.priced_cents),
        "priced_win": dollars(tally.priced_win_cents) if priced else None,
        "theoretical_win": dollars(round(tally.theoretical)) if priced else None,
        "theoretical_exact": exact(tally.theoretical / 100) if priced else None,
        "z_score": None if tally.z_score is None else round(tally.z_score, 4),
        "notes": list(tally.notes),
    }


def _wager_rows(place: Place, day: Day) -> Iterable[dict[str, Any]]:
    for wager, tally in day.wagers.items():
        head = day.heads[wager]
        if head != wager:
            tally.note(f"priced with {head}")
        yield {
            **place._asdict(),
            "wager": wager,
            "count": tally.count,
            "handle": dollars(tally.handle_cents),
            "win": dollars(tally.win_cents),
            "hold": _part_of(tally.win_cents, tally.handle_cents),
            **_theory(tally),
        }
