"""PokerKit, the standard's own parser, reads our files.

It takes every file's fields and keeps ours as user-defined ones. It has no hold, so of the actions
it is given all but the discards (``sd``), on a table with our three betting rounds and hands that
know what each player held. Turns, sizes and stacks must then be ours to the chip, in each betting
structure, between two players under both rulings on the blinds, with antes. Left out are rounds
with a rake or an odd chip, short all-ins and the cap on wagers, where PokerKit's house rules are
known to differ (tests/peers).
"""

import random
import warnings
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest
from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    HandHistory,
    Mode,
    Opening,
    State,
    Street,
)
from pokerkit.hands import StandardHighHand
from pokerkit.notation import parse_action

from pitboss.games.events import PotAwarded
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_opening
from pitboss.rounds.view import SPECTATOR
from tests.history.hands import (
    BETTING,
    GAME,
    choose,
    phh_fields,
    printed,
    random_rounds,
    shuffled,
    write_actions,
    write_phh,
)
from tests.rules.holdout import write_holdout

STRUCTURES = {
    "F5H": BettingStructure.FIXED_LIMIT,
    "S5H": BettingStructure.NO_LIMIT,
    "P5H": BettingStructure.POT_LIMIT,
    "N5H": BettingStructure.NO_LIMIT,
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def load(text: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return HandHistory.loads(text)


def test_pokerkit_loads_every_file():
    for running in random_rounds(9):
        for viewer in (None, SPECTATOR, running.table.seats[0]):
            history = load(write_phh(running, viewer))
            fields = phh_fields(running, viewer)
            own = {name: value for name, value in fields.items() if name.startswith("_")}
            assert history.user_defined_fields == own
            for name in fields.keys() - own.keys():
                assert getattr(history, name) == fields[name]


def held_of(history: Any) -> dict[frozenset[str], list[str]]:
    """What each five cards became, by the file's own discards."""
    held = {}
    dealt = {}
    for action in history.actions:
        match action.split():
            case ["d", "dh", player, cards]:
                dealt[player] = [cards[place : place + 2] for place in range(0, 10, 2)]
            case [player, "sd", *cards]:
                five = dealt[player]
                held[frozenset(five)] = [card for card in five if card not in "".join(cards)]
    return held


def hand_type(history: Any) -> type[StandardHighHand]:
    holds = held_of(history)

    class HoldoutHand(StandardHighHand):
        """All held cards and as many of the board as make five, ranked by PokerKit."""

        @classmethod
        def from_game(cls, hole_cards, board_cards=()):
            held = holds[frozenset(map(repr, Card.clean(hole_cards)))]
            board = list(map(repr, Card.clean(board_cards)))
            choices = combinations(board, 5 - len(held))
            return max(cls("".join([*held, *added])) for added in choices)

    return HoldoutHand


def set_up(history: Any) -> State:
    """PokerKit's state from the standard's fields of the file alone."""
    small = history.small_bet or history.min_bet
    big = history.big_bet or history.min_bet
    streets = tuple(
        Street(
            place > 0,
            () if place else (False,) * 5,
            2 if place else 0,
            False,
            Opening.POSITION,
            size,
            None,
        )
        for place, size in enumerate((small, small, big))
    )
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (hand_type(history),),
        streets,
        STRUCTURES[history.variant],
        history.ante_trimming_status,
        history.antes,
        history.blinds_or_straddles,
        0,
        history.starting_stacks,
        len(history.starting_stacks),
        mode=Mode.CASH_GAME,
    )


def replay_in_pokerkit(text: str) -> State:
    history = load(text)
    state = set_up(history)
    for action in history.actions:
        if " sd" in action:
            continue
        while state.can_burn_card():
            state.burn_card("??")
        player, _, verb = action.partition(" ")
        parse_action(state, f"{player} sm -" if verb.startswith("sm") else action)
    return state


def deep_round(dice: random.Random, betting: str, seats: int) -> Runner:
    """Stacks that no round empties, in whole dollars, without cap or rake."""
    script = write_holdout(
        {seat: 5000 + seat for seat in sorted(dice.sample(range(1, 10), seats))},
        betting=betting,
        bets=[4, 12] if betting == "spread-limit" else [4, 8],
        deck=shuffled(dice),
        chip=1,
        ante=dice.choice(["none", "1"]),
        heads_up_blinds=dice.choice(["button-small", "left-small"]),
        wagers_per_round="unlimited",
    )
    running = Runner(GAME, read_opening(GAME, script))
    while running.question:
        choice = choose(running.question, dice)
        late = len(running.decisions) > 30 or (choice.cents or 0) > 500_00
        if choice.action in ("bet", "raise") and late:
            continue
        running.decide(choice)
    return running


def has_odd_chip(running: Runner) -> bool:
    """Whether winners of one pot got different shares."""
    shares: dict[int, set[int]] = {}
    for event in running.table.events:
        if isinstance(event, PotAwarded):
            shares.setdefault(event.pot, set()).add(event.cents)
    return any(len(cents) > 1 for cents in shares.values())


@pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")
@pytest.mark.parametrize("betting", BETTING)
def test_pokerkit_plays_our_files_to_the_same_stacks(betting: str):
    dice = random.Random(betting)
    played = shown = 0
    for seats in [*range(2, 10), 2, 2, 2, 2, 2, 2]:
        for _ in range(8):
            running = deep_round(dice, betting, seats)
            if has_odd_chip(running):
                continue
            fields = phh_fields(running)
            state = replay_in_pokerkit(write_phh(running))
            assert not state.status
            assert list(state.stacks) == fields["finishing_stacks"]
            played += 1
            shown += any(" sm " in action for action in write_actions(running, None))
    assert played > 80
    assert shown > 20


def test_pokerkit_deals_unknown_cards_of_a_viewer_s_file():
    """Up to the showdown, which needs cards that the viewer does not see."""
    history = load(write_phh(printed(), 2))
    state = set_up(history)
    for action in history.actions[:8]:
        parse_action(state, action)
    assert [len(hand) for hand in state.hole_cards] == [5, 5, 5, 0]
    assert state.stacks == [188, 138, Decimal("45.50"), 80]
