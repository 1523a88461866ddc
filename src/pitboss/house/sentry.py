"""Looks from time to time at what the house stands on: the room that is left on its disks, and
whether the database is still of this Pitboss's schema. What it finds is said of the parts ``disk``
and ``schema`` of the house's health."""

import shutil
import threading
from collections.abc import Sequence
from pathlib import Path

from pitboss.house.engine import House
from pitboss.house.health import Part, supervise
from pitboss.house.store.schema import STEPS, read_meta

LOOK_SECONDS = 5.0
MEGABYTE = 1_000_000


class Sentry:
    """A thread that looks. On the disks of ``folders``, ``least`` megabytes must be left."""

    def __init__(self, house: House, folders: Sequence[Path], least: int) -> None:
        self.house = house
        self.folders = tuple(folders)
        self.least = least
        self._stopped = threading.Event()
        given = (house.health.part("sentry"), self._stopped, self.look, LOOK_SECONDS)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-sentry", daemon=True
        )

    def start(self) -> None:
        self.look()
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Once at everything."""
        say(self.house.health.part("disk"), self._look_at_disks())
        with self.house.database.reading() as transaction:
            found = read_meta(transaction, "schema")
        words = f"the database has schema {found}, and this Pitboss knows {len(STEPS)}"
        say(self.house.health.part("schema"), "" if found == str(len(STEPS)) else words)

    def _look_at_disks(self) -> str:
        """The same words however little is left: they are an alert, and that is put up once."""
        for folder in self.folders:
            try:
                left = shutil.disk_usage(folder).free
            except OSError as error:
                return f"the folder {folder.name} cannot be looked at: {error.strerror or error}"
            if left < self.least * MEGABYTE:
                return f"less than {self.least} MB are left where the folder {folder.name} is"
        return ""


def say(part: Part, words: str) -> None:
    """Let a part be as it was found."""
    if not words:
        part.recover()
    elif words != part.trouble:
        part.fail(words)
