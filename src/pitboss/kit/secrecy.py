"""Secrecy as a property: what a seat cannot see makes no difference to what it is shown or asked.

At every question the cards that a viewer has not seen are dealt anew: other seats' and the dealer's
hidden cards, and the rest of the deck. The same decisions then give that viewer the same view, byte
for byte. A decision that names hidden cards names the ones that lie there now.
"""

import json
from collections.abc import Iterator
from random import Random

from pitboss.games.contract import Decision, Game
from pitboss.games.events import EVERYONE, CardBurned, CardDealt, CardsDiscarded, CardsShown, Event
from pitboss.kit.openings import questions, start
from pitboss.refusal import Refused
from pitboss.rounds.record import events_json
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.view import SPECTATOR, view


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


def with_cards(decision: Decision, mixed: dict[int, int]) -> Decision:
    if decision.cards is None:
        return decision
    return decision._replace(cards=tuple(mixed.get(card, card) for card in decision.cards))


def relabelled(running: Runner, mixed: dict[int, int]) -> Runner:
    """The same round with cards in other places, decided alike."""
    opening = running.table.opening
    deck = tuple(mixed.get(card, card) for card in opening.deck)
    decisions = [with_cards(decision, mixed) for decision in running.decisions]
    return replay(running.game, opening._replace(deck=deck), decisions)


def dealt_anew(running: Runner, viewer: int, rng: Random) -> Runner:
    """The same round with the cards that the viewer has not seen in another order."""
    seen = seen_cards(running.table.events, viewer)
    hidden = [card for card in running.table.opening.deck if card not in seen]
    return relabelled(running, dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)))


def as_bytes(events: list[Event], viewer: int) -> bytes:
    seen = view(events, viewer)
    return repr(seen).encode() + json.dumps(events_json(seen)).encode()


def waiting_rounds(game: Game, rounds: int) -> Iterator[tuple[Runner, Random]]:
    """Random rounds, again and again at each of their questions."""
    for number in range(rounds):
        running, rng = start(game, f"secrecy {number}")
        for _ in questions(running, rng):
            yield running, rng


def views_keep_secrets(game: Game, rounds: int) -> Iterator[str]:
    """A view has no card that its viewer has not seen, and hides no event."""
    for running, _ in waiting_rounds(game, rounds):
        events = running.table.events
        for viewer in (SPECTATOR, *running.table.seats):
            shown = view(events, viewer)
            if seen_cards(shown, viewer) != seen_cards(events, viewer):
                yield "a view shows other cards than the viewer has seen"
            if len(shown) != len(events):
                yield "a view leaves out an event"


def unseen_cards_are_not_read(game: Game, rounds: int) -> Iterator[str]:
    """Unseen cards in another order leave every view and every question to its own seat alike."""
    for running, rng in waiting_rounds(game, rounds):
        question = running.asked
        for viewer in (SPECTATOR, *running.table.seats):
            try:
                other = dealt_anew(running, viewer, rng)
            except Refused as refusal:
                yield f"{question.rule}: other unseen cards and a decision is refused: {refusal}"
                continue
            if as_bytes(other.table.events, viewer) != as_bytes(running.table.events, viewer):
                yield f"{question.rule}: a view changes with cards that its viewer has not seen"
            if other.question is None or other.question.seat != question.seat:
                yield f"{question.rule}: who is asked depends on cards that are not seen"
            elif viewer == question.seat and other.question != question:
                yield f"{question.rule}: what a seat is offered depends on cards it has not seen"
