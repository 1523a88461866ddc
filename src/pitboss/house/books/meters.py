"""The daily meter book: what every jackpot's meter did, day by day, and whether it adds up.

Amounts are of the meter and its overflow together, as the moves are. Whatever does not add up is
an incident with its own line; a book without incidents has been checked, not merely printed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house import ledger
from pitboss.house.books.master import read_setups
from pitboss.house.log import HOUSE
from pitboss.house.store import Transaction, entries, jackpots, tables
from pitboss.house.store.entries import Which
from pitboss.house.store.jackpots import Move
from pitboss.house.store.period import Period
from pitboss.house.tables.rounds import read_meters
from pitboss.jackpots.meter import Cause, Meter, Terms
from pitboss.jackpots.terms import Hit, is_sensor, wager_of
from pitboss.money import dollars, exact_dollars, floor_cents
from pitboss.refusal import Refused

LEAST_HITS = 25
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


class Jackpot(NamedTuple):
    """A jackpot as it stands, and where it started."""

    id: str
    name: str
    terms: Terms
    start: Fraction
    opened_at: str
    meter: Meter
    moves: int


Expected = Mapping[tuple[str, str], Fraction]
"""By jackpot and day, in cents."""


def meter_book(
    transaction: Transaction, period: Period, jackpot: str = "", most: int = LEAST_HITS
) -> dict[str, Any]:
    """A line for each jackpot and day, the incidents, where each meter stands, and its hits."""
    wagered = _contributions(transaction, period._replace(table="", game=""))
    rows, incidents, standing = [], [], []
    for one in _jackpots(transaction, jackpot):
        for row, found in _days(transaction, one, period, wagered):
            rows.append(row)
            incidents += found
        now, found = _stand(transaction, one)
        standing.append({**now, "hits": last_hits(transaction, one.id, max(most, LEAST_HITS))})
        incidents += found
    return {
        "period": period._asdict(),
        "days": rows,
        "incidents": incidents,
        "jackpots": standing,
    }


def _jackpots(transaction: Transaction, wanted: str) -> Iterator[Jackpot]:
    known = {one.id: one for one in jackpots.read_all(transaction)}
    if wanted and wanted not in known:
        raise Refused(f"jackpot {wanted[:40]!r}: there is no such jackpot")
    opened: dict[str, tuple[str, Mapping[str, Any]]] = {}
    # Where a meter started is read from the log: the book checks what is kept beside it.
    for entry in entries.search(transaction, Which(HOUSE, ("jackpot-opened",))):
        opened[entry.values["jackpot"]] = entry.at, entry.values["terms"]
    for identity, one in sorted(known.items()):
        if wanted in ("", identity):
            at, given = opened[identity]
            start = [
                Fraction(str(given.get(key, instead))) * 100
                for key, instead in (("meter", given.get("seed", 0)), ("overflow", 0))
            ]
            stands = (sum(start, ZERO), at, one.meter, one.moves)
            yield Jackpot(identity, one.name, one.terms, *stands)


def _days(
    transaction: Transaction, one: Jackpot, period: Period, wagered: Expected
) -> Iterator[tuple[dict[str, Any], list[dict[str, str]]]]:
    """Each day on which the jackpot was open."""
    last = _last_before(transaction, one, period.first_day)
    moves = defaultdict(list)
    for move in jackpots.moves_between(transaction, one.id, period.first_day, period.end):
        moves[move.at[:10]].append(move)
    for day in period.days:
        if day < one.opened_at[:10]:
            continue
        opening = last
        sums, wrong = _add_up(last, moves[day])
        last = moves[day][-1] if moves[day] else last
        wrong += _compare(transaction, one, day, sums, wagered)
        if sum(sums.values(), opening.value) != last.value:
            wrong.append("opening and moves do not make the closing value")
        yield (
            _row(transaction, one, day, (opening.value, sums, last)),
            [{"jackpot": one.id, "day": day, "what": what} for what in wrong],
        )


def _last_before(transaction: Transaction, one: Jackpot, day: str) -> Move:
    """The last move before a day; the opening counts as one."""
    found = jackpots.last_move(transaction, one.id, day)
    return found or Move(0, one.opened_at, "", 0, "opened", ZERO, one.start)


def _add_up(last: Move, moves: list[Move]) -> tuple[dict[str, Fraction], list[str]]:
    """The day's sums by column, and every move that does not follow from the one before it."""
    sums = dict.fromkeys(COLUMNS, ZERO)
    wrong = []
    for move in moves:
        if move.number != last.number + 1:
            wrong.append(f"move {move.number} follows move {last.number}: moves are missing")
        if move.value != last.value + move.change:
            wrong.append(
                f"move {move.number} ({move.cause}) leaves {exact_dollars(move.value)}, not"
                f" {exact_dollars(last.value + move.change)}"
            )
        column = _column(move)
        if column not in sums:
            wrong.append(f"move {move.number}: cause {move.cause!r} has no column")
        sums[column] = sums.get(column, ZERO) + move.change
        last = move
    return sums, wrong


