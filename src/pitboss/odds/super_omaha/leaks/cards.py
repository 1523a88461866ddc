"""The rules to remember, in words: by sights, by points, or by the kind of the board."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.data import read_toml
from pitboss.odds.figures import Figures
from pitboss.odds.protection import Card
from pitboss.odds.super_omaha.kernels import CATEGORIES, MADE, STATES
from pitboss.odds.super_omaha.leaks.points import (
    FIRST_MADE,
    LEAST,
    SCORES,
    TWO_PAIR,
)
from pitboss.odds.super_omaha.leaks.rules import ACTIONS, MOST_STANDS, Actions, best_rule
from pitboss.odds.super_omaha.leaks.thresholds import Thresholds, best_by_sample
from pitboss.odds.super_omaha.strategy import Nets, totals_of

NONE = 1
"""Categories are counted from the one after none on."""


def _read() -> dict[str, Any]:
    return read_toml(__package__, "leaks.toml")


def _words() -> dict[str, Any]:
    words: dict[str, Any] = _read()["rules"]
    return words


def _rows(name: str, actions: Actions) -> list[Figures]:
    """The sights at which a rule does something else than the player would without the leak."""
    every = _words()["stands"]
    stands = every.get(name) or every[name.partition("-")[0]]
    changes = {divmod(sight, MOST_STANDS): action for sight, action in actions.items()}
    return [
        {"seen": f"{ACTIONS[usual]} without the leak, {stands[stand]}", "text": ACTIONS[action]}
        for (usual, stand), action in changes.items()
        if action != usual
    ]


def card_by_sample(
    name: str, sums: Sequence[int], sample: tuple[int, int], usual: Fraction
) -> Card:
    """The best rule by sights over a sample of so many states, in parts of a unit; the sums are
    what actions add to the usual choice."""
    rule = best_rule(sums, *sample)
    return Card(_words()["text"], _rows(name, rule.actions), usual + rule.gain, rule.error)


def card_by_scores(
    name: str, sums: Sequence[int], sample: tuple[int, int], usual: Fraction
) -> Card:
    """The best thresholds over a sample, likewise; by what is best without the leak, where the sums
    stand by that."""
    rule, words, every = best_by_sample(sums, *sample), _words(), _read()["points"]
    kind, _, number = name.partition("-")
    group = name if name in every else kind
    given = every[group]
    rows: list[Figures] = [
        {"seen": words["kinds"][part], "text": f"{points:+}"}
        for part, points in given["more"].items()
    ]
    starts = words["starts"] if len(rule.thresholds) > 1 else [words["in-all"]]
    for start, found in zip(starts, rule.thresholds, strict=True):
        rows.append({"seen": start, "text": words["from"].format(**_from(found))})
    rest = given["rest"][int(number) - 1] if "rest" in given else ""
    text = words["by-points"][group].format(rest=rest)
    return Card(text, rows, usual + rule.gain, rule.error)


def _from(found: Thresholds) -> Figures:
    return {"1x_from": _score(found.once), "3x_from": _score(found.three)}


def _score(score: int) -> str:
    """A score in words: points, a hand that has none, or no."""
    if score < FIRST_MADE:
        return str(score + LEAST)
    return MADE[TWO_PAIR + score - FIRST_MADE].replace("-", " ") if score < SCORES else "no"


def card_by_board(name: str, counted: list[int], nets: Nets, deals: int) -> Card:
    """The best rule by the kind of the board and, with a card to come, by whether the player draws:
    from which category on 1x, and from which 3x."""
    words, total, width = _words(), 0, STATES * (NONE + len(CATEGORIES))
    kinds = [f"{board}{draw}" for board in words["boards"] for draw in words["draws"][name]]
    rows: list[Figures] = []
    for number, seen in enumerate(kinds):
        some = counted[width * number :][:width]
        values = [totals_of(some[STATES * one :][:STATES], nets) for one in CATEGORIES]
        value, once, three = max(
            (_value(values, once, three), once, three)
            for once, three in combinations_with_replacement(range(len(values) + 1), 2)
        )
        total += value
        rows.append({"seen": seen, "1x_from": _named(once), "3x_from": _named(three)})
    return Card(words["by-board"][name], rows, Fraction(total, nets[0] * deals))


def _value(values: Sequence[tuple[int, int, int]], once: int, three: int) -> int:
    """3x from the one category on, 1x from the other on, else fold."""
    places = [0 if n >= three else 1 if n >= once else 2 for n in range(len(values))]
    return sum(value[place] for value, place in zip(values, places, strict=True))


def _named(place: int) -> str:
    return CATEGORY_NAMES[CATEGORIES[place]].replace("-", " ") if place < len(CATEGORIES) else "no"
