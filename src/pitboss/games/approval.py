"""What a table must have on record before it opens, and promotions on its bonus wagers.

Pitboss checks that the references are there and that the named jackpot system is the approved
one; whether a reference is true is for people to check.
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.games.events import WagerSettled
from pitboss.games.profile import Profile, figures, is_date
from pitboss.jackpots.terms import wager_of
from pitboss.money import dollars, floor_cents, parse_dollars
from pitboss.paytable import PayTable, Word
from pitboss.refusal import Refused

LONGEST = 500
"""Letters of one entry of a record."""

MOST_TIMES = 1000
_PAYS = ("multiplier", "extra")
_SERIES = re.compile(r"(?:series )?([0-9]{1,4})([a-z]?)")


class Approval(NamedTuple):
    """References that a table is opened under; a part that it does not need may be empty.

    ``licences`` (of the makers of layout and equipment) and ``concurrence`` (of the Commission
    with a tribal approval) are kept where given.
    """

    approval: str = ""
    internal_controls: str = ""
    shuffler_model: str = ""
    shuffler_maker: str = ""
    jackpot_system: str = ""
    jackpot_series: str = ""
    licences: str = ""
    concurrence: str = ""


class Promotion(NamedTuple):
    """An extra pay on a bonus wager from the house's promotion account, first to last day.

    ``row`` is the winning hand as its pay table names it, or empty for every win. A win is paid
    ``multiplier`` times in all, or ``extra_cents`` beside its pay.
    """

    wager: str
    terms: str
    first: str
    last: str
    consent: str = ""
    row: str = ""
    multiplier: Fraction = Fraction(1)
    extra_cents: int = 0


def read_approval(profile: Profile, settings: Settings, given: object) -> Approval:
    """Check the record that the profile demands of a table with these settings."""
    texts = _read_texts(given, "approval record", Approval._fields)
    if profile.approval.strip():
        named = texts.setdefault("approval", profile.approval.strip())
        if named != profile.approval.strip():
            raise Refused(
                f"approval record: approval {named!r} is not the profile's"
                f" {profile.approval.strip()!r}; give one of them, or the same twice"
            )
    approval = Approval(**texts)
    if profile.name == "none":
        return approval
    needed = _needed(settings, approval)
    lacking = [_key(name) + needed[name] for name in needed if not getattr(approval, name)]
    if lacking:
        raise Refused(
            f"profile {profile.name}: the approval record lacks {', '.join(lacking)}; a table"
            " opens only with them"
        )
    if settings.rulings.get("shuffler") == "no" and approval.shuffler_model:
        raise Refused(
            f"approval record: shuffler-model {approval.shuffler_model!r} at a table without a"
            " shuffle machine (ruling shuffler=no); leave it out or choose shuffler=yes"
        )
    if settings.jackpots:
        _check_system(settings, approval)
    return approval


def _needed(settings: Settings, approval: Approval) -> dict[str, str]:
    """The parts that these settings need, each with the document's rule in brackets.

    Where no ruling says whether a shuffle machine is used, naming its model or maker does.
    """
    needed = {"approval": "", "internal_controls": ""}
    named = approval.shuffler_model or approval.shuffler_maker
    if settings.rulings.get("shuffler") == "yes" or named:
        rule = _condition(settings, "shuffler")
        needed |= dict.fromkeys(("shuffler_model", "shuffler_maker"), rule and f" ({rule})")
    if settings.jackpots:
        rule = _condition(settings, "jackpots")
        needed |= dict.fromkeys(("jackpot_system", "jackpot_series"), rule and f" ({rule})")
    return needed


def _condition(settings: Settings, name: str) -> str:
    """The document's rule on a part of the record, or nothing."""
    return str(figures()["conditions"].get(settings.game, {}).get(name, ""))


