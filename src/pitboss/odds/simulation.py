"""Rounds played through the rules themselves, as evidence for the exact figures.

Decks come from the seeded shuffle, decisions from the priced strategy, money from the rules'
own settlement; nothing here knows how a figure was counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import exp, lgamma, log, log1p, sqrt
from typing import Any, NamedTuple, cast

from pitboss.games.contract import Decision, Opening
from pitboss.games.opening import open_round
from pitboss.jackpots.meter import Meter, Terms
from pitboss.jackpots.terms import envy_of, wager_of
from pitboss.odds.figures import WIDTH_99, Figures, exact, fraction_of
from pitboss.odds.progress import Progress
from pitboss.odds.registry import Player, describe_request, find_solver, price
from pitboss.odds.request import JACKPOT, Request, main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import seeded, shuffle

SEAT = 1
SENSOR = wager_of(1)
UNIT_CENTS = 10_00

MOST_ROUNDS = 100_000_000
STEP = 500
FEW = 10
"""A row that is expected less often than this leaves the mean far from normal."""

LOST, ENVY = "lost", "envy: "
SMALLEST = 1e-17
"""A part of a sum that a float no longer sees."""

Paid = tuple[str, str | None]


class Sample(NamedTuple):
    """Rounds played: the sum of their nets and of the squares, in units of the first wager.

    ``rows`` says how often each row of the counted wager's table was paid, and what in words.
    """

    rounds: int
    total: Fraction
    squares: Fraction
    rows: Mapping[Paid, int]

    @property
    def mean(self) -> Fraction:
        return self.total / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        variance = (self.squares - self.rounds * self.mean**2) / (self.rounds - 1)
        return sqrt(variance / self.rounds)


def simulate(request: Request, rounds: int, seed: str) -> Figures:
    """Play and compare: the mean, its 99 % interval, and its distance from the exact value."""
    if not 2 <= rounds <= MOST_ROUNDS:
        raise Refused(f"rounds {rounds}: from 2 to {MOST_ROUNDS}")
    if request.players > 1 and request.wager != JACKPOT:
        raise Refused(f"players {request.players}: only a jackpot's envy pays hang on others")
    figures = cast(dict[str, Any], price(request))
    ratio = fraction_of(figures["bonus_ratio"]) if "bonus_ratio" in figures else None
    player = find_solver(request.key).player(request) if "actions" in figures else stay
    setup = open_seats(request, ratio)
    sample = play_rounds(request, player, setup, rounds, seed)
    expected = -fraction_of(figures["house_edge"])
    error = sqrt(_variance(request, figures) / rounds)
    half = WIDTH_99 * sample.error
    mean = float(sample.mean)
    return {
        **describe_request(request),
        **{name: figures[name] for name in ("players", "meter") if name in figures},
        "method": "simulation",
        "rounds": rounds,
        "seed": seed,
        "mean": exact(sample.mean),
        "standard_error": sample.error,
        "interval": [mean - half, mean + half],
        "exact": exact(expected),
        "z": float(sample.mean - expected) / error if error else 0.0,
        "inside": mean - half <= expected <= mean + half,
        **(_rows(request, figures, sample) if setup.counted else {}),
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


class Seated(NamedTuple):
    """A round ready but for its deck; ``counted`` is the one wager that is looked at, or all."""

    opening: Opening
    unit_cents: int
    counted: str | None = None


def open_seats(request: Request, ratio: Fraction | None) -> Seated:
    """The wagers of a round: amounts that every ratio and printed pay leaves whole."""
    main, wager = main_wager(request.game), request.wager
    if wager == JACKPOT:
        return _open_jackpot(request, main)
    if request.is_main:
        return Seated(_open(request, {main: UNIT_CENTS}), UNIT_CENTS)
    if ratio is not None:
        first, bonus = UNIT_CENTS * ratio.denominator, UNIT_CENTS * ratio.numerator
        return Seated(_open(request, {main: first, wager: bonus}), first)
    try:
        opening = _open(request, {wager: UNIT_CENTS})
    except Refused:
        opening = _open(request, {main: UNIT_CENTS, wager: UNIT_CENTS})
    return Seated(opening, UNIT_CENTS, wager)


def _open(request: Request, wagers: Mapping[str, int]) -> Opening:
    return open_round(request.game, request.settings, {SEAT: wagers}, ())


def _open_jackpot(request: Request, main: str) -> Seated:
    """Every player makes the wager, for a fixed prize of what the meter shows.

    A house jackpot pays each winner in full and never moves: the same meter in every round.
    """
    assert request.paytable is not None
    terms = request.jackpot
    jackpot = Terms(request.paytable, "house", terms.wager_cents)
    settings = request.settings._replace(jackpots=(jackpot,))
    seats = range(SEAT, SEAT + request.players)
    wagers = {seat: {main: UNIT_CENTS, SENSOR: terms.wager_cents} for seat in seats}
    opening = open_round(request.game, settings, wagers, ())
    meters = (Meter(Fraction(terms.shown_cents)),)
    return Seated(opening._replace(meters=meters), terms.wager_cents, SENSOR)


def stay(running: Runner) -> Decision:
    """Stays in the round for the least there is: a bonus or jackpot hangs on nothing else."""
    options = running.asked.options
    option = next((one for one in options if one.action != "fold"), options[0])
    return Decision(running.asked.seat, option.action, option.least_cents)


def play_rounds(request: Request, player: Player, setup: Seated, rounds: int, seed: str) -> Sample:
    """Play so many rounds, each with a fresh deck, and count what one seat is up or down."""
    take = seeded(seed)
    total = squares = 0
    rows: Counter[Paid] = Counter()
    with Progress(f"{request.key} rounds", rounds) as progress:
        for number in range(1, rounds + 1):
            running = Runner(request.game, setup.opening._replace(deck=shuffle(take)))
            while running.question:
                running.decide(player(running))
            net = net_cents(running, setup.counted)
            total += net
            squares += net * net
            if setup.counted:
                rows.update(paid_rows(running, setup.counted))
            if number % STEP == 0:
                progress.step(STEP)
    unit = setup.unit_cents
    return Sample(rounds, Fraction(total, unit), Fraction(squares, unit * unit), rows)


def net_cents(running: Runner, wager: str | None) -> int:
    """What the seat is up or down, by all of its wagers or by one, its envy pays included."""
    if wager is None:
        return running.net_cents[SEAT]
    names = (wager, envy_of(wager))
    return sum(
        row.net_cents for row in running.settlement if row.seat == SEAT and row.wager in names
    )


def paid_rows(running: Runner, wager: str) -> Iterator[Paid]:
    """The row that the seat's wager was paid by, or that it was lost, and each envy pay's row."""
    paid: Paid = (LOST, None)
    for row in running.settlement:
        if row.seat == SEAT and row.outcome == "win":
            if row.wager == wager:
                paid = (str(row.row), row.pays)
            elif row.wager == envy_of(wager):
                yield f"{ENVY}{row.row}", row.pays
    yield paid


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
