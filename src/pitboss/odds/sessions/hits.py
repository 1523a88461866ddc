"""When a progressive jackpot is hit, what its meter shows then, and whether its reserve has the
next seed ready.

Wagers are trials one after another, each of which takes the whole meter with the counted chance.
Between them the meter rises by the wager's part, and a row that takes a share of it brings it down
by that; so its first two moments at a hit solve two linear equations, in fractions.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, exp, expm1, log1p, sqrt
from typing import Any, NamedTuple, cast

from pitboss.money import dollars, floor_cents, parse_dollars, read_ratio
from pitboss.odds.figures import Figures, exact, fraction_of
from pitboss.odds.registry import find_solver
from pitboss.odds.request import Request
from pitboss.paytable import Share
from pitboss.refusal import Refused

PARTS = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")


class Progressive(NamedTuple):
    """Amounts in cents; ``takes`` are the shares short of all of the meter, with their chances."""

    chance: Fraction
    takes: tuple[tuple[Fraction, Fraction], ...]
    meter: Fraction
    seed: Fraction
    rise: Fraction
    reserve_rise: Fraction
    reserved: Fraction

    @property
    def meter_at_hit(self) -> tuple[Fraction, Fraction]:
        """Its mean and its variance: X' = F X + rise until the hit, with F = 1 less a share."""
        missed = 1 - self.chance
        kept = 1 - sum((share * chance for share, chance in self.takes), Fraction(0)) / missed
        squares = (chance * (1 - (1 - share) ** 2) for share, chance in self.takes)
        kept_squares = 1 - sum(squares, Fraction(0)) / missed
        first, rise = self.meter + self.rise, self.rise
        mean = (self.chance * first + missed * rise) / (1 - missed * kept)
        inner = 2 * kept * rise * mean + rise**2
        square = (self.chance * first**2 + missed * inner) / (1 - missed * kept_squares)
        return mean, square - mean**2

    def wagers_to_hit(self, part: float) -> int:
        """The wagers within which it is hit with such a chance."""
        return max(1, ceil(log1p(-part) / log1p(-float(self.chance))))

    @property
    def uncovered(self) -> tuple[float, float]:
        """The chance that the reserve has not the whole seed at the hit, and the mean of what is
        then missing, in cents."""
        missing = self.seed - self.reserved
        if missing <= 0:
            return 0.0, 0.0
        if not self.reserve_rise:
            return 1.0, float(missing)
        # Short as long as missing > rise x wagers.
        last = ceil(missing / self.reserve_rise) - 1
        miss = log1p(-float(self.chance))
        chance = -expm1(last * miss)
        # The mean of missing - rise x T over T <= last, T geometric.
        waited = chance / float(self.chance) - last * exp(last * miss)
        return chance, float(missing) * chance - float(self.reserve_rise) * waited


def describe_hits(request: Request, speed: int, given: Mapping[str, object]) -> Figures:
    """The jackpot's part of the house's answer."""
    jackpot = _read(request, given)
    if jackpot is None:
        return {"jackpot": None}
    mean, variance = jackpot.meter_at_hit
    chance, short = jackpot.uncovered
    per_round = request.players
    waits = {part: ceil(jackpot.wagers_to_hit(float(part)) / per_round) for part in PARTS}
    meters = {
        part: dollars(
            floor_cents(jackpot.meter + jackpot.rise * jackpot.wagers_to_hit(float(part)))
        )
        for part in PARTS
    }
    return {
        "jackpot": {
            "chance": exact(jackpot.chance),
            "mean_rounds_to_hit": exact(1 / jackpot.chance / per_round),
            "rounds_to_hit": waits,
            "hours_to_hit": {part: rounds / speed for part, rounds in waits.items()},
            "mean_meter_at_hit": float(mean) / 100,
            "meter_deviation": sqrt(variance) / 100,
            "meter_at_hit": None if jackpot.takes else meters,
            "mean_reserve_at_hit": float(jackpot.reserved + jackpot.reserve_rise / jackpot.chance)
            / 100,
            "seed_not_covered": chance,
            "mean_missing": short / 100,
        }
    }


def _read(request: Request, given: Mapping[str, object]) -> Progressive | None:
    """None where no row takes the whole meter, and of a house jackpot, which has no seed."""
    terms, table = request.jackpot, request.paytable
    assert table is not None
    if terms.rate is None and terms.seed_cents is None:
        return None
    if terms.rate is None or terms.seed_cents is None:
        raise Refused("jackpot: a progressive has both a seed and a rate; one of them is missing")
    reserve = read_ratio(given.get("reserve") or 0, "reserve")
    if not 0 <= reserve <= 1 - terms.rate:
        raise Refused(f"reserve {given['reserve']}: a part of the wager, 0 to {1 - terms.rate}")
    reserved = parse_dollars(given.get("reserved") or 0, "reserved")
    if reserved < 0:
        raise Refused("reserved: an amount below 0; give dollars from 0")
    shares = {row.hand: row.pay.percent / 100 for row in table.rows if isinstance(row.pay, Share)}
    figures = find_solver(request.key).price(request)
    hits = [
        (shares[hit["event"]], fraction_of(hit["probability"]))
        for hit in cast(list[dict[str, Any]], figures["hits"])
    ]
    whole = sum((chance for share, chance in hits if share == 1), Fraction(0))
    if not whole:
        return None
    return Progressive(
        whole,
        tuple((share, chance) for share, chance in hits if share < 1),
        Fraction(terms.shown_cents),
        Fraction(terms.seed_cents),
        terms.wager_cents * terms.rate,
        terms.wager_cents * reserve,
        Fraction(reserved),
    )
