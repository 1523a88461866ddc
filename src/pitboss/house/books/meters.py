"""The daily meter book: what every jackpot's meter did, day by day, and whether it adds up.

Amounts are of the meter and its overflow together, as the moves are. Whatever does not add up is
an incident with its own line; a book without incidents has been checked, not merely printed.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.house import ledger
from pitboss.house.books.funds import read_jackpots, read_wagered
from pitboss.house.books.takings import Setups
from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.jackpots import Jackpot, Move
from pitboss.house.store.period import Period
from pitboss.house.tables.rounds import read_meters
from pitboss.jackpots.meter import Cause, Meter
from pitboss.jackpots.terms import Hit
from pitboss.money import dollars, exact_dollars, read_number

MOST_HITS = 25
COLUMNS = ("contributed", "seeded", "covered", "paid", "adjusted", "hits_voided", "corrected")
CAUSES: dict[str, str] = {
    Cause.CONTRIBUTIONS: "contributed",
    Cause.SEED: "seeded",
    Cause.COVERED: "covered",
    Cause.PAID: "paid",
    Cause.HIT_VOIDED: "hits_voided",
    Cause.ROUND_CORRECTED: "corrected",
}
"""The column of each move that a table makes."""

ZERO = Fraction(0)


def meter_book(transaction: Transaction, period: Period) -> dict[str, Any]:
    """A line for each jackpot and day, the incidents, where each meter stands, and its hits."""
    setups = Setups(transaction)
    wagered = read_wagered(transaction, period._replace(table="", game=""), setups)
    rows, incidents, standing = [], [], []
    for one, opening in read_jackpots(transaction):
        book = _Book(setups, one, opening)
        rows += [
            book.add_day(day, wagered[one.id, day] * one.terms.rate)
            for day in book.read_days(period)
        ]
        standing.append(book.stand())
        incidents += book.incidents
    return {"period": period.values, "days": rows, "incidents": incidents, "jackpots": standing}


class _Book:
    """One jackpot's days, in their order, and what was found wrong with them."""

    def __init__(self, setups: Setups, one: Jackpot, opened: Entry) -> None:
        self.incidents: list[dict[str, str]] = []
        self._setups = setups
        self._transaction = setups.transaction
        self._one = one
        self._terms = one.terms
        given = opened.values["terms"]
        start = (given.get("meter", given.get("seed", 0)), given.get("overflow", 0))
        total = sum((read_number(value, "meter") * 100 for value in start), ZERO)
        self._opened = Move(one.id, 0, opened.at, "", 0, "opened", ZERO, total)
        self._last = self._opened
        self._moves: dict[str, list[Move]] = defaultdict(list)

    def read_days(self, period: Period) -> list[str]:
        """Make ready for some days; gives those on which the jackpot was open."""
        self._last = self._last_before(period.first_day)
        for move in jackpots.moves_between(
            self._transaction, self._one.id, period.first_day, period.end
        ):
            self._moves[move.at[:10]].append(move)
        return [day for day in period.days if day >= self._opened.at[:10]]

    def _last_before(self, time: str) -> Move:
        """The last move before a time; the opening counts as one."""
        return jackpots.last_move(self._transaction, self._one.id, time) or self._opened

    def add_day(self, day: str, wagered: Fraction) -> dict[str, Any]:
        """The next day's line."""
        opening = self._last.value
        sums = self._add_up(day)
        if self._terms.type == "progressive":
            self._compare(day, sums, wagered)
        if sum(sums.values(), opening) != self._last.value:
            self._wrong(day, "opening and moves do not make the closing value")
        meter = self._meter_after(self._last)
        return {
            "day": day,
            "jackpot": self._one.id,
            "name": self._one.name,
            "type": self._terms.type,
            "opening": exact_dollars(opening),
            **{column: exact_dollars(change) for column, change in sums.items()},
            "closing": exact_dollars(self._last.value),
            "closing_exact_cents": str(self._last.value),
            "displayed": dollars(meter.displayed_cents) if meter else None,
            "reserve": exact_dollars(meter.reserve) if meter else None,
            "overflow": exact_dollars(meter.overflow) if meter else None,
        }

    def _wrong(self, day: str, what: str) -> None:
        self.incidents.append({"jackpot": self._one.id, "day": day, "what": what})

    def _add_up(self, day: str) -> dict[str, Fraction]:
        """The day's sums by column; every move must follow from the one before it."""
        sums = dict.fromkeys(COLUMNS, ZERO)
        for move in self._moves[day]:
            last, name = self._last, f"move {move.number}"
            if move.number != last.number + 1:
                self._wrong(day, f"{name} follows move {last.number}: moves are missing")
            if move.value != (right := last.value + move.change):
                left = f"leaves {exact_dollars(move.value)}, not {exact_dollars(right)}"
                self._wrong(day, f"{name} ({move.cause}) {left}")
            column = CAUSES.get(move.cause, "unknown")
            if not move.table:  # two people's act: a reseed, or an adjustment with its own cause
                column = "seeded" if move.cause == Cause.RESEED else "adjusted"
            if column not in sums:
                self._wrong(day, f"{name}: cause {move.cause!r} has no column")
            sums[column] = sums.get(column, ZERO) + move.change
            self._last = move
        return sums

    def _compare(self, day: str, sums: Mapping[str, Fraction], wagered: Fraction) -> None:
        """Against what the meter's own moves do not know: the rounds' wagers, and the hits."""
        if sums["contributed"] != wagered:
            own, expected = exact_dollars(sums["contributed"]), exact_dollars(wagered)
            self._wrong(day, f"contributed {own}, but the rounds' wagers make {expected}")
        paid = jackpots.hits_paid_cents(self._transaction, self._one.id, day)
        if -sums["paid"] != paid:
            own = exact_dollars(-sums["paid"])
            self._wrong(day, f"paid {own}, but the hits are {dollars(paid)}")

    def _meter_after(self, last: Move) -> Meter | None:
        """How the meter's parts stood after a move: as they stand now, or as the next round found
        them; None where an act of two people or a turned-back round came next."""
        if last.number == self._one.moves:
            return self._one.meter
        following = jackpots.find_move(self._transaction, self._one.id, last.number + 1)
        # The word alone does not tell: two people may once have named it as the cause of theirs.
        if following is None or following.cause != Cause.CONTRIBUTIONS or not following.table:
            return None
        played = tables.find_round(self._transaction, following.table, following.round)
        assert played, f"round {following.round} of {following.table} has moved a meter"
        found = tables.last_entry(self._transaction, played).values["result"]["meters"]
        place = self._setups.of(played).jackpots.index(self._one.id)
        return read_meters({"jackpots": found})[place]

    def stand(self) -> dict[str, Any]:
        """The meter as it stands now, against its last move and its ledger, with its last hits."""
        one, meter = self._one, self._one.meter
        last = self._last_before("9999")
        if (last.number, last.value) != (one.moves, meter.total):
            now, left = exact_dollars(meter.total), exact_dollars(last.value)
            after = f"after move {one.moves}, its last move {last.number} left {left}"
            self._wrong("now", f"the meter stands at {now} {after}")
        if self._terms.type == "progressive":
            for account, cents in ledger.meter_cents(one.id, meter).items():
                held = entries.read_balance(self._transaction, account)
                if held != cents:
                    words = f"account {account} holds {dollars(held)}, not {dollars(cents)}"
                    self._wrong("now", words)
        hits = jackpots.hits_of_jackpot(self._transaction, one.id, MOST_HITS)
        return {
            "jackpot": one.id,
            "name": one.name,
            "paytable": self._terms.paytable.code,
            "type": self._terms.type,
            "exact_cents": str(meter.value),
            "displayed": dollars(meter.displayed_cents),
            "reserve": exact_dollars(meter.reserve),
            "overflow": exact_dollars(meter.overflow),
            "moves": one.moves,
            "hits": [hit_values(hit) for hit in hits],
        }


def hit_values(hit: Hit) -> dict[str, Any]:
    """A hit; ``people`` says who brought it to each of its states."""
    return {
        "at": hit.at,
        "hit": hit.id,
        "table": hit.table,
        "round": hit.round,
        "order": hit.order,
        "seat": hit.seat,
        "who": hit.who,
        "hand": hit.hand,
        "amount": dollars(hit.paid_cents),
        "state": hit.state,
        "people": [list(step) for step in hit.steps],
    }
