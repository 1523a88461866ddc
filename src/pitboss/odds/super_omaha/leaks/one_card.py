"""The rule for one known card of the dealer's, by points: exact values on sampled states.

The leak is counted whole (``dealer``); a rule that goes by the score of a hand with the known card
is found and priced on states of every Flop, each Flop as often as it comes.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from operator import add
from pathlib import Path

import numpy as np

from pitboss.odds.parts import Whole as Totals
from pitboss.odds.parts import sum_parts
from pitboss.odds.ranks import Array, tables
from pitboss.odds.super_omaha.kernels.classes import live_cards
from pitboss.odds.super_omaha.kernels.deals import Nets, flop_classes
from pitboss.odds.super_omaha.kernels.features import _look
from pitboss.odds.super_omaha.leaks import scores
from pitboss.odds.super_omaha.leaks.choices import cells_of_hands, usual_actions, values_of
from pitboss.odds.super_omaha.leaks.dealer import WAYS
from pitboss.odds.super_omaha.leaks.flops import count_known, new_work, rank_flop
from pitboss.odds.super_omaha.leaks.kinds import LOW, fill_kinds
from pitboss.odds.super_omaha.leaks.points import Points
from pitboss.odds.super_omaha.leaks.rules import HALVES
from pitboss.odds.super_omaha.leaks.states import (
    DRAWN,
    FLOPS_A_PART,
    HAND,
    LEAST,
    STEPS,
    draw,
    paid_categories,
)
from pitboss.odds.super_omaha.leaks.thresholds import BY_SCORE, WIDTH
from pitboss.rounds.shuffle import seeded

RANK_KINDS = LOW + 1


def scores_of(flop: Sequence[int], cards: Array, points: Points) -> list[int]:
    """The score of each hand with the card that stands after it: the points of the hand, and what
    the kind of the card adds."""
    view = _look(tables(), np.array(flop, np.uint8), live_cards(flop))
    places = STEPS[range(HAND), cards[:, :HAND]].sum(axis=1)
    hands = scores.hands_of(cells_of_hands(flop, places), points.card)
    kinds, more, found = np.zeros((52, 3), np.int64), points.more, []
    for place, (*hand, card) in enumerate(cards.tolist()):
        fill_kinds(view, np.array(hand, np.uint8), kinds)
        by_rank, by_suit, straight = kinds[card].tolist()
        added = more[by_rank] + more[RANK_KINDS + by_suit] + straight * more[-1]
        score = scores.score_of(int(hands.points[place]) + added, int(hands.made[place]))
        found.append(int(score))
    return found


def sample_flop(flop: Sequence[int], nets: Nets, words: Array, points: Points) -> Totals:
    """By Ante table, half and score: what each action adds to the best choice by cell, in parts of
    the unit over all ways to go on, and the squares of that."""
    ranked, categories, pays = rank_flop(flop), paid_categories(nets), np.array(nets, np.int64)
    work, cards = new_work(ranked), draw(words[:, : HAND + 1], ranked.live)
    usual = usual_actions(flop, STEPS[range(HAND), cards[:, :HAND]].sum(axis=1), nets)
    totals = [0] * (len(nets) * HALVES * BY_SCORE)
    for state, score in enumerate(scores_of(flop, cards, points)):
        given = (cards[state, :HAND], cards[state, HAND:])
        row = count_known(ranked, categories, given, work, WAYS)
        for table in range(len(nets)):
            values = [int(value) for value in values_of(row, pays[table])]
            at = (table * HALVES + state % HALVES) * BY_SCORE + score * WIDTH
            for action, value in enumerate(values):
                more = value - values[usual[state, table]]
                totals[at + 2 * action] += more
                totals[at + 2 * action + 1] += more**2
    return totals


def sample_flops(
    some: Sequence[tuple[tuple[int, ...], int]], nets: Nets, drawn: tuple[int, str], points: Points
) -> Totals:
    number, seed = drawn
    totals = [0] * (len(nets) * HALVES * BY_SCORE)
    for flop, alike in some:
        states = number * alike // LEAST
        taken = seeded(f"{seed} {flop}")(4 * DRAWN * states)
        words = np.frombuffer(taken, "<u4").reshape(states, DRAWN)
        totals = list(map(add, totals, sample_flop(flop, nets, words, points)))
    return totals


def sample_rule(
    nets: Nets, drawn: tuple[int, str], points: Points, kept: Path, pool: Executor | None = None
) -> Totals:
    """The same over all Flops: so many states for the rarest from a seed."""
    every = flop_classes()
    parts = [every[n : n + FLOPS_A_PART] for n in range(0, len(every), FLOPS_A_PART)]
    make = partial(sample_flops, nets=nets, drawn=drawn, points=points)
    return sum_parts(parts, make, kept, pool)
