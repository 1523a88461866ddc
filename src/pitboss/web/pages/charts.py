"""Charts drawn on the server: bars of what each row gives back, and how results are spread."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

BAR = 15
"""Height of a bar; a line has two of them, approved above designed."""

LINE = 44
WIDTH = 660
LABEL = 258
ROOM = WIDTH - LABEL - 90
MOST_ROWS = 16
MOST_LETTERS = 38
EDGES = (0, 1, 2, 5, 10, 50, 100, 1000)
"""Where one group of wins ends, in units of the first wager."""


class Bar(NamedTuple):
    """A line of a chart: its label and one or two bars with their words."""

    label: str
    y: int
    before_width: float
    before: str
    after_width: float
    after: str

    @property
    def short(self) -> str:
        """The label as far as there is room for it."""
        return (
            self.label if len(self.label) <= MOST_LETTERS else f"{self.label[: MOST_LETTERS - 1]}…"
        )


class Chart(NamedTuple):
    """A chart with its size; every number in it is also in the table beside it."""

    title: str
    bars: list[Bar]
    height: int
    width: int = WIDTH
    left: int = LABEL


def draw(title: str, rows: Sequence[tuple[str, float, float]], unit: str = "%") -> Chart:
    """Bars of two figures for each label, on one scale from zero."""
    largest = max((max(before, after) for _, before, after in rows), default=0.0) or 1.0
    bars = [
        Bar(
            label,
            number * LINE,
            *(round(ROOM * before / largest, 1), _words(before, unit)),
            *(round(ROOM * after / largest, 1), _words(after, unit)),
        )
        for number, (label, before, after) in enumerate(rows)
    ]
    return Chart(title, bars, max(LINE, len(bars) * LINE))


def _words(value: float, unit: str) -> str:
    digits = f"{value:.3f}" if value >= 0.01 else f"{value:.7f}".rstrip("0").rstrip(".")
    return f"{digits} {unit}"


def returns(before: Mapping[str, Any], after: Mapping[str, Any]) -> Chart:
    """How much of the first wager each row gives back on average."""
    sides = [_sums(side["outcomes"], "return") for side in (before, after)]
    labels = [label for label in {**sides[0], **sides[1]} if any(s.get(label) for s in sides)]
    rows = [
        (label, 100 * sides[0].get(label, 0.0), 100 * sides[1].get(label, 0.0)) for label in labels
    ]
    rows.sort(key=lambda row: -max(row[1], row[2]))
    return draw("What each outcome gives back, in per cent of the first wager", rows[:MOST_ROWS])


def spread(before: Mapping[str, Any], after: Mapping[str, Any]) -> Chart:
    """How likely each size of result is."""
    sides = [_grouped(side["outcomes"]) for side in (before, after)]
    rows = [
        (label, 100 * sides[0][label], 100 * sides[1][label])
        for label in sides[0]
        if sides[0][label] or sides[1][label]
    ]
    return draw("How results are spread, in units of the first wager", rows)


def ranks(answer: Mapping[str, Any]) -> Chart:
    """How often each final hand comes, by best of one and five held cards."""
    by_held = {part["held"]: part["outcomes"] for part in answer["hand_ranks"]}
    five, three = (_sums(by_held[held], "probability") for held in (5, 3))
    rows = [(label.replace("-", " "), 100 * five[label], 100 * three[label]) for label in five]
    return draw("Final hands: five cards held, and three", rows)


def _sums(outcomes: Iterable[Mapping[str, Any]], name: str) -> dict[str, float]:
    sums: dict[str, float] = {}
    for row in outcomes:
        label = str(row["event"])
        sums[label] = sums.get(label, 0.0) + row[name]["value"]
    return sums


def _grouped(outcomes: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    groups = {"loses more than 1": 0.0, "loses up to 1": 0.0, "even": 0.0}
    pairs = list(pairwise(EDGES))
    wins = {(low, high): f"wins {_span(low, high)}" for low, high in pairs}
    groups |= dict.fromkeys([*wins.values(), f"wins above {EDGES[-1]}"], 0.0)
    for row in outcomes:
        net, chance = row["net"]["value"], row["probability"]["value"]
        if net < -1:
            label = "loses more than 1"
        elif net < 0:
            label = "loses up to 1"
        elif net == 0:
            label = "even"
        else:
            label = next(
                (words for (_, high), words in wins.items() if net <= high),
                f"wins above {EDGES[-1]}",
            )
        groups[label] += chance
    return groups


def _span(low: int, high: int) -> str:
    return f"up to {high}" if not low else f"above {low}, to {high}"
