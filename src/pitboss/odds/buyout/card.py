"""Buyout's strategy card: when to buy, by the dealer's up card and one's points."""

from collections.abc import Mapping

from pitboss.odds.buyout.strategy import BY_POINTS, BY_UP_CARD, HAND_POINTS
from pitboss.odds.card import (
    NEVER,
    CardTable,
    StrategyCard,
    by_strategy,
    cost_words,
    merge_alike,
    read_words,
)
from pitboss.odds.request import Request

HIGHEST_CARD = 11


def make_card(request: Request) -> StrategyCard:
    words = read_words(__package__)
    fine, simple = by_strategy(request, BY_UP_CARD), by_strategy(request, BY_POINTS)
    heads = tuple(words["table"]["heads"])
    rows = merge_alike(
        (words["ranks"].get(up, up), *thresholds(row))
        for up, row in fine["strategy"]["rows"].items()
    )
    any_row = next(iter(simple["strategy"]["rows"].values()))
    tables = (
        CardTable(words["table"]["title"], heads, rows, cost_words(words, fine)),
        CardTable(
            words["simple"]["title"],
            heads,
            ((words["simple"]["any"], *thresholds(any_row)),),
            cost_words(words, simple),
        ),
    )
    return StrategyCard(words["lead"], tables, tuple(words["notes"]))


def thresholds(row: Mapping[str, int]) -> tuple[str, ...]:
    """The four numbers as they are read; more than a hand can have is never."""
    high, *points = row.values()
    return (
        str(high) if high <= HIGHEST_CARD else NEVER,
        *(str(one) if one < HAND_POINTS else NEVER for one in points),
    )
