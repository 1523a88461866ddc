"""What a game gives to those who learn it: questions to its dealer, and words for its decisions.

A step is a question with the answer that is expected, which is read off the events of a round that
the game's own rules made. A game brings its ``LESSON`` in its module ``lessons``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.games import events as happened
from pitboss.games.contract import Choice, Opening, Question, Table
from pitboss.games.events import COMMUNITY, DEALER, Event
from pitboss.money import dollars, parse_dollars, read_whole
from pitboss.refusal import Refused

DEALS, SETTLES, BOTH = "deals", "settles", "both"
"""The part of the work that a step belongs to."""

CHOICE, AMOUNT, NUMBER = "choice", "amount", "number"
"""How a step is answered: one of its choices, dollars, or a whole number."""

KINDS = {
    **dict.fromkeys(("next-card-to", "face", "how-many", "blind", "turn"), (DEALS, "order")),
    **dict.fromkeys(("next-act", "discard"), (DEALS, "order")),
    **dict.fromkeys(("next-seat", "when"), (SETTLES, "order")),
    "order": (BOTH, "order"),
    **dict.fromkeys(("points", "kind", "category", "security"), (SETTLES, "total")),
    **dict.fromkeys(("qualifies", "draws"), (SETTLES, "qualify")),
    **dict.fromkeys(("outcome", "winner"), (SETTLES, "outcome")),
    **dict.fromkeys(("amount", "wager", "cut", "return", "pot", "rake"), (SETTLES, "amount")),
    "irregularity": (BOTH, "irregularity"),
    "lock": (DEALS, "jackpot"),
    **dict.fromkeys(("meter", "hit", "envy", "envy-count"), (SETTLES, "jackpot")),
}
"""Each kind of question: its part, and the type of error that a wrong answer counts as."""

ERRORS = {
    "order": "Order",
    "total": "Totals and hands",
    "qualify": "Qualifying",
    "outcome": "Take, push or pay",
    "amount": "Amounts",
    "irregularity": "Irregularities",
    "jackpot": "Jackpots",
}
"""The types of error with their titles, in the order in which they are told."""

YES_NO = ("yes", "no")
RACK, BEFORE_PLAYER = "in the discard rack", "face down in front of the player"
"""Where a document puts discards; none says which side is up in the rack."""

ALWAYS = 256

Take = Callable[[int], bytes]
"""Gives that many random bytes."""

LARGEST_ANSWER = 999_999


class Step(NamedTuple):
    """One question. ``at`` is how many of the round's events have happened when it is asked.

    ``also`` holds further answers that the document allows beside the expected one. ``costs``
    gives, for choices about money, the cents that a wrong one would move to the wrong place;
    ``why`` explains the answer where no rule of the document does; ``about`` names the place on
    the table that the prompt speaks of, and after a slash the wager: ``3/ante``, ``dealer``.
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
    costs: tuple[tuple[str, int], ...] = ()
    why: str = ""
    also: tuple[str, ...] = ()
    about: str = ""

    @property
    def accepted(self) -> tuple[str, ...]:
        """Every right answer, the usual one first."""
        return (self.expected, *self.also)

    def to_json(self) -> dict[str, object]:
        """What the trainee is shown: everything but the answer and its reason."""
        shown = {"part": self.part, "kind": self.kind, "prompt": self.prompt}
        return {**shown, "input": self.input, "choices": list(self.choices)}

    def read(self, answer: object) -> str:
        """An answer in the form of the expected one; what is no answer at all is refused."""
        if self.input == AMOUNT:
            return dollars(parse_dollars(answer, "answer"))
        if self.input == NUMBER:
            return str(
                read_whole(
                    answer.strip() if isinstance(answer, str) else answer,
                    "answer",
                    0,
                    LARGEST_ANSWER,
                )
            )
        text = str(answer).strip()
        if text not in self.choices:
            raise Refused(
                f"answer: {text[:40]!r} is no choice; there are {', '.join(self.choices)}"
            )
        return text

    def money_error(self, given: str) -> int:
        """Cents that a wrong answer would have paid too much, too little, or to the wrong seat."""
        if self.input == AMOUNT:
            return abs(parse_dollars(given) - parse_dollars(self.expected))
        return 0 if given in self.accepted else dict(self.costs).get(given, 0)


