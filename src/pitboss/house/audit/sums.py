"""Part of the independent verifier: the money of an exported log, added up again.

Like ``verify``, it shares no code with the house: it knows only what the format promises.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

OVERDRAWN = ("cage", "promotions")
OVERDRAWN_PREFIX = "bank:"
"""The accounts that may stand below zero; every other one holds what somebody put there."""

PATIENCE = timedelta(seconds=5)
"""How far the clocks of two servers may be apart: the order of two chains is known only so well."""


class Sums:
    """Adds up postings; ``whole`` when the log starts at its beginning, so that sums are balances.

    An account that one chain alone moves is followed entry by entry. The order between chains is
    that of their clocks, so an account that several move may be short for a moment.
    """

    def __init__(self, whole: bool) -> None:
        self.whole = whole
        self.postings = 0
        self.balances: dict[str, int] = {}
        self._chains: dict[str, str] = {}
        self._short: dict[str, tuple[datetime, str]] = {}
        self._dipped: dict[str, tuple[str, int]] = {}
        self._told: set[str] = set()

    def add(self, entry: Mapping[str, Any], place: str) -> Iterator[tuple[str, str]]:
        """Take an entry's postings; yields what is wrong with them."""
        postings = entry["body"].get("postings", {})
        if not _are_postings(postings):
            yield place, "its postings are no whole cents by account"
            return
        self.postings += len(postings)
        if total := sum(postings.values()):
            yield place, f"its postings sum to {total} cents, not to zero"
        if not self.whole:
            return
        at = _moment(entry["at"])
        if at is None:
            yield place, "its time is no ISO 8601 time with a time zone"
            return
        for account, cents in postings.items():
            self.balances[account] = self.balances.get(account, 0) + cents
            if self._chains.setdefault(account, entry["chain"]) != entry["chain"]:
                self._chains[account] = ""
            yield from self._follow(account, at, place)

    def _follow(self, account: str, at: datetime, place: str) -> Iterator[tuple[str, str]]:
        if may_be_overdrawn(account):
            return
        since = self._short.get(account)
        if since and at - since[0] > PATIENCE and account not in self._told:
            self._told.add(account)
            yield since[1], f"leaves {account} below zero"
        if self.balances[account] >= 0:
            self._short.pop(account, None)
        elif not since:
            self._short[account] = at, place
            self._dipped.setdefault(account, (place, self.balances[account]))

    def finish(self) -> Iterator[tuple[str, str]]:
        """What is wrong once all entries are known."""
        for account, (_, place) in self._short.items():
            if account not in self._told:
                self._told.add(account)
                yield place, f"leaves {account} below zero, at {self.balances[account]} cents"
        for account, (place, cents) in self._dipped.items():
            if self._chains[account] and account not in self._told:
                yield place, f"takes {account} below zero, to {cents} cents"

    def compare(self, recorded: Mapping[str, int]) -> Iterator[tuple[str, str]]:
        """The balances that the house keeps must be the sums of its postings."""
        for account in sorted({*self.balances, *recorded}):
            kept, summed = recorded.get(account, 0), self.balances.get(account, 0)
            place = f"balance {account}"
            if account not in self.balances:
                yield place, "no posting names this account"
            elif kept != summed:
                yield place, f"the house keeps {kept} cents, the postings sum to {summed}"


def may_be_overdrawn(account: str) -> bool:
    return account in OVERDRAWN or account.startswith(OVERDRAWN_PREFIX)


def _are_postings(value: object) -> bool:
    return isinstance(value, dict) and all(type(cents) is int for cents in value.values())


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
