"""The master game report: drop, handle, win, hold, theoretical win and z-score.

Per table and day, per game and day, and per wager. Only settled rounds count; one that was voided
or corrected afterwards is counted but has no handle or win.

What a round put at risk is parted into wagers that are priced together: follow-ups belong to the
main wager, whose edge is for the whole game, and envy pays to the jackpot of their sensor. A bonus
that a fold loses is priced beside the same seat's main wager.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.books.edges import Edge, Prices
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.period import Period
from pitboss.house.store.tables import Round
from pitboss.house.tables.apply import SETUP_KINDS
from pitboss.house.tables.setup import Setup, read_given
from pitboss.jackpots.terms import is_envy, is_sensor, number_of, wager_of
from pitboss.money import dollars, parse_dollars
from pitboss.odds.figures import exact
from pitboss.odds.registry import find_solver

UNPRICED = {
    "rake": "players play against each other: the house has the rake alone",
    "tip": "tip: the price of the main game includes its follow-up, which a tip has not",
}
UNCOUNTED = "{}: no exact figure is kept for this pay table{}; pitboss odds counts it once"


class Setups:
    """How tables were set up when their rounds were played; each table's are read once."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self._known: dict[str, list[Setup]] = {}

    def of(self, played: Round) -> Setup:
        if played.table not in self._known:
            which = entries.Which(played.table, SETUP_KINDS)
            bodies = [entry.values for entry in entries.search(self.transaction, which)]
            self._known[played.table] = [
                read_given(self.transaction, body.get("after") or body["setup"]) for body in bodies
            ]
        return self._known[played.table][played.setup - 1]


class Part(NamedTuple):
    """Wagers of one price: cents, the sum of their squares, and what the house won by them. The
    note says why there is no edge, where there is none."""

    wager: str
    cents: int
    squares: int
    win_cents: int
    edge: Edge | None
    note: str


def head_of(prices: Prices, wager: str) -> str:
    """The wager that another is priced with."""
    if is_envy(wager):
        return wager_of(number_of(wager))
    own = wager in prices.setup.settings.paytables or is_sensor(wager)
    return wager if own or wager in UNPRICED else prices.main


def find_parts(transaction: Transaction, played: Round, prices: Prices) -> Iterator[Part]:
    """The parts of a settled round."""
    book = played.book
    needs_seats = find_solver(played.game).is_joint and prices.main in book and "bonus" in book
    result: Mapping[str, Any] = {}
    if needs_seats or any(map(is_sensor, book)):
        result = tables.last_entry(transaction, played).values["result"]
    if needs_seats:
        yield from _by_seat(result["settlement"], prices)
    sums: dict[str, list[int]] = {}
    for wager, (_, cents, squares, win) in book.items():
        head = head_of(prices, wager)
        own = (cents, squares) if head == wager else (0, 0)  # a follow-up is no first wager
        before = sums.get(head, [0, 0, 0])
        sums[head] = [a + b for a, b in zip(before, (*own, win), strict=True)]
    for head, (cents, squares, win) in sums.items():
        edge, note = None, UNPRICED.get(head) or UNCOUNTED.format(head, "")
        if is_sensor(head):
            edge = _jackpot_edge(prices, head, book[head][0], result["meters"])
        elif head not in UNPRICED:
            if needs_seats:
                continue
            edge = prices.edge(head)
        yield Part(head, cents, squares, win, edge, note)


def _by_seat(settlement: list[Mapping[str, Any]], prices: Prices) -> Iterator[Part]:
    """The main wager and the bonus of each seat, priced as they were made together."""
    seats: dict[int, dict[str, list[int]]] = {}
    for row in settlement:
        head = head_of(prices, row["wager"])
        sums = seats.setdefault(row["seat"], {}).setdefault(head, [0, 0])
        sums[0] += parse_dollars(row["amount"]) if head == row["wager"] else 0
        sums[1] -= parse_dollars(row["net"])
    for sums_by_head in seats.values():
        made = {name: sums_by_head[name] for name in (prices.main, "bonus") if name in sums_by_head}
        ratio, beside = None, ""
        if len(made) == 2:
            ratio = Fraction(made["bonus"][0], made[prices.main][0])
            beside = f" at bonus ratio {ratio}"
        for name, (cents, win) in made.items():
            note = UNCOUNTED.format(name, beside)
            yield Part(name, cents, cents**2, win, prices.edge(name, ratio), note)


