"""Buyout by points: four numbers for each up card, which fit on a card."""

from collections.abc import Mapping

from pitboss.cards import RANKS
from pitboss.odds.buyout.endings import BY_POINTS, BY_UP_CARD, NEVER, Thresholds
from pitboss.odds.figures import Figures
from pitboss.refusal import Refused

NAMES = (BY_UP_CARD, BY_POINTS)
ANY = "any"


def read_strategy(given: object) -> str | list[Thresholds]:
    """A name, or ``{"A": {...}, "any": {...}}``: thresholds by up card, ``any`` for the rest."""
    if isinstance(given, str) and given in NAMES:
        return given
    if not isinstance(given, Mapping) or not given:
        raise Refused(
            f"strategy {str(given)[:60]!r} is unknown in buyout; it has {', '.join(NAMES)}, or a"
            f' file with {{"any": {{"{Thresholds._fields[0]}": 11, ...}}}}'
        )
    rows = {str(up): _read_row(str(up), row) for up, row in given.items()}
    missing = [rank for rank in RANKS if rank not in rows]
    if missing and ANY not in rows:
        raise Refused(f"strategy: up card {missing[0]} has no row; give one, or one for {ANY!r}")
    return [rows[rank] if rank in rows else rows[ANY] for rank in RANKS]


def _read_row(up: str, row: object) -> Thresholds:
    if up != ANY and (len(up) != 1 or up not in RANKS):
        raise Refused(f"strategy: up card {up[:20]!r} is unknown; write one of {RANKS}, or {ANY}")
    if not isinstance(row, Mapping) or set(row) != set(Thresholds._fields):
        raise Refused(f"strategy: up card {up} needs exactly {', '.join(Thresholds._fields)}")
    for name, value in row.items():
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NEVER:
            raise Refused(
                f"strategy: {name} of up card {up} is {str(value)[:20]!r}; whole points from 0 to"
                f" {NEVER}, which is never"
            )
    return Thresholds(**{str(name): value for name, value in row.items()})


def describe(rows: list[Thresholds]) -> Figures:
    """The thresholds by up card, in the form of a strategy's file."""
    return {"rows": {rank: row._asdict() for rank, row in zip(RANKS, rows, strict=True)}}
