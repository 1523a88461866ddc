"""What a game is, what a table is set to, and what a round starts from."""

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games.face import Face, load_face
from pitboss.games.source import Source, load_source
from pitboss.money import dollars
from pitboss.paytable import PayTable, printed_tables

if TYPE_CHECKING:
    from pitboss.games.table import Table
    from pitboss.games.words import Words
    from pitboss.jackpots.meter import Meter
    from pitboss.jackpots.terms import Terms


class Option(NamedTuple):
    """An action that a seat may take; with an amount where it places a wager.

    ``cards`` holds the cards among which the seat picks, at least one, where it picks any; an
    amount is a whole number of chips of ``chip_cents``. Where a limit cuts the largest amount
    short, ``cap_rule`` names its rule and ``cap_words`` says which limit it is.
    """

    action: str
    least_cents: int = 0
    most_cents: int = 0
    cards: tuple[int, ...] = ()
    chip_cents: int = 1
    cap_rule: str = ""
    cap_words: str = "table maximum"

    def __str__(self) -> str:
        return f"{self._text()} ({self.cap_words})" if self.cap_rule else self._text()

    def _text(self) -> str:
        if not self.most_cents:
            return self.action
        if self.least_cents == self.most_cents:
            return f"{self.action} {dollars(self.most_cents)}"
        chips = f" in chips of {dollars(self.chip_cents)}" if self.chip_cents > 1 else ""
        return f"{self.action} {dollars(self.least_cents)} to {dollars(self.most_cents)}{chips}"


class Question(NamedTuple):
    """What a seat is asked; ``denied`` names the rule that rules out an action."""

    seat: int
    options: tuple[Option, ...]
    rule: str
    denied: Mapping[str, str] = {}


class Choice(NamedTuple):
    """A seat's answer: always one of the options it was given; cards where it picks some."""

    action: str
    cents: int = 0
    cards: tuple[int, ...] = ()


class Decision(NamedTuple):
    """A line of a round's record: a seat's action, or a void with its reason (seat 0)."""

    seat: int
    action: str
    cents: int | None = None
    reason: str = ""
    cards: tuple[int, ...] | None = None


Play = Generator[Question, Choice, None]
"""The rules of a game at work: it asks, and everything else happens on the table."""


AGGREGATE_RULE = "WAC 230-15-490"
"""Says how low an aggregate payout limit may be, and on which wagers one may be set."""


class DearGames(NamedTuple):
    """How many of the separate games on one hand may have a wager above an amount."""

    most: int
    above_cents: int
    rule: str


class Limits(NamedTuple):
    """The limit sign: least and most for the main wager, and pairs for other wagers.

    ``aggregates`` is the most that one round's winners of a wager are paid together, where set;
    ``dear_games`` comes from a jurisdiction.
    """

    least_cents: int = 0
    most_cents: int = 0
    others: Mapping[str, tuple[int, int]] = {}
    aggregates: Mapping[str, int] = {}
    dear_games: DearGames | None = None


class Settings(NamedTuple):
    """How a table is set: it stays so from its opening until a change between rounds."""

    game: str
    rules_version: str
    rulings: Mapping[str, str]
    paytables: Mapping[str, PayTable]
    limits: Limits
    labels: tuple[str, ...]
    jackpots: "tuple[Terms, ...]" = ()


class Post(NamedTuple):
    """Chips put in before the cards: live ones count as the seat's wager, dead ones do not."""

    seat: int
    name: str
    live_cents: int
    dead_cents: int = 0


class Seating(NamedTuple):
    """Where players play against each other: their stacks, the button and the sizes of play.

    ``posts`` says who posts what, the big blind last but for missed ones; without it the seats
    after the button post the blinds.
    """

    stacks: Mapping[int, int]
    button: int
    blinds: tuple[int, int]
    bets: tuple[int, int]
    chip_cents: int
    posts: tuple[Post, ...] = ()


class Present(NamedTuple):
    """Someone at a seat between rounds; ``away`` sits out or has no chips."""

    stack_cents: int
    away: bool


Rotate = Callable[
    [Settings, tuple[int, int], Mapping[int, Present], Mapping[str, object] | None],
    tuple[dict[str, object], dict[str, object]],
]
"""Moves the button between rounds: from settings, blinds, who is present, and the rotation before
(none at first), the part of the next script that seats the players, and the rotation after it.
Both rotations are JSON values that only the game itself reads."""


class Opening(NamedTuple):
    """All that a round depends on besides its decisions: chance has entered here already.

    A game against the house starts from wagers, one between players from a seating.
    """

    settings: Settings
    wagers: Mapping[int, Mapping[str, int]]
    deck: tuple[int, ...]
    deck_name: str = ""
    seating: Seating | None = None
    meters: "tuple[Meter, ...]" = ()


class Game(NamedTuple):
    """A game: its rules, and how to show and score its hands.

    ``package`` holds its data files. ``solver`` names the package that prices it, if there is one,
    and ``histories`` the one whose ``HISTORIES`` write and read its rounds: names only, because the
    rules load no numbers library and nothing that a round does not need.
    """

    package: str
    play: Callable[["Table"], Play]
    check_wagers: Callable[[Settings, int, Mapping[str, int]], None]
    check_paytable: Callable[[PayTable], None]
    describe: Callable[["Table", int], dict[str, object]]
    score: Callable[[str, Mapping[str, str]], dict[str, object]]
    default_paytables: Mapping[str, str]
    read_seating: Callable[[Settings, Mapping[str, object]], Seating] | None = None
    contributed_meters: "Callable[[Opening], list[Meter]] | None" = None
    """The meters after the wagers of an opening; until a round is settled nothing else moves them,
    and by how much does not depend on where they stand."""
    rotate: Rotate | None = None
    solver: str = ""
    histories: str = ""

    @property
    def source(self) -> Source:
        return load_source(self.package)

    @property
    def face(self) -> Face:
        return load_face(self.package)

    @property
    def jackpot_spots(self) -> tuple[str, ...]:
        """The wagers for which a jackpot's sensor may be linked."""
        return tuple(spot.name for spot in self.source.spots.values() if spot.kind == "jackpot")

    @property
    def words(self) -> "Words":
        """What its hands and actions are called; read only where someone is told of them."""
        from pitboss.games.words import load_words

        return load_words(self.package)

    @property
    def paytables(self) -> dict[str, dict[str, PayTable]]:
        return printed_tables(self.package)
