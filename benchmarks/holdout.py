"""Holdout rounds with full history against PokerKit, both given the same betting sequences."""

import random
import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.measure import Figure, compare
from pitboss.cards import format_card
from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening
from pitboss.odds.holdout.kernels.hands import rank_showdowns
from pitboss.rounds.runner import Runner
from tests.peers.lockstep import Difference, Pair, Table
from tests.peers.pokerkit_table import HoldoutHand, deal_on, held_count, set_up

HANDS = 20
PEER = "PokerKit, same betting sequences"
GAME = find_game("holdout")


class Hand(NamedTuple):
    """A hand that both engines play to the same stacks."""

    table: Table
    opening: Opening
    decisions: tuple[Decision, ...]


def agreed_hands(seats: int, betting: str) -> list[Hand]:
    """Random hands on which the engines agree to the chip."""
    dice = random.Random(f"bench {seats} {betting}")
    hands: list[Hand] = []
    while len(hands) < HANDS:
        stacks = tuple(dice.choice([40, 90, 250]) for _ in range(seats))
        deck = list(range(52))
        dice.shuffle(deck)
        pair = Pair(Table(stacks, betting, capped=True), deck)
        try:
            pair.play(dice)
        except Difference:
            continue
        hands.append(Hand(pair.table, pair.ours.table.opening, tuple(pair.ours.decisions)))
    return hands


def play_ours(hands: list[Hand]) -> Callable[[], int]:
    def act() -> int:
        for hand in hands:
            running = Runner(GAME, hand.opening)
            for decision in hand.decisions:
                running.decide(decision)
            assert running.status == "settled"
        return len(hands)

    return act


def play_theirs(hands: list[Hand]) -> Callable[[], int]:
    """PokerKit has no hold: those decisions are left out, the cards follow from the deck."""
    turn = 0

    def act() -> int:
        nonlocal turn
        hand = hands[turn % len(hands)]
        turn += 1
        play_one(hand)
        return 1

    return act


def play_one(hand: Hand) -> None:
    seating = hand.opening.seating
    assert seating is not None
    state = set_up(seating, hand.table.betting, hand.table.capped)
    deck = list(hand.opening.deck)
    deal_on(state, deck)
    for decision in hand.decisions:
        if decision.action == "fold":
            state.fold()
        elif decision.action in ("check", "call"):
            state.check_or_call()
        elif decision.action != "hold":
            state.complete_bet_or_raise_to(decision.cents)
        deal_on(state, deck)
    while state.status:
        state.check_or_call()
        deal_on(state, deck)


def figures() -> list[Figure]:
    """One mix of two to nine seats and all structures that PokerKit can be given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        structures = ("limit", "pot-limit", "no-limit")
        hands = [
            hand
            for seats in (2, 3, 6, 9)
            for betting in structures
            for hand in agreed_hands(seats, betting)
        ]
        random.Random("order").shuffle(hands)
        mix = "holdout hands, 2 to 9 seats, all structures"
        return [compare(mix, play_ours(hands), PEER, play_theirs(hands), 15), showdown_figure()]


def showdown_figure() -> Figure:
    """Held hands on boards, ranked in batch and one by one."""
    deals = np.random.default_rng(2).random((20_000, 52)).argsort(axis=1)[:, :9].astype(np.uint8)
    held, boards = deals[:, :5].copy(), deals[:, 5:].copy()
    counts = np.array([held_count([format_card(card) for card in hand]) for hand in held])

    def ours() -> int:
        return len(rank_showdowns(held, counts, boards))

    rows = [
        ("".join(map(format_card, hand)), "".join(map(format_card, board)))
        for hand, board in zip(held[:50], boards[:50], strict=True)
    ]

    def theirs() -> int:
        for hand, board in rows:
            HoldoutHand.from_game(hand, board)
        return len(rows)

    return compare("holdout showdowns in batch", ours, "PokerKit, one by one", theirs, 100)
