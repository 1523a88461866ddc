"""A game's strategy on one card: what to do by what one sees, and what that costs.

The figures come from the solver; the words stand in ``card.toml`` beside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from pitboss.data import read_toml
from pitboss.games import find_game
from pitboss.odds.figures import Figures, fraction_of
from pitboss.odds.registry import find_solver, has_solver
from pitboss.odds.request import Request

NEVER = "never"
LEAST_SHOWN = Fraction(1, 20_000)
"""What two places of a percentage still show."""


class CardTable(NamedTuple):
    """Rows under their heads; the first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class StrategyCard(NamedTuple):
    """What fits on a card: a sentence to begin with, tables, and notes on what it costs."""

    lead: str
    tables: tuple[CardTable, ...]
    notes: tuple[str, ...]


Words = Mapping[str, Any]


def has_card(key: str) -> bool:
    """Whether a game's solver has a card."""
    return has_solver(find_game(key)) and find_spec(f"{find_solver(key).package}.card") is not None


def make_card(request: Request) -> StrategyCard:
    """The card of the request's game, at its table."""
    made = import_module(f"{find_solver(request.key).package}.card").make_card(request)
    assert isinstance(made, StrategyCard)
    return made


def read_words(package: str) -> Words:
    """The words of a solver's card."""
    return read_toml(package, "card.toml")


def by_strategy(request: Request, name: str) -> Any:
    """The figures of one of the game's named strategies, beside the best play."""
    return find_solver(request.key).price(request._replace(strategy=name))


def percent(value: float, places: int = 2) -> str:
    return f"{100 * value:.{places}f} %"


def small_percent(cost: Fraction) -> str:
    """``0.52 %``; what is next to nothing is said so.

    >>> small_percent(Fraction(52, 10000)), small_percent(Fraction(1, 10**6))
    ('0.52 %', 'less than 0.01 %')
    """
    return "less than 0.01 %" if 0 < cost < LEAST_SHOWN else percent(float(cost))


def cost_words(words: Words, figures: Figures) -> str:
    """What the strategy costs, in a sentence with the edges of both."""
    edge, cost = fraction_of(figures["house_edge"]), fraction_of(figures["cost"])
    return str(words["cost"]).format(
        edge=percent(float(edge)), cost=small_percent(cost), best=percent(float(edge - cost))
    )


def merge_alike(rows: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Neighbours that differ in their name alone as one row: ``2 to 4``."""
    merged: list[tuple[str, tuple[str, ...], str]] = []
    for name, *rest in rows:
        if merged and merged[-1][1] == tuple(rest):
            merged[-1] = (merged[-1][0], tuple(rest), name)
        else:
            merged.append((name, tuple(rest), name))
    return tuple(
        (first if first == last else f"{first} to {last}", *rest) for first, rest, last in merged
    )
