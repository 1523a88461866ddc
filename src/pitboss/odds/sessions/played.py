"""``pitboss session``: what so many rounds with flat first wagers come to.

The result is that of a player who plays all of the rounds. Ruin stands beside it: the chance that
whoever starts with a given bankroll once cannot cover the most that a round can ask for, and stops.
"""

from collections.abc import Mapping
from math import sqrt

from pitboss.money import dollars, parse_dollars, read_whole
from pitboss.odds.figures import Figures
from pitboss.odds.registry import describe_request
from pitboss.odds.request import JACKPOT, Request
from pitboss.odds.sessions.drawdown import expect_drawdown
from pitboss.odds.sessions.ruin import ruin_within
from pitboss.odds.sessions.sums import Total, add_up
from pitboss.odds.sessions.walk import Walk, most_wagered, read_walk
from pitboss.refusal import Refused

MOST_ROUNDS = 10_000_000
MOST_MOMENTS = 100
PARTS = ("0.001", "0.01", "0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95", "0.99", "0.999")


def session(request: Request, given: Mapping[str, object]) -> Figures:
    """The answer; ``given`` has ``rounds`` and may have ``unit`` and ``bankroll`` in dollars; with
    ``drawdown`` the expected maximum drawdown is found too, with ``fan`` the quantiles at so many
    moments on the way."""
    if given.get("rounds") is None:
        raise Refused(f"rounds: how many are missing; from 1 to {MOST_ROUNDS}")
    rounds = read_whole(given.get("rounds"), "rounds", 1, MOST_ROUNDS)
    unit = read_unit(request, given.get("unit"))
    bankroll = _read_bankroll(given.get("bankroll"))
    walk, figures = read_walk(request, unit)
    most = int(most_wagered(request, figures) * unit)
    if bankroll is not None and bankroll < most:
        raise Refused(
            f"bankroll {dollars(bankroll)}: one round can ask for {dollars(most)}; a session begins"
            " with at least that"
        )
    total = add_up(walk, rounds)
    told = ("meter", "bonus_ratio", "strategy")
    extra: Figures = {name: figures[name] for name in told if name in figures}
    answer: Figures = {
        **describe_request(request),
        **extra,
        "method": "convolution",
        "rounds": rounds,
        "unit": dollars(unit),
        "most_in_a_round": dollars(most),
        **describe(walk, rounds, total),
        "bankroll": None,
        "ruin": None,
    }
    if given.get("drawdown"):
        fall = expect_drawdown(walk, rounds)
        answer |= {
            "drawdown": fall.mean * int(walk.step) / 100,
            "drawdown_error": fall.error * int(walk.step) / 100,
        }
    if given.get("fan") is not None:
        answer["fan"] = fan_of(walk, rounds, read_whole(given["fan"], "fan", 1, MOST_MOMENTS))
    if bankroll is not None:
        above = (bankroll - most) // int(walk.step)
        ruin = ruin_within(walk, above, rounds)
        error = max(total.error, ruin.error)
        answer |= {"bankroll": dollars(bankroll), "ruin": ruin.chance, "error_bound": error}
    return answer


def fan_of(walk: Walk, rounds: int, moments: int) -> list[Figures]:
    """The quantiles after so many numbers of rounds, as far apart as can be, the last of them all
    of the rounds."""
    numbers = {-(-rounds * moment // moments) for moment in range(1, moments + 1)}
    return [
        {"rounds": number, "quantiles": quantiles(walk, add_up(walk, number))}
        for number in sorted(numbers)
    ]


def quantiles(walk: Walk, total: Total) -> dict[str, str]:
    """In dollars, whole cents."""
    return {part: dollars(total.quantile(float(part)) * int(walk.step)) for part in PARTS}


def describe(walk: Walk, rounds: int, total: Total) -> Figures:
    """The figures of a sum of rounds, in dollars; its quantiles are whole cents."""
    step = int(walk.step)
    behind, even = total.up_to(-1), total.at(0)
    return {
        "mean": float(rounds * walk.mean * step / 100),
        "standard_deviation": sqrt(rounds * walk.variance) * step / 100,
        "ahead": total.above(0),
        "even": even,
        "behind": behind,
        "quantiles": quantiles(walk, total),
        "error_bound": total.error,
    }


def read_unit(request: Request, given: object) -> int:
    """The first wager in cents: $1 unless told; a jackpot's is its fixed amount."""
    if request.players > 1:
        raise Refused(
            f"players {request.players}: a session is of one player; others change its envy pays"
            " alone, which hang on cards that they share"
        )
    if request.wager == JACKPOT:
        fixed = request.jackpot.wager_cents
        if given is not None and parse_dollars(given, "unit") != fixed:
            raise Refused(f"unit {given}: a jackpot's wager is fixed, at {dollars(fixed)} (amount)")
        return fixed
    unit = 100 if given is None else parse_dollars(given, "unit")
    if unit <= 0:
        raise Refused(f"unit {dollars(unit)}: a first wager must be above 0")
    return unit


def _read_bankroll(given: object) -> int | None:
    if given is None:
        return None
    cents = parse_dollars(given, "bankroll")
    if cents <= 0:
        raise Refused(f"bankroll {dollars(cents)}: nothing to play with; give dollars above 0")
    return cents
