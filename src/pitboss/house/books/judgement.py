"""Whether a table has won what honest cards would let it win, as a tail probability.

Every priced wager is a lot of its unit, which may end in counted ways. Pays so rare that few of
them were to be expected are taken out of the sum and judged by their number; the rest is a sum of
independent rounds, whose spread is widened by how the wagers of one round hang together.
"""

from collections.abc import Iterable, Iterator
from math import prod, sqrt
from typing import Any, NamedTuple

from pitboss.house.books.edges import RARE, TIERS, Edge, Unit
from pitboss.money import decimal_text
from pitboss.odds.tails import Rare, join, moments, sum_tails

FEW = 10
"""Pays of a tier are judged by their number while fewer than these are expected."""

MEASURED = 2
"""How wagers hang together was measured on ends of so many tiers."""

ALARM, WATCH = 0.01, 0.05
NORMAL = 0.1
"""With less skewness than this the normal distribution serves, and a z-score may be given."""


class Made(NamedTuple):
    """A seat's wager as it ended: its first cents, what the seat won by it and its follow-ups, a
    percentage of a jackpot left out, and whether it had one."""

    seat: int
    edge: Edge
    cents: int
    net_cents: int
    is_hit: bool = False


class Lot:
    """Wagers of one unit and size, by the tier of their ends: how many, and what the bank won."""

    def __init__(self) -> None:
        self.counts = [0] * TIERS
        self.wins = [0] * TIERS

    def add(self, counts: Iterable[int], wins: Iterable[int]) -> None:
        self.counts = [a + b for a, b in zip(self.counts, counts, strict=True)]
        self.wins = [a + b for a, b in zip(self.wins, wins, strict=True)]


class Number(NamedTuple):
    """A rare pay: which, how often it was to be expected, and how often it came."""

    wager: str
    pays: str
    expected: float
    seen: int

    @property
    def tail(self) -> float:
        return Rare(self.expected).tail(self.seen)


class Sample:
    """The priced wagers of a table, a day or a house; sums that add up."""

    def __init__(self) -> None:
        self.lots: dict[tuple[Unit, int], Lot] = {}
        self.pairs: dict[tuple[Unit, Unit, bool], int] = {}
        self.hits: dict[str, list[float]] = {}

    def add(self, other: "Sample") -> None:
        for key, lot in other.lots.items():
            if key not in self.lots:
                self.lots[key] = Lot()
            self.lots[key].add(lot.counts, lot.wins)
        for pair, product in other.pairs.items():
            self.pairs[pair] = self.pairs.get(pair, 0) + product
        for wager, (expected, seen) in other.hits.items():
            before = self.hits.get(wager, [0.0, 0.0])
            self.hits[wager] = [before[0] + expected, before[1] + seen]

    def add_round(self, made: Iterable[Made], parts: Iterable[Made]) -> None:
        """The priced wagers of one round; where a main wager and its bonus are one, ``parts`` has
        each by itself, for it is the main wagers of seats that hang together."""
        for one in _merge_shared(made):
            self._put(one)
        seats: dict[int, dict[Unit, int]] = {}
        for one in _merge_shared(parts):
            own = seats.setdefault(one.seat, {})
            own[one.edge.unit] = own.get(one.edge.unit, 0) + one.cents
        self._pair(list(seats.values()))

    def _put(self, made: Made) -> None:
        unit = made.edge.unit
        if (lot := self.lots.get((unit, made.cents))) is None:
            lot = self.lots[unit, made.cents] = Lot()
        tier = unit.tier(made.net_cents, made.cents)
        lot.counts[tier] += 1
        lot.wins[tier] -= made.net_cents
        if made.edge.hit:
            hits = self.hits.setdefault(unit.wager, [0.0, 0.0])
            hits[0] += float(made.edge.hit)
            hits[1] += made.is_hit

    def _pair(self, seats: list[dict[Unit, int]]) -> None:
        """The products of all pairs of wagers of a round, of one seat and of two."""
        totals: dict[Unit, int] = {}
        own: dict[tuple[Unit, Unit], int] = {}
        for seat in seats:
            for unit, cents in seat.items():
                totals[unit] = totals.get(unit, 0) + cents
                for other, beside in seat.items():
                    own[unit, other] = own.get((unit, other), 0) + cents * beside
        for unit, cents in totals.items():
            for other, whole in totals.items():
                inside = own.get((unit, other), 0)
                self._add_pair((unit, other, False), cents * whole - inside)
                if unit is not other:
                    self._add_pair((unit, other, True), inside)

    def _add_pair(self, pair: tuple[Unit, Unit, bool], product: int) -> None:
        if product:
            self.pairs[pair] = self.pairs.get(pair, 0) + product

    def judge(self) -> "Judgement | None":
        """What the wagers say; None where there are none."""
        if not self.lots:
            return None
        numbers: dict[Unit, int] = {}
        for (unit, _), lot in self.lots.items():
            numbers[unit] = numbers.get(unit, 0) + sum(lot.counts)
        cuts = {unit: _cut(unit, number) for unit, number in numbers.items()}
        tails = self._tails(cuts)
        rare = [*self._numbers(numbers, cuts)]
        seen = [(Rare(each.expected), each.seen) for each in rare]
        both = None if tails is None else min(1.0, 2 * min(tails))
        return Judgement(tails, rare, join(both, seen).tail)

    def _tails(self, cuts: dict[Unit, int]) -> tuple[float, float] | None:
        """How likely the bank was to win as little, and as much, by ends that are not rare."""
        lots = [
            (unit.spread(cents, cuts[unit]), sum(lot.counts[: cuts[unit]]))
            for (unit, cents), lot in self.lots.items()
        ]
        _, variance, _ = moments(lots)
        if not variance:
            return None
        won = sum(sum(lot.wins[: cuts[unit]]) for (unit, _), lot in self.lots.items())
        return sum_tails(lots, won, self._stretch(variance, cuts))

    def _stretch(self, variance: float, cuts: dict[Unit, int]) -> float:
        """By how much the wagers' hanging together widens the spread."""
        more = 0.0
        for (one, other, same_seat), product in self.pairs.items():
            how = one.together.of(one.wager, other.wager, same_seat)
            if how and not one.together.is_shared(one.wager if one is other else ""):
                each = (unit.spread(1, cuts.get(unit, MEASURED)).variance for unit in (one, other))
                more += how * product * sqrt(prod(each))
        return sqrt(max(0.25, 1 + more / variance)) if more else 1.0

    def _numbers(self, numbers: dict[Unit, int], cuts: dict[Unit, int]) -> Iterator[Number]:
        for unit, number in numbers.items():
            for tier in range(cuts[unit], TIERS):
                start = unit.starts[tier - 1]
                if start is None or not unit.chances[tier]:
                    continue
                seen = sum(lot.counts[tier] for (of, _), lot in self.lots.items() if of is unit)
                pays = f"{decimal_text(start)} to 1 or more"
                yield Number(unit.wager, pays, number * unit.chances[tier], seen)
        for wager, (expected, hits) in self.hits.items():
            yield Number(wager, "a percentage of the jackpot", expected, round(hits))

    def z_score(self) -> float | None:
        """How many standard deviations the bank's win is from its mean, where the sum of all the
        ends, rare ones included, is near enough to a normal one for that to mean something."""
        lots = [
            (unit.spread(cents, TIERS), sum(lot.counts)) for (unit, cents), lot in self.lots.items()
        ]
        mean, variance, third = moments(lots)
        if not variance or self.hits or abs(third) > NORMAL * variance**1.5:
            return None
        deviation = sqrt(variance) * self._stretch(variance, dict.fromkeys(self._units(), TIERS))
        won = sum(sum(lot.wins) for lot in self.lots.values())
        return (won - mean) / deviation

    def _units(self) -> set[Unit]:
        return {unit for unit, _ in self.lots}


