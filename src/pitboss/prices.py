"""Prices, leaks, pay tables within bands, sessions and the house's hold, for ``import pitboss``."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, cast

from pitboss.answers import Fit, Hold, Price, Protection, Session
from pitboss.extras import needed_by
from pitboss.games import find_game

if TYPE_CHECKING:
    from pitboss.odds.request import Request

Dollars = int | float | str | Decimal
"""Money as it is given: 10, "10.50" or Decimal("10.50") dollars."""

Band = str | tuple[int | float | str | Fraction, int | float | str | Fraction]
"""A band as it is given: "2..3.5", or its two ends; an edge and a hit frequency in per cent."""


class Terms(TypedDict, total=False):
    """What else a price may depend on, as the options of ``pitboss odds``."""

    paytables: Mapping[str, object]
    players: int
    bonus_ratio: int | float | str | Fraction
    meter: Dollars
    seed: Dollars
    rate: int | float | str | Fraction
    amount: Dollars
    strategy: str | Mapping[str, object]
    recompute: bool
    ties: str


class SessionTerms(Terms, total=False):
    """What else a session may depend on, as the options of ``pitboss session``."""

    unit: Dollars
    drawdown: bool
    wager: str
    paytable: str | Mapping[str, object]
    rulings: Mapping[str, object]


class Wishes(TypedDict, total=False):
    """What else tables are looked for by, as the options of ``pitboss fit``."""

    hit: Band
    deviation: Band
    rows: Mapping[str, Band]
    any_order: bool
    rank: str
    limit: int
    rulings: Mapping[str, object]


class HouseTerms(SessionTerms, total=False):
    """What else the house's side may depend on, as the options of ``pitboss session --house``."""

    hours: int | float | str | Fraction
    open: int | float | str | Fraction
    reserve: int | float | str | Fraction
    reserved: Dollars


_JACKPOT = ("meter", "seed", "rate", "amount")
_HOUSE = ("hours", "open", "reserve", "reserved")


def price(
    key: str,
    wager: str | None = None,
    paytable: str | Mapping[str, object] | None = None,
    rulings: Mapping[str, object] | None = None,
    **terms: Unpack[Terms],
) -> Price:
    """The exact figures of a wager under the best play.

    >>> price("duki").house_edge
    Fraction(96459473, 2926537250)
    """
    from pitboss.odds.registry import price as price_request

    request = _request(key, wager, paytable, rulings, terms)
    with needed_by("price"):
        return Price(price_request(request))


def protect(
    key: str,
    leaks: str | Sequence[str] = (),
    paytable: str | Mapping[str, object] | None = None,
    rulings: Mapping[str, object] | None = None,
    recompute: bool = False,
) -> Protection:
    """What leaks of cards are worth to a player: those named, or all that the game has.

    >>> protect("duki", "dealer-4").leaks[0].player_edge
    Fraction(582956704, 1463268625)
    """
    from pitboss.odds.protection import protect as protect_request

    request = _request(key, None, paytable, rulings, {"recompute": recompute})
    with needed_by("protect"):
        return Protection(protect_request(request, [leaks] if isinstance(leaks, str) else leaks))


def fit(key: str, wager: str | None, edge: Band, **wishes: Unpack[Wishes]) -> Fit:
    """All whole-number pay tables of a wager within bands.

    >>> found = fit("duki", "bonus", edge=(1, 2), rows={"three-of-a-kind": (20, 30)})
    >>> found, list(found.tables[0].rows.values())
    (duki bonus: 5 of 209 tables, [27, 2, 2])
    """
    from pitboss.odds.registry import fit as fit_tables

    with needed_by("fit"):
        return Fit(fit_tables(key, {"wager": wager, "edge": edge, **wishes}))


def session(
    key: str, rounds: int, bankroll: Dollars | None = None, **terms: Unpack[SessionTerms]
) -> Session:
    """What so many rounds with first wagers of a unit ($1) come to, and the chance of ruin.

    >>> session("duki", rounds=1000, unit=10, bankroll=1000)
    duki ante, 1,000 rounds of 10.00: -329.60, ahead 26.2427%
    """
    request, given = _part(key, terms, ("unit", "drawdown"))
    with needed_by("session"):
        from pitboss.odds.sessions.played import session as play_session

        return Session(play_session(request, {**given, "rounds": rounds, "bankroll": bankroll}))


def hold(key: str, rounds_per_hour: int, **terms: Unpack[HouseTerms]) -> Hold:
    """What the house holds of a wager by shift, day and year, and a jackpot's hits.

    >>> [period.wagers for period in hold("duki", rounds_per_hour=60, unit=10).periods]
    [480, 1440, 525600]
    """
    request, given = _part(key, terms, ("unit", *_HOUSE))
    with needed_by("hold"):
        from pitboss.odds.sessions.hold import hold as hold_periods

        return Hold(hold_periods(request, {**given, "rounds_per_hour": rounds_per_hour}))


def _part(
    key: str, terms: Mapping[str, Any], own: Sequence[str]
) -> tuple["Request", dict[str, object]]:
    """The request that is priced, and what the session takes of its own."""
    given = {name: value for name, value in terms.items() if name in own}
    rest = {name: value for name, value in terms.items() if name not in own}
    wager, paytable, rulings = (rest.pop(name, None) for name in ("wager", "paytable", "rulings"))
    return _request(key, wager, paytable, rulings, cast(Terms, rest)), given


def _request(
    key: str,
    wager: str | None,
    paytable: str | Mapping[str, object] | None,
    rulings: Mapping[str, object] | None,
    terms: Terms,
) -> "Request":
    from pitboss.odds.request import main_wager, read_request

    given: dict[str, object] = {"wager": wager, "rulings": rulings, **terms}
    jackpot = {name: given.pop(name) for name in _JACKPOT if name in given}
    own = {} if paytable is None else {wager or main_wager(find_game(key)): paytable}
    given["paytables"] = {**(terms.get("paytables") or {}), **own}
    return read_request(key, {**given, "jackpot": jackpot})
