"""What everyone may know of a table: how it is set up, and how it stood after a commit.

What a viewer may see is made from this alone; hidden cards are not in a view, so nothing can show
them. It needs nothing but the core, so a page without a server has it too.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.games.contract import Decision, Game, Opening, Question, Settings
from pitboss.games.events import Event
from pitboss.games.opening import Offer, first_offers, offers
from pitboss.games.profile import Profile
from pitboss.games.promotion import Promotion
from pitboss.money import parse_dollars
from pitboss.rounds.view import SPECTATOR

if TYPE_CHECKING:
    from pitboss.house.tables.seals import Drawn, Seal

SIZES = ("blinds", "bets", "chip")


class Setup(NamedTuple):
    """A table's setup as given, completed with defaults, and what it comes to."""

    given: Mapping[str, Any]
    game: Game
    settings: Settings
    profile: Profile
    key: str
    name: str
    seats: int
    automatic: bool
    """Whether the table deals by itself once the wagers are made."""
    is_poker: bool
    jackpots: tuple[str, ...]
    decision_seconds: int
    wager_seconds: int
    buy_in: tuple[int, int]
    promotions: tuple[Promotion, ...]
    digest: str
    terms: tuple[Mapping[str, object], ...]
    """The jackpots' terms as scripts give them."""
    offers: tuple[Offer, ...]
    """The wagers that the table takes, and of them those made before the deal."""
    first_offers: tuple[Offer, ...]
    checked: dict[tuple[int, str], dict[str, int]]
    """Wagers that were asked for under this setup, by seat, and what they were read as."""

    @property
    def blinds(self) -> tuple[int, int]:
        """The small and the big one, where players play each other."""
        small, big = (parse_dollars(amount, "blinds") for amount in self.given["blinds"])
        return small, big

    @property
    def chip_cents(self) -> int:
        """The smallest chip: where players play each other, everything is in whole ones."""
        return parse_dollars(self.given.get("chip", "0.01"), "chip") if self.is_poker else 1

    @property
    def sizes(self) -> dict[str, object]:
        """The sizes of play between players, as scripts give them."""
        return {key: self.given[key] for key in SIZES if key in self.given}

    def under(self, settings: Settings) -> "Setup":
        """The same table under other settings, such as those that an earlier round was dealt by."""
        offered, seats = offers(self.game, settings), int(settings.rulings["seats"])
        firsts = first_offers(offered)
        return self._replace(settings=settings, seats=seats, offers=offered, first_offers=firsts)


class Stop(NamedTuple):
    """Why a table deals no round: which one was voided for which cause of the document, when and
    by whom."""

    round: int
    cause: str
    at: str
    who: str

    @property
    def words(self) -> str:
        return (
            f"is stopped: round {self.round} was voided by cause ({self.cause}), and a supervisor"
            " first records that the cards were removed, checked and reshuffled"
        )


class Published(NamedTuple):
    """A table as everyone may know that it stands, and what only the table knows of its round."""

    id: str
    version: int
    owner: str
    setup: Setup
    phase: str
    round: int
    status: str
    seats: Mapping[int, Mapping[str, Any]]
    events: Sequence[Event]
    length: int
    question: Question | None
    since: str
    started: str
    opening: Opening | None
    decisions: tuple[Decision, ...]
    dealt: Mapping[int, str]
    owed: Mapping[int, Mapping[str, int]] = {}
    promoted: Sequence[Mapping[str, Any]] = ()
    may_void: bool = False
    stop: Stop | None = None
    pace: str | None = None
    paced_by: int | None = None
    acted: int = 0
    funded: int = 0
    next_seal: "Seal | None" = None
    drawn: "Drawn | None" = None


def seat_of(table: Published, who: str) -> int:
    """The viewer's seat, or that of a spectator."""
    return next((n for n, seat in table.seats.items() if seat["who"] == who), SPECTATOR)


def dealt_seat_of(table: Published, who: str) -> int:
    """The seat at which the viewer was dealt the round that is shown: whoever takes the seat after
    it sees no more of it than a spectator."""
    return next((n for n, person in table.dealt.items() if person == who), SPECTATOR)


class Clock(NamedTuple):
    """What a clock gives, and when it began by the wall clock of whoever wrote it."""

    seconds: float
    started: str


def clock(table: Published) -> Clock | None:
    """The clock that decides for the seat that is asked, or locks the wagers, while one runs."""
    setup = table.setup
    if table.stop:
        return None
    if table.question:
        found = Clock(setup.decision_seconds, table.since)
    else:
        found = Clock(setup.wager_seconds if setup.automatic else 0, table.started)
    return found if found.seconds and found.started else None


def deadline(table: Published) -> str | None:
    """When the clock was to run out as it began, by the wall clock. Nothing is decided by it: how
    long it still runs is known to whoever looks after the table."""
    found = clock(table)
    if found is None:
        return None
    due = datetime.fromisoformat(found.started) + timedelta(seconds=found.seconds)
    return due.isoformat(timespec="milliseconds")
