"""Where the house keeps everything: SQLite in a file, or PostgreSQL, through one interface.

All SQL stands here, by notion; what is asked is answered in notions, not in rows:
``tables.load_round(transaction, table, 7)`` is a line of the books with its entries.
"""

from pitboss.house.store import entries, heads, jackpots, people, retention, tables
from pitboss.house.store.database import Conflict, Database, Transaction
from pitboss.house.store.schema import create_schema
from pitboss.house.store.sqlite import Sqlite
from pitboss.house.store.vault import Vault
from pitboss.house.store.vault_keys import Consent, Keys, open_vault, read_record
from pitboss.refusal import Refused

__all__ = ["Conflict", "Database", "Transaction", "connect", "open_database"]
__all__ += ["Consent", "Keys", "open_vault"]
__all__ += ["entries", "heads", "jackpots", "people", "retention", "tables"]


def open_database(address: str) -> Database:
    """``postgresql://…`` or the path of a file, made where it is missing. Where its secrets are
    locked, they stay so until ``open_vault``."""
    database = connect(address)
    try:
        create_schema(database)
        with database.reading() as transaction:
            record = read_record(transaction)
        database.vault = Vault(record.id if record else "")
    except BaseException:
        database.close()
        raise
    return database


def connect(address: str) -> Database:
    """The database as it is, whatever version of Pitboss made it."""
    if address.startswith(("postgresql://", "postgres://")):
        from pitboss.house.store.postgresql import Postgresql

        return Postgresql(address)
    if "://" in address:
        scheme = address.partition("://")[0]
        raise Refused(f"database {scheme}://: give a file's path or postgresql://…")
    return Sqlite(address)
