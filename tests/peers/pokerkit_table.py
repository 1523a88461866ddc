"""A PokerKit table with Holdout's three betting rounds and Holdout's hands.

PokerKit has no hold, so what a seat holds follows from its five cards: the first of them, as many
as ``held_count`` says. Player 0 is the first at the button's left.
"""

from itertools import combinations

from pokerkit import Automation, BettingStructure, Card, Deck, Opening, State, Street
from pokerkit.hands import StandardHighHand

from pitboss.cards import format_card
from pitboss.games.contract import Seating

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {
    "limit": BettingStructure.FIXED_LIMIT,
    "spread-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "no-limit": BettingStructure.NO_LIMIT,
}


def held_count(cards: list[str]) -> int:
    """One to five, by the cards themselves."""
    return 1 + sum(map(ord, "".join(cards))) % 5


class HoldoutHand(StandardHighHand):
    """All held cards and as many of the board as make five, ranked by PokerKit."""

    @classmethod
    def from_game(cls, hole_cards, board_cards=()):
        hole, board = list(Card.clean(hole_cards)), Card.clean(board_cards)
        held = hole[: held_count([repr(card) for card in hole])]
        choices = combinations(board, 5 - len(held))
        return max(cls([*held, *added]) for added in choices)


def set_up(seating: Seating, betting: str, capped: bool, ante: int = 0) -> State:
    """The state before any card; stacks are in order from the button's left."""
    small, big = seating.bets if betting == "limit" else (seating.blinds[1],) * 2
    if betting == "spread-limit":
        small = big = seating.bets[0]
    sizes = [(small, 3), (small, 4), (big, 4)]
    if betting == "spread-limit":
        sizes[0] = (seating.blinds[1], 3)
    streets = tuple(
        Street(
            place > 0,
            (False,) * 5 if place == 0 else (),
            2 if place else 0,
            False,
            Opening.POSITION,
            size,
            count if capped else None,
        )
        for place, (size, count) in enumerate(sizes)
    )
    stacks = tuple(seating.stacks.values())
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (HoldoutHand,),
        streets,
        STRUCTURES[betting],
        True,
        ante,
        seating.blinds,
        0,
        stacks,
        len(stacks),
    )


def deal_on(state: State, deck: list[int]) -> None:
    """Deal from our deck until someone must act or the round is over."""
    while state.status and state.actor_index is None:
        if state.can_burn_card():
            state.burn_card(format_card(deck.pop(0)))
        elif state.can_deal_hole():
            state.deal_hole(format_card(deck.pop(0)))
        elif state.can_deal_board():
            state.deal_board(format_card(deck.pop(0)) + format_card(deck.pop(0)))
        else:
            raise AssertionError(state)
