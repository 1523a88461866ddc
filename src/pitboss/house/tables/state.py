"""What a live table is between and during rounds. It changes only by applying entries of its log.

Applying the same entries always gives the same table: live play, recovery after a crash and another
server process that catches up all do just that.

``Published`` is a table as it stood after a commit. What a viewer may see is made from it alone;
hidden cards are not in a view, so nothing can show them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from pitboss.games.contract import Present
from pitboss.house.log import START
from pitboss.house.tables.known import Clock as Clock
from pitboss.house.tables.known import Published as Published
from pitboss.house.tables.known import Setup as Setup
from pitboss.house.tables.known import Stop as Stop
from pitboss.house.tables.known import clock as clock
from pitboss.house.tables.known import deadline as deadline
from pitboss.house.tables.known import dealt_seat_of as dealt_seat_of
from pitboss.house.tables.known import seat_of as seat_of
from pitboss.house.tables.seals import Drawn, Seal
from pitboss.money import dollars
from pitboss.rounds.record import event_json, option_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import see


class Seat(Struct, eq=False):
    """A taken seat: who sits there, with how much, and what they wager in the next round."""

    who: str
    name: str
    kind: str
    level: str = ""
    stack_cents: int = 0
    away: bool = False
    leaving: bool = False
    ready: bool = False
    wagers: dict[str, int] = {}
    waits: bool = False
    """Whether they rather wait for a blind that they owe than post it."""
    waited: bool = False
    """The same before the last round, which may be voided."""
    sat: int = 0
    """Tells this sitting from another of the same person."""
    added: str = ""
    """What they add to the next deal."""

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    def values(self) -> dict[str, Any]:
        """As JSON values."""
        return structs.asdict(self) | {"wagers": self.wagers.copy()}


KEPT = ("owner", "status", "setups", "round", "rotation", "started", "hash")
"""What a snapshot has of a table as it stands, beside its setup and its seats."""

KEPT_LATER = ("rotation_before", "undone", "stopped", "pace", "paced_by")
"""The same, but snapshots of an earlier Pitboss do not have it."""


class LiveTable(Struct, eq=False):
    """One table. ``running`` is the round in play, or the last one until wagers are placed."""

    id: str
    setup: Setup
    owner: str = ""
    status: str = "open"
    setups: int = 1
    seats: dict[int, Seat] = {}
    round: int = 0
    rotation: Mapping[str, Any] | None = None
    """Who has the button and who owes what, as the game between players keeps it."""
    rotation_before: Mapping[str, Any] | None = None
    """The same before the last round: a voided one is played again."""
    undone: bool | None = None
    """Whether the last round was voided, in play or after it was settled."""
    stopped: Mapping[str, Any] | None = None
    """A ``Stop`` as values, while the cards wait for a supervisor's check."""
    since: str = ""
    """When the present question was put, or the first wager of the next round made."""
    started: str = ""
    running: Runner | None = None
    posted: dict[str, int] = {}
    opened_version: int = 0
    opened_at: str = ""
    dealer: str = ""
    version: int = 0
    hash: str = START
    dealt: Mapping[int, str] = {}
    """Who was dealt the round that is played or was played last, by seat."""
    promoted: Sequence[Mapping[str, Any]] = ()
    """What promotions have added to that round."""
    pace: str | None = None
    """Whether the next round is held back or this one hurried, by whoever sits at which seat."""
    paced_by: int | None = None
    acted: int = 0
    """The last version that a person brought about: practice players and clocks do not count."""
    funded: int = 0
    """The last version at which somebody brought chips to a seat, or a later one."""
    sealed: Seal | None = None
    """The last seed that was sealed: of the next round, or of the one that is played."""
    drawn: Drawn | None = None
    """What the deck of that last round was drawn from."""

    @property
    def next_seal(self) -> Seal | None:
        """That of the round which is not dealt yet."""
        return self.sealed if self.sealed and self.sealed.round > self.round else None

    @property
    def is_playing(self) -> bool:
        return self.running is not None and self.running.status == "waiting"

    @property
    def phase(self) -> str:
        if self.status != "open":
            return "closed"
        return "playing" if self.is_playing else "wagering"

    @property
    def stop(self) -> Stop | None:
        return Stop(**self.stopped) if self.stopped else None

    @property
    def may_void(self) -> bool:
        """Whether there is a round that one person may void: in play, or the one just settled."""
        return self.status == "open" and self.round > 0 and not self.undone

    def take_back(self, stop: Stop | None) -> None:
        """The last round is void: button, blinds and debts stand as before it, wagers are made
        anew, and where the cards are to be checked the table is stopped."""
        self.rotation, self.undone, self.promoted = self.rotation_before, True, ()
        self.stopped = stop and stop._asdict()
        for seat in self.seats.values():
            seat.waits = seat.waits or seat.waited
        self.clear_wagers()

    def seat_of(self, who: str) -> int | None:
        return next((number for number, seat in self.seats.items() if seat.who == who), None)

    def seats_in_round(self) -> tuple[int, ...]:
        return self.running.table.seats if self.running and self.is_playing else ()

    def may_settle_meters(self) -> bool:
        """Whether the next answer will probably settle a round that moves a house jackpot."""
        running = self.running
        if not self.setup.jackpots or not running or not running.question:
            return False
        return running.question.seat == running.table.seats[-1]

    def clear_wagers(self) -> None:
        """Nobody has wagered or said that they are ready."""
        self.started = ""
        for seat in self.seats.values():
            seat.wagers, seat.ready = {}, False

    def snapshot(self) -> dict[str, Any]:
        """The table between rounds, as JSON values; of the next seed only where it stands."""
        assert not self.is_playing, "a snapshot is taken between rounds"
        return {
            "sealed_at": self.sealed.version if self.sealed else None,
            **{name: getattr(self, name) for name in (*KEPT, *KEPT_LATER)},
            "setup": dict(self.setup.given),
            "seats": {str(number): seat.values() for number, seat in sorted(self.seats.items())},
        }

    def restore(self, values: Mapping[str, Any], version: int, sealed: Seal | None = None) -> None:
        """Stand as a snapshot says, with the seed that it does not hold."""
        for name in KEPT:
            setattr(self, name, values[name])
        for name in KEPT_LATER:
            setattr(self, name, values.get(name))
        self.seats = {int(number): Seat(**seat) for number, seat in values["seats"].items()}
        self.version, self.funded, self.sealed = version, version, sealed


