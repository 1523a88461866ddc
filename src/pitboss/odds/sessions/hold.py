"""What the house holds of a wager by shift, day and year, with its interval.

Seats of one round meet the same dealer's hand and win and lose together. What that does to the
deviation was measured (``together.toml``): with several players the distribution of as many
independent wagers is stretched by it, as the judgement of a table's takings has it. With one player
nothing is measured, and the figures are exact.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import floor, sqrt

from pitboss.money import dollars, read_number, read_whole
from pitboss.odds.figures import Figures
from pitboss.odds.registry import describe_request
from pitboss.odds.request import JACKPOT, Request
from pitboss.odds.sessions.hits import describe_hits
from pitboss.odds.sessions.played import read_unit
from pitboss.odds.sessions.sums import add_up
from pitboss.odds.sessions.walk import Walk, read_walk
from pitboss.odds.together import find_together
from pitboss.refusal import Refused

MOST_ROUNDS_AN_HOUR = 1_000
DAYS = 365
DAY_HOURS = 24
SHIFT_HOURS = 8
TAIL = 0.005
"""The interval leaves so much on either side: it holds 99 of 100 periods."""


def hold(request: Request, given: Mapping[str, object]) -> Figures:
    """The answer; ``given`` has ``rounds_per_hour`` and may have ``unit``, ``hours`` of a shift and
    those that are ``open`` in a day, and for a jackpot ``reserve`` and ``reserved``."""
    if given.get("rounds_per_hour") is None:
        raise Refused(f"rounds per hour: how many are missing; from 1 to {MOST_ROUNDS_AN_HOUR}")
    speed = read_whole(given["rounds_per_hour"], "rounds per hour", 1, MOST_ROUNDS_AN_HOUR)
    day = _read_hours(given.get("open"), "open", DAY_HOURS)
    shift = _read_hours(given.get("hours"), "hours", min(Fraction(SHIFT_HOURS), day))
    unit = read_unit(request._replace(players=1), given.get("unit"))
    walk, figures = read_walk(request._replace(players=1), unit)
    stretch = _stretch(request)
    hours = {"shift": shift, "day": day, "year": DAYS * day}
    periods, errors = [], []
    for name, length in hours.items():
        wagers = floor(speed * length) * request.players
        found, error = _period(walk, unit, wagers, stretch)
        periods.append({"period": name, "hours": float(length), "wagers": wagers, **found})
        errors.append(error)
    return {
        **describe_request(request),
        **({"meter": figures["meter"]} if "meter" in figures else {}),
        "method": "convolution" if stretch == 1 else "convolution, stretched",
        "unit": dollars(unit),
        "players": request.players,
        "rounds_per_hour": speed,
        "stretch": stretch,
        "periods": periods,
        "error_bound": max(errors),
        **(describe_hits(request, speed, given) if request.wager == JACKPOT else {}),
    }


def _period(walk: Walk, unit_cents: int, wagers: int, stretch: float) -> tuple[Figures, float]:
    """The house's side of so many wagers, in dollars and as a part of the first wagers."""
    if not wagers:
        raise Refused("hours: no round is played in so short a time")
    total = add_up(walk, wagers)
    dollar, mean = int(walk.step) / 100, float(wagers * walk.mean)
    low, high = (
        -(mean + (total.quantile(part) - mean) * stretch) * dollar for part in (1 - TAIL, TAIL)
    )
    loses = total.above(floor(mean - mean / stretch))
    unit = unit_cents / 100
    found: Figures = {
        "hold": -mean * dollar,
        "standard_deviation": sqrt(wagers * walk.variance) * stretch * dollar,
        "interval": [low, high],
        "hold_of_first_wagers": float(-walk.mean) * dollar / unit,
        "interval_of_first_wagers": [low / unit / wagers, high / unit / wagers],
        "house_loses": loses,
    }
    return found, total.error


def _stretch(request: Request) -> float:
    """By how much several players at one table widen the result, measured."""
    code = request.paytable.code if request.paytable else ""
    name = code[:3] if request.wager == JACKPOT else request.wager
    together = find_together(request.key).of(name, name, same_seat=False)
    return sqrt(1 + (request.players - 1) * together)


def _read_hours(given: object, name: str, usual: Fraction | int) -> Fraction:
    hours = Fraction(usual) if given is None else read_number(given, name)
    if not 0 < hours <= DAY_HOURS:
        raise Refused(f"{name} {given}: above 0 and at most {DAY_HOURS} hours")
    return hours