class Moment(NamedTuple):
    """When something is asked, as a number of events, and the rule behind the answer."""

    at: int
    rule: str

    def choose(
        self, kind: str, prompt: str, expected: str, choices: Iterable[str], *also: str
    ) -> Step:
        """A question with its choices; ``also`` are further right answers among them."""
        part, error = KINDS[kind]
        step = Step(part, kind, error, prompt, expected, self.rule, self.at, also=also)
        return step._replace(choices=tuple(choices))

    def weigh(self, kind: str, prompt: str, expected: str, worth: Mapping[str, int]) -> Step:
        """A choice about a wager, by what the seat would be up or down with each."""
        costs = {choice: abs(cents - worth[expected]) for choice, cents in worth.items()}
        return self.choose(kind, prompt, expected, worth)._replace(costs=tuple(costs.items()))

    def amount(self, kind: str, prompt: str, cents: int) -> Step:
        return self.choose(kind, prompt, dollars(cents), ())._replace(input=AMOUNT)

    def number(self, kind: str, prompt: str, number: int) -> Step:
        return self.choose(kind, prompt, str(number), ())._replace(input=NUMBER)

    def give_back(self, seat: int, cents: int) -> Step:
        """What a void gives back to a seat."""
        prompt = f"The round is void. How much goes back to seat {seat} in all?"
        return self.amount("amount", prompt, cents)._replace(part=BOTH, about=str(seat))


class Progress:
    """A round against the house as far as its dealer has come."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open: dict[int, dict[str, int]] = {seat: {} for seat in table.seats}
        """Wagers that are not settled yet."""
        self.dealt: dict[int, list[int]] = {place: [] for place in table.hands}
        self.discarded: set[int] = set()
        self.folding = 0
        """The seat that has just folded."""
        self.revealed = False
        """Whether the dealer's cards lie open."""

    def see(self, event: Event) -> None:
        """The next event of the round; a settled wager is left to whoever asks about it."""
        match event:
            case happened.WagerPlaced(seat, wager, cents):
                self.open[seat][wager] = cents
            case happened.CardDealt(to, card) if card is not None:
                self.dealt[to].append(card)
            case happened.CardsDiscarded(_, cards):
                self.discarded.update(cards)
            case happened.Decided(seat, action):
                self.folding = seat if action == "fold" else 0
            case happened.CardsShown(of) if of == DEALER:
                self.revealed, self.folding = True, 0

    def in_play(self, seat: int) -> list[int]:
        """The cards of a seat, without those that it has given up."""
        return [card for card in self.dealt[seat] if card not in self.discarded]


def _nothing(progress: Progress, at: int, event: Event) -> Iterable[Step]:
    return ()


def _unsaid(event: happened.CardsDiscarded) -> str:
    return ""


class Lesson(NamedTuple):
    """What is particular to a game in the training of its dealers and players.

    ``ask_event`` has the game's own questions at an event and ``ask_hand`` those about a seat's
    hand, before its first wager is settled; a game between players asks all about its end in
    ``settle`` instead. ``rules`` cites the document on the ``order`` of seats, a ``fold`` that
    leaves a wager in action, and ``envy``.
    """

    script: Callable[[Sequence[int], Take], dict[str, object]]
    """A table with wagers or stacks for these seats, as a script gives it."""
    situation: Callable[[Table, Question], str]
    """What the seat that is asked has before it."""
    name_kind: Callable[[Table, Question, Choice], str]
    """A decision with the hand it was taken on; coarse, so that like mistakes are told alike."""
    ask_event: Callable[[Progress, int, Event], Iterable[Step]] = _nothing
    ask_hand: Callable[[Progress, int, happened.WagerSettled], Iterable[Step]] = _nothing
    settle: Callable[[Table], Iterable[Step]] | None = None
    plant: Callable[[Opening, Take], Opening] | None = None
    """Now and then puts something rare into the deck, for its dealer to handle."""
    least_players: int = 1
    rules: Mapping[str, str] = {}
    fixed_sizes: tuple[str, ...] = ()
    """Follow-up wagers whose size the rules give."""
    own_draws: tuple[str, ...] = ()
    """Rules under which cards are dealt that the game itself asks about."""
    serves_singly: bool = False
    """Whether each seat is served to its end before the next: nobody "decides first" then."""
    reads_order: bool = False
    """Whether the order of seats is the table's reading, since the document names none."""
    discards_to: Callable[[happened.CardsDiscarded], str] = _unsaid
    """Where the document puts discards; nothing where it does not say."""


def place(of: int) -> str:
    """``seat 3``, ``dealer`` or ``community``."""
    return {DEALER: "dealer", COMMUNITY: "community"}.get(of, f"seat {of}")


def places(*of: int) -> tuple[str, ...]:
    return tuple(map(place, of))


def has(of: int) -> str:
    return f"{place(of).capitalize()} has"


def pick(take: Take, amounts: Sequence[int]) -> int:
    """One of these; a single one needs no byte."""
    return amounts[take(1)[0] % len(amounts)] if len(amounts) > 1 else amounts[0]


def make_wagers(
    seats: Sequence[int], take: Take, spots: Mapping[str, tuple[int, tuple[int, ...]]]
) -> dict[str, dict[str, int]]:
    """Wagers in dollars: of 256 seats so many make each, of one of its amounts."""
    return {
        str(seat): {
            name: pick(take, amounts)
            for name, (chance, amounts) in spots.items()
            if chance == ALWAYS or take(1)[0] < chance
        }
        for seat in seats
    }
