"""The trials: what each counts over a stream's decks, and how likely that is.

Counts of several streams can be added up and are judged in the same way. Each trial says what its
statistic is; that cells which hang together still make a chi-square of the stated degrees is shown
in ``test_trials`` by enumeration on small decks.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.poker import category_of as poker_category
from pitboss.cards.poker import rank_five
from pitboss.games.buyout.score import points
from pitboss.games.duki import score as duki
from tests.evidence import expected
from tests.evidence.chances import chi_square_tail, normal_tail, poisson_tail, two_sided
from tests.evidence.streams import Decks

Counts = NDArray[np.int64]

LEAST = 20
"""Expected in every cell of a chi-square, after merging."""
BLOCK = 100
"""Rounds in which the top cards' ranks are collected."""
FIRST = 4
"""Cards from the top that are compared with those of other rounds."""

PLACES = {
    "buyout": (0, 6, 12, 13),
    "duki": (2, 8, 14, 20),
    "super-omaha": (1, 7, 13, 19, 24),
    "holdout": (1, 7, 13, 19, 25),
}
"""Where the hand lies in the deck: five seats and a dealer (Holdout: six seats) dealt in turn.
Buyout's first seat with its third and fourth card, Duki's third, Super Omaha's second with the
first community card, as the five-card jackpot counts them, and Holdout's second."""


class Outcome(NamedTuple):
    """A statistic, its degrees of freedom (0: it is a standard normal or Poisson's), and the chance
    that it is as large or larger."""

    statistic: float
    freedom: int
    tail: float

    @property
    def p(self) -> float:
        return two_sided(self.tail)


class Trial(NamedTuple):
    """``judge`` gives nothing where there are too few counts to judge."""

    name: str
    counts: Callable[[Decks], Counts]
    judge: Callable[[Counts], Outcome | None]


def chi_square(value: float, freedom: int) -> Outcome:
    return Outcome(value, freedom, chi_square_tail(value, freedom))


def against(chances: expected.Chances, counts: Counts) -> Outcome | None:
    """Pearson's chi-square over cells in their order, small ones merged with their neighbours."""
    total = int(counts.sum())
    cells: list[tuple[int, float]] = []
    seen, wanted = 0, Fraction(0)
    for value in sorted(chances):
        seen, wanted = seen + int(counts[value]), wanted + chances[value] * total
        if wanted >= LEAST:
            cells.append((seen, float(wanted)))
            seen, wanted = 0, Fraction(0)
    if not cells:
        return None
    last_seen, last_wanted = cells.pop()
    cells.append((last_seen + seen, last_wanted + float(wanted)))
    if len(cells) < 3:
        return None
    return chi_square(sum((seen - mean) ** 2 / mean for seen, mean in cells), len(cells) - 1)


def tally(values: NDArray[np.int64], size: int) -> Counts:
    return np.bincount(values.ravel(), minlength=size).astype(np.int64)


# Cards and places


def by_place(decks: Decks) -> Counts:
    size = decks.shape[1]
    return tally(np.arange(size) * size + decks.astype(np.int64), size * size)


def judge_places(counts: Counts) -> Outcome:
    """Every row and column has the same sum, and the rest of a permutation's matrix has one
    variance in all (size - 1) squared directions: Pearson's statistic x (size - 1) / size."""
    size = round(sqrt(len(counts)))
    rounds = counts.sum() / size
    off = counts - rounds / size
    return chi_square(float((off * off).sum() * (size - 1) / rounds), (size - 1) ** 2)


def neighbours(decks: Decks) -> Counts:
    """Card by the card that follows it; the first follows the last, so that each follows one."""
    size = decks.shape[1]
    after = np.roll(decks, -1, axis=1).astype(np.int64)
    return tally(decks.astype(np.int64) * size + after, size * size)


def judge_neighbours(counts: Counts) -> Outcome:
    """How often two cards lie beside each other: size (size - 3) / 2 directions are free."""
    size = round(sqrt(len(counts)))
    square = counts.reshape(size, size)
    beside = (square + square.T)[np.triu_indices(size, 1)]
    mean = 2 * counts.sum() / size / (size - 1)
    freedom = size * (size - 3) // 2
    return chi_square(float(((beside - mean) ** 2).sum() / mean), freedom)


def judge_order(counts: Counts) -> Outcome:
    """Which of two neighbours comes first: (size - 1) (size - 2) / 2 directions are free."""
    size = round(sqrt(len(counts)))
    square = counts.reshape(size, size)
    lead = (square - square.T)[np.triu_indices(size, 1)]
    rounds = counts.sum() / size
    freedom = (size - 1) * (size - 2) // 2
    return chi_square(float((lead**2).sum() / (rounds * size / freedom)), freedom)


# Runs, correlation, collecting


def falls(decks: Decks) -> Counts:
    return tally((decks[:, 1:] < decks[:, :-1]).sum(axis=1), 52)


def colour_runs(decks: Decks) -> Counts:
    suits = decks & 3
    red = (suits == 1) | (suits == 2)
    return tally((red[:, 1:] != red[:, :-1]).sum(axis=1) + 1, 53)


def serial(lag: int, decks: Decks) -> Counts:
    values = 2 * decks.astype(np.int64) - 51
    return np.array([len(decks), (values * np.roll(values, -lag, axis=1)).sum()], np.int64)


