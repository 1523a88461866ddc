"""The seat's decisions over boards that are turned up in groups.

What is known of some sets of cards stands in arrays, a row for each set: all deals by the classes
in which they end (``ALL``), and for each question that is still to come, as if it were asked, the
deals by way and class under best play from there on: once where options that are worth the same
take the smaller wager, once where they take the larger. A question is decided where its cards are
seen, and takes the place of those that follow it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.odds.generic.choice import MOST, in_order
from pitboss.odds.generic.deal import Deal, Node
from pitboss.odds.generic.numbering import Array
from pitboss.odds.request import TIES
from pitboss.refusal import Refused

Key = tuple[int, tuple[int, ...], str]
"""A question: its stage, all ways that may follow, and what is preferred of equal options."""

ALL: Key = (-1, (), "")
Held = dict[Key, Array]


class Levels(NamedTuple):
    """``groups`` are the sizes in which a board is turned up, and ``asked`` the questions before
    the first of them and after each."""

    groups: tuple[int, ...]
    asked: tuple[tuple[Node, ...], ...]


def ways_of(to: Node | int) -> tuple[int, ...]:
    """The ways that a move or a question may end in."""
    if not isinstance(to, Node):
        return (to,)
    return tuple(sorted(way for move in to.moves for way in ways_of(move.to)))


def key_of(node: Node, ties: str) -> Key:
    return node.stage, ways_of(node), ties


def exits_of(node: Node, ties: str) -> list[Node | int]:
    """Where the seat may go from a question before it sees more, as it prefers."""
    found: list[Node | int] = []
    for move in in_order(node.moves, ties):
        if isinstance(move.to, Node) and move.to.stage == node.stage:
            found += exits_of(move.to, ties)
        else:
            found.append(move.to)
    return found


def find_levels(key: str, deal: Deal) -> Levels:
    """How a board is turned up. The seat has its own cards at the first question and sees none of
    the dealer's before the last."""
    own, shared = set(deal.own), set(deal.community)
    if any(not seen >= own or seen - own - shared for seen in deal.seen):
        raise Refused(
            f"{key}: beside cards for everybody a seat sees all its own cards and none of the"
            " dealer's when it is asked"
        )
    turned = [len(seen & shared) for seen in deal.seen]
    bounds = sorted({0, *turned, len(shared)})
    stages = {at: stage for stage, at in enumerate(turned)}
    first = dict.fromkeys(_first_of(deal.root))
    asked = tuple(
        tuple(node for node in first if node.stage == stages.get(at, -1)) for at in bounds
    )
    return Levels(tuple(np.diff(bounds).tolist()), asked)


def _first_of(to: Node | int, before: int = -1) -> Iterator[Node]:
    """The questions that come first at their stage."""
    if isinstance(to, Node):
        if to.stage != before:
            yield to
        for move in to.moves:
            yield from _first_of(move.to, to.stage)


def decide(held: Held, asked: Sequence[Node], net: Array) -> Held:
    """The best play of some questions; ``net`` is by way and class."""
    left, done = dict(held), set()
    for node, ties in product(asked, TIES):
        exits, ways = exits_of(node, ties), ways_of(node)
        best = np.stack([worth(held, to, net, ties) for to in exits]).argmax(axis=0)
        chosen = np.zeros((len(held[ALL]), len(ways), net.shape[1]), np.int64)
        for place, to in enumerate(exits):
            rows = np.flatnonzero(best == place)
            places = np.array([ways.index(way) for way in ways_of(to)])
            chosen[rows[:, None], places] = ends_of(held, to, ties)[rows]
            if isinstance(to, Node):
                done.add(key_of(to, ties))
        left[key_of(node, ties)] = chosen
    return {key: value for key, value in left.items() if key not in done}


def ends_of(held: Held, to: Node | int, ties: str) -> Array:
    """The deals after a move by its ways and classes."""
    return held[key_of(to, ties)] if isinstance(to, Node) else held[ALL][:, None, :]


def worth(held: Held, to: Node | int, net: Array, ties: str) -> Array:
    """What a move is worth to each set, as a sum over its deals."""
    ends = ends_of(held, to, ties)
    largest = int(abs(net).max()) * int(held[ALL].sum(axis=1).max(initial=0))
    if largest >= MOST:
        raise Refused("the sums of this game are larger than the solver's whole numbers")
    total: Array = np.einsum("nwc,wc->n", ends, net[list(ways_of(to))])
    return total
