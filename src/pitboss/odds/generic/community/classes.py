"""The classes of scores that are settled alike, where both sides share the cards of a board.

Two scores can meet on a board or they cannot, and which can is seen by trying: a hand of a score is
parted into a board and a set in several ways, and all other sets are scored on it. With one side's
score held fast, the other side's is changed until the ends change; where they do, a class begins.
What is found is then held against every score of either side, and against shuffled decks. A pair of
scores that contradicts it is looked at more closely, until nothing contradicts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np

from pitboss.odds.generic.community.scores import (
    Orders,
    Score,
    Sets,
    all_sets,
    find_orders,
    mask_of,
    on_boards,
)
from pitboss.odds.generic.deal import decks
from pitboss.odds.generic.ends import (
    CHECKS,
    Ends,
    Hand,
    Rounds,
    Table,
    check_sizes,
    hangs_on_more,
    names_of,
)
from pitboss.odds.generic.numbering import Array
from pitboss.odds.generic.scores import WHOLE_DECK, find_score

ANCHORS = 60
"""Scores of either side that are held fast at first."""

PROBES = 7
PARTINGS = 8
"""Ways in which a hand is parted into a board and a set."""

MOST_TURNS = 40

Meeting = tuple[Hand, Hand]
"""A hand, the seat's own cards first, and the dealer's own cards."""


class Classes(NamedTuple):
    """``values`` are all scores, ``counts`` how many hands have each and ``hands`` one of those;
    ``kinds`` and ``dealers`` the orders at which a class begins, but the first; ``examples`` cards
    of each kind and column: the dealer of each class has less, the same or more."""

    values: Array
    counts: Array
    hands: Array
    relabel: bool
    kinds: Array
    dealers: Array
    names: tuple[str, ...]
    examples: tuple[tuple[Meeting | None, ...], ...]
    deck: Hand = WHOLE_DECK

    def cell(self, order: int, dealer: int) -> tuple[int, int]:
        kind = int(np.searchsorted(self.kinds, order, "right"))
        column = int(np.searchsorted(self.dealers, dealer, "right"))
        return kind, 3 * column + 1 + (dealer > order) - (dealer < order)

    def order_of(self, score: int) -> int:
        return int(np.searchsorted(self.values, score))

    def to_json(self) -> dict[str, object]:
        found = self._asdict()
        return {**found, **{name: found[name].tolist() for name in ARRAYS}}


ARRAYS = ("values", "counts", "hands", "kinds", "dealers")


def read_classes(kept: dict[str, Any]) -> Classes:
    examples = tuple(
        tuple((tuple(cell[0]), tuple(cell[1])) if cell else None for cell in row)
        for row in kept["examples"]
    )
    arrays = {name: np.array(kept[name], np.int64) for name in ARRAYS}
    rest = {name: tuple(kept[name]) for name in ("names", "deck")}
    return Classes(**{**kept, **arrays, **rest, "examples": examples})


def fill(rounds: Rounds, classes: Classes) -> Table:
    """The ends of some cards of every kind and column."""
    return tuple(
        tuple(rounds.ask(*cell) if cell else None for cell in row) for row in classes.examples
    )


class Meetings:
    """Which scores meet which, with cards, and how that ends."""

    def __init__(self, rounds: Rounds, orders: Orders, deck: Hand, score: Score) -> None:
        self.rounds, self.orders, self.deck = rounds, orders, np.array(deck)
        self.own = len(rounds.deal.own)
        self.sets: Sets = all_sets(len(deck), self.own)
        self.score = on_boards(score, orders.hands.shape[2])
        size = orders.hands.shape[2]
        every = list(combinations(range(size), self.own))
        self.partings = every[:: max(1, len(every) // PARTINGS)]
        self._met: dict[int, tuple[Array, Array]] = {}
        self._ends: dict[tuple[int, int], Ends] = {}

    def met(self, order: int) -> Array:
        """The scores of the other side that were seen to meet this one, rising."""
        if order not in self._met:
            boards, holders = self._parted(order)
            scores = self.score(boards, self.sets, self.deck)
            barred = (self.sets.masks[None, :] & mask_of(holders)[:, None]) != 0
            flat = np.where(barred, -1, scores).ravel()
            met, where = np.unique(flat, return_index=True)
            met, where = met[met >= 0], where[met >= 0]
            self._met[order] = np.searchsorted(self.orders.values, met), where
        return self._met[order][0]

    def _parted(self, order: int) -> tuple[Array, Array]:
        hands = self.orders.hands[order].astype(np.int64)
        rests = [[at for at in range(hands.shape[1]) if at not in part] for part in self.partings]
        boards = np.concatenate([hands[:, rest] for rest in rests])
        return boards, np.concatenate([hands[:, list(part)] for part in self.partings])

    def cards(self, order: int, other: int, is_dealer: bool) -> Meeting:
        """Cards of two scores that meet: the seat's hand and the dealer's own cards."""
        met = self.met(order)
        boards, holders = self._parted(order)
        where = int(self._met[order][1][np.searchsorted(met, other)])
        board, number = divmod(where, len(self.sets.cards))
        mine, his = holders[board], self.sets.cards[number]
        if is_dealer:
            mine, his = his, mine
        laid = [tuple(self.deck[places].tolist()) for places in (mine, boards[board], his)]
        return (*laid[0], *laid[1]), laid[2]

    def ends(self, order: int, other: int, is_dealer: bool) -> Ends:
        """How a score ends against another that it meets; it is the seat's, or the dealer's."""
        pair = (other, order) if is_dealer else (order, other)
        if pair not in self._ends:
            self._ends[pair] = self.rounds.ask(*self.cards(order, other, is_dealer))
        return self._ends[pair]


def find_classes(rounds: Rounds, deck: Hand = WHOLE_DECK) -> Classes:
    """The classes of a game's scores, checked."""
    orders, score = find_orders(rounds.game, deck), find_score(rounds.game)
    meetings = Meetings(rounds, orders, deck, score)
    hands = meetings.deck[orders.hands[:, 0]]
    names = names_of(rounds, map(tuple, hands.tolist()), orders.values.tolist())
    check_sizes(rounds, deck)
    begins = {order for order, (one, other) in enumerate(pairwise(names), 1) if one != other}
    known = Classes(
        orders.values, orders.counts, hands, orders.relabel,
        *_arrays(begins, set()), tuple(names), (), deck,
    )  # fmt: skip
    found = _refine(meetings, known)
    check_decks(rounds, found)
    return found


