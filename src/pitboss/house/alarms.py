"""Alerts of the house itself: what fails is put up for the floor, and stays until someone has
acknowledged it. While the database is away they are kept here, and written once it is back."""

import logging
import threading

from pitboss.house.health import Health, Part
from pitboss.house.store.entries import Unit
from pitboss.house.writer import Answer, Job, Writer

_LOG = logging.getLogger(__name__)

OF_DATABASE = "database: "
"""So begins what an outage says, whichever part suffers from it."""


class Alarms:
    """Hears of every part that fails."""

    def __init__(self, writer: Writer, health: Health) -> None:
        self._writer = writer
        self._database = health.part("database")
        self._waiting: dict[str, str] = {}
        """Words that are not written yet, with when they came up."""
        self._guard = threading.Lock()
        self.stop = health.listen(self._hear)

    def put_up(self, words: str) -> None:
        """Alert the floor; equal words wait for acknowledgement only once."""
        with self._guard:
            self._waiting.setdefault(words, self._writer.stamp())
        self._write_soon()

    def _hear(self, part: Part) -> None:
        if part.trouble:
            is_outage = part.trouble.startswith(OF_DATABASE)
            self.put_up(part.trouble if is_outage else f"{part.name}: {part.trouble}")
        else:
            self._write_soon()

    def _write_soon(self) -> None:
        if self._waiting and not self._database.trouble:
            self._writer.give(Job(self._write), self._note)

    def _write(self, unit: Unit) -> dict[str, str]:
        with self._guard:
            waiting = dict(self._waiting)
        for words, at in waiting.items():
            unit.alert_once("", words, at)
        return waiting

    def _note(self, answer: Answer) -> None:
        if answer.error:
            _LOG.warning("alerts wait to be written: %s", answer.error)
            return
        with self._guard:
            for words in answer.value:
                self._waiting.pop(words, None)
