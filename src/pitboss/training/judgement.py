"""What a decision was worth beside the others: a record that can be kept as JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from pitboss.money import dollars
from pitboss.odds.figures import exact

Json = dict[str, object]


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

    @property
    def verdict(self) -> str:
        """One line for the player."""
        if self.is_right:
            return f"right: {self.chosen}"
        model = ", if the model holds" if self.basis.model else ""
        return (
            f"{self.chosen} costs {nearest_cent(self.cost_cents)} against {self.best}"
            f" ({float(self.cost):.4f} of the {self.basis.unit}{model})"
        )

    def to_json(self) -> Json:
        return {
            "game": self.game,
            "seat": self.seat,
            "situation": self.situation,
            "seen": self.seen,
            "options": [option.to_json(self.unit_cents) for option in self.options],
            "chosen": self.chosen,
            "best": self.best,
            "right": self.is_right,
            "cost": exact(self.cost),
            "cost_dollars": nearest_cent(self.cost_cents),
            "unit": dollars(self.unit_cents),
            "kind": self.kind,
            "rule": self.rule,
            "basis": {**self.basis._asdict(), "left_out": list(self.basis.left_out)},
            "spot": dict(self.spot),
        }


def nearest_cent(cents: Fraction) -> str:
    """An expectation for the eye: dollars, rounded to the nearest cent; it is never paid."""
    return dollars(round(cents))


def read_judgement(given: Mapping[str, object]) -> Judgement:
    """A judgement from its JSON; options come back as they are shown, without their parts."""
    from pitboss.money import parse_dollars

    basis = cast("Mapping[str, object]", given["basis"])
    return Judgement(
        str(given["game"]),
        int(str(given["seat"])),
        str(given["situation"]),
        str(given["seen"]),
        tuple(
            _read_option(one) for one in cast("Sequence[Mapping[str, object]]", given["options"])
        ),
        str(given["chosen"]),
        str(given["best"]),
        read_exact(given["cost"]),
        parse_dollars(given["unit"], "unit"),
        str(given["kind"]),
        str(given["rule"]),
        Basis(
            str(basis["method"]),
            str(basis["unit"]),
            str(basis["model"]),
            tuple(cast("Sequence[str]", basis["left_out"])),
        ),
        cast("Mapping[str, object]", given["spot"]),
    )


def read_exact(figure: object) -> Fraction:
    """The fraction of ``{"exact": "n/d", "value": 0.1}``."""
    return Fraction(str(cast("Mapping[str, object]", figure)["exact"]))


def _read_option(given: Mapping[str, object]) -> Valued:
    from pitboss.cards import parse_cards
    from pitboss.money import parse_dollars

    label = str(given["option"])
    action, _, rest = label.partition(" ")
    cards = parse_cards(rest) if action == "hold" else ()
    cents = parse_dollars(rest) if rest and not cards else 0
    value = read_exact(given["ev"])
    low, high = cast("Sequence[float]", given.get("interval", (value, value)))
    return Valued(action, cents, cards, label, value, Fraction(low), Fraction(high))