def _check_system(settings: Settings, approval: Approval) -> None:
    """Jackpots run on the system that the approval names, of its series or a higher one."""
    system = figures()["jackpot_system"]
    wanted = f"{system['name']} Series {system['series']} or higher"
    rule = _condition(settings, "jackpots")
    name = " ".join(approval.jackpot_system.split())
    if name.lower() != system["name"].lower():
        raise Refused(
            f"approval record: jackpot-system {name!r} is not the approved one; {wanted}", rule
        )
    if _series(approval.jackpot_series) < _series(system["series"]):
        raise Refused(
            f"approval record: jackpot-series {approval.jackpot_series!r} is not {wanted}", rule
        )


def _series(text: str) -> tuple[int, str]:
    """``3d`` or ``Series 3d`` as (3, "d"); below every series where it is none."""
    match = _SERIES.fullmatch(" ".join(text.lower().split()))
    return (int(match[1]), match[2]) if match else (-1, "")


def read_promotion(profile: Profile, game: Game, settings: Settings, given: object) -> Promotion:
    """Check a promotion; a profile that is not ``none`` demands the maker's written consent.

    ``{"wager": "bonus", "terms": "…", "first": "2026-01-01", "last": "2026-01-31", "consent": "…",
    "row": "44", "multiplier": 2}``, or ``"extra": 25`` instead of the multiplier.
    """
    entries = dict(given) if isinstance(given, Mapping) else {}
    pays = {key: entries.pop(key) for key in _PAYS if key in entries}
    rest = entries if isinstance(given, Mapping) else given
    texts = _read_texts(rest, "promotion", Promotion._fields[:6], _PAYS)
    for name in ("wager", "terms", "first", "last"):
        if name not in texts:
            raise Refused(f"promotion: {name} is missing; it needs wager, terms, first and last")
    if profile.name != "none" and "consent" not in texts:
        raise Refused(
            f"promotion under profile {profile.name}: the reference of the maker's written consent"
            " is missing (consent)",
            _condition(settings, "promotion"),
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
    try:
        times = Decimal(str(value))
        if isinstance(value, bool) or not 1 < times <= MOST_TIMES or len(str(value)) > 20:
            raise InvalidOperation
    except InvalidOperation:
        raise Refused(
            f"promotion: multiplier {str(value)[:20]!r}; a number above 1, at most {MOST_TIMES}"
        ) from None
    return Fraction(times), 0


def _bonus_table(game: Game, settings: Settings, wager: str) -> PayTable:
    """The pay table of a bonus wager that this table offers, a jackpot's sensor included."""
    tables = {
        name: table
        for name, table in settings.paytables.items()
        if game.source.spots[name].kind == "bonus"
    }
    for number, terms in enumerate(settings.jackpots, 1):
        tables[wager_of(number)] = terms.paytable
    if wager not in tables:
        raise Refused(
            f"promotion: {wager!r} is no bonus wager of this table; it has"
            f" {', '.join(tables) or 'none'}",
            _condition(settings, "promotion"),
        )
    return tables[wager]


def _paid_hand(table: PayTable, name: str) -> str:
    """The hand of the row with this event or hand, as a settled wager names it."""
    paid = [row for row in table.rows if not isinstance(row.pay, Word)]
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


def _read_texts(
    given: object, what: str, fields: tuple[str, ...], others: tuple[str, ...] = ()
) -> dict[str, str]:
    """Texts under the known keys, written with dashes, none of them blank."""
    if not isinstance(given, Mapping):
        raise Refused(f"{what}: a JSON object is needed")
    keys = {_key(name): name for name in fields}
    texts = {}
    for key, value in given.items():
        if key not in keys:
            raise Refused(
                f"{what}: key {str(key)[:40]!r} is unknown; it has {', '.join([*keys, *others])}"
            )
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
            raise Refused(f"{what}: {key}: text of 1 to {LONGEST} letters is needed")
        texts[keys[key]] = value.strip()
    return texts


def _key(name: str) -> str:
    return name.replace("_", "-")
