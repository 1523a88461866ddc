"""What a decision was worth beside the others: a record that can be kept as JSON."""

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
        cost=read_exact(given["cost"]),
        unit_cents=parse_dollars(given["unit"], "unit"),
        basis=Basis(**{**basis, "left_out": tuple(basis["left_out"])}),
    )


def read_exact(figure: Json) -> Fraction:
    """The fraction of ``{"exact": "n/d", "value": 0.1}``."""
    return Fraction(figure["exact"])


def _read_option(given: Json) -> Valued:
    action, _, rest = given["option"].partition(" ")
    cards = parse_cards(rest) if action == "hold" else ()
    cents = parse_dollars(rest) if rest and not cards else 0
    value = read_exact(given["ev"])
    low, high = map(Fraction, given.get("interval", (value, value)))
    return Valued(action, cents, cards, given["option"], value, low, high)
