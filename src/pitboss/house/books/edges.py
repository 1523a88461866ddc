"""The exact figures of a wager as a table offers it: what the bank wins of a unit on average, and
every way in which a unit can end.

Figures come from the shipped counts, or from what ``pitboss odds`` has kept on this machine. A
report never counts for minutes: what is in neither is unknown, and the note says how to get it.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple, cast

from pitboss.house.log import canonical
from pitboss.house.tables.setup import Setup
from pitboss.odds.cache import find
from pitboss.odds.figures import Figures, fraction_of
from pitboss.odds.registry import find_solver
from pitboss.odds.request import JACKPOT, JackpotTerms, Request, main_wager
from pitboss.odds.tails import Spread
from pitboss.odds.together import Together, find_together
from pitboss.refusal import Refused

STEP_CENTS = 1_000_00
ZERO = Fraction(0)

RARE = (Fraction(1, 100), Fraction(1, 1_000), Fraction(1, 100_000))
"""A pay that, with all larger ones, is rarer than one of these is of the next tier."""

TIERS = len(RARE) + 1
BESIDE = "{} with {}"
"""A main wager with a bonus that is played together with it, as one wager."""

Ends = Mapping[Fraction, Fraction]
"""The chance of each net of a unit."""


class Unit:
    """Every way in which one unit of a wager can end: its net for the seat, and the chance.

    ``together`` says how wagers of one round hang together, by their names.
    """

    def __init__(self, wager: str, ends: Ends, together: Together) -> None:
        self.wager = wager
        self.together = together
        self.ends = dict(sorted(ends.items()))
        self.mean = sum((net * chance for net, chance in ends.items()), ZERO)
        squares = sum((net**2 * chance for net, chance in ends.items()), ZERO)
        self.variance = squares - self.mean**2
        self.spread = cache(self._spread)

    @cached_property
    def starts(self) -> tuple[Fraction | None, ...]:
        """From which net on a unit's end is of each rare tier; None where none is."""
        found: list[Fraction | None] = [None] * len(RARE)
        above = ZERO
        for net, chance in reversed(self.ends.items()):
            above += chance
            if net > 0:
                for tier, limit in enumerate(RARE):
                    found[tier] = net if above < limit else found[tier]
        return tuple(found)

    @cached_property
    def chances(self) -> list[float]:
        """The chance of each tier."""
        found = [ZERO] * TIERS
        for net, chance in self.ends.items():
            found[self._tier(net)] += chance
        return [float(chance) for chance in found]

    def _tier(self, net: Fraction) -> int:
        return sum(start is not None and net >= start for start in self.starts)

    def tier(self, net_cents: int, cents: int) -> int:
        """Of which tier a wager's end was; pays may have been rounded down to the cent."""
        return sum(
            start is not None and (net_cents + 2) * start.denominator >= start.numerator * cents
            for start in self.starts
        )

    def _spread(self, cents: int, tiers: int) -> Spread:
        """What the bank wins by a wager of so many cents, if its end is of the first tiers."""
        ends = [(net, chance) for net, chance in self.ends.items() if self._tier(net) < tiers]
        whole = sum(chance for _, chance in ends)
        return Spread(tuple((float(-net * cents), float(chance / whole)) for net, chance in ends))


class Edge(NamedTuple):
    """What the bank wins of a unit on average. ``unit`` is how one ends by all that the bank pays;
    a percentage of a jackpot is no part of it, for it is rare and judged by itself: ``hit`` is its
    chance. ``kept`` is what of a unit stays in the bank, the rest goes to a jackpot's fund."""

    house_edge: Fraction
    unit: Unit
    hit: Fraction = ZERO
    kept: Fraction = Fraction(1)


class Jackpot(NamedTuple):
    """What a jackpot wager of one unit comes to: its end by dollar pays, the chance of a percentage
    of the meter and how many units it takes for each meter cent, and what envy pays a unit."""

    unit: Unit
    hit: Fraction
    share: Fraction
    envy: Fraction

    def at(self, prize_cents: Fraction, kept: Fraction, others: int) -> Edge:
        """With a prize that the bank pays itself, if it does, and so many others who wager."""
        won = -self.unit.mean - self.share * prize_cents - self.envy * others
        return Edge(won - (1 - kept), self.unit, self.hit, kept)


