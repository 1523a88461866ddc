"""What each option is worth to the seat that is asked, by all that it sees."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.cards import format_cards
from pitboss.games.contract import Decision
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.odds.figures import Chances, Figures, advice, exact
from pitboss.odds.generic.bounds import bounds_of
from pitboss.odds.generic.choice import LESS, States, Tree, in_order
from pitboss.odds.generic.deal import SEAT, Move, Node
from pitboss.odds.generic.ends import nets_of
from pitboss.odds.generic.inputs import unit_of
from pitboss.odds.generic.kernels import count_one
from pitboss.odds.generic.numbering import hand_classes
from pitboss.odds.generic.solve import Problem, count_states, open_alone, set_problem
from pitboss.odds.request import Request, main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import Picture, view

MOST_LINES = 200_000
"""Of a strategy that is written down whole."""


class Asked(NamedTuple):
    """A question with all that may follow, for one state."""

    root: Node
    tree: Tree
    deals: int
    unit: int


def advise(running: Runner) -> Figures:
    """The expectation of every option, net for the whole round in units of the first wager."""
    asked = _ask(running)
    values: dict[str, Fraction] = {}
    chances: dict[str, Chances] = {}
    order = [move.action for move in in_order(asked.root.moves, LESS)]
    for move in asked.root.moves:
        total = int(asked.tree.value(move.to, 0)[0])
        worth = Fraction(total, asked.deals * asked.unit)
        if move.action not in values or worth > values[move.action]:
            values[move.action] = worth
            chances[move.action] = _chances(asked, move)
    return advice(running.asked, values, list(dict.fromkeys(order)), chances)


def best_move(running: Runner) -> Decision:
    """The decision of the best play; of equal ones the smaller wager."""
    asked = _ask(running)
    place = int(asked.tree.best(asked.root)[0][0])
    move = in_order(asked.root.moves, LESS)[place]
    return Decision(running.asked.seat, move.action, move.cents or None)


def _ask(running: Runner) -> Asked:
    """The seat's own round alone: cards of other seats are as unseen as those of the deck."""
    table, seat, game = running.table, running.asked.seat, running.game
    settings, wagers = table.opening.settings, table.opening.wagers[seat]
    path = [one._replace(seat=SEAT) for one in running.decisions if one.seat == seat]
    opening = open_alone(game, settings, wagers)
    bounds = bounds_of(game, settings, wagers)
    problem = set_problem(game, opening, bounds, LESS, path)
    assert isinstance(problem.deal.root, Node)
    tree = Tree(_state(problem, running), nets_of(problem.table), LESS)
    first = wagers.get(main_wager(game)) or next(iter(wagers.values()))
    return Asked(problem.deal.root, tree, tree.states.deals, first)


def _state(problem: Problem, running: Runner) -> States:
    """What this seat sees, as one state."""
    seat = running.asked.seat
    picture = Picture(view(running.table.events, seat))
    mine, shared, his = (
        [card for card in picture.place(of).cards if card is not None]
        for of in (seat, COMMUNITY, DEALER)
    )
    scores, one = problem.scores, np.ones(1, np.int64)
    hand = scores.places([*mine, *shared])
    if problem.sweep is None:
        return count_states(problem, hand[None, :], one, None)
    counts = count_one(hand, scores.places(his), problem.sweep)
    return States(counts[None, :], problem.bounds.kinds[[scores.order_of(mine)]], one)


def _chances(asked: Asked, move: Move) -> Chances:
    """How often a move ends up, even or down, by best play after it."""
    tree = Tree(asked.tree.states, asked.tree.net, LESS)
    tree.follow(move.to, np.ones(1, bool))
    signs = np.sign(tree.net)
    win, tie, lose = (int(tree.ends[signs == sign].sum()) for sign in (1, 0, -1))
    return Chances(win, tie, lose)


def solve(request: Request) -> Figures:
    """The best play of every hand at the first question, one of each class."""
    game, settings = request.game, request.settings
    wagers = {request.wager: unit_of(game, settings, request.wager)}
    bounds = bounds_of(game, settings, wagers)
    opening = open_alone(game, settings, wagers)
    problem = set_problem(game, opening, bounds, request.ties)
    scores, plan, root = problem.scores, problem.plan, problem.deal.root
    if not isinstance(root, Node):
        raise Refused(f"solve: {request.wager} of {request.key} has no decision")
    hands, ways = hand_classes(len(scores.deck), plan.seen, scores.relabel)
    if plan.ups or len(hands) > MOST_LINES:
        raise Refused(
            f"solve: {request.key} has {plan.states:,} states, more than {MOST_LINES:,} lines of"
            " strategy; advise answers each of them"
        )
    tree = Tree(
        count_states(problem, hands, ways, problem.sweep), nets_of(problem.table), request.ties
    )
    lines = _lines(tree, root, hands.tolist(), ways.tolist(), wagers[request.wager])
    return {"classes": len(hands), "strategy": lines}


def _lines(
    tree: Tree, root: Node, hands: list[list[int]], ways: list[int], unit: int
) -> list[object]:
    moves = in_order(root.moves, tree.ties)
    values = np.stack([tree.value(move.to, 0) for move in moves], axis=1).tolist()
    places = tree.best(root)[0].tolist()
    each = int(tree.states.counts[0].sum()) * unit
    return [
        {
            "hand": format_cards(sorted(hand, reverse=True)),
            "hands": number,
            "best": moves[place].name,
            "worth": _worth(moves, worth, each),
        }
        for hand, number, place, worth in zip(hands, ways, places, values, strict=True)
    ]


def _worth(moves: list[Move], worth: list[int], each: int) -> Mapping[str, object]:
    return {
        move.name: exact(Fraction(total, each)) for move, total in zip(moves, worth, strict=True)
    }
