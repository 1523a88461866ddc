"""What is kept only for a time: ended sessions, what guests leave behind, and the logs of their
practice. Each is found and removed some at a time."""

from collections.abc import Collection
from datetime import datetime

from pitboss.house.log import stamp
from pitboss.house.store.database import Transaction
from pitboss.house.store.heads import GROWN

_GONE = "NOT IN (SELECT person FROM sessions)"
"""A guest exists only in a session: without one they are gone for good."""


def remove_scorecards(transaction: Transaction) -> None:
    """Of guests who are gone."""
    transaction.execute(f"DELETE FROM scorecards WHERE person LIKE 'guest-%' AND person {_GONE}")


def find_left_behind(transaction: Transaction, most: int) -> dict[str, int]:
    """The chips of guests who are gone, by person."""
    rows = transaction.execute(
        "SELECT substr(account, 8), cents FROM balances WHERE account LIKE 'player:guest-%'"
        f" AND cents > 0 AND substr(account, 8) {_GONE} ORDER BY account LIMIT {most}"
    )
    return {str(person): int(cents) for person, cents in rows}


def find_old_practice(transaction: Transaction, before: datetime) -> list[str]:
    """Closed practice tables of guests at which nothing has happened since; not those that played
    on jackpots, whose history runs through them."""
    rows = transaction.execute(
        "SELECT id FROM tables WHERE status = 'closed' AND owner LIKE ? AND snapshot NOT LIKE ?"
        " AND (SELECT at FROM entries WHERE chain = tables.id ORDER BY version DESC LIMIT 1) < ?"
        " ORDER BY id",
        ("guest-%", '%"jackpot":%', stamp(before)),
    )
    return [str(table) for (table,) in rows]


def remove_table(transaction: Transaction, table: str, accounts: Collection[str]) -> None:
    """Everything of a table, with those of its accounts that are empty; the next head says that
    its chain is gone."""
    for account in accounts:
        empty = "DELETE FROM balances WHERE account = ? AND cents = 0"
        transaction.execute(empty, (account,))
    for what, name in (("entries", "chain"), ("rounds", "table_id"), ("tables", "id")):
        transaction.execute(f"DELETE FROM {what} WHERE {name} = ?", (table,))
    transaction.execute(GROWN, (table, 0))
