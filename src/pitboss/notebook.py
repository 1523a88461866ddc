"""The face of ``import pitboss``: the commands as functions, and a round to play by hand.

An answer is that of the command of the same name, and what is refused there is refused here. Its
parts are attributes: exact figures are fractions, money is dollars as ``Decimal``, and ``json()``
gives what the command prints.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from decimal import Decimal
from numbers import Integral
from typing import Any, NamedTuple, TypedDict, Unpack

from pitboss.answers import Advice, Answer, Option, Question, Row, Score
from pitboss.cards import format_card
from pitboss.extras import needed_by
from pitboss.games import find_game
from pitboss.games.source import Cause, Rule, Ruling, Spot, resolve_rulings
from pitboss.money import dollars, show_given, whole_or_text
from pitboss.paytable import PayTable
from pitboss.prices import Dollars, fit, hold, price, protect, session
from pitboss.refusal import Refused
from pitboss.rounds import record
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_decision, run_script, write_decision
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.rounds.telling import sketch
from pitboss.rounds.view import SPECTATOR, Picture, view

__all__ = [
    "Refused",
    "Round",
    "advise",
    "deal",
    "fit",
    "game",
    "hold",
    "price",
    "protect",
    "score",
    "session",
]

Cards = str | Sequence[str]
"""Cards as they are given: "As Kd", or a list of them."""


class Rulebook(NamedTuple):
    """A game by its document: rules by id, rulings, wagers and causes by name, and the printed
    pay tables by wager and code."""

    key: str
    title: str
    version: str
    wagers: Mapping[str, Spot]
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    causes: Mapping[str, Cause]
    paytables: Mapping[str, Mapping[str, PayTable]]

    def __repr__(self) -> str:
        return f"Rulebook({self.key!r}: {self.title}, {len(self.rules)} rules)"


class Start(TypedDict, total=False):
    """What else a round may start from; seating where players play each other."""

    table: Mapping[str, object]
    stacks: Mapping[int, Dollars]
    button: int
    blinds: Sequence[Dollars]
    bets: Sequence[Dollars]
    chip: Dollars
    posts: Sequence[Sequence[object]]
    profile: Mapping[str, object]
    deck_name: str


def game(key: str) -> Rulebook:
    """A game's document.

    >>> game("duki").rules["DUKI-01"].section
    'Playing the game'
    """
    found = find_game(key)
    source = found.source
    kept = (source.spots, source.rules, source.rulings, source.causes, found.paytables)
    return Rulebook(source.key, source.title, source.version, *kept)


def score(
    key: str, cards: Cards, board: Cards | None = None, rulings: Mapping[str, object] | None = None
) -> Score:
    """A hand's score; the board, where a game has one, after a stroke or as an argument.

    >>> score("super-omaha", "As Kd Qh Js / Ts 9d 8c 7h 2s").category
    'straight'
    """
    found = find_game(key)
    text = _cards_text(cards) + ("" if board is None else f" / {_cards_text(board)}")
    return Score(found.score(text, resolve_rulings(found.source, rulings or {})))


def advise(played: "Round") -> Advice:
    """What each option of the seat that is asked is worth, exactly.

    >>> advise(deal("duki", {1: {"ante": 10}}, deck="9h 9c 6s Jd 9d 9s 5h 8c")).best
    'play'
    """
    from pitboss.odds.registry import advise as advise_running

    with needed_by("advise"):
        return Advice(advise_running(played._running))


def deal(
    key: str,
    wagers: Mapping[int, Mapping[str, Dollars]] | None = None,
    seed: object = None,
    deck: Cards | None = None,
    **start: Unpack[Start],
) -> "Round":
    """A round from wagers, or from stacks where players play each other.

    The deck is the one given, top card first, or one shuffled from the seed, or else from the
    operating system.

    >>> deal("holdout", stacks={1: 200, 2: 150}, button=1, blinds=(2, 4), seed=7).options
    [call 2.00, raise 8.00, fold]
    """
    if deck is None:
        cards = shuffle() if seed is None else shuffle(seeded(str(seed)))
        deck = list(map(format_card, cards))
    elif seed is not None:
        raise Refused("deal: both a deck and a seed are given; a seed shuffles a deck of its own")
    made = {} if wagers is None else {"wagers": wagers}
    return Round({"game": key, **made, "deck": _cards_text(deck), **start})


class Standing:
    """Where a round stands; every card is open, since it is the dealer's own round."""

    __slots__ = ("_opening", "_running")

    _opening: Mapping[str, object]
    _running: Runner

    @property
    def status(self) -> str:
        """``waiting``, ``settled`` or ``void``."""
        return self._running.status

    @property
    def settled(self) -> bool:
        return self.status == "settled"

    @property
    def question(self) -> Question | None:
        """Whose turn it is and what is legal, or nothing once the round has ended."""
        asked = self._running.question
        return Question(record.question_json(asked)) if asked else None

    @property
    def options(self) -> list[Option]:
        """What the seat that is asked may do."""
        return self.question.options if self.question else []

    @property
    def rows(self) -> list[Row]:
        """One row for each wager settled so far, in that order."""
        return [Row(row) for row in record.settlement_json(self._running)]

    @property
    def net(self) -> dict[int, Decimal]:
        """What each seat is up or down so far, in dollars."""
        return {seat: Decimal(dollars(cents)) for seat, cents in self._running.net_cents.items()}

    @property
    def hands(self) -> dict[int | str, Answer]:
        """Hands by seat, and those of ``dealer`` and ``community``, with what they are worth."""
        return {
            whole_or_text(of): Answer(hand) for of, hand in record.hands_json(self._running).items()
        }

    @property
    def events(self) -> list[dict[str, Any]]:
        """All that has happened, as ``pitboss deal --json`` tells it."""
        return record.events_json(self._running.table.events)

    def json(self) -> dict[str, Any]:
        """The answer of ``pitboss deal --json``."""
        return record.answer_json(self._running)

    def __repr__(self) -> str:
        return "\n".join(sketch(self._running, self._running.table.events, None))


