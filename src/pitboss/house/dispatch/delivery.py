"""Alerts are delivered by each way that is set, on a thread of its own, from what the database
has: so none is lost by a crash, and of several servers one delivers each. What fails is tried
again, ever later, and for ever; meanwhile the house's health says so. An alert may arrive twice,
never not.
"""

import logging
import threading
import time
from collections.abc import Callable

from pitboss.house.dispatch.channels import Channel, Notice, Undelivered
from pitboss.house.engine import House
from pitboss.house.health import supervise
from pitboss.house.store import deliveries
from pitboss.house.store.deliveries import Claim, Claimed
from pitboss.house.store.entries import Unit

_LOG = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
CLAIM_SECONDS = 300.0
"""For all that is claimed at a time, each with its own time limits."""
END_SECONDS = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 600.0


class Delivery:
    """One way out."""

    def __init__(
        self,
        house: House,
        channel: Channel,
        title: str = "Pitboss",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.house = house
        self.channel = channel
        self.title = title
        self._clock = clock
        self._part = house.health.part(channel.name)
        self._stopped = threading.Event()
        loop = house.health.part(f"{channel.name}-loop")
        given = (loop, self._stopped, self.look, LOOK_SECONDS)
        name = f"pitboss-{channel.name}"
        self._thread = threading.Thread(target=supervise, args=given, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """What is claimed and not sent is free again, if whoever is written to answers soon."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(END_SECONDS)

    def look(self) -> None:
        """Deliver what is due."""
        claim = Claim(self.channel.name, self.house.name, self._clock(), CLAIM_SECONDS)
        with self.house.database.reading() as transaction:
            is_any = deliveries.is_any(transaction, claim)
            why = deliveries.last_why(transaction, self.channel.name)
        claimed = self.house.do(lambda unit: self._claim(unit, claim)) if is_any else []
        failed = [each for each in claimed if not self._deliver(each)]
        if not (why or failed):
            self._part.recover()

    def _claim(self, unit: Unit, claim: Claim) -> list[Claimed]:
        deliveries.enroll(unit.transaction, claim.channel)
        return deliveries.claim(unit.transaction, claim)

    def _deliver(self, claimed: Claimed) -> bool:
        """Whether it has arrived, or need not any more."""
        alert, name = claimed.alert, self.channel.name
        if self._stopped.is_set():
            self.house.do(
                lambda unit: deliveries.postpone(unit.transaction, name, alert.id, 0.0, "")
            )
            return True
        notice = Notice(alert.id, alert.at, alert.table, alert.words, self.title)
        try:
            self.channel.send(notice)
        except Undelivered as error:
            self._postpone(claimed, str(error))
            return False
        self.house.do(lambda unit: deliveries.settle(unit.transaction, name, alert.id, unit.at))
        self.house.counters.delivered[name, "done"] += 1
        _LOG.info("alert %s was delivered by %s", alert.id, name)
        return True

    def _postpone(self, claimed: Claimed, why: str) -> None:
        wait = min(FIRST_PAUSE * 2 ** min(claimed.tries, 20), LONGEST_PAUSE)
        again_at, alert = self._clock() + wait, claimed.alert.id
        self.house.do(
            lambda unit: deliveries.postpone(
                unit.transaction, self.channel.name, alert, again_at, why
            )
        )
        self.house.counters.delivered[self.channel.name, "failed"] += 1
        _LOG.warning("alert %s: %s; tried again in %g s", alert, why, wait)
        words = f"alerts are not delivered: {why}"
        if self._part.trouble != words:
            self._part.fail(words)
