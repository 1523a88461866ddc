"""What Super Omaha's leaks are worth: board cards, the dealer's, or those of other seats.

Board cards and one card of the dealer's are counted. More of his, or other seats' cards, are
sampled: every sampled state has its exact value with and without the leak.
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, cast

from pitboss.data import read_toml
from pitboss.games.contract import Settings
from pitboss.odds.cache import Count, recall
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Card, Found, sampled
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.kernels import FEATURES
from pitboss.odds.super_omaha.leaks.cards import (
    card_by_board,
    card_by_sample,
    card_by_scores,
)
from pitboss.odds.super_omaha.leaks.points import Points
from pitboss.odds.super_omaha.leaks.thresholds import PARTS
from pitboss.odds.super_omaha.strategy import GAME, named_strategies, nets_counted, nets_of

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

FROM_BEST = ("neighbours-1", "neighbours-2")
"""Leaks that are set against what is best for the hand without them, and not by its cell: they add
less than the one is better than the other."""

SAMPLED = {**{name: FLOPS * number for name, number in STATES.items()}, **DEALS}
"""How many states are sampled in all."""

WAYS = {
    ONE_CARD: comb(44, 2) * comb(42, 3),
    "dealer-2": comb(43, 2) * comb(41, 2),
    "dealer-3": comb(42, 2) * 40,
    "dealer-4": comb(41, 2),
    "dealer-1-turn": 43 * comb(42, 3),
    **{
        f"neighbours-{seats}": comb(45 - 4 * seats, 2) * comb(43 - 4 * seats, 4)
        for seats in range(1, 7)
    },
}
"""In how many ways a state can go on, of what is sampled."""

RULE, RULE_STATES = "dealer-1-rule", 4
"""The rule for one of the dealer's cards has a sample of its own: so many states of the rarest
Flop."""

LEAKS = (ONE_CARD, *STATES, TURN, WHOLE_BOARD, *DEALS)

MODULES = {
    TURN: ("boards", "choices", "rivers"),
    WHOLE_BOARD: ("boards", "choices"),
    ONE_CARD: ("choices", "dealer", "lanes", "rules", "vectors"),
    RULE: (
        *("blocks", "choices", "dealer", "flops", "kinds", "one_card", "points", "rules"),
        *("scores", "states", "thresholds"),
    ),
    **dict.fromkeys(STATES, ("blocks", "choices", "flops", "rules", "states")),
    **dict.fromkeys(
        DEALS, ("choices", "kinds", "neighbours", "points", "rules", "scores", "thresholds")
    ),
}
"""What each count depends on, beside the game's own."""


def sources(name: str) -> tuple[str, ...]:
    own = (f"odds/super_omaha/leaks/{module}.py" for module in MODULES[name])
    return (*strategy.SOURCES, *own, *(("rounds/shuffle.py",) if name not in COUNTED else ()))


SOURCES = tuple(dict.fromkeys(source for name in MODULES for source in sources(name)))


def points_of(name: str) -> Points:
    """The points that the rule of a leak goes by."""
    given = _given(name)
    card, more = named_strategies()[given["card"]], given["more"]
    assert isinstance(card, strategy.Points)
    return Points(card.by_feature, tuple(more.get(part, 0) for part in PARTS))


def _given(name: str) -> Any:
    points = read_toml(__package__, "leaks.toml")["points"]
    return points["neighbours" if name in DEALS else name]


def rest_of(name: str) -> Fraction:
    """The part of their points that is taken off for cards that no other seat has."""
    return Fraction(_given(name)["rest"][_seats(name) - 1])


