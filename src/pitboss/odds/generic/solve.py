"""A game solved: from its rules to the number of deals that end in each way."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pitboss.games.contract import Decision, Game, Opening, Settings
from pitboss.games.opening import open_round
from pitboss.odds.generic.choice import States, Tree
from pitboss.odds.generic.claims import check_claim
from pitboss.odds.generic.deal import SEAT, Deal, Node, find_deal
from pitboss.odds.generic.ends import Asker, Bounds, Table, fill, find_bounds, nets_of
from pitboss.odds.generic.kernels import Sweep, count_drawn, count_met, make_sweep
from pitboss.odds.generic.numbering import Array, hand_classes
from pitboss.odds.generic.scores import WHOLE_DECK, Scores, all_scores
from pitboss.odds.parts import sum_parts
from pitboss.refusal import Refused

PARTS, FEW_PARTS, MANY_HANDS = 16, 4, 100_000
CHUNK = 1 << 21
"""Numbers of states that stand in memory at a time."""

MOST_LOOKS = 40_000_000_000
LOOKS_A_SECOND = 20_000_000
"""On one core, about."""


class Plan(NamedTuple):
    """How a game is counted: so many cards are ``seen`` at the first question and ``more`` at each
    later stage; ``ups`` of the dealer's lie open. The seat can be asked in so many ``states``, and
    ``looks`` is what counting them takes."""

    seen: int
    more: tuple[int, ...]
    ups: int
    states: int
    looks: int
    deals: int


class Problem(NamedTuple):
    """All that a count needs, the same in every part."""

    deal: Deal
    scores: Scores
    bounds: Bounds
    table: Table
    plan: Plan
    ties: str

    @property
    def sweep(self) -> Sweep | None:
        return make_sweep(self.scores, self.bounds.dealers) if self.bounds.meets else None


def open_alone(game: Game, settings: Settings, wagers: Mapping[str, int]) -> Opening:
    """A round of one seat; its deck comes later."""
    return open_round(game, settings, {SEAT: wagers}, ())


def look_for_bounds(game: Game, opening: Opening, deck: tuple[int, ...] = WHOLE_DECK) -> Bounds:
    """Find out how a game is settled, and check it: what cannot be counted is refused here."""
    key, deal = game.source.key, find_deal(game, opening)
    scores = all_scores(game, deck, opening.settings.rulings)
    check_claim(game, scores)
    his = len(deal.dealer) + len(deal.community) if deal.dealer else scores.size
    for hand in (deal.size, his):
        if hand != scores.size:
            raise Refused(f"{key}: score takes {scores.size} cards and a hand has {hand}")
    bounds = find_bounds(Asker(game, opening, deal, scores))
    make_plan(key, deal, scores, bounds)
    return bounds


def set_problem(
    game: Game,
    opening: Opening,
    bounds: Bounds,
    ties: str,
    path: Sequence[Decision] = (),
) -> Problem:
    """A game, or what is left of a round after some decisions, ready to be counted."""
    deal = find_deal(game, opening, path, 1)
    scores = all_scores(game, bounds.deck, opening.settings.rulings)
    table = fill(Asker(game, opening, deal, scores), bounds)
    plan = make_plan(game.source.key, deal, scores, bounds)
    return Problem(deal, scores, bounds, table, plan, ties)


def make_plan(key: str, deal: Deal, scores: Scores, bounds: Bounds) -> Plan:
    """How it is counted, against a dealer's hand that matters or without one."""
    return check_plan(key, (_plan_met if bounds.meets else _plan_drawn)(key, deal, scores))


def check_plan(key: str, plan: Plan) -> Plan:
    """A plan that is not too long."""
    if plan.looks > MOST_LOOKS:
        words = f"{plan.states:,} states take {plan.looks:,} looks"
        raise Refused(f"{key}: {words}, more than the {MOST_LOOKS:,} that are counted")
    return plan