def added_by(table: LiveTable) -> dict[int, str]:
    """What seats have added to the next deal."""
    return {number: seat.added for number, seat in sorted(table.seats.items()) if seat.added}


def present(table: LiveTable) -> dict[int, Present]:
    """Who is at the table between rounds, as a game between players asks for it."""
    return {
        number: Present(
            seat.stack_cents, seat.away or not seat.stack_cents, seat.who, seat.sat, seat.waits
        )
        for number, seat in table.seats.items()
    }


def owed(table: LiveTable) -> Mapping[int, Mapping[str, int]]:
    """What seats owe before they are dealt in, by name, where players play each other."""
    game = table.setup.game
    return game.owed(table.setup.blinds, present(table), table.rotation) if game.owed else {}


def publish(table: LiveTable) -> Published:
    """Freeze a table as it stands."""
    running = table.running
    round_ = running.table if running else None
    return Published(
        table.id,
        table.version,
        table.owner,
        table.setup,
        table.phase,
        table.round,
        running.status if running else "",
        {number: table.seats[number].values() for number in sorted(table.seats)},
        round_.events if round_ else (),
        len(round_.events) if round_ else 0,
        running.question if running else None,
        table.since,
        table.started,
        round_.opening if round_ else None,
        tuple(running.decisions) if running else (),
        table.dealt,
        owed(table),
        tuple(table.promoted) if running and running.status == "settled" else (),
        table.may_void,
        table.stop,
        table.pace,
        table.paced_by,
        table.acted,
        table.funded,
        table.next_seal,
        table.drawn,
    )


def table_view(table: Published, who: str, start: int = 0) -> dict[str, Any]:
    """The table as this person sees it, with the round's events from ``start`` on."""
    viewer, dealt = seat_of(table, who), dealt_seat_of(table, who)
    events = (table.events[index] for index in range(start, table.length))
    return {
        "table": table.id,
        "version": table.version,
        "name": table.setup.name,
        "game": table.setup.key,
        "phase": table.phase,
        "round": table.round,
        "round_status": table.status,
        "you": viewer or None,
        "owner": table.owner == who,
        "seats": {
            str(number): _seat_view(seat, table.owed.get(number, {}))
            for number, seat in table.seats.items()
        },
        "empty": [n for n in range(1, table.setup.seats + 1) if n not in table.seats],
        "waiting": _waiting_view(table, dealt),
        "deadline": deadline(table),
        "paused": table.paced_by if table.pace == "held" else None,
        "may_void": table.may_void,
        "stopped": _stop_view(table),
        "fair": fair_view(table),
        "from": start,
        "events": [event_json(see(event, dealt)) for event in events],
        "promoted": [promoted_json(pay) for pay in table.promoted],
    }


def fair_view(table: Published) -> dict[str, Any]:
    """The seals of the round that is shown and of the next one; a seed once its round has ended."""
    return {
        "round": table.drawn and table.drawn.view(has_ended=table.question is None),
        "next": table.next_seal and table.next_seal.view(),
    }


def promoted_json(pay: Mapping[str, Any]) -> dict[str, Any]:
    """What a promotion has added to a seat's wager."""
    names = ("promotion", "seat", "wager")
    return {**{name: pay[name] for name in names}, "paid": dollars(pay["cents"])}


def _stop_view(table: Published) -> dict[str, Any] | None:
    """Why the table deals no round; who has voided is for whoever reads the log."""
    if table.stop is None:
        return None
    number, cause, since, _ = table.stop
    rule = table.setup.game.source.causes[cause].rule
    return {"round": number, "cause": cause, "rule": rule, "since": since}


def _seat_view(seat: Mapping[str, Any], debts: Mapping[str, int]) -> dict[str, Any]:
    return {
        "name": seat["name"],
        "kind": seat["kind"],
        "stack": dollars(seat["stack_cents"]),
        "wagers": {name: dollars(cents) for name, cents in seat["wagers"].items()},
        "ready": seat["ready"],
        "away": seat["away"],
        "leaving": seat["leaving"],
        "owes": {name: dollars(cents) for name, cents in debts.items()},
        "waits": seat["waits"],
    }


def _waiting_view(table: Published, viewer: int) -> dict[str, Any] | None:
    """Whose turn it is; the options, which may name cards, only for that seat."""
    question = table.question
    if question is None:
        return None
    waiting: dict[str, Any] = {"seat": question.seat, "rule": question.rule}
    if question.seat == viewer:
        waiting["options"] = [option_json(option) for option in question.options]
    return waiting
