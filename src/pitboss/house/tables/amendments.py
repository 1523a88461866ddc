"""What is put right after a round: its jackpot hits on their way to be paid or voided, awards that
are settled anew, and a round that is undone. Entries of the same kind as those of ``entries``."""

from typing import Any, ClassVar

from msgspec import field

from pitboss.games.contract import Decision
from pitboss.house.store import jackpots, tables
from pitboss.house.store.entries import Unit
from pitboss.house.tables.entries import STOPS, Happening, Moment, Values
from pitboss.house.tables.state import LiveTable, Stop
from pitboss.jackpots.meter import Cause
from pitboss.rounds.runner import HOUSE_PROCEDURE


class HitsChanged(Happening, kw_only=True):
    """Hits of an ended round change, and perhaps the meters that they came from.

    ``stands`` has for each of those how often it had moved, and its three parts before and after.
    """

    cause: ClassVar[Cause]
    unwritten = (*Happening.unwritten, "changed", "meters")
    round: int
    stands: Values | None = None
    changed: Any = ()
    """The hits in their new states."""
    meters: Any = field(default_factory=dict)
    """The jackpots' meters after it, by their names."""

    def keep(self, table: LiveTable, unit: Unit) -> None:
        for hit in self.changed:
            jackpots.keep_hit(unit, hit)
        for jackpot, after in self.meters.items():
            change = after.total - unit.jackpot(jackpot).meter.total
            unit.move_meter(jackpot, after, [(self.cause, change)], (table.id, self.round))


class HitAdvanced(HitsChanged):
    """A jackpot hit is verified, paid or voided; ``moves`` is then what the round's awards come to
    on the meter without it."""

    word = "hit-advanced"
    cause = Cause.HIT_VOIDED
    hit: str
    state: str
    jackpot: str
    moves: list[list[str]] | None = None


class RoundResettled(HitsChanged):
    """Without a hit that was voided the round's other awards come to other amounts: envy pays,
    hits beside it, promotions. ``amounts`` are the hits' new ones."""

    word = "round-resettled"
    cause = Cause.HIT_VOIDED
    hit: str
    amounts: dict[str, str]
    uncollected: dict[str, str]


class RoundCorrected(HitsChanged):
    """A settled round is undone; what someone no longer has is ``uncollected``.

    Before the next round is opened one person does so, for an ``irregularity``: the cause of the
    void, which may stop the table as a void in play does. Later it takes two people.
    """

    word = "round-corrected"
    cause = Cause.ROUND_CORRECTED
    why: str
    uncollected: dict[str, str]
    people: list[str]
    irregularity: str | None = None
    stops: bool | None = None

    @property
    def decision(self) -> Decision:
        """The void with which the round ends after all."""
        if self.irregularity in (None, HOUSE_PROCEDURE):
            return Decision(0, "void", reason=f"{HOUSE_PROCEDURE}: {self.why}")
        return Decision(0, "void", reason=self.irregularity)

    def apply(self, table: LiveTable, moment: Moment) -> None:
        if self.round != table.round:
            return
        stop = None
        if self.stops and self.irregularity:
            stop = Stop(self.round, self.irregularity, moment.at, moment.who)
        table.take_back(stop)
        if table.running and table.running.status == "settled":
            table.running.decide(self.decision)

    def keep(self, table: LiveTable, unit: Unit) -> None:
        tables.mark_corrected(unit, table.id, self.round, self.irregularity)
        HitsChanged.keep(self, table, unit)

    def alerts(self, table: LiveTable) -> list[str]:
        stops = STOPS if self.stops else ""
        return [f"round {self.round} was voided after settling: {self.why}{stops}"]
