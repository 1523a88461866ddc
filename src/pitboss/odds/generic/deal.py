"""How a round of one seat goes, found by playing the rules: where each card of the deck goes, what
the seat sees when it is asked, and every way through its decisions.

Nothing of this may hang on the cards themselves; that is tried on other decks, and a game in which
it does is refused.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from pitboss.cards import DECK
from pitboss.games.contract import Decision, Game, Opening, Option, Table
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.view import Picture, view

SEAT = 1
DECKS = 12
"""Shuffled decks on which the course of a round must be the same."""

MOST_WAYS = 200

Places = tuple[int, ...]
"""Places in the deck, from its top."""


class Move(NamedTuple):
    """An answer of the seat: its option at one size, and the node or the number of the way (a
    round's end) that it leads to."""

    action: str
    cents: int
    name: str
    to: "Node | int"


class Node(NamedTuple):
    """A question; ``stage`` numbers what the seat has seen by then."""

    stage: int
    moves: tuple[Move, ...]


class Deal(NamedTuple):
    """The course of a round. ``seen`` has, for each stage of decisions, the places that the seat
    sees; ``ways`` the decisions of every way through."""

    own: Places
    community: Places
    dealer: Places
    seen: tuple[frozenset[int], ...]
    root: Node | int
    ways: tuple[tuple[Decision, ...], ...]

    @property
    def size(self) -> int:
        """Cards that make the seat's hand."""
        return len(self.own) + len(self.community)

    @property
    def is_shared(self) -> bool:
        """Whether the dealer has cards in common with the seat."""
        return bool(self.dealer and self.community)


class _Finder:
    """Plays every way on one deck and notes what lies where."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self.game, self.opening = game, opening
        self.ways: list[tuple[Decision, ...]] = []
        self.hands: dict[int, Places] = {SEAT: (), COMMUNITY: (), DEALER: ()}
        self.seen: list[frozenset[int]] = []

    def find(self, path: tuple[Decision, ...]) -> Node | int:
        """The question after these decisions, or the end."""
        running = replay(self.game, self.opening, path)
        self._note(running.table)
        if running.question is None:
            self.ways.append(path)
            if len(self.ways) > MOST_WAYS:
                raise Refused(f"{self._key}: more than {MOST_WAYS} ways through the decisions")
            return len(self.ways) - 1
        seen = self._seen(running)
        if seen not in self.seen:
            self.seen.append(seen)
        question, moves = running.question, []
        for option in question.options:
            for cents in sizes(self._key, option):
                decision = Decision(SEAT, option.action, cents or None)
                moves.append((option, cents, self.find((*path, decision))))
        several = {o.action for o, _, _ in moves if sum(m[0].action == o.action for m in moves) > 1}
        unit = min(self.opening.wagers[SEAT].values())
        return Node(
            self.seen.index(seen),
            tuple(
                Move(o.action, cents, _name(o.action, cents, unit, o.action in several), to)
                for o, cents, to in moves
            ),
        )

    @property
    def _key(self) -> str:
        return self.game.source.key

    def _place(self, card: int) -> int:
        return self.opening.deck.index(card)

    def _note(self, table: Table) -> None:
        """Whose card lies at which place of the deck: the same on every way."""
        for of, known in self.hands.items():
            found = tuple(map(self._place, table.hands[of]))
            if found[: len(known)] != known[: len(found)]:
                raise Refused(f"{self._key}: which cards are dealt hangs on the seat's decisions")
            self.hands[of] = max(found, known, key=len)

    def _seen(self, running: Runner) -> frozenset[int]:
        if running.asked.seat != SEAT:
            raise Refused(f"{self._key}: the dealer is asked too; solved is one seat that decides")
        if any(option.cards for option in running.asked.options):
            raise Refused(f"{self._key}: a decision that picks cards is not solved")
        picture = Picture(view(running.table.events, SEAT))
        cards = [card for place in picture.places.values() for card in place.cards]
        return frozenset(self._place(card) for card in cards if card is not None)


def _name(action: str, cents: int, unit: int, with_size: bool) -> str:
    """``bet 3x`` where an action has several sizes, else its name."""
    return f"{action} {cents / unit:g}x" if with_size else action


def sizes(key: str, option: Option) -> tuple[int, ...]:
    """The least and the largest amount: what lies between is worth what lies between, which the
    settlement is asked about."""
    if option.least_cents == option.most_cents:
        return (option.most_cents,)
    if not option.most_cents:
        raise Refused(f"{key}: {option.action} has no largest amount")
    return option.least_cents, option.most_cents


def find_deal(
    game: Game, opening: Opening, path: Sequence[Decision] = (), tried: int = DECKS
) -> Deal:
    """The course of a round of the only seat, after some decisions, on any deck."""
    first, *others = (_on_deck(game, opening, deck, tuple(path)) for deck in decks(tried))
    if any(other != first for other in others):
        raise Refused(
            f"{game.source.key}: what is asked or dealt hangs on the cards; solved are rounds that"
            " go the same way on every deck"
        )
    stages = first.seen
    if any(not before < after for before, after in pairwise(stages)):
        raise Refused(f"{game.source.key}: what the seat sees does not grow from stage to stage")
    if others:
        _check_sight(game, opening, first)
    return first


def _check_sight(game: Game, opening: Opening, deal: Deal) -> None:
    """With a neighbour at the table, who decides alike, neither sees the other's cards when it is
    asked: so a seat alone is what every seat is."""
    (wagers,), (deck,) = opening.wagers.values(), decks(1)
    seats = range(SEAT, SEAT + min(2, int(opening.settings.rulings.get("seats", 2))))
    both = opening._replace(deck=deck, wagers=dict.fromkeys(seats, wagers))
    for way in deal.ways:
        left, made = {seat: list(way) for seat in seats}, list[Decision]()
        running = replay(game, both, made)
        while running.question is not None and left[running.asked.seat]:
            seat = running.asked.seat
            picture = Picture(view(running.table.events, seat))
            others = (picture.place(other).cards for other in seats if other != seat)
            if any(card is not None for cards in others for card in cards):
                raise Refused(
                    f"{game.source.key}: a seat sees cards of another when it is asked; solved is a"
                    " seat that sees its own, the dealer's and those for everybody"
                )
            made.append(left[seat].pop(0)._replace(seat=seat))
            running = replay(game, both, made)


def _on_deck(
    game: Game, opening: Opening, deck: tuple[int, ...], path: tuple[Decision, ...]
) -> Deal:
    finder = _Finder(game, opening._replace(deck=deck))
    root = finder.find(path)
    hands = finder.hands
    return Deal(
        hands[SEAT],
        hands[COMMUNITY],
        hands[DEALER],
        tuple(finder.seen),
        root,
        tuple(finder.ways),
    )


def decks(number: int, cards: Sequence[int] = DECK) -> Iterator[tuple[int, ...]]:
    """The same few decks every time."""
    chance = Random(number)  # not a deal: decks to try rules on
    for _ in range(number):
        yield tuple(chance.sample(cards, len(cards)))
