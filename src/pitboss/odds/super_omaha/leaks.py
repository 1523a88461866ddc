"""What Super Omaha's leaks are worth: board cards, the dealer's, or those of other seats.

Board leaks are counted. The dealer's and other seats' cards are sampled: every sampled deal has its
exact value with and without the leak.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from fractions import Fraction
from math import comb, sqrt
from operator import add
from typing import NamedTuple, cast

from pitboss.games.contract import Settings
from pitboss.odds.cache import Count
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Found, sampled
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.strategy import GAME, nets_counted, nets_of

BOARD_SOURCES = (*strategy.SOURCES, "odds/super_omaha/leak_boards.py")
SOURCES = (*BOARD_SOURCES, "odds/super_omaha/leak_samples.py", "rounds/shuffle.py")

BOARDS = {
    "turn": comb(52, 4) * comb(48, 4) * 44 * comb(43, 4),
    "turn-river": comb(52, 5) * comb(47, 4) * comb(43, 4),
}
"""The board leaks with their deals: four or five board cards, the seat's hand, what is left of the
board, and the dealer's hand."""

DEALER = {
    "dealer-1": comb(44, 2) * comb(42, 3),
    "dealer-2": comb(43, 2) * comb(41, 2),
    "dealer-3": comb(42, 2) * 40,
    "dealer-1-turn": 43 * comb(42, 3),
}
"""The dealer's leaks with the ways that a state can go on."""

NEIGHBOURS = {
    f"neighbours-{seats}": comb(45 - 4 * seats, 2) * comb(43 - 4 * seats, 4)
    for seats in range(1, 7)
}
WHOLE, WHOLE_WAYS = "dealer-4", comb(41, 2)
LEAKS = (*sorted((*DEALER, WHOLE)), *BOARDS, *NEIGHBOURS)


class Sample(NamedTuple):
    """A sample's count, its size, and its leaks in order."""

    name: str
    size: int
    leaks: tuple[str, ...]


SAMPLES = (
    Sample("dealer", 12_000, tuple(DEALER)),
    Sample("dealer-hand", 100_000, (WHOLE,)),
    Sample("neighbours", 15_000, tuple(NEIGHBOURS)),
)

SHIPPED = ("turn-river", WHOLE)
"""A leak of each count that is shipped; the others are counted when they are asked for anew."""


def count_leak(name: str, settings: Settings, pool: Executor | None = None) -> Count:
    """The count that a leak is read from."""
    nets = tuple(nets_counted(settings))
    inputs: dict[str, object] = {"nets": [list(net) for net in nets]}
    if name in BOARDS:

        def make() -> object:
            from pitboss.odds.super_omaha.leak_boards import count_turn, count_turn_river

            counted = count_turn if name == "turn" else count_turn_river
            return counted(nets, kept_file(count), pool)

        count = Count(GAME, name, inputs, BOARD_SOURCES, make)
        return count
    sample = sample_of(name)
    seed = f"{GAME} {sample.name}"

    def make_sample() -> object:
        from pitboss.odds.super_omaha import leak_samples

        makers: dict[str, Callable[..., object]] = {
            "dealer": leak_samples.sample_dealer,
            "dealer-hand": leak_samples.sample_whole_hand,
            "neighbours": leak_samples.sample_neighbours,
        }
        return makers[sample.name](nets, (sample.size, seed), kept_file(drawn), pool)

    inputs |= {"sample": sample.size, "seed": seed}
    drawn = Count(GAME, sample.name, inputs, SOURCES, make_sample)
    return drawn


def sample_of(name: str) -> Sample:
    return next(sample for sample in SAMPLES if name in sample.leaks)


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with a leak."""
    nets = nets_of(settings)
    totals, place = cast("list[int]", known), nets_counted(settings).index(nets)
    if name in BOARDS:
        return Found(Fraction(totals[place], nets[0] * BOARDS[name]), BOARDS[name])
    sample = sample_of(name)
    if name == WHOLE:
        return against_twice(totals[5 * place : 5 * place + 5], sample.size, settings)
    at = 2 * (place * len(sample.leaks) + sample.leaks.index(name))
    ways = {**DEALER, **NEIGHBOURS}[name]
    return sampled(base, (totals[at], totals[at + 1]), sample.size, nets[0] * ways)


def against_twice(sums: list[int], number: int, settings: Settings) -> Found:
    """The mean of the best choice, put right by how far the sample's mean of always 2x is from the
    counted one."""
    nets = nets_of(settings)
    unit = nets[0] * WHOLE_WAYS
    best, squares, twice, twice_squares, products = (Fraction(one, number) for one in sums)
    spread, other = squares - best**2, twice_squares - twice**2
    both = products - best * twice
    slope = both / other
    found = best / unit + slope * (mean_of_twice(settings) - twice / unit)
    left = (spread - slope * both) / (number - 2)
    return Found(found, number, sqrt(left) / unit)


def mean_of_twice(settings: Settings) -> Fraction:
    """What always wagering 2x on the Flop comes to, over all deals."""
    nets, counted = nets_of(settings), nets_counted(settings)
    game = strategy.read_game(strategy.whole_game(counted))
    total = [0] * len(game.actions[0][0])
    for one in game.actions[counted.index(nets)]:
        total = list(map(add, total, one))
    thrice, once, _ = strategy.totals_of(total, nets)
    deals = strategy.FLOPS * strategy.HANDS * strategy.SHOWDOWNS
    return Fraction(thrice + once, 2 * nets[0] * deals)


def shipped_counts() -> Iterable[Count]:
    settings = read_request(GAME, {}).settings
    for name in SHIPPED:
        yield count_leak(name, settings)
