"""The coach's scorecard of a person, kept as JSON from visit to visit."""

import json
from collections.abc import Mapping
from typing import Any

from pitboss.house.log import canonical
from pitboss.house.store.connection import Transaction
from pitboss.refusal import Refused

LONGEST = 64_000
"""Letters of one scorecard as JSON."""


def read(transaction: Transaction, person: str) -> dict[str, Any]:
    """What was kept for the person; empty when nothing was."""
    rows = transaction.execute("SELECT body FROM scorecards WHERE person = ?", (person,))
    found: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
    return found


def keep(transaction: Transaction, person: str, values: object) -> None:
    """Keep it in place of what was kept."""
    if not isinstance(values, Mapping):
        raise Refused("scorecard: a JSON object is needed")
    try:
        text = canonical(values)
    except (TypeError, ValueError):
        raise Refused("scorecard: only JSON values can be kept") from None
    if len(text) > LONGEST:
        raise Refused(f"scorecard: at most {LONGEST} letters of JSON, not {len(text)}")
    transaction.execute(
        "INSERT INTO scorecards (person, body) VALUES (?, ?)"
        " ON CONFLICT (person) DO UPDATE SET body = excluded.body",
        (person, text),
    )
