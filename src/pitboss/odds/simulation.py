"""Rounds played through the rules themselves, as evidence for the exact figures.

Decks come from the seeded shuffle, decisions from the priced strategy, money from the rules'
own settlement; nothing here knows how a figure was counted.
"""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from fractions import Fraction
from math import exp, lgamma, log, log1p, sqrt
from typing import Any, cast

from pitboss.games import find_game
from pitboss.odds.figures import WIDTH_99, Figures, exact, fraction_of
from pitboss.odds.playing import ENVY, Job, Sample, open_all, open_seats, play_rounds
from pitboss.odds.registry import describe_request, find_solver, price
from pitboss.odds.request import JACKPOT, Request, read_request
from pitboss.refusal import Refused

MOST_ROUNDS = 100_000_000
ALL = "all"
FEW = 10
"""A row that is expected less often than this leaves the mean far from normal."""

SMALLEST = 1e-17
"""A part of a sum that a float no longer sees."""


def simulate(
    request: Request, rounds: int, seed: str, pool: Executor | None = None
) -> dict[str, Any]:
    """Play and compare: the mean, its 99 % interval, and its distance from the exact value."""
    _check_rounds(rounds)
    if request.players > 1 and request.wager != JACKPOT:
        raise Refused(f"players {request.players}: only a jackpot's envy pays hang on others")
    figures = cast(dict[str, Any], price(request))
    ratio = fraction_of(figures["bonus_ratio"]) if "bonus_ratio" in figures else None
    setup = open_seats(request, ratio)
    job = Job(request, setup, staying="actions" not in figures)
    (sample,) = play_rounds(job, rounds, seed, pool)
    return {
        **describe_request(request),
        **{name: figures[name] for name in ("players", "meter") if name in figures},
        "method": "simulation",
        "rounds": rounds,
        "seed": seed,
        **_compare(sample, figures, _variance(request, figures)),
        "session": _beside(sample, figures) if request.players == 1 else None,
        **(_rows(request, figures, sample) if setup.groups[0] else {}),
    }


def simulate_all(
    key: str, given: Mapping[str, object], rounds: int, seed: str, pool: Executor | None = None
) -> dict[str, Any]:
    """Every wager of a seat at once, jackpots too, each beside its exact figures."""
    _check_rounds(rounds)
    if given.get("bonus_ratio") is not None:
        raise Refused("bonus ratio: all wagers are made with one unit each")
    requests = _all_requests(key, given)
    main = requests[0]
    if main.players > 1:
        raise Refused(f"players {main.players}: all wagers are those of one player")
    if find_solver(key).is_joint and len(requests) > 1:
        main = requests[1]._replace(bonus_ratio=Fraction(1), strategy=main.strategy)
        both = cast(dict[str, Any], price(main))["parts"]
        figures = [both[request.wager] for request in requests]
    else:
        figures = [cast(dict[str, Any], price(request)) for request in requests]
    samples = play_rounds(Job(main, open_all(requests), staying=False), rounds, seed, pool)
    wagers = {
        request.wager: {
            "paytable": request.paytable.code if request.paytable else None,
            **_compare(sample, found, fraction_of(found["variance"])),
            "session": _beside(sample, found),
        }
        for request, sample, found in zip(requests, samples, figures, strict=True)
    }
    head = {**describe_request(requests[0]), "wager": ALL, "paytable": None}
    return {**head, "method": "simulation", "rounds": rounds, "seed": seed, "wagers": wagers}


def _all_requests(key: str, given: Mapping[str, object]) -> list[Request]:
    """Of the main wager, of each other that has a pay table at this table, and of a jackpot that is
    named."""
    first = read_request(key, {**given, "wager": None})
    named = cast(Mapping[str, object], given.get("paytables") or {})
    others = [
        wager
        for wager in find_game(key).paytables
        if wager != first.wager
        and (wager in named if wager == JACKPOT else wager in first.settings.paytables)
    ]
    plain = {**given, "strategy": None}
    return [first, *(read_request(key, {**plain, "wager": wager}) for wager in others)]


def _check_rounds(rounds: int) -> None:
    if not 2 <= rounds <= MOST_ROUNDS:
        raise Refused(f"rounds {rounds}: from 2 to {MOST_ROUNDS}")


def _compare(sample: Sample, figures: Mapping[str, Any], variance: Fraction) -> dict[str, Any]:
    expected = -fraction_of(figures["house_edge"])
    error = sqrt(variance / sample.rounds)
    half, mean = WIDTH_99 * sample.error, float(sample.mean)
    return {
        "mean": exact(sample.mean),
        "standard_error": sample.error,
        "interval": [mean - half, mean + half],
        "exact": exact(expected),
        "z": float(sample.mean - expected) / error if error else 0.0,
        "inside": mean - half <= expected <= mean + half,
    }


