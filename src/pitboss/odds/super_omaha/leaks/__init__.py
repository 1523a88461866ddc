"""What Super Omaha's leaks are worth: board cards, the dealer's, or those of other seats.

Board cards and one card of the dealer's are counted. More of his, or other seats' cards, are
sampled: every sampled state has its exact value with and without the leak.
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache
from math import comb
from typing import cast

from pitboss.games.contract import Settings
from pitboss.odds.cache import Count
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Found, sampled
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.kernels import FEATURES
from pitboss.odds.super_omaha.leaks.cards import card_by_board, card_by_count, card_by_sample
from pitboss.odds.super_omaha.strategy import GAME, nets_counted, nets_of

FLOPS = comb(52, 3) // 4
"""Flops in units of the rarest: a change of suits makes four of them alike, or a multiple."""

TURN, WHOLE_BOARD, ONE_CARD = "turn", "turn-river", "dealer-1"
COUNTED = {
    TURN: comb(52, 4) * comb(48, 4) * 44 * comb(43, 4),
    WHOLE_BOARD: comb(52, 5) * comb(47, 4) * comb(43, 4),
    ONE_CARD: comb(52, 3) * 49 * comb(48, 4) * comb(44, 2) * comb(42, 3),
}
"""The leaks that are counted with their deals: four or five board cards, the seat's hand, what is
left of the board, and the dealer's hand; or the Flop, the dealer's card, the seat's hand, turn and
river, and the dealer's other cards."""

STATES = {"dealer-2": 50, "dealer-3": 150, "dealer-4": 400, "dealer-1-turn": 49}
"""How many states are sampled of the rarest Flop, where that is done Flop by Flop: so many that the
standard error is below 0.1 points. With the turn known it is a multiple of the cards it may be."""

DEALS = {
    "neighbours-1": 10_000,
    "neighbours-2": 15_000,
    "neighbours-3": 25_000,
    "neighbours-4": 50_000,
    "neighbours-5": 75_000,
    "neighbours-6": 90_000,
}
"""How many deals are sampled of other seats' cards, likewise."""

SAMPLED = {**{name: FLOPS * number for name, number in STATES.items()}, **DEALS}
"""How many states are sampled in all."""

WAYS = {
    "dealer-2": comb(43, 2) * comb(41, 2),
    "dealer-3": comb(42, 2) * 40,
    "dealer-4": comb(41, 2),
    "dealer-1-turn": 43 * comb(42, 3),
    **{
        f"neighbours-{seats}": comb(45 - 4 * seats, 2) * comb(43 - 4 * seats, 4)
        for seats in range(1, 7)
    },
}
"""The sampled leaks with the ways that a state can go on."""

LEAKS = (ONE_CARD, *STATES, TURN, WHOLE_BOARD, *DEALS)

MODULES = {
    TURN: ("boards", "choices", "rivers"),
    WHOLE_BOARD: ("boards", "choices"),
    ONE_CARD: ("choices", "dealer", "lanes", "rules", "vectors"),
    **dict.fromkeys(STATES, ("blocks", "choices", "flops", "rules", "states")),
    **dict.fromkeys(DEALS, ("choices", "neighbours", "rules")),
}
"""What each count depends on, beside the game's own."""


def sources(name: str) -> tuple[str, ...]:
    own = (f"odds/super_omaha/leaks/{module}.py" for module in MODULES[name])
    return (*strategy.SOURCES, *own, *(("rounds/shuffle.py",) if name in SAMPLED else ()))


SOURCES = tuple(dict.fromkeys(source for name in LEAKS for source in sources(name)))


def count_leak(
    name: str, settings: Settings, pool: Executor | None = None, times: int = 1
) -> Count:
    """The count that a leak is read from; of a sample, one so many times as large as that which is
    shipped, from a seed of its own."""
    nets = tuple(nets_counted(settings))
    inputs: dict[str, object] = {"nets": [list(net) for net in nets]}
    seed = f"{GAME} {name}" if times == 1 else f"{GAME} {name} {times}"
    if name in SAMPLED:
        inputs |= {"sample": times * SAMPLED[name], "seed": seed}

    def make() -> object:
        from pitboss.odds.super_omaha.leaks import boards, dealer, neighbours, rivers, states

        kept = kept_file(count)
        if name in STATES:
            drawn = (times * STATES[name], seed, WAYS[name])
            return states.sample_states(name, nets, drawn, kept, pool)
        if name in DEALS:
            seats, deals = int(name.rpartition("-")[2]), (times * DEALS[name], seed)
            return neighbours.sample_deals(seats, nets, deals, kept, pool)
        makers = {
            TURN: rivers.count_turn,
            WHOLE_BOARD: boards.count_turn_river,
            ONE_CARD: dealer.count_dealer,
        }
        return makers[name](nets, kept, pool)

    count = Count(GAME, name, inputs, sources(name), make)
    return count


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with a leak; a rule that is worth no more than perfect play without it is
    not told."""
    totals = cast("list[int]", known)
    if name in SAMPLED:
        found = read_sample(name, settings, totals)
        return found if found.card and found.card.edge > base else found._replace(card=None)
    nets, together, deals = nets_of(settings), nets_counted(settings), COUNTED[name]
    place = together.index(nets)
    if name == ONE_CARD:
        _beaten, _upto, *totals = totals
    best, sums = Fraction(totals[place], nets[0] * deals), totals[len(together) :]
    if name == ONE_CARD:
        width = len(sums) // len(together)
        card = card_by_count(name, sums[width * place :][:width], nets[0] * deals)
    else:
        card = card_by_board(name, sums, nets, deals)
    return Found(best, deals, card=card)


def read_sample(name: str, settings: Settings, totals: list[int], times: int = 1) -> Found:
    """The player's edge from a sample so many times as large as the shipped one."""
    nets, together = nets_of(settings), nets_counted(settings)
    by_cell, unit = -best_by_cell(tuple(together), nets), nets[0] * WAYS[name]
    width = len(totals) // len(together)
    best, squares, *by_sight = totals[together.index(nets) * width :][:width]
    number = times * SAMPLED[name]
    found = sampled(by_cell, (best, squares), number, unit)
    return found._replace(card=card_by_sample(name, by_sight, (number, unit), by_cell))


@cache
def best_by_cell(together: tuple[strategy.Nets, ...], nets: strategy.Nets) -> Fraction:
    """The house edge of the best play that goes by cells alone."""
    cells = strategy.read_game(strategy.whole_game(together)).cells
    return strategy.least_edge(cells, tuple(FEATURES), nets)


def shipped_counts() -> Iterable[Count]:
    settings = read_request(GAME, {}).settings
    for name in LEAKS:
        yield count_leak(name, settings)
