"""What a seat is asked, as buttons, amounts and cards to choose, for the page.

Of actions there are only the options that the rules gave, each with its key. One of them is the
main one: it stands where the main button of every question stands, and where the next deal is.
"""

from typing import NamedTuple

from pitboss.games.contract import Game, Option, Question
from pitboss.games.words import Act, Seen
from pitboss.money import dollars, money
from pitboss.rounds.telling import rule_text
from pitboss.web.pages.table.felt import FACES, Face

MOST_STOPS = 200
"""Stops of a slider: more could not be told apart by hand."""

NICE = (1, 2, 5)


class Button(NamedTuple):
    """An action that is sent as it stands: its label, after a word that may be left out where
    there is little room, and the chips that it takes."""

    action: str
    label: str
    chips: str
    key: str
    amount: str = ""
    quiet: bool = False
    main: bool = False
    before: str = ""


class Range(NamedTuple):
    """An action with an amount to choose; ``is_aside`` where buttons offer the usual amounts
    already. The slider stops every ``step_cents`` and at the most."""

    action: str
    title: str
    key: str
    least_cents: int
    most_cents: int
    step_cents: int
    presets: list[tuple[str, str]]
    is_aside: bool

    @property
    def least(self) -> str:
        return dollars(self.least_cents)

    @property
    def most(self) -> str:
        return dollars(self.most_cents)

    @property
    def stops(self) -> int:
        return -(-(self.most_cents - self.least_cents) // self.step_cents)


class Pick(NamedTuple):
    """Cards to choose among, each with the digit that chooses it."""

    action: str
    label: str
    key: str
    cards: tuple[Face, ...]


class Asked(NamedTuple):
    """The open question; ``key`` names it, so that it is answered once. ``lacking`` says what is
    not offered and why; the rule says in full what may be done."""

    key: str
    words: str
    lacking: list[str]
    rule: str
    rule_text: str
    buttons: list[Button]
    ranges: list[Range]
    picks: list[Pick]


def read_question(game: Game, question: Question, key: str, seen: Seen) -> Asked:
    """The question to the viewer's own seat."""
    words, rule = game.words, question.rule
    lacking = words.lacking(question, seen)
    plain = words.question(question, seen)
    asked = Asked(key, plain, lacking, rule, rule_text(game, rule), [], [], [])
    unit = min((option.least_cents for option in question.options if option.most_cents), default=0)
    for option in question.options:
        action, least, most = option.action, option.least_cents, option.most_cents
        act, letter = words.act(action), game.face.keys.get(action, action[:1])
        label = act.short or act.label
        if option.cards:
            faces = tuple(FACES[card] for card in option.cards)
            asked.picks.append(Pick(action, act.label, letter, faces))
        elif least < most:
            sizes = [times * least for times in act.times if times * least <= most]
            asked.buttons.extend(_sized(action, act, cents, least) for cents in sizes)
            presets = words.presets(question, option, seen)
            asked.ranges.append(_range(option, act, letter, presets))
        elif act.times and most % unit == 0:
            asked.buttons.append(_sized(action, act, most, unit))
        elif most:
            asked.buttons.append(Button(action, label, money(most), letter, dollars(most)))
        else:
            asked.buttons.append(Button(action, label, "", letter, quiet=act.is_quiet))
    asked.buttons.sort(key=lambda button: button.quiet)
    _choose_main(asked)
    return asked


def _choose_main(asked: Asked) -> None:
    """The last of those that give nothing up, and the only one where there is but one; where cards
    are chosen that is the main thing."""
    if asked.picks or not asked.buttons:
        return
    loud = [at for at, button in enumerate(asked.buttons) if not button.quiet]
    at = loud[-1] if loud else 0
    asked.buttons[at] = asked.buttons[at]._replace(main=True)


def _sized(action: str, act: Act, cents: int, unit: int) -> Button:
    """So many times the least amount, with that number as its key: ``Flop 2×, $20``."""
    times = str(cents // unit)
    chips = money(cents)
    return Button(action, f"{times}×", chips, times, dollars(cents), before=act.short)


def _range(option: Option, act: Act, letter: str, presets: list[tuple[str, int]]) -> Range:
    least, most = option.least_cents, option.most_cents
    named = [(name, dollars(cents)) for name, cents in presets]
    step = slider_step(most - least, option.chip_cents)
    return Range(option.action, act.label, letter, least, most, step, named, bool(act.times))


def slider_step(span_cents: int, chip_cents: int) -> int:
    """The finest step of one, two or five chips, or ten times that and so on, that leaves a slider
    with stops that a hand can tell apart."""
    scale = chip_cents
    while True:
        for times in NICE:
            if span_cents <= MOST_STOPS * times * scale:
                return times * scale
        scale *= 10
