"""What it means that the database fails: its kind, and one line for people. The errors of both
drivers are read here, SQLite's by their codes and PostgreSQL's by the standard's SQLSTATE."""

import sqlite3
from collections.abc import Mapping

from pitboss.refusal import Refused

WORDS: Mapping[str, str] = {
    "locked": "another program keeps it locked; try again",
    "full": "the disk is full; nothing is taken until there is room",
    "failing": "the disk fails to read or write its file",
    "read-only": "its file may only be read, not written",
    "missing": "its file is gone; nothing is taken until it is back",
    "replaced": "another file lies in its place; nothing is taken until the right one is back",
    "damaged": "its file is damaged",
    "unreachable": "PostgreSQL cannot be reached; try again",
    "standby": "this PostgreSQL takes no writes; try again when another has taken over",
    "another": "the PostgreSQL that answers has another house's; nothing is taken",
    "crowded": "it has no room for this now; try again",
}
IN_DOUBT = "; whether this was written is not known: send it again with the same id, or look first"

LOST = frozenset({"unreachable", "standby"})
"""The connection is of no use, and another may be had at once."""
KEPT = frozenset({"locked", "full", "crowded"})
"""The connection is as good as before."""

_SQLITE = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "failing",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CANTOPEN: "failing",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_NOMEM: "crowded",
}
_POSTGRESQL = {
    "25006": "standby",
    "25P03": "unreachable",
    "3D000": "another",
    "53100": "full",
    "55P03": "locked",
    "57014": "locked",
    "58030": "failing",
    "58P01": "failing",
    "XX001": "damaged",
    "XX002": "damaged",
}
_CLASSES = {"08": "unreachable", "28": "unreachable", "53": "crowded", "57": "unreachable"}
"""By the first two signs, where the whole code is not listed."""


class Outage(Refused):
    """The database cannot do its work now; nothing was acknowledged. ``cause``, in the driver's
    words, is for the log and not for everyone. ``in_doubt`` when it failed while it was told to
    commit: then it may be written all the same."""

    def __init__(self, kind: str, cause: str = "", in_doubt: bool = False) -> None:
        self.words = f"database: {WORDS[kind]}"
        super().__init__(f"{self.words}{IN_DOUBT if in_doubt else ''}")
        self.kind = kind
        self.cause = cause
        self.in_doubt = in_doubt

    def doubted(self) -> "Outage":
        """The same of a commit whose outcome is not known."""
        return Outage(self.kind, self.cause, in_doubt=True)


def kind_of_sqlite(error: sqlite3.Error) -> str:
    """Nothing for what is no outage, such as a wrong statement."""
    return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")


def kind_of_state(sqlstate: str | None) -> str:
    """The same for PostgreSQL; one that is lost or never came says no state."""
    if not sqlstate:
        return "unreachable"
    return _POSTGRESQL.get(sqlstate, _CLASSES.get(sqlstate[:2], ""))
