"""Jurisdiction profiles: what the law allows a table, by date and licence.

``washington`` has figures of its own; ``tribal`` leaves the table's limits to the casino and asks
for the agency's approval reference; ``none`` sets no limit.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from pitboss.data import read_toml
from pitboss.games.contract import AGGREGATE_RULE, DearGames, Game, Settings
from pitboss.games.opening import departures, limits_of
from pitboss.games.source import Rake, Source, read_rake
from pitboss.jackpots.terms import number_of, wager_of
from pitboss.money import Odds, decimal_text, dollars, floor_cents
from pitboss.paytable import PayTable, Prize
from pitboss.refusal import Refused, gather

NAMES = ("none", "washington", "tribal")


class Profile(NamedTuple):
    """A jurisdiction, a day (as year-month-day), a class of licence and an approval reference."""

    name: str = "none"
    date: str = ""
    licence: str = ""
    approval: str = ""


@cache
def figures() -> dict[str, Any]:
    return read_toml(__package__, "profiles.toml")


def read_profile(given: object) -> Profile:
    """Check a profile given as JSON values."""
    if not isinstance(given, Mapping):
        raise Refused('profile: a JSON object is needed, such as {"name": "none"}')
    for key, value in given.items():
        if key not in Profile._fields or not isinstance(value, str):
            raise Refused(
                f"profile: {key!r}: text is needed under one of {', '.join(Profile._fields)}"
            )
    profile = Profile(**given)
    if profile.name not in NAMES:
        unknown = f"profile {profile.name!r} is unknown; allowed: {', '.join(NAMES)}"
        raise Refused(unknown).below("name")
    if profile.name == "tribal" and not profile.approval.strip():
        missing = "profile tribal: the agency's approval reference is missing (approval)"
        raise Refused(missing).below("approval")
    if profile.name == "washington":
        _check_washington(profile)
    return profile


def _check_washington(profile: Profile) -> None:
    with gather() as parts:
        with parts.at("licence"):
            _check_licence(profile)
        with parts.at("date"):
            _check_date(profile)


def _check_licence(profile: Profile) -> None:
    licences = figures()["washington"]["licences"]
    if profile.licence not in licences:
        raise Refused(
            f"profile washington: licence {profile.licence!r} is unknown; allowed:"
            f" {', '.join(licences)}"
        )


def _check_date(profile: Profile) -> None:
    if not is_date(profile.date):
        raise Refused(f"profile washington: date {profile.date!r}; write it as 2023-01-10")
    first = figures()["washington"]["house_banked_wager"][0]["from"]
    if profile.date < first:
        raise Refused(f"profile washington: the limits before {first} are not known")


def is_date(text: str) -> bool:
    """A real day written as year-month-day, in plain digits: days are compared as texts."""
    parts = text.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(map(_is_number, parts)):
        return False
    year, month, day = map(int, parts)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def wager_limit(profile: Profile, poker: bool) -> tuple[int, str]:
    """The largest single wager of that day and licence, and the rule that says so."""
    entries = figures()["washington"]["poker_wager" if poker else "house_banked_wager"]
    found = [
        entry
        for entry in entries
        if entry["from"] <= profile.date
        and profile.licence in entry.get("licences", [profile.licence])
    ]
    return int(found[-1]["cents"]), str(found[-1]["rule"])


def apply_profile(profile: Profile, game: Game, settings: Settings) -> Settings:
    """The settings of a table that is to be opened: refused where they break the profile, else
    with its limits."""
    lawful = add_law(profile, game, settings)
    with gather() as parts:
        if profile.name != "none":
            with parts.at():
                _check_approval(profile, game, settings)
        if profile.name == "washington":
            with parts.at():
                _check_posted(profile, game, settings)
        for wager in settings.limits.aggregates:
            with parts.at(f"table.limits.aggregate.{wager}"):
                _check_aggregate(profile, game, lawful, wager)
    return lawful


def add_law(profile: Profile, game: Game, settings: Settings) -> Settings:
    """The settings with the limits of the profile, unchecked: they may stand on record."""
    if profile.name != "washington":
        return settings
    poker = game.read_seating is not None
    most, _ = wager_limit(profile, poker)
    limits = settings.limits._replace(most_cents=settings.limits.most_cents or most)
    if not poker:
        games = figures()["washington"]["separate_games"]
        dear = DearGames(games["most_above"], games["above_cents"], games["rule"])
        limits = limits._replace(dear_games=dear)
    return settings._replace(limits=limits)


def _check_approval(profile: Profile, game: Game, settings: Settings) -> None:
    """The game as approved, and not before the day of its approval."""
    with gather() as parts:
        for place, label in departures(game, settings.rulings, settings.paytables):
            with parts.at(f"table.{place}"):
                raise Refused(f"profile {profile.name}: {label}; open it under profile none")
        with parts.at("profile.date"):
            _check_day(profile, game.source)


def _check_day(profile: Profile, source: Source) -> None:
    if profile.date and not is_date(profile.date):
        raise Refused(f"profile {profile.name}: date {profile.date!r}; write it as 2023-01-10")
    if not source.approved:
        raise Refused(
            f"profile {profile.name}: {source.title} has no approval; open it under profile none"
        )
    if profile.date and profile.date < source.approved:
        raise Refused(
            f"profile {profile.name}: date {profile.date} is before {source.approved}, when"
            f" {source.title} was approved"
        )


def _check_posted(profile: Profile, game: Game, settings: Settings) -> None:
    """Licence, rake and posted limits within the law of the day."""
    poker = game.read_seating is not None
    most, rule = wager_limit(profile, poker)
    with gather() as parts:
        with parts.at("profile.licence"):
            _check_banked(profile, poker)
        with parts.at("table.rulings.wagers-per-round"):
            if poker and settings.rulings["wagers-per-round"] != "4":
                four = "profile washington: poker has at most four wagers a round"
                raise Refused(f"{four} (wagers-per-round=4)", rule)
        for ruling in game.source.rulings.values():
            if ruling.form == "rake":
                with parts.at(f"table.rulings.{ruling.name}"):
                    _check_rake(profile, read_rake(settings.rulings[ruling.name]))
        for place, name, cents in _posted(settings):
            with parts.at(f"table.{place}"):
                _check_single(f"profile washington: {name}", cents, most, rule)


def _posted(settings: Settings) -> Iterator[tuple[str, str, int]]:
    """All that may not exceed the largest single wager: limits and fixed jackpot wagers."""
    yield "limits.max", "max", settings.limits.most_cents
    for name, (_, most) in settings.limits.others.items():
        yield f"limits.{name}", name, most
    for number, terms in enumerate(settings.jackpots, 1):
        yield f"jackpots.{number}", wager_of(number), terms.wager_cents


def _check_banked(profile: Profile, poker: bool) -> None:
    if not poker and profile.licence != "house-banked":
        raise Refused(
            f"profile washington: a house-banked game needs a house-banked licence, not"
            f" {profile.licence}"
        )


def _check_rake(profile: Profile, rake: Rake) -> None:
    """Who may take one, how large a part, and how much of a hand by the law of the day."""
    law = figures()["washington"]["rake"]
    wrong = ""
    if profile.licence not in law["licences"]:
        wrong = f"ruling rake: licence {profile.licence} takes none; allowed:"
        wrong += f" {', '.join(law['licences'])}"
    elif rake.part * 100 > law["percent"]:
        wrong = f"ruling rake of {decimal_text(rake.part * 100)}%; at most {law['percent']}% of a"
        wrong += " hand's wagers"
    elif profile.date < law["capped_before"] and rake.cap_cents > law["cap_cents"]:
        wrong = f"ruling rake: a cap of {dollars(rake.cap_cents)}; before {law['capped_before']} at"
        wrong += f" most {dollars(law['cap_cents'])} a hand"
    if rake.part and wrong:
        raise Refused(f"profile washington: {wrong}", law["rule"])


def _check_single(what: str, cents: int, most: int, rule: str) -> None:
    if cents > most:
        raise Refused(
            f"{what} of {dollars(cents)} is above the largest single wager of {dollars(most)}", rule
        )


def _check_aggregate(profile: Profile, game: Game, settings: Settings, wager: str) -> None:
    """An aggregate payout limit on a wager with long odds, and high enough for one winner."""
    figure, cents = figures()["washington"]["aggregate_payout"], settings.limits.aggregates[wager]
    what = f"limit aggregate {wager} of {dollars(cents)}"
    table, most = _prize(game, settings, wager)
    odds = top_odds(table)
    if profile.name == "washington" and profile.date < figure["from"]:
        what = f"profile {profile.name}: {what} on {profile.date}"
        wrong = f"; allowed from {figure['from']}"
    elif odds < figure["odds"]:
        highest = dollars(floor_cents(odds * 100)).removesuffix(".00")
        wrong = f": the wager's highest odds are {highest} to 1; allowed from"
        wrong += f" {figure['odds']} to 1"
    elif not most:
        wrong = ": the wager has no maximum, from which the least follows; set one too"
    elif cents < most * figure["odds"]:
        wrong = f" is too low; at least {dollars(most * figure['odds'])}, the largest wager of"
        wrong += f" {dollars(most)} at {figure['odds']} to 1"
    else:
        return
    raise Refused(what + wrong, AGGREGATE_RULE)


def _prize(game: Game, settings: Settings, wager: str) -> tuple[PayTable, int]:
    """What a wager is paid by, and the most that the table lets a seat wager on it, or 0."""
    most = limits_of(settings, game.source.spots[wager])[1]
    if wager in settings.paytables:
        return settings.paytables[wager], most
    return settings.jackpots[number_of(wager) - 1].paytable, most


def top_odds(table: PayTable) -> Fraction:
    """The highest odds that a hand can win, as odds to 1; a share of a meter has none."""
    highest = Fraction(0)
    for row in table.rows:
        pay = row.pay
        if row.event in table.dead:
            continue
        if isinstance(pay, Odds):
            returned = 0 if pay.terms == "to 1" else 1
            highest = max(highest, Fraction(pay.numerator, pay.denominator) - returned)
        elif isinstance(pay, Prize):
            highest = max(highest, Fraction(pay.cents, 100) - 1)
    return highest


def check_wagers(profile: Profile, wagers: Mapping[int, Mapping[str, int]]) -> None:
    """Each seat's wagers within the profile: single wagers, and separate games on one hand."""
    if profile.name != "washington":
        return
    most, rule = wager_limit(profile, poker=False)
    games = figures()["washington"]["separate_games"]
    for seat, placed in wagers.items():
        for name, cents in placed.items():
            _check_single(f"seat {seat}: {name} wager", cents, most, rule)
        separate = {name: cents for name, cents in placed.items() if name != "tip"}
        above = [name for name, cents in separate.items() if cents > games["above_cents"]]
        if len(separate) > games["most"] or len(above) > games["most_above"]:
            raise Refused(
                f"seat {seat}: {len(separate)} separate games on one hand, {len(above)} of them"
                f" above {dollars(games['above_cents'])}; at most {games['most']}, and"
                f" {games['most_above']} above that",
                games["rule"],
            )
