"""The funds of progressives: whose money is on a meter, day by day.

A fund is meter, overflow and reserve together. Wagers contribute to it and percentage pays leave
it. What else comes in is the house's advance: the amount that it was opened with, seeds as far as
the reserve does not reach, what the house covers, and documented adjustments. So

    closing = opening + contributed + seeds + covered + paid + adjusted + hits voided + corrected
    owed to the house = all advances, less those that came back
    players' = closing - owed = all contributions, less all pays

to the last fraction of a cent. A house jackpot has no fund: its prize is the bank's own. Jackpots
of practice tables are left out.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.books.takings import AMENDED, Setups
from pitboss.house.log import HOUSE, Entry
from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.jackpots import Jackpot, Move
from pitboss.house.store.period import Period
from pitboss.house.tables.meters import CORRECTIONS, read_moves
from pitboss.house.tables.rounds import read_meters
from pitboss.jackpots.meter import Cause, Meter
from pitboss.jackpots.terms import WAGER, is_sensor, wager_of
from pitboss.money import dollars, exact_dollars, read_exact, read_number

ZERO = Fraction(0)
FLOWS = ("contributed", "seeds", "covered", "paid", "adjusted", "hits_voided", "corrected")
TURNED = (*AMENDED, "round-corrected")
"""Entries that may turn a meter back."""

Wagered = defaultdict[tuple[str, str], Fraction]


def read_wagered(transaction: Transaction, period: Period, setups: Setups) -> Wagered:
    """The cents of the rounds' jackpot wagers, by jackpot and day; corrected rounds included: those
    are turned back by a move of their own."""
    found: Wagered = defaultdict(lambda: ZERO)
    for played in tables.rounds_like(transaction, period, WAGER):
        book = played.book
        if played.status == "void" or not any(map(is_sensor, book)):
            continue
        for number, name in enumerate(setups.of(played).jackpots, 1):
            found[name, played.day] += book.get(wager_of(number), [0, 0])[1]
    return found


def read_jackpots(transaction: Transaction) -> Iterator[tuple[Jackpot, Entry]]:
    """Each with its opening, which is read from the log: the books check what is kept beside it."""
    opened = entries.search(transaction, entries.Which(HOUSE, ("jackpot-opened",)))
    openings = {entry.values["jackpot"]: entry for entry in opened}
    for one in sorted(jackpots.read_all(transaction), key=lambda jackpot: jackpot.id):
        yield one, openings[one.id]


def fund_report(transaction: Transaction, period: Period) -> dict[str, Any]:
    """A line for each progressive and day, what does not add up, and where each fund stands."""
    setups = Setups(transaction)
    wagered = read_wagered(transaction, period._replace(table="", game=""), setups)
    rows, incidents, standing = [], [], []
    for one, opening in read_jackpots(transaction):
        if one.practice or one.terms.type != "progressive":
            continue
        fund = Fund(setups, one, opening.values["terms"])
        days = [day for day in period.days if day >= opening.at[:10]]
        rows += [fund.read_day(day, wagered[one.id, day]) for day in days]
        standing.append(fund.stand())
        incidents += fund.incidents
    return {"period": period.values, "days": rows, "incidents": incidents, "jackpots": standing}


class Turn(NamedTuple):
    """What a move that is neither contribution nor pay was to a fund, and how much of it the house
    has advanced."""

    column: str
    change: Fraction
    advanced: Fraction


class Fund:
    """One progressive's fund, in the order of its moves."""

    def __init__(self, setups: Setups, one: Jackpot, given: dict[str, Any]) -> None:
        self.incidents: list[dict[str, str]] = []
        self._transaction = setups.transaction
        self._setups = setups
        self._one = one
        self._terms = one.terms
        start = (given.get("meter", given.get("seed", 0)), given.get("overflow", 0))
        self._total = sum((read_number(value, "meter") * 100 for value in start), ZERO)
        self._reserve = read_number(given.get("reserved", 0), "reserved") * 100
        self._paid: dict[tuple[str, int], Fraction] = {}
        few = jackpots.moves_but(self._transaction, one.id, Cause.CONTRIBUTIONS, Cause.PAID)
        self._turns = [(move.at[:10], self._turn(move)) for move in few]

    def read_day(self, day: str, wagered: Fraction) -> dict[str, Any]:
        """A day's line."""
        terms = self._terms
        flows = dict.fromkeys(FLOWS, ZERO)
        flows["contributed"] = wagered * (terms.rate + terms.reserve_rate)
        moves = jackpots.moves_between(self._transaction, self._one.id, day, f"{day}~")
        flows["paid"] = sum((m.change for m in moves if m.table and m.cause == Cause.PAID), ZERO)
        for at, turn in self._turns:
            if at == day:
                flows[turn.column] += turn.change
        opening, closing = self._value(day), self._value(f"{day}~")
        if not terms.rate:  # no move tells of what went to the reserve alone
            closing = sum(flows.values(), opening)
        if sum(flows.values(), opening) != closing:
            self._wrong(day, "opening, contributions, advances and pays do not make the closing")
        owed = self._owed(day)
        return {
            "day": day,
            "jackpot": self._one.id,
            "name": self._one.name,
            "opening": exact_dollars(opening),
            **{name: exact_dollars(change) for name, change in flows.items()},
            "closing": exact_dollars(closing),
            "owed": exact_dollars(owed),
            "players": exact_dollars(closing - owed),
        }

    def stand(self) -> dict[str, Any]:
        """The fund as it stands now, beside its accounts: these have whole cents, the fractions
        are still in the bank."""
        one, meter = self._one, self._one.meter
        fund = sum(meter, ZERO)
        names = ledger.of_meter(one.id)
        held = sum(entries.read_balance(self._transaction, name) for name in names)
        rest = fund - held
        if not 0 <= rest < len(names):
            what = f"the accounts hold {dollars(held)}, the fund is {exact_dollars(fund)}"
            self._wrong("now", what)
        if self._terms.rate and self._value("9999") != fund:
            self._wrong("now", f"the fund is {exact_dollars(fund)}, its moves make another")
        waiting = entries.read_balance(self._transaction, ledger.held(one.id))
        return {
            "jackpot": one.id,
            "name": one.name,
            "fund": exact_dollars(fund),
            "meter": exact_dollars(meter.value),
            "reserve": exact_dollars(meter.reserve),
            "overflow": exact_dollars(meter.overflow),
            "accounts": dollars(held),
            "fractions_in_bank": exact_dollars(rest),
            "hits_held": dollars(waiting),
            "owed": exact_dollars(self._owed("9999")),
        }

    def _wrong(self, day: str, what: str) -> None:
        self.incidents.append({"jackpot": self._one.id, "day": day, "what": f"fund: {what}"})

    def _owed(self, until: str) -> Fraction:
        """What the house has advanced up to the end of a day."""
        turned = (turn.advanced for day, turn in self._turns if day <= until)
        return sum(turned, self._total + self._reserve)

    def _value(self, until: str) -> Fraction:
        """The fund before a time."""
        last = jackpots.last_move(self._transaction, self._one.id, until)
        if last is None:
            return self._total + self._reserve
        return last.value + self._reserve_after(last)

    # What moves did to the reserve: a move tells of meter and overflow only.

    def _reserve_after(self, move: Move | None) -> Fraction:
        if move is None:
            return self._reserve
        if move.table and move.cause not in CORRECTIONS:
            return self._reserve_in_round(move)
        before = self._reserve_after(self._before(move))
        if not move.table:
            used = min(before, self._terms.seed) if move.cause == Cause.RESEED else ZERO
            return before - used
        return self._reserve_turned(move, before)

    def _reserve_turned(self, move: Move, before: Fraction) -> Fraction:
        """After a correction: as its entry says, or as the next round found it."""
        if after := self._stood(move):
            return after.reserve
        if move.number == self._one.moves:
            return self._one.meter.reserve
        following = jackpots.find_move(self._transaction, self._one.id, move.number + 1)
        if following and following.table and following.cause not in CORRECTIONS:
            return self._round(following)[0].reserve
        return before

    def _before(self, move: Move) -> Move | None:
        return jackpots.find_move(self._transaction, self._one.id, move.number - 1)

    def _reserve_in_round(self, move: Move, before: bool = False) -> Fraction:
        """From the meter on which its round was settled, as recorded: after a move, or before."""
        found, wagered = self._round(move)
        reserve = found.reserve + wagered * self._terms.reserve_rate
        for each in jackpots.moves_of_round(self._transaction, self._one.id, *move.place):
            if each.cause == Cause.SEED and each.number < move.number + (not before):
                reserve -= min(reserve, self._terms.seed)
        return reserve

    def _round(self, move: Move) -> tuple[Meter, Fraction]:
        """The meter that a round was settled on, and what was wagered on its sensor."""
        played = tables.find_round(self._transaction, *move.place)
        assert played, f"round {move.round} of {move.table} has moved a meter"
        place = self._setups.of(played).jackpots.index(self._one.id)
        result = tables.last_entry(self._transaction, played).values["result"]
        wagered = played.book.get(wager_of(place + 1), [0, 0])[1]
        return read_meters({"jackpots": result["meters"]})[place], Fraction(wagered)

    def _stood(self, move: Move) -> Meter | None:
        """The meter after a correction, as its entry has it; an earlier Pitboss did not say."""
        for body in self._bodies(move):
            stands = (body.get("stands") or {}).get(self._one.id)
            if stands and stands["moves"] == move.number - 1:
                return Meter(*(read_exact(part) for part in stands["after"]))
        return None

    def _bodies(self, move: Move) -> Iterator[dict[str, Any]]:
        """What the entries say that may have made a correcting move."""
        which = entries.Which(move.table, TURNED, since=move.at)
        for entry in entries.search(self._transaction, which):
            body = entry.values
            if entry.at == move.at and body.get("round") == move.round:
                yield body

    # What the house has advanced

    def _turn(self, move: Move) -> Turn:
        cause = Cause.of(move.cause, bool(move.table))
        if cause in (Cause.SEED, Cause.RESEED):
            at_table = cause == Cause.SEED
            kept = (
                self._reserve_in_round(move, before=True)
                if at_table
                else self._reserve_after(self._before(move))
            )
            own = move.change - min(kept, self._terms.seed)
            return Turn("seeds", own, own)
        if cause == Cause.COVERED:
            return Turn("covered", move.change, move.change)
        if cause in CORRECTIONS:
            return self._correction(move, cause)
        return Turn("adjusted", move.change, move.change)

    def _correction(self, move: Move, cause: Cause) -> Turn:
        """Of what comes back, pays and contributions are the players', the rest the house's."""
        reserves = [self._reserve_after(each) for each in (self._before(move), move)]
        change = move.change + reserves[1] - reserves[0]
        paid = self._paid_by(move)
        if cause == Cause.ROUND_CORRECTED:
            _, wagered = self._round(move)
            back = wagered * (self._terms.rate + self._terms.reserve_rate)
            self._paid[move.place] = ZERO
            return Turn("corrected", change, change - paid + back)
        after = paid - move.change  # an earlier Pitboss gave the meter what was held
        for body in self._bodies(move):
            if body.get("moves") is not None and body.get("jackpot") == self._one.id:
                now = read_moves(body["moves"])
                after = -sum((each.change for each in now if each.cause == Cause.PAID), ZERO)
        self._paid[move.place] = after
        return Turn("hits_voided", change, change - paid + after)

    def _paid_by(self, move: Move) -> Fraction:
        """What a round's hits have been paid, but for those that were voided before."""
        if move.place not in self._paid:
            rows = jackpots.moves_of_round(self._transaction, self._one.id, *move.place)
            own = (each.change for each in rows if each.cause == Cause.PAID)
            self._paid[move.place] = -sum(own, ZERO)
        return self._paid[move.place]
