"""Connections whose server stands still without hanging up. Whoever waits on one long is looked
after: if the server answers a new caller, what was asked just takes its time, for a lock or a long
count; if it does not, the wait is ended as if the line had been cut."""

import os
import socket
import threading
import time
from contextlib import suppress

import psycopg
from psycopg.conninfo import make_conninfo

from pitboss.house.health import Health, supervise

PATIENCE_SECONDS = 2.0
CALL_SECONDS = 2
LOOK_SECONDS = 0.5


class Hangs:
    """Looks after the connections of one database, on a thread of its own."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._waiting: dict[psycopg.Connection, float] = {}
        self._stopped = threading.Event()
        given = (Health().part("hangs"), self._stopped, self.look, LOOK_SECONDS)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-hangs", daemon=True
        )
        self._thread.start()

    def begin(self, connection: psycopg.Connection) -> None:
        self._waiting[connection] = time.monotonic()

    def end(self, connection: psycopg.Connection) -> None:
        self._waiting.pop(connection, None)

    def look(self) -> None:
        """End what waits on servers that do not answer; each of them is called once."""
        long_ago = time.monotonic() - PATIENCE_SECONDS
        late = [each for each, since in list(self._waiting.items()) if since < long_ago]
        answers: dict[tuple[str, int], bool] = {}
        for connection in late:
            with suppress(psycopg.Error):  # closed meanwhile
                place = connection.info.host, connection.info.port
                if place not in answers:
                    answers[place] = self._answers(*place)
                if connection not in self._waiting:
                    continue  # answered meanwhile
                if answers[place]:
                    self._waiting[connection] = time.monotonic()  # looked at again later
                else:
                    _cut(connection)

    def _answers(self, host: str, port: int) -> bool:
        how = make_conninfo(
            self._conninfo,
            host=host,
            port=port,
            target_session_attrs="any",
            connect_timeout=CALL_SECONDS,
        )
        try:
            psycopg.connect(how).close()
        except psycopg.OperationalError as error:
            return error.sqlstate is not None  # it says why not, so it is there
        return True

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()


def _cut(connection: psycopg.Connection) -> None:
    """The socket is the library's own: a second handle on it is enough to hang up."""
    with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
