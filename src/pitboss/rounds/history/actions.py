"""PHH's ``actions``: what the dealer and the players did, in a viewer's eyes.

A hold is written by what is discarded, as PHH does in draw games: ``p1 sd 2c3d`` holds the other
three cards, ``p1 sd`` holds all five. No cards follow a discard.
"""

from collections.abc import Iterator

from pitboss.games.events import (
    COMMUNITY,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Decided,
    Event,
)
from pitboss.rounds.history.notation import Viewer, seen_events, write_amount, write_cards
from pitboss.rounds.history.players import names_of, order_of, seating_of
from pitboss.rounds.runner import Runner

Street = tuple[str, list[str]]
"""A part of the round and its actions."""

BEFORE, HOLD, FLOP, RIVER, SHOWDOWN = "Before the Flop", "Hold", "Flop", "River", "Showdown"


def write_actions(running: Runner, viewer: Viewer) -> list[str]:
    return [action for _, actions in streets(running, viewer) for action in actions]


def streets(running: Runner, viewer: Viewer) -> list[Street]:
    """The actions, street by street."""
    events = seen_events(running, viewer)
    names = names_of(seating_of(running.table.opening))
    parts: list[Street] = [(BEFORE, _deals(running, events))]
    board: list[int | None] = []
    for event in events:
        if isinstance(event, CardDealt) and event.to == COMMUNITY:
            board.append(event.card)
            if len(board) in (2, 4):
                street = FLOP if len(board) == 2 else RIVER
                parts.append((street, [f"d db {write_cards(board[-2:])}"]))
        elif isinstance(event, Decided) and event.action != "hold":
            parts[-1][1].append(f"{names[event.seat]} {_wagered(event)}")
        elif isinstance(event, CardsDiscarded):
            cards = event.cards or (None,) * event.number
            _part(parts, HOLD).append(_discard(names[event.of], cards))
        elif isinstance(event, CardsShown):
            _part(parts, SHOWDOWN).append(f"{names[event.of]} sm {write_cards(event.cards)}")
    if viewer is None:
        for seat, cards in not_laid_down(running):
            _part(parts, HOLD).append(_discard(names[seat], cards))
    return parts


def _part(parts: list[Street], name: str) -> list[str]:
    """The actions of this street, which begins now if it has not."""
    if parts[-1][0] != name:
        parts.append((name, []))
    return parts[-1][1]


def _deals(running: Runner, events: list[Event]) -> list[str]:
    """Five cards each, dealt in rotation and written hand by hand."""
    seating = seating_of(running.table.opening)
    hands: dict[int, list[int | None]] = {seat: [] for seat in order_of(seating)}
    for event in events:
        if isinstance(event, CardDealt) and event.to in hands:
            hands[event.to].append(event.card)
    names = names_of(seating)
    return [f"d dh {names[seat]} {write_cards(cards)}" for seat, cards in hands.items()]


def _wagered(event: Decided) -> str:
    if event.action == "fold":
        return "f"
    return "cc" if event.action in ("check", "call") else f"cbr {write_amount(event.cents)}"


def _discard(player: str, cards: tuple[int | None, ...]) -> str:
    return f"{player} sd {write_cards(cards)}".rstrip()


def not_laid_down(running: Runner) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Discards that are decided but hidden until all have decided (``discard-order=together``)."""
    made = [decision for decision in running.decisions if decision.action == "hold"]
    laid = sum(isinstance(event, CardsDiscarded) for event in running.table.events)
    for decision in made[laid:]:
        held = decision.cards or ()
        hand = running.table.hands[decision.seat]
        yield decision.seat, tuple(card for card in hand if card not in held)