def _seats(name: str) -> int:
    return int(name.rpartition("-")[2])


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
    if name in DEALS:
        inputs |= _inputs(points_of(name))
        inputs |= {"rest": str(rest_of(name)), "from_best": name in FROM_BEST}

    def make() -> object:
        from pitboss.odds.super_omaha.leaks import boards, dealer, neighbours, rivers, states

        kept = kept_file(count)
        if name in STATES:
            states_drawn = (times * STATES[name], seed, WAYS[name])
            return states.sample_states(name, nets, states_drawn, kept, pool)
        if name in DEALS:
            rest, drawn = rest_of(name).as_integer_ratio(), (times * DEALS[name], seed)
            rule = neighbours.Rule(_seats(name), points_of(name), rest, name in FROM_BEST)
            return neighbours.sample_deals(nets, drawn, rule, kept, pool)
        makers = {
            TURN: rivers.count_turn,
            WHOLE_BOARD: boards.count_turn_river,
            ONE_CARD: dealer.count_dealer,
        }
        return makers[name](nets, kept, pool)

    count = Count(GAME, name, inputs, sources(name), make)
    return count


def _inputs(points: Points) -> dict[str, object]:
    return {"points": {**points.card}, "more": list(points.more)}


def count_rule(settings: Settings, pool: Executor | None = None) -> Count:
    """The sample that the rule for one of the dealer's cards is read from."""
    nets, points, seed = tuple(nets_counted(settings)), points_of(ONE_CARD), f"{GAME} {RULE}"
    inputs: dict[str, object] = {"nets": [list(net) for net in nets], **_inputs(points)}
    inputs |= {"sample": FLOPS * RULE_STATES, "seed": seed}

    def make() -> object:
        from pitboss.odds.super_omaha.leaks import one_card

        return one_card.sample_rule(nets, (RULE_STATES, seed), points, kept_file(count), pool)

    count = Count(GAME, RULE, inputs, sources(RULE), make)
    return count


def read_rule(settings: Settings) -> Card:
    """The rule for one of the dealer's cards, by points."""
    nets, together = nets_of(settings), nets_counted(settings)
    sums = cast("list[int]", recall(count_rule(settings)))
    width, usual = len(sums) // len(together), -best_by_cell(tuple(together), nets)
    own, sample = sums[together.index(nets) * width :][:width], FLOPS * RULE_STATES
    return card_by_scores(ONE_CARD, own, (sample, nets[0] * WAYS[ONE_CARD]), usual)


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with a leak; a rule that is worth no more than perfect play without it is
    not told."""
    totals = cast("list[int]", known)
    if name in SAMPLED:
        found = read_sample(name, settings, totals, base)
        return found if found.card and found.card.edge > base else found._replace(card=None)
    nets, together, deals = nets_of(settings), nets_counted(settings), COUNTED[name]
    place = together.index(nets)
    if name == ONE_CARD:
        _beaten, _upto, *totals = totals
    best, sums = Fraction(totals[place], nets[0] * deals), totals[len(together) :]
    card = read_rule(settings) if name == ONE_CARD else card_by_board(name, sums, nets, deals)
    return Found(best, deals, card=card)


def read_sample(
    name: str, settings: Settings, totals: list[int], base: Fraction, times: int = 1
) -> Found:
    """The player's edge from a sample so many times as large as the shipped one; the base is that
    of the best play without the leak."""
    nets, together = nets_of(settings), nets_counted(settings)
    usual = base if name in FROM_BEST else -best_by_cell(tuple(together), nets)
    width, unit = len(totals) // len(together), nets[0] * WAYS[name]
    best, squares, *sums = totals[together.index(nets) * width :][:width]
    number = times * SAMPLED[name]
    make = card_by_scores if name in DEALS else card_by_sample
    found = sampled(usual, (best, squares), number, unit)
    return found._replace(card=make(name, sums, (number, unit), usual))


@cache
def best_by_cell(together: tuple[strategy.Nets, ...], nets: strategy.Nets) -> Fraction:
    """The house edge of the best play that goes by cells alone."""
    cells = strategy.read_game(strategy.whole_game(together)).cells
    return strategy.least_edge(cells, tuple(FEATURES), nets)


def shipped_counts() -> Iterable[Count]:
    settings = read_request(GAME, {}).settings
    for name in LEAKS:
        yield count_leak(name, settings)
    yield count_rule(settings)
