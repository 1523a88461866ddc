"""Secrecy as a property: what a seat cannot see makes no difference to what it is shown.

At every question the cards that a viewer has not seen are dealt anew: other seats' and the
dealer's hidden cards, and the rest of the deck. The same decisions then give that viewer the same
view, byte for byte. A decision that names hidden cards names the ones that lie there now.
"""

import json
from collections.abc import Iterator
from random import Random

import pytest

from pitboss.games import OURS, find_game
from pitboss.games.contract import Decision
from pitboss.games.events import (
    EVERYONE,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Event,
)
from pitboss.rounds.record import events_json
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.view import SPECTATOR, view
from tests.contract.openings import answer_randomly, open_randomly

ROUNDS = 40


def seen_cards(events: list[Event], viewer: int) -> set[int]:
    """The cards that this viewer has seen so far, read from the full record."""
    seen: set[int] = set()
    for event in events:
        if isinstance(event, CardsShown):
            seen.update(event.cards)
        elif isinstance(event, CardDealt | CardBurned | CardsDiscarded):
            cards = event.cards if isinstance(event, CardsDiscarded) else (event.card,)
            if event.seen_by in (EVERYONE, viewer):
                seen.update(card for card in cards if card is not None)
    return seen


def dealt_anew(running: Runner, viewer: int, rng: Random) -> Runner:
    """The same round with the cards that the viewer has not seen in another order."""
    opening = running.table.opening
    hidden = [card for card in opening.deck if card not in seen_cards(running.table.events, viewer)]
    mixed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    deck = tuple(mixed.get(card, card) for card in opening.deck)
    decisions = [with_cards(decision, mixed) for decision in running.decisions]
    return replay(running.game, opening._replace(deck=deck), decisions)


def with_cards(decision: Decision, mixed: dict[int, int]) -> Decision:
    if decision.cards is None:
        return decision
    return decision._replace(cards=tuple(mixed.get(card, card) for card in decision.cards))


def waiting_rounds(key: str) -> Iterator[tuple[Runner, Random]]:
    """Random rounds, again and again at each of their questions."""
    for number in range(ROUNDS):
        rng = Random(f"secrecy {key} {number}")
        running = Runner(find_game(key), open_randomly(key, rng))
        while running.question:
            yield running, rng
            running.decide(answer_randomly(rng, running.question))


def as_bytes(events: list[Event], viewer: int) -> bytes:
    seen = view(events, viewer)
    return repr(seen).encode() + json.dumps(events_json(seen)).encode()


@pytest.mark.parametrize("key", OURS)
def test_hidden_cards_do_not_change_a_view(key: str):
    changed = 0
    for running, rng in waiting_rounds(key):
        assert running.question
        for viewer in (SPECTATOR, *running.table.seats):
            other = dealt_anew(running, viewer, rng)
            assert as_bytes(other.table.events, viewer) == as_bytes(running.table.events, viewer)
            assert other.question is not None
            assert other.question.seat == running.question.seat
            if viewer == running.question.seat:
                assert other.question == running.question
            changed += other.table.events != running.table.events
    assert changed > ROUNDS, "the permutations must have changed hidden cards"


@pytest.mark.parametrize("key", OURS)
def test_a_view_has_no_card_that_the_viewer_has_not_seen(key: str):
    for running, _ in waiting_rounds(key):
        for viewer in (SPECTATOR, *running.table.seats):
            shown = seen_cards(view(running.table.events, viewer), viewer)
            assert shown == seen_cards(running.table.events, viewer)
            assert len(view(running.table.events, viewer)) == len(running.table.events)


@pytest.mark.parametrize("key", OURS)
def test_the_property_sees_a_leak(key: str):
    """With the whole record in place of a view the same comparison fails."""
    leaks = 0
    for running, rng in waiting_rounds(key):
        other = dealt_anew(running, SPECTATOR, rng)
        leaks += repr(other.table.events) != repr(running.table.events)
    assert leaks
