"""Acts that need two people, as they were asked for and answered."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house.log import canonical
from pitboss.house.person import is_id
from pitboss.house.store.connection import Row, Transaction
from pitboss.refusal import Refused

_COLUMNS = "id, act, body, asked_by, asked_at, state, answered_by, answered_at"


class Request(NamedTuple):
    """One act asked for: asked, approved, then done; or declined or withdrawn before it is done.
    ``answered_by`` is whoever approved, declined or withdrew it."""

    id: str
    act: str
    body: Mapping[str, Any]
    why: str
    asked_by: str
    asked_at: str
    state: str = "asked"
    answered_by: str = ""
    answered_at: str = ""

    @property
    def text(self) -> str:
        """What is to be done and why, as it is kept."""
        return canonical({"body": self.body, "why": self.why})


def add(transaction: Transaction, request: Request) -> None:
    identity, act, _, _, *rest = request
    transaction.execute(
        f"INSERT INTO requests ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (identity, act, request.text, *rest),
    )


def keep(transaction: Transaction, request: Request) -> None:
    """Keep what a request has come to, and who answered it."""
    transaction.execute(
        "UPDATE requests SET state = ?, answered_by = ?, answered_at = ? WHERE id = ?",
        (request.state, request.answered_by, request.answered_at, request.id),
    )


def find(transaction: Transaction, identity: str) -> Request:
    """Locked until the end of a transaction that writes."""
    rows = is_id(identity) and transaction.execute(
        f"SELECT {_COLUMNS} FROM requests WHERE id = ?{transaction.locking}", (identity,)
    )
    if not rows:
        raise Refused(f"request {identity}: there is none of this id")
    return _request(rows[0])


def read_all(transaction: Transaction, states: tuple[str, ...]) -> list[Request]:
    """In the order in which they were asked."""
    marks = ", ".join("?" * len(states))
    rows = transaction.execute(
        f"SELECT {_COLUMNS} FROM requests WHERE state IN ({marks}) ORDER BY asked_at, id", states
    )
    return [_request(row) for row in rows]


def _request(row: Row) -> Request:
    identity, act, text, *rest = row
    kept = json.loads(text)
    return Request(identity, act, kept["body"], kept["why"], *rest)