class Round(Standing):
    """A round that is played by hand; a refusal leaves it as it was.

    >>> r = deal("duki", {1: {"ante": 10, "bonus": 5}}, deck="9h 9c 6s Jd 9d 9s 5h 8c")
    >>> r.question.seat, r.options
    (1, [play 10.00, fold])
    >>> r.play("play")
    >>> r.settled, r.net
    (True, {1: Decimal('35.00')})
    """

    __slots__ = ()

    def __init__(self, script: Mapping[str, object]) -> None:
        given = _plain(script)
        self._running = run_script(given)
        self._opening = {name: value for name, value in given.items() if name != "decisions"}

    @classmethod
    def from_script(cls, script: Mapping[str, object]) -> "Round":
        """The round of a script, as far as its decisions go."""
        return cls(script)

    def play(
        self,
        action: str,
        amount: Dollars | None = None,
        cards: Cards | None = None,
        seat: int | None = None,
    ) -> None:
        """Take a decision of the seat that is asked, or of the seat named if it is that one."""
        question = self._running.question
        if seat is None:
            seat = question.seat if question else self._running.table.seats[0]
        if amount is not None and cards is not None:
            raise Refused(f"seat {seat}: {action} takes an amount or cards, not both")
        size = amount if cards is None else _cards_text(cards)
        entry = [seat, action] if size is None else [seat, action, size]
        self._running.decide(read_decision(_plain(entry)))

    def void(self, cause: str) -> None:
        """End the round and return every wager, for a cause of the rules or a reason in words; a
        round that is settled is undone."""
        self._running.decide(read_decision(["void", cause]))

    def view(self, seat: int) -> "View":
        """What this seat may see, or anybody with 0; nothing hidden is in it."""
        table = self._running.table
        if isinstance(seat, bool) or seat not in (SPECTATOR, *table.seats):
            seats = ", ".join(map(str, table.seats))
            raise Refused(f"view: {str(seat)[:20]!r} is nobody of this round; allowed: 0, {seats}")
        return View(self._running, seat)

    def script(self) -> dict[str, Any]:
        """The script that ``pitboss deal`` takes, with the decisions made so far."""
        decisions = [write_decision(decision) for decision in self._running.decisions]
        return {**deepcopy(dict(self._opening)), "decisions": decisions}

    def copy(self) -> "Round":
        """A round of its own that stands where this one does."""
        twin = Round.__new__(Round)
        twin._opening = self._opening
        running = self._running
        twin._running = replay(running.game, running.table.opening, running.decisions)
        return twin

    def __eq__(self, other: object) -> bool:
        """The same opening, and the same has happened."""
        if not isinstance(other, Round):
            return NotImplemented
        ours, theirs = self._running.table, other._running.table
        return ours.opening == theirs.opening and ours.events == theirs.events

    __hash__ = None  # type: ignore[assignment]  # a round changes as it is played

    def __reduce__(self) -> tuple[object, ...]:
        # The rules are a generator at rest, which cannot be pickled; the script makes it again.
        return Round, (self.script(),)


class View:
    """A round through one seat's eyes: ``cards`` by place (None lies face down) and ``events``."""

    __slots__ = ("_text", "cards", "events", "seat", "status")

    def __init__(self, running: Runner, seat: int) -> None:
        seen = view(running.table.events, seat)
        self.seat = seat
        self.status = running.status
        self.cards: dict[int | str, list[str | None]] = {
            whole_or_text(record.place_name(owner)): [
                card if card is None else format_card(card) for card in lying
            ]
            for owner, lying in ((of, place.cards) for of, place in Picture(seen).places.items())
        }
        self.events = record.events_json(seen)
        self._text = "\n".join(sketch(running, seen, seat))

    def __repr__(self) -> str:
        return self._text


def _cards_text(cards: Cards) -> str:
    if isinstance(cards, str):
        return cards
    if not isinstance(cards, Sequence):
        raise Refused(f"cards: {str(cards)[:40]!r} is no hand; write cards such as 'As Kd'")
    return " ".join(map(str, cards))


def _name(given: object) -> str:
    try:
        return str(given)
    except ValueError:
        raise Refused(f"{show_given(given)}: is no name, nor a seat") from None


def _plain(value: Any) -> Any:
    """What a notebook gives as JSON values: seats become text, other numbers plain ones."""
    if isinstance(value, Mapping):
        plain = {_name(name): _plain(part) for name, part in value.items()}
        if len(plain) < len(value):
            raise Refused(f"{str(value)[:40]}: a name stands twice, as a number and as text")
        return plain
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    return str(value) if isinstance(value, Decimal) else value
