"""What the numbers of an environment mean: its actions, and the places of an observation.

Both are found by playing some rounds by the rules themselves, the same ones every time, so that any
game has an environment without a word about it. What no such round has shown is refused by name.
"""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, format_card
from pitboss.envs.table import Dealer
from pitboss.games import events as happened
from pitboss.games.contract import Choice, Decision, Option
from pitboss.games.events import COMMUNITY, DEALER, Event
from pitboss.refusal import Refused
from pitboss.rounds.shuffle import shuffle

ROUNDS = 200
"""So many rounds are looked at."""

MOST_KEPT = 5_000
GONE = "put away"
TITLES = {DEALER: "dealer", COMMUNITY: "community"}


class Legal(NamedTuple):
    """What each action that is legal now would choose, its cards by their places in the hand, and
    all actions with 1 for the legal."""

    choices: Mapping[int, Choice]
    mask: NDArray[np.int8]

    def choice(self, options: tuple[Option, ...], action: int) -> Choice | None:
        """What an action would choose, if it is legal, of options that are numbered so."""
        choice = self.choices.get(action)
        if choice is None or not choice.cards:
            return choice
        hand = sorted(next(one.cards for one in options if one.action == choice.action))
        return Choice(choice.action, choice.cents, tuple([hand[place] for place in choice.cards]))


class Slots(NamedTuple):
    """Where the actions of one name start, and how many there are: sizes, or sets of cards."""

    start: int
    number: int


class Actions:
    """The numbered actions of a game."""

    def __init__(self, numbers: Mapping[str, int], sizes: int) -> None:
        self.sizes = sizes
        self.slots: dict[str, Slots] = {}
        for name, number in numbers.items():
            self.slots[name] = Slots(len(self), number)
        self._kept: dict[tuple[Option, ...], Legal] = {}

    def __len__(self) -> int:
        return sum(slots.number for slots in self.slots.values())

    @property
    def names(self) -> list[str]:
        """Each action in words: sizes from 1 up, sets of cards by their places in order."""
        return [
            name if slots.number == 1 else f"{name} {place + 1}"
            for name, slots in self.slots.items()
            for place in range(slots.number)
        ]

    def legal(self, options: tuple[Option, ...]) -> Legal:
        """What may be done; kept, for most questions come back, if not with the same cards."""
        found = self._kept.get(options)
        if found is None:
            placed = tuple([by_places(option) for option in options])
            found = self._kept.get(placed) or self._number(placed)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[placed] = found
        return found

    def _number(self, options: tuple[Option, ...]) -> Legal:
        numbered: dict[int, Choice] = {}
        for action, choices in choices_of(options, self.sizes).items():
            slots = self.slots.get(action)
            if slots is None or len(choices) > slots.number:
                known = ", ".join(self.names)
                raise Refused(f"{action}: is none of the environment's actions; it has {known}")
            numbered |= dict(enumerate(choices, slots.start))
        mask = np.zeros(len(self), np.int8)
        mask[list(numbered)] = 1
        return Legal(numbered, mask)


def by_places(option: Option) -> Option:
    """An option with the places of its cards, from the lowest, instead of the cards."""
    cards = option.cards
    return Option(option.action, cards=tuple(range(len(cards)))) if cards else option


def choices_of(options: tuple[Option, ...], sizes: int) -> dict[str, list[Choice]]:
    """All that options allow, with so many sizes where the size is free."""
    found: dict[str, list[Choice]] = {}
    for option in options:
        choices = found.setdefault(option.action, [])
        if option.cards:
            choices += [Choice(option.action, 0, cards) for cards in subsets(option.cards)]
        else:
            choices += [Choice(option.action, cents) for cents in amounts(option, sizes)]
    return found