def _column(move: Move) -> str:
    """Two people's acts name no table: a reseed, or a documented adjustment with its cause."""
    if not move.table:
        return "seeded" if move.cause == Cause.RESEED else "adjusted"
    return CAUSES.get(move.cause, "unknown")


def _compare(
    transaction: Transaction,
    one: Jackpot,
    day: str,
    sums: Mapping[str, Fraction],
    wagered: Expected,
) -> list[str]:
    """Against what the meter's own moves do not know: the rounds' wagers, and the hits."""
    if one.terms.type != "progressive":
        return []
    wrong = []
    expected = wagered.get((one.id, day), ZERO)
    if sums["contributed"] != expected:
        wrong.append(
            f"contributed {exact_dollars(sums['contributed'])}, but the rounds' wagers make"
            f" {exact_dollars(expected)}"
        )
    paid = jackpots.hits_paid_cents(transaction, one.id, day)
    if -sums["paid"] != paid:
        wrong.append(f"paid {exact_dollars(-sums['paid'])}, but the hits are {dollars(paid)}")
    return wrong


def _contributions(transaction: Transaction, period: Period) -> dict[tuple[str, str], Fraction]:
    """What the rounds' jackpot wagers put on each meter, corrected rounds included: those are
    turned back by a move of their own."""
    found: dict[tuple[str, str], Fraction] = defaultdict(lambda: ZERO)
    setups: dict[str, list[Any]] = {}
    for played in tables.rounds_of_period(transaction, period):
        if played.status == "void" or not any(map(is_sensor, played.book)):
            continue
        if played.table not in setups:
            setups[played.table] = read_setups(transaction, played.table)
        setup = setups[played.table][played.setup - 1]
        book = played.book
        for number, name in enumerate(setup.jackpots, 1):
            cents = book.get(wager_of(number), [0, 0])[1]
            rate = setup.settings.jackpots[number - 1].rate
            found[name, played.day] += cents * rate
    return found


def _row(
    transaction: Transaction,
    one: Jackpot,
    day: str,
    book: tuple[Fraction, Mapping[str, Fraction], Move],
) -> dict[str, Any]:
    opening, sums, last = book
    meter = _meter_after(transaction, one, last)
    return {
        "day": day,
        "jackpot": one.id,
        "name": one.name,
        "type": one.terms.type,
        "opening": exact_dollars(opening),
        **{column: exact_dollars(change) for column, change in sums.items()},
        "closing": exact_dollars(last.value),
        "closing_exact_cents": str(last.value),
        "displayed": dollars(meter.displayed_cents) if meter else None,
        "reserve": exact_dollars(meter.reserve) if meter else None,
        "overflow": exact_dollars(meter.overflow) if meter else None,
    }


def _meter_after(transaction: Transaction, one: Jackpot, last: Move) -> Meter | None:
    """How the meter's parts stood after a move: as they stand now, or as the next round found
    them; None where an act of two people or a turned-back round came next."""
    if last.number == one.moves:
        return one.meter
    following = jackpots.find_move(transaction, one.id, last.number + 1)
    # The word alone does not tell: two people may once have named it as the cause of theirs.
    if following is None or following.cause != Cause.CONTRIBUTIONS or not following.table:
        return None
    played = tables.find_round(transaction, following.table, following.round)
    assert played, f"round {following.round} of {following.table} has moved a meter"
    setup = read_setups(transaction, played.table)[played.setup - 1]
    found = tables.last_entry(transaction, played).values["result"]["meters"]
    return read_meters({"jackpots": found})[setup.jackpots.index(one.id)]


def _stand(transaction: Transaction, one: Jackpot) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The meter as it stands now, against its last move and its ledger."""
    wrong = []
    last = _last_before(transaction, one, "9999")
    if (last.number, last.value) != (one.moves, one.meter.total):
        wrong.append(
            f"the meter stands at {exact_dollars(one.meter.total)} after move {one.moves}, its"
            f" last move {last.number} left {exact_dollars(last.value)}"
        )
    if one.terms.type == "progressive":
        for account, cents in ledger.meter_cents(one.id, one.meter).items():
            held = entries.read_balance(transaction, account)
            if held != cents:
                wrong.append(f"account {account} holds {dollars(held)}, not {dollars(cents)}")
    now = {
        "jackpot": one.id,
        "name": one.name,
        "paytable": one.terms.paytable.code,
        "type": one.terms.type,
        "exact_cents": str(one.meter.value),
        "displayed": dollars(floor_cents(one.meter.value)),
        "reserve": exact_dollars(one.meter.reserve),
        "overflow": exact_dollars(one.meter.overflow),
        "moves": one.moves,
    }
    return now, [{"jackpot": one.id, "day": "now", "what": what} for what in wrong]


def last_hits(transaction: Transaction, jackpot: str, number: int) -> list[dict[str, Any]]:
    """The latest hits first; ``people`` says who brought the hit to each of its states."""
    return [hit_values(hit) for hit in jackpots.hits_of_jackpot(transaction, jackpot, number)]


def hit_values(hit: Hit) -> dict[str, Any]:
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
