"""Rounds played through the rules themselves, as evidence for the exact figures.

Decks come from the seeded shuffle, decisions from the priced strategy, money from the rules'
own settlement; nothing here knows how a figure was counted.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, cast

from pitboss.games.opening import open_round
from pitboss.odds.figures import Figure, Figures, exact
from pitboss.odds.progress import Progress
from pitboss.odds.registry import Player, describe_request, find_solver, price
from pitboss.odds.request import JACKPOT, Request, main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import seeded, shuffle

SEAT = 1
UNIT_CENTS = 10_00
WIDTH_99 = 2.5758293035489004
"""A normal variable lies within so many standard deviations in 99 of 100 cases."""

MOST_ROUNDS = 100_000_000
STEP = 500


class Sample(NamedTuple):
    """Rounds played: the sum of their nets and of the squares, in units of the first wager."""

    rounds: int
    total: Fraction
    squares: Fraction

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
    if request.wager == JACKPOT:
        raise Refused("simulate: a jackpot's rows are too rare to sample; use odds")
    figures = price(request)
    ratio = _exact(figures["bonus_ratio"]) if "bonus_ratio" in figures else None
    player = find_solver(request.key).player(request)
    sample = play_rounds(request, player, place_wagers(request, ratio), rounds, seed)
    expected = -_exact(figures["house_edge"])
    error = sqrt(_exact(figures["variance"]) / rounds)
    half = WIDTH_99 * sample.error
    mean = float(sample.mean)
    return {
        **describe_request(request),
        "method": "simulation",
        "rounds": rounds,
        "seed": seed,
        "mean": exact(sample.mean),
        "standard_error": sample.error,
        "interval": [mean - half, mean + half],
        "exact": exact(expected),
        "z": float(sample.mean - expected) / error if error else 0.0,
        "inside": mean - half <= expected <= mean + half,
    }


def _exact(figure: object) -> Fraction:
    return Fraction(str(cast(Figure, figure)["exact"]))


class Wagers(NamedTuple):
    """What a seat wagers, in cents; ``counted`` is the one wager that is looked at, or all."""

    placed: Mapping[str, int]
    unit_cents: int
    counted: str | None = None


def place_wagers(request: Request, ratio: Fraction | None) -> Wagers:
    """The wagers of a round: amounts that every ratio and printed pay leaves whole."""
    main = main_wager(request.game)
    if request.is_main:
        return Wagers({main: UNIT_CENTS}, UNIT_CENTS)
    if ratio is not None:
        first, bonus = UNIT_CENTS * ratio.denominator, UNIT_CENTS * ratio.numerator
        return Wagers({main: first, request.wager: bonus}, first)
    alone = Wagers({request.wager: UNIT_CENTS}, UNIT_CENTS, request.wager)
    try:
        open_round(request.game, request.settings, {SEAT: alone.placed}, ())
    except Refused:
        return alone._replace(placed={main: UNIT_CENTS, request.wager: UNIT_CENTS})
    return alone


def play_rounds(request: Request, player: Player, wagers: Wagers, rounds: int, seed: str) -> Sample:
    """Play a seat for so many rounds, each with a fresh deck."""
    opening = open_round(request.game, request.settings, {SEAT: wagers.placed}, ())
    take = seeded(seed)
    total = squares = 0
    with Progress(f"{request.key} rounds", rounds) as progress:
        for number in range(1, rounds + 1):
            running = Runner(request.game, opening._replace(deck=shuffle(take)))
            while running.question:
                running.decide(player(running))
            net = net_cents(running, wagers.counted)
            total += net
            squares += net * net
            if number % STEP == 0:
                progress.step(STEP)
    unit = wagers.unit_cents
    return Sample(rounds, Fraction(total, unit), Fraction(squares, unit * unit))


def net_cents(running: Runner, wager: str | None) -> int:
    """What the seat is up or down, by all of its wagers or by one."""
    if wager is None:
        return running.net_cents[SEAT]
    return sum(row.net_cents for row in running.settlement if row.wager == wager)
