"""A house with a database and nothing else: what the tests of people act in."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher

from pitboss.house import access, accounts
from pitboss.house.accounts import Hashed, hash_password
from pitboss.house.log import HOUSE, Person, stamp
from pitboss.house.store import Database, entries, open_database
from pitboss.house.store.entries import Change, Unit, Which

START = datetime(2024, 5, 1, 12, tzinfo=UTC)
PASSWORD = "correct horse"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes in no time; for tests only."""


class Room:
    """Runs each act in a transaction of its own and keeps what was put on the log."""

    def __init__(self, path: str) -> None:
        self.database: Database = open_database(path)
        self.now = START
        self.hashed: Hashed = hash_password(PASSWORD)
        made = accounts.ensure_operator(self.database, "Olga", PASSWORD, self.now)
        assert made
        self.operator = made.person

    @property
    def log(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Who did what, as it was put on the log."""
        with self.database.reading() as transaction:
            found = entries.search(transaction, Which(HOUSE))
        return [(entry.who, entry.kind, entry.values) for entry in found]

    def work(self, do: Callable[..., Any], *given: Any) -> Any:
        with self.database.transaction() as transaction:
            unit = Unit(transaction, stamp(self.now))
            answer = do(unit, *given)
            unit.flush()
            return answer

    def act(self, by: Any, do: Callable[..., Any], *given: Any) -> Any:
        return self.work(lambda unit: do(Change(unit, by, self.now), *given))

    def write(self, do: Callable[..., Any], *given: Any) -> Any:
        with self.database.transaction() as transaction:
            return do(transaction, *given)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        with self.database.reading() as transaction:
            return transaction.execute(sql)

    def hire(self, name: str, role: str) -> Person:
        """Whoever may approve is made at the machine: one operator alone makes no such account."""
        by = accounts.MACHINE if role in access.APPROVERS else self.operator
        made: Person = self.act(by, accounts.make_person, name, role, self.hashed)
        return made

    def log_in(self, name: str, password: str = PASSWORD, old_token: str = "") -> Any:
        proof = accounts.prove(self.database, name, password)
        begun = self.work(accounts.log_in, proof, self.now, old_token)
        return None if isinstance(begun, accounts.LoginRefused) else begun

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)
