"""A PHH file taken apart: fields, each read with the type that it must have, actions, and the deck,
which is put together from what each hand, the board and the burns show.

Where the file does not tell a card, another one may stand in for it, but only if nothing depends
on it: a burned card, a discard, a hand that is never shown.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from pitboss.cards import DECK, format_card
from pitboss.games.holdout.history.phh import Cards, read_cards
from pitboss.money import parse_dollars, read_whole, show_given
from pitboss.refusal import Refused

LARGEST_NUMBER = 999
_NUMBER = re.compile(r"p([1-9][0-9]?)")
_ARGUMENTS = {"f": (0, 0), "cc": (0, 0), "cbr": (1, 1), "sd": (0, 1), "sm": (0, 1)}
"""The fewest and the most words after each verb of a player."""


def shown(value: object) -> str:
    """A value in a refusal, cut short."""
    try:
        text = _plain(value)
    except ValueError:
        return show_given(value)  # TOML has whole numbers of any length
    return text if len(text) <= 60 else text[:57] + "..."


def _plain(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return repr(value) if isinstance(value, str) else str(value)


class Fields:
    """The fields of one file, by name, with exact numbers."""

    def __init__(self, text: str) -> None:
        try:
            self.values: dict[str, object] = tomllib.loads(text, parse_float=Decimal)
        except RecursionError:
            raise Refused("nested too deeply for a PHH file") from None
        except (ValueError, ArithmeticError) as error:
            raise Refused(f"no valid TOML: {error}") from None

    def has(self, name: str) -> bool:
        return name in self.values

    def _find(
        self, name: str, kind: type | tuple[type, ...], needed: str, default: object = None
    ) -> Any:
        """A field's value, of the kind that it must have."""
        value = self.values.get(name, default)
        if value is None:
            raise Refused(f"{name}: missing; {needed} is needed")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise Refused(f"{name}: {shown(value)} is wrong; {needed} is needed")
        return value

    def _each(self, name: str, kind: type | tuple[type, ...], needed: str) -> list[Any]:
        """A list whose values are all of a kind."""
        for value in self.listed(name):
            if not isinstance(value, kind) or isinstance(value, bool):
                raise Refused(f"{name}: {shown(value)} is wrong; {needed} are needed")
        return self.listed(name)

    def text(self, name: str, default: str | None = None) -> str:
        return str(self._find(name, str, "text", default))

    def number(self, name: str, default: int) -> int:
        """A whole number such as a seat."""
        given = self._find(name, int, "a whole number", default)
        return read_whole(given, f"{name}:", 0, LARGEST_NUMBER)

    def cents(self, name: str, default: int | None = None) -> int:
        if default is not None and name not in self.values:
            return default
        return parse_dollars(self._find(name, (int, Decimal), "an amount"), name)

    def listed(self, name: str) -> list[object]:
        return list(self._find(name, list, "a list"))

    def texts(self, name: str) -> list[str]:
        """A list of strings."""
        for place, value in enumerate(self.listed(name), 1):
            if not isinstance(value, str):
                raise Refused(f"{name}, entry {place}: {shown(value)} is wrong; text is needed")
        return [str(value) for value in self.listed(name)]

    def numbers(self, name: str, default: list[int]) -> list[int]:
        if not self.has(name):
            return default
        given = self._each(name, int, "whole numbers")
        return [read_whole(one, f"{name}:", 0, LARGEST_NUMBER) for one in given]

    def amounts(self, name: str, count: int | None = None) -> list[int]:
        """Cents; one amount for each player where ``count`` says how many there are."""
        given = len(self.listed(name))
        if count is not None and given != count:
            raise Refused(f"{name}: {given} entries; {count} are needed")
        return [parse_dollars(one, name) for one in self._each(name, (int, Decimal), "amounts")]

    def mapping(self, name: str) -> Mapping[str, object]:
        """A table; empty where the file has none."""
        return dict(self._find(name, dict, "a table such as {max = 40}", {}))


class Action(NamedTuple):
    """An entry: ``player`` is 0 in board dealing, ``argument`` cards or an amount."""

    number: int
    text: str
    player: int
    verb: str
    argument: str

    def __str__(self) -> str:
        text = self.text if len(self.text) <= 40 else self.text[:37] + "..."
        return f"actions, entry {self.number} ({text!r})"

    def refuse(self, why: object) -> Refused:
        return Refused(f"{self}: {why}")

    @property
    def cards(self) -> Cards:
        return cards_of(self, self.argument)


def cards_of(what: object, text: str) -> Cards:
    """The cards of an action or a field."""
    try:
        return read_cards(text)
    except Refused as refusal:
        raise Refused(f"{what}: {refusal}") from None


