"""The whole server in this process: a house in a temporary file, its driver, and HTTP.

Whatever is sent to a client that names itself in ``X-Viewer`` is kept, streams included.
"""

import os
import socket
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.games import find_game
from pitboss.house.driver import Driver
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.rounds.shuffle import Bytes
from pitboss.web.app import create_app
from pitboss.web.common.services import ServerSettings

OPERATOR = Person("person-00000000000000aa", "Olga", "operator")

JACKPOTS = (
    {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "seed": 10_000, "rate": 0.2},
    {"paytable": "7CL-03", "type": "progressive", "wager": 5, "seed": 25_000, "rate": 0.2},
)
NO_CLOCK = {"decision": 0, "wagers": 0}


class Recorder:
    """Keeps every byte that is sent to each viewer, but for the static files. To a viewer that is
    recorded everything is sent as it is, not compressed, so that it can be searched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.sent: dict[str, bytearray] = defaultdict(bytearray)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        viewer = headers.get(b"x-viewer", b"").decode()
        if not viewer or scope["path"].startswith("/static"):
            await self.app(scope, receive, send)
            return

        async def keep(message: Message) -> None:
            self.sent[viewer] += message.get("body", b"")
            await send(message)

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self.app({**scope, "headers": plain}, receive, keep)


class Site:
    """A running server; ``url`` is where it answers."""

    def __init__(
        self, folder: Path, pace: float = 0.05, pause: float = 60.0, take: Bytes = os.urandom
    ) -> None:
        self.operator = OPERATOR
        self.house = House(open_database(str(folder / "pitboss.sqlite")), take)
        self.jackpots = [
            self.house.open_jackpot(OPERATOR, {"name": "Main street", "terms": dict(terms)})
            for terms in JACKPOTS
        ]
        self.driver = Driver(self.house, pace, pause)
        self.driver.start()
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.recorder = Recorder(create_app(self.house, ServerSettings(heartbeat_seconds=5)))
        # Without a set-up of its own for logs, which would stay for the tests that come after.
        config = uvicorn.Config(
            self.recorder, log_level="warning", log_config=None, timeout_graceful_shutdown=2
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def open_table(self, game: str, name: str, **changes: Any) -> str:
        """A table of the house for everyone."""
        setup = {
            **find_game(game).face.practice.setup,
            "game": game,
            "name": name,
            "clock": NO_CLOCK,
        }
        return self.house.open_table(self.operator, setup | changes)

    def close(self) -> None:
        self.driver.stop()
        self.server.should_exit = True
        self.thread.join()
        self.house.close()
