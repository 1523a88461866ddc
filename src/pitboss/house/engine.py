"""The house: everything that a server, a test or a campaign asks for goes through it."""

import os
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from functools import cache, partial
from typing import Any

from pitboss.games import find_game, jackpot_keys
from pitboss.house import ledger
from pitboss.house.access import may, refuse_title, require
from pitboss.house.alarms import Alarms
from pitboss.house.clocks import Between, Clocks
from pitboss.house.company.presence import Presence
from pitboss.house.company.reactions import Reactions
from pitboss.house.counters import Counters
from pitboss.house.floor import Floor, Follower, enlist
from pitboss.house.health import Health
from pitboss.house.log import Draft, Entry, Person
from pitboss.house.manifest import make_manifest
from pitboss.house.names import LONGEST_TITLE, clean_name
from pitboss.house.store import Database, Transaction, derived, entries, jackpots, tables
from pitboss.house.store.entries import Unit
from pitboss.house.store.jackpots import Jackpot
from pitboss.house.store.tables import Snapshot
from pitboss.house.tables import itself, play, practice, seats, staff, waiting
from pitboss.house.tables.entries import TableOpened
from pitboss.house.tables.play import Act, Command, Room, Stale, Work
from pitboss.house.tables.setup import read_new
from pitboss.house.tables.state import LiveTable, Published
from pitboss.house.writer import Answered, Halfway, Job, Task, Writer
from pitboss.jackpots.terms import check_new, read_jackpots
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.shuffle import Bytes

Listener = Callable[[str], None]
"""Is told the id of a table, or of a jackpot as ``jackpot ID``, that has changed, and of a session
that has ended as ``session KEY``, without a key where any may have."""

GUEST_CENTS = 1_000_00
"""Practice chips that someone without an account starts with."""