def _plan_drawn(key: str, deal: Deal, scores: Scores) -> Plan:
    cards, size = len(scores.deck), scores.size
    own = {*deal.own, *deal.community}
    stages = [len(seen & own) for seen in deal.seen] or [size]
    more = tuple(after - before for before, after in pairwise(stages))
    reached, rest = [comb(cards, stages[0])], cards - stages[0]
    for step in more:
        reached.append(reached[-1] * comb(rest, step))
        rest -= step
    deals = reached[-1] * comb(rest, size - stages[-1])
    alike = 12 if scores.relabel else 1
    return Plan(stages[0], more, 0, sum(reached), deals // alike, deals)


def _plan_met(key: str, deal: Deal, scores: Scores) -> Plan:
    cards, size = len(scores.deck), scores.size
    stages = deal.seen or (frozenset(deal.own),)
    up = len(stages[0] - set(deal.own))
    if len(stages) > 1 or not stages[0] >= set(deal.own) or up > 1:
        raise Refused(
            f"{key}: against a dealer's hand one stage of decisions is counted, with all own cards"
            " and at most one of the dealer's seen"
        )
    states = comb(cards, size) * (cards - size if up else 1)
    alike = 18 if scores.relabel else 1
    deals = states * comb(cards - size - up, size - up)
    return Plan(size, (), up, states, (states * 3 << size) // alike, deals)


def count_states(problem: Problem, hands: Array, ways: Array, sweep: Sweep | None) -> States:
    """Some hands as they are seen at the first question, with all that may follow."""
    scores, plan, bounds = problem.scores, problem.plan, problem.bounds
    if sweep is None:
        counts = count_drawn(hands, plan.more, scores, bounds.kinds)
        return States(counts, np.zeros(len(hands), np.int64), ways)
    ups = len(scores.deck) - plan.seen if plan.ups else 1
    counts = count_met(hands, ups, sweep)
    kinds = bounds.kinds[scores.orders_of(hands)]
    flat = counts.reshape(-1, counts.shape[-1])
    return States(flat, np.repeat(kinds, ups), np.repeat(ways, ups))


def names_of(root: Node | int) -> list[tuple[int, str]]:
    """Every decision by its stage and name, each once, in the order in which they are offered."""
    if not isinstance(root, Node):
        return []
    found = [(root.stage, move.name) for move in root.moves]
    for move in root.moves:
        found += names_of(move.to)
    return list(dict.fromkeys(found))


def count_moves(root: Node | int, ways: Sequence[int]) -> list[int]:
    """The deals in which each decision is taken, as they are named, from the deals by way."""
    taken = dict.fromkeys(names_of(root), 0)

    def add(to: Node | int) -> int:
        if not isinstance(to, Node):
            return ways[to]
        total = 0
        for move in to.moves:
            deals = add(move.to)
            taken[to.stage, move.name] += deals
            total += deals
        return total

    add(root)
    return list(taken.values())


def count_part(problem: Problem, part: tuple[int, int]) -> list[int]:
    """Of every so manieth hand: the deals by way, row and column, then those by decision."""
    plan, root, cards = problem.plan, problem.deal.root, len(problem.scores.deck)
    hands, ways = hand_classes(cards, plan.seen, problem.scores.relabel)
    hands, ways = (every[part[0] :: part[1]] for every in (hands, ways))
    sweep, net = problem.sweep, nets_of(problem.table)
    ends, taken = np.zeros(net.shape, np.int64), dict.fromkeys(names_of(root), 0)
    each = max(1, plan.states // comb(cards, plan.seen) * net.shape[-1])
    step = max(1, len(hands) if sweep else CHUNK // each)
    for start in range(0, len(hands), step):
        some = slice(start, start + step)
        tree = Tree(count_states(problem, hands[some], ways[some], sweep), net, problem.ties)
        tree.follow(root, np.ones(len(tree.states.rows), bool))
        ends += tree.ends
        for key, deals in tree.taken.items():
            taken[key] += deals
    return [*ends.ravel().tolist(), *taken.values()]


def count_all(problem: Problem, kept: Path, pool: Executor | None = None) -> list[int]:
    """The whole game, in parts that add up."""
    hands = comb(len(problem.scores.deck), problem.plan.seen)
    number = PARTS if hands > MANY_HANDS else min(FEW_PARTS, hands)
    parts = [(place, number) for place in range(number)]
    counted = sum_parts(parts, partial(count_part, problem), kept, pool)
    size = nets_of(problem.table).size
    assert sum(counted[:size]) == problem.plan.deals, "deals were lost or counted twice"
    return counted
