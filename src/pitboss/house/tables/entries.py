"""What can happen at a table: one type a kind of entry, with its fields and what it changes.

An act decides and yields these; ``apply`` lets them happen. Nothing else changes a live table, so
that play, recovery after a crash and another process that follows cannot come to differ.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import Struct, structs

from pitboss.cards import parse_cards
from pitboss.games import events
from pitboss.games.contract import Decision, Opening
from pitboss.games.events import JackpotHit
from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.log import Draft, Entry
from pitboss.house.store.entries import Unit
from pitboss.house.tables import rounds
from pitboss.house.tables.seals import Drawn, read_drawn
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import LiveTable, Seat, Stop, added_by
from pitboss.jackpots.meter import Meter
from pitboss.money import dollars
from pitboss.rounds.runner import Runner, find_cause

Values = dict[str, Any]
ReadSetup = Callable[[Mapping[str, Any]], Setup]

STOPS = "; the table is stopped until a supervisor has checked the cards"

SAVED_EVERY = 4
"""After so many rounds the table is kept."""


class Moment(NamedTuple):
    """When and by whom something happens, and what an entry needs from outside its table.

    ``meters`` gives those on which a round is settled, if there are any: live as they stand now
    and locked, in recovery as recorded; ``moves`` how often each had moved. ``seal`` is told what
    the entry came to and gives it as it is stored: live it writes it, in recovery it compares.
    """

    at: str
    who: str
    meters: Callable[[Runner], Sequence[Meter] | None]
    moves: Callable[[Runner], list[int] | None]
    read_setup: ReadSetup
    seal: "Callable[[Happening], Entry]"


class Happening(Struct, kw_only=True):
    """Something that happens at a table; its fields are the body of its entry.

    A field that is None is not in the body, nor are those of ``unwritten``: the secret, which is
    stored beside it, and what an act has worked out already.
    """

    word: ClassVar[str]  # the kind of the entry
    is_play: ClassVar[bool] = True  # unlike what a page sends by itself
    unwritten: ClassVar[tuple[str, ...]] = ("postings", "secret")
    postings: Postings = {}
    secret: dict[str, str] | None = None

    def apply(self, table: LiveTable, moment: Moment) -> "Happening | None":
        """Change the table; gives the entry with what it came to, unless the act has said it."""

    def settled_on(self, running: Runner) -> tuple[Meter, ...] | None:
        """The meters that a recorded end of a round was settled on."""
        return None

    def moves_before(self, running: Runner) -> list[int] | None:
        """How often each of them had moved, where that is recorded."""
        return None

    def keep(self, table: LiveTable, unit: Unit) -> None:
        """Write what is kept beside the log: a round's line, its hits, the meters."""

    def alerts(self, table: LiveTable) -> list[str]:
        """What the floor must be told; mostly nothing."""
        return []

    def is_saved(self, table: LiveTable) -> bool:
        """Whether the whole table is kept after it, if it is between rounds."""
        return True

    def body(self) -> Values:
        """As JSON values."""
        values, hidden = structs.asdict(self), self.unwritten
        return {name: each for name, each in values.items() if not (each is None or name in hidden)}

    def draft(self, table: LiveTable) -> Draft:
        """To be written on the table's chain; nobody is alerted of practice."""
        alerts = () if table.setup.given["practice"] else self.alerts(table)
        return Draft(self.word, self.body(), self.postings, self.secret, tuple(alerts))


class Passing(Happening):
    """After it no snapshot is taken: it is quickly applied again."""

    def is_saved(self, table: LiveTable) -> bool:
        return False


class TableOpened(Happening):
    word = "table-opened"
    setup: Values
    owner: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.owner = self.owner


class SeatTaken(Passing):
    word = "seat-taken"
    seat: int
    who: str
    name: str
    kind: str
    level: str | None = None
    sat: int | None = None
    """Tells this sitting from another of the same person; older entries do not."""

    def apply(self, table: LiveTable, moment: Moment) -> None:
        taken = Seat(self.who, self.name, self.kind, self.level or "", sat=self.sat or 0)
        table.seats[self.seat] = taken


class SeatLeaving(Happening):
    """The seat is freed when the round has ended."""

    word = "seat-leaving"
    seat: int

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.seats[self.seat].leaving = True


