"""Whether the software on the disk is still what was started, and the log's heads, signed.

What is started is recorded on the house's chain. When a later check finds another file, that is
recorded with an alert, and the house gives no more shuffles: rounds in play are finished, no new
one is dealt until the house is started again with software that someone has looked at.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.house.audit.heads import Key, announce_key, recorded_keys, sign_head
from pitboss.house.engine import House
from pitboss.house.log import Draft
from pitboss.house.manifest import (
    CHECK_SECONDS,
    PACKAGE,
    Manifest,
    check_manifest,
    make_manifest,
)
from pitboss.house.store.entries import Unit
from pitboss.refusal import Refused

WHO = "house"
SIGN_SECONDS = 60.0
STEP_SECONDS = 0.5
MOST_LINES = 50


class Watch:
    """Signs the log's head every minute and checks the software once a day, on its own thread.

    ``stopped`` says why no round is dealt, and is empty while all is well; ``trouble`` says why
    the last head could not be signed or the last check not be made.
    """

    def __init__(
        self,
        house: House,
        key: Key,
        package: Path = PACKAGE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.house = house
        self.key = key
        self.package = package
        self.stopped = ""
        self.trouble = ""
        self.manifest: Manifest = {}
        self._clock = clock
        self._sign_at = self._check_at = 0.0
        self._told = False
        self._ending = threading.Event()
        self._checking = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pitboss-watch", daemon=True)

    def start(self) -> None:
        """Record the software and the key, sign, and go on watching."""
        self.manifest = make_manifest(self.package)
        self._check_at = self._clock() + CHECK_SECONDS
        self.house.do(self._record_start)
        self.sign()
        self._thread.start()

    def stop(self) -> None:
        """End the thread and sign the last head; before the house is closed."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        self.sign()

    def _run(self) -> None:
        while not self._ending.wait(STEP_SECONDS):
            self.step()

    def step(self) -> None:
        """Do what is due; what fails, such as a full disk, is tried again a minute later."""
        now = self._clock()
        try:
            if now >= self._check_at:
                self._check_at = now + SIGN_SECONDS
                self.check()
                self.trouble = ""
            if now >= self._sign_at:
                self.sign()
                self.trouble = ""
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"

    def sign(self) -> None:
        """Sign where the log's chains stand now."""
        self._sign_at = self._clock() + SIGN_SECONDS
        self.house.do(self._sign)

    def _sign(self, unit: Unit) -> None:
        sign_head(unit.transaction, unit.at, self.key, self.manifest["digest"])

    def _record_start(self, unit: Unit) -> None:
        if self.key.public not in recorded_keys(unit.transaction):
            unit.append_house(announce_key(self.key), WHO)
        unit.append_house(Draft("software-started", {"manifest": self.manifest}), WHO)

    def check(self) -> list[str]:
        """Compare the files with the manifest now; gives a line for each that differs."""
        with self._checking:
            lines = check_manifest(self.manifest, self.package)
            if lines and not self.stopped:
                self.stopped = f"no new round: the software has changed since its start: {lines[0]}"
                self.house.room = self.house.room._replace(take=_refuse(self.stopped))
            if lines and not self._told:
                self.house.do(lambda unit: unit.append_house(_failed(lines), WHO))
                self._told = True
            self._check_at = self._clock() + CHECK_SECONDS
            return lines


def _failed(lines: list[str]) -> Draft:
    shown = lines[:MOST_LINES]
    words = f"software differs from its manifest ({len(shown)} files): {lines[0]}"
    return Draft("integrity-failed", {"lines": shown, "files": len(lines)}, alerts=(words,))


def _refuse(reason: str) -> Callable[[int], bytes]:
    """In place of the house's source of chance: without it nothing is shuffled or dealt."""

    def take(_: int) -> bytes:
        raise Refused(reason)

    return take
