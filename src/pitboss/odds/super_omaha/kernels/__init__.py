"""What the compiled counts hold: a row of showdowns for each state, summed by cell.

A cell is what a player sees at a glance: the Flop, the hand made on it, the draws and the high
cards. States alike in all of this make up a cell; sums by cell price every strategy that looks at
nothing else, and show the least that any such strategy can cost.
"""

from math import comb, prod

TIES, CATEGORIES, LOSSES, STATES = 0, range(1, 11), 11, 12
"""Columns of a row: ties, wins by category (high card up to royal flush), losses; a sum of rows
has the number of states after them."""

MADE = (
    "nothing",
    "under-pair",
    "pocket-pair",
    "over-pair",
    "bottom-pair",
    "middle-pair",
    "top-pair",
    "board-pair",
    "low-pair-and-board-pair",
    "high-pair-and-board-pair",
    "board-three-of-a-kind",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house-or-better",
)

FLOP_FEATURES = {
    "flop-suits": ("3", "2", "1"),
    "flop-neighbours": ("0", "1", "2", "straight", "two-straights", "three-straights"),
}

HAND_FEATURES = {
    "made": MADE,
    "pair": ("none", "2-5", "6-8", "9-T", "J-Q", "K-A"),
    "beside": ("none", "second-pair", "three-alike"),
    "straight-outs": ("0", "1-4", "5-12", "13-15", "16+"),
    "high-cards": (*map(str, range(10)), "10+"),
    "flush-draw": ("no", "yes", "nut"),
    "backdoor-flushes": ("0", "1", "2"),
}

FEATURES = {**FLOP_FEATURES, **HAND_FEATURES}
"""Each feature with its values.

``flop-neighbours``: how many two of the Flop's ranks fit into one straight; where all three do, in
how many straights. ``made``: two hole cards with the Flop. The player's own pair is in the hole
(under all the Flop's ranks, over all, or a pocket pair between) or with a card of the Flop; on a
paired Flop it is high with no rank above it. From ``two-pair`` on nothing else of the hand is
looked at, and the features below have their first value. ``pair``: the own pair's rank; of two,
the higher. ``beside``: three or four hole cards of a rank, or a second own pair that is not under
all of the Flop. ``straight-outs``: unseen cards that would make a straight on the turn.
``high-cards``: four for an ace in the hole, three for a king or queen, two for a jack or ten, one
for a nine or eight. ``flush-draw``: two hole cards and two of the Flop of a suit, ``nut`` with the
highest card that the Flop leaves of it. ``backdoor-flushes``: suits of which the hole has two or
more cards and the Flop one.
"""

COUNTED = ("high-cards", "backdoor-flushes")
"""Features whose values are numbers, so that a strategy may give points for each."""

HAND_CELLS = prod(map(len, HAND_FEATURES.values()))
CELLS = prod(map(len, FEATURES.values()))


def showdowns(unseen: int) -> int:
    """Turn and river, and four dealer cards, from the cards that a seat has not seen."""
    return comb(unseen, 2) * comb(unseen - 2, 4)