def judge_serial(counts: Counts) -> Outcome:
    mean, variance = expected.serial_moments([2 * card - 51 for card in range(52)])
    return normal(counts, mean, variance)


def normal(counts: Counts, mean: Fraction, variance: Fraction) -> Outcome:
    """A sum over so many rounds beside its mean, in standard deviations."""
    rounds, total = map(int, counts)
    value = float(total - mean * rounds) / sqrt(variance * rounds)
    return Outcome(value, 0, normal_tail(value))


def ranks_collected(decks: Decks) -> Counts:
    """Cards from the top until every rank has been among them."""
    ranks = decks >> 2
    first = np.stack([(ranks == rank).argmax(axis=1) for rank in range(13)])
    return tally(first.max(axis=0) + 1, 53)


def ranks_over_rounds(decks: Decks) -> Counts:
    """Rounds until every rank has lain on top, in blocks of rounds; one more where it is not so."""
    blocks = len(decks) // BLOCK
    tops = (decks[: blocks * BLOCK, 0] >> 2).reshape(blocks, BLOCK)
    seen = np.stack([tops == rank for rank in range(13)])
    first = np.where(seen.any(axis=2), seen.argmax(axis=2), BLOCK)
    return tally(first.max(axis=0) + 1, BLOCK + 2)


# Hands


def buyout_hand(cards: list[int]) -> int:
    return points(cards)


def duki_hand(cards: list[int]) -> int:
    a, b, c, d = cards
    value = duki.score(a, b, c, d, True)
    size = duki.cards_of(value)
    name = f"{size} {duki.category_of(value)}" if size else "none"
    return _DUKI[name]


_DUKI = expected.duki_places()


def five_cards(cards: list[int]) -> int:
    a, b, c, d, e = cards
    return poker_category(rank_five(a, b, c, d, e))


def hands(game: str, value: Callable[[list[int]], int], decks: Decks) -> Counts:
    dealt = decks[:, PLACES[game]].tolist()
    return tally(np.fromiter(map(value, dealt), np.int64, len(dealt)), 53)


# Rounds that follow each other


def places_of(decks: Decks) -> NDArray[np.int64]:
    """Where each card lies."""
    return np.argsort(decks, axis=1)


def stayed(decks: Decks) -> Counts:
    return tally((decks[1:] == decks[:-1]).sum(axis=1), 53)


def moved(decks: Decks) -> Counts:
    """The place of a card in one round by its place in the next."""
    places = places_of(decks)
    size = decks.shape[1]
    return tally(places[:-1] * size + places[1:], size * size)


def drift(decks: Decks) -> Counts:
    places = 2 * places_of(decks) - 51
    return np.array([len(decks) - 1, (places[1:] * places[:-1]).sum()], np.int64)


def judge_drift(counts: Counts) -> Outcome:
    second = sum((2 * place - 51) ** 2 for place in range(52))
    return normal(counts, Fraction(0), Fraction(second**2, 51))


def repeated(decks: Decks) -> Counts:
    """Pairs of rounds, of all there are, whose first cards are the same in the same order."""
    weights = 52 ** np.arange(FIRST)
    _, times = np.unique((decks[:, :FIRST] * weights).sum(axis=1), return_counts=True)
    rounds = len(decks)
    return np.array([rounds * (rounds - 1) // 2, (times * (times - 1) // 2).sum()], np.int64)


def judge_repeated(counts: Counts) -> Outcome:
    pairs, same = map(int, counts)
    mean = pairs / (52 * 51 * 50 * 49)
    return Outcome(float(same), 0, poisson_tail(same, mean))


TRIALS = (
    Trial("card by place", by_place, judge_places),
    Trial("neighbours", neighbours, judge_neighbours),
    Trial("order of neighbours", neighbours, judge_order),
    Trial("rising runs", falls, partial(against, expected.descents())),
    Trial("runs of colour", colour_runs, partial(against, expected.colour_runs())),
    Trial("serial correlation, lag 1", partial(serial, 1), judge_serial),
    Trial("serial correlation, lag 7", partial(serial, 7), judge_serial),
    Trial("13 ranks, card by card", ranks_collected, partial(against, expected.ranks_in_a_deck())),
    Trial(
        "13 ranks, round by round",
        ranks_over_rounds,
        partial(against, expected.ranks_over_rounds(BLOCK)),
    ),
    Trial(
        "Buyout points",
        partial(hands, "buyout", buyout_hand),
        partial(against, expected.buyout_points()),
    ),
    Trial(
        "Duki categories",
        partial(hands, "duki", duki_hand),
        partial(against, expected.duki_categories()),
    ),
    Trial(
        "Super Omaha five cards",
        partial(hands, "super-omaha", five_cards),
        partial(against, expected.poker_categories()),
    ),
    Trial(
        "Holdout five cards",
        partial(hands, "holdout", five_cards),
        partial(against, expected.poker_categories()),
    ),
    Trial("cards that stayed", stayed, partial(against, expected.matches())),
    Trial("place by place before", moved, judge_places),
    Trial("places before and now", drift, judge_drift),
    Trial("first four cards again", repeated, judge_repeated),
)
