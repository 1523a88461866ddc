"""Rate limits: a bucket of tokens for each key, in memory, refilled as time passes.

Each process counts for itself. The number of keys is bounded: the one unused for longest is
forgotten first, and only a full bucket is worth as much as none.
"""

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from pitboss.house.person import fold_spaces
from pitboss.refusal import Refused

MOST_KEYS = 20_000
"""Of each kind; some 5 MB."""


class Rate(NamedTuple):
    """So many in so many seconds, all of them at once if need be."""

    tokens: int
    seconds: int


LOGIN = Rate(5, 60)
GUESTS = Rate(20, 60)
COMMANDS = Rate(50, 1)


class RateLimited(Refused):
    """Too many; ``wait_seconds`` from now there is room for one more."""

    def __init__(self, what: str, rate: Rate, wait_seconds: int) -> None:
        most = f"at most {rate.tokens} in {rate.seconds} s"
        super().__init__(f"{what}: {most}; wait {wait_seconds} s")
        self.wait_seconds = wait_seconds


class Buckets:
    """The buckets of one kind."""

    def __init__(self, what: str, rate: Rate, clock: Callable[[], float]) -> None:
        self._what = what
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._guard = Lock()

    def __len__(self) -> int:
        return len(self._left)

    def take(self, key: str) -> None:
        """One token of the key's bucket, or a refusal."""
        now = self._clock()
        each = self._rate.seconds / self._rate.tokens
        with self._guard:
            left, at = self._left.get(key, (float(self._rate.tokens), now))
            left = min(float(self._rate.tokens), left + max(0.0, now - at) / each)
            taken = left > 0.999_999_999  # waiting as long as was said must be enough
            self._left[key] = (left - taken, now)
            self._left.move_to_end(key)
            if len(self._left) > MOST_KEYS:
                self._left.popitem(last=False)
        if not taken:
            raise RateLimited(self._what, self._rate, math.ceil((1 - left) * each))


class Limits:
    """All limits of one server. ``clock`` counts seconds and never goes back (a monotonic one)."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._names = Buckets("logins under one name", LOGIN, clock)
        self._addresses = Buckets("logins from one address", LOGIN, clock)
        self._guests = Buckets("guests from one address", GUESTS, clock)
        self._commands = Buckets("commands of one session", COMMANDS, clock)

    def take_login(self, name: str, address: str) -> None:
        """Before the password is looked at. Who has used up an address uses up no names."""
        self._addresses.take(address_key(address))
        self._names.take(_short(fold_spaces(name[:1_000])))

    def take_guest(self, address: str) -> None:
        self._guests.take(address_key(address))

    def take_command(self, session_key: str) -> None:
        self._commands.take(_short(session_key))


def address_key(address: str) -> str:
    """One key for whoever has one line: IPv6 gives each line a whole /64 of addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return _short(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    network = int(parsed) >> 64 << 64
    return str(ipaddress.IPv6Address(network))


def _short(key: str) -> str:
    """A key of bounded size."""
    return key if len(key) <= 64 else sha256(key.encode(errors="replace")).hexdigest()
