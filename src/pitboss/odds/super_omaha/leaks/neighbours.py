"""Super Omaha with other seats' cards known: exact values on sampled deals.

A deal is a hand, a Flop and the cards that are known. What the best choice wins that knows them is
counted over every way to go on, and so is what another choice wins that does not, whose mean over
all deals is counted: the best one for the hand, or where that would take too long the best one by
the cell that hand and Flop show. The difference is averaged, so that the luck of the deal cancels.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, tables
from pitboss.odds.super_omaha.kernels.classes import live_cards
from pitboss.odds.super_omaha.kernels.deals import Nets
from pitboss.odds.super_omaha.kernels.features import _look, find_cell
from pitboss.odds.super_omaha.kernels.ranks import count_state
from pitboss.odds.super_omaha.leaks import scores
from pitboss.odds.super_omaha.leaks.choices import cell_actions, values_of
from pitboss.odds.super_omaha.leaks.kinds import LOW, fill_kinds
from pitboss.odds.super_omaha.leaks.points import Points
from pitboss.odds.super_omaha.leaks.rules import ACTIONS, HALVES
from pitboss.odds.super_omaha.leaks.scores import hands_of
from pitboss.odds.super_omaha.leaks.thresholds import BY_SCORE, WIDTH
from pitboss.odds.super_omaha.strategy import best_action
from pitboss.rounds.shuffle import seeded, shuffle

HAND, FLOP, OTHERS = slice(0, 4), slice(4, 7), 7
"""Which places of a shuffled deck are whose; other seats' cards from the last on."""

DEALS_A_PART = 25
RANK_KINDS = LOW + 1


class Rule(NamedTuple):
    """How many other seats' cards are known, the points that a rule goes by, the part of them that
    is taken off for cards not seen, and whether it starts from what is best without the leak."""

    seats: int
    points: Points
    rest: tuple[int, int]
    best: bool


def others_of(deck: Sequence[int], seats: int) -> Sequence[int]:
    return deck[OTHERS : OTHERS + 4 * seats]


def row_of(deck: Sequence[int], seats: int) -> Array:
    """The row of a shuffled deck's seat that knows so many others' cards."""
    gone = others_of(deck, seats)
    left = [card for card in DECK if card not in gone]
    return np.array(count_state(deck[HAND], deck[FLOP], left).row, np.int64)


def score_of(deck: Sequence[int], rule: Rule) -> int:
    """The score of a shuffled deck's seat: the points of its hand, with half of what the kinds of
    others' cards add up to, less the rule's part of what the cards do that are not seen."""
    hand, flop, others = deck[HAND], deck[FLOP], others_of(deck, rule.seats)
    kinds = np.zeros((len(DECK), 3), np.int64)
    view = _look(tables(), np.array(flop, np.uint8), live_cards(flop))
    fill_kinds(view, np.array(sorted(hand), np.uint8), kinds)
    more, sums = rule.points.more, [0, 0]
    for card, (by_rank, by_suit, straight) in enumerate(kinds.tolist()):
        if card not in hand and card not in flop:
            part = more[by_rank] + more[RANK_KINDS + by_suit] + straight * more[-1]
            sums[card in others] += part
    (unseen, seen), (part, whole) = sums, rule.rest
    added = (whole * seen - part * unseen) // (2 * whole)
    points, made, _ = hands_of(np.array([find_cell(hand, flop)]), rule.points.card)
    return int(scores.score_of(int(points[0]) + added, int(made[0])))


def usual_actions(deck: Sequence[int], nets: Nets, best: bool) -> list[int]:
    """What a seat does that knows no other's cards, by Ante table: what is best for its hand, or
    what is best by its cell."""
    if not best:
        return cell_actions(nets)[find_cell(deck[HAND], deck[FLOP])]
    row = row_of(deck, 0)
    return [best_action(values_of(row, np.array(net, np.int64))) for net in nets]


def sample_deals(
    nets: Nets, drawn: tuple[int, str], rule: Rule, kept: Path, pool: Executor | None = None
) -> Totals:
    """Over so many deals from a seed, for each Ante table: the sum of what knowing more adds, in
    parts of the unit over all ways to go on, and the sum of squares; and by stand and score the
    same of what each action adds. A seat stands by what it does without a leak, where that is what
    is best for its hand."""
    number, seed = drawn
    make = partial(sample_part, nets=nets, seed=seed, rule=rule)
    return sum_parts(range(0, number, DEALS_A_PART), make, kept, pool)


def sample_part(start: int, nets: Nets, seed: str, rule: Rule) -> Totals:
    """Some deals; by score they stand in the first half or in the second in turn."""
    take, pays = seeded(f"{seed} {start}"), np.array(nets, np.int64)
    stands, half = len(ACTIONS) if rule.best else 1, start // DEALS_A_PART % HALVES
    width = 2 + HALVES * stands * BY_SCORE
    totals = [0] * (width * len(nets))
    for _ in range(DEALS_A_PART):
        deck = shuffle(take)
        row, score = row_of(deck, rule.seats), score_of(deck, rule)
        for table, usual in enumerate(usual_actions(deck, nets, rule.best)):
            values = [int(value) for value in values_of(row, pays[table])]
            stand = half * stands + (usual if rule.best else 0)
            sight = 2 + stand * BY_SCORE + score * WIDTH
            added = [(0, max(values)), *((sight + 2 * n, value) for n, value in enumerate(values))]
            for place, value in added:
                more, at = value - values[usual], table * width + place
                totals[at] += more
                totals[at + 1] += more**2
    return totals
