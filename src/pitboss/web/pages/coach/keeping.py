"""Where a person's coach and exercises are kept: one JSON document for each."""

import json
from typing import Any

from pitboss.house.database import Transaction
from pitboss.house.log import canonical

Json = dict[str, Any]


def read_kept(transaction: Transaction, key: str) -> Json:
    """What is kept under a key; empty if nothing is."""
    rows = transaction.execute("SELECT body FROM scorecards WHERE person = ?", (key,))
    found: Json = json.loads(rows[0][0]) if rows else {}
    return found


def write_kept(transaction: Transaction, key: str, body: Json) -> None:
    transaction.execute(
        "INSERT INTO scorecards (person, body) VALUES (?, ?)"
        " ON CONFLICT (person) DO UPDATE SET body = excluded.body",
        (key, canonical(body)),
    )


def coach_key(who: str) -> str:
    return f"coach {who}"


def exercise_key(who: str) -> str:
    return f"exercise {who}"
