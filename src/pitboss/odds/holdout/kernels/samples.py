"""Shares of the pot by sampling: opponents' hands and the community cards to come, from a seed.

Opponents are dealt one after another from the unseen cards, each until its hand fits its discards.
Random numbers come from the splitmix64 generator, so that a seed gives the same answer anywhere.
"""

from typing import NamedTuple

import numpy as np

from pitboss.odds.compiled import compiled
from pitboss.odds.holdout.kernels.hands import BOARD, PLACES, Known, Part, best, lay, part, part_of
from pitboss.odds.ranks import Array, Whole

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


class Scene(NamedTuple):
    """The cards that a seat has not seen, the community cards, and how many cards each opponent
    holds: 0 where it has yet to discard, negative where they are any cards at all."""

    unseen: Array
    board: Array
    sizes: Array


class Pots(NamedTuple):
    """Which opponents play for each pot, and how much of it counts in each plan."""

    players: Array
    parts: Array


@compiled
def below(state: Array, bound: int) -> Whole:
    """A random number from 0 to below the bound."""
    state[0] += STEP
    mixed = state[0]
    mixed = (mixed ^ (mixed >> S30)) * FIRST_MIX
    mixed = (mixed ^ (mixed >> S27)) * SECOND_MIX
    mixed ^= mixed >> S31
    return np.int64((mixed >> S32) * np.uint64(bound) >> S32)


@compiled
def draw(state: Array, deck: Array, at: int, count: int) -> None:
    """Bring random cards of those from ``at`` on to the front."""
    for place in range(at, at + count):
        other = place + below(state, len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]


@compiled
def draw_whole(state: Array, deck: Array, at: int, hands: Array) -> None:
    """Bring one of these hands to the front, such that all its cards are there."""
    place = at
    while place < at + 5:
        hand = hands[below(state, len(hands))]
        place = at
        for card in hand:
            other = place
            while other < len(deck) and deck[other] != card:
                other += 1
            if other == len(deck):
                break
            deck[place], deck[other] = deck[other], deck[place]
            place += 1


@compiled
def number_of(hand: Array, five: Array) -> int:
    """The number of five cards among all hands; ``five`` is room to sort them in."""
    for count in range(5):
        place = count
        while place > 0 and five[place - 1] > hand[count]:
            five[place] = five[place - 1]
            place -= 1
        five[place] = hand[count]
    number = 0
    for place in range(5):
        number += PLACES[place, five[place]]
    return number


@compiled
def deal_opponent(known: Known, state: Array, deck: Array, at: int, size: int) -> Part:
    """Deal until the hand fits; the part that the opponent holds."""
    if size < 0:
        draw(state, deck, at, -size)
        code, suits = part(deck[at : at - size])
        return code, suits, 5 + size
    five = np.empty(5, np.int64)
    while True:
        if size < 5:
            draw(state, deck, at, 5)
        else:
            draw_whole(state, deck, at, known.kept.whole)
        name = known.kept.classes[number_of(deck[at : at + 5], five)]
        held = part_of(known.holdings, name)
        if size in (0, 5 - held[2]):
            return held


@compiled
def sample(known: Known, scene: Scene, own: Array, pots: Pots, rounds: tuple[int, int]) -> Array:
    """What each hold wins in each plan; ``own`` has a hold's part in each row, ``rounds`` is how
    many are played, and the seed."""
    state = np.array([rounds[1]], np.uint64)
    deck, board = scene.unseen.copy(), np.empty(BOARD, np.int64)
    laid, rivals = len(scene.board), len(scene.sizes)
    board[:laid] = scene.board
    codes, suits = np.empty(16, np.int64), np.empty(16, np.int64)
    parts, found = np.empty((rivals, 3), np.int64), np.zeros(rivals, np.int64)
    tops = np.zeros((len(pots.players), 2), np.int64)
    totals = np.zeros((len(own), len(pots.parts)))
    for _ in range(rounds[0]):
        at = 0
        for rival in range(rivals):
            size = scene.sizes[rival]
            parts[rival] = deal_opponent(known, state, deck, at, size)
            at += 5 if size >= 0 else -size
        draw(state, deck, at, BOARD - laid)
        board[laid:] = deck[at : at + BOARD - laid]
        lay(board, codes, suits)
        for rival in range(rivals):
            held = (parts[rival, 0], parts[rival, 1], parts[rival, 2])
            found[rival] = best(known.orders, held, codes, suits)
        find_tops(found, pots.players, tops)
        for hold in range(len(own)):
            held = (own[hold, 0], own[hold, 1], own[hold, 2])
            order = best(known.orders, held, codes, suits)
            add_shares(order, tops, pots.parts, totals[hold])
    return totals


@compiled
def find_tops(found: Array, players: Array, tops: Array) -> None:
    """The best opponents' order in each pot, and how many of them have it."""
    for pot in range(len(players)):
        top = count = 0
        for rival in range(len(found)):
            if players[pot, rival] and found[rival] >= top:
                count = count + 1 if found[rival] == top else 1
                top = found[rival]
        tops[pot, 0] = top
        tops[pot, 1] = count


@compiled
def add_shares(order: int, tops: Array, parts: Array, totals: Array) -> None:
    """Add what a hand of this order wins in each plan."""
    for plan in range(len(parts)):
        for pot in range(len(tops)):
            if order > tops[pot, 0]:
                totals[plan] += parts[plan, pot]
            elif order == tops[pot, 0]:
                totals[plan] += parts[plan, pot] / (1 + tops[pot, 1])
