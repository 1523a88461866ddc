"""What a player sees at a glance: the hand made on the Flop, and the draws.

States alike in all of this make up a cell; sums by cell price every strategy that looks at
nothing else.
"""

from math import prod

MADE = (
    "nothing",
    "under-pair",
    "bottom-pair",
    "middle-pair",
    "top-pair",
    "over-pair",
    "two-pair",
    "board-pair",
    "low-pair-and-board-pair",
    "high-pair-and-board-pair",
    "three-of-a-kind",
    "board-three-of-a-kind",
    "straight",
    "flush",
    "full-house-or-better",
)

FEATURES = {
    "made": MADE,
    "flush-draw": ("no", "yes"),
    "straight-outs": ("0", "1-4", "5-8", "9-12", "13+"),
    "flop-suits": ("3", "2", "1"),
    "top-card": ("lower", "queen", "king", "ace"),
}
"""Each feature with its values.

``made``: two hole cards with the Flop. The player's own pair, in the hole or with a card of the
Flop, is named for the Flop's ranks above it: none (over or top), one, two, or three; on a paired
Flop it is high with none above it. ``flush-draw``: two hole cards and two of the Flop of a suit.
``straight-outs``: unseen cards that would make a straight on the turn. ``top-card``: the highest
hole card.
"""

CELLS = prod(map(len, FEATURES.values()))


def read_cell(number: int) -> dict[str, str]:
    """The features of a cell; the first is the highest digit of its number."""
    found = {}
    for name, values in reversed(FEATURES.items()):
        number, digit = divmod(number, len(values))
        found[name] = values[digit]
    return {name: found[name] for name in FEATURES}
