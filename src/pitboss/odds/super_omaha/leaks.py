"""What Super Omaha's leaks are worth: board cards, the dealer's, or those of other seats.

Board leaks are counted. The dealer's and other seats' cards are sampled: every sampled state has
its exact value with and without the leak. One of the dealer's cards can be counted too, and others
sampled better, which takes longer: until that is kept, a smaller sample stands in for it.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import cast

from pitboss.games.contract import Settings
from pitboss.odds.cache import Count, find
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Found, sampled
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.kernels import FEATURES
from pitboss.odds.super_omaha.leak_card import card_by_board, card_by_sights
from pitboss.odds.super_omaha.strategy import GAME, nets_counted, nets_of

BOARD_SOURCES = (*strategy.SOURCES, "odds/super_omaha/leak_boards.py")
DEAL_SOURCES = (*BOARD_SOURCES, "odds/super_omaha/leak_samples.py", "rounds/shuffle.py")
BY_FLOP = ("leak_blocks.py", "leak_flops.py", "leak_rules.py", "leak_states.py")
STATE_SOURCES = (*DEAL_SOURCES, *(f"odds/super_omaha/{name}" for name in BY_FLOP))
LANES = ("leak_dealer.py", "leak_lanes.py", "leak_vectors.py")
DEALER_SOURCES = (*strategy.SOURCES, *(f"odds/super_omaha/{name}" for name in LANES))
RULE_SOURCES = (*BOARD_SOURCES, "odds/super_omaha/leak_board_rule.py")
SOURCES = tuple(dict.fromkeys((*STATE_SOURCES, *DEALER_SOURCES, *RULE_SOURCES)))
"""What each kind of count depends on, and all of them."""

FLOPS = comb(52, 3) // 4
"""Flops in units of the rarest: a change of suits makes four of them alike, or a multiple."""

TURN, WHOLE_BOARD = "turn", "turn-river"
BOARDS = {
    TURN: comb(52, 4) * comb(48, 4) * 44 * comb(43, 4),
    WHOLE_BOARD: comb(52, 5) * comb(47, 4) * comb(43, 4),
}
"""The board leaks with their deals: four or five board cards, the seat's hand, what is left of the
board, and the dealer's hand."""

ONE_CARD = comb(52, 3) * 49 * comb(48, 4) * comb(44, 2) * comb(42, 3)
"""The deals of the dealer's card that is counted: Flop, card, hand, turn and river, his others."""

