"""How rounds end, asked of the real rules once for each class of scores.

Scores that are settled alike are one class: next to each other, and alike against all that the
other side may have, as long as the same side is ahead. Every score is asked against the first of
each class of the other side, so a class is found wherever it begins. What the classes say is then
held against the rules on neighbouring scores and on shuffled decks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from pitboss.cards import format_cards
from pitboss.games.contract import Decision, Game, Opening
from pitboss.odds.generic.deal import SEAT, Deal, decks
from pitboss.odds.generic.numbering import Array
from pitboss.odds.generic.scores import WHOLE_DECK, Scores
from pitboss.refusal import Refused
from pitboss.rounds.runner import replay

CHECKS = 200
"""Shuffled decks on which the classes must say what the rules do."""

TRIED = 12
"""Scores of a class that are tried for one that leaves the other side its cards."""

SEVERAL = 24
"""Hands of a score that are tried where suits cannot change places."""

BETWEEN = (2, 3)
"""Parts of the way from the least amount of a wager to the largest that are tried."""

WORDS = {"win": "won", "push": "pushed", "lose": "lost", "void": "void"}
SUITS = tuple(permutations(range(4)))
Hand = tuple[int, ...]
Way = tuple[Decision, ...]


class End(NamedTuple):
    """How one round ended: all that was wagered and won in cents, and the same in words."""

    wagered: int
    net: int
    event: str
    pays: str


Ends = tuple[End, ...]
"""How the same cards end, by the way through the decisions."""


class Bounds(NamedTuple):
    """``kinds`` and ``dealers`` have the class of each order, of the seat's hand and of the
    dealer's, whose hand may not matter; ``names`` is what the game calls a kind."""

    kinds: Array
    dealers: Array
    names: tuple[str, ...]
    deck: Hand = WHOLE_DECK

    @property
    def meets(self) -> bool:
        return bool(self.dealers.size)

    def cell(self, order: int, dealer: int | None) -> tuple[int, int]:
        """The row and the column of two scores in a table of ends."""
        kind = int(self.kinds[order])
        if dealer is None or not self.meets:
            return 0, kind
        return kind, 3 * int(self.dealers[dealer]) + 1 + (dealer > order) - (dealer < order)


Table = tuple[tuple[Ends | None, ...], ...]
"""The ends of a row and a column, None where no cards make that. Without a dealer's hand there is
one row, and a column for each kind; with one there is a row for each kind, and three columns for
each class of the dealer: he has less, the same, more."""


def nets_of(table: Table) -> Array:
    """The nets by way, row and column."""
    ways = len(next(ends for row in table for ends in row if ends))
    nets = [[[e[w].net if e else 0 for e in row] for row in table] for w in range(ways)]
    return np.array(nets, np.int64)


class Rounds:
    """Asks the rules how given cards end."""

    def __init__(self, game: Game, opening: Opening, deal: Deal) -> None:
        self.game, self.opening, self.deal = game, opening, deal

    def ask(self, hand: Hand, dealer: Hand = (), ways: Iterable[Sequence[Decision]] = ()) -> Ends:
        """How these cards end, on every way."""
        deal, own = self.deal, (*self.deal.own, *self.deal.community)
        laid = dict(zip((*own, *deal.dealer), (*hand, *dealer), strict=True))
        rest = (card for card in range(52) if card not in laid.values())
        deck = tuple(laid[at] if at in laid else next(rest) for at in range(max(laid) + 1))
        opening = self.opening._replace(deck=deck)
        return tuple(self._run(opening, way) for way in ways or deal.ways)

    def _run(self, opening: Opening, way: Sequence[Decision]) -> End:
        running = replay(self.game, opening, way)
        rows = running.settlement
        ended = _together((row.wager, f"{WORDS[row.outcome]}{_of(row.row)}") for row in rows)
        pays = _together((row.wager, row.pays) for row in rows if row.pays)
        net = sum(row.net_cents for row in rows)
        return End(running.table.staked[SEAT], net, ended, pays)


