"""A real server in a thread, and clients of its event stream."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from starlette.types import ASGIApp

from pitboss.web.connections import Connections


class Serving(uvicorn.Server):
    """Says when it has begun, and on which port."""

    def __init__(
        self, app: ASGIApp, connections: Connections | None = None, level: str = "critical"
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                port=0,
                http=(connections or Connections()).protocol,
                log_level=level,
                log_config=None,
                timeout_graceful_shutdown=2,
                lifespan="off",
            )
        )
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        while not self.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        port = self.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def stop(self) -> None:
        self.should_exit = True
        self.thread.join()


Event = tuple[str, str, dict[str, Any]]


@contextmanager
def watch(address: str, tables: str, token: str = "") -> Iterator[Iterator[Event]]:
    """The events of a stream: kind, id and data."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"{address}/api/stream?tables={tables}"
    with httpx.stream("GET", url, headers=headers, timeout=10, trust_env=False) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield read_events(response)


def read_events(response: httpx.Response) -> Iterator[Event]:
    kind = identity = ""
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            identity = value
        elif name == "data":
            yield kind, identity, json.loads(value)
        elif line.startswith(":"):
            yield "heartbeat", "", {}


def next_of(events: Iterator[Event], kind: str) -> dict[str, Any]:
    """The next event of a kind; others are passed over."""
    return next(data for found, _, data in events if found == kind)
