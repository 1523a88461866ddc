"""What others have published of the play of Caribbean Stud: when ace and king are raised, and what
seven ways to play lose over all deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import parse_cards
from pitboss.cards.poker import ACE, HIGH_CARD, rank_five
from pitboss.games import find_game
from pitboss.games.opening import set_table
from pitboss.odds.generic.bounds import bounds_of
from pitboss.odds.generic.choice import Tree
from pitboss.odds.generic.deal import Node
from pitboss.odds.generic.ends import nets_of
from pitboss.odds.generic.numbering import Array, hand_classes
from pitboss.odds.generic.solve import count_states, open_alone, set_problem
from tests.examples.published_play import JACK, KING, QUEEN, UNIT, printed


class Sights(NamedTuple):
    """Hands of five cards, each with every card of the dealer that may be up: how many hands are
    like it, the score, the ranks of both, highest first, and what each move is worth in all."""

    ways: Array
    score: Array
    ranks: Array
    up: Array
    worth: Mapping[str, Array]

    @property
    def is_pair(self) -> Array:
        return self.score >> 20 > HIGH_CARD

    @property
    def is_ace_king(self) -> Array:
        found: Array = ~self.is_pair & (self.ranks[:, 0] == ACE) & (self.ranks[:, 1] == KING)
        return found

    @property
    def matches(self) -> Array:
        """Whether the card that is up has the rank of one's own."""
        found: Array = (self.ranks == self.up[:, None]).any(axis=1)
        return found

    def has(self, *ranks: int) -> Array:
        found: Array = np.isin(self.ranks, ranks)
        return np.asarray(found.any(axis=1))


SHARES = 16
ACE_KING_RAISED, ACE_KING_FOLDED = 2_862_264, 4_999_896
EACH = comb(46, 4)


def look_at_all() -> Iterator[Sights]:
    """All hands and up cards of Caribbean Stud, in shares."""
    game, wagers = find_game("caribbean-stud"), {"ante": UNIT}
    settings = set_table(game)
    bounds = bounds_of(game, settings, wagers)
    problem = set_problem(game, open_alone(game, settings, wagers), bounds, "less")
    every, ways = hand_classes(52, problem.plan.seen, problem.scores.relabel)
    root, sweep = problem.deal.root, problem.sweep
    assert isinstance(root, Node)
    for share in range(SHARES):
        hands = every[share::SHARES]
        states = count_states(problem, hands, ways[share::SHARES], sweep)
        tree = Tree(states, nets_of(problem.table), "less")
        others = np.ones((len(hands), 52), bool)
        np.put_along_axis(others, hands.astype(np.int64), False, axis=1)
        score = problem.scores.values[problem.scores.orders_of(hands)]
        yield Sights(
            states.weights,
            np.repeat(score, 47),
            np.repeat(hands[:, ::-1] >> 2, 47, axis=0),
            np.nonzero(others)[1] >> 2,
            {move.action: tree.value(move.to, 0) for move in root.moves},
        )


def by_thumb(at: Sights) -> Array:
    """With ace and king: the card that is up is a two to a queen and matches; or it is an ace or a
    king and one holds a queen or a jack; or it matches nothing, one holds a queen, and it is lower
    than one's fourth card."""
    high = at.up >= KING
    raises = (at.matches & ~high) | (high & at.has(QUEEN, JACK))
    raises |= ~at.matches & at.has(QUEEN) & (at.up < at.ranks[:, 3])
    return at.is_pair | (at.is_ace_king & raises)


CARIBBEAN: dict[str, tuple[Callable[[Sights], Array], int, str, str]] = {
    "optimal": (
        *(lambda at: at.worth["raise"] > at.worth["fold"], 1_041_372_912_372),
        *("5.224306", "2.5553"),
    ),
    "by thumb": (by_thumb, 1_041_417_758_724, "5.224531", "2.5538"),
    "A-K-J-8-3 or better": (
        *(lambda at: at.score >= rank_five(*parse_cards("Ac Kd Jh 8s 3c")), 1_059_715_400_580),
        *("5.316325", "2.596"),
    ),
    "a pair, or ace and king with a match": (
        *(lambda at: at.is_pair | (at.is_ace_king & at.matches), 1_063_176_931_284),
        *("5.333691", "2.6162"),
    ),
    "a pair": (lambda at: at.is_pair, 1_090_272_101_460, "5.469621", "2.738"),
    "ace and king": (
        *(lambda at: at.is_pair | at.is_ace_king, 1_132_600_203_540),
        *("5.681970", "2.672"),
    ),
    "everything": (
        *(lambda at: np.ones(len(at.up), bool), 3_310_360_338_060),
        *("16.607245", "5.536"),
    ),
}
"""Which hands are raised; what all deals together lose, in Antes; edge and element of risk."""


def check_caribbean_strategies() -> None:
    deals, low = 19_933_230_517_200, 0
    lost, raised, ace_king = Counter[str](), Counter[str](), Counter[bool]()
    for at in look_at_all():
        for name, (raises, *_) in CARIBBEAN.items():
            chosen = raises(at)
            worth = np.where(chosen, at.worth["raise"], at.worth["fold"])
            lost[name] -= int((worth * at.ways).sum())
            raised[name] += int((chosen * at.ways).sum()) * EACH
        best = CARIBBEAN["optimal"][0](at)
        assert best[at.is_pair].all()
        assert not best[~at.is_pair & ~at.is_ace_king].any()
        for choice in (True, False):
            ace_king[choice] += int(at.ways[at.is_ace_king & (best == choice)].sum())
        low += int(at.ways[~at.is_pair & ~at.is_ace_king].sum())
    for name, (_, loss, edge, risk) in CARIBBEAN.items():
        assert lost[name] == loss * UNIT, name
        assert printed(Fraction(100 * loss, deals), 6) == edge
        digits = len(risk.partition(".")[2])
        assert printed(Fraction(100 * loss, deals + 2 * raised[name]), digits) == risk, name
    assert ace_king == {True: ACE_KING_RAISED, False: ACE_KING_FOLDED}
    assert printed(Fraction(100 * raised["optimal"], deals), 4) == "52.2255"
    assert low == 47 * 1_135_260  # hands that do not qualify, the dealer's too
    assert printed(100 - Fraction(100 * low, 47 * comb(52, 5)), 2) == "56.32"
