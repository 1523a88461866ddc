"""The deck of a PHH file, put together from what each hand, the board and the burns show.

Where the file does not tell a card, another one may stand in for it, but only if nothing depends
on it: a burned card, a discard, a hand that is never shown.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards import DECK, format_card
from pitboss.games.holdout.history.fields import Action
from pitboss.games.holdout.history.notation import Cards, read_cards
from pitboss.refusal import Refused


class Laid(NamedTuple):
    """The deck, what each player holds after the discard, and the cards that stand in."""

    deck: tuple[int, ...]
    held: dict[int, tuple[int, ...]]
    stand_ins: tuple[int, ...]


class Told(NamedTuple):
    """What a file tells of the cards; ``actions`` by verb and player."""

    players: int
    actions: dict[tuple[str, int], Action]
    boards: list[Action]
    burned: Cards
    undealt: Cards


def read_told(actions: list[Action], players: int, burned: str, undealt: str) -> Told:
    by_player: dict[tuple[str, int], Action] = {}
    for action in actions:
        if action.verb in ("dh", "sd", "sm"):
            if (action.verb, action.player) in by_player:
                raise action.refuse(f"p{action.player} has such an entry already")
            by_player[action.verb, action.player] = action
    boards = [action for action in actions if action.verb == "db"]
    for number in range(1, players + 1):
        if ("dh", number) not in by_player:
            raise Refused(f"actions: p{number} is dealt no cards; five are needed (d dh p{number})")
    told = Told(players, by_player, boards, _field("_burned", burned), _field("_undealt", undealt))
    _check_counts(told)
    return told


def _field(name: str, text: str) -> Cards:
    try:
        return read_cards(text)
    except Refused as refusal:
        raise Refused(f"{name}: {refusal}") from None


def _check_counts(told: Told) -> None:
    for number in range(1, told.players + 1):
        action = told.actions["dh", number]
        if len(action.cards) != 5:
            raise action.refuse(f"{len(action.cards)} cards; each player is dealt five (HOLD-04)")
    for action in told.boards:
        if len(action.cards) != 2 or None in action.cards:
            raise action.refuse("two known cards are turned up at a time (HOLD-09, HOLD-11)")
    if len(told.boards) > 2 or len(told.burned) > len(told.boards):
        raise Refused(
            f"actions: {len(told.boards)} board dealings and {len(told.burned)} burned cards; at"
            " most two, with one burned before each (HOLD-09, HOLD-11)"
        )
    if None in told.undealt:
        raise Refused("_undealt: a card is unknown; leave the field out instead")


def lay_out(told: Told, fill: bool) -> Laid:
    """Every card in its place; unknown ones are refused, or with ``fill`` stood in for."""
    missing = (None,) * (len(told.boards) - len(told.burned))
    burned = (*told.burned, *missing)
    if not fill:
        _refuse_unknown(told, burned)
    spare = _spare(told)
    stand_ins: list[int] = []
    hands, held = {}, {}
    for number in range(1, told.players + 1):
        hands[number], added = _whole_hand(told, number, spare)
        held[number] = _held(told, number, hands[number], added)
        stand_ins += added
    burns = []
    for card in burned:
        burns.append(_draw(spare) if card is None else card)
        stand_ins += burns[-1:] if card is None else []
    deck = [hands[number][turn] for turn in range(5) for number in hands]
    for burn, action in zip(burns, told.boards, strict=True):
        deck += [burn, *_known(action.cards)]
    deck += _known(told.undealt)
    _check_once(deck)
    return Laid(tuple(deck), held, tuple(stand_ins))


def _known(cards: Cards) -> list[int]:
    return [card for card in cards if card is not None]


def _refuse_unknown(told: Told, burned: Cards) -> None:
    why = (
        "not every card is known, and a replay deals them all; with fill others stand in where"
        " nothing depends on them"
    )
    for number in range(1, told.players + 1):
        action = told.actions["dh", number]
        if None in action.cards:
            raise action.refuse(why)
    if None in burned:
        raise Refused(f"_burned: {why}")


def _spare(told: Told) -> Iterator[int]:
    """The cards that the file names nowhere, lowest first."""
    named = {*told.burned, *told.undealt}
    for action in [*told.actions.values(), *told.boards]:
        if action.argument != "-":
            named |= set(action.cards)
    return (card for card in DECK if card not in named)


def _draw(spare: Iterator[int]) -> int:
    card = next(spare, None)
    if card is None:
        raise Refused("actions: more than 52 cards are dealt; a deck has each of its cards once")
    return card


def _whole_hand(told: Told, number: int, spare: Iterator[int]) -> tuple[list[int], list[int]]:
    """A player's five cards, and those of them that stand in.

    What is shown later takes the first unknown places, what is discarded the next ones.
    """
    dealt = told.actions["dh", number]
    needed = [
        card
        for verb in ("sm", "sd")
        for card in _told_cards(told, verb, number)
        if card not in dealt.cards
    ]
    unknown = dealt.cards.count(None)
    if len(needed) > unknown:
        raise Refused(
            f"actions: p{number} shows or discards {format_card(needed[-1])}, which it was not"
            " dealt (HOLD-06)"
        )
    added = [_draw(spare) for _ in range(unknown - len(needed))]
    filling = iter([*needed, *added])
    return [next(filling) if card is None else card for card in dealt.cards], added


def _told_cards(told: Told, verb: str, number: int) -> list[int]:
    action = told.actions.get((verb, number))
    if action is None:
        return []
    dealt = told.actions["dh", number].cards
    if verb == "sm" and None in (dealt if action.argument == "-" else action.cards):
        raise action.refuse("the cards are not all known, and the showdown needs them (HOLD-12)")
    return [] if action.argument == "-" else _known(action.cards)


def _held(told: Told, number: int, hand: list[int], added: list[int]) -> tuple[int, ...]:
    """What is left of the hand after the discard; unknown discards are cards that stand in."""
    action = told.actions.get(("sd", number))
    if action is None:
        return tuple(hand)
    unknown = action.cards.count(None)
    if unknown > len(added):
        raise action.refuse(f"{unknown} discards are not known, but more of the hand is (HOLD-06)")
    discards = {*_known(action.cards), *added[len(added) - unknown :]}
    return tuple(card for card in hand if card not in discards)


def _check_once(deck: list[int]) -> None:
    for place, card in enumerate(deck):
        if card in deck[:place]:
            raise Refused(f"actions: card {format_card(card)} stands twice; a deck has it once")
