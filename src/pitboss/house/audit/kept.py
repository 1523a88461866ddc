"""What was kept elsewhere, for the verifier: heads as they left the house, and timestamps of them.

A timestamp alone is as good as a head, for it holds a head's hash. Who signed it is not looked at
here: that takes certificates that one trusts.
"""

import json
from base64 import b64decode
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pitboss.house.audit.checks import Findings, canonical, digest
from pitboss.house.audit.timestamps import BadStamp, Stamp, read_stamp

APART = timedelta(minutes=5)
"""How far the clocks of a house and of an authority may be apart."""


class Stamped(NamedTuple):
    """A head of the log of which there is a timestamp: its number, when it was signed by its own
    words, and when it was there by the timestamp's."""

    head: int
    signed: str
    stamped: str


def read_head(data: bytes) -> tuple[dict[str, Any] | None, object]:
    """A head with its signature, and its timestamp: a line of a log, a file from a folder of heads,
    what a webhook got or the API gave. Its form does not matter, since what is signed is made
    anew from it; further parts are for others."""
    value = None
    with suppress(RecursionError, ValueError):
        value = json.loads(data)
    if not isinstance(value, dict):
        return None, None
    parts = {name: value[name] for name in ("head", "signature") if name in value}
    return parts, value.get("timestamp")


class Stamps:
    """Timestamps that wait for the head of which they are."""

    def __init__(self, given: Iterable[bytes] = ()) -> None:
        self.met: list[Stamped] = []
        self._waiting: dict[str, list[Stamp]] = {}
        for data in given:
            self._add(read_stamp(data))

    def _add(self, stamp: Stamp) -> None:
        self._waiting.setdefault(stamp.digest.hex(), []).append(stamp)

    def add_own(self, text: object, head: object, place: str) -> Findings:
        """The timestamp that stands with a head, in base64."""
        try:
            stamp = read_stamp(b64decode(str(text), validate=True))
        except (BadStamp, ValueError):
            yield place, "what stands with it is no timestamp"
            return
        if stamp.digest.hex() != digest(canonical(head)):
            yield place, "its timestamp is of something else"
        else:
            self._add(stamp)

    def meet(self, found: str, number: int, signed: str, place: str) -> Findings:
        """A head of the log has this hash."""
        for stamp in self._waiting.pop(found, ()):
            self.met.append(Stamped(number, signed, stamp.at.isoformat()))
            with suppress(TypeError, ValueError):
                if stamp.at < datetime.fromisoformat(signed) - APART:
                    yield place, f"its timestamp is of {stamp.at.isoformat()}, before its own time"

    def finish(self) -> Findings:
        """What no head of the log fits."""
        for found, stamps in self._waiting.items():
            for stamp in stamps:
                place = f"timestamp of {stamp.at.isoformat()}"
                yield place, f"is of no head of this log: none has the hash {found}"