def amounts(option: Option, sizes: int) -> list[int]:
    """From the least to the most in even steps, each a whole number of chips and only once."""
    least, most, chip = option.least_cents, option.most_cents, option.chip_cents
    if least == most:
        return [most]
    steps = [least + (most - least) * step // (sizes - 1) for step in range(sizes)]
    cut = [cents - cents % chip for cents in steps]
    return list(dict.fromkeys(cents for cents in cut if option.fits(cents)))


def subsets(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every set of at least one card: bit 0 of its number stands for the lowest card."""
    low_first = sorted(cards)
    return [
        tuple(card for place, card in enumerate(low_first) if bits >> place & 1)
        for bits in range(1, 1 << len(low_first))
    ]


def decision_of(seat: int, choice: Choice) -> Decision:
    """A choice as a line of the round's record."""
    return Decision(seat, choice.action, choice.cents or None, "", choice.cards or None)


class Seen(NamedTuple):
    """What rounds have shown: actions by how many there are, places beside the seats that hold
    cards, wagers by name, and whether cards are put away."""

    actions: dict[str, int]
    places: list[int]
    wagers: list[str]
    puts_away: bool


def explore(dealer: Dealer) -> Seen:
    """Play the same rounds every time, with any decision as likely as another."""
    dice = Random("pitboss environments 0")
    actions: dict[str, int] = {}
    events: list[Event] = []
    for _ in range(ROUNDS):
        running = dealer.deal(shuffle(dice.randbytes), dice)
        while question := running.question:
            found = choices_of(question.options, dealer.sizes)
            for action, choices in found.items():
                actions[action] = max(actions.get(action, 0), len(choices))
            choice = dice.choice(found[dice.choice(list(found))])
            running.decide(decision_of(question.seat, choice), choice)
        events += running.table.events
    if not actions:
        raise Refused(f"{dealer.game.source.key} environment: nobody is asked anything")
    order = list(dealer.game.face.keys)
    named = sorted(
        actions, key=lambda name: (name not in order, name in order and order.index(name))
    )
    dealt = {event.to for event in events if isinstance(event, happened.CardDealt)}
    placed = {event.wager for event in events if isinstance(event, happened.WagerPlaced)}
    return Seen(
        {name: actions[name] for name in named},
        [place for place in TITLES if place in dealt],
        [spot for spot in dealer.game.source.spots if spot in placed],
        any(isinstance(event, happened.CardsDiscarded) for event in events),
    )


class Layout:
    """What an observation has at which place, for the seats of one table.

    First 52 places for the cards of each seat, the observer first and the others as they follow it,
    of dealer and community, and of what was put away; a card that the observer sees lies in one.
    Then numbers of each seat and place.
    """

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.seen = explore(dealer)
        self.actions = Actions(self.seen.actions, dealer.sizes)
        self.seats = dealer.seats
        self.between_players = dealer.opening.seating is not None

    @cached_property
    def names(self) -> list[str]:
        """Every place of an observation in words."""
        titles = ["own", *(f"seat +{place}" for place in range(1, len(self.seats)))]
        others = [TITLES[place] for place in self.seen.places]
        planes = [*titles, *others, *([GONE] if self.seen.puts_away else [])]
        return [
            *(f"{plane}: {format_card(card)}" for plane in planes for card in DECK),
            *(f"{title}: {number}" for title in titles for number in self.seat_numbers),
            *(f"{title}: cards" for title in others),
        ]

    @property
    def card_places(self) -> int:
        """How many places are those of cards; they come first."""
        planes = len(self.seats) + len(self.seen.places) + self.seen.puts_away
        return len(DECK) * planes

    @property
    def seat_numbers(self) -> list[str]:
        """What is counted of a seat: its cards, money in units, and how often it did what."""
        wagers = [f"{wager} wager" for wager in self.seen.wagers]  # an action may have its name
        money = ["stack", "in the pot", "button"] if self.between_players else wagers
        return ["cards", *money, *self.seen.actions]

    def index(self, viewer: int) -> dict[tuple[int, str], int]:
        """Where the numbers of each place stand for this observer, and with ``""`` its cards."""
        start = self.seats.index(viewer)
        seats = (*self.seats[start:], *self.seats[:start])
        owners = [*seats, *self.seen.places]
        found = {(owner, ""): len(DECK) * plane for plane, owner in enumerate(owners)}
        at = self.card_places
        for seat in seats:
            for number in self.seat_numbers:
                found[seat, number] = at
                at += 1
        for place in self.seen.places:
            found[place, "cards"] = at
            at += 1
        return found
