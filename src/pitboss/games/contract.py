"""What a game is, what a table is set to, what a round starts from, and the table itself."""

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import lru_cache
from operator import getitem
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games import events as happened
from pitboss.games.events import COMMUNITY, DEALER, EVERYONE, NOBODY, Event, WagerSettled
from pitboss.games.source import Face, Source, load_face, load_source
from pitboss.money import Odds, dollars
from pitboss.paytable import PayTable, printed_tables
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.games.words import Words
    from pitboss.jackpots.meter import Meter, Terms


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
        text = self.action
        if self.most_cents:
            sizes = dict.fromkeys((self.least_cents, self.most_cents))
            text += f" {' to '.join(map(dollars, sizes))}"
            if len(sizes) > 1 and self.chip_cents > 1:
                text += f" in chips of {dollars(self.chip_cents)}"
        return f"{text} ({self.cap_words})" if self.cap_rule else text

    @staticmethod
    @lru_cache(1_024)
    def sized(action: str, least_cents: int, most_cents: int, chip_cents: int = 1) -> "Option":
        """An option with an amount; kept, for most come back round after round."""
        return Option(action, least_cents, most_cents, (), chip_cents)

    def fits(self, cents: int | None) -> bool:
        """Whether an amount suits; a fixed one need not be given."""
        if cents is None:
            return self.least_cents == self.most_cents
        return self.least_cents <= cents <= self.most_cents and cents % self.chip_cents == 0


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

    def to_json(self) -> list[object]:
        """A post as scripts give it."""
        return [self.seat, self.name, dollars(self.live_cents), dollars(self.dead_cents)]


class Seating(NamedTuple):
    """Where players play against each other: their stacks, the button and the sizes of play.

    ``posts`` says who posts what, the big blind last but for missed ones: the seat after the last
    of that name starts. Without posts the seats after the button post the blinds.
    """

    stacks: Mapping[int, int]
    button: int
    blinds: tuple[int, int]
    bets: tuple[int, int]
    chip_cents: int
    posts: tuple[Post, ...] = ()


class Present(NamedTuple):
    """Someone at a seat between rounds; ``away`` sits out or has no chips, ``waits`` would rather
    wait for a blind than post it. ``sat`` tells one sitting of a person from another."""

    stack_cents: int
    away: bool
    who: str = ""
    sat: int = 0
    waits: bool = False


Rotate = Callable[
    [Settings, tuple[int, int], Mapping[int, Present], Mapping[str, object] | None],
    tuple[dict[str, object], dict[str, object]],
]
"""Moves the button between rounds: from settings, blinds, who is present, and the rotation before
(none at first), the part of the next script that seats the players, and the rotation after it.
Both rotations are JSON values that only the game itself reads."""


Owed = Callable[
    [tuple[int, int], Mapping[int, Present], Mapping[str, object] | None],
    Mapping[int, dict[str, int]],
]
"""What those who are present owe before they are dealt in, in cents by the name of the blind: from
blinds, who is present, and the rotation of the last round."""


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
    void_hits: frozenset[tuple[str, int]] = frozenset()
    """Jackpot hits that were voided since, by wager and seat: the round is settled without them."""

    def with_deck(self, deck: tuple[int, ...]) -> "Opening":
        """The same round from other cards."""
        return Opening(
            *(self.settings, self.wagers, deck, self.deck_name),
            *(self.seating, self.meters, self.void_hits),
        )


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
    recorded_seating: Callable[[Mapping[str, object]], Mapping[str, object]] | None = None
    """A recorded round's script as it would be written now: older ones mean what they meant."""
    rotate: Rotate | None = None
    owed: Owed | None = None
    house_fault: Callable[[PayTable], str] | None = None
    """What a house's own pay table has against the text, or nothing; where the document lets the
    house have one."""
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


class CardMissing(Refused):
    """The deck of an opening ends before the rules have all their cards."""


class Start(NamedTuple):
    """What a round has before its first card, whatever the deck: who plays, who may hold cards,
    what each seat has put on its spots in cents, and the events that say so."""

    seats: tuple[int, ...]
    places: tuple[int, ...]
    staked: Mapping[int, int]
    events: tuple[Event, ...]


def start_of(opening: Opening) -> Start:
    """Made once where many rounds have the same opening but for their decks."""
    settings, wagers = opening.settings, opening.wagers
    seats = tuple(sorted(opening.seating.stacks if opening.seating else wagers))
    opened = happened.RoundOpened(settings.game, settings.rules_version, seats, opening.deck_name)
    placed = [
        happened.WagerPlaced(seat, wager, cents, "")
        for seat, made in wagers.items()
        for wager, cents in made.items()
    ]
    staked = {seat: sum(made.values()) for seat, made in wagers.items()}
    return Start(seats, (*seats, DEALER, COMMUNITY), staked, (opened, *placed))


