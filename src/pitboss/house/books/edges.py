"""The exact house edge and variance of a wager as a table offers it: pay table and rulings.

Figures come from the shipped counts, or from what ``pitboss odds`` has kept on this machine. A
report never counts for minutes: what is in neither is unknown, and the note says how to get it.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple, cast

from pitboss.house.log import canonical
from pitboss.house.tables.setup import Setup
from pitboss.odds.cache import find
from pitboss.odds.figures import Figures
from pitboss.odds.registry import find_solver
from pitboss.odds.request import JACKPOT, JackpotTerms, Request, main_wager
from pitboss.refusal import Refused

STEP_CENTS = 1_000_00
ZERO = Fraction(0)


class Edge(NamedTuple):
    """For each unit wagered: what the house wins on average, and the variance of that."""

    house_edge: Fraction
    variance: Fraction


class Jackpot(NamedTuple):
    """What a jackpot wager of one unit comes to, whatever its meter shows: for each row of its
    table the chance, what a unit nets, and more for each meter cent; and what envy pays a unit."""

    rows: list[tuple[Fraction, Fraction, Fraction]]
    envy: Fraction

    def at(self, meter_cents: Fraction, others: int) -> Edge:
        """With the meter there and so many others who wager beside; envy's own variance, which is
        small, is left out."""
        nets = [(chance, net + per_cent * meter_cents) for chance, net, per_cent in self.rows]
        mean = sum((chance * net for chance, net in nets), ZERO)
        squares = sum((chance * net**2 for chance, net in nets), ZERO)
        return Edge(-mean - self.envy * others, squares - mean**2)


_KNOWN: dict[str, Mapping[str, Edge]] = {}
"""By game, wager, pay tables, rulings and ratio; exact figures do not change."""


class Prices:
    """The figures of one table's setup, each looked up once."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.main = main_wager(setup.game)
        self.edge = cache(self._edge)
        self.jackpot = cache(self._jackpot)

    def _edge(self, wager: str, ratio: Fraction | None = None) -> Edge | None:
        """A wager by itself, or with a bonus of ``ratio`` units beside each unit of the main
        wager; None where nothing is kept."""
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
                figures = find_solver(self.setup.key).price(request)
                parts = cast("dict[str, Figures]", figures.get("parts", {priced: figures}))
                _KNOWN[key] = {
                    name: Edge(_exact(part["house_edge"]), _exact(part["variance"]))
                    for name, part in parts.items()
                }
            except Refused:
                return None
        return _KNOWN[key].get(wager)

    def _jackpot(self, number: int) -> Jackpot | None:
        """The jackpot of a sensor, from 1. Pays rise evenly with the meter, so two meters tell of
        all."""
        terms = self.setup.settings.jackpots[number - 1]
        low, high = (
            Request(
                *(self.setup.game, JACKPOT, self.setup.settings, terms.paytable, 2),
                jackpot=JackpotTerms(meter, wager_cents=terms.wager_cents),
            )
            for meter in (0, STEP_CENTS)
        )
        if needs_count(low):
            return None
        price = find_solver(self.setup.key).price
        first, second = price(low), price(high)
        rows = []
        for before, after in zip(_outcomes(first), _outcomes(second), strict=True):
            net = _exact(before["net"])
            rise = (_exact(after["net"]) - net) / STEP_CENTS
            rows.append((_exact(before["probability"]), net, rise))
        return Jackpot(rows, _exact(first["envy_return"]))


def _outcomes(figures: Figures) -> list[Figures]:
    return cast("list[Figures]", figures["outcomes"])


def _exact(figure: object) -> Fraction:
    return Fraction(str(cast(Figures, figure)["exact"]))


def needs_count(request: Request) -> bool:
    """Whether the answer would have to be counted first: nothing kept is of today's sources."""
    count = find_solver(request.key).count_of(request)
    return count is not None and find(count) is None
