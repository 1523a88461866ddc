"""The master game report: drop, handle, win, hold, theoretical win and judgement.

Per table and day, per game and day, and per wager. Only settled rounds count; one that was voided
or corrected afterwards is counted but has no handle or win. Practice play is told apart.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.books.edges import Prices
from pitboss.house.books.judgement import Made, Sample
from pitboss.house.books.parts import Part, Seats, head_of
from pitboss.house.books.takings import RAKE, Cents, Taking, Takings
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.period import Period
from pitboss.house.store.tables import Round
from pitboss.jackpots.terms import VOIDED, Hit, wager_of
from pitboss.money import dollars, exact_dollars, read_exact
from pitboss.odds.figures import exact

ZERO = Fraction(0)
NOT_NORMAL = "z_score: the wagers' spread is not near a normal one; see tail"


class Place(NamedTuple):
    """One table on one day."""

    day: str
    table: str
    game: str


class Tally:
    """Sums that add up over wagers, tables and days."""

    def __init__(self) -> None:
        self.rounds = self.voided = self.corrected = self.count = 0
        self.drop_cents = self.handle_cents = self.priced_cents = self.hit_cents = 0
        self.win: Cents = 0
        self.contributed: Cents = 0
        self.priced_win: Cents = 0
        self.practice_win: Cents = 0
        self.practice_drop = self.practice_handle = 0
        self.theoretical = ZERO
        self.sample = Sample()
        self.notes: tuple[str, ...] = ()

    def add_taking(self, one: Taking) -> None:
        self.count += bool(one.cents) or one.wager == RAKE
        self.handle_cents += one.cents
        self.win += one.win
        self.contributed += one.contributed
        self.hit_cents += one.hit_cents

    def add_practice(self, one: Taking) -> None:
        self.practice_handle += one.cents
        self.practice_win += one.win

    def add_part(self, part: Part) -> None:
        """A priced part adds to the theoretical win; another says why it does not."""
        if part.edge is None:
            self.note(part.note)
            return
        self.priced_cents += part.cents
        self.priced_win += part.win
        self.theoretical += part.cents * part.edge.house_edge

    def add_drop(self, entry: Entry, is_practice: bool) -> None:
        """Chips that came to a seat: from a person, or for practice."""
        cents, is_own = ledger.brought(entry.values.get("postings", {}))
        if is_own and not is_practice:
            self.drop_cents += cents
        else:
            self.practice_drop += cents

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            if name not in ("notes", "sample"):
                setattr(self, name, getattr(self, name) + value)
        self.sample.add(other.sample)
        for words in other.notes:
            self.note(words)

    def note(self, words: str) -> None:
        if words not in self.notes:
            self.notes = (*self.notes, words)

    @property
    def practice(self) -> dict[str, str]:
        return {
            "practice_drop": dollars(self.practice_drop),
            "practice_handle": dollars(self.practice_handle),
            "practice_win": exact_dollars(Fraction(self.practice_win)),
        }

    @property
    def values(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "voided": self.voided,
            "corrected": self.corrected,
            "drop": dollars(self.drop_cents),
            **self.practice,
            "wagers": self.count,
            "handle": dollars(self.handle_cents),
            **self.won,
            "hold": _part_of(self.win, self.drop_cents),
            "win_per_handle": _part_of(self.win, self.handle_cents),
            **self.theory,
        }

    @property
    def won(self) -> dict[str, Any]:
        """The bank's own, and what went to jackpots' funds and came from them or the bank."""
        return {
            "win": dollars(round(self.win)),
            "win_exact": exact(Fraction(self.win) / 100),
            "contributed": exact_dollars(Fraction(self.contributed)),
            "jackpots_paid": dollars(self.hit_cents),
        }

    @property
    def theory(self) -> dict[str, Any]:
        """Nothing where no wager has a price."""
        priced, judged, z_score = bool(self.priced_cents), self.sample.judge(), None
        if priced and judged and (z_score := self.sample.z_score()) is None:
            self.note(NOT_NORMAL)
        empty = dict.fromkeys(("tail", "tail_low", "tail_high", "rare", "judgement"))
        return {
            "priced": dollars(self.priced_cents),
            "priced_win": dollars(round(self.priced_win)) if priced else None,
            "theoretical_win": dollars(round(self.theoretical)) if priced else None,
            "theoretical_exact": exact(self.theoretical / 100) if priced else None,
            "z_score": None if z_score is None else round(z_score, 4),
            **(judged.values if judged else empty),
            "notes": list(self.notes),
        }


def _part_of(cents: Cents, whole_cents: int) -> object:
    return exact(Fraction(cents) / whole_cents) if whole_cents else None


class Day:
    """A table's day: its own sums and those of each wager."""

    def __init__(self) -> None:
        self.total = Tally()
        self.wagers: dict[str, Tally] = {}
        self.heads: dict[str, str] = {}

    def add_round(self, takings: list[Taking], practice: set[int], seats: Seats) -> None:
        """A settled round: ``seats`` are those of people."""
        own = [one for one in takings if one.seat not in practice]
        self.total.rounds += bool(own)
        for one in own:
            self.heads[one.wager] = head_of(seats.prices, one.wager)
            self.total.add_taking(one)
            self._wager(one.wager).add_taking(one)
        for one in takings:
            if one.seat in practice:
                self.total.add_practice(one)
        self._judge(seats)

    def _wager(self, name: str) -> Tally:
        if name not in self.wagers:
            self.wagers[name] = Tally()
        return self.wagers[name]

    def _judge(self, seats: Seats) -> None:
        lots: list[Made] = []
        parts: dict[str, list[Made]] = {}
        for own, whole in seats.parts():
            for part in own:
                self.total.add_part(part)
                self._wager(part.wager).add_part(part)
                if part.made:
                    parts.setdefault(part.wager, []).append(part.made)
                    is_inside = whole is not None and part.wager in (seats.prices.main, "bonus")
                    lots += [] if is_inside else [part.made]
            lots += [whole] if whole else []
        self.total.sample.add_round(lots, [made for each in parts.values() for made in each])
        for wager, made in parts.items():
            self._wager(wager).sample.add_round(made, made)

    def amend(self, cents: int) -> None:
        """What the bank won more by a round since."""
        self.total.win += cents
        self.total.note(f"jackpot hits voided later brought the bank {dollars(cents)}")

    def wager_rows(self, place: Place) -> Iterable[dict[str, Any]]:
        for wager, tally in self.wagers.items():
            head = self.heads.get(wager, wager)
            if head != wager:
                tally.note(f"priced with {head}")
            yield {
                **place._asdict(),
                "wager": wager,
                "count": tally.count,
                "handle": dollars(tally.handle_cents),
                **tally.won,
                "hold": _part_of(tally.win, tally.handle_cents),
                **tally.theory,
            }


