"""The designer's figures: answers of ``pitboss odds`` side by side, and as charts."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.money import money, signed_money
from pitboss.odds.figures import fraction_of
from pitboss.odds.results import group_results, sum_events
from pitboss.reports.charts import Pairs
from pitboss.web.pages.design import words

LONGEST_EXACT = 28
MOST_ROWS = 16

Answer = Mapping[str, Any]


def compare(
    wager: str, before: Answer, after: Answer, beside: Sequence[Answer | None] = ()
) -> dict[str, Any]:
    """What the page shows of two answers of the command, and of others beside them as far as they
    are there."""
    parts = after.get("parts", {})
    return {
        "figures": [
            {**line, "beside": [_beside(line["name"], other) for other in beside]}
            for line in list_figures(before, after)
        ],
        "parts": [
            (words.part_of(wager=name), list_figures(before["parts"][name], part))
            for name, part in parts.items()
        ],
        "charts": list_charts(wager, before, after),
        "outcomes": [_outcome(row) for row in after.get("outcomes", [])],
    }


def list_charts(wager: str, before: Answer, after: Answer) -> list[Pairs]:
    """What is drawn of two answers; of hands between players, those with five cards held and with
    three."""
    if after.get("outcomes"):
        old, new = (side.get("parts", {}).get(wager, side)["outcomes"] for side in (before, after))
        returns = (sum_events(each, "return") for each in (old, new))
        results = (group_results(each) for each in (old, new))
        return [
            pair_up(words.RETURNS, words.SIDES, *returns, most=MOST_ROWS),
            pair_up(words.SPREAD, words.SIDES, *results),
        ]
    if not after.get("hand_ranks"):
        return []
    held = {part["held"]: part["outcomes"] for part in after["hand_ranks"]}
    five, three = (
        {event.replace("-", " "): chance for event, chance in sums.items()}
        for sums in (sum_events(held[cards], "probability") for cards in (5, 3))
    )
    return [pair_up(words.BOTH_HELD, words.HELD_SIDES, five, three)]


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


def pair_up(
    title: str,
    sides: tuple[str, str],
    before: Mapping[str, float],
    after: Mapping[str, float],
    *,
    most: int = 0,
) -> Pairs:
    """Two figures in per cent for each label; with ``most``, so many of them, the largest first."""
    rows = [
        (label, 100 * before.get(label, 0.0), 100 * after.get(label, 0.0))
        for label in {**before, **after}
        if before.get(label) or after.get(label)
    ]
    if most:
        rows = sorted(rows, key=lambda row: -max(row[1], row[2]))[:most]
    return Pairs(title, sides, rows)
