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
from pitboss.odds.generic.scores import Array, Scores
from pitboss.refusal import Refused
from pitboss.rounds.runner import replay

CHECKS = 200
"""Shuffled decks on which the classes must say what the rules do."""

TRIED = 12
"""Scores of a class that are tried for one that leaves the other side its cards."""

WORDS = {"win": "wins", "push": "pushes", "lose": "loses"}
SUITS = tuple(permutations(range(4)))
Hand = tuple[int, ...]


class End(NamedTuple):
    """How one round ended: all that was wagered and won in cents, and the same in words."""

    wagered: int
    net: int
    event: str
    pays: str


Ends = tuple[End, ...]
"""How the same cards end, by the way through the decisions."""


class Classes(NamedTuple):
    """``kinds`` and ``dealers`` have the class of each order, of the seat's hand and of the
    dealer's; ``names`` is what the game calls a kind.

    ``table`` has the ends of a row and a column, None where no cards make that. Without a dealer's
    hand there is one row, and a column for each kind; with one there is a row for each kind, and
    three columns for each class of the dealer: he has less, the same, more.
    """

    kinds: Array
    dealers: Array
    names: tuple[str, ...]
    table: tuple[tuple[Ends | None, ...], ...]

    def net(self) -> Array:
        """The nets by way, row and column."""
        ways = len(next(ends for row in self.table for ends in row if ends))
        nets = [[[e[w].net if e else 0 for e in row] for row in self.table] for w in range(ways)]
        return np.array(nets, np.int64)


class Asker:
    """Asks the rules how given cards end."""

    def __init__(self, game: Game, opening: Opening, deal: Deal, scores: Scores) -> None:
        self.game, self.opening, self.deal, self.scores = game, opening, deal, scores
        by_order = np.argsort(scores.orders, kind="stable")
        ends = np.searchsorted(scores.orders[by_order], np.arange(len(scores.values)), "right") - 1
        starts = np.concatenate(([0], ends[:-1] + 1))
        deck = np.array(scores.deck)
        self._examples = [
            [tuple(deck[scores.hands[by_order[place]]].tolist()) for place in {first, last}]
            for first, last in zip(starts.tolist(), ends.tolist(), strict=True)
        ]
        self.meet = cache(self._meet)

    def example(self, order: int) -> Hand:
        return self._examples[order][0]

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
        named = (
            " ".join(filter(None, (row.wager, WORDS.get(row.outcome, row.outcome), _of(row.row))))
            for row in rows
        )
        pays = ", ".join(f"{row.wager} {row.pays}" for row in rows if row.pays)
        net = sum(row.net_cents for row in rows)
        return End(running.table.staked[SEAT], net, ", ".join(named), pays)

    def _meet(self, order: int, dealer: int) -> Ends | None:
        """How a score ends against the dealer's; None where no two hands leave each other their
        cards."""
        for hand, other in product(self._examples[order], self._examples[dealer]):
            for suits in SUITS:
                turned = tuple(card & ~3 | suits[card & 3] for card in other)
                if not set(hand) & set(turned) and set(turned) <= set(self.scores.deck):
                    return self.ask(hand, turned)
        return None


def _of(row: str | None) -> str:
    return f"({row})" if row else ""


def find_classes(asker: Asker) -> Classes:
    """The classes of a game's scores, checked."""
    names = _names(asker)
    _check_sizes(asker)
    found = _with_dealer(asker, names) if asker.deal.dealer else _alone(asker, names)
    _check_decks(asker, found)
    return _without_dealer(found) if found.dealers.size else found


def _without_dealer(found: Classes) -> Classes:
    """The same, where nothing hangs on the dealer's cards: they stay unseen."""
    met = [{ends for ends in row if ends} for row in found.table]
    if any(len(ends) > 1 for ends in met):
        return found
    none = np.zeros(0, np.int32)
    return found._replace(dealers=none, table=(tuple(ends.pop() for ends in met),))


def _names(asker: Asker) -> list[str]:
    """What the game calls a hand of each score; its answer must have the score that was counted."""
    game, rulings, values = asker.game, asker.opening.settings.rulings, asker.scores.values
    names = []
    for order, value in enumerate(values.tolist()):
        text = format_cards(asker.example(order))
        said = game.score(text, rulings)
        if said.get("rank", value) != value:
            raise Refused(f"{game.source.key}: score.py scores {text} {value}, the game does not")
        names.append(str(said.get("category", "")))
    return names


def _alone(asker: Asker, names: list[str]) -> Classes:
    ends = [asker.ask(asker.example(order)) for order in range(len(names))]
    known = {key: kind for kind, key in enumerate(dict.fromkeys(zip(names, ends, strict=True)))}
    kinds = np.array([known[key] for key in zip(names, ends, strict=True)], np.int32)
    none = np.zeros(0, np.int32)
    return Classes(kinds, none, tuple(n for n, _ in known), (tuple(e for _, e in known),))


