"""A history for a viewer holds no card that the viewer did not see."""

import random
import re

import pytest

from pitboss.cards import format_card
from pitboss.games.contract import Opening
from pitboss.games.events import COMMUNITY, CardDealt, CardsShown
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.view import SPECTATOR
from tests.history.hands import GAME, printed, random_rounds, write_phh, write_text

WRITERS = [write_phh, write_text]


def seen_by(running: Runner, viewer: int) -> set[int]:
    """By the rules of the game: own cards, the board, and what was shown."""
    cards: set[int] = set()
    for event in running.table.events:
        if isinstance(event, CardDealt) and event.to in (viewer, COMMUNITY):
            assert event.card is not None
            cards.add(event.card)
        elif isinstance(event, CardsShown):
            cards.update(event.cards)
    return cards


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.rule("HOLD-07")
@pytest.mark.rule("HOLD-15")
def test_no_hidden_card_is_written(write):
    for running in random_rounds(4, 2):
        for viewer in (SPECTATOR, *running.table.seats):
            text = write(running, viewer)
            for card in set(running.table.opening.deck) - seen_by(running, viewer):
                assert not re.search(f"{format_card(card)}(?![a-z])", text)


@pytest.mark.parametrize("write", WRITERS)
def test_swapping_hidden_cards_changes_no_byte(write):
    """All cards that a viewer did not see are shuffled among themselves; the same holds and
    wagers are made with the cards that lie in their places."""
    dice = random.Random(5)
    compared = 0
    for running in random_rounds(6, 2):
        for viewer in (SPECTATOR, *running.table.seats):
            other = shuffle_unseen(running, viewer, dice)
            assert write(other, viewer) == write(running, viewer)
            compared += other.table.opening.deck != running.table.opening.deck
    assert compared > 300


def shuffle_unseen(running: Runner, viewer: int, dice: random.Random) -> Runner:
    opening = running.table.opening
    known = seen_by(running, viewer)
    hidden = [card for card in opening.deck if card not in known]
    moved = dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))
    swapped: Opening = opening._replace(deck=tuple(moved.get(card, card) for card in opening.deck))
    decisions = [
        decision
        if decision.cards is None
        else decision._replace(cards=tuple(moved.get(card, card) for card in decision.cards))
        for decision in running.decisions
    ]
    return replay(GAME, swapped, decisions)


def test_the_open_file_differs_when_hidden_cards_are_swapped():
    """The check above is able to fail."""
    running = printed()
    other = shuffle_unseen(running, SPECTATOR, random.Random(1))
    assert write_phh(other) != write_phh(running)
    assert write_text(other) != write_text(running)


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2, 3, 5])
def test_the_number_of_discards_is_seen_by_all(viewer: int):
    text = write_phh(printed(7), viewer)
    own = {1: "2d3d4s", 2: "5c8h", 3: "6c7d"}
    for player, number in ((1, 3), (2, 2), (3, 2)):
        cards = own[player] if player == viewer else "??" * number
        assert f'"p{player} sd {cards}"' in text
