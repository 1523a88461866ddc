"""A command at work on a table, and the order of play: wagers, the deal, decisions, voids."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Choice, Decision
from pitboss.games.opening import deck_back, open_round
from pitboss.games.profile import check_wagers
from pitboss.house import ledger
from pitboss.house.log import Entry, Person
from pitboss.house.store import Transaction
from pitboss.house.store.entries import Link, Unit
from pitboss.house.tables import entries, rounds
from pitboss.house.tables.apply import apply
from pitboss.house.tables.entries import Happening, Moment
from pitboss.house.tables.fair import SEED_BYTES, RoundSealed, WordAdded, read_added
from pitboss.house.tables.practice import purse
from pitboss.house.tables.promotions import pay_round
from pitboss.house.tables.seals import Drawn
from pitboss.house.tables.setup import Setup, read_given, read_new
from pitboss.house.tables.state import LiveTable, Seat, added_by, present
from pitboss.jackpots.meter import Meter
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, check_cause, check_choice
from pitboss.rounds.shuffle import Bytes


class Stale(Refused):
    """The table has moved on since the client saw it."""


class Command(NamedTuple):
    """What someone asks of a table; ``id`` is the client's own name for it, ``version`` the
    table's version that the client has seen."""

    table: str
    act: str
    person: Person
    given: Mapping[str, Any] = {}
    id: str | None = None
    version: int | None = None

    @property
    def name(self) -> str | None:
        """By which it is known again, however often it is sent."""
        return f"{self.person.id}/{self.id}" if self.id else None


Absent = Callable[[Transaction, str, str], float]
"""For how many seconds nobody has seen someone at a table; 0 while they are there."""


class Room(NamedTuple):
    """What a table is given by the house: random bytes, the digest of the software, and who is
    there."""

    take: Bytes = os.urandom
    software: str = ""
    absent: Absent = lambda transaction, table_id, who: 0.0


class Work:
    """One command on one table, inside a transaction: what acts look at."""

    def __init__(self, table: LiveTable, unit: Unit, command: Command, room: Room) -> None:
        self.table = table
        self.unit = unit
        self.person = command.person
        self.given = command.given
        self.room = room
        self.read_setup = partial(read_new, unit.transaction)
        self.read_recorded = partial(read_given, unit.transaction)
        self.entries: list[Entry] = []
        self.is_saved = False
        """Whether the table is to be kept as it then stands."""
        self._command = command.name

    def salt(self) -> str:
        """Makes a secret's commitment unguessable."""
        return os.urandom(32).hex()

    def absent(self, who: str) -> float:
        """For how many seconds nobody has seen someone at the table."""
        return self.room.absent(self.unit.transaction, self.table.id, who)

    def own_seat(self) -> tuple[int, Seat]:
        """The seat of whoever acts; another's seat is refused."""
        number, given = self.table.seat_of(self.person.id), self.given.get("seat")
        if number is None:
            raise Refused(f"{self.person.name}: you have no seat at this table")
        if given is not None and given != number:
            raise Refused(f"seat {str(given)[:20]}: is not yours; you sit in seat {number}")
        return number, self.table.seats[number]

    def do(self, act: "Act") -> None:
        """Let everything happen that an act decides; the act goes on with the table as it then
        stands."""
        for happening in act(self):
            at, who = self.unit.at, self.person.id
            moment = Moment(at, who, self._meters, self._moves, self.read_recorded, self._write)
            came = apply(self.table, happening, moment)
            came.keep(self.table, self.unit)
            self.is_saved = self.is_saved or came.is_saved(self.table)

    def _meters(self, running: Runner) -> list[Meter] | None:
        """A round is settled on the meters as they stand now, whatever other tables of a link have
        added since the deal; they are locked until the commit. A void moves none."""
        names = self.table.setup.jackpots
        if not names or running.status == "void":
            return None
        return [self.unit.jackpot(name).meter for name in names]

    def _moves(self, running: Runner) -> list[int] | None:
        """How often those meters have moved: it tells an auditor in which order rounds came."""
        if self._meters(running) is None:
            return None
        return [self.unit.jackpot(name).moves for name in self.table.setup.jackpots]

    def _write(self, came: Happening) -> Entry:
        """Put it on the table's chain; a command's first entry has the command's name."""
        table = self.table
        link = Link(table.id, table.version, table.hash)
        command = None if self.entries else self._command
        entry = self.unit.append(link, came.draft(table), self.person.id, command)
        self.entries.append(entry)
        return entry


Act = Callable[[Work], Iterator[Happening]]
"""Looks at a table and says what happens, or refuses; it changes nothing by itself."""


MOST_CHECKED = 256
"""Wagers that a setup remembers as checked."""


