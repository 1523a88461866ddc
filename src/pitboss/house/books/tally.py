"""Sums of the master game report: over wagers, a table's day, days, tables and games."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.books.judgement import Made, Sample
from pitboss.house.books.parts import UNCOUNTED_WORDS, Part, Seats, head_of
from pitboss.house.books.takings import RAKE, Cents, Taking
from pitboss.house.log import Entry
from pitboss.money import dollars, exact_dollars
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

    def add(self, parts: Sequence["Tally"]) -> "Tally":
        """All of them at once."""
        for name, value in vars(self).items():
            if name not in ("notes", "sample"):
                setattr(self, name, sum(map(attrgetter(name), parts), value))
        for part in parts:
            self.sample.add(part.sample)
            for words in part.notes:
                self.note(words)
        return self

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

    @property
    def is_priced(self) -> bool:
        """Whether no figure lacks that a count could still bring."""
        return not any(UNCOUNTED_WORDS in note for note in self.total.notes)

    def rows(self, place: Place) -> "Rows":
        """What the report says of it. Remarks that follow from the sums are made anew each time."""
        tallies = [self.total, *self.wagers.values()]
        noted = [tally.notes for tally in tallies]
        found = Rows(
            {**place._asdict(), "name": "", **self.total.values}, list(self._wager_rows(place))
        )
        for tally, notes in zip(tallies, noted, strict=True):
            tally.notes = notes
        return found

    def _wager_rows(self, place: Place) -> Iterator[dict[str, Any]]:
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


class Rows(NamedTuple):
    """A table's day in the report: its own row, and one for each wager."""

    table: dict[str, Any]
    wagers: list[dict[str, Any]]
