"""What each option is worth to the seat that is asked, by all that it sees."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import format_cards
from pitboss.games.contract import Decision
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.odds.figures import Chances, Figures, advice, exact
from pitboss.odds.generic.bounds import bounds_of
from pitboss.odds.generic.choice import LESS, States, Tree, in_order
from pitboss.odds.generic.community.advise import ask as ask_shared
from pitboss.odds.generic.community.advise import first_hands
from pitboss.odds.generic.deal import SEAT, Move, Node, find_deal
from pitboss.odds.generic.ends import nets_of
from pitboss.odds.generic.inputs import Wagers, unit_of
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

    def worth(self, move: Move) -> Fraction:
        return Fraction(int(self.tree.value(move.to, 0)[0]), self.deals * self.unit)

    def chances(self, move: Move) -> Chances:
        """How often a move ends up, even or down, by best play after it."""
        tree = Tree(self.tree.states, self.tree.net, LESS)
        tree.follow(move.to, np.ones(1, bool))
        signs = np.sign(tree.net)
        win, tie, lose = (int(tree.ends[signs == sign].sum()) for sign in (1, 0, -1))
        return Chances(win, tie, lose)


def advise(running: Runner) -> Figures:
    """The expectation of every option, net for the whole round in units of the first wager."""
    asked = ask_shared(running) if _is_shared(running) else _ask(running)
    values: dict[str, Fraction] = {}
    chances: dict[str, Chances] = {}
    order = [move.action for move in in_order(asked.root.moves, LESS)]
    for move in asked.root.moves:
        worth = asked.worth(move)
        if move.action not in values or worth > values[move.action]:
            values[move.action] = worth
            chances[move.action] = asked.chances(move)
    return advice(running.asked, values, list(dict.fromkeys(order)), chances)


def best_move(running: Runner) -> Decision:
    """The decision of the best play; of equal ones the smaller wager."""
    asked = ask_shared(running) if _is_shared(running) else _ask(running)
    move = max(in_order(asked.root.moves, LESS), key=asked.worth)
    return Decision(running.asked.seat, move.action, move.cents or None)


def _is_shared(running: Runner) -> bool:
    """Whether the dealer has cards in common with the seat, or will have."""
    table = running.table
    wagers = table.opening.wagers[running.asked.seat]
    opening = open_alone(running.game, table.opening.settings, wagers)
    return find_deal(running.game, opening, tried=1).is_shared


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


def solve(request: Request) -> Figures:
    """The best play of every hand at the first question, one of each class."""
    game, settings = request.game, request.settings
    wagers = {request.wager: unit_of(game, settings, request.wager)}
    opening = open_alone(game, settings, wagers)
    if find_deal(game, opening, tried=1).is_shared:
        return _solve_shared(request, wagers)
    bounds = bounds_of(game, settings, wagers)
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


def _solve_shared(request: Request, wagers: Wagers) -> Figures:
    found = first_hands(request, wagers)
    values = found.values.T.tolist()
    places = found.values.argmax(axis=0).tolist()
    given = (found.hands.tolist(), found.ways.tolist(), places, values)
    return {"classes": len(found.hands), "strategy": _told(found.moves, given, found.each)}


def _lines(
    tree: Tree, root: Node, hands: list[list[int]], ways: list[int], unit: int
) -> list[object]:
    moves = in_order(root.moves, tree.ties)
    values = np.stack([tree.value(move.to, 0) for move in moves], axis=1).tolist()
    places = tree.best(root)[0].tolist()
    each = int(tree.states.counts[0].sum()) * unit
    return _told(moves, (hands, ways, places, values), each)


def _told(moves: list[Move], found: tuple[list[Any], ...], each: int) -> list[object]:
    """A line for each class of hands: one of them, how many, the best move and what each is worth,
    as a sum over so many."""
    return [
        {
            "hand": format_cards(sorted(hand, reverse=True)),
            "hands": number,
            "best": moves[place].name,
            "worth": _worth(moves, worth, each),
        }
        for hand, number, place, worth in zip(*found, strict=True)
    ]


def _worth(moves: list[Move], worth: list[int], each: int) -> Mapping[str, object]:
    return {
        move.name: exact(Fraction(total, each)) for move, total in zip(moves, worth, strict=True)
    }