def master_report(transaction: Transaction, period: Period) -> dict[str, Any]:
    """The report as JSON values, money in dollars and other figures exact with their value."""
    days, practice = _Fold(transaction, period).read()
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
        "practice": practice.practice,
        "wagers": [row for place, day in days.items() for row in day.wager_rows(place)],
    }


class _Fold:
    """The rounds and chips of a period, table by table and day by day."""

    def __init__(self, transaction: Transaction, period: Period) -> None:
        self.transaction = transaction
        self.period = period
        self.takings = Takings(transaction)
        self.days: dict[Place, Day] = {}
        self.practice = Tally()
        """What happened at practice tables."""
        self._prices: dict[tuple[str, int], Prices] = {}
        self._hits: dict[tuple[str, int], list[Hit]] = {}
        for hit in jackpots.hits_of_period(transaction, period):
            self._hits.setdefault((hit.table, hit.round), []).append(hit)

    def read(self) -> tuple[dict[Place, Day], Tally]:
        for played in tables.rounds_of_period(self.transaction, self.period):
            self._add_round(played)
        games = tables.read_games(self.transaction)
        bought = ("seat-taken", "chips-bought")
        for entry in entries.of_period(self.transaction, self.period, *bought):
            if self.takings.setups.is_practice(entry.chain):
                self.practice.add_drop(entry, is_practice=True)
                continue
            place = Place(entry.at[:10], entry.chain, games[entry.chain])
            self.days.setdefault(place, Day()).total.add_drop(entry, is_practice=False)
        return dict(sorted(self.days.items())), self.practice

    def _add_round(self, played: Round) -> None:
        if self.takings.setups.is_practice(played.table):
            for one in self.takings.of(played) if played.status == "settled" else ():
                self.practice.add_practice(one)
            return
        day = self.days.setdefault(Place(played.day, played.table, played.game), Day())
        if played.status != "settled":
            day.total.voided += played.status == "void"
            day.total.corrected += played.status == "corrected"
            return
        takings, practice = self.takings.of(played), self.takings.practice_seats(played)
        hits = self._hits.get((played.table, played.number), [])
        own = _without_void(
            (one for one in takings if one.seat not in practice), self._voided(played, hits)
        )
        day.add_round(takings, practice, Seats(self._price(played), own, self._prizes(played)))
        if hits and (cents := self.takings.amended(played, hits)):
            day.amend(cents)

    def _price(self, played: Round) -> Prices:
        key = (played.table, played.setup)
        if key not in self._prices:
            self._prices[key] = Prices(self.takings.setups.of(played))
        return self._prices[key]

    def _prizes(self, played: Round) -> list[Fraction]:
        """What a house jackpot's prizes were."""
        terms = self.takings.setups.of(played).settings.jackpots
        if not any(each.type == "house" for each in terms):
            return [ZERO] * len(terms)
        result = tables.last_entry(self.transaction, played).values["result"]
        return [read_exact(each["meter"]) for each in result.get("meters", [])]

    def _voided(self, played: Round, hits: Iterable[Hit]) -> set[tuple[str, int]]:
        """The wagers and seats whose hit was voided later: no hit is to be judged."""
        names = self.takings.setups.of(played).jackpots
        return {
            (wager_of(names.index(hit.jackpot) + 1), hit.seat)
            for hit in hits
            if hit.state == VOIDED and hit.jackpot in names
        }


def _without_void(takings: Iterable[Taking], voided: set[tuple[str, int]]) -> Iterator[Taking]:
    for one in takings:
        if (one.wager, one.seat) in voided:
            one = one._replace(hit_cents=0, net_cents=-one.cents)
        yield one