def _arrays(kinds: set[int], dealers: set[int]) -> tuple[Array, Array]:
    return np.array(sorted(kinds), np.int64), np.array(sorted(dealers), np.int64)


def _refine(meetings: Meetings, known: Classes) -> Classes:
    """Classes that nothing contradicts, from those that the game's names make."""
    names, anchors = (
        known.names,
        {*np.linspace(0, len(known.names) - 1, ANCHORS, dtype=int).tolist()},
    )
    kinds: set[int] = {*known.kinds.tolist()}
    dealers: set[int] = set()
    for _ in range(MOST_TURNS):
        before = len(kinds) + len(dealers)
        dealers = _begin(dealers, _changes(meetings, anchors, is_dealer=False))
        kinds = _begin(kinds, _changes(meetings, anchors, is_dealer=True))
        mine, his = _arrays(kinds, dealers)
        named = tuple(names[start] for start in sorted({0, *kinds}))
        against, found = _contradiction(
            meetings, known._replace(kinds=mine, dealers=his, names=named)
        )
        if not against:
            return found
        if against <= anchors and before == len(kinds) + len(dealers):
            break
        anchors = against
    raise hangs_on_more(meetings.rounds, tuple(known.hands[min(against)].tolist()))


def _changes(
    meetings: Meetings, anchors: Iterable[int], is_dealer: bool
) -> Iterator[tuple[int, int]]:
    """With each of these scores held fast, on one side, where the other side's begins to end
    otherwise: after the first order and up to the second."""
    for order in anchors:
        met = meetings.met(order)

        def ends(other: int, order: int = order) -> Ends:
            return meetings.ends(order, other, is_dealer)

        for side in (met[met < order], met[met > order]):
            yield from _steps(side.tolist(), ends)


