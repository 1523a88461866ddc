"""What a settled round was to the bank, wager by wager, with practice play told apart.

The bank's own is what seats lost, less what their jackpot wagers contributed to a fund. A
percentage of a progressive is the fund's to pay, so it is no loss of the bank; dollar pays and envy
are the bank's, for percentage pays alone leave a meter, and so is the prize of a house jackpot.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.tables import Round
from pitboss.house.tables.apply import SETUP_KINDS
from pitboss.house.tables.setup import Setup, read_given
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import VOIDED, Hit, is_sensor, number_of
from pitboss.money import parse_dollars

Cents = Fraction | int
"""Whole ones mostly: a fraction comes from contributions alone, and takes long to add."""

RAKE, TIP = "rake", "tip"
AMENDED = ("hit-advanced", "round-resettled")
"""Entries that change what an ended round came to, while it still counts."""

read_cents = lru_cache(4_096)(parse_dollars)


class Taking(NamedTuple):
    """A settled wager to the bank. ``win`` is its own, in cents; ``contributed`` has gone to a
    fund, and ``hit_cents`` is a percentage of a jackpot that was paid, by the fund or the bank."""

    seat: int
    wager: str
    cents: int
    net_cents: int
    win: Cents
    contributed: Cents = 0
    hit_cents: int = 0


def read_takings(settlement: Iterable[Mapping[str, Any]], terms: tuple[Terms, ...]) -> list[Taking]:
    """The rows of a settlement, as the log has them; ``terms`` are those of the table's sensors."""
    return [_read_row(row, terms) for row in settlement]


def _read_row(row: Mapping[str, Any], terms: tuple[Terms, ...]) -> Taking:
    wager, cents, net = row["wager"], read_cents(row["amount"]), read_cents(row["net"])
    # A winning wager for the dealer goes to the tip box with its win: the seat's net is not all.
    lost = read_cents(row["paid"]) if wager == TIP and row["outcome"] == "win" else net
    if not is_sensor(wager):
        return Taking(row["seat"], wager, cents, net, -lost)
    own = terms[number_of(wager) - 1]
    hit = read_cents(row["paid"]) if str(row["pays"]).endswith("%") else 0
    contributed = cents * (own.rate + own.reserve_rate)
    fund_paid = hit if own.type == "progressive" else 0
    win = fund_paid - lost - contributed
    return Taking(row["seat"], wager, cents, net, win, contributed, hit)


class Setups:
    """How tables were set up when their rounds were played; each is read once, and never changes:
    a table that is changed gets another."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self._known: dict[str, list[Setup]] = {}
        self._practice: dict[str, bool] = {}

    def at(self, transaction: Transaction) -> "Setups":
        """What is known, for another reading."""
        other = Setups(transaction)
        other._known, other._practice = self._known, self._practice
        return other

    def of(self, played: Round) -> Setup:
        known = self._known.get(played.table, [])
        if len(known) < played.setup:
            known = self._known[played.table] = self._read_all(played.table)
        return known[played.setup - 1]

    def is_practice(self, table: str) -> bool:
        """Whether a table was opened for practice."""
        if table not in self._practice:
            opened = entries.find(self.transaction, table, 1)
            assert opened, f"{table} was opened"
            self._practice[table] = bool(opened.values["setup"]["practice"])
        return self._practice[table]

    def _read_all(self, table: str) -> list[Setup]:
        found = entries.search(self.transaction, entries.Which(table, SETUP_KINDS))
        bodies = [entry.values for entry in found]
        return [read_given(self.transaction, body.get("after") or body["setup"]) for body in bodies]


class Takings:
    """The takings of rounds, and what was amended since; each table's are read once."""

    def __init__(self, transaction: Transaction, setups: Setups | None = None) -> None:
        self.transaction = transaction
        self.setups = setups or Setups(transaction)
        self._types: dict[str, str] = {}
        self._bots: dict[str, bool] = {}
        self._amended: dict[str, dict[int, int]] = {}

    def of(self, played: Round) -> list[Taking]:
        """Of a settled round, all seats."""
        if RAKE in played.book:
            win = played.book[RAKE][-1]
            return [Taking(0, RAKE, 0, -win, win)]
        result = tables.last_entry(self.transaction, played).values["result"]
        return read_takings(result["settlement"], self.setups.of(played).settings.jackpots)

    def practice_seats(self, played: Round) -> set[int]:
        """The seats that were practice players': all of a practice table's, and 0 where nobody
        else was dealt."""
        if not self.setups.is_practice(played.table) and not self._has_bots(played.table):
            return set()
        opened = entries.find(self.transaction, played.table, played.opened_version)
        assert opened, f"round {played.number} of {played.table} has an opening"
        who = {int(seat): str(person) for seat, person in opened.values.get("who", {}).items()}
        if self.setups.is_practice(played.table):
            return {0, *who}
        bots = {seat for seat, person in who.items() if person.startswith("bot-")}
        return {0, *bots} if bots == set(who) else bots

    def _has_bots(self, table: str) -> bool:
        if table not in self._bots:
            sat = entries.search(self.transaction, entries.Which(table, ("seat-taken",)))
            self._bots[table] = any(entry.values["kind"] == "bot" for entry in sat)
        return self._bots[table]

    def amended(self, played: Round, hits: Iterable[Hit]) -> int:
        """What the bank has won more by a round since it ended: envy of a voided hit that was
        collected, the prize of a voided house hit. ``hits`` are the round's."""
        if played.table not in self._amended:
            self._amended[played.table] = dict(self._gains(played.table))
        gained = self._amended[played.table].get(played.number, 0)
        return gained - sum(map(self._returned, hits))

    def _gains(self, table: str) -> Iterator[tuple[int, int]]:
        """By round: what bank and funds have gained together."""
        found: dict[int, int] = {}
        for entry in entries.search(self.transaction, entries.Which(table, AMENDED)):
            body = entry.values
            moved = body.get("postings", {}).items()
            # Where a meter is turned back, the cage has what two people had put on it.
            also = {ledger.CAGE} if body.get("stands") else set()
            own = sum(c for account, c in moved if ledger.is_house(account) or account in also)
            found[body["round"]] = found.get(body["round"], 0) + own
        yield from found.items()

    def _returned(self, hit: Hit) -> int:
        """What has come back to a fund of a hit's pay."""
        if not self._types:
            terms = jackpots.read_terms(self.transaction)
            self._types = {name: each.type for name, each in terms.items()}
        if self._types[hit.jackpot] != "progressive":
            return 0
        now = 0 if hit.state == VOIDED else hit.paid_cents
        return hit.paid_cents - hit.resettled_cents - now