class SeatLeft(Happening):
    word = "seat-left"
    seat: int
    who: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        left = table.seats[self.seat].stack_cents
        moved = self.postings.get(ledger.seat(table.id, self.seat), 0)
        assert left + moved == 0, f"seat {self.seat} of {table.id} would leave chips behind"
        del table.seats[self.seat]


class SatOut(Passing):
    word = "sat-out"
    away: ClassVar[bool] = True
    seat: int

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.seats[self.seat].away = self.away


class SatIn(SatOut):
    word = "sat-in"
    away = False


class BlindChosen(Passing):
    """Whoever owes a blind posts it as soon as they may come in, or waits for the big one."""

    word = "blind-chosen"
    seat: int
    waits: bool

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.seats[self.seat].waits = self.waits


class ChipsBought(Passing):
    word = "chips-bought"
    seat: int


class WagersPlaced(Passing):
    word = "wagers-placed"
    seat: int
    wagers: dict[str, int]
    ready: bool
    added: str | None = None
    """What the seat adds to the deal with them."""

    def apply(self, table: LiveTable, moment: Moment) -> None:
        seat = table.seats[self.seat]
        seat.wagers = dict(self.wagers)
        seat.added = seat.added if self.added is None else self.added
        seat.ready = self.ready
        seat.away = seat.away and not seat.wagers
        if not table.started and seat.wagers:
            table.started = moment.at


class RoundStep(Happening, kw_only=True):
    """A step of a round; with a ``result`` it is its last."""

    round: int
    result: Values | None = None

    def is_saved(self, table: LiveTable) -> bool:
        # a few rounds since the last snapshot are quickly played again
        return table.round % SAVED_EVERY == 0

    def settled_on(self, running: Runner) -> tuple[Meter, ...] | None:
        if not self.result or "meters" not in self.result:
            return None
        return rounds.read_meters({"jackpots": self.result["meters"]})

    def moves_before(self, running: Runner) -> list[int] | None:
        return self.result.get("moves") if self.result else None

    def keep(self, table: LiveTable, unit: Unit) -> None:
        if self.result is not None:
            rounds.add_round(table, unit)

    def alerts(self, table: LiveTable) -> list[str]:
        assert table.running
        if self.result is None or not table.setup.jackpots:
            return []
        return [
            f"jackpot hit: round {self.round}, seat {hit.seat}, {hit.jackpot}, {hit.row}"
            f" pays {hit.pays}, {dollars(hit.paid_cents)}"
            for hit in table.running.table.events
            if isinstance(hit, JackpotHit)
        ]

    def come_to(self, table: LiveTable, moment: Moment) -> Self:
        """What the round has moved by this step; at its end also meters, holds and the result."""
        running = table.running
        assert running
        if running.question:
            table.since = moment.at
            moved = ledger.of_round(table.id, running)
            postings, table.posted = ledger.subtract(moved, table.posted), moved
            return structs.replace(self, postings=postings, result=None)
        meters = moment.meters(running)
        if meters is not None:
            running = table.running = rounds.with_meters(running, meters)
        postings = ledger.subtract(rounds.all_moved(table.id, table.setup, running), table.posted)
        table.posted, table.since = {}, ""
        table.pace = table.paced_by = None
        table.clear_wagers()
        result = rounds.result_values(table.setup, running)
        if (moves := moment.moves(running)) is not None:
            result["moves"] = moves
        return structs.replace(self, postings=postings, result=result)


