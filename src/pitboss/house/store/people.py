"""People with an account. A password is kept apart: no account that is read has one in it."""

from typing import NamedTuple

from pitboss.house.person import Person, is_id
from pitboss.house.store.connection import Rows, Transaction


class Account(NamedTuple):
    """A person as kept, without the password."""

    person: Person
    is_active: bool
    made_at: str


_ROWS = Rows(
    "people",
    ("id", "name", "role", "active", "made_at"),
    lambda *row: Account(Person(*row[:3]), bool(row[3]), row[4]),
)


def add(transaction: Transaction, account: Account, password: str) -> None:
    transaction.execute(
        "INSERT INTO people (id, name, role, active, made_at, password) VALUES (?, ?, ?, ?, ?, ?)",
        (*account.person, int(account.is_active), account.made_at, password),
    )


def keep(transaction: Transaction, account: Account) -> None:
    """Let an account stand with another name, another role, closed or open."""
    row = (*account.person, int(account.is_active), account.made_at)
    _ROWS.keep(transaction, row, "name", "role", "active")


def find(transaction: Transaction, person_id: str) -> Account | None:
    """Locked until the end of a transaction that writes."""
    return _ROWS.lock(transaction, person_id) if is_id(person_id) else None


def find_by_name(transaction: Transaction, name: str) -> Account | None:
    return _ROWS.first(transaction, "WHERE name = ?", (name,))


def read_all(transaction: Transaction) -> list[Account]:
    """In the order of their names."""
    found = _ROWS.find(transaction)
    return sorted(found, key=lambda account: (account.person.name.casefold(), account.person.id))


def read_names(transaction: Transaction) -> dict[str, str]:
    """The names of everyone with an account, by id."""
    return dict(transaction.execute("SELECT id, name FROM people"))


def read_operators(transaction: Transaction) -> list[str]:
    """The ids of all who manage accounts; locked in a transaction that writes."""
    rows = transaction.execute(
        "SELECT id FROM people WHERE role = 'operator' AND active = 1"
        f" ORDER BY id{transaction.locking}"
    )
    return [row[0] for row in rows]


def read_password(transaction: Transaction, person_id: str) -> str:
    """The hash of someone's password."""
    rows = transaction.execute("SELECT password FROM people WHERE id = ?", (person_id,))
    return str(rows[0][0]) if rows else ""


def keep_password(transaction: Transaction, person_id: str, password: str) -> None:
    transaction.execute("UPDATE people SET password = ? WHERE id = ?", (password, person_id))
