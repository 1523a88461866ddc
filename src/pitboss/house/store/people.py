"""People with an account. A password is kept apart: no account that is read has one in it."""

from typing import NamedTuple

from pitboss.house.person import Person, is_id
from pitboss.house.store.connection import Row, Transaction

_SELECT = "SELECT id, name, role, active, made_at FROM people"


class Account(NamedTuple):
    """A person as kept, without the password."""

    person: Person
    is_active: bool
    made_at: str


def add(transaction: Transaction, account: Account, password: str) -> None:
    transaction.execute(
        "INSERT INTO people (id, name, role, active, made_at, password) VALUES (?, ?, ?, ?, ?, ?)",
        (*account.person, int(account.is_active), account.made_at, password),
    )


def keep(transaction: Transaction, account: Account) -> None:
    """Let an account stand with another name, another role, closed or open."""
    person_id, name, role = account.person
    transaction.execute(
        "UPDATE people SET name = ?, role = ?, active = ? WHERE id = ?",
        (name, role, int(account.is_active), person_id),
    )


def find(transaction: Transaction, person_id: str) -> Account | None:
    """Locked until the end of a transaction that writes."""
    if not is_id(person_id):
        return None
    rows = transaction.execute(f"{_SELECT} WHERE id = ?{transaction.locking}", (person_id,))
    return _account(rows[0]) if rows else None


def find_by_name(transaction: Transaction, name: str) -> Account | None:
    rows = transaction.execute(f"{_SELECT} WHERE name = ?", (name,))
    return _account(rows[0]) if rows else None


def read_all(transaction: Transaction) -> list[Account]:
    """In the order of their names."""
    found = map(_account, transaction.execute(_SELECT))
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


def _account(row: Row) -> Account:
    return Account(Person(*row[:3]), bool(row[3]), row[4])
