"""What is wished for: a wager, bands for its figures, and bounds for the pays of its rows.

A table's rows are those of the wager's first printed table. A row that pays no odds there, such as
one that pushes, stays as it is.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.games import find_game
from pitboss.games.contract import Game
from pitboss.money import Odds, read_ratio, read_whole, show_given
from pitboss.odds.request import JACKPOT, Request, main_wager, read_request
from pitboss.paytable import MOST_ODDS, PayTable, Row
from pitboss.refusal import Refused

RANKS = ("edge", "hit", "deviation")
LARGEST_FIGURE = 10**6
MOST_TABLES = 10_000
USUAL_LIMIT = 20
TO = ".."


class Band(NamedTuple):
    """From the one to the other, both allowed."""

    low: Fraction
    high: Fraction

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Fraction) and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{_plain(self.low)}{TO}{_plain(self.high)}"


class Bounds(NamedTuple):
    """The least and the most that a row pays."""

    least: int
    most: int


class Wish(NamedTuple):
    """A checked wish. ``edge`` and ``hit`` are parts of one, ``deviation`` is in first wagers.

    ``bounds`` has the rows that pay odds, in printed order.
    """

    request: Request
    table: PayTable
    edge: Band
    hit: Band | None
    deviation: Band | None
    bounds: Mapping[str, Bounds]
    any_order: bool
    rank: str
    limit: int

    def within(self, bounds: Sequence[Bounds]) -> "Wish":
        """The same, of fewer tables."""
        return self._replace(bounds=dict(zip(self.bounds, bounds, strict=True)))

    def table_of(self, pays: Sequence[int]) -> dict[str, object]:
        """A table of these pays, in the words of a designer's own."""
        found = dict(zip(self.bounds, pays, strict=True))
        return {row.event: found.get(row.event, row.text) for row in self.table.rows}


def read_wish(key: str, given: Mapping[str, object]) -> Wish:
    """Check what is wished for; what is not given has its default.

    >>> wish = read_wish("duki", {"wager": "bonus", "edge": "1..2", "rows": {"straight": "4..6"}})
    >>> wish.bounds["straight"], wish.bounds["three-of-a-kind"], wish.edge.low
    (Bounds(least=4, most=6), Bounds(least=1, most=60), Fraction(1, 100))
    """
    game = find_game(key)
    table = first_table(game, given.get("wager"))
    request = read_request(
        key,
        {
            "wager": table.wager,
            "paytables": {table.wager: table.code},
            "rulings": given.get("rulings"),
        },
    )
    # As the rulings in force read it: on their terms.
    table = request.paytable or table
    told = {name: value for name, value in given.items() if value is not None}
    rank, limit = told.get("rank", RANKS[0]), told.get("limit", USUAL_LIMIT)
    any_order = bool(told.get("any_order"))
    if rank not in RANKS:
        raise Refused(f"rank {show_given(rank)} is unknown; tables rank by {', '.join(RANKS)}")
    return Wish(
        request,
        table,
        _in_parts(read_band(told.get("edge"), "edge")),
        _in_parts(read_band(told["hit"], "hit", 0)) if "hit" in told else None,
        read_band(told["deviation"], "deviation", 0) if "deviation" in told else None,
        _read_rows(game, table, told.get("rows", {}), any_order),
        any_order,
        str(rank),
        read_whole(limit, "limit", 1, MOST_TABLES),
    )


def first_table(game: Game, wager: object) -> PayTable:
    """The first printed table of a wager; the main wager's where none is named."""
    name = main_wager(game) if wager in (None, "main") else str(wager)
    fitted = [each for each in game.paytables if each != JACKPOT]
    if name not in fitted:
        what = "has no pay table" if name in (main_wager(game), JACKPOT) else "is unknown"
        if name == JACKPOT and JACKPOT in game.paytables:
            what = "pays prizes and parts of a meter, no odds"
        has = f"it has {', '.join(fitted)}" if fitted else "no wager of it has one"
        raise Refused(f"fit: wager {name[:40]!r} of {game.source.key} {what}; {has}")
    return next(iter(game.paytables[name].values()))


def read_band(given: object, what: str, least: int = -LARGEST_FIGURE) -> Band:
    """``2..3``, ``2`` for just that, or two numbers."""
    if given is None:
        raise Refused(f"{what}: a band is missing; write LOW{TO}HIGH, such as 2{TO}3.5")
    if isinstance(given, str):
        low, dots, high = given.partition(TO)
        ends: Sequence[object] = (low.strip(), high.strip() if dots else low.strip())
    elif isinstance(given, Sequence) and len(given) == 2:
        ends = given
    else:
        ends = (given, given)
    try:
        band = Band(*(read_ratio(_text(end), what) for end in ends))
    except Refused:
        shown = show_given(given)
        raise Refused(f"{what} {shown} is no band; write LOW{TO}HIGH, such as 2{TO}3.5") from None
    if band.low > band.high:
        raise Refused(f"{what} {band}: the bounds are crossed; the lower one comes first")
    if band.low < least or band.high > LARGEST_FIGURE:
        raise Refused(f"{what} {band}: from {least} to {LARGEST_FIGURE} is allowed")
    return band


def _text(value: object) -> object:
    return str(value) if isinstance(value, Fraction) else value


def _in_parts(band: Band) -> Band:
    """Of per cent."""
    return Band(band.low / 100, band.high / 100)


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _read_rows(game: Game, table: PayTable, given: object, any_order: bool) -> dict[str, Bounds]:
    """Bounds of each row that pays odds: as given, or from 1 to twice its largest printed pay."""
    if not isinstance(given, Mapping):
        raise Refused(f"rows: events with bounds are needed, not {show_given(given)}")
    paid = [row for row in table.rows if isinstance(row.pay, Odds)]
    for event in given:
        if str(event) not in {row.event for row in paid}:
            fixed = table.row(str(event))
            what = f"pays {fixed.text} and stays so" if fixed else "is unknown"
            known = ", ".join(row.event for row in paid)
            raise Refused(f"row {str(event)[:40]!r} {what}; the rows are {known}")
    bounds = {
        row.event: _read_bounds(row.event, given[row.event])
        if row.event in given
        else Bounds(1, 2 * _largest_printed(game, table.wager, row))
        for row in paid
    }
    if not any_order:
        _check_order(bounds)
    return bounds


def _largest_printed(game: Game, wager: str, row: Row) -> int:
    """Rounded up, should a pay not be whole."""
    printed = (table.row(row.event) for table in game.paytables[wager].values())
    pays = [one.pay for one in printed if one and isinstance(one.pay, Odds)]
    return max(-(-pay.numerator // pay.denominator) for pay in pays)


def _read_bounds(event: str, given: object) -> Bounds:
    band = read_band(given, f"row {event}")
    for end in band:
        if end.denominator > 1 or not 1 <= end <= MOST_ODDS:
            raise Refused(
                f"row {event}: {_plain(end)} is no pay to look for; whole numbers from 1 to"
                f" {MOST_ODDS} are"
            )
    return Bounds(int(band.low), int(band.high))


def _check_order(bounds: Mapping[str, Bounds]) -> None:
    """Somebody must be able to pay no more down the table."""
    below: dict[str, int] = {}
    for event, one in reversed(list(bounds.items())):
        for other, least in below.items():
            if one.most < least:
                raise Refused(
                    f"row {event} pays at most {one.most} and row {other} below it at least"
                    f" {least}: pays do not rise down the table without --any-order"
                )
        below[event] = one.least
