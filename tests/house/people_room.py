"""A house with a database and nothing else: what the tests of people act in."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher

from pitboss.house.log import Draft
from pitboss.house.people import accounts
from pitboss.house.people.change import Change
from pitboss.house.people.passwords import Hashed, hash_password
from pitboss.house.person import Person
from pitboss.house.store import Database, Transaction, open_database

START = datetime(2024, 5, 1, 12, tzinfo=UTC)
PASSWORD = "correct horse"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes in no time; for tests only."""


class Room:
    """Runs each act in a transaction of its own and keeps what was put on the log."""

    def __init__(self, path: str) -> None:
        self.database: Database = open_database(path)
        self.now = START
        self.log: list[tuple[str, str, dict[str, Any]]] = []
        self.hashed: Hashed = hash_password(PASSWORD)
        made = accounts.ensure_operator(self.database, "Olga", PASSWORD, self.now, self.record)
        assert made
        self.operator = made.person

    def record(self, transaction: Transaction, who: str, draft: Draft) -> None:
        self.log.append((who, draft.kind, dict(draft.body)))

    def act(self, by: Any, do: Callable[..., Any], *given: Any) -> Any:
        with self.database.transaction() as transaction:
            return do(Change(transaction, by, self.now, self.record), *given)

    def write(self, do: Callable[..., Any], *given: Any) -> Any:
        with self.database.transaction() as transaction:
            return do(transaction, *given)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        with self.database.reading() as transaction:
            return transaction.execute(sql)

    def hire(self, name: str, role: str) -> Person:
        made: Person = self.act(self.operator, accounts.make_person, name, role, self.hashed)
        return made

    def log_in(self, name: str, password: str = PASSWORD, old_token: str = "") -> Any:
        proof = accounts.prove(self.database, name, password)
        return self.write(accounts.log_in, proof, self.now, self.record, old_token)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)
