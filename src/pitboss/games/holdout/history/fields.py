"""A PHH file taken apart: fields, each read with the type that it must have, and actions."""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from pitboss.games.holdout.history.notation import Cards, read_cards
from pitboss.money import parse_dollars
from pitboss.refusal import Refused

_NUMBER = re.compile(r"p([1-9][0-9]?)")
_ARGUMENTS = {"f": (0, 0), "cc": (0, 0), "cbr": (1, 1), "sd": (0, 1), "sm": (0, 1)}
"""The fewest and the most words after each verb of a player."""


def parse_toml(text: str) -> dict[str, object]:
    """The fields of a file, with exact numbers."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise Refused("nested too deeply for a PHH file") from None
    except (ValueError, ArithmeticError) as error:
        raise Refused(f"no valid TOML: {error}") from None


def shown(value: object) -> str:
    """A value in a refusal, cut short."""
    text = _plain(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _plain(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return repr(value) if isinstance(value, str) else str(value)


class Fields:
    """The fields of one file, by name."""

    def __init__(self, text: str) -> None:
        self.values = parse_toml(text)

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
        return int(self._find(name, int, "a whole number", default))

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
        return self._each(name, int, "whole numbers") if self.has(name) else default

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
        try:
            return read_cards(self.argument)
        except Refused as refusal:
            raise self.refuse(refusal) from None


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
