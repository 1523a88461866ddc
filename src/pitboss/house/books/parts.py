"""What a round put at risk, parted into wagers that are priced together.

Follow-ups belong to the main wager, whose edge is for the whole game, and envy pays to the jackpot
of their sensor. A bonus that a fold loses is priced beside the same seat's main wager.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.house.books.edges import Edge, Prices
from pitboss.house.books.judgement import Made
from pitboss.house.books.takings import RAKE, TIP, Cents, Taking
from pitboss.jackpots.terms import is_envy, is_sensor, number_of, wager_of
from pitboss.odds.registry import find_solver, has_solver

ZERO = Fraction(0)
UNPRICED = {
    RAKE: "players play against each other: the house has the rake alone",
    TIP: "tip: the price of the main game includes its follow-up, which a tip has not",
}
UNCOUNTED_WORDS = "no exact figure is kept"
UNCOUNTED = f"{{}}: {UNCOUNTED_WORDS} for this pay table{{}}; pitboss odds counts it once"


class Part(NamedTuple):
    """A seat's wager with its follow-ups: first cents, and what the bank won. The note says why
    there is no edge, where there is none; ``made`` is the wager for the judgement."""

    wager: str
    cents: int
    win: Cents
    edge: Edge | None
    note: str
    made: Made | None = None


def head_of(prices: Prices, wager: str) -> str:
    """The wager that another is priced with."""
    if is_envy(wager):
        return wager_of(number_of(wager))
    own = wager in prices.setup.settings.paytables or is_sensor(wager)
    return wager if own or wager in UNPRICED else prices.main


class Seats:
    """A round's takings by seat and by the wager that each is priced with."""

    def __init__(self, prices: Prices, takings: Iterable[Taking], prizes: list[Fraction]) -> None:
        self.prices = prices
        self.prizes = prizes
        setup = prices.setup
        self.is_joint = has_solver(setup.game) and find_solver(setup.key).is_joint
        self.seats: dict[int, dict[str, list[Taking]]] = {}
        self.sensors: dict[str, int] = {}
        for one in takings:
            head = head_of(prices, one.wager)
            self.seats.setdefault(one.seat, {}).setdefault(head, []).append(one)
            self.sensors[one.wager] = self.sensors.get(one.wager, 0) + bool(one.cents)

    def parts(self) -> Iterator[tuple[list[Part], Made | None]]:
        """The parts of each seat, and a main wager with its bonus as one."""
        for seat, heads in self.seats.items():
            ratio, whole = self._ratio(heads), None
            if ratio is not None and (edge := self.prices.edge(self.prices.joint, ratio)):
                both = [*heads[self.prices.main], *heads["bonus"]]
                net = sum(one.net_cents for one in both)
                whole = Made(seat, edge, _first(heads[self.prices.main], self.prices.main), net)
            yield [self._part(seat, head, heads[head], ratio) for head in heads], whole

    def _ratio(self, heads: dict[str, list[Taking]]) -> Fraction | None:
        if not self.is_joint or not {self.prices.main, "bonus"} <= heads.keys():
            return None
        return Fraction(_first(heads["bonus"], "bonus"), _first(heads[self.prices.main]))

    def _part(self, seat: int, head: str, rows: list[Taking], ratio: Fraction | None) -> Part:
        cents, win = _first(rows, head), sum(one.win for one in rows)
        beside = ratio if head in (self.prices.main, "bonus") else None
        edge = self._edge(head, beside)
        note = f" at bonus ratio {beside}" if beside is not None else ""
        note = UNPRICED.get(head) or UNCOUNTED.format(head, note)
        if edge is None or not cents:
            return Part(head, cents, win, edge, note)
        own = [one for one in rows if not is_envy(one.wager)]
        hits = sum(one.hit_cents for one in own)
        net = sum(one.net_cents for one in own) - hits
        return Part(head, cents, win, edge, note, Made(seat, edge, cents, net, bool(hits)))

    def _edge(self, head: str, ratio: Fraction | None) -> Edge | None:
        if head in UNPRICED:
            return None
        if not is_sensor(head):
            return self.prices.edge(head, ratio)
        number = number_of(head)
        terms, jackpot = (
            self.prices.setup.settings.jackpots[number - 1],
            self.prices.jackpot(number),
        )
        if jackpot is None:
            return None
        prize = self.prizes[number - 1] if terms.type == "house" else ZERO
        return jackpot.at(prize, 1 - terms.rate - terms.reserve_rate, self.sensors[head] - 1)


def _first(rows: Iterable[Taking], wager: str = "") -> int:
    """The cents of the first wager; a follow-up is none."""
    return next((one.cents for one in rows if wager in ("", one.wager)), 0)
