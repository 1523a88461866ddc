"""Balances: what each account of the ledger holds, as the sum of its postings."""

from collections.abc import Mapping

from pitboss.house.ledger import may_owe
from pitboss.house.store.connection import Transaction

_GIVE = (
    "INSERT INTO balances (account, cents) VALUES (?, ?)"
    " ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
)
_TAKE = "UPDATE balances SET cents = cents + ? WHERE account = ?"


def read(transaction: Transaction, account: str) -> int:
    rows = transaction.execute("SELECT cents FROM balances WHERE account = ?", (account,))
    return int(rows[0][0]) if rows else 0


def read_all(transaction: Transaction) -> list[tuple[str, int]]:
    """Every account that was ever posted to, in the order of their names."""
    rows = transaction.execute("SELECT account, cents FROM balances ORDER BY account")
    return [(account, cents) for account, cents in rows]


def change(transaction: Transaction, changes: Mapping[str, int]) -> None:
    """Move balances; accounts in one order everywhere, so that no two writers wait in a ring."""
    given: list[tuple[str, int]] = []
    taken: list[tuple[int, str]] = []
    for account, cents in sorted(changes.items()):
        # An insert that would be below zero fails even where the sum would not: the database
        # checks the row before it finds that there is one. So what is taken is an update.
        if cents > 0 or (cents and may_owe(account)):
            given.append((account, cents))
        elif cents:
            taken.append((cents, account))
    if given:
        transaction.execute_each(_GIVE, given)
    if taken:
        transaction.execute_each(_TAKE, taken)
