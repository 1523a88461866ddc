"""Where the house keeps everything: SQLite in a file, or PostgreSQL, through one interface."""

from pitboss.house.store.connection import Conflict, Database, Transaction
from pitboss.house.store.schema import create_schema
from pitboss.refusal import Refused

__all__ = ["Conflict", "Database", "Transaction", "open_database"]


def open_database(address: str) -> Database:
    """``postgresql://…`` or the path of a file, made where it is missing."""
    database: Database
    if address.startswith(("postgresql://", "postgres://")):
        from pitboss.house.store.postgresql import Postgresql

        database = Postgresql(address)
    elif "://" in address:
        scheme = address.partition("://")[0]
        raise Refused(f"database {scheme}://: give a file's path or postgresql://…")
    else:
        from pitboss.house.store.sqlite import Sqlite

        database = Sqlite(address)
    try:
        create_schema(database)
    except BaseException:
        database.close()
        raise
    return database
