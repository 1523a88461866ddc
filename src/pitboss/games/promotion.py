"""Promotions on bonus wagers: their terms, when they run, and what they add to a win."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.games.approval import read_texts
from pitboss.games.contract import Game, Settings
from pitboss.games.events import WagerSettled
from pitboss.games.profile import Profile, is_date
from pitboss.jackpots.terms import wager_of
from pitboss.money import dollars, floor_cents, parse_dollars, quoted, read_number, show_given
from pitboss.paytable import PayTable, Row, Word
from pitboss.refusal import Refused

MOST_TIMES = 1000
MOST_DECIMALS = 18
_PAYS = ("multiplier", "extra")


class Promotion(NamedTuple):
    """An extra pay on a bonus wager from the house's promotion account, first to last day.

    ``row`` is the winning hand as its pay table names it, or empty for every win. A win is paid
    ``multiplier`` times in all, or ``extra_cents`` beside its pay. The house knows it by ``id``.
    """

    wager: str
    terms: str
    first: str
    last: str
    consent: str = ""
    row: str = ""
    multiplier: Fraction = Fraction(1)
    extra_cents: int = 0
    id: str = ""


def read_promotion(profile: Profile, game: Game, settings: Settings, given: object) -> Promotion:
    """Check a promotion; a profile that is not ``none`` demands the maker's written consent.

    ``{"wager": "bonus", "terms": "…", "first": "2026-01-01", "last": "2026-01-31", "consent": "…",
    "row": "44", "multiplier": 2}``, or ``"extra": 25`` instead of the multiplier.
    """
    entries = dict(given) if isinstance(given, Mapping) else {}
    pays = {key: entries.pop(key) for key in _PAYS if key in entries}
    rest = entries if isinstance(given, Mapping) else given
    texts = read_texts(rest, "promotion", Promotion._fields[:6], _PAYS)
    for name in ("wager", "terms", "first", "last"):
        if name not in texts:
            raise Refused(f"promotion: {name} is missing; it needs wager, terms, first and last")
    if profile.name != "none" and "consent" not in texts:
        raise Refused(
            f"promotion under profile {profile.name}: the reference of the maker's written consent"
            " is missing (consent)",
            game.source.rule_on("promotion"),
        )
    for name in ("first", "last"):
        if not is_date(texts[name]):
            raise Refused(f"promotion: {name} day {texts[name]!r}; write it as 2026-01-31")
    if texts["last"] < texts["first"]:
        raise Refused(
            f"promotion: its last day {texts['last']} is before its first, {texts['first']}"
        )
    table = _bonus_table(game, settings, texts["wager"])
    if "row" in texts:
        texts["row"] = _paid_hand(table, texts["row"])
    multiplier, extra_cents = _read_pay(pays)
    return Promotion(**texts, multiplier=multiplier, extra_cents=extra_cents)


def _read_pay(pays: Mapping[str, object]) -> tuple[Fraction, int]:
    """How many times a win is paid in all, and what is paid beside it."""
    if len(pays) != 1:
        raise Refused("promotion: give either a multiplier such as 2 or an extra in dollars")
    if "extra" in pays:
        extra = parse_dollars(pays["extra"], "promotion extra")
        if extra <= 0:
            raise Refused(f"promotion: an extra of {dollars(extra)} must be above 0")
        return Fraction(1), extra
    value = pays["multiplier"]
    shown = show_given(value, quoted)
    wrong = f"promotion: multiplier {shown}; a number above 1, at most {MOST_TIMES}"
    try:
        times = read_number(value, "multiplier", MOST_DECIMALS)
    except Refused:
        raise Refused(wrong) from None
    if not 1 < times <= MOST_TIMES:
        raise Refused(wrong)
    return times, 0


def bonus_tables(game: Game, settings: Settings) -> dict[str, PayTable]:
    """The pay tables of the bonus wagers that a table offers, its jackpots' sensors included."""
    tables = {
        name: table
        for name, table in settings.paytables.items()
        if game.source.spots[name].kind == "bonus"
    }
    for number, terms in enumerate(settings.jackpots, 1):
        tables[wager_of(number)] = terms.paytable
    return tables


def _bonus_table(game: Game, settings: Settings, wager: str) -> PayTable:
    tables = bonus_tables(game, settings)
    if wager not in tables:
        raise Refused(
            f"promotion: {wager!r} is no bonus wager of this table; it has"
            f" {', '.join(tables) or 'none'}",
            game.source.rule_on("promotion"),
        )
    return tables[wager]


def paid_rows(table: PayTable) -> list[Row]:
    """Those that pay something."""
    return [row for row in table.rows if not isinstance(row.pay, Word)]


def _paid_hand(table: PayTable, name: str) -> str:
    """The hand of the row with this event or hand, as a settled wager names it."""
    paid = paid_rows(table)
    for row in paid:
        if name in (row.event, row.hand):
            return row.hand
    raise Refused(
        f"promotion: row {name!r} is not paid by table {table.code}; it pays"
        f" {', '.join(row.event for row in paid)}"
    )


def promotion_pay(promotion: Promotion, row: WagerSettled, day: str) -> int:
    """What the promotion account adds to a settled wager on that day, in cents rounded down.

    The row is given as it was paid in the end, after any cut to an aggregate limit.
    """
    if not is_date(day):
        raise Refused(f"promotion: day {day!r}; write it as 2026-01-31")
    wins = row.wager == promotion.wager and row.outcome == "win"
    if not wins or not promotion.first <= day <= promotion.last:
        return 0
    if promotion.row and row.row != promotion.row:
        return 0
    return promotion.extra_cents + floor_cents((promotion.multiplier - 1) * row.paid_cents)