class Asker(Rounds):
    """Asks the rules about scores, by hands that have them."""

    def __init__(self, game: Game, opening: Opening, deal: Deal, scores: Scores) -> None:
        super().__init__(game, opening, deal)
        self.scores = scores
        by_order = np.argsort(scores.orders, kind="stable")
        ends = np.searchsorted(scores.orders[by_order], np.arange(len(scores.values)), "right") - 1
        starts = np.concatenate(([0], ends[:-1] + 1))
        deck, number = np.array(scores.deck), 2 if scores.relabel else SEVERAL
        self._examples = [
            [tuple(deck[scores.hands[by_order[place]]].tolist()) for place in sorted(places)]
            for places in (
                {*np.linspace(first, last, number).astype(int).tolist()}
                for first, last in zip(starts.tolist(), ends.tolist(), strict=True)
            )
        ]
        self.meet = cache(self._meet)

    def example(self, order: int) -> Hand:
        return self._examples[order][0]

    def _meet(self, order: int, dealer: int) -> Ends | None:
        """How a score ends against the dealer's; None where no two hands leave each other their
        cards."""
        for hand, other in product(self._examples[order], self._examples[dealer]):
            for suits in SUITS if self.scores.relabel else SUITS[:1]:
                turned = tuple(card & ~3 | suits[card & 3] for card in other)
                if not set(hand) & set(turned) and set(turned) <= set(self.scores.deck):
                    return self.ask(hand, turned)
        return None


def _of(row: str | None) -> str:
    return f" ({row})" if row else ""


def _together(said: Iterable[tuple[str, str | None]]) -> str:
    """``ante wins, play pushes``, or of several wagers that end alike ``all win (Straight)``."""
    found = list(said)
    alike = {words for _, words in found}
    if len(found) > 1 and len(alike) == 1:
        return f"all {alike.pop()}"
    return ", ".join(f"{wager} {words}" for wager, words in found)


def find_bounds(asker: Asker) -> Bounds:
    """The classes of a game's scores, checked."""
    orders = range(len(asker.scores.values))
    names = names_of(asker, map(asker.example, orders), asker.scores.values.tolist())
    check_sizes(asker, asker.scores.deck)
    bounds = _with_dealer(asker, names) if asker.deal.dealer else _alone(asker, names)
    table = fill(asker, bounds)
    _check_neighbours(asker, bounds, table)
    _check_decks(asker, bounds, table)
    met = [{ends for ends in row if ends} for row in table]
    if bounds.meets and all(len(ends) == 1 for ends in met):  # the dealer's cards stay unseen
        bounds = bounds._replace(dealers=np.zeros(0, np.int32))
    return bounds._replace(deck=asker.scores.deck)


def fill(asker: Asker, bounds: Bounds) -> Table:
    """The ends of some cards of every pair of classes."""
    kinds = [np.flatnonzero(bounds.kinds == kind) for kind in range(len(bounds.names))]
    every = np.arange(len(bounds.kinds))
    if not bounds.meets:
        if asker.deal.dealer:
            return (tuple(_any(asker, kind, every) for kind in kinds),)
        return (tuple(asker.ask(asker.example(int(kind[0]))) for kind in kinds),)
    dealers = [np.flatnonzero(bounds.dealers == n) for n in range(int(bounds.dealers[-1]) + 1)]
    return tuple(
        tuple(_any(asker, kind, dealer, ahead) for dealer in dealers for ahead in (-1, 0, 1))
        for kind in kinds
    )


def names_of(rounds: Rounds, hands: Iterable[Hand], values: Sequence[int]) -> list[str]:
    """What the game calls a hand of each score; its answer must have the score that was counted."""
    game, rulings = rounds.game, rounds.opening.settings.rulings
    names = []
    for hand, value in zip(hands, values, strict=True):
        text = format_cards(hand)
        said = game.score(text, rulings)
        if said.get("rank", value) != value:
            raise Refused(f"{game.source.key}: score.py scores {text} {value}, the game does not")
        names.append(str(said.get("category", "")))
    return names


def _alone(asker: Asker, names: list[str]) -> Bounds:
    ends = [asker.ask(asker.example(order)) for order in range(len(names))]
    keys = list(zip(names, ends, strict=True))
    known = {key: kind for kind, key in enumerate(dict.fromkeys(keys))}
    kinds = np.array([known[key] for key in keys], np.int32)
    return Bounds(kinds, np.zeros(0, np.int32), tuple(name for name, _ in known))


def _with_dealer(asker: Asker, names: list[str]) -> Bounds:
    count = len(names)
    kinds = {order for order in range(1, count) if names[order] != names[order - 1]} | {0}
    dealers, before = {0}, -1
    while before != len(kinds) + len(dealers):
        before = len(kinds) + len(dealers)
        kinds |= _starts(count, {*dealers, count - 1}, asker.meet)
        dealers |= _starts(count, {*kinds, count - 1}, lambda d, p: asker.meet(p, d))
    mine, his = (_numbers(count, starts) for starts in (kinds, dealers))
    return Bounds(mine, his, tuple(names[start] for start in sorted(kinds)))


