"""The figures of both tables side by side, and what was changed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.money import money, signed_money
from pitboss.web.pages.charts import Chart, ranks, returns, spread
from pitboss.web.pages.design import Design

PERCENT = {
    "house_edge": "House edge",
    "element_of_risk": "Element of risk",
    "hit_frequency": "Hit frequency",
    "fixed_return": "Return of fixed prizes",
    "meter_return": "Return of the meter",
    "envy_return": "Return of envy pays",
}
NUMBERS = {
    "standard_deviation": "Standard deviation",
    "variance": "Variance",
    "average_wager": "Average wager",
}
DOLLARS = {"break_even_meter": "Break-even meter"}
HELP = {
    "house_edge": "lost by the first wager on average, under the best play",
    "element_of_risk": "lost by each unit wagered",
    "hit_frequency": "rounds in which something is won",
    "standard_deviation": "of one round's result, in first wagers: the volatility",
    "break_even_meter": "where the jackpot wager is even",
}
LONGEST_EXACT = 28


class Figure(NamedTuple):
    """One line of the comparison."""

    name: str
    title: str
    help: str
    before: str
    after: str
    exact: str
    short: str
    change: str
    direction: str


class Part(NamedTuple):
    """A wager's part where two are priced together."""

    title: str
    figures: list[Figure]


class Result(NamedTuple):
    figures: list[Figure]
    parts: list[Part]
    charts: list[Chart]
    changed: list[tuple[str, str, str]]
    labels: list[str]
    outcomes: list[tuple[str, str, str, str]]
    sides: tuple[str, str]


def compare(design: Design, before: Mapping[str, Any], after: Mapping[str, Any]) -> Result:
    """All that the page shows of two answers of the command."""
    charts = []
    if after.get("outcomes"):
        own = [side.get("parts", {}).get(design.wager, side) for side in (before, after)]
        charts = [returns(own[0], own[1]), spread(own[0], own[1])]
    elif after.get("hand_ranks"):
        charts = [ranks(after)]
    parts = [
        Part(f"The part of the {name} wager", list_figures(before["parts"][name], part))
        for name, part in after.get("parts", {}).items()
    ]
    labels = [str(label) for label in after["labels"]]
    if design.is_edited and not labels:
        labels = _own_labels(design)
    return Result(
        list_figures(before, after),
        parts,
        charts,
        list(_changes(design)),
        labels,
        [_outcome(row) for row in after.get("outcomes", [])],
        ("five held", "three held") if design.is_poker else ("approved", "yours"),
    )


def _outcome(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    chance, returned = (row[name]["value"] for name in ("probability", "return"))
    return row["event"], row["pays"], f"{chance:.10f}", f"{returned:.8f}"


def _own_labels(design: Design) -> list[str]:
    """A jackpot's table is not among the settings that are labelled; a house may choose the
    bonus table where the document says so."""
    spot = design.game.source.spots.get(design.wager)
    if spot and spot.house_table:
        return []
    return [f"not as approved: this pay table for {design.wager} is not printed"]


def list_figures(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Figure]:
    """Those that both answers have."""
    found = []
    for names, kind in ((PERCENT, "%"), (NUMBERS, ""), (DOLLARS, "$")):
        for name, title in names.items():
            if before.get(name) is not None and after.get(name) is not None:
                found.append(_figure(name, title, kind, (before[name], after[name])))
    return found


def _figure(name: str, title: str, kind: str, pair: tuple[Any, Any]) -> Figure:
    before, after = (side["value"] for side in pair)
    exact = str(pair[1].get("exact", ""))
    difference = _difference(pair)
    change = _signed(difference, kind) if difference else "none"
    direction = "up" if difference > 0 else "down" if difference < 0 else "even"
    return Figure(
        *(name, title, HELP.get(name, ""), _shown(before, kind), _shown(after, kind)),
        *(exact, exact if len(exact) <= LONGEST_EXACT else "", change, direction),
    )


def _difference(pair: tuple[Any, Any]) -> float:
    """Exactly, where both figures are exact."""
    if all("exact" in side for side in pair):
        before, after = (Fraction(str(side["exact"])) for side in pair)
        return float(after - before)
    return float(pair[1]["value"] - pair[0]["value"])


def _shown(value: float, kind: str) -> str:
    if kind == "%":
        return f"{100 * value:.4f} %"
    return money(round(100 * value)) if kind == "$" else f"{value:,.4f}"


def _signed(value: float, kind: str) -> str:
    if kind == "%":
        return f"{100 * value:+.4f} points"
    return signed_money(round(100 * value)) if kind == "$" else f"{value:+,.4f}"


def _changes(design: Design) -> list[tuple[str, str, str]]:
    """What was changed, from what, to what."""
    found = [
        (row.hand, row.printed, row.pay or "no row")
        for row in design.rows
        if row.pay != row.printed
    ]
    found += [
        (f"{row.hand}, envy", row.printed_envy or "–", row.envy or "–")
        for row in design.rows
        if row.envy != row.printed_envy
    ]
    if design.table and design.terms != design.table.terms:
        found.append(("pays", design.table.terms, design.terms))
    for name, value in design.chosen_rulings.items():
        found.append((f"ruling {name}", design.game.source.rulings[name].options[0], value))
    return found
