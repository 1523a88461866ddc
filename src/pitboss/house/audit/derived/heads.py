"""The signed heads: in a row, each naming the one before it, signed by a key of the log, and none
dropped that the log or the next head's making knows of."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.house.audit.checks import is_signed
from pitboss.house.audit.derived.differences import Difference
from pitboss.house.audit.heads import head_hash
from pitboss.house.log import HOUSE, START
from pitboss.house.store import Database, entries
from pitboss.house.store.entries import Head
from pitboss.house.store.heads import End

PAGE = 500
Claims = dict[str, dict[int, tuple[str, int]]]
"""By chain and version the hash that a head names, and the head's number."""


def of_chain(chain: str) -> tuple[str, str]:
    """What an entry concerns."""
    return ("house", "") if chain == HOUSE else ("table", chain)


def read_heads(database: Database, last: int) -> Iterator[Head]:
    for row in entries.HEADS.pages(database, size=PAGE):
        head = Head(*row)
        if head.number > last:
            return
        yield head


class Heads:
    """Goes through all of them up to one; ``claims`` is what they come to."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.claims: Claims = {}
        self.count = 0
        self._hashes: dict[int, str] = {}
        self._started: dict[int, str] = {}
        self._gone: list[int] = []

    def start(self, body: Mapping[str, Any]) -> None:
        """A start of the software has named the last head of its time."""
        head = body.get("head")
        if "head_gone" in body:
            self._gone.append(body["head_gone"])
        if isinstance(head, Mapping):
            self._started[head["number"]] = str(head["hash"])

    def follow(self, database: Database) -> Iterator[Difference]:
        number, before = 0, START
        for head in read_heads(database, self.last):
            place = f"heads {head.number}"
            if head.number != number + 1:
                yield Difference(f"heads {number + 1}", "a head", "none")
            body = _read(head)
            if (body.get("number"), body.get("at")) != (head.number, head.at):
                yield Difference(place, "a head of another number or time", "this one")
            elif head.number == number + 1 and body.get("previous") != before:
                yield Difference(place, "that it follows another head", "this one")
            number, before = head.number, head_hash(head)
            self._hashes[number] = before
            yield from self._take(number, body)
            self.count += 1

    def _take(self, number: int, body: Mapping[str, Any]) -> Iterator[Difference]:
        """What a head names must agree with all heads before it: a start signs what it finds."""
        for chain, (version, found) in dict(body.get("chains", {})).items():
            known = self.claims.setdefault(chain, {})
            last = next(reversed(known), 0)
            named, _ = known.setdefault(version, (found, number))
            if named != found or version < last:
                says = f"another end of {chain}, by an earlier head"
                yield Difference(f"heads {number}", says, f"entry {version}", *of_chain(chain))
        for chain in body.get("removed", ()):
            self.claims.pop(chain, None)

    def claim_of(self, chain: str, version: int) -> tuple[str, int]:
        """The hash of an entry by a head, and by which; nothing where none names it."""
        known = self.claims.get(chain)
        return known.get(version, ("", 0)) if known else ("", 0)

    def finish(self, head: tuple[int, int], ends: Mapping[str, End]) -> Iterator[Difference]:
        """What starts have named must be there, and what the heads name must be in the log."""
        for number, named in self._started.items():
            found = self._hashes.get(number)
            if found != named:
                yield Difference(f"heads {number}", "a head", "another" if found else "none")
        for number in self._gone:
            yield Difference(f"heads {number}", "a head", "none when the house was started")
        last, stands_for = head
        if stands_for > last:
            yield Difference("heads", f"a head {stands_for}", f"the last one is {last}")
        for chain, known in self.claims.items():
            for version, (_, number) in known.items():
                if ends.get(chain, (0, ""))[0] < version:
                    says = f"{chain} entry {version}, which head {number} names"
                    yield Difference("entries", says, "none", *of_chain(chain))
                    break

    def check_signatures(self, database: Database, keys: list[str]) -> Iterator[Difference | None]:
        """All of them; now and then it gives nothing, so that others have their turn."""
        for head in read_heads(database, self.last):
            if not is_signed(head.body, head.signature, keys):
                yield Difference(f"heads {head.number}", "a signature of the house", "another")
            elif head.number % PAGE == 0:
                yield None


def _read(head: Head) -> Mapping[str, Any]:
    try:
        found = json.loads(head.body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
