"""``pitboss odds holdout``: players play each other, so there is no edge, but there are odds."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from textwrap import wrap
from typing import Any, cast

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import Figures, exact
from pitboss.odds.holdout.strategy import MODELS
from pitboss.odds.holdout.values import (
    count_duels,
    count_kinds,
    count_values,
    discard_values,
    hold_values,
)
from pitboss.odds.request import Request
from pitboss.refusal import Refused

SIZES = (5, 4, 3, 2, 1)
SOURCES = (
    "cards/lookup.py",
    "cards/poker.py",
    "odds/holdout/kernels/parts.py",
    "odds/holdout/kernels/tally.py",
    "odds/ranks.py",
)
WIDTH = 78
HEADS_UP = 2


def price(request: Request) -> Figures:
    """Frequencies of hands by number of held cards, and shares of the pot against one opponent."""
    if request.strategy is not None:
        raise Refused("--strategy: Holdout has no wager against the house to price by a strategy")
    if request.bonus_ratio is not None:
        raise Refused("--bonus-ratio: Holdout has no bonus wager")
    if request.players > HEADS_UP:
        raise Refused(
            f"--players {request.players}: these shares are against one opponent; at most 2"
        )
    return {
        "method": "exact, except figures with an interval (99 %), which are estimates from a seed",
        "models": MODELS,
        "hand_ranks": frequencies(request.recompute),
        "hold_values": hold_values(request.recompute),
        "discards": list(discard_values(request.recompute)),
    }


def count_of(request: Request) -> Count | None:
    """The longest of the counts that the answer is made of."""
    return count_values()


def shipped_counts() -> Iterable[Count]:
    yield count_categories()
    yield count_kinds()
    yield count_values()
    yield count_duels()


def count_categories() -> Count:
    """How often each hand is made by one to five held cards, over all deals."""

    def make() -> object:
        from pitboss.odds.holdout.kernels import tally

        return tally.count_categories()

    return Count("holdout", "categories", {"held": list(SIZES)}, SOURCES, make)


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


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Frequencies by number of held cards, then what holds and discards are worth."""
    tables = answer["hand_ranks"]
    yield "Final hand, by number of held cards (all deals counted)"
    yield f"  {'':<16}" + "".join(f"{table['held']:>11}" for table in tables)
    for rows in zip(*(table["outcomes"] for table in tables), strict=True):
        chances = "".join(f"{100 * row['probability']['value']:>10.5f}%" for row in rows)
        yield f"  {rows[0]['event']:<16}{chances}"
    yield from ("", "Share of the pot against one opponent, by number of held cards (estimates)")
    yield f"  {'':<28}{'dealt':>8}" + "".join(f"{held:>8}" for held in "54321")
    for row in answer["hold_values"]:
        shares = "".join(f"{100 * figure['value']:>7.1f}%" for figure in row["by_held"].values())
        yield f"  {row['hand']:<28}{100 * row['probability']['value']:>7.2f}%{shares}"
    yield from ("", "What an opponent wins on average who discarded so many (estimates)")
    models = list(answer["models"])
    yield f"  {'discarded':<12}{'dealt':>8}" + "".join(f"{model:>12}" for model in models)
    for row in answer["discards"]:
        shares = "".join(_share(row.get(model)) for model in models)
        yield f"  {row['discarded']:<12}{100 * row['probability']['value']:>7.2f}%{shares}"
    for model, text in answer["models"].items():
        yield from ("", *wrap(f"{model}: {text}.", WIDTH))


def _share(figure: Mapping[str, Any] | None) -> str:
    return f"{100 * figure['value']:>11.1f}%" if figure else f"{'never':>12}"
