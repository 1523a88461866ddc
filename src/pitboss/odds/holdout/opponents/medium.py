"""Weighs made hands and draws: how the hand will stand, on average over rivers, against the price.

It measures its hand by how often a sensible player ends up with less, whatever the others have
discarded.
"""

from itertools import combinations

from pitboss.cards import DECK
from pitboss.cards.poker import PAIR, STRAIGHT, THREE_OF_A_KIND, TWO_PAIR, rank_five
from pitboss.games.contract import Decision
from pitboss.games.holdout.score import score
from pitboss.odds.holdout.opponents.betting import Style, act
from pitboss.odds.holdout.opponents.sight import Sight
from pitboss.odds.holdout.sensible import sensible_hold
from pitboss.rounds.shuffle import Bytes

STYLE = Style(bet_from=0.16, raise_from=0.4, margin=0.02, size=0.6)

YARDSTICK = (
    (0.0, 0.0),
    (0.0, 0.1),
    (0.11, 0.49),
    (0.51, 0.75),
    (0.76, 0.84),
    (0.84, 0.89),
    (0.89, 0.95),
    (0.95, 0.99),
    (0.995, 1.0),
    (1.0, 1.0),
    (1.0, 1.0),
)
"""How often one sensible player ends below a hand: for the lowest and the highest of a category."""

SPREAD = 4
"""Of the unseen cards every fourth stands for the rest when rivers are laid."""


def hold(sight: Sight, take: Bytes) -> tuple[int, ...]:
    return sensible_hold(sight.cards)


def wager(sight: Sight, take: Bytes) -> Decision:
    strength = strength_after(sight) if sight.board else strength_before(sight.cards)
    return act(sight, strength ** len(sight.rivals), STYLE)


def standing(rank: int) -> float:
    """How often one sensible player ends below this rank."""
    low, high = YARDSTICK[rank >> 20]
    return low + (high - low) * (rank >> 16 & 15) / 12


def strength_after(sight: Sight) -> float:
    """The average standing over rivers."""
    if len(sight.board) == 4:
        return standing(score(sight.cards, sight.board))
    seen = {*sight.cards, *sight.discarded, *sight.board}
    spread = [card for card in DECK if card not in seen][::SPREAD]
    boards = [(*sight.board, *river) for river in combinations(spread, 2)]
    return sum(standing(score(sight.cards, board)) for board in boards) / len(boards)


def strength_before(cards: tuple[int, ...]) -> float:
    """What a hand before the discard is worth, by what is held of it."""
    a, b, c, d, e = cards
    rank = rank_five(a, b, c, d, e)
    category, top = rank >> 20, (rank >> 16 & 15) / 12
    if category >= STRAIGHT:
        return 0.92
    if category == THREE_OF_A_KIND:
        return 0.78 + 0.1 * top
    if category == TWO_PAIR:
        return 0.58 + 0.14 * top
    held = sensible_hold(cards)
    draw = 0.6 if len(held) == 4 else 0.42 if len(held) == 3 else 0.35
    return max(draw, 0.4 + 0.28 * top) if category == PAIR else draw
