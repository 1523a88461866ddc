"""What waits for someone of the staff: the badges in the navigation. For everybody else nothing is
looked for."""

from typing import NamedTuple

from pitboss.house.access import STAFF, may
from pitboss.house.desk import OPEN
from pitboss.house.log import Person
from pitboss.house.store import Transaction, people


class Waiting(NamedTuple):
    """How many acts wait for this person's word, and how many alerts for anyone's."""

    requests: int = 0
    alerts: int = 0

    @property
    def total(self) -> int:
        return self.requests + self.alerts

    @property
    def words(self) -> str:
        """For whoever does not see the number beside its tab."""
        parts = ((self.alerts, "alert", "alerts"), (self.requests, "request", "requests"))
        return ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in parts if n)


NOTHING = Waiting()


def read_waiting(transaction: Transaction, person: Person) -> Waiting:
    """Their own requests do not wait for them, nor those that they may not answer."""
    if person.role not in STAFF or not may(person, "read-all"):
        return NOTHING
    asked = people.read_requests(transaction, OPEN)
    theirs = [one for one in asked if one.asked_by != person.id and may(person, one.act)]
    return Waiting(len(theirs), people.count_alerts(transaction))
