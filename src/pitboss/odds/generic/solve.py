"""A game solved: from its rules to the number of deals that end in each way."""

from collections.abc import Iterable
from concurrent.futures import Executor
from functools import partial
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.games.contract import Decision, Game, Opening
from pitboss.odds.generic.choice import States, Tree
from pitboss.odds.generic.deal import Deal, Node, find_deal
from pitboss.odds.generic.ends import Asker, Classes, find_classes
from pitboss.odds.generic.kernels import Sweep, count_drawn, count_met, make_sweep
from pitboss.odds.generic.scores import (
    WHOLE_DECK,
    Array,
    Scores,
    all_scores,
    hand_classes,
)
from pitboss.odds.parts import sum_parts
from pitboss.refusal import Refused

PARTS = 16
CHUNK = 1 << 21
"""Numbers of states that stand in memory at a time."""

MOST_LOOKED_AT = 40_000_000_000
"""About an hour on two cores."""


class Plan(NamedTuple):
    """How a game is counted: ``more`` cards are seen at each later stage, ``ups`` of the dealer's
    lie open. ``states`` the seat can be asked in, ``looked_at`` is what counting them takes."""

    seen: int
    more: tuple[int, ...]
    ups: int
    states: int
    looked_at: int
    deals: int


class Problem(NamedTuple):
    """All that a count needs, the same in every part."""

    key: str
    deal: Deal
    scores: Scores
    classes: Classes
    plan: Plan
    ties: str


def set_problem(
    game: Game,
    opening: Opening,
    ties: str,
    path: Iterable[Decision] = (),
    deck: tuple[int, ...] = WHOLE_DECK,
) -> Problem:
    """Find out how the game goes, and check it; what cannot be counted is refused here."""
    deal = find_deal(game, opening, tuple(path))
    scores = all_scores(game, deck)
    for hand in (deal.size, len(deal.dealer) + len(deal.community) if deal.dealer else scores.size):
        if hand != scores.size:
            raise Refused(
                f"{game.source.key}: score takes {scores.size} cards and a hand has {hand}"
            )
    if deal.dealer and deal.community:
        raise Refused(
            f"{game.source.key}: cards shared with a dealer's hand are not counted by this solver"
        )
    classes = find_classes(Asker(game, opening, deal, scores))
    plan = make_plan(game.source.key, deal, scores, bool(classes.dealers.size))
    return Problem(game.source.key, deal, scores, classes, plan, ties)


def make_plan(key: str, deal: Deal, scores: Scores, meets: bool) -> Plan:
    """How it is counted, against a dealer's hand that matters or without one."""
    size, cards = scores.size, len(scores.deck)
    if meets:
        return _plan_met(key, deal, size, cards)
    stages = [len(seen) for seen in deal.seen] or [size]
    more = tuple(b - a for a, b in zip(stages, stages[1:], strict=False))
    rest, states = cards - stages[0], 0
    ways = comb(cards, stages[0])
    reached = [ways]
    for step in more:
        reached.append(reached[-1] * comb(rest, step))
        rest -= step
    states = sum(reached)
    last = comb(rest, size - stages[-1])
    alike = 12 if scores.relabel else 1
    return _checked(
        key, Plan(stages[0], more, 0, states, reached[-1] * last // alike, reached[-1] * last)
    )


def _plan_met(key: str, deal: Deal, size: int, cards: int) -> Plan:
    stages = deal.seen or (frozenset(deal.own),)
    up = stages[0] - set(deal.own)
    if len(stages) > 1 or not stages[0] >= set(deal.own) or len(up) > 1:
        raise Refused(
            f"{key}: against a dealer's hand one stage of decisions is counted, with all own cards"
            " and at most one of the dealer's seen"
        )
    hands, ups = comb(cards, size), (cards - size if up else 1)
    deals = hands * ups * comb(cards - size - len(up), size - len(up))
    return _checked(key, Plan(size, (), len(up), hands * ups, hands * ups << size, deals))


def _checked(key: str, plan: Plan) -> Plan:
    if plan.looked_at > MOST_LOOKED_AT:
        raise Refused(
            f"{key}: {plan.states:,} states take {plan.looked_at:,} looks, more than the"
            f" {MOST_LOOKED_AT:,} that are counted"
        )
    return plan


def count_states(problem: Problem, hands: Array, ways: Array, sweep: Sweep | None) -> States:
    """Some hands as they are seen at the first question, with all that may follow."""
    scores, plan, classes = problem.scores, problem.plan, problem.classes
    if sweep is None:
        counts = count_drawn(hands, list(plan.more), scores, classes.kinds)
        return States(counts, np.zeros(len(hands), np.int64), ways)
    cards = len(scores.deck)
    ups = cards - plan.seen if plan.ups else 1
    counts = count_met(hands, ups, cards, sweep)
    kinds = classes.kinds[_orders(scores, hands)]
    flat = counts.reshape(-1, counts.shape[-1])
    return States(flat, np.repeat(kinds, ups), np.repeat(ways, ups))


def _orders(scores: Scores, hands: Array) -> Array:
    from pitboss.odds.generic.scores import BINOMIALS

    found: Array = scores.orders[BINOMIALS[hands, np.arange(1, hands.shape[1] + 1)].sum(axis=1)]
    return found


def follow_all(tree: Tree, root: Node | int) -> None:
    shape = tree.states.counts.shape[:1]
    tree.follow(root, np.ones(shape, bool))


def names_of(root: Node | int) -> list[tuple[int, str]]:
    """Every decision by its stage and name, each once, in the order in which they are offered."""
    if not isinstance(root, Node):
        return []
    found = [(root.stage, move.name) for move in root.moves]
    for move in root.moves:
        found += names_of(move.to)
    return list(dict.fromkeys(found))


def count_part(problem: Problem, part: tuple[int, int]) -> list[int]:
    """Of one part of the hands: the deals by way, row and column, then those by decision."""
    plan, deal = problem.plan, problem.deal
    hands, ways = hand_classes(len(problem.scores.deck), plan.seen, problem.scores.relabel)
    sweep = (
        make_sweep(problem.scores, problem.classes.dealers)
        if problem.classes.dealers.size
        else None
    )
    net = problem.classes.net()
    ends, taken = np.zeros(net.shape, np.int64), dict.fromkeys(names_of(deal.root), 0)
    mine = slice(part[0], None, part[1])
    hands, ways = hands[mine], ways[mine]
    each = max(1, plan.states // comb(len(problem.scores.deck), plan.seen) * net.shape[-1])
    step = len(hands) if sweep else max(1, CHUNK // each)
    for start in range(0, len(hands), max(1, step)):
        some = slice(start, start + step)
        tree = Tree(count_states(problem, hands[some], ways[some], sweep), net, problem.ties)
        follow_all(tree, deal.root)
        ends += tree.ends
        for key, deals in tree.taken.items():
            taken[key] += deals
    return [*ends.ravel().tolist(), *taken.values()]


def count_all(problem: Problem, kept: Path, pool: Executor | None = None) -> list[int]:
    """The whole game, in parts that add up."""
    plan = problem.plan
    hands = comb(len(problem.scores.deck), plan.seen)
    number = PARTS if hands > 100_000 else min(4, hands)
    parts = [(place, number) for place in range(number)]
    counted = sum_parts(parts, partial(count_part, problem), kept, pool)
    size = problem.classes.net().size
    assert sum(counted[:size]) == plan.deals, (sum(counted[:size]), plan.deals)
    return counted