class House:
    """Tables over one database. Commands are answered once their effect is on disk."""

    def __init__(
        self,
        database: Database,
        take: Bytes = os.urandom,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.database = database
        self.room = Room(take, software_digest(), self._absent)
        self.name = secrets.token_hex(4)
        """Tells this process from others at the same database."""
        self.presence = Presence(self.name, self._tell)
        self.reactions = Reactions(self.name)
        self.health = Health()
        """Whether what works by itself is well: driver, writer, listener, database …"""
        self._listeners: list[Listener] = []
        self.floor = Floor(lambda table: self._tell(table.id))
        self.counters = Counters()
        self.writer = Writer(database, now, self.counters, self.health, self._doubt)
        self.alarms = Alarms(self.writer, self.health)
        self.writer.warn = self.alarms.put_up
        self.clocks = Clocks()
        self.between = Between()
        self.meters: dict[str, int] = {}
        """What each jackpot displays, in whole cents."""
        self.follower = Follower(self.floor, self.writer, self._read_meters)
        self.writer.end_session = self.follower.end_session = self._end_session
        self._stop_listening = database.listen(self.follower.hear, self.health.part("listener"))
        with database.reading() as transaction:
            self.writer.latest = entries.last_at(transaction)
        self.do(self.follower.load)

    def close(self) -> None:
        """Stop hearing and finish what was submitted."""
        self._stop_listening()
        self.alarms.stop()
        self.writer.stop()
        self.database.close()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell ``listener`` of changes, in the writer's turn, until the answer is called."""
        return enlist(self._listeners, listener)

    def _doubt(self) -> None:
        """The database was away: nothing in memory counts until the log says so."""
        self.floor.forget_all()
        self.writer.submit(Job(self.follower.catch_up))

    def _absent(self, transaction: Transaction, table_id: str, who: str) -> float:
        """What this process knows, unless another sees them at this moment."""
        seconds = self.presence.absent(table_id, who)
        if seconds and self.presence.is_elsewhere(transaction, table_id, who):
            return 0.0
        return seconds

    def _end_session(self, key: str) -> None:
        self._tell(f"session {key}")

    def _tell(self, what: str) -> None:
        for listener in tuple(self._listeners):
            listener(what)

    def do(self, task: Task) -> Any:
        """Do something in a transaction and wait for its answer."""
        return self.writer.run(Job(task))

    def send(self, command: Command, answered: Answered) -> None:
        """Ask something of a table; ``answered`` is called when it is on disk, or refused."""
        self.writer.give(self._job(command), answered)

    def command(self, command: Command) -> "Future[dict[str, Any]]":
        """Ask; the future is done when it is on disk, or refused."""
        return self.writer.submit(self._job(command))

    def ask(self, command: Command) -> dict[str, Any]:
        """Ask and wait."""
        return self.writer.run(self._job(command))  # type: ignore[no-any-return]

    def _job(self, command: Command) -> Job:
        """A command as a job of the writer."""
        tried = False

        def work(unit: Unit) -> dict[str, Any]:
            nonlocal tried
            again, tried = tried, True
            if again and (found := self._find_answer(unit.transaction, command)):
                return found
            try:
                return self._act(unit, command)
            except Refused:
                # It may be refused because it was carried out before, or because another process
                # has moved the table on: only what the table as it stands refuses is refused.
                if found := self._find_answer(unit.transaction, command):
                    return found
                version = self.floor.find(unit.transaction, command.table).version
                if self.floor.catch_up(unit.transaction, command.table).version == version:
                    raise
                return self._act(unit, command)

        return Job(
            work,
            lambda: self.floor.forget(command.table),
            lambda: self.floor.may_settle_meters(command.table),
            command.act if command.act in ALL_ACTS else UNKNOWN,
        )

    def _find_answer(self, transaction: Transaction, command: Command) -> dict[str, Any] | None:
        """What this command was answered before, here or elsewhere, if it was."""
        name = command.name
        entry = entries.of_command(transaction, command.table, name) if name else None
        if entry is None:
            return None
        self.follower.note(command.table, entry.version)
        return answer(command.table, entry)

    def _act(self, unit: Unit, command: Command) -> dict[str, Any]:
        self.floor.require(command.table)
        table = self.floor.find(unit.transaction, command.table)
        if table.version < max(command.version or 0, self.follower.version(table.id)):
            self.floor.catch_up(unit.transaction, command.table)
        if command.person is not TABLE:
            self.presence.note(table.id, command.person.id)
        work = Work(table, unit, command, self.room)
        try:
            work.do(find_act(table, command))
        except Refused as refusal:
            if work.entries:
                raise Halfway(refusal) from None
            raise
        if work.is_saved:
            self.floor.save(unit, table)
        # A voided hit may move the meter of a jackpot that the table has left since.
        moved = {name: unit.jackpot(name).meter.displayed_cents for name in unit.jackpots_moved}
        unit.after += [partial(self.floor.tell, table), partial(self._set_meters, moved)]
        return answer(command.table, work.entries[0])

    def open_table(self, person: Person, given: object, owner: str = "") -> str:
        """Open a table, and give its id."""

        def work(unit: Unit) -> str:
            wanted, is_own = given, bool(owner) and not may(person, "open-table")
            if is_own and isinstance(given, Mapping):
                practice.check_keys(given)
                wanted = practice.with_limits({"practice": True, **given})
            setup = read_new(unit.transaction, wanted)
            if is_own:
                practice.check_limits(setup)
            is_practice = owner and setup.given["practice"]
            require(person, "open-practice-table" if is_practice else "open-table")
            if setup.promotions:
                require(person, "make-promotion")
            table = LiveTable(f"{setup.key}-{secrets.token_hex(4)}", setup)
            work = Work(table, unit, Command(table.id, "open", person), self.room)
            work.do(lambda _: iter([TableOpened(dict(setup.given), owner)]))
            work.do(play.seal_next)
            snapshot = Snapshot(table.snapshot(), table.version)
            tables.add(unit, (table.id, setup.key, setup.name, owner), snapshot)
            unit.after += [partial(self.floor.add, table), partial(self.floor.tell, table)]
            return table.id

        return str(self.do(work))

    def open_jackpot(self, person: Person, given: Mapping[str, Any], practice: bool = False) -> str:
        """Open a jackpot that tables may link to, or practice tables alone; its seed comes from the
        cage."""
        if not practice:
            require(person, "open-jackpot")

        def work(unit: Unit) -> str:
            game = find_game(str(given.get("game") or jackpot_keys()[0]))
            paytables = game.paytables.get("jackpot", {})
            ((terms, meter),) = read_jackpots([given.get("terms", {})], paytables)
            check_new(given["terms"])
            name = clean_name(str(given.get("name", terms.paytable.code)), "name", LONGEST_TITLE)
            refuse_title(unit.transaction, name, "jackpot's name")
            jackpot = f"{terms.paytable.code.lower()}-{secrets.token_hex(3)}"
            key = game.source.key
            made = Jackpot(jackpot, name, key, given["terms"], meter, practice=practice)
            jackpots.JACKPOTS.add(unit, made)
            postings = {}
            if terms.type == "progressive":
                postings = ledger.balance(ledger.meter_cents(jackpot, meter), ledger.CAGE)
            body = {"jackpot": jackpot, "name": name, "game": key, "terms": given["terms"]}
            body |= {"practice": True} if practice else {}
            unit.append_house(Draft("jackpot-opened", body, postings), person.id)
            unit.after.append(partial(self._set_meters, {jackpot: meter.displayed_cents}))
            return jackpot

        return str(self.do(work))

    def issue_chips(self, person: Person, cents: int = GUEST_CENTS) -> int:
        """Practice chips from the cage, up to so many, for whoever has fewer; gives the balance."""
        require(person, "take-chips")

        def work(unit: Unit) -> int:
            account = ledger.player(person.id)
            missing = cents - unit.balance(account)
            if missing <= 0:
                raise Refused(f"chips: you have {dollars(cents - missing)}, which is enough")
            postings = ledger.transfer(ledger.CAGE, account, missing)
            unit.append_house(Draft("chips-issued", {"who": person.id}, postings), person.id)
            return cents

        return int(self.do(work))

    def balance(self, account: str) -> int:
        with self.database.reading() as transaction:
            return entries.read_balance(transaction, account)

    def table(self, table_id: str) -> Published:
        """A table as it was last committed."""
        return self.follower.table(table_id)

    def refresh(self) -> None:
        """Tell of everything that has changed beside the tables' own commands."""
        self.do(self.follower.catch_up)

    def _read_meters(self, transaction: Transaction) -> None:
        self.floor.bar(derived.read_barred(transaction))
        self._set_meters(jackpots.read_displayed(transaction))

    def _set_meters(self, moved: Mapping[str, int]) -> None:
        for name, cents in moved.items():
            if self.meters.get(name) != cents:
                self.meters[name] = cents
                self._tell(f"jackpot {name}")


@cache
def software_digest() -> str:
    """What this process runs, hashed once."""
    return str(make_manifest()["digest"])


TABLE = Person("table", "the table", "table")
"""Acts for the table itself: clocks and practice players."""

BY_SEAT: Mapping[str, Act] = {
    "sit": seats.sit,
    "leave": seats.leave,
    "buy-chips": seats.buy_chips,
    "sit-out": seats.sit_out,
    "sit-in": seats.sit_in,
    "post-blind": seats.post_blind,
    "wait-for-blind": seats.wait_for_blind,
    "wager": play.place_wagers,
    "add-word": play.add_word,
    "decide": play.decide,
    "play-on": waiting.play_on,
    "pause": waiting.pause,
    "go-on": waiting.go_on,
    "hurry": waiting.hurry,
}
BY_STAFF: Mapping[str, Act] = {
    "deal": play.deal,
    "void": staff.void,
    "check-cards": staff.check_cards,
    "seat-bot": seats.seat_bot,
    "remove-seat": seats.remove_seat,
    "close-table": staff.close,
    "advance-hit": staff.advance_hit,
    "change-table": staff.change_settings,
    "make-promotion": staff.make_promotion,
    "end-promotion": staff.end_promotion,
}
OWN = frozenset({"seat-bot", "remove-seat", "close-table", "change-table"})
"""What the owner of a practice table may do there without being staff."""


def find_act(table: LiveTable, command: Command) -> Act:
    """What answers a command, if the client has seen the table as it is and may ask for it."""
    if command.version is not None and command.version != table.version:
        raise Stale(f"version {command.version}: the table is at version {table.version} now")
    if command.person is TABLE:
        return BY_TABLE[command.act]
    act = BY_SEAT.get(command.act) or BY_STAFF.get(command.act)
    if act is None:
        known = ", ".join([*BY_SEAT, *BY_STAFF])
        raise Refused(f"act {command.act[:40]!r}: is unknown; there are {known}")
    if not _is_own(table, command):
        require(command.person, command.act)
    return act


def _is_own(table: LiveTable, command: Command) -> bool:
    """A practice table's owner runs it; anyone seated may have an automatic table deal."""
    if command.act == "deal" and table.setup.automatic:
        return table.seat_of(command.person.id) is not None
    if command.act not in OWN or table.owner != command.person.id:
        return False
    seat = table.seats.get(command.given.get("seat", 0))
    return command.act != "remove-seat" or (seat is not None and seat.is_bot)


BY_TABLE: Mapping[str, Act] = {
    "vacate": itself.vacate,
    "name-seat": itself.name_seat,
    "tick": itself.tick,
    "bot": itself.play_bot,
    "deal": play.deal,
    "refill-bot": itself.refill_bot,
    "go-on": waiting.go_on,
    "abandon": itself.abandon,
}


ALL_ACTS = frozenset((*BY_SEAT, *BY_STAFF, *BY_TABLE))
UNKNOWN = "unknown"
"""Counts for whatever else was asked: nothing that a client makes up is counted by its name."""


def answer(table_id: str, entry: Entry) -> dict[str, Any]:
    """What a client is told; the same for a command that it repeats."""
    return {"table": table_id, "version": entry.version, "kind": entry.kind, "at": entry.at}
