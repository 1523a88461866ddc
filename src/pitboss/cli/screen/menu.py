"""Choices and their keys: each choice shows its letter in brackets."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.cli.screen.text import Text
from pitboss.games.contract import Game, Option
from pitboss.games.words import Act
from pitboss.money import money


class Item(NamedTuple):
    """Something that the person may choose: its key, its word, and an amount or the like."""

    key: str
    word: str
    detail: str = ""

    @property
    def label(self) -> Text:
        """``[b]uy $10``: the key in brackets, within the word where it stands there."""
        place = self.word.find(self.key)
        before, after = (self.word[:place], self.word[place + 1 :]) if place >= 0 else ("", "")
        text = Text(before).append(f"[{self.key}]", "bold").append(after)
        if place < 0:
            text.append(f" {self.word}")
        return text.append(f" {self.detail}" if self.detail else "")


RULES = Item("?", "rules")
TABLES = Item("t", "pay tables")
QUIT = Item("q", "quit")
ALWAYS = (RULES, TABLES, QUIT)


class Picked(NamedTuple):
    """The item chosen, and the words that came with it, such as an amount."""

    item: Item
    rest: str


def pick(items: Sequence[Item], answer: str) -> Picked | None:
    """The item that an answer names by its word or by its first letter; Enter takes the first."""
    word, _, rest = answer.partition(" ")
    if not word:
        return Picked(items[0], "")
    for item in items:
        if word in (item.word, item.key):
            return Picked(item, rest.strip())
    for item in items:
        if word[0] == item.key:
            return Picked(item, rest.strip())
    return None


def option_items(game: Game, options: Iterable[Option]) -> list[tuple[Item, Option]]:
    """A key for each option: a letter of its action, or a number where an action stands twice."""
    options = list(options)
    actions = [option.action for option in options]
    taken = {item.key for item in ALWAYS}
    keys: dict[str, str] = {}
    for action in sorted(
        set(actions), key=lambda action: (action != "fold", actions.index(action))
    ):
        letters = [letter for letter in action if letter.isalpha() and letter not in taken]
        keys[action] = letters[0] if letters else str(len(keys) + 1)
        taken.add(keys[action])
    items = []
    for number, option in enumerate(options, 1):
        twice = actions.count(option.action) > 1
        key = str(number) if twice else keys[option.action]
        size = _size(option, game.words.act(option.action))
        items.append((Item(key, option.action, size), option))
    return items


def _size(option: Option, act: Act) -> str:
    if not option.most_cents:
        return ""
    least, most = money(option.least_cents), money(option.most_cents)
    size = most if least == most else f"{least} to {most}"
    return f"{act.joint} {size}" if act.label.endswith(f" {act.joint}") else size
