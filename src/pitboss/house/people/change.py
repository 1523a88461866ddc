"""What every change needs: a transaction, who makes it, when, and how it enters the log."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from pitboss.house.log import Draft
from pitboss.house.person import Person
from pitboss.house.store import Transaction

Record = Callable[[Transaction, str, Draft], None]
"""Writes a draft of the person with this id to the log, in the same transaction."""


class Change(NamedTuple):
    """A change in the making. The time is given: nothing here reads a clock."""

    transaction: Transaction
    by: Person
    at: datetime
    record: Record

    def note(self, kind: str, body: Mapping[str, object]) -> None:
        """Put what was changed on the log."""
        self.record(self.transaction, self.by.id, Draft(kind, body))