class RoundOpened(RoundStep):
    """``setup`` counts the table's setups, ``settings`` is the digest of the one in force."""

    word = "round-opened"
    unwritten = (*RoundStep.unwritten, "opening")
    script: Values
    setup: int
    settings: str
    software: str
    who: dict[str, str]
    rotation: Values | None = None
    added: dict[str, str] | None = None
    """What seats have added to the seed; an earlier Pitboss recorded its deck instead."""
    opening: Any = None
    """The opening, where the act has it: reading it from the script again costs time."""

    def drawn(self, table_id: str) -> Drawn | None:
        """All that its deck comes of, unless the deck itself is recorded."""
        return read_drawn(table_id, self.round, self.secret or {}, self.added or {})

    def read_opening(self, setup: Setup, table_id: str) -> Opening:
        """What the recorded script and seed stand for."""
        assert self.secret, f"table {table_id}: the seed of round {self.round} is missing"
        drawn, meters = self.drawn(table_id), rounds.read_meters(self.script["table"])
        deck = drawn.deck() if drawn else parse_cards(self.secret["deck"])
        return rounds.read_round(setup, self.script, deck, meters)

    def apply(self, table: LiveTable, moment: Moment) -> Self:
        opening = self.opening or self.read_opening(table.setup, table.id)
        table.drawn, seal = self.drawn(table.id), table.next_seal
        assert not seal or seal.secret == self.secret, f"table {table.id}: deals by another seed"
        added = table.drawn and table.drawn.added
        assert not seal or added == added_by(table), f"table {table.id}: deals by other words"
        table.running, table.posted = Runner(table.setup.game, opening), {}
        assert not table.stopped, f"table {table.id} deals though a check of the cards is due"
        table.round, table.undone = self.round, False
        table.dealt = {int(number): who for number, who in self.who.items()}
        for number, seat in table.seats.items():
            seat.waited = number in table.dealt and seat.waits
            seat.waits = seat.waits and not seat.waited
            seat.added = ""
        table.rotation_before, table.rotation = table.rotation, self.rotation
        table.opened_version, table.opened_at = table.version + 1, moment.at
        table.dealer = moment.who
        table.promoted, table.pace, table.paced_by = (), None, None
        return self.come_to(table, moment)


class Decided(RoundStep):
    """A seat's answer; ``by`` tells its own from a practice player's and the clock's."""

    word = "decided"
    unwritten = (*RoundStep.unwritten, "choice")
    seat: int
    action: str
    by: str
    cents: int | None = None
    choice: Any = None
    """The choice that it makes, where the act has checked it."""

    @property
    def decision(self) -> Decision:
        cards = parse_cards(self.secret["cards"]) if self.secret else None
        return Decision(self.seat, self.action, self.cents, cards=cards)

    def apply(self, table: LiveTable, moment: Moment) -> Self:
        assert table.running
        if table.may_settle_meters():
            # Other tables of a link move the meters while this round is played. Taken just before
            # what is probably the last decision, they only change the round's opening; taken after
            # it, the whole round would have to be played again.
            meters = moment.meters(table.running)
            if meters is not None:
                table.running = rounds.with_meters(table.running, meters)
        table.running.decide(self.decision, self.choice)
        return self.come_to(table, moment)


class RoundVoided(RoundStep):
    word = "round-voided"
    """In play; ``stops`` the table until the cards are checked."""

    reason: str
    by: str
    action: str = "void"
    stops: bool | None = None

    @property
    def decision(self) -> Decision:
        return Decision(0, "void", reason=self.reason)

    def apply(self, table: LiveTable, moment: Moment) -> Self:
        assert table.running
        table.running.decide(self.decision)
        came = self.come_to(table, moment)
        cause = self.said(table).cause
        table.take_back(Stop(self.round, cause, moment.at, moment.who) if self.stops else None)
        return came

    def said(self, table: LiveTable) -> events.RoundVoided:
        """The cause and its words."""
        return find_cause(table.setup.game, table.setup.settings.rulings, self.reason)

    def is_saved(self, table: LiveTable) -> bool:
        return True

    def alerts(self, table: LiveTable) -> list[str]:
        return [
            f"round {self.round} was voided: {self.said(table).reason}{STOPS * bool(self.stops)}"
        ]


class CardsChecked(Happening):
    """A supervisor has had the cards removed, checked and reshuffled: the table goes on."""

    word = "cards-checked"
    round: int
    cause: str
    by: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        stop = table.stop
        assert stop, f"table {table.id} is not stopped"
        assert (stop.round, stop.cause) == (self.round, self.cause), "another check is due"
        table.stopped = None


class SettingsChanged(Happening):
    word = "settings-changed"
    before: Values
    after: Values
    why: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.setup = moment.read_setup(self.after)
        table.setups += 1
        table.clear_wagers()


class TableClosed(Happening):
    word = "table-closed"
    why: str

    def apply(self, table: LiveTable, moment: Moment) -> None:
        table.status = "closed"
