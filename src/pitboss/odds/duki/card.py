"""Duki's strategy card: the lowest hand to play."""

from pitboss.odds.card import (
    CardTable,
    StrategyCard,
    by_strategy,
    cost_words,
    percent,
    read_words,
    small_percent,
)
from pitboss.odds.duki.strategy import BEST, FIXED
from pitboss.odds.figures import fraction_of
from pitboss.odds.request import Request


def make_card(request: Request) -> StrategyCard:
    words = read_words(__package__)
    best = by_strategy(request, BEST)
    rows = []
    for name in (BEST, *FIXED):
        figures = best if name == BEST else by_strategy(request, name)
        edge, cost = figures["house_edge"]["value"], fraction_of(figures["cost"])
        rows.append((words["names"][name], percent(edge), small_percent(cost)))
    lowest = best["strategy"]["play_from"]
    hand = request.game.words.hand(request.game.score(lowest, request.settings.rulings))
    table = CardTable(words["table"]["title"], tuple(words["table"]["heads"]), tuple(rows))
    lead = words["lead"].format(cards=lowest, hand=hand)
    return StrategyCard(lead, (table,), (cost_words(words, best), *words["notes"]))