def _jackpot_edge(
    prices: Prices, wager: str, count: int, meters: list[Mapping[str, Any]]
) -> Edge | None:
    """At the meter as it stood when the round was settled, this round's contributions on it."""
    number = number_of(wager)
    terms = prices.setup.settings.jackpots[number - 1]
    meter = Fraction(meters[number - 1]["meter"]) * 100 + count * terms.wager_cents * terms.rate
    if terms.maximum is not None:
        meter = min(meter, terms.maximum)
    jackpot = prices.jackpot(number)
    return jackpot.at(meter, count - 1) if jackpot else None


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

    def add_drop(self, entry: Entry) -> None:
        """Chips that came to a seat: from a person, or from the cage for a practice player."""
        cents, is_own = ledger.brought(entry.values.get("postings", {}))
        if is_own:
            self.drop_cents += cents
        else:
            self.practice_cents += cents
            self.note("practice players' chips are not in the drop; what they lose is in the win")

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
    def values(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "voided": self.voided,
            "corrected": self.corrected,
            "drop": dollars(self.drop_cents),
            "practice_drop": dollars(self.practice_cents),
            "wagers": self.count,
            "handle": dollars(self.handle_cents),
            "win": dollars(self.win_cents),
            "hold": _part_of(self.win_cents, self.drop_cents),
            "win_per_handle": _part_of(self.win_cents, self.handle_cents),
            **self.theory,
        }

    @property
    def theory(self) -> dict[str, Any]:
        """Nothing where no wager has a price. The z-score says how many standard deviations the
        priced wagers' win is from what they should win."""
        priced, spread = bool(self.priced_cents), self.spread
        away = float(self.priced_win_cents - self.theoretical)
        return {
            "priced": dollars(self.priced_cents),
            "priced_win": dollars(self.priced_win_cents) if priced else None,
            "theoretical_win": dollars(round(self.theoretical)) if priced else None,
            "theoretical_exact": exact(self.theoretical / 100) if priced else None,
            "z_score": round(away / sqrt(spread), 4) if spread else None,
            "notes": list(self.notes),
        }


def _part_of(cents: int, whole_cents: int) -> object:
    return exact(Fraction(cents, whole_cents)) if whole_cents else None


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

    def wager_rows(self, place: Place) -> Iterable[dict[str, Any]]:
        for wager, tally in self.wagers.items():
            head = self.heads[wager]
            if head != wager:
                tally.note(f"priced with {head}")
            yield {
                **place._asdict(),
                "wager": wager,
                "count": tally.count,
                "handle": dollars(tally.handle_cents),
                "win": dollars(tally.win_cents),
                "hold": _part_of(tally.win_cents, tally.handle_cents),
                **tally.theory,
            }


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
            {**place._asdict(), "name": names.get(place.table, ""), **day.total.values}
            for place, day in days.items()
        ],
        "games": [
            {"day": day, "game": game, **tally.values}
            for (day, game), tally in sorted(games.items())
        ],
        "total": total.values,
        "wagers": [row for place, day in days.items() for row in day.wager_rows(place)],
    }


def _fold(transaction: Transaction, period: Period) -> dict[Place, Day]:
    days: dict[Place, Day] = {}
    prices: dict[tuple[str, int], Prices] = {}
    setups = Setups(transaction)
    for played in tables.rounds_of_period(transaction, period):
        day = days.setdefault(Place(played.day, played.table, played.game), Day())
        if played.status != "settled":
            day.total.voided += played.status == "void"
            day.total.corrected += played.status == "corrected"
            continue
        key = (played.table, played.setup)
        if key not in prices:
            prices[key] = Prices(setups.of(played))
        day.add_round(transaction, played, prices[key])
    games = tables.read_games(transaction)
    for entry in entries.of_period(transaction, period, "seat-taken", "chips-bought"):
        place = Place(entry.at[:10], entry.chain, games[entry.chain])
        days.setdefault(place, Day()).total.add_drop(entry)
    return dict(sorted(days.items()))
