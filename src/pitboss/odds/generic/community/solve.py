"""A game with a shared board solved: from its rules to the number of deals that end in each way."""

from collections.abc import Sequence
from concurrent.futures import Executor
from math import comb
from typing import Any, cast

import numpy as np

from pitboss.games.contract import Decision, Game, Limits, Opening, Settings
from pitboss.odds.cache import Count as Kept
from pitboss.odds.cache import recall
from pitboss.odds.generic.claims import check_relabel
from pitboss.odds.generic.community.classes import (
    Classes,
    check_other,
    fill,
    find_classes,
    read_classes,
)
from pitboss.odds.generic.community.count import Shared, end_all, read_sums, sum_up
from pitboss.odds.generic.community.scores import size_of
from pitboss.odds.generic.community.tree import find_levels
from pitboss.odds.generic.deal import Deal, find_deal
from pitboss.odds.generic.ends import Hand, Rounds, nets_of
from pitboss.odds.generic.inputs import SOURCES, Wagers, inputs_of, unit_of
from pitboss.odds.generic.numbering import Array
from pitboss.odds.generic.scores import WHOLE_DECK, find_score
from pitboss.odds.generic.solve import Plan, check_plan, count_moves, open_alone
from pitboss.odds.parts import kept_file
from pitboss.odds.progress import tell
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused

LOOKS = 5
"""That a set takes on a board."""


def plan_shared(key: str, deal: Deal, cards: int, relabel: bool = True) -> Plan:
    """How it is counted; what would take too long is refused here."""
    levels, own = find_levels(key, deal), len(deal.own)
    reached, left, boards = [], cards - own, 1
    states = comb(cards, own)
    for at, asked in enumerate(levels.asked):
        if asked:
            reached.append(states)
        if at < len(levels.groups):
            states *= comb(left, levels.groups[at])
            boards *= comb(left + own, levels.groups[at])
            left -= levels.groups[at]
    deals = states * comb(left, len(deal.dealer))
    looks = boards // (24 if relabel else 1) * comb(cards, own) * LOOKS
    more = tuple(levels.groups)
    return check_plan(key, Plan(own, more, 0, sum(reached) or states, looks, deals))


def look_for_classes(game: Game, opening: Opening, deck: Hand = WHOLE_DECK) -> Classes:
    """Find out how a game is settled, and check it: what cannot be counted is refused here."""
    key, deal = game.source.key, find_deal(game, opening)
    for hand in (deal.size, len(deal.dealer) + len(deal.community)):
        if hand != size_of(game):
            raise Refused(f"{key}: score takes {size_of(game)} cards and a hand has {hand}")
    plan_shared(key, deal, len(deck))
    classes = find_classes(Rounds(game, opening, deal), deck)
    check_relabel(game, classes.relabel or len(deck) % 4 > 0)
    return classes


def classes_of(game: Game, settings: Settings, wagers: Wagers) -> Classes:
    """The classes for these wagers of whatever size, found once and kept. Those of the main wager
    alone are tried first where others are beside it."""
    settings = settings._replace(limits=Limits())
    units = {wager: unit_of(game, settings, wager) for wager in wagers}
    main = main_wager(game)

    def make() -> object:
        tell(f"{game.source.key}: its rules are asked how hands end, once, about a minute")
        opening = open_alone(game, settings, units)
        if len(units) > 1 and main in units:
            found = classes_of(game, settings, {main: units[main]})
            try:
                check_other(Rounds(game, opening, find_deal(game, opening)), found)
                return found.to_json()
            except Refused:  # the others have classes of their own
                pass
        return look_for_classes(game, opening).to_json()

    inputs = inputs_of(game, settings, units)
    kept = recall(Kept(game.source.key, "classes", inputs, SOURCES, make))
    return read_classes(cast("dict[str, Any]", kept))


def set_shared(
    game: Game, opening: Opening, classes: Classes, path: Sequence[Decision] = ()
) -> Shared:
    """A game, or what is left of a round after some decisions, ready to be counted."""
    deal = find_deal(game, opening, path, 1)
    table = fill(Rounds(game, opening, deal), classes)
    return Shared(game.source.key, deal, classes, table, find_score(game))


def sums_of(game: Game, settings: Settings, wagers: Wagers, pool: Executor | None = None) -> Kept:
    """The count of all boards, by class of own cards, whichever of equal options is preferred."""
    inputs = inputs_of(game, settings, wagers)

    def make() -> object:
        classes = classes_of(game, settings, wagers)
        problem = set_shared(game, open_alone(game, settings, wagers), classes)
        return sum_up(problem, kept_file(kept), pool)

    kept = Kept(game.source.key, "boards", inputs, SOURCES, make)
    return kept


def is_alone(problem: Shared) -> bool:
    """Whether the seat is never asked and the dealer's cards do not matter."""
    met = ({ends for ends in row if ends} for row in problem.table)
    return isinstance(problem.deal.root, int) and all(len(ends) == 1 for ends in met)


def count_alone(problem: Shared) -> Array:
    """All hands by kind, at the first column of each that cards can make."""
    found = np.zeros(nets_of(problem.table).shape, np.int64)
    starts = [0, *problem.classes.kinds.tolist()]
    for kind, number in enumerate(np.add.reduceat(problem.classes.counts, starts).tolist()):
        column = next(at for at, ends in enumerate(problem.table[kind]) if ends)
        found[0, kind, column] = number
    return found


def count_shared(problem: Shared, sums: Sequence[int], ties: str) -> list[int]:
    """The deals by way, kind and column, then those by decision."""
    if is_alone(problem):
        return [int(number) for number in count_alone(problem).ravel()]
    ends = end_all(problem, read_sums(problem, sums), ties)
    plan = plan_shared(problem.key, problem.deal, problem.cards, problem.classes.relabel)
    assert ends.sum() == plan.deals, "deals were lost or counted twice"
    ways = ends.reshape(len(ends), -1).sum(axis=1).tolist()
    return [*ends.ravel().tolist(), *count_moves(problem.deal.root, ways)]
