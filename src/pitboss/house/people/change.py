"""What every change needs: the unit of work that writes it, who makes it, and when."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from pitboss.house.log import Draft
from pitboss.house.person import Person
from pitboss.house.store import Transaction
from pitboss.house.store.unit import Unit


class Change(NamedTuple):
    """A change in the making. The time is given: nothing here reads a clock."""

    unit: Unit
    by: Person
    at: datetime

    @property
    def transaction(self) -> Transaction:
        return self.unit.transaction

    def note(self, kind: str, body: Mapping[str, object]) -> None:
        """Put what was changed on the log."""
        self.unit.append_house(Draft(kind, body), self.by.id)
