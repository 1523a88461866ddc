"""Logs and rounds changed by someone who knows the format: every hash is made anew, so that only
what they say can give them away. They are signed by a key of the forger's own."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from pitboss.cards import format_cards
from pitboss.house.audit.integrity import passing_key
from tests.house.guests import STACKED

START = "0" * 64
Entry = dict[str, Any]


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def hash_entry(before: str, entry: Entry) -> str:
    names = ("chain", "version", "kind", "at", "who", "command")
    parts = [before, *(entry[name] for name in names), canonical(entry["body"])]
    return sha256(canonical(parts).encode()).hexdigest()


def commitment_of(secret: object) -> str:
    return sha256(canonical(secret).encode()).hexdigest()


def forge_round(value: dict[str, Any]) -> dict[str, Any]:
    """An exported round with its hashes as they would be."""
    _, before = value["before"]
    for entry in value["entries"]:
        entry["hash"] = before = hash_entry(before, entry)
    return value


def forge_log(values: Iterable[dict[str, Any]]) -> list[bytes]:
    """A whole log with its hashes, and without heads; versions are counted anew."""
    key = passing_key()
    lines: list[str] = []
    ends: dict[str, tuple[int, str]] = {}
    for value in values:
        if "head" in value or "end" in value:
            continue
        if "format" in value:
            value["keys"] = [key.public]
        if "entry" in value:
            entry = value["entry"]
            version, before = ends.get(entry["chain"], (0, START))
            entry["version"] = version + 1
            entry["hash"] = hash_entry(before, entry)
            ends[entry["chain"]] = (entry["version"], entry["hash"])
        lines.append(canonical(value) + "\n")
    text = "".join(lines)
    end = {
        "entries": sum(line.startswith('{"entry"') for line in lines),
        "chains": {chain: list(last) for chain, last in ends.items()},
        "sha256": sha256(text.encode()).hexdigest(),
    }
    signed = {"end": end, "signature": key.sign(canonical(end))}
    return [*(line.encode() for line in lines), (canonical(signed) + "\n").encode()]


def as_recorded(lines: Iterable[bytes]) -> list[bytes]:
    """A log whose decks were stacked, as an earlier Pitboss would have written it: each round's
    deck is its secret, and nothing is sealed."""
    values = []
    for line in lines:
        value = json.loads(line)
        entry = value.get("entry", {})
        if entry.get("kind") == "round-sealed":
            continue
        if entry.get("kind") == "round-opened":
            deck = STACKED[entry["secret"]["seed"], entry["chain"]]
            entry["secret"] = {"deck": format_cards(deck), "salt": "s"}
            entry["body"]["commitment"] = commitment_of(entry["secret"])
            entry["body"]["setup"] = 0  # versions change
            del entry["body"]["added"]
        values.append(value)
    return forge_log(values)
