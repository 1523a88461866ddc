"""What a running house does by the clock: sign its head, check itself, forget old sessions."""

import logging
import threading
import time
from datetime import datetime

from pitboss.house.audit.heads import Key, sign_head
from pitboss.house.audit.manifest import CHECK_SECONDS, Manifest, check_manifest
from pitboss.house.batch import Batch
from pitboss.house.log import HOUSE, Draft
from pitboss.house.people import sessions
from pitboss.house.running.house import House
from pitboss.house.running.writer import Done

HEAD_SECONDS = 60.0
SWEEP_SECONDS = 3_600.0

_LOG = logging.getLogger("pitboss.keeper")


class Keeper:
    """A thread of its own; ``stop`` signs the last head."""

    def __init__(self, house: House, key: Key, manifest: Manifest) -> None:
        self.house = house
        self.key = key
        self.manifest = manifest
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        self.house.do(self.sign)

    def _run(self) -> None:
        swept = checked = time.monotonic()
        while not self._stopped.wait(HEAD_SECONDS):
            now = time.monotonic()
            try:
                self.house.do(self.sign)
                if now - swept >= SWEEP_SECONDS:
                    swept = now
                    self.house.do(self.sweep)
                if now - checked >= CHECK_SECONDS:
                    checked = now
                    self.check()
            except Exception:
                _LOG.exception("keeping the house; it goes on in %s s", HEAD_SECONDS)

    def sign(self, batch: Batch) -> Done:
        sign_head(batch.transaction, batch.at, self.key, self.manifest["digest"])
        return lambda: None

    def sweep(self, batch: Batch) -> Done:
        sessions.sweep(batch.transaction, datetime.fromisoformat(batch.at))
        return lambda: None

    def check(self) -> list[str]:
        """Whether the software on the disk is still that of the start; the log keeps the answer."""
        changed = check_manifest(self.manifest)
        body = {"manifest": self.manifest["digest"], "changed": changed}

        def work(batch: Batch) -> Done:
            batch.append_house(Draft("manifest-checked", body), HOUSE)
            return lambda: None

        self.house.do(work)
        return changed
