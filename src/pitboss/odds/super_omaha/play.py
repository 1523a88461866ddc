"""Who plays Super Omaha: by the optimum, by a given strategy, or for practice."""

from collections.abc import Callable, Sequence

from pitboss.cards.poker import HIGH_CARD, TWO_PAIR, rank_five
from pitboss.games.contract import Decision
from pitboss.games.events import COMMUNITY
from pitboss.games.super_omaha.score import best_five
from pitboss.odds.registry import Player, cards_seen, take_first
from pitboss.odds.request import Request
from pitboss.odds.super_omaha.price import game_of
from pitboss.odds.super_omaha.strategy import ACTIONS, Points, best_place, nets_of, read_strategy
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

Chooser = Callable[[Sequence[int], Sequence[int]], int]
"""The place of the action (3x, 1x, fold) for four hole cards and a Flop."""


def player(request: Request) -> Player:
    """Plays by the optimum, counting each state anew, or by the request's strategy."""
    from pitboss.odds.super_omaha.kernels.features import find_cell
    from pitboss.odds.super_omaha.kernels.ranks import count_state

    nets = nets_of(request.settings)
    if request.strategy is None:
        return seat_player(lambda hole, flop: best_place(count_state(hole, flop).row, nets))
    given = read_strategy(request.strategy)
    plan = given if isinstance(given, Points) else given.fill(game_of(request)[0].cells, nets)
    return seat_player(lambda hole, flop: plan.action(find_cell(hole, flop)))


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    """Fold a high card on the Flop; wager once on a pair, as much as allowed on more."""
    a, b, c, d, e = best_five(*cards_seen(running))
    category = rank_five(a, b, c, d, e) >> 20
    if category >= TWO_PAIR:
        question = running.asked
        most = max(option.most_cents for option in question.options)
        return Decision(question.seat, "flop", most)
    return take_first(running, "flop" if category > HIGH_CARD else "fold")


def seat_player(chooser: Chooser) -> Player:
    """Answers each question by a chooser; no wager above what the table allows."""

    def decide(running: Runner) -> Decision:
        question, table = running.asked, running.table
        place = chooser(table.hands[question.seat], table.hands[COMMUNITY][:3])
        times = list(ACTIONS.values())[place]
        if not times:
            return Decision(question.seat, "fold")
        most = max(option.most_cents for option in question.options)
        wager = min(times * table.opening.wagers[question.seat]["ante"], most)
        return Decision(question.seat, "flop", wager)

    return decide
