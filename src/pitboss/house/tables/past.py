"""A round that has ended, as the log has it: its entries, its setup, and the round run again."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from pitboss.house.log import Entry
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store.entries import Which
from pitboss.house.tables import rounds
from pitboss.house.tables.amendments import HitAdvanced, RoundCorrected, RoundResettled
from pitboss.house.tables.apply import SETUP_KINDS, read_entry
from pitboss.house.tables.entries import (
    Decided,
    Happening,
    RoundOpened,
    RoundStep,
    RoundVoided,
    SettingsChanged,
    TableOpened,
)
from pitboss.house.tables.promotions import PromotionPaid
from pitboss.house.tables.setup import Setup, read_given
from pitboss.jackpots.meter import Meter
from pitboss.jackpots.terms import VOIDED, Hit, wager_of
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

T = TypeVar("T", bound=Happening)

LATER = (HitAdvanced.word, PromotionPaid.word, RoundResettled.word)
"""Kinds of entries that may follow the end of a round and are still of it."""


def setup_before(transaction: Transaction, table_id: str, version: int) -> Setup:
    """The setup that was in force when an entry was written."""
    which = Which(table_id, SETUP_KINDS, before=version)
    found = read_entry(entries.search(transaction, which, newest_first=True, most=1)[0])
    assert isinstance(found, SettingsChanged | TableOpened)
    given = found.after if isinstance(found, SettingsChanged) else found.setup
    return read_given(transaction, given)


def deal_anew(
    setup: Setup,
    recorded: Iterable[Entry],
    void_hits: frozenset[tuple[str, int]] = frozenset(),
) -> Runner:
    """An ended round from its opening and its decisions, on the meters it was settled on, without
    some of its hits; entries that are no steps of it may stand among them."""
    recorded = list(recorded)
    opened, *steps = (e for e in map(read_entry, recorded) if isinstance(e, RoundStep))
    assert isinstance(opened, RoundOpened)
    opening = opened.read_opening(setup, recorded[0].chain)
    running = Runner(setup.game, opening._replace(void_hits=void_hits))
    for step in steps:
        assert isinstance(step, Decided | RoundVoided)
        running.decide(step.decision)
    meters = (steps or [opened])[-1].settled_on(running)
    return running if meters is None else rounds.with_meters(running, meters)


def run_again(setup: Setup, recorded: Sequence[Entry]) -> Runner:
    """The same with the void that took it back before the next round was opened, if one did."""
    running, last = deal_anew(setup, recorded), read_entry(recorded[-1])
    if isinstance(last, RoundCorrected):
        running.decide(last.decision)
    return running


def ended_fair(opened: Entry) -> dict[str, Any]:
    """What the deck of an ended round came of; an earlier Pitboss drew it without a seed."""
    found = read_entry(opened)
    assert isinstance(found, RoundOpened)
    if drawn := found.drawn(opened.chain):
        return drawn.view(has_ended=True)
    commitment = opened.values["commitment"]
    return {"round": found.round, "commitment": commitment, "added": {}, "seed": None}


class Ended(NamedTuple):
    """A settled round: its entries, its steps first and then what became of it, what they say, and
    the setup that it was played under."""

    table: str
    number: int
    setup: Setup
    entries: list[Entry]
    own: list[Happening]

    @property
    def place(self) -> tuple[str, int]:
        return self.table, self.number

    @property
    def opened(self) -> RoundOpened:
        opened = self.own[0]
        assert isinstance(opened, RoundOpened)
        return opened

    @property
    def day(self) -> str:
        """On which it was dealt: promotions go by it."""
        return self.entries[0].at[:10]

    def of(self, kind: type[T]) -> list[T]:
        return [each for each in self.own if isinstance(each, kind)]

    def meter_of(self, jackpot: str) -> Meter:
        """Where a meter of the table stood before the round was settled."""
        result = self.of(RoundStep)[-1].result
        assert result
        meters = rounds.read_meters({"jackpots": result["meters"]})
        return meters[self.setup.jackpots.index(jackpot)]

    def voids(self, jackpot: str = "") -> list[HitAdvanced]:
        """Hits that were voided with the round settled anew; an earlier Pitboss did not do that,
        and its entries do not say what the awards then came to."""
        voided = (e for e in self.of(HitAdvanced) if e.state == VOIDED and e.moves is not None)
        return [each for each in voided if jackpot in ("", each.jackpot)]

    def spot_of(self, hit: Hit) -> tuple[str, int]:
        """The wager and the seat that made a hit."""
        return wager_of(self.setup.jackpots.index(hit.jackpot) + 1), hit.seat

    def settle(self, void_hits: frozenset[tuple[str, int]] = frozenset()) -> Runner:
        """The round run again, without some of its hits."""
        return deal_anew(self.setup, self.entries, void_hits)


def read_settled(transaction: Transaction, table: str, number: object) -> Ended:
    """A settled round that was not undone."""
    # JSON's true is no 1, and no database keeps a number of any length
    line = None
    if isinstance(number, int) and number is not True and 0 < number < 2**53:
        line = tables.find_round(transaction, table, number)
    if line is None or line.status != "settled":
        raise Refused(f"round {str(number)[:20]} of {table[:40]}: no settled round of that number")
    return read_ended(transaction, table, line.number)


def read_ended(transaction: Transaction, table: str, number: int) -> Ended:
    """The same for one that may have been undone since."""
    line = tables.find_round(transaction, table, number)
    assert line, f"round {number} of {table} has ended"
    later = Which(table, LATER, after=line.ended_version)
    found = [
        *entries.between(transaction, table, line.opened_version, line.ended_version),
        *entries.search(transaction, later),
    ]
    setup = setup_before(transaction, table, line.opened_version)
    own = [
        (entry, said)
        for entry, said in zip(found, map(read_entry, found), strict=True)
        if getattr(said, "round", 0) == number
    ]
    return Ended(table, number, setup, [entry for entry, _ in own], [said for _, said in own])