class Table:
    """One round in progress. Rules change it through its verbs, and each verb records an event."""

    __slots__ = (
        *("_deck", "_next", "events", "hands", "meters", "open_wagers", "opening", "rulings"),
        *("seats", "settled", "stacks", "staked"),
    )

    def __init__(self, opening: Opening, start: Start | None = None) -> None:
        start = start or start_of(opening)
        self.opening = opening
        self.rulings = opening.settings.rulings
        self.seats = start.seats
        self.stacks = dict(opening.seating.stacks) if opening.seating else {}
        self.hands: dict[int, list[int]] = {place: [] for place in start.places}
        self.meters = list(opening.meters)
        self.open_wagers = {seat: dict(wagers) for seat, wagers in opening.wagers.items()}
        self._deck = opening.deck
        self._next = 0
        self.events: list[Event] = list(start.events)
        self.staked = dict(start.staked)
        """What each seat has put on its spots so far, in cents."""
        self.settled: list[WagerSettled] = []
        """One row for each wager that has ended, in that order."""

    def paytable(self, wager: str) -> PayTable:
        """The pay table in force for a wager."""
        return self.opening.settings.paytables[wager]

    def seats_with(self, wager: str) -> list[int]:
        """The seats that have this wager in play, from the dealer's left."""
        return [seat for seat in self.seats if wager in self.open_wagers[seat]]

    def deal(self, to: int, seen_by: int, rule: str) -> int:
        """Deal the next card, face up for everyone, to one seat's eyes, or face down for all."""
        (card,) = self._take_top(1, rule)
        self.hands[to].append(card)
        self.events.append(happened.deals_to(to, seen_by, rule)[card])
        return card

    def deal_hidden(self, order: Iterable[int], rule: str) -> None:
        """Deal a card to each place in turn, for its own seat's eyes alone."""
        order, hands = tuple(order), self.hands
        cards = self._take_top(len(order), rule)
        for to, card in zip(order, cards, strict=True):
            hands[to].append(card)
        self.events += map(getitem, happened.hidden_deals(order, rule), cards)

    def _take_top(self, number: int, rule: str) -> tuple[int, ...]:
        end = self._next + number
        cards = self._deck[self._next : end]
        if len(cards) < number:
            missing = f"card {len(self._deck) + 1} is missing"
            raise CardMissing(f"deck: {missing}; the dealing order needs it", rule)
        self._next = end
        return cards

    def show(self, of: int, rule: str, cards: list[int] | None = None) -> None:
        """Turn up the cards of a seat, the dealer or the community, or some of them."""
        shown = self.hands[of] if cards is None else cards
        self.events.append(happened.CardsShown(of, tuple(shown), rule))

    def discard(self, of: int, cards: list[int], rule: str, seen_by: int = EVERYONE) -> None:
        """Put cards in the discard rack."""
        self.events.append(happened.CardsDiscarded(of, tuple(cards), len(cards), seen_by, rule))

    def place(self, seat: int, wager: str, cents: int, rule: str) -> None:
        """A further wager of the round, such as a buy or a play wager."""
        self.open_wagers[seat][wager] = cents
        self.staked[seat] += cents
        self.events.append(happened.WagerPlaced(seat, wager, cents, rule))

    def settle(self, row: WagerSettled) -> None:
        """End a wager; an envy pay has no wager of its own."""
        if row.cents:
            del self.open_wagers[row.seat][row.wager]
        self.settled.append(row)
        self.events.append(row)

    def pay(self, seat: int, wager: str, odds: Odds, rule: str, row: str | None = None) -> None:
        """A winning wager."""
        cents = self.open_wagers[seat][wager]
        paid, net = odds.win(cents)
        self.settle(WagerSettled(seat, wager, cents, "win", str(odds), paid, net, row, rule))

    def pay_tip_box(
        self, seat: int, wager: str, odds: Odds, rule: str, row: str | None = None
    ) -> None:
        """A winning wager for the dealer: it and what it wins go to the tip box."""
        cents = self.open_wagers[seat][wager]
        paid, _ = odds.win(cents)
        self.settle(WagerSettled(seat, wager, cents, "win", str(odds), paid, -cents, row, rule))

    def push(self, seat: int, wager: str, rule: str, row: str | None = None) -> None:
        """A wager that goes back to its seat."""
        cents = self.open_wagers[seat][wager]
        self.settle(WagerSettled(seat, wager, cents, "push", None, 0, 0, row, rule))

    def take(self, seat: int, wager: str, rule: str, row: str | None = None) -> None:
        """A losing wager."""
        cents = self.open_wagers[seat][wager]
        self.settle(WagerSettled(seat, wager, cents, "lose", None, 0, -cents, row, rule))


def burn(table: Table, rule: str) -> None:
    """Put the top card aside, unseen."""
    table.events.append(happened.CardBurned(table._take_top(1, rule)[0], NOBODY, rule))
