"""Super Omaha's strategy card: points for what a hand shows on the Flop."""

from collections.abc import Iterator, Mapping

from pitboss.odds.card import (
    CardTable,
    StrategyCard,
    Words,
    by_strategy,
    cost_words,
    read_words,
)
from pitboss.odds.request import Request

SIMPLE = "simple"
MINUS = "\N{MINUS SIGN}"


def make_card(request: Request) -> StrategyCard:
    words = read_words(__package__)
    figures = by_strategy(request, SIMPLE)
    strategy = figures["strategy"]
    tables = tuple(_tables(words, strategy["rows"]))
    lead = words["lead"].format(rule=strategy["text"])
    return StrategyCard(lead, tables, (cost_words(words, figures), *words["notes"]))


def _tables(words: Words, rows: Mapping[str, Mapping[str, int]]) -> Iterator[CardTable]:
    """One for each feature that has points, in the card's order; equal neighbours in one line."""
    for feature, said in words["features"].items():
        if feature not in rows:
            continue
        lines: dict[int, list[str]] = {}
        for value, points in rows[feature].items():
            lines.setdefault(points, []).append(said["values"].get(value, value))
        yield CardTable(
            said["title"],
            (said["head"], words["points"]),
            tuple(("; ".join(names), signed(points)) for points, names in lines.items()),
        )


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"
