"""A step of the dealer's procedure: a question to the trainee and the answer that is expected."""

from typing import NamedTuple

from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import place_name

DEALS, SETTLES, BOTH = "deals", "settles", "both"
"""The part of the work that a step belongs to."""

ERRORS = ("order", "total", "qualify", "outcome", "amount", "irregularity", "jackpot")
"""The types of error that are counted."""

CHOICE, AMOUNT, NUMBER = "choice", "amount", "number"
"""How a step is answered: one of its choices, dollars, or a whole number."""

PRACTICE = (
    "The document names no order here: the table's reading is from the dealer's right to left,"
    " the highest seat first, each seat's wagers in the order made, then bonuses, jackpots, envy."
)
HOUSE = (
    "The document names no rule for this: the house's procedure decides, after state law and before"
    " Hoyle, and a void under it is recorded with its reason in words."
)


class Step(NamedTuple):
    """One question. ``at`` is how many of the round's events have happened when it is asked.

    ``worth`` gives, for choices about a wager, what the seat would be up or down by each;
    ``why`` explains the answer where no rule of the document does.
    """

    part: str
    kind: str
    error: str
    prompt: str
    expected: str
    rule: str
    at: int
    input: str = CHOICE
    choices: tuple[str, ...] = ()
    worth: tuple[tuple[str, int], ...] = ()
    why: str = ""

    def to_json(self) -> dict[str, object]:
        """What the trainee is shown: everything but the answer and its reason."""
        shown = {"part": self.part, "kind": self.kind, "prompt": self.prompt}
        return {**shown, "input": self.input, "choices": list(self.choices)}

    def read(self, answer: object) -> str:
        """An answer in the form of the expected one; what is no answer at all is refused."""
        if self.input == AMOUNT:
            return dollars(parse_dollars(answer, "answer"))
        text = str(answer).strip()
        if self.input == NUMBER:
            if isinstance(answer, bool) or not text.isdecimal() or len(text) > 6:
                raise Refused(f"answer: {text[:40]!r} is no whole number from 0")
            return str(int(text))
        if text not in self.choices:
            raise Refused(
                f"answer: {text[:40]!r} is no choice; there are {', '.join(self.choices)}"
            )
        return text

    def money_error(self, given: str) -> int:
        """Cents by which a wrong answer would have paid too much or too little."""
        if self.input == AMOUNT:
            return abs(parse_dollars(given) - parse_dollars(self.expected))
        worth = dict(self.worth)
        if given not in worth or self.expected not in worth:
            return 0
        return abs(worth[given] - worth[self.expected])


def rule_text(game: Game, step: Step) -> str:
    """What the rule behind a step says."""
    rule = game.source.rules.get(step.rule)
    return rule.text if rule and not step.why else step.why or HOUSE


def place(of: int) -> str:
    """``seat 3``, ``dealer`` or ``community``."""
    return place_name(of) if of in (DEALER, COMMUNITY) else f"seat {of}"


def places(*of: int) -> tuple[str, ...]:
    return tuple(map(place, of))


def ask_number(step: Step, number: int) -> Step:
    """The same question, answered with a whole number."""
    return step._replace(input=NUMBER, expected=str(number))


def ask_amount(step: Step, cents: int) -> Step:
    """The same question, answered in dollars."""
    return step._replace(input=AMOUNT, expected=dollars(cents))
