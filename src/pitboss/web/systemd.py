"""What a service manager is told over its socket: that the doors are open, that the server still
lives, and that it is closing. Where nothing listens, as in a terminal, nothing is told."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from pitboss.money import read_whole

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
MILLION = 1_000_000


class Manager:
    """The one that started this process, if any did."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        given = os.environ if environment is None else environment
        address = given.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        asked = given.get("WATCHDOG_USEC", "")
        mine = given.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        micros = read_whole(asked, "WATCHDOG_USEC", 0, 10**15) if asked and mine else 0
        self.every = micros / MILLION / 3
        """Seconds between two signs of life; 0 where none are wanted."""

    def tell(self, words: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.sendto(words.encode(), self._address)
