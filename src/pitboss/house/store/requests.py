"""Acts that need two people, as they were asked for and answered."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.house.log import canonical
from pitboss.house.person import is_id
from pitboss.house.store.connection import Row, Rows, Transaction
from pitboss.refusal import Refused


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


def _read(identity: str, act: str, text: str, *rest: str) -> Request:
    kept = json.loads(text)
    return Request(identity, act, kept["body"], kept["why"], *rest)


_COLUMNS = ("id", "act", "body", "asked_by", "asked_at", "state", "answered_by", "answered_at")
_ROWS = Rows("requests", _COLUMNS, _read)


def add(transaction: Transaction, request: Request) -> None:
    _ROWS.add(transaction, _row(request))


def keep(transaction: Transaction, request: Request) -> None:
    """Keep what a request has come to, and who answered it."""
    _ROWS.keep(transaction, _row(request), "state", "answered_by", "answered_at")


def find(transaction: Transaction, identity: str) -> Request:
    """Locked until the end of a transaction that writes."""
    found = _ROWS.lock(transaction, identity) if is_id(identity) else None
    if found is None:
        raise Refused(f"request {identity}: there is none of this id")
    return found


def read_all(transaction: Transaction, states: tuple[str, ...]) -> list[Request]:
    """In the order in which they were asked."""
    marks = ", ".join("?" * len(states))
    where = f"WHERE state IN ({marks}) ORDER BY asked_at, id"
    return _ROWS.find(transaction, where, states)


def _row(request: Request) -> Row:
    identity, act, _, _, *rest = request
    return identity, act, request.text, *rest
