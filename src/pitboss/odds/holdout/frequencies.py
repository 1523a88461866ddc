"""How often each hand is made by one to five held cards, counted over all deals."""

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.odds.figures import Figures, exact
from pitboss.odds.kept import Count, recall

SIZES = (5, 4, 3, 2, 1)

SOURCES = (
    "cards",
    "odds/holdout/frequencies.py",
    "odds/holdout/kernels/parts.py",
    "odds/holdout/kernels/tally.py",
)


def count_categories() -> Count:
    """For each number of held cards, the deals of them and the board that end in each category."""
    return Count("holdout", "categories", {"held": list(SIZES)}, SOURCES, _make)


def _make() -> dict[str, list[int]]:
    from pitboss.odds.holdout.kernels.parts import orders
    from pitboss.odds.holdout.kernels.tally import kinds_of, tally, tally_five
    from pitboss.odds.progress import run_parts

    known = orders()
    counts = {"5": tally_five(known).tolist()}
    for size in SIZES[1:]:
        kinds = list(kinds_of(size))
        found = run_parts(f"holdout, {size} held", kinds, lambda kind: tally(known, kind.cards))
        pairs = list(zip(kinds, found, strict=True))
        counts[str(size)] = [
            sum(kind.holdings * row[category] for kind, row in pairs)
            for category in range(len(CATEGORY_NAMES))
        ]
    return counts


def frequencies(recompute: bool) -> list[Figures]:
    """One table for each number of held cards, the best hand first."""
    counts = cast(Mapping[str, list[int]], recall(count_categories(), recompute))
    return [_table(size, counts[str(size)]) for size in SIZES]


def _table(size: int, counts: list[int]) -> Figures:
    deals = sum(counts)
    return {
        "held": size,
        "deals": str(deals),
        "outcomes": [
            {
                "event": CATEGORY_NAMES[category],
                "combinations": str(counts[category]),
                "probability": exact(Fraction(counts[category], deals)),
            }
            for category in range(len(counts) - 1, 0, -1)
        ],
    }
