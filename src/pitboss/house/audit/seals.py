"""The seeds of rounds, followed in a log: each is sealed once and before the wagers, and the deal
goes by it and by what seats have added, and by nothing else. What an earlier Pitboss has dealt, at
tables whose log has no seal yet, is taken as it is."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Entry = Mapping[str, Any]

SEALED, ADDED, WAGERED = "round-sealed", "word-added", "wagers-placed"
MARK = 32
"""Signs of a commitment that tell it from all others."""
OPENED, TAKEN, LEFT = "round-opened", "seat-taken", "seat-left"


class Known(NamedTuple):
    """A table's seal, until its round is dealt, and what its seats have added to that."""

    round: object
    commitment: object
    added: dict[str, object]


class Seals:
    """Watches a log's entries."""

    def __init__(self) -> None:
        self.checked = 0
        self._used: set[str] = set()
        self._tables: dict[str, Known] = {}

    def add(self, entry: Entry, is_begun: bool) -> Iterator[str]:
        """What is wrong with it; ``is_begun`` where the chain is known from its first entry."""
        kind, body, chain = entry["kind"], entry["body"], entry["chain"]
        known = self._tables.get(chain)
        if kind == SEALED:
            if known and known.commitment is not None:
                yield f"seals a seed again; that of round {str(known.round)[:20]} is not dealt yet"
            # whoever saw the other round knows this one's seed before they wager
            if (mark := str(body.get("commitment"))[:MARK]) in self._used:
                yield "seals a seed that was sealed before, for another round"
            self._used.add(mark)
            added = known.added if known else {}
            self._tables[chain] = Known(body.get("round"), body.get("commitment"), added)
        elif known is None:
            if is_begun and kind == OPENED and "added" in body:
                yield "is dealt by a seed that was not sealed"
        elif kind in (ADDED, WAGERED):
            if known.commitment is None:
                yield "comes before the seed of its round is sealed"
            if body.get("added") is not None:
                known.added[str(body.get("seat"))] = body["added"]
        elif kind in (TAKEN, LEFT):
            known.added.pop(str(body.get("seat")), None)
        elif kind == OPENED:
            yield from self._open(known, body)
            self._tables[chain] = Known(None, None, {})

    def _open(self, known: Known, body: Mapping[str, Any]) -> Iterator[str]:
        self.checked += 1
        if (body.get("round"), body.get("commitment")) != known[:2]:
            yield "is not dealt by the seed that was sealed for it"
        if body.get("added") != {seat: text for seat, text in known.added.items() if text}:
            yield "is not dealt by what the seats have added"