def _steps(met: Sequence[int], ends: Callable[[int], Ends]) -> Iterator[tuple[int, int]]:
    places = sorted(set(np.linspace(0, len(met) - 1, PROBES).astype(int).tolist())) if met else []
    for low, high in pairwise(places):
        while ends(met[low]) != ends(met[high]):
            first, last = low, high
            while last - first > 1:
                middle = (first + last) // 2
                same = ends(met[middle]) == ends(met[first])
                first, last = (middle, last) if same else (first, middle)
            yield met[first], met[last]
            low = last


def _begin(known: set[int], changes: Iterable[tuple[int, int]]) -> set[int]:
    """As few beginnings as explain all changes, beside those that are known."""
    found = set(known)
    for low, high in sorted(changes, key=lambda change: change[1]):
        if not any(low < begin <= high for begin in found):
            found.add(high)
    return found


def _contradiction(meetings: Meetings, classes: Classes) -> tuple[set[int], Classes]:
    """Scores that end otherwise than others of their classes; none, and the classes with their
    examples, where all is well."""
    columns = 3 * (len(classes.dealers) + 1)
    table: dict[tuple[int, int], tuple[Ends, Meeting, tuple[int, int]]] = {}
    for order in range(len(classes.values)):
        for is_dealer in (False, True):
            for other in _one_of_each(meetings.met(order), order, classes, is_dealer):
                pair = (other, order) if is_dealer else (order, other)
                cell, ends = classes.cell(*pair), meetings.ends(order, other, is_dealer)
                if cell not in table:
                    table[cell] = ends, meetings.cards(order, other, is_dealer), pair
                elif table[cell][0] != ends:
                    return {*pair, *table[cell][2]}, classes
    rows = tuple(
        tuple(
            table[row, column][1] if (row, column) in table else None for column in range(columns)
        )
        for row in range(len(classes.names))
    )
    return set(), classes._replace(examples=rows)


def _one_of_each(met: Array, order: int, classes: Classes, is_dealer: bool) -> Iterator[int]:
    """Of the scores that were met, one of each class of the other side, below, at and above."""
    begins = classes.kinds if is_dealer else classes.dealers
    groups = np.searchsorted(begins, met, "right") * 3 + np.sign(met - order)
    yield from met[np.unique(groups, return_index=True)[1]].tolist()


def check_decks(rounds: Rounds, classes: Classes) -> None:
    """Cards as they come."""
    deal, table = rounds.deal, fill(rounds, classes)
    for deck in decks(CHECKS, classes.deck):
        own, shared, his = (
            tuple(deck[at] for at in places) for places in (deal.own, deal.community, deal.dealer)
        )
        _check_one(rounds, classes, table, ((*own, *shared), his))


def check_other(rounds: Rounds, classes: Classes) -> None:
    """Whether classes that were found for one wager hold for others beside it: a hand of every
    score against the cards that are left, and shuffled decks."""
    table, his = fill(rounds, classes), len(rounds.deal.dealer)
    for hand in map(tuple, classes.hands.tolist()):
        left = tuple(card for card in classes.deck if card not in hand)
        _check_one(rounds, classes, table, (hand, left[:his]))
        _check_one(rounds, classes, table, (hand, left[-his:]))
    check_decks(rounds, classes)


def _check_one(rounds: Rounds, classes: Classes, table: Table, cards: Meeting) -> None:
    score, own = find_score(rounds.game), len(rounds.deal.own)
    shared = cards[0][own:]
    orders = (classes.order_of(score(*held, *shared)) for held in (cards[0][:own], cards[1]))
    row, column = classes.cell(*orders)
    known = table[row][column]
    if known is not None and known != rounds.ask(*cards):
        raise hangs_on_more(rounds, cards[0])