def parse_actions(texts: list[str], players: int) -> list[Action]:
    """The actions without commentaries and entries that hold nothing else."""
    actions = []
    for number, text in enumerate(texts, 1):
        if words := text.partition("#")[0].split():
            actions.append(_parse(number, " ".join(words), players))
    return actions


def _parse(number: int, text: str, players: int) -> Action:
    wrong = Action(number, text, 0, "", "")
    match text.split():
        case ["d", "db", cards]:
            return Action(number, text, 0, "db", cards)
        case ["d", "dh", player, cards]:
            return Action(number, text, _player(wrong, player, players), "dh", cards)
        case [_, "pb"]:
            raise wrong.refuse("Holdout has no bring-in")
        case [player, verb, *rest] if player != "d" and verb in _ARGUMENTS:
            fewest, most = _ARGUMENTS[verb]
            if fewest <= len(rest) <= most:
                return Action(number, text, _player(wrong, player, players), verb, "".join(rest))
    raise wrong.refuse(
        "no action of PHH; d dh pN CARDS, d db CARDS, or pN with f, cc, cbr AMOUNT, sd CARDS or"
        " sm CARDS"
    )


def _player(action: Action, text: str, players: int) -> int:
    found = _NUMBER.fullmatch(text)
    if not found or int(found[1]) > players:
        raise action.refuse(f"{text[:20]!r} is no player; there are p1 to p{players}")
    return int(found[1])


def check_actions(given: list[Action], by_rules: list[str]) -> None:
    """The file must say what the rules give, entry by entry, as far as it knows the cards."""
    for action, expected in zip(given, by_rules, strict=False):
        if not _fits(action, expected):
            raise action.refuse(f"by the rules {expected!r} comes here")
    if len(given) > len(by_rules):
        raise given[len(by_rules)].refuse("by the rules nothing more happens here")
    if len(given) < len(by_rules):
        raise Refused(
            f"actions: an entry is missing after the last; by the rules {by_rules[len(given)]!r}"
            " comes next"
        )


def _fits(action: Action, expected: str) -> bool:
    """Cards may be unknown; those discarded or shown may stand in any order."""
    *head, last = expected.split()
    words = action.text.split()
    if action.verb == "cbr":
        return words[:2] == head
    if action.verb not in ("db", "dh", "sd", "sm") or not action.argument:
        return words == [*head, last]
    if words[:-1] != head:
        return False
    if action.argument == "-" and action.verb == "sm":
        return True
    cards, by_rules = action.cards, read_cards(last)
    if len(cards) != len(by_rules):
        return False
    if action.verb in ("sd", "sm"):
        return {card for card in cards if card is not None} <= set(by_rules)
    return all(a is None or a == b for a, b in zip(cards, by_rules, strict=True))


UNTOLD = (
    "not every card is known, and a replay deals them all; with fill others stand in where nothing"
    " depends on them"
)


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
    """What each player is dealt, discards and shows, and the board, in the right numbers."""
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
    burns, rest = cards_of("_burned", burned), cards_of("_undealt", undealt)
    for number in range(1, players + 1):
        action = by_player["dh", number]
        if len(action.cards) != 5:
            raise action.refuse(f"{len(action.cards)} cards; each player is dealt five (HOLD-04)")
    for action in boards:
        if len(action.cards) != 2 or None in action.cards:
            raise action.refuse("two known cards are turned up at a time (HOLD-09, HOLD-11)")
    if len(boards) > 2 or len(burns) > len(boards):
        raise Refused(
            f"actions: {len(boards)} board dealings and {len(burns)} burned cards; at most two,"
            " with one burned before each (HOLD-09, HOLD-11)"
        )
    if None in rest:
        raise Refused("_undealt: a card is unknown; leave the field out instead")
    return Told(players, by_player, boards, burns, rest)


def lay_out(told: Told, fill: bool) -> Laid:
    """Every card in its place; unknown ones are refused, or with ``fill`` stood in for."""
    burned = (*told.burned, *(None,) * (len(told.boards) - len(told.burned)))
    if not fill:
        for number in range(1, told.players + 1):
            if None in told.actions["dh", number].cards:
                raise told.actions["dh", number].refuse(UNTOLD)
        if None in burned:
            raise Refused(f"_burned: {UNTOLD}")
    named = {*told.burned, *told.undealt}
    for action in [*told.actions.values(), *told.boards]:
        named |= set(action.cards if action.argument != "-" else ())
    spare = (card for card in DECK if card not in named)
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
    for place, card in enumerate(deck):
        if card in deck[:place]:
            raise Refused(f"actions: card {format_card(card)} stands twice; a deck has it once")
    return Laid(tuple(deck), held, tuple(stand_ins))


def _known(cards: Cards) -> list[int]:
    return [card for card in cards if card is not None]


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
