"""Rate limits that several processes count together, in a map of memory that all of them have. A
lock on its file is let go by the system when a process dies, so that one that is killed holds up
nobody.
"""

import fcntl
import mmap
import os
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b, sha256
from pathlib import Path

from pitboss.house.access import Rate, RateLimited, draw

SLOTS, WAYS = 32_768, 8
"""Keys that are remembered, of each kind, and how many of them have the same place."""
SLOT = struct.Struct("<16sdd")
SALT_BYTES = 32


class SharedBuckets:
    """The buckets of one kind, as ``house.access.Buckets`` has them, for all processes.

    A key's place is a salted hash, so that nobody can choose names that push another's out. Where a
    place is full, the one unused for longest is forgotten.
    """

    def __init__(self, folder: Path, what: str, rate: Rate, clock: Callable[[], float]) -> None:
        self._what = what
        self._rate = rate
        self._clock = clock
        self._guard = threading.Lock()
        name = sha256(what.encode()).hexdigest()[:16]
        self._file = os.open(folder / f"limit-{name}", os.O_RDWR | os.O_CREAT, 0o600)
        size = SALT_BYTES + SLOTS * SLOT.size
        with self._alone():
            if not os.fstat(self._file).st_size:
                os.write(self._file, os.urandom(SALT_BYTES))
                os.ftruncate(self._file, size)
        self._map = mmap.mmap(self._file, size)
        self._salt = self._map[:SALT_BYTES]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Neither another thread nor another process is in here."""
        with self._guard:
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)

    def take(self, key: str) -> None:
        """One token of the key's bucket, or a refusal."""
        digest = blake2b(key.encode(errors="replace"), key=self._salt, digest_size=20).digest()
        mark, place = digest[:16], int.from_bytes(digest[16:]) % (SLOTS // WAYS)
        start = SALT_BYTES + place * WAYS * SLOT.size
        now = self._clock()
        with self._alone():
            found = list(SLOT.iter_unpack(self._map[start : start + WAYS * SLOT.size]))
            way = next((w for w, slot in enumerate(found) if slot[0] == mark), None)
            if way is None:
                way = min(range(WAYS), key=lambda w: found[w][2])
                left, at = 1.0 * self._rate.tokens, now
            else:
                _, left, at = found[way]
            taken, left, wait = draw(self._rate, left, at, now)
            SLOT.pack_into(self._map, start + way * SLOT.size, mark, left, now)
        if not taken:
            raise RateLimited(self._what, self._rate, wait)