def _beside(sample: Sample, figures: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where the result lies in the exact distribution of so many rounds, in units; None where that
    is too wide, or where numpy is not installed."""
    try:
        from pitboss.odds.sessions.sums import add_up
        from pitboss.odds.sessions.walk import walk_of

        walk = walk_of(figures["outcomes"])
        total = add_up(walk, sample.rounds)
    except (Refused, ModuleNotFoundError):
        return None
    place = sample.total / walk.step
    assert place.denominator == 1, "a result that no counted outcomes add up to"
    step = float(walk.step)
    return {
        "result": exact(sample.total),
        "mean": float(sample.rounds * walk.mean * walk.step),
        "standard_deviation": sqrt(sample.rounds * walk.variance) * step,
        "at_most": total.up_to(int(place)),
        "at_least": total.above(int(place) - 1),
        "error_bound": total.error,
    }


def _variance(request: Request, figures: Mapping[str, Any]) -> Fraction:
    """Of one round; envy is added as if the others' hands were independent of the seat's own.

    They share community cards with it, so with several players this is near, not exact.
    """
    own = fraction_of(figures["variance"])
    if request.players == 1:
        return own
    envy = _envy(request)
    mean = squares = Fraction(0)
    for row in figures["outcomes"]:
        chance, pay = fraction_of(row["probability"]), envy.get(row["event"], Fraction(0))
        mean += chance * pay
        squares += chance * pay**2
    return own + (request.players - 1) * (squares - mean**2)


def _envy(request: Request) -> dict[str, Fraction]:
    """What another's hand pays, by row, in units of the wager."""
    assert request.paytable is not None
    return {row.hand: request.jackpot.units(row.envy_cents) for row in request.paytable.rows}


def _rows(request: Request, figures: Mapping[str, Any], sample: Sample) -> Figures:
    """Each row as often as seen and as expected, and whether that is likely, all in all."""
    outcomes = figures["outcomes"]
    repeated = Counter(row["event"] for row in outcomes)
    rows = [_row(row, sample, repeated[row["event"]] > 1) for row in outcomes]
    if request.players > 1:
        others = sample._replace(rounds=sample.rounds * (request.players - 1))
        envy = _envy(request)
        rows += [
            _row({**row, "event": f"{ENVY}{row['event']}", "pays": ""}, others)
            for row in outcomes
            if envy.get(row["event"])
        ]
    unknown = {event for event, _ in sample.rows} - {row["event"] for row in rows}
    answer: Figures = {
        "rows": rows,
        "rows_inside": not unknown and all(row["tail"] >= 0.01 / len(rows) for row in rows),
    }
    if rare := sum(0 < row["expected"] < FEW for row in rows):
        shared = ", those of envy nearly so, because the others share community cards"
        answer["caution"] = (
            f"{rare} of {len(rows)} rows are expected fewer than {FEW} times in {sample.rounds}"
            " rounds, so the mean is not near normal and its interval and z say little; the tails"
            f" of the rows are exact{shared if request.players > 2 else ''}"
        )
    return answer


def _row(outcome: Mapping[str, Any], sample: Sample, by_pay: bool = False) -> dict[str, Any]:
    """``by_pay`` where two rows have one name, such as a Straight of either of Duki's tables."""
    chance = fraction_of(outcome["probability"])
    seen = sum(
        count
        for (event, pays), count in sample.rows.items()
        if event == outcome["event"] and (not by_pay or pays == outcome["pays"])
    )
    return {
        "event": outcome["event"],
        "pays": outcome["pays"],
        "observed": seen,
        "expected": float(sample.rounds * chance),
        "tail": tail(seen, sample.rounds, float(chance)),
    }


def tail(count: int, trials: int, chance: float) -> float:
    """How likely a count as far out is, on either side: twice the smaller binomial tail."""
    if not 0 < chance < 1:
        return float(count == trials * chance)
    odds = chance / (1 - chance)
    at = exp(
        lgamma(trials + 1)
        - lgamma(count + 1)
        - lgamma(trials - count + 1)
        + count * log(chance)
        + (trials - count) * log1p(-chance)
    )
    if count <= trials * chance:
        ratios = (place / ((trials - place + 1) * odds) for place in range(count, 0, -1))
    else:
        ratios = ((trials - place) * odds / (place + 1) for place in range(count, trials))
    total = term = at
    for ratio in ratios:
        term *= ratio
        total += term
        if term <= total * SMALLEST:
            break
    return min(1.0, 2 * min(total, 1 - total + at))
