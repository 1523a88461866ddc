"""Reading PHH's action notation, one entry at a time, and comparing it with what the rules give."""

import re
from typing import NamedTuple

from pitboss.refusal import Refused
from pitboss.rounds.history.notation import Cards, read_cards

_NUMBER = re.compile(r"p([1-9][0-9]?)")
_ARGUMENTS = {"f": (0, 0), "cc": (0, 0), "cbr": (1, 1), "sd": (0, 1), "sm": (0, 1)}
"""The fewest and the most words after each verb of a player."""


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
