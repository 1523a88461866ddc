"""The round told line by line, as the viewer saw it: the log on the page and of a replay."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.games.events import (
    COMMUNITY,
    DEALER,
    ButtonPlaced,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    ChipsPlaced,
    ChipsReturned,
    Decided,
    Event,
    JackpotHit,
    PayCut,
    PotAwarded,
    RoundOpened,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.games.source import Source
from pitboss.money import money
from pitboss.web.pages.table.faces import name_cards
from pitboss.web.pages.table.words import action_words, settled_reason, settled_words, spot_title

Name = Callable[[int], str]
"""What a place is called: a player, the dealer, the community."""


class Line(NamedTuple):
    """One line; ``order`` is its first event, ``until`` the last, ``rule`` the rule behind it."""

    order: int
    until: int
    text: str
    rule: str = ""


def name_places(names: dict[int, str], viewer: int) -> Name:
    """Names for the places of a table; the viewer is ``You``."""

    def name(owner: int) -> str:
        if owner == viewer and viewer > 0:
            return "You"
        if owner == DEALER:
            return "Dealer"
        if owner == COMMUNITY:
            return "Community"
        return names.get(owner, f"Seat {owner}")

    return name


def tell(events: Sequence[Event], source: Source, name: Name) -> list[Line]:
    """Every line so far; cards dealt one after the other to a place are one line."""
    lines: list[Line] = []
    index = 0
    while index < len(events):
        event = events[index]
        if isinstance(event, CardDealt):
            end = index
            while end < len(events) and isinstance(events[end], CardDealt):
                end += 1
            lines += _dealt(events[index:end], index, name)
            index = end
            continue
        if not _is_told_next(events, index):
            text = _words(event, source, name)
            if text:
                lines.append(Line(index, index, text, getattr(event, "rule", "")))
        index += 1
    return lines


def _is_told_next(events: Sequence[Event], index: int) -> bool:
    """A decision whose chips or wager follow at once needs no line of its own."""
    event = events[index]
    if not isinstance(event, Decided) or index + 1 == len(events):
        return False
    after = events[index + 1]
    return isinstance(after, ChipsPlaced) and after.seat == event.seat


def _dealt(events: Sequence[Event], start: int, name: Name) -> list[Line]:
    """One line for each place, in the order in which it was first served."""
    hands: dict[int, list[int | None]] = {}
    rules: dict[int, str] = {}
    for event in events:
        assert isinstance(event, CardDealt)
        hands.setdefault(event.to, []).append(event.card)
        rules.setdefault(event.to, event.rule)
    end = start + len(events) - 1
    return [
        Line(start + place, end, f"{name(to)}: {name_cards(cards)}", rules[to])
        for place, (to, cards) in enumerate(hands.items())
    ]


def _words(event: Event, source: Source, name: Name) -> str:
    match event:
        case RoundOpened():
            return "No more wagers; the round begins."
        case WagerPlaced(seat, wager, cents):
            return f"{name(seat)}: {spot_title(source, wager)} {money(cents)}"
        case Decided(seat, action, cents):
            return f"{name(seat)}: {action_words(action, cents)}"
        case CardsShown(of, cards):
            return f"{name(of)}: {name_cards(cards)} turned up"
        case CardBurned():
            return "A card is burned."
        case CardsDiscarded(of, cards, number):
            which = name_cards(cards) if cards else f"{number} face down"
            return f"{name(of)}: to the discard rack, {which}"
        case WagerSettled(seat):
            reason = settled_reason(event)
            words = f"{name(seat)}: {settled_words(source, event)}"
            return f"{words} ({reason})" if reason else words
        case _:
            return _other_words(event, source, name)


def _other_words(event: Event, source: Source, name: Name) -> str:
    """What happens in some games only."""
    match event:
        case PayCut(seat, wager, paid, to):
            title = spot_title(source, wager)
            return f"{name(seat)}: {title} cut from {money(paid)} to {money(to)}"
        case ButtonPlaced(seat):
            return f"The button is at seat {seat}."
        case ChipsPlaced(seat, action, cents):
            return f"{name(seat)}: {action_words(action, cents)}"
        case ChipsReturned(seat, cents):
            return f"{name(seat)}: {money(cents)} returned, nobody called"
        case PotAwarded(pot, seat, cents):
            which = f"side pot {pot}" if pot else "the pot"
            return f"{name(seat)}: wins {money(cents)} of {which}"
        case JackpotHit(jackpot, seat, row, pays, paid):
            title = spot_title(source, jackpot)
            return f"{name(seat)}: hits {title} with {row}, {pays}, {money(paid)}"
        case RoundVoided(_, reason):
            return f"The round is void: {reason}. Every wager goes back."
        case _:
            return ""
