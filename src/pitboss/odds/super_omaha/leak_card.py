"""The rules to remember, in words: by sights of a sample, or by the kind of the board."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.data import read_toml
from pitboss.odds.figures import Figures
from pitboss.odds.protection import Card
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES, TIES
from pitboss.odds.super_omaha.leak_rules import ACTIONS, best_rule
from pitboss.odds.super_omaha.strategy import Nets, totals_of

NONE, ENDS = 1, 3
"""Categories are counted from the one after none on, each with wins, ties and losses."""


def _words() -> dict[str, Any]:
    words: dict[str, Any] = read_toml(__package__, "leaks.toml")["rules"]
    return words


def card_by_sights(
    name: str, by_sight: Sequence[int], sample: tuple[int, int], by_cell: Fraction
) -> Card:
    """The best rule over a sample of so many states, in parts of a unit; the sums are what actions
    add to the choice by cell."""
    words, rule = _words(), best_rule(by_sight, *sample)
    stands = words["with-turn" if name.endswith("turn") else "stands"]
    rows: list[Figures] = [
        {"seen": f"{ACTIONS[usual]} without the leak, {stands[stand]}", "text": ACTIONS[action]}
        for usual, stand, action in rule.changes
    ]
    return Card(words["text"], rows, by_cell + rule.gain, rule.error)


def card_by_board(counted: Sequence[int], nets: Nets, deals: int) -> Card:
    """The best rule by the kind of the board: from which category on 1x, and from which 3x."""
    words, total = _words(), 0
    width, rows = ENDS * (NONE + len(CATEGORIES)), []
    for kind, seen in enumerate(words["boards"]):
        values = [
            totals_of(_row(category, counted[kind * width + ENDS * category :][:ENDS]), nets)
            for category in CATEGORIES
        ]
        value, once, three = max(
            (_value(values, once, three), once, three)
            for once, three in combinations_with_replacement(range(len(values) + 1), 2)
        )
        total += value
        rows.append({"seen": seen, "1x_from": _named(once), "3x_from": _named(three)})
    return Card(words["by-board"], rows, Fraction(total, nets[0] * deals))


def _row(category: int, ends: Sequence[int]) -> list[int]:
    row = [0] * STATES
    row[category], row[TIES], row[LOSSES] = ends
    return row


def _value(values: Sequence[tuple[int, int, int]], once: int, three: int) -> int:
    """3x from the one category on, 1x from the other on, else fold."""
    places = [0 if n >= three else 1 if n >= once else 2 for n in range(len(values))]
    return sum(value[place] for value, place in zip(values, places, strict=True))


def _named(place: int) -> str:
    return CATEGORY_NAMES[CATEGORIES[place]].replace("-", " ") if place < len(CATEGORIES) else "no"