def _merge_shared(made: Iterable[Made]) -> Iterator[Made]:
    """A wager on the community cards is one of all its seats together, at no seat."""
    shared: dict[Unit, Made] = {}
    for one in made:
        unit = one.edge.unit
        if not unit.together.is_shared(unit.wager):
            yield one
            continue
        before = shared.get(unit, one._replace(seat=0, cents=0, net_cents=0))
        cents, net = before.cents + one.cents, before.net_cents + one.net_cents
        shared[unit] = before._replace(cents=cents, net_cents=net)
    yield from shared.values()


def _cut(unit: Unit, number: int) -> int:
    """From which tier on a unit's ends are judged by their number."""
    for tier in range(1, TIERS):
        if number * sum(unit.chances[tier:]) < FEW:
            return tier
    return TIERS


class Judgement(NamedTuple):
    """``tails``: how likely the bank was to win so little, and so much, by ends that are not rare;
    ``rare``: those that are, by their number; ``tail``: how likely an honest table is to be as far
    out in one of them as this one is in the farthest."""

    tails: tuple[float, float] | None
    rare: list[Number]
    tail: float

    @property
    def words(self) -> str:
        """For people."""
        if self.tail >= WATCH:
            return "as expected"
        often = f"1 honest table in {round(1 / self.tail):,}" if self.tail > 1e-9 else "no chance"
        how = "look into it" if self.tail < ALARM else "unusual"
        return f"{how}: {self._farthest()}; {often} is as far out"

    def _farthest(self) -> str:
        """What is least likely."""
        number = min(self.rare, key=lambda each: each.tail, default=None)
        own = 1.0 if self.tails is None else 2 * min(self.tails)
        if number and number.tail < own:
            what = f"{number.wager}, {number.pays}"
            return f"{what}: {number.seen}, where {number.expected:.3g} were to be expected"
        low, high = self.tails or (1.0, 1.0)
        return f"the bank won {'little' if low < high else 'much'} by its common pays"

    @property
    def values(self) -> dict[str, Any]:
        low, high = self.tails or (None, None)
        return {
            "tail": _rounded(self.tail),
            "tail_low": _rounded(low),
            "tail_high": _rounded(high),
            "rare": [
                {**each._asdict(), "expected": _rounded(each.expected), "tail": _rounded(each.tail)}
                for each in self.rare
                if each.seen or each.tail < WATCH
            ],
            "judgement": self.words,
        }


def _rounded(value: float | None) -> float | None:
    """Six digits: more would be noise."""
    return None if value is None else float(f"{value:.6g}")


assert len(RARE) == TIERS - 1
