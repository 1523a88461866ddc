"""Rounds and chips of some days, folded table by table and day by day.

A server folds the present day again and again. Nothing that has ended changes but by an entry of
its own table, so a day that was folded once goes on from where it was, and one whose table has
written nothing since is as it was.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from threading import RLock
from typing import NamedTuple

from pitboss.house.books.edges import Prices
from pitboss.house.books.parts import Seats
from pitboss.house.books.takings import AMENDED, Setups, Taking, Takings
from pitboss.house.books.tally import ZERO, Day, Place, Rows, Tally
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.period import Period
from pitboss.house.store.tables import Round
from pitboss.jackpots.terms import VOIDED, Hit, wager_of
from pitboss.money import read_exact

BOUGHT = ("seat-taken", "chips-bought")
TURNED = (*AMENDED, "round-corrected")
"""Entries after which a day is folded from its start."""

MOST_KEPT = 20_000


class Folded(NamedTuple):
    """A table's day, up to which entry and round it was folded, and its rows."""

    day: Day
    version: int
    round: int
    rows: Rows


class KeptDays:
    """Days as they were last folded, and the setups of their tables, which never change."""

    def __init__(self) -> None:
        self.guard = RLock()
        self.prices: dict[str, dict[int, Prices]] = {}
        """By table and the number of its setup."""
        self._setups: Setups | None = None
        self._days: OrderedDict[Place, Folded] = OrderedDict()
        self._unpriced: set[Place] = set()

    def setups(self, transaction: Transaction) -> Setups:
        """Those that are known, and the others as they are asked for."""
        self._setups = self._setups.at(transaction) if self._setups else Setups(transaction)
        return self._setups

    def find(self, place: Place) -> Folded | None:
        return self._days.get(place)

    def lacks(self, place: Place, version: int) -> bool:
        """Whether folding it would be of use to whoever reads next."""
        known = self._days.get(place)
        return place not in self._unpriced and (known is None or known.version < version)

    def keep(self, place: Place, folded: Folded) -> None:
        """Unless a count may still price what has no price yet."""
        self._days.pop(place, None)
        if folded.day.is_priced:
            self._days[place] = folded
            self._unpriced.discard(place)
        else:
            self.prices.pop(place.table, None)
            self._unpriced.add(place)
        if len(self._days) > MOST_KEPT:
            self._days.popitem(last=False)


class Fold:
    """The days of a period."""

    def __init__(
        self, transaction: Transaction, period: Period, kept: KeptDays | None = None
    ) -> None:
        self.transaction = transaction
        self.period = period
        self.kept = kept or KeptDays()
        self.takings = Takings(transaction, self.kept.setups(transaction))
        self.practice = Tally()
        """What happened at practice tables."""
        self._hits: dict[tuple[str, int], list[Hit]] = {}
        for hit in jackpots.hits_of_period(transaction, period):
            self._hits.setdefault((hit.table, hit.round), []).append(hit)

    def read(self) -> dict[Place, Folded]:
        with self.kept.guard:
            return {
                place: folded
                for place, version in self._places()
                if (folded := self._fold(place, version))
            }

    def behind(self) -> list[str]:
        """The tables that have gone on since their days were folded."""
        with self.kept.guard:
            return [
                place.table
                for place, version in self._places()
                if self.kept.lacks(place, version)
                and not self.takings.setups.is_practice(place.table)
            ]

    def _places(self) -> list[tuple[Place, int]]:
        """All days on which something came, with their tables' last entries."""
        found = tables.days_of_period(self.transaction, self.period)
        bought = tables.days_of_entries(self.transaction, self.period, BOUGHT)
        places = {(each.day, each.table): each for each in (*bought, *found)}
        return [
            (Place(day, table, each.game), each.version)
            for (day, table), each in sorted(places.items())
        ]

    def _fold(self, place: Place, version: int) -> Folded | None:
        """None where it is practice, which is told apart."""
        if self.takings.setups.is_practice(place.table):
            self._add_practice(place)
            return None
        known = self.kept.find(place)
        if known and known.version == version:
            return known
        # Another has folded more than stood in the log when this reading began.
        is_ahead = known is not None and known.version > version
        if known is None or is_ahead or self._is_turned(place, known):
            known = Folded(Day(), 0, 0, Rows({}, []))
        last = known.round
        for played in tables.rounds_of_day(self.transaction, place.table, place.day, last):
            self._add_round(known.day, played)
            last = played.number
        for entry in self._bought(place, known.version):
            known.day.total.add_drop(entry, is_practice=False)
        folded = Folded(known.day, version, last, known.day.rows(place))
        if not is_ahead:
            self.kept.keep(place, folded)
        return folded

    def _is_turned(self, place: Place, known: Folded) -> bool:
        which = Which(place.table, TURNED, after=known.version)
        return bool(entries.search(self.transaction, which, most=1))

    def _bought(self, place: Place, after: int) -> list[Entry]:
        until = (date.fromisoformat(place.day) + timedelta(1)).isoformat()
        which = Which(place.table, BOUGHT, after=after, since=place.day, until=until)
        return entries.search(self.transaction, which)

    def _add_practice(self, place: Place) -> None:
        for played in tables.rounds_of_day(self.transaction, place.table, place.day):
            for one in self.takings.of(played) if played.status == "settled" else ():
                self.practice.add_practice(one)
        for entry in self._bought(place, 0):
            self.practice.add_drop(entry, is_practice=True)

    def _add_round(self, day: Day, played: Round) -> None:
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
        known = self.kept.prices.setdefault(played.table, {})
        if played.setup not in known:
            known[played.setup] = Prices(self.takings.setups.of(played))
        return known[played.setup]

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
