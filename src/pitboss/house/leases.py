"""Which tables a process looks after. Every process counts in the database as long as it lives;
whoever has not seen another's count move for the length of a lease, by its own clock that only runs
forth, takes over that one's tables. No two machines' clocks are compared, and a wall clock that is
set forth or back holds no lease and ends none."""

from pitboss.house.store import presence, tables
from pitboss.house.store.entries import Unit

LEASE_SECONDS = 3.0
RENEW_SECONDS = 1.0


class Leases:
    """Those of one process, by its name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seen: dict[str, tuple[int, float]] = {}
        """The count of each process, and since when it has stood there."""
        self._looked = float("-inf")
        self.others: tuple[str, ...] = ()
        """The other processes that are taken to live."""

    def renew(self, unit: Unit, now: float) -> frozenset[str]:
        """Count on, and take the tables that nobody looks after; gives the tables held."""
        counts = tables.count_driver(unit.transaction, self._name)
        if now - self._looked > LEASE_SECONDS:
            self._seen = {}  # nothing was seen for long, so nobody is known to stand still
        self._looked = now
        seen = self._seen
        self._seen = {
            name: seen[name] if seen.get(name, (0, 0.0))[0] == count else (count, now)
            for name, count in counts.items()
        }
        ended = [
            name
            for name, (_, since) in self._seen.items()
            if name != self._name and now - since >= LEASE_SECONDS
        ]
        self.others = tuple(name for name in counts if name not in (self._name, *ended))
        if ended:
            presence.forget(unit.transaction, ended)
        return frozenset(tables.claim(unit.transaction, self._name, ended))

    def release(self, unit: Unit) -> None:
        """Let others take the tables at once."""
        tables.release(unit.transaction, self._name)
        presence.forget(unit.transaction, [self._name])