def place_wagers(work: Work) -> Iterator[Happening]:
    """A seat's wagers for the next round, in place of those it had; none clears them."""
    table = work.table
    number, seat = work.own_seat()
    check_open(table)
    if table.is_playing:
        raise Refused(f"seat {number}: no more wagers; the round is being played")
    if table.setup.is_poker:
        raise Refused(f"seat {number}: {table.setup.key} has no wagers before the deal")
    wagers = read_wagers(table.setup, number, work.given.get("wagers"))
    total = sum(wagers.values())
    if total > seat.stack_cents:
        raise Refused(
            f"seat {number}: wagers of {dollars(total)} are more than the"
            f" {dollars(seat.stack_cents)} at the seat"
        )
    added = read_added(work.given.get("added")) if "added" in work.given else None
    yield from seal_next(work)
    yield entries.WagersPlaced(number, wagers, bool(work.given.get("deal", False)), added)
    if table.setup.automatic and everyone_ready(table):
        yield from open_next(work)


def add_word(work: Work) -> Iterator[Happening]:
    """A seat adds something of its own to the next deal, whether it wagers or not."""
    table, (number, _) = work.table, work.own_seat()
    check_open(table)
    if table.is_playing:
        raise Refused(f"seat {number}: the cards are dealt; add to the next deal once it has ended")
    added = read_added(work.given.get("added"))
    yield from seal_next(work)
    yield WordAdded(number, added)


def seal_next(work: Work) -> Iterator[Happening]:
    """The next round's seed is chosen and sealed, if it is not yet: before anybody wagers."""
    table = work.table
    if table.status == "open" and not table.next_seal:
        seed = work.room.take(SEED_BYTES).hex()
        yield RoundSealed(round=table.round + 1, secret={"seed": seed})


def draw_deck(drawn: Drawn) -> tuple[int, ...]:
    """The deck of a round that is being opened."""
    return drawn.deck()


def read_wagers(setup: Setup, number: int, given: object) -> dict[str, int]:
    """``{"ante": 10}`` in cents, checked against the rules, the limits and the profile."""
    asked = (number, repr(given))
    if asked in setup.checked:
        # Most players wager as in their last round: the same amounts at the same setup stand.
        return setup.checked[asked]
    if not isinstance(given, Mapping):
        raise Refused('wagers: a JSON object is needed, such as {"ante": "10.00"}')
    wagers = {
        str(name): parse_dollars(amount, f"seat {number}: {name} wager")
        for name, amount in given.items()
    }
    if wagers:
        opening = open_round(setup.game, setup.settings, {number: wagers}, ())
        check_wagers(setup.profile, opening.wagers)
    if len(setup.checked) >= MOST_CHECKED:
        setup.checked.clear()
    setup.checked[asked] = wagers
    return wagers


def everyone_ready(table: LiveTable, but: int = 0) -> bool:
    """Whether all people who sit in have said so, one seat aside, and at least one has wagered."""
    wagered = False
    for number, seat in table.seats.items():
        if not seat.is_bot and not seat.away:
            if not seat.ready and number != but:
                return False
            wagered = wagered or bool(seat.wagers)
    return wagered


def check_open(table: LiveTable) -> None:
    if table.status != "open":
        raise Refused(f"table {table.setup.name}: is closed")


def check_cards_checked(table: LiveTable) -> None:
    """Refuse a round while the cards wait for a supervisor's check."""
    if table.stop:
        raise Refused(f"table {table.setup.name}: {table.stop.words}")


def deal(work: Work) -> Iterator[Happening]:
    """No more wagers: the round is opened with those that stand."""
    check_open(work.table)
    check_cards_checked(work.table)
    if work.table.is_playing:
        raise Refused("deal: the round is still being played")
    if work.person.role in ("guest", "player") and not work.table.setup.is_poker:
        number, seat = work.own_seat()
        if not seat.wagers:
            raise Refused(f"seat {number}: place a wager first")
        if not everyone_ready(work.table, number):
            yield entries.WagersPlaced(number, seat.wagers, True)
            return
    if "added" in work.given:
        yield from add_word(work)
    yield from open_next(work)


def open_next(work: Work) -> Iterator[Happening]:
    """Shuffle, lock the wagers and deal; everything the round depends on is in its entry."""
    table = work.table
    setup = table.setup
    check_cards_checked(table)
    yield from seal_next(work)
    seal = table.next_seal
    assert seal
    added = added_by(table)
    deck = draw_deck(Drawn(table.id, seal.round, seal.seed, added))
    rotation = None
    if setup.game.rotate:
        seated, rotation = setup.game.rotate(
            setup.settings, setup.blinds, present(table), table.rotation
        )
        script = rounds.make_script(setup, {**setup.sizes, **seated})
        opening = rounds.read_round(setup, script, deck, ())
    else:
        meters = tuple(map(work.unit.meter, setup.jackpots))
        wagers, back = _next_wagers(table), deck_back(table.setup.settings.rulings, table.round)
        opening = rounds.open_house(setup, wagers, deck, back, meters)
        script = rounds.house_script(setup, wagers, meters, back)
    dealt_in = sorted(script.get("stacks", script.get("wagers", {})))
    yield entries.RoundOpened(
        round=table.round + 1,
        script=script,
        setup=table.setups,
        settings=setup.digest,
        software=work.room.software,
        who={number: table.seats[int(number)].who for number in dealt_in},
        rotation=rotation,
        added={str(number): text for number, text in added.items()},
        secret=seal.secret,
        opening=opening,
    )
    if not table.is_playing:
        yield from _after_round(work)


