"""Holdout's strategy card: what to hold, and what that wins against one opponent."""

from typing import Any

from pitboss.odds.card import CardTable, StrategyCard, percent, read_words
from pitboss.odds.registry import find_solver
from pitboss.odds.request import Request


def make_card(request: Request) -> StrategyCard:
    words = read_words(__package__)
    figures: Any = find_solver(request.key).price(request)
    shares = {row["hand"]: row for row in figures["hold_values"]}
    holds = tuple(
        (
            hand,
            hold,
            percent(shares[kind]["probability"]["value"], 1),
            percent(shares[kind]["by_rule"]["value"], 0),
        )
        for kind, (hand, hold) in words["kinds"].items()
    )
    discards = tuple(
        (
            str(row["discarded"]),
            percent(row["probability"]["value"], 1),
            percent(row["sensible"]["value"], 0) if "sensible" in row else words["never"],
        )
        for row in figures["discards"]
    )
    tables = (
        CardTable(words["hold"]["title"], tuple(words["hold"]["heads"]), holds),
        CardTable(words["discards"]["title"], tuple(words["discards"]["heads"]), discards),
    )
    return StrategyCard(words["lead"], tables, tuple(words["notes"]))