def _with_dealer(asker: Asker, names: list[str]) -> Classes:
    count = len(names)
    kinds = {order for order in range(1, count) if names[order] != names[order - 1]} | {0}
    dealers, before = {0}, -1
    while before != len(kinds) + len(dealers):
        before = len(kinds) + len(dealers)
        kinds |= _starts(count, {*dealers, count - 1}, asker.meet)
        dealers |= _starts(count, {*kinds, count - 1}, lambda d, p: asker.meet(p, d))
    mine, his = (_numbers(count, starts) for starts in (kinds, dealers))
    table = tuple(
        tuple(
            _any(asker, np.flatnonzero(mine == kind), np.flatnonzero(his == dealer), ahead)
            for dealer in range(len(dealers))
            for ahead in (-1, 0, 1)
        )
        for kind in range(len(kinds))
    )
    found = Classes(mine, his, tuple(names[start] for start in sorted(kinds)), table)
    for order in range(count):  # hardest between neighbours, where the comparison turns
        for dealer in range(max(0, order - 1), min(count, order + 2)):
            _check(asker, found, order, dealer, asker.meet(order, dealer))
    return found


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


def _any(asker: Asker, mine: Array, his: Array, ahead: int) -> Ends | None:
    """The ends of some cards of two classes, where the dealer has less (-1), as much or more."""
    for order, dealer in product(_some(mine), _some(his)):
        if ahead == 0:
            dealer = order
            if dealer not in his:
                continue
        if (dealer > order) - (dealer < order) == ahead:
            ends = asker.meet(order, dealer)
            if ends is not None:
                return ends
    return None


def _some(orders: Array) -> Iterator[int]:
    """Scores of a class, its first and last among them."""
    yield from dict.fromkeys(orders[np.linspace(0, len(orders) - 1, TRIED).astype(int)].tolist())


def _column(classes: Classes, order: int, dealer: int | None) -> tuple[int, int]:
    kind = int(classes.kinds[order])
    if dealer is None:
        return 0, kind
    return kind, 3 * int(classes.dealers[dealer]) + 1 + (dealer > order) - (dealer < order)


def _check(
    asker: Asker, classes: Classes, order: int, dealer: int | None, ends: Ends | None
) -> None:
    row, column = _column(classes, order, dealer)
    if ends is not None and ends != classes.table[row][column]:
        cards = format_cards(asker.example(order))
        raise Refused(
            f"{asker.game.source.key}: the settlement of {cards} hangs on more than its score and"
            " the dealer's"
        )


def _check_decks(asker: Asker, classes: Classes) -> None:
    deal, scores = asker.deal, asker.scores
    if scores.deck != tuple(range(52)):
        return  # a deck for trials, whose scores stand elsewhere
    orders = {tuple(hand): order for hand, order in _dealt(asker)}
    for deck in decks(CHECKS):
        hand = tuple(deck[at] for at in (*deal.own, *deal.community))
        his = tuple(deck[at] for at in deal.dealer)
        dealer = orders[tuple(sorted(his))] if his else None
        ends = asker.ask(hand, his)
        _check(asker, classes, orders[tuple(sorted(hand))], dealer, ends)


def _dealt(asker: Asker) -> Iterator[tuple[Hand, int]]:
    """The hands of the decks that are tried, with their orders."""
    from pitboss.odds.generic.scores import BINOMIALS, number_of

    deal = asker.deal
    for deck in decks(CHECKS):
        for places in ((*deal.own, *deal.community), deal.dealer):
            if places:
                hand = sorted(deck[at] for at in places)
                number = number_of(np.array(hand, np.int64), BINOMIALS)
                yield tuple(hand), int(asker.scores.orders[number])


def _check_sizes(asker: Asker) -> None:
    """A wager of a size between the least and the largest ends between them, in proportion."""
    ways = asker.deal.ways
    known = {way: number for number, way in enumerate(ways)}
    tried = next(decks(1))
    hand = tuple(tried[at] for at in (*asker.deal.own, *asker.deal.community))
    his = tuple(tried[at] for at in asker.deal.dealer)
    ends = asker.ask(hand, his)
    for way in ways:
        for place, low in enumerate(way):
            for high in (
                other[place]
                for other in ways
                if other[:place] == way[:place]
                and len(other) > place
                and other[place].action == low.action
            ):
                other = (*way[:place], high, *way[place + 1 :])
                if low.cents is None or high.cents is None or low.cents >= high.cents:
                    continue
                middle = low._replace(cents=(low.cents + high.cents) // 2)
                between = (*way[:place], middle, *way[place + 1 :])
                (end,) = asker.ask(hand, his, (between,))
                if (
                    other not in known
                    or 2 * end.net != ends[known[way]].net + ends[known[other]].net
                ):
                    raise Refused(
                        f"{asker.game.source.key}: {low.action} between its least and its largest"
                        " amount is not worth what lies between"
                    )