def _next_wagers(table: LiveTable) -> dict[int, dict[str, int]]:
    """The wagers that stand; practice players make the smallest."""
    setup = table.setup
    wagers: dict[int, dict[str, int]] = {}
    for number, seat in sorted(table.seats.items()):
        chosen = seat.wagers or (usual_wagers(setup, seat) if seat.is_bot else {})
        if chosen and not seat.away and sum(chosen.values()) <= seat.stack_cents:
            wagers[number] = chosen
    if not wagers:
        raise Refused("deal: no wager is made; a round needs at least one")
    return wagers


def usual_wagers(setup: Setup, seat: Seat) -> dict[str, int]:
    """A practice player's wager: the table's least on the main spot, or ten dollars."""
    main = next(spot for spot in setup.game.source.spots.values() if spot.kind == "main")
    cents = max(setup.settings.limits.least_cents or 10_00, main.least_cents)
    most = setup.settings.limits.most_cents
    cents = min(cents, most) if most else cents
    return {main.name: cents} if cents * 4 <= seat.stack_cents else {}


def decide(work: Work) -> Iterator[Happening]:
    """A seat's answer to its question."""
    number, _ = work.own_seat()
    question = work.table.running.question if work.table.running else None
    if question is None:
        raise Refused(f"seat {number}: no decision is open; the round has not been dealt")
    action = work.given.get("action")
    if not isinstance(action, str):
        raise Refused(f"seat {number}: action is missing; name one of the options")
    if question.seat != number:
        # the options of another's question are for that seat alone
        turn = f"it is seat {question.seat}'s turn"
        raise Refused(f"seat {number}: {action[:20]} is out of turn; {turn}", question.rule)
    amount, cards = work.given.get("amount"), work.given.get("cards")
    cents = None if amount is None else parse_dollars(amount, f"seat {number}: {action}")
    picked = None if cards is None else parse_cards(str(cards))
    yield from take(work, Decision(number, action, cents, cards=picked), "seat")


def take(work: Work, decision: Decision, by: str) -> Iterator[Happening]:
    """Record a decision and go on; ``by`` tells a seat's own from the table's."""
    table = work.table
    choice = check_decision(table, decision)
    secret = None
    if decision.cards is not None:
        secret = {"salt": work.salt(), "cards": format_cards(decision.cards)}
    yield entries.Decided(
        round=table.round,
        seat=decision.seat,
        action=decision.action,
        by=by,
        cents=decision.cents,
        secret=secret,
        choice=choice,
    )
    if not table.is_playing:
        yield from _after_round(work)


def check_decision(table: LiveTable, decision: Decision) -> Choice:
    """The choice that a decision makes: one of the options, and no more than the seat has."""
    assert table.running
    assert table.running.question
    choice = check_choice(table.running.question, decision)
    seat = table.seats[decision.seat]
    if not table.setup.is_poker and choice.cents > seat.stack_cents:
        raise Refused(
            f"seat {decision.seat}: {choice.action} {dollars(choice.cents)} is more than the"
            f" {dollars(seat.stack_cents)} at the seat"
        )
    return choice


def void_round(work: Work, reason: str) -> Iterator[Happening]:
    """End the round in play without a result; every wager goes back."""
    table = work.table
    voided = check_cause(table.setup.game, table.setup.settings.rulings, reason)
    stops = True if voided.supervised else None
    role = work.person.role
    yield entries.RoundVoided(round=table.round, reason=reason, by=role, stops=stops)
    yield from _after_round(work)


def _after_round(work: Work) -> Iterator[Happening]:
    """What follows the end of a round: promotions, and seats that were to be freed."""
    table, running = work.table, work.table.running
    assert running
    if running.status == "settled" and table.setup.promotions and (paid := pay_round(table)):
        yield paid
    for number in [n for n, seat in table.seats.items() if seat.leaving]:
        yield free(table, number)
    # Where no new round may be dealt, as with changed software, the one in play still ends.
    with suppress(Refused):
        yield from seal_next(work)


def free(table: LiveTable, number: int) -> Happening:
    """A seat's chips go back to where they came from, and it is empty."""
    seat, account = table.seats[number], ledger.seat(table.id, number)
    postings = {}
    if seat.stack_cents:
        postings = ledger.transfer(account, source(table, seat), seat.stack_cents)
    return entries.SeatLeft(number, seat.who, postings=postings)


def source(table: LiveTable, seat: Seat) -> str:
    """Where a seat's chips come from and go back to."""
    return purse(table.setup, seat.who, seat.is_bot)