WAYS = {
    "dealer-1": comb(44, 2) * comb(42, 3),
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

DEALS = {
    "dealer-1": 6_000,
    "dealer-1-turn": 50_000,
    "dealer-2": 6_000,
    "dealer-3": 25_000,
    "dealer-4": 100_000,
    "neighbours-1": 2_000,
    "neighbours-2": 3_000,
    "neighbours-3": 5_000,
    "neighbours-4": 10_000,
    "neighbours-5": 15_000,
    "neighbours-6": 18_000,
}
"""How many deals are sampled: of other seats' cards so many that the standard error is below 0.1
points."""

STATES = {"dealer-1-turn": 49, "dealer-2": 50, "dealer-3": 150, "dealer-4": 400}
"""How many states are sampled of the rarest Flop, where that is done Flop by Flop: so many that the
standard error is below 0.1 points. With the turn known it is a multiple of the cards it may be."""

DEALER = tuple(name for name in WAYS if name.startswith("dealer"))
LEAKS = (*DEALER, *BOARDS, *(name for name in WAYS if name not in DEALER))


def count_leak(name: str, settings: Settings, pool: Executor | None = None) -> Count:
    """The count that a leak is read from."""
    nets = tuple(nets_counted(settings))
    inputs: dict[str, object] = {"nets": [list(net) for net in nets]}
    if name in BOARDS:

        def make() -> object:
            from pitboss.odds.super_omaha.leak_boards import count_turn, count_turn_river

            counted = count_turn if name == TURN else count_turn_river
            return counted(nets, kept_file(count), pool)

        count = Count(GAME, name, inputs, BOARD_SOURCES, make)
        return count
    if name in BETTER:
        better = BETTER[name](settings, pool)
        if find(better) is not None:
            return better
    return count_deals(name, settings, pool)


def count_deals(
    name: str, settings: Settings, pool: Executor | None = None, times: int = 1
) -> Count:
    """The count of a sample of deals; of one so many times as large as that which is shipped, from
    a seed of its own."""

    def make() -> object:
        from pitboss.odds.super_omaha.leak_samples import sample_leak

        drawn = (times * DEALS[name], seed)
        return sample_leak(name, tuple(nets_counted(settings)), drawn, kept_file(count), pool)

    seed = _seed(name, times)
    inputs = {"nets": _nets(settings), "sample": times * DEALS[name], "seed": seed}
    count = Count(GAME, name, inputs, DEAL_SOURCES, make)
    return count


def count_states(
    name: str, settings: Settings, pool: Executor | None = None, times: int = 1
) -> Count:
    """The same of a sample Flop by Flop."""

    def make() -> object:
        from pitboss.odds.super_omaha.leak_states import sample_states

        drawn = (times * STATES[name], seed, WAYS[name])
        return sample_states(name, tuple(nets_counted(settings)), drawn, kept_file(count), pool)

    seed = _seed(name, times)
    inputs = {"nets": _nets(settings), "sample": times * STATES[name] * FLOPS, "seed": seed}
    count = Count(GAME, name, inputs, STATE_SOURCES, make)
    return count


def _seed(name: str, times: int) -> str:
    return f"{GAME} {name}" if times == 1 else f"{GAME} {name} {times}"


def _nets(settings: Settings) -> list[list[int]]:
    return [list(net) for net in nets_counted(settings)]


def count_rule(pool: Executor | None = None) -> Count:
    """The count of the rule to remember where the whole board is known; for every Ante table."""

    def make() -> object:
        from pitboss.odds.super_omaha.leak_board_rule import count_rule

        return count_rule(kept_file(count), pool)

    count = Count(GAME, f"{WHOLE_BOARD}-rule", {}, RULE_SOURCES, make)
    return count


def count_one_card(settings: Settings, pool: Executor | None = None) -> Count:
    """The exact count of one of the dealer's cards."""
    nets = tuple(nets_counted(settings))

    def make() -> object:
        from pitboss.odds.super_omaha.leak_dealer import count_dealer

        return {"counted": count_dealer(nets, kept_file(count), pool)}

    inputs = {"nets": [list(net) for net in nets]}
    count = Count(GAME, "dealer-1-exact", inputs, DEALER_SOURCES, make)
    return count


BETTER: Mapping[str, Callable[[Settings, Executor | None], Count]] = {
    "dealer-1": count_one_card,
    **{name: partial(count_states, name) for name in STATES},
}
"""What is made of a leak that is counted anew; until it is kept, a sample of deals stands in."""


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with a leak."""
    nets, together = nets_of(settings), nets_counted(settings)
    place = together.index(nets)
    if isinstance(known, dict):
        best = known["counted"][2 + place]  # after the dealer's hands beaten, and beaten or tied
        return Found(Fraction(best, nets[0] * ONE_CARD), ONE_CARD)
    totals = cast("list[int]", known)
    if name in BOARDS:
        deals = BOARDS[name]
        rule = find(count_rule()) if name == WHOLE_BOARD else None
        card = card_by_board(cast("list[int]", rule), nets, deals) if rule else None
        return Found(Fraction(totals[place], nets[0] * deals), deals, card=card)
    return read_sample(name, settings, totals)


def read_sample(name: str, settings: Settings, totals: list[int], times: int = 1) -> Found:
    """The player's edge from a sample so many times as large as the shipped one; of states, where
    it has sums for a rule to remember."""
    nets, together = nets_of(settings), nets_counted(settings)
    by_cell, unit = -best_by_cell(tuple(together), nets), nets[0] * WAYS[name]
    width = len(totals) // len(together)
    best, squares, *by_sight = totals[together.index(nets) * width :][:width]
    number = times * (FLOPS * STATES[name] if by_sight else DEALS[name])
    found = sampled(by_cell, (best, squares), number, unit)
    if not by_sight:
        return found
    return found._replace(card=card_by_sights(name, by_sight, (number, unit), by_cell))


@cache
def best_by_cell(together: tuple[strategy.Nets, ...], nets: strategy.Nets) -> Fraction:
    """The house edge of the best play that goes by cells alone."""
    cells = strategy.read_game(strategy.whole_game(together)).cells
    return strategy.least_edge(cells, tuple(FEATURES), nets)


def shipped_counts() -> Iterable[Count]:
    settings = read_request(GAME, {}).settings
    for name in LEAKS:
        yield count_leak(name, settings)
    if find(count_rule()) is not None:
        yield count_rule()
