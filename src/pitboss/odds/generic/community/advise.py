"""What each option is worth to a seat that shares cards with the dealer.

Once some of the board is seen, all that may follow is counted for the seat's cards alone. Before
that it would be the whole game, so the sums of its count are asked, by the class of the cards.
"""

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.games.contract import Game, Settings
from pitboss.games.events import COMMUNITY
from pitboss.odds.cache import find, recall
from pitboss.odds.figures import Chances
from pitboss.odds.generic.choice import LESS, in_order
from pitboss.odds.generic.community.count import (
    Count,
    Shared,
    every_set,
    numbers_of,
    one_set,
    own_classes,
    read_sums,
)
from pitboss.odds.generic.community.solve import classes_of, set_shared, sums_of
from pitboss.odds.generic.community.tree import ALL, Held, decide, ends_of, ways_of, worth
from pitboss.odds.generic.deal import SEAT, Move, Node
from pitboss.odds.generic.inputs import Wagers, unit_of
from pitboss.odds.generic.numbering import Array
from pitboss.odds.generic.solve import open_alone
from pitboss.odds.request import Request, main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import Picture, view

MOST_BOARDS = 20_000
"""That are looked at for one answer; a thousand take about a fifth of a second."""


class Asked(NamedTuple):
    """A question, and all that may follow for the seat's own cards."""

    root: Node
    held: Held
    net: Array
    unit: int

    def after(self, move: Move) -> Held:
        """What is held once a move is made; the next question may come with nothing turned up."""
        if isinstance(move.to, Node) and move.to.stage == self.root.stage:
            return decide(self.held, [move.to], self.net)
        return self.held

    def worth(self, move: Move) -> Fraction:
        """Net for the whole round in units of the first wager."""
        total = int(worth(self.after(move), move.to, self.net, LESS)[0])
        return Fraction(total, int(self.held[ALL].sum()) * self.unit)

    def chances(self, move: Move) -> Chances:
        """How often a move ends up, even or down, by best play after it."""
        ends = ends_of(self.after(move), move.to, LESS)[0]
        signs = np.sign(self.net[list(ways_of(move.to))])
        win, tie, lose = (int(ends[signs == sign].sum()) for sign in (1, 0, -1))
        return Chances(win, tie, lose)


def ask(running: Runner) -> Asked:
    """The seat's own round alone: cards of other seats are as unseen as those of the deck."""
    table, seat, game = running.table, running.asked.seat, running.game
    settings, wagers = table.opening.settings, table.opening.wagers[seat]
    path = [one._replace(seat=SEAT) for one in running.decisions if one.seat == seat]
    picture = Picture(view(table.events, seat))
    sums = None if picture.board else _kept(running)
    classes = classes_of(game, settings, wagers)
    problem = set_shared(game, open_alone(game, settings, wagers), classes, path)
    assert isinstance(problem.deal.root, Node)
    mine, shown = (
        tuple(classes.deck.index(card) for card in picture.place(of).cards if card is not None)
        for of in (seat, COMMUNITY)
    )
    first = wagers.get(main_wager(game)) or next(iter(wagers.values()))
    held = _count(problem, mine, shown) if sums is None else _recall(problem, running, mine, sums)
    return Asked(problem.deal.root, held, problem.net, first)


def _count(problem: Shared, mine: tuple[int, ...], shown: tuple[int, ...]) -> Held:
    """All that may follow for these cards."""
    counter, groups = Count(problem, one_set(problem.cards, mine)), problem.levels.groups
    level = next(at for at in range(len(groups) + 1) if sum(groups[:at]) == len(shown))
    left = problem.cards - len(mine) - len(shown)
    boards = 1
    for size in groups[level:]:
        boards *= comb(left, size)
        left -= size
    if boards > MOST_BOARDS:
        raise Refused(f"advise: {boards:,} boards may follow, more than {MOST_BOARDS:,}")
    if level == len(groups):
        return counter.on_boards([shown], [1])
    return counter.follow(level, shown, problem.turns[:1])


def _kept(running: Runner) -> list[Any]:
    """The sums of the main wager's count, which are not made here: nobody waits for that."""
    game, settings = running.game, running.table.opening.settings
    sums = find(sums_of(game, settings, _usual(game, settings)))
    if sums is None:
        raise Refused(
            "advise: before any card for everybody is seen the whole game must have been counted;"
            f" do that first with: pitboss odds {game.source.key}"
        )
    return cast("list[Any]", sums)


def _usual(game: Game, settings: Settings) -> Wagers:
    """The main wager alone, as it is counted."""
    main = main_wager(game)
    return {main: unit_of(game, settings, main)}


def _recall(problem: Shared, running: Runner, mine: tuple[int, ...], sums: list[Any]) -> Held:
    """What is kept for these cards. Other wagers may be there beside the main one as long as they
    come to the same whatever is done."""
    seat, game, settings = running.asked.seat, running.game, running.table.opening.settings
    key, main = game.source.key, main_wager(game)
    wager = running.table.opening.wagers[seat].get(main, 0)
    usual = _usual(game, settings)
    classes = classes_of(game, settings, usual)
    alone = set_shared(game, open_alone(game, settings, usual), classes)
    same = classes.examples == problem.classes.examples and alone.deal == problem.deal
    if not same or not _is_beside(problem.net, alone.net * wager, usual[main]):
        raise Refused(f"advise: these wagers of {key} together are not counted before the board")
    held = read_sums(alone, sums)
    row = own_classes(alone)[numbers_of(np.array([mine]))]
    return {kept: value[row] for kept, value in held.items()}


def _is_beside(net: Array, alone: Array, unit: int) -> bool:
    """Whether what is won beside the main wager does not hang on the way."""
    beside = net * unit - alone
    return bool((beside == beside[0]).all())


class FirstHands(NamedTuple):
    """One hand of each class before the board, how many there are, and what each move is worth to
    one hand as a sum over ``each`` units."""

    hands: Array
    ways: Array
    moves: list[Move]
    values: Array
    each: int


def first_hands(request: Request, wagers: Wagers) -> FirstHands:
    """The first question by class of own cards, from the whole count."""
    game, settings = request.game, request.settings
    classes = classes_of(game, settings, wagers)
    problem = set_shared(game, open_alone(game, settings, wagers), classes)
    if problem.deal.root not in problem.levels.asked[0]:
        raise Refused(f"solve: {request.wager} of {request.key} is not asked before the board")
    count = sums_of(game, settings, wagers)
    held = read_sums(problem, cast("list[Any]", recall(count, request.recompute)))
    sets = every_set(problem.cards, len(problem.deal.own)).sets.cards
    _, first, ways = np.unique(own_classes(problem), return_index=True, return_counts=True)
    assert isinstance(problem.deal.root, Node)
    moves = in_order(problem.deal.root.moves, request.ties)
    values = np.stack([worth(held, move.to, problem.net, request.ties) for move in moves]) // ways
    each = int(held[ALL][0].sum()) // int(ways[0]) * next(iter(wagers.values()))
    return FirstHands(np.array(classes.deck)[sets[first]], ways, moves, values, each)
