"""Heads are sent to each destination on a thread of its own, from what the database has: so none is
lost by a crash, they leave in their order, and of several servers one sends each. What fails is
tried again, ever later, and for ever, and what comes after it waits. No command of the house waits
for any of this. A head may arrive twice if the house dies just then, never not.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from pitboss.house.audit.exposure import find_signer
from pitboss.house.audit.integrity import recorded_keys
from pitboss.house.dispatch.destinations import Clash, Destination, Leaving
from pitboss.house.dispatch.post import Undelivered
from pitboss.house.engine import House
from pitboss.house.health import supervise
from pitboss.house.store import departures
from pitboss.house.store.departures import Claim, State
from pitboss.house.store.entries import Head, Unit

_LOG = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
CLAIM_SECONDS = 300.0
"""Renewed with every head that has left."""
END_SECONDS = 3.0
"""For the last head to leave when the house is closed."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 600.0
LONG_SECONDS = 300.0
"""A destination that fails for so long is a trouble of the house."""


def part_of(destination: str) -> str:
    """The name of its part in the house's health."""
    return f"heads-{destination}"


class Sending:
    """One destination."""

    def __init__(
        self, house: House, destination: Destination, clock: Callable[[], float] = time.time
    ) -> None:
        self.house = house
        self.destination = destination
        self._clock = clock
        self._part = house.health.part(part_of(destination.name))
        self._loop = house.health.part(f"{part_of(destination.name)}-loop")
        self._stopped = threading.Event()
        self._sent: tuple[int, str] | None = None
        """What has left and is not written down yet."""
        self._is_confirmed = False
        self._clash = ""
        name = f"pitboss-heads-{destination.name}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """After the last head was signed, which is sent if whoever takes it answers soon."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(END_SECONDS)

    def _run(self) -> None:
        supervise(self._loop, self._stopped, self.look, LOOK_SECONDS)
        with suppress(Exception):  # it leaves at the next start
            self.look()

    def look(self) -> None:
        """Send what is due."""
        claim = self._claim()
        if self._sent:
            self._settle(claim, *self._sent)
        if not self._is_confirmed:
            self._confirm()
        with self.house.database.reading() as transaction:
            is_due = departures.is_due(transaction, claim)
        if is_due:
            self._send_all(claim)
        with self.house.database.reading() as transaction:
            state = departures.read_state(transaction, claim.destination)
            last = departures.read_last(transaction, claim.destination)
        if last:
            self.house.counters.left[claim.destination] = last.head_at, last.left_at
        self._tell(state)

    def _confirm(self) -> None:
        """Whether what has left before this start is what the house has now: whoever rewrites the
        past while the house is closed must find every copy."""
        name = self.destination.name
        with self.house.database.reading() as transaction:
            last = departures.read_last(transaction, name)
            head = departures.find_head(transaction, last.head) if last else None
            has_lost = departures.has_lost(transaction, name)
            keys = recorded_keys(transaction)
        try:
            if has_lost:
                raise Clash("heads have left that the house does not have any more")
            if head:
                self.destination.confirm(Leaving(head, find_signer(head, keys)))
        except Clash as error:
            self._clash = f"{CLASH}{error}"
        except Undelivered:
            return  # looked at again
        self._is_confirmed = True

    def _claim(self) -> Claim:
        given = (self.destination.name, self.house.name, self._clock())
        return Claim(*given, CLAIM_SECONDS, LONGEST_PAUSE)

    def _send_all(self, claim: Claim) -> None:
        def take(unit: Unit) -> tuple[list[Head], list[str]]:
            return departures.claim(unit.transaction, claim), recorded_keys(unit.transaction)

        heads, keys = self.house.do(take)
        if not heads:
            return
        for head in heads:
            try:
                token = self.destination.send(Leaving(head, find_signer(head, keys)))
            except Undelivered as error:
                self._postpone(claim, head, error)
                return
            self._sent = head.number, token
            self._settle(self._claim(), *self._sent)
        self.house.do(lambda unit: departures.release(unit.transaction, claim))

    def _settle(self, claim: Claim, number: int, token: str) -> None:
        self.house.do(
            lambda unit: departures.settle(unit.transaction, claim, number, unit.at, token)
        )
        self._sent = None
        self.house.counters.departed[claim.destination, "done"] += 1
        _LOG.info("head %d has left to %s", number, claim.destination)

    def _postpone(self, claim: Claim, head: Head, error: Undelivered) -> None:
        why = f"{CLASH}{error}" if isinstance(error, Clash) else str(error)
        with self.house.database.reading() as transaction:
            tries = departures.read_state(transaction, claim.destination).tries
        wait = min(FIRST_PAUSE * 2 ** min(tries, 20), LONGEST_PAUSE)
        now = self._claim()
        self.house.do(lambda unit: departures.postpone(unit.transaction, now, now.now + wait, why))
        self.house.counters.departed[claim.destination, "failed"] += 1
        words = "head %d does not leave to %s: %s; tried again in %g s"
        _LOG.warning(words, head.number, claim.destination, why, wait)

    def _tell(self, state: State) -> None:
        """Whichever server has failed, all say so."""
        failing = self._clock() - state.failing_since if state.why else 0.0
        words = self._clash
        if failing >= LONG_SECONDS or state.why.startswith(CLASH):
            words = f"heads do not leave the house: {state.why}"
        if words and self._part.trouble != words:
            self._part.fail(words)
        elif not words and not state.why:
            self._part.recover()


CLASH = "rewritten, or of another house: "
"""So begins what is told at once."""