_KNOWN: dict[str, Mapping[str, Edge]] = {}
"""By game, wager, pay tables, rulings and ratio; exact figures do not change."""

_JACKPOTS: dict[str, Jackpot] = {}


class Prices:
    """The figures of one table's setup, each looked up once."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.terms = setup.settings.jackpots
        self.main = main_wager(setup.game)
        self.edge = cache(self._edge)
        self.jackpot = cache(self._jackpot)
        self.joint = BESIDE.format(self.main, "bonus")

    def _edge(self, wager: str, ratio: Fraction | None = None) -> Edge | None:
        """A wager by itself, or with a bonus of ``ratio`` units beside each unit of the main
        wager, each part or both as one (``joint``); None where nothing is kept."""
        settings = self.setup.settings
        priced = wager if ratio is None else "bonus"
        tables = {name: table.to_json() for name, table in settings.paytables.items()}
        key = canonical([self.setup.key, priced, tables, dict(settings.rulings), str(ratio)])
        if key not in _KNOWN:
            table = settings.paytables.get(priced)
            request = Request(self.setup.game, priced, settings, table, bonus_ratio=ratio)
            try:
                if needs_count(request):
                    return None
                _KNOWN[key] = dict(self._edges(request))
            except Refused:
                return None
        return _KNOWN[key].get(wager)

    def _edges(self, request: Request) -> Iterable[tuple[str, Edge]]:
        solver = find_solver(self.setup.key)
        figures = solver.price(request)
        parts = cast("dict[str, Figures]", figures.get("parts", {}))
        name = self.joint if parts else request.wager
        for part, found in {**parts, name: figures}.items():
            unit = Unit(part, ends_of(found), find_together(self.setup.key))
            yield part, Edge(fraction_of(found["house_edge"]), unit)

    def _jackpot(self, number: int) -> Jackpot | None:
        """The jackpot of a sensor, from 1. Pays rise evenly with the meter, so two meters tell of
        all."""
        terms = self.terms[number - 1]
        low, high = (
            Request(
                *(self.setup.game, JACKPOT, self.setup.settings, terms.paytable, 2),
                jackpot=JackpotTerms(meter, wager_cents=terms.wager_cents),
            )
            for meter in (0, STEP_CENTS)
        )
        if needs_count(low):
            return None
        key = canonical([self.setup.key, terms.paytable.to_json(), terms.wager_cents])
        if key not in _JACKPOTS:
            solver = find_solver(self.setup.key)
            first, second = solver.price(low), solver.price(high)
            rises = zip(_outcomes(first), _outcomes(second), strict=True)
            hit = sum((_chance(a) for a, b in rises if a["net"] != b["net"]), ZERO)
            # What lies between the two is what the meter pays more: all of it by percentages.
            gained = fraction_of(first["house_edge"]) - fraction_of(second["house_edge"])
            unit = Unit(terms.family, ends_of(first), find_together(self.setup.key))
            envy = fraction_of(first["envy_return"])
            _JACKPOTS[key] = Jackpot(unit, hit, gained / STEP_CENTS, envy)
        return _JACKPOTS[key]


def ends_of(figures: Figures) -> Ends:
    """The outcomes of a figure by what they come to."""
    ends: dict[Fraction, Fraction] = {}
    for outcome in _outcomes(figures):
        net = fraction_of(outcome["net"])
        ends[net] = ends.get(net, ZERO) + _chance(outcome)
    return ends


def _outcomes(figures: Figures) -> list[Figures]:
    return cast("list[Figures]", figures["outcomes"])


def _chance(outcome: Figures) -> Fraction:
    return fraction_of(outcome["probability"])


def needs_count(request: Request) -> bool:
    """Whether the answer would have to be counted first: nothing kept is of today's sources."""
    count = find_solver(request.key).count_of(request)
    return count is not None and find(count) is None
