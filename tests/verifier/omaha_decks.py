"""Decks of Super Omaha in which rare hands are frequent: royal and straight flushes of either
jackpot, two winners of a percentage in one round, ties with the dealer, every row of Flop Bonus.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
DEALER, BOARD = "dealer", "board"


def chance(random: Random, of: float) -> bool:
    """True that often."""
    return random.random() < of


class Layout:
    """Who gets which card: places with open slots, and the cards that are left."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = list(seats)
        self.places: dict[object, list[str | None]] = {seat: [None] * 4 for seat in self.seats}
        self.places[DEALER] = [None] * 4
        self.places[BOARD] = [None] * 5

    def used(self) -> set[str]:
        return {card for slots in self.places.values() for card in slots if card}

    def put(self, place: object, cards: Sequence[str], slots: Sequence[int]) -> None:
        """Cards to open slots, as far as both are free."""
        for card, slot in zip(cards, slots, strict=False):
            if self.places[place][slot] is None and card not in self.used():
                self.places[place][slot] = card

    def deck(self, random: Random, by_machine: bool) -> list[str]:
        """In dealing order, the open slots filled from what is left, sometimes from few cards."""
        used = self.used()
        left = [card for card in random.sample(CARDS, 52) if card not in used]
        if chance(random, 0.5):
            ranks = random.sample(RANKS, random.randint(2, 7))
            suits = random.sample(SUITS, random.randint(1, 4))
            left.sort(key=lambda card: card[0] not in ranks or card[1] not in suits)
        hands = [*self.seats, DEALER]
        order = [(hand, slot) for hand in hands for slot in range(4)]
        if not by_machine:
            order = [(hand, slot) for slot in range(4) for hand in hands]
        order += [(BOARD, slot) for slot in range(5)]
        # Places are filled in a random order, so that a small choice of cards goes round.
        for hand, slot in random.sample(order, len(order)):
            if self.places[hand][slot] is None:
                self.places[hand][slot] = left.pop(0)
        return [str(self.places[hand][slot]) for hand, slot in order] + left


def run_of(low: int, suit: str, length: int = 5) -> list[str]:
    """Consecutive cards of a suit; from -1 the ace is the lowest."""
    return [RANKS[rank] + suit for rank in range(low, low + length)]


def shuffled(random: Random, items: Sequence[Any]) -> list[Any]:
    return random.sample(list(items), len(items))


def two_five_card_hits(random: Random, layout: Layout, marked: int) -> None:
    """One community card ends a straight flush and begins another."""
    suit, shared = random.choice(SUITS), random.choice([3, 4, 5, 6, 7, 8, 8, 8, 8])
    layout.put(BOARD, [RANKS[shared] + suit], [marked])
    seats = shuffled(random, layout.seats)
    layout.put(seats[0], shuffled(random, run_of(shared + 1, suit, 4)), range(4))
    if len(seats) > 1:
        layout.put(seats[1], shuffled(random, run_of(shared - 4, suit, 4)), range(4))


def one_five_card_hit(random: Random, layout: Layout, marked: int) -> None:
    """Four or five consecutive cards of a suit in four hole cards and the marked one."""
    cards = shuffled(random, run_of(random.choice([8, 8, 7, *range(-1, 9)]), random.choice(SUITS)))
    layout.put(random.choice(layout.seats), cards[:4], range(4))
    if chance(random, 0.7):
        layout.put(BOARD, cards[4:], [marked])


def two_seven_card_hits(random: Random, layout: Layout, _: int) -> None:
    """Royal flushes of two seats, each with one or two cards of the Flop, perhaps with a nine."""
    flop = shuffled(random, range(3))
    for seat, suit in zip(shuffled(random, layout.seats), random.sample(SUITS, 2), strict=False):
        royal = shuffled(random, run_of(8, suit))
        if chance(random, 0.3):
            royal[4:4] = ["9" + suit]
        layout.put(seat, royal[:4], range(4))
        layout.put(BOARD, royal[4:], [flop.pop() for _ in royal[4:] if flop])


def one_seven_card_hit(random: Random, layout: Layout, _: int) -> None:
    """Five or six consecutive cards of a suit, two to four of them in the hand."""
    low = random.choice([7, 7, 8, 8, *range(-1, 8)])
    length = min(13 - low, random.choice([5, 6]))
    cards = shuffled(random, run_of(low, random.choice(SUITS), length))
    held = random.randint(max(2, len(cards) - 3), 4)
    layout.put(random.choice(layout.seats), cards[:held], shuffled(random, range(4)))
    layout.put(BOARD, cards[held:], shuffled(random, range(3)))


def of_a_kind(random: Random, layout: Layout, marked: int) -> None:
    """Two or three ranks for one hand, the marked card and the Flop."""
    cards = [rank + suit for rank in random.sample(RANKS, 2) for suit in shuffled(random, SUITS)]
    held = shuffled(random, cards)
    layout.put(random.choice(layout.seats), held[:4], range(4))
    layout.put(BOARD, held[4:], [marked, 0, 1, 2])


def special_flop(random: Random, layout: Layout, _: int) -> None:
    """A Flop in sequence, of one suit or of one rank."""
    suit = random.choice(SUITS)
    low = random.choice([-1, -1, 10, 10, *range(9)])
    flop = run_of(low, suit, 3)
    if chance(random, 0.3):
        flop[0] = flop[0][0] + random.choice(SUITS)
    if chance(random, 0.3):
        flop = [flop[0][0] + each for each in random.sample(SUITS, 3)]
    layout.put(BOARD, shuffled(random, flop), range(3))


def same_ranks(random: Random, layout: Layout, _: int) -> None:
    """The dealer and a seat hold the same ranks: often a tie."""
    ranks = [random.choice(RANKS) for _ in range(4)]
    suits = shuffled(random, SUITS)
    layout.put(DEALER, [rank + suits[0] for rank in ranks], range(4))
    layout.put(random.choice(layout.seats), [rank + suits[1] for rank in ranks], range(4))


def strong_board(random: Random, layout: Layout, _: int) -> None:
    """Two cards in the hand and three on the board make a straight flush in the main game."""
    cards = shuffled(random, run_of(random.choice([8, *range(-1, 9)]), random.choice(SUITS)))
    layout.put(random.choice(layout.seats), cards[:2], random.sample(range(4), 2))
    layout.put(BOARD, cards[2:], random.sample(range(5), 3))


PLANTS: list[Callable[[Random, Layout, int], None]] = [
    two_five_card_hits,
    two_five_card_hits,
    one_five_card_hit,
    two_seven_card_hits,
    two_seven_card_hits,
    one_seven_card_hit,
    of_a_kind,
    special_flop,
    same_ranks,
    strong_board,
]


def random_deck(random: Random, seats: Sequence[int], rulings: dict[str, Any]) -> list[str]:
    """A shuffled deck, or one with up to three of the layouts above."""
    layout = Layout(seats)
    marked = int(rulings.get("five-card-community", 1)) - 1
    for plant in random.sample(PLANTS, random.choice([0, 1, 1, 2, 3])):
        plant(random, layout, marked)
    return layout.deck(random, rulings.get("shuffler", "yes") == "yes")
