"""What lies on the felt, for the page: cards, chips and spots; what a seat is asked, as buttons.

A card has a face only where the viewer may see it. One that lies face down is a ``Card`` without
a face, the same for all 52: its number is its place in the order of dealing, which everyone at
the table sees. Of actions there are only the options that the rules gave, each with its key.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from pitboss.cards import format_card
from pitboss.games.contract import Game, Option, Question
from pitboss.games.words import FACE_DOWN, Act, name_card
from pitboss.money import dollars, money
from pitboss.rounds.telling import Name, ask, rule_text
from pitboss.rounds.view import Laid, Picture

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

CHIPS = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Values of chips from the dearest; each has its colour on the page."""

MOST_DISCS = 5
USUAL_CENTS = 500_00
"""What one usually sits down with."""


class Face(NamedTuple):
    """What is printed on a card."""

    code: str
    rank: str
    suit: str
    sign: str
    words: str


class Card(NamedTuple):
    """A card on the table. ``order`` is the event that put it there or turned it up, for the
    order in which the page shows it."""

    number: int
    order: int
    face: Face | None = None
    making: bool = False
    marked: bool = False

    @property
    def words(self) -> str:
        return self.face.words if self.face else FACE_DOWN

    @property
    def look(self) -> str:
        """Its classes on the page."""
        looks = [f"up f-{self.face.code} s-{self.face.suit}" if self.face else "down"]
        looks += ["making"] * (self.making and self.face is not None)
        return " ".join([*looks, *["marked"] * self.marked])


def read_face(card: int) -> Face:
    code = format_card(card)
    rank, suit = code[0].replace("T", "10"), code[1]
    return Face(code, rank, suit, SUIT_SIGNS[suit], name_card(card))


FACES = tuple(map(read_face, range(52)))


def lay(laid: Iterable[Laid], making: Collection[int] = (), marked: int = -1) -> list[Card]:
    """Cards with the number, order and face they have, those that make the hand set off."""
    return [
        Card(number, order, None if card is None else FACES[card], card in making, number == marked)
        for number, order, card in laid
    ]


class Heap(NamedTuple):
    """Chips that lie together: a few discs for the eye, and the exact amount."""

    discs: tuple[int, ...]
    words: str


def heap(cents: int) -> Heap | None:
    """The fewest chips for an amount, at most five of them drawn; none for nothing."""
    if cents <= 0:
        return None
    discs: list[int] = []
    left = cents
    for value in CHIPS:
        count, left = divmod(left, value)
        discs += [value // 100] * min(count, MOST_DISCS)
    return Heap(tuple(discs[:MOST_DISCS]) or (1,), money(cents))


class Spot(NamedTuple):
    """A place for a wager and what lies on it; ``state`` says how it ended."""

    name: str
    title: str
    kind: str
    heap: Heap | None
    state: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether it is drawn where there is little room."""
        return self.heap is not None or self.kind in ("main", "follow-up")


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
    words, rule = ask(game, question, picture, name), question.rule
    asked = Asked(key, words, rule, rule_text(game, rule), [], [], [])
    unit = min((option.least_cents for option in question.options if option.most_cents), default=0)
    for option in question.options:
        action, least, most = option.action, option.least_cents, option.most_cents
        act, letter = game.words.act(action), game.face.keys.get(action, action[:1])
        if option.cards:
            faces = tuple(FACES[card] for card in option.cards)
            asked.picks.append(Pick(action, f"{act.label} the chosen cards", letter, faces))
        elif least < most:
            sizes = [times * least for times in act.times if times * least <= most]
            asked.buttons.extend(_sized(action, act, cents, least) for cents in sizes)
            asked.ranges.append(_range(option, act, letter, picture.pot_cents))
        elif act.times and most % unit == 0:
            asked.buttons.append(_sized(action, act, most, unit))
        elif most:
            title = f"{act.label} {money(most)}"
            asked.buttons.append(Button(action, title, letter, dollars(most)))
        else:
            asked.buttons.append(Button(action, act.label, letter, quiet=act.is_quiet))
    asked.buttons.sort(key=lambda button: button.quiet)
    return asked


def _sized(action: str, act: Act, cents: int, unit: int) -> Button:
    """So many times the least amount, with that number as its key: ``Flop 2× $20``."""
    times = str(cents // unit)
    return Button(action, f"{act.short} {times}× {money(cents)}", times, dollars(cents))


def _range(option: Option, act: Act, letter: str, pot_cents: int) -> Range:
    least, most, chip = option.least_cents, option.most_cents, option.chip_cents
    sizes = [("least", least), ("½ pot", pot_cents // 2), ("pot", pot_cents), ("most", most)]
    presets = tuple(
        (name, dollars(cents - cents % chip))
        for name, cents in sizes
        if least <= cents <= most and not act.times
    )
    step = dollars(max(chip, 100) if least % 100 == 0 else chip)
    return Range(
        *(option.action, act.label, letter, dollars(least), dollars(most), step),
        presets,
        bool(act.times),
    )
