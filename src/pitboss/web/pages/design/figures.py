"""The designer's figures: answers of ``pitboss odds`` side by side, and as charts."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.money import money, signed_money
from pitboss.odds.figures import fraction_of
from pitboss.odds.results import group_results, sum_events
from pitboss.web.pages.design import words

LONGEST_EXACT = 28
LINE = 44
"""Height of a chart's line, which has two bars, approved above designed."""

WIDTH = 660
LABEL = 258
ROOM = WIDTH - LABEL - 90
MOST_ROWS = 16
MOST_LETTERS = 38

Answer = Mapping[str, Any]


def compare(
    wager: str, before: Answer, after: Answer, beside: Sequence[Answer | None] = ()
) -> dict[str, Any]:
    """What the page shows of two answers of the command, and of others beside them as far as they
    are there."""
    parts = after.get("parts", {})
    charts = []
    if after.get("outcomes"):
        old, new = (side.get("parts", {}).get(wager, side)["outcomes"] for side in (before, after))
        charts = [
            draw(
                words.RETURNS, sum_events(old, "return"), sum_events(new, "return"), most=MOST_ROWS
            ),
            draw(words.SPREAD, group_results(old), group_results(new)),
        ]
    elif after.get("hand_ranks"):
        held = {part["held"]: part["outcomes"] for part in after["hand_ranks"]}
        five, three = (
            {event.replace("-", " "): chance for event, chance in sums.items()}
            for sums in (sum_events(held[cards], "probability") for cards in (5, 3))
        )
        charts = [draw(words.BOTH_HELD, five, three)]
    return {
        "figures": [
            {**line, "beside": [_beside(line["name"], other) for other in beside]}
            for line in list_figures(before, after)
        ],
        "parts": [
            (words.part_of(wager=name), list_figures(before["parts"][name], part))
            for name, part in parts.items()
        ],
        "charts": charts,
        "outcomes": [_outcome(row) for row in after.get("outcomes", [])],
    }


def _outcome(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    chance, returned = (row[name]["value"] for name in ("probability", "return"))
    return row["event"], row["pays"], f"{chance:.10f}", f"{returned:.8f}"


def list_figures(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, str]]:
    """Those that both answers have."""
    return [
        _figure(name, before[name], after[name])
        for name in words.FIGURES
        if before.get(name) is not None and after.get(name) is not None
    ]


def _figure(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, str]:
    title, unit, help = words.FIGURES[name]
    exact = str(after.get("exact", ""))
    difference = _difference(before, after)
    return {
        "name": name,
        "title": title,
        "help": help,
        "before": _shown(before["value"], unit),
        "after": _shown(after["value"], unit),
        "exact": exact,
        "short": exact if len(exact) <= LONGEST_EXACT else "",
        "change": _shown(difference, unit, "+") if difference else words.NO_CHANGE,
        "direction": "up" if difference > 0 else "down" if difference < 0 else "even",
    }


def _beside(name: str, other: Answer | None) -> str:
    """A figure of another table; nothing while that is being counted."""
    found = other.get(name) if other else None
    return _shown(found["value"], words.FIGURES[name][1]) if found else "…"


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> float:
    """Exactly, where both figures are exact."""
    if "exact" in before and "exact" in after:
        return float(fraction_of(after) - fraction_of(before))
    return float(after["value"] - before["value"])


def _shown(value: float, unit: str, sign: str = "") -> str:
    """A figure; with a sign, how far it has changed."""
    if unit == "%":
        percent = f"{100 * value:{sign}.4f}"
        return words.points(value=percent) if sign else f"{percent} %"
    if unit == "$":
        return (signed_money if sign else money)(round(100 * value))
    return f"{value:{sign},.4f}"


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


def draw(
    title: str, before: Mapping[str, float], after: Mapping[str, float], most: int = 0
) -> Chart:
    """Bars of two figures in per cent for each label, on one scale from zero; with ``most``, so
    many of them, the largest first."""
    rows = [
        (label, 100 * before.get(label, 0.0), 100 * after.get(label, 0.0))
        for label in {**before, **after}
        if before.get(label) or after.get(label)
    ]
    if most:
        rows = sorted(rows, key=lambda row: -max(row[1], row[2]))[:most]
    largest = max((max(one, other) for _, one, other in rows), default=1.0)
    bars = [
        Bar(
            *(label, number * LINE),
            *(round(ROOM * one / largest, 1), _words(one)),
            *(round(ROOM * other / largest, 1), _words(other)),
        )
        for number, (label, one, other) in enumerate(rows)
    ]
    return Chart(title, bars, max(LINE, len(bars) * LINE))


def _words(value: float) -> str:
    digits = f"{value:.3f}" if value >= 0.01 else f"{value:.7f}".rstrip("0").rstrip(".")
    return f"{digits} %"