Meet = Callable[[int, int], Ends | None]


def _starts(count: int, others: set[int], meet: Meet) -> set[int]:
    """Where a class begins: the score below ends otherwise, though the same side is ahead."""
    return {
        order
        for order in range(1, count)
        for other in others
        if (order > other) == (order - 1 > other) and other not in (order, order - 1)
        if _differ(meet(order, other), meet(order - 1, other))
    }


def _differ(one: Ends | None, other: Ends | None) -> bool:
    return one is not None and other is not None and one != other


def _numbers(count: int, starts: set[int]) -> Array:
    begins = np.zeros(count, np.int32)
    begins[sorted(starts - {0})] = 1
    return np.cumsum(begins, dtype=np.int32)


def _any(asker: Asker, mine: Array, his: Array, ahead: int | None = None) -> Ends | None:
    """The ends of some cards of two classes, where the dealer has less (-1), as much or more."""
    for order, dealer in product(_some(mine), _some(his)):
        if ahead == 0 and order in his:
            dealer = order
        if ahead is None or (dealer > order) - (dealer < order) == ahead:
            ends = asker.meet(order, dealer)
            if ends is not None:
                return ends
    return None


def _some(orders: Array) -> Iterator[int]:
    """Scores of a class, its first and last among them."""
    yield from dict.fromkeys(orders[np.linspace(0, len(orders) - 1, TRIED).astype(int)].tolist())


def _check(asker: Asker, known: Ends | None, order: int, ends: Ends | None) -> None:
    if ends is not None and ends != known:
        raise hangs_on_more(asker, asker.example(order))


def hangs_on_more(asker: Rounds, hand: Hand) -> Refused:
    return Refused(
        f"{asker.game.source.key}: the settlement of {format_cards(hand)} hangs on more than its"
        " score and the dealer's"
    )


def _check_neighbours(asker: Asker, bounds: Bounds, table: Table) -> None:
    """Every score against the one below, itself and the one above, where the comparison turns."""
    count = len(bounds.kinds)
    for order in range(count) if bounds.meets else ():
        for dealer in range(max(0, order - 1), min(count, order + 2)):
            row, column = bounds.cell(order, dealer)
            _check(asker, table[row][column], order, asker.meet(order, dealer))


def _check_decks(asker: Asker, bounds: Bounds, table: Table) -> None:
    """Cards as they come, each hand in any order and split between own cards and others."""
    deal = asker.deal
    for deck in decks(CHECKS, asker.scores.deck):
        hand, his = (
            tuple(deck[at] for at in places)
            for places in ((*deal.own, *deal.community), deal.dealer)
        )
        order = asker.scores.order_of(hand)
        row, column = bounds.cell(order, asker.scores.order_of(his) if his else None)
        _check(asker, table[row][column], order, asker.ask(hand, his))


def check_sizes(asker: Rounds, cards: Hand) -> None:
    """A wager of a size between the least and the largest ends between them, in proportion."""
    deal, (deck,) = asker.deal, decks(1, cards)
    hand = tuple(deck[at] for at in (*deal.own, *deal.community))
    his = tuple(deck[at] for at in deal.dealer)
    for low, high, at in _sized(deal.ways):
        ends = asker.ask(hand, his, (low, high))
        for parts in BETWEEN:
            least, most = low[at].cents or 0, high[at].cents or 0
            cents = least + (most - least) // parts
            between = (*low[:at], low[at]._replace(cents=cents), *low[at + 1 :])
            try:
                (tried,) = asker.ask(hand, his, (between,))
            except Refused:  # no whole number of chips: there may be nothing between
                continue
            more, whole = tried.net - ends[0].net, ends[1].net - ends[0].net
            if more * (most - least) != whole * (cents - least):
                raise Refused(
                    f"{asker.game.source.key}: a wager between its least and its largest amount is"
                    " not worth what lies between"
                )


def _sized(ways: tuple[Way, ...]) -> Iterator[tuple[Way, Way, int]]:
    """Ways that differ in the size of one wager alone, and at which decision."""
    for low, high in product(ways, ways):
        if len(low) == len(high):
            apart = [
                at for at, (one, other) in enumerate(zip(low, high, strict=True)) if one != other
            ]
            at = apart[0] if len(apart) == 1 else 0
            same = len(apart) == 1 and low[at].action == high[at].action
            if same and (low[at].cents or 0) < (high[at].cents or 0):
                yield low, high, at
