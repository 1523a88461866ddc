"""Words that the games share: cards, ranks, made hands and actions, as people at a table say them.

What is particular to a game stands in its own ``words.py``, which brings a ``WORDS``.

>>> made_words("two-pair", (11, 2)), made_words("straight", (7,)), name_cards([51, None, None])
('two pair, kings and fours', 'straight to the nine', 'ace of spades, 2 face-down cards')
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import rank_of, suit_of
from pitboss.money import money

if TYPE_CHECKING:
    from pitboss.games.contract import Option, Question

RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
NUMBERS = ("no", "one", "two", "three", "four", "five")
FACE_DOWN = "face-down card"


def plural(rank: int) -> str:
    """``fours``, ``sixes``."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def name_card(card: int) -> str:
    return f"{RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"


def name_cards(cards: Iterable[int | None]) -> str:
    """``ace of spades, 2 face-down cards``."""
    cards = list(cards)
    words = [name_card(card) for card in cards if card is not None]
    if hidden := cards.count(None):
        words.append(FACE_DOWN if hidden == 1 else f"{hidden} {FACE_DOWN}s")
    return ", ".join(words)


def pot_title(pot: int) -> str:
    return f"side pot {pot}" if pot else "the main pot"


def made_words(category: str, ranks: Sequence[int]) -> str:
    """A hand of a category with the ranks that compare first."""
    first = ranks[0]
    match category:
        case "high-card":
            return f"{RANK_NAMES[first]} high"
        case "pair":
            return f"pair of {plural(first)}"
        case "two-pair":
            return f"two pair, {plural(first)} and {plural(ranks[1])}"
        case "three-of-a-kind" | "four-of-a-kind":
            return f"{category.replace('-', ' ')}, {plural(first)}"
        case "full-house":
            return f"full house, {plural(first)} full of {plural(ranks[1])}"
        case "flush":
            return f"flush, {RANK_NAMES[first]} high"
        case "straight" | "straight-flush":
            return f"{category.replace('-', ' ')} to the {RANK_NAMES[first]}"
        case _:
            return category.replace("-", " ")


def coarse_words(category: str, rank: int) -> str:
    """A hand by its category, with a rank only where much depends on it: ``a pair of fives``,
    ``nine high``, ``two pair``, ``a flush``. Mistakes on such hands are counted together."""
    if category == "pair":
        return f"a pair of {plural(rank)}"
    if category == "high-card":
        return f"{RANK_NAMES[rank]} high"
    article = "" if category.startswith(("three", "four", "two")) else "a "
    return article + category.replace("-", " ")


def poker_words(answer: Mapping[str, object]) -> str:
    """A score with a poker rank, as ``cards.poker`` makes it: ``full house, kings full of fours``;
    nothing while no hand can be told, or of a game that names no category."""
    if not {"rank", "category"} <= answer.keys():
        return ""
    rank = int(str(answer["rank"]))
    return made_words(str(answer["category"]), (rank >> 16 & 15, rank >> 12 & 15))


class Act(NamedTuple):
    """What an action is called: on a button, when it is told, and the word before its amount;
    ``doing`` is the same as the subject of a sentence.

    ``is_quiet`` gives something up, so that no screen offers it first. ``short`` is for a small
    button; where ``times`` are given, so many times the least amount are offered by it.
    """

    label: str
    told: str
    joint: str = ""
    is_quiet: bool = False
    times: tuple[int, ...] = ()
    short: str = ""
    doing: str = ""

    def in_words(self, cents: int = 0, cards: str = "") -> str:
        """``raising to $8``, ``holding As Kd``."""
        amount = (self.joint, money(cents)) if cents else ()
        return " ".join(filter(None, (self.doing or self.label.lower(), cards, *amount)))


FOLD = Act("Fold", "folds", is_quiet=True, doing="folding")


class Seen(NamedTuple):
    """What a seat that is asked sees: its cards, who has done what so far, for how much, and where
    players play against each other the chips in the pot and those it has left."""

    cards: Sequence[int | None]
    acts: Sequence[tuple[str, str, int]] = ()
    pot_cents: int = 0
    stack_cents: int = 0


IRREGULAR = {"holds": "held", "buys": "bought", "makes": "made", "bets": "bet"}


def past_words(told: str) -> str:
    """What was done, from how it is told: ``folds`` is ``folded``, ``holds`` is ``held``."""
    verb, space, rest = told.partition(" ")
    plain = verb.removesuffix("s")
    done = IRREGULAR.get(verb) or f"{plain}{'d' if plain.endswith('e') else 'ed'}"
    return f"{done}{space}{rest}"


def either(options: Iterable[str]) -> str:
    """``Call, raise or fold?``"""
    *most, last = options
    words = f"{', '.join(most)} or {last}" if most else last
    return f"{words[:1].upper()}{words[1:]}?"


def option_words(option: "Option", act: Act) -> str:
    """``play for $10``, ``raise to $8 to $40``; no amount where there is none to give."""
    words = act.label[:1].lower() + act.label[1:]
    if not option.most_cents:
        return words
    if act.joint and not words.endswith(f" {act.joint}"):
        words += f" {act.joint}"
    least, most = money(option.least_cents), money(option.most_cents)
    return f"{words} {least}" if least == most else f"{words} {least} to {most}"


class Words(NamedTuple):
    """A game's own words: what a score is called, its actions, and the question to a person.

    ``lack`` says which action is not offered and why, in plain words; ``sizes`` names the usual
    amounts of an option that leaves the amount open.
    """

    hand: Callable[[Mapping[str, object]], str]
    acts: Mapping[str, Act]
    ask: "Callable[[Question, Seen], str] | None" = None
    lack: "Callable[[Question, Seen], list[str]] | None" = None
    sizes: "Callable[[Question, Option, Seen], list[tuple[str, int]]] | None" = None

    def act(self, action: str) -> Act:
        """What an action is called; its own name where the game has no word for it."""
        plain = action.replace("-", " ")
        return self.acts.get(action) or Act(plain.capitalize(), plain)

    def told(self, action: str, cents: int = 0, write: Callable[[int], str] = money) -> str:
        """An action as others tell it: ``plays for $10``, ``raises to $8``."""
        act = self.act(action)
        amount = (act.joint, write(cents)) if cents else ()
        return " ".join(filter(None, (act.told, *amount)))

    def question(self, question: "Question", seen: Seen) -> str:
        """The plain question to the seat, answered by one of its options."""
        if self.ask:
            return self.ask(question, seen)
        return either(option_words(option, self.act(option.action)) for option in question.options)

    def lacking(self, question: "Question", seen: Seen) -> list[str]:
        """What a person may miss among the options, each with the reason."""
        capped = [
            f"At most {money(option.most_cents)}: {option.cap_words}."
            for option in question.options
            if option.cap_rule
        ]
        return [*(self.lack(question, seen) if self.lack else ()), *capped]

    def presets(self, question: "Question", option: "Option", seen: Seen) -> list[tuple[str, int]]:
        """Usual amounts by name, in whole chips, each that the option allows and none twice."""
        found: dict[int, str] = {}
        for name, cents in self.sizes(question, option, seen) if self.sizes else ():
            whole = cents - cents % option.chip_cents
            if option.fits(whole):
                found.setdefault(whole, name)
        return [(name, cents) for cents, name in sorted(found.items())]


@cache
def load_words(package: str) -> Words:
    """The words of a game's package; a game without any is told in the names of its actions."""
    if find_spec(f"{package}.words") is None:
        return Words(poker_words, {})
    words = import_module(f"{package}.words").WORDS
    assert isinstance(words, Words)
    return words
