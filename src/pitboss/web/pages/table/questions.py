"""What a seat is asked, as buttons: only the options that the rules gave, each with its key."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.games.contract import Option, Question
from pitboss.games.source import Source
from pitboss.money import dollars, money
from pitboss.web.pages.table.faces import FACES, Face

KEYS = {
    "buy": "b",
    "refuse": "r",
    "fold": "f",
    "play": "p",
    "flop": "w",
    "check": "c",
    "call": "c",
    "bet": "b",
    "raise": "r",
    "hold": "k",
}
TITLES = {
    "buy": "Buy the card",
    "refuse": "Refuse the card",
    "flop": "Flop wager",
    "raise": "Raise to",
    "hold": "Hold the chosen cards",
}
MULTIPLES = (1, 2, 3)


class Button(NamedTuple):
    """An action that is sent as it stands."""

    action: str
    title: str
    key: str
    amount: str = ""
    quiet: bool = False


class Range(NamedTuple):
    """An action with an amount to choose, in dollars."""

    action: str
    title: str
    key: str
    least: str
    most: str
    step: str
    presets: tuple[tuple[str, str], ...]


class Pick(NamedTuple):
    """Cards to choose among, each with the digit that chooses it."""

    action: str
    title: str
    key: str
    cards: tuple[Face, ...]


class Asked(NamedTuple):
    """The open question; ``key`` names it, so that it is answered once."""

    key: str
    words: str
    rule: str
    buttons: list[Button]
    ranges: list[Range]
    picks: list[Pick]


def read_question(question: Question, source: Source, key: str, pot_cents: int) -> Asked:
    """The question to the viewer's own seat."""
    buttons: list[Button] = []
    ranges: list[Range] = []
    picks: list[Pick] = []
    unit = _unit(question.options)
    for option in question.options:
        title, letter = _title(option.action), KEYS.get(option.action, option.action[:1])
        if option.cards:
            faces = tuple(FACES[card] for card in option.cards)
            picks.append(Pick(option.action, title, letter, faces))
        elif option.least_cents < option.most_cents:
            if option.action == "flop":
                buttons += _multiples(option)
            ranges.append(_range(option, title, letter, pot_cents))
        else:
            buttons.append(_fixed(option, title, letter, unit))
    buttons.sort(key=lambda button: button.quiet)
    rule = source.rules.get(question.rule)
    return Asked(key, rule.text if rule else "", question.rule, buttons, ranges, picks)


def _title(action: str) -> str:
    return TITLES.get(action, action.capitalize())


def _unit(options: Sequence[Option]) -> int:
    """The smallest Flop wager, which is the Ante."""
    return min((option.least_cents for option in options if option.action == "flop"), default=0)


def _fixed(option: Option, title: str, letter: str, unit: int) -> Button:
    if not option.most_cents:
        return Button(option.action, title, letter, quiet=option.action in ("fold", "refuse"))
    amount = dollars(option.most_cents)
    if option.action == "flop" and unit and option.most_cents % unit == 0:
        letter = str(option.most_cents // unit)
        title = f"Flop {letter}×"
    return Button(option.action, f"{title} {money(option.most_cents)}", letter, amount)


def _multiples(option: Option) -> list[Button]:
    """A Flop wager of one, two or three Antes, as far as the table allows."""
    sizes = [(times, times * option.least_cents) for times in MULTIPLES]
    return [
        Button(option.action, f"Flop {times}× {money(cents)}", str(times), dollars(cents))
        for times, cents in sizes
        if cents <= option.most_cents
    ]


def _range(option: Option, title: str, letter: str, pot_cents: int) -> Range:
    chip = option.chip_cents
    sizes = [("least", option.least_cents)]
    if option.action != "flop":
        sizes += [("½ pot", pot_cents // 2), ("pot", pot_cents)]
    sizes.append(("most", option.most_cents))
    presets = tuple(
        (name, dollars(cents - cents % chip))
        for name, cents in sizes
        if option.least_cents <= cents <= option.most_cents
    )
    step = dollars(max(chip, 100) if option.least_cents % 100 == 0 else chip)
    return Range(
        option.action,
        title,
        letter,
        dollars(option.least_cents),
        dollars(option.most_cents),
        step,
        presets,
    )
