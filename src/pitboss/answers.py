"""What the commands answer, for Python: exact figures as fractions, money as decimal dollars.

``json()`` gives the values just as a command prints them with ``--json``.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from types import NoneType
from typing import Any, get_args

_MONEY = (
    *("amount", "paid", "net", "min", "max", "cut_from"),
    *("unit", "bankroll", "most_in_a_round"),
)


_COUNTS = ("deals", "combinations", "sample", "screened", "found")


class Answer(Mapping[str, Any]):
    """What a command answers: a mapping, whose parts are attributes too.

    >>> answer = Answer({"deals": "52", "house_edge": {"exact": "1/8", "value": 0.125}})
    >>> answer.deals, answer["house_edge"], answer.json()["deals"]
    (52, Fraction(1, 8), '52')
    """

    def __init__(self, values: Mapping[str, object]) -> None:
        self._json = values

    def __getitem__(self, name: str) -> Any:
        return _read(name, self._json[name])

    def __getattr__(self, name: str) -> Any:
        if name in self._json:
            return self[name]
        # A part that only some answers of this kind have, such as an option's amount.
        if NoneType in get_args(type(self).__annotations__.get(name)):
            return None
        raise AttributeError(f"no {name!r} here; there are {', '.join(self._json)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._json)

    def __len__(self) -> int:
        return len(self._json)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._json})

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={_short(self[name])}" for name in self)
        return f"{type(self).__name__}({parts})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._json,)

    def json(self) -> dict[str, Any]:
        """The JSON values, just as the command prints them."""
        return deepcopy(dict(self._json))


def _read(name: str, value: object) -> object:
    """A JSON value as Python has it."""
    if isinstance(value, Mapping):
        if value.keys() <= {"exact", "value"} and value:
            return Fraction(value["exact"]) if "exact" in value else value["value"]
        if name == "quantiles":
            return {float(part): Decimal(dollars) for part, dollars in value.items()}
        return Option(value) if name == "options" else Answer(value)
    if isinstance(value, list):
        return [_read(name, part) for part in value]
    if isinstance(value, str) and name in _COUNTS:
        return int(value)
    return Decimal(value) if isinstance(value, str) and name in _MONEY else value


def _short(value: object) -> str:
    text = str(value) if isinstance(value, Fraction | Decimal) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Score(Answer):
    """A scored hand; of two hands of a game the one with the larger ``rank`` wins."""

    rank: int
    category: str
    points: int
    kind: str
    duki: int
    cards: str


class Option(Answer):
    """What a seat may do: a fixed ``amount``, a range ``min`` to ``max``, or ``cards`` to pick
    from; in advice ``ev`` is its worth in units of the first wager, or where that is an estimate
    its ``value`` with an ``interval``, and ``chances``, where they can be counted, are how often it
    will ``win``, ``tie`` and ``lose``."""

    action: str
    amount: Decimal | None
    min: Decimal | None
    max: Decimal | None
    cards: str | None
    ev: Any
    chances: Any

    def __repr__(self) -> str:
        size = self.cards or self.amount or (f"{self.min} to {self.max}" if self.min else "")
        ev = self.get("ev")
        worth = "" if ev is None else f"({float(getattr(ev, 'value', ev)):+.4f})"
        return " ".join(filter(None, (self.action, str(size), worth)))


class Question(Answer):
    """What a seat is asked, by which rule."""

    seat: int
    options: list[Option]
    rule: str

    def __repr__(self) -> str:
        return f"seat {self.seat}: {', '.join(map(repr, self.options))} ({self.rule})"


class Row(Answer):
    """A settled wager: what was wagered, its outcome, and what it paid by which rule."""

    seat: int
    wager: str
    amount: Decimal
    outcome: str
    pays: str | None
    paid: Decimal
    net: Decimal
    row: str | None
    rule: str

    def __repr__(self) -> str:
        pays = f" {self.pays}" if self.pays else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"seat {self.seat} {self.wager} {self.amount} {self.outcome}{pays} {self.net}{rule}"


class Advice(Question):
    """The exact worth of every option of the seat that is asked."""

    best: str

    def __repr__(self) -> str:
        return f"seat {self.seat}: {self.best}, of {', '.join(map(repr, self.options))}"


class Price(Answer):
    """The exact figures of a wager, in units of the first wager."""

    game: str
    wager: str
    paytable: str | None
    deals: int
    house_edge: Fraction
    element_of_risk: Fraction
    average_wager: Fraction
    variance: Fraction
    standard_deviation: Fraction | float
    hit_frequency: Fraction
    break_even_meter: Fraction | None
    outcomes: list[Answer]
    actions: Answer

    def __repr__(self) -> str:
        edge = f", house edge {float(self.house_edge):.4%}" if "house_edge" in self else ""
        return " ".join(filter(None, (self.game, self.wager, self.paytable))) + edge


class Protection(Answer):
    """What leaks of cards are worth to a player, in units of the first wager: ``base`` without one,
    and ``leaks`` with each; a sampled edge has a ``value`` with its ``standard_error``."""

    game: str
    paytable: str | None
    base: Answer
    leaks: list[Answer]
    not_counted: list[Answer] | None

    def __repr__(self) -> str:
        told = (f"{row.leak} {row.json()['player_edge']['value']:+.4%}" for row in self.leaks)
        return f"{self.game}: {', '.join(told)}"


class Session(Answer):
    """What many rounds come to: chances and dollars as numbers, ``quantiles`` by their chance."""

    game: str
    wager: str
    paytable: str | None
    rounds: int
    unit: Decimal
    mean: float
    standard_deviation: float
    ahead: float
    even: float
    behind: float
    quantiles: dict[float, Decimal]
    bankroll: Decimal | None
    ruin: float | None
    drawdown: float | None
    error_bound: float

    def __repr__(self) -> str:
        played = f"{self.rounds:,} rounds of {self.unit}: {self.mean:+,.2f}"
        return f"{self.game} {self.wager}, {played}, ahead {self.ahead:.4%}"


class Hold(Answer):
    """The house's side of a wager: ``periods`` by shift, day and year, in dollars as numbers."""

    game: str
    wager: str
    unit: Decimal
    players: int
    rounds_per_hour: int
    periods: list[Answer]
    error_bound: float
    jackpot: Answer | None

    def __repr__(self) -> str:
        holds = ", ".join(f"{period.period} {period.hold:+,.2f}" for period in self.periods)
        return f"{self.game} {self.wager}: {holds}"


class Fit(Answer):
    """Pay tables within bands: how many were screened and found, and the first of them."""

    game: str
    wager: str
    screened: int
    found: int
    complete: bool
    tables: list[Answer]

    def __repr__(self) -> str:
        return f"{self.game} {self.wager}: {self.found:,} of {self.screened:,} tables"
