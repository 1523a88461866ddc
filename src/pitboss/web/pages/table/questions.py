"""What a seat is asked, as buttons: only the options that the rules gave, each with its key."""

from typing import NamedTuple

from pitboss.games.contract import Game, Option, Question
from pitboss.games.words import Act
from pitboss.money import dollars, money
from pitboss.rounds.picture import Picture
from pitboss.rounds.telling import Name, ask
from pitboss.web.pages.table.felt import FACES, Face


class Button(NamedTuple):
    """An action that is sent as it stands."""

    action: str
    title: str
    key: str
    amount: str = ""
    quiet: bool = False


class Range(NamedTuple):
    """An action with an amount to choose, in dollars; ``is_aside`` where buttons offer the usual
    amounts already."""

    action: str
    title: str
    key: str
    least: str
    most: str
    step: str
    presets: tuple[tuple[str, str], ...]
    is_aside: bool


class Pick(NamedTuple):
    """Cards to choose among, each with the digit that chooses it."""

    action: str
    title: str
    key: str
    cards: tuple[Face, ...]


class Asked(NamedTuple):
    """The open question; ``key`` names it, so that it is answered once. The rule behind it
    says in full what may be done."""

    key: str
    words: str
    rule: str
    rule_text: str
    buttons: list[Button]
    ranges: list[Range]
    picks: list[Pick]


def read_question(game: Game, question: Question, key: str, picture: Picture, name: Name) -> Asked:
    """The question to the viewer's own seat."""
    asked = Asked(
        key,
        ask(game, question, picture, name),
        question.rule,
        game.source.rule_text(question.rule),
        [],
        [],
        [],
    )
    least = min((option.least_cents for option in question.options if option.most_cents), default=0)
    for option in question.options:
        act, letter = game.words.act(option.action), _key(game, option.action)
        if option.cards:
            faces = tuple(FACES[card] for card in option.cards)
            asked.picks.append(Pick(option.action, f"{act.label} the chosen cards", letter, faces))
        elif option.least_cents < option.most_cents:
            sizes = [times * option.least_cents for times in act.times]
            asked.buttons.extend(
                _sized(option.action, act, cents, option.least_cents)
                for cents in sizes
                if cents <= option.most_cents
            )
            asked.ranges.append(_range(option, act, letter, picture.pot_cents))
        elif act.times and option.most_cents % least == 0:
            asked.buttons.append(_sized(option.action, act, option.most_cents, least))
        else:
            asked.buttons.append(_fixed(option, act, letter))
    asked.buttons.sort(key=lambda button: button.quiet)
    return asked


def _key(game: Game, action: str) -> str:
    return game.face.keys.get(action, action[:1])


def _fixed(option: Option, act: Act, letter: str) -> Button:
    if not option.most_cents:
        return Button(option.action, act.label, letter, quiet=act.is_quiet)
    title = f"{act.label} {money(option.most_cents)}"
    return Button(option.action, title, letter, dollars(option.most_cents))


def _sized(action: str, act: Act, cents: int, unit: int) -> Button:
    """So many times the least amount, with that number as its key: ``Flop 2× $20``."""
    times = str(cents // unit)
    return Button(action, f"{act.short} {times}× {money(cents)}", times, dollars(cents))


def _range(option: Option, act: Act, letter: str, pot_cents: int) -> Range:
    chip = option.chip_cents
    sizes = [
        ("least", option.least_cents),
        ("½ pot", pot_cents // 2),
        ("pot", pot_cents),
        ("most", option.most_cents),
    ]
    presets = tuple(
        (name, dollars(cents - cents % chip))
        for name, cents in sizes
        if option.least_cents <= cents <= option.most_cents
    )
    step = dollars(max(chip, 100) if option.least_cents % 100 == 0 else chip)
    least, most = dollars(option.least_cents), dollars(option.most_cents)
    if act.times:
        presets = ()
    return Range(option.action, act.label, letter, least, most, step, presets, bool(act.times))
