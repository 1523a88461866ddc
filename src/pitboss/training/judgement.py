"""What a decision was worth beside the others, and a player's scorecard: records kept as JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.cards import parse_cards
from pitboss.money import dollars, parse_dollars
from pitboss.odds.figures import exact

Json = dict[str, Any]

PLAIN = ("game", "seat", "situation", "seen", "chosen", "best", "kind", "rule", "spot")
"""What a judgement has as JSON has it."""


class Valued(NamedTuple):
    """An option at one size with its expectation, in units of the first wager.

    ``low`` and ``high`` are the ends of the interval where the value is an estimate.
    """

    action: str
    cents: int
    cards: tuple[int, ...]
    label: str
    value: Fraction
    low: Fraction
    high: Fraction

    @property
    def estimated(self) -> bool:
        return self.low != self.high

    def to_json(self, unit_cents: int) -> Json:
        written: Json = {
            "option": self.label,
            "ev": exact(self.value),
            "dollars": nearest_cent(self.value * unit_cents),
        }
        if self.estimated:
            written["interval"] = [float(self.low), float(self.high)]
        return written


class Basis(NamedTuple):
    """How the figures were made: counted, or estimated under a model of the other players."""

    method: str
    unit: str
    model: str = ""
    left_out: tuple[str, ...] = ()


class Judgement(NamedTuple):
    """One decision: what it was, what would have been best, and what the difference costs.

    ``cost`` is in units of the first wager; ``kind`` groups mistakes that are alike; ``spot`` is
    the decision as the seat saw it, to be played again.
    """

    game: str
    seat: int
    situation: str
    seen: str
    options: tuple[Valued, ...]
    chosen: str
    best: str
    cost: Fraction
    unit_cents: int
    kind: str
    rule: str
    basis: Basis
    spot: Mapping[str, object]

    @property
    def is_right(self) -> bool:
        """An option of the same expectation is as right as the best."""
        return self.cost == 0

    @property
    def cost_cents(self) -> Fraction:
        """The cost in cents, exactly."""
        return self.cost * self.unit_cents

    def to_json(self) -> Json:
        return {
            **{name: getattr(self, name) for name in PLAIN},
            "options": [option.to_json(self.unit_cents) for option in self.options],
            "right": self.is_right,
            "cost": exact(self.cost),
            "cost_dollars": nearest_cent(self.cost_cents),
            "unit": dollars(self.unit_cents),
            "basis": {**self.basis._asdict(), "left_out": list(self.basis.left_out)},
        }


def nearest_cent(cents: Fraction) -> str:
    """An expectation for the eye: dollars, rounded to the nearest cent; it is never paid."""
    return dollars(round(cents))


def read_judgement(given: Json) -> Judgement:
    """A judgement from its JSON; options come back as they are shown, without their parts."""
    basis = given["basis"]
    return Judgement(
        **{name: given[name] for name in PLAIN},
        options=tuple(map(_read_option, given["options"])),
        cost=Fraction(given["cost"]["exact"]),
        unit_cents=parse_dollars(given["unit"], "unit"),
        basis=Basis(**{**basis, "left_out": tuple(basis["left_out"])}),
    )


def _read_option(given: Json) -> Valued:
    action, _, rest = given["option"].partition(" ")
    cards = parse_cards(rest) if action == "hold" else ()
    cents = parse_dollars(rest) if rest and not cards else 0
    value = Fraction(given["ev"]["exact"])
    low, high = map(Fraction, given.get("interval", (value, value)))
    return Valued(action, cents, cards, given["option"], value, low, high)


class Mistake(NamedTuple):
    """Mistakes of one kind in one game, and what they cost together, in cents."""

    game: str
    kind: str
    times: int
    cost_cents: Fraction

    def to_json(self) -> Json:
        cost = {"cost_cents": exact(self.cost_cents), "cost_dollars": nearest_cent(self.cost_cents)}
        return {**self._asdict(), **cost}


class Scorecard(NamedTuple):
    """The running total; ``mistakes`` has one entry for each kind, in order of first making."""

    right: int = 0
    wrong: int = 0
    cost_cents: Fraction = Fraction(0)
    mistakes: tuple[Mistake, ...] = ()

    @property
    def judged(self) -> int:
        return self.right + self.wrong

    def add(self, judgement: Judgement) -> "Scorecard":
        """The scorecard with one more decision on it."""
        if judgement.is_right:
            return self._replace(right=self.right + 1)
        cost = judgement.cost_cents
        made = Mistake(judgement.game, judgement.kind, 1, cost)
        return self.merge(Scorecard(0, 1, cost, (made,)))

    def merge(self, other: "Scorecard") -> "Scorecard":
        """Two scorecards as one."""
        kinds: dict[tuple[str, str], Mistake] = {}
        for made in (*self.mistakes, *other.mistakes):
            before = kinds.get(made[:2], Mistake(made.game, made.kind, 0, Fraction(0)))
            times, cost = before.times + made.times, before.cost_cents + made.cost_cents
            kinds[made[:2]] = Mistake(made.game, made.kind, times, cost)
        return Scorecard(
            self.right + other.right,
            self.wrong + other.wrong,
            self.cost_cents + other.cost_cents,
            tuple(kinds.values()),
        )

    def most_frequent(self, number: int = 5) -> list[Mistake]:
        """The kinds made most often; of equally frequent ones the dearer first."""
        ranked = sorted(self.mistakes, key=lambda one: (-one.times, -one.cost_cents))
        return ranked[:number]

    def to_json(self) -> Json:
        return {
            "judged": self.judged,
            "right": self.right,
            "wrong": self.wrong,
            "cost_cents": exact(self.cost_cents),
            "cost_dollars": nearest_cent(self.cost_cents),
            "mistakes": [one.to_json() for one in self.most_frequent(len(self.mistakes))],
        }


def read_scorecard(given: Json) -> Scorecard:
    """A scorecard from its JSON."""
    mistakes = [
        Mistake(one["game"], one["kind"], one["times"], Fraction(one["cost_cents"]["exact"]))
        for one in given["mistakes"]
    ]
    cost = Fraction(given["cost_cents"]["exact"])
    return Scorecard(given["right"], given["wrong"], cost, tuple(mistakes))
