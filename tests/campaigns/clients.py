"""Visitors of a house behind its application, without a network: every byte they get is kept."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from pitboss.house.people.person import Person
from pitboss.web.security import NOBODY

Application = Callable[..., Any]

_FRAME = re.compile(rb'event: table\nid: (\d+)\ndata: (\{[^\n]*"table":"([^"]+)"[^\n]*)\n')


class Client:
    """A visitor with a session, or a spectator without one."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.who = NOBODY
        self.person: Person | None = None
        self._headers: list[tuple[bytes, bytes]] = []
        self._stream: asyncio.Task[None] | None = None
        self._versions: dict[str, int] = {}
        self._heard = asyncio.Event()
        self.frames: list[bytes] = []

    async def arrive(self) -> None:
        """Begin a guest's session."""
        _, body = await self.request("POST", "/api/guest")
        values = json.loads(body)
        self.person = Person(**values["person"])
        self.who = self.person.id
        self._headers = [(b"authorization", b"Bearer " + values["token"].encode())]

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status, and all headers and bytes of the answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        status, parts = 0, []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                parts.append(message.get("body", b""))

        await self.app(self._scope(method, path, len(sent)), receive, send)
        return status, b"".join(parts)

    def _scope(self, method: str, path: str, length: int) -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [*self._headers, (b"host", b"tables.test")]
        if length:
            headers += [
                (b"content-type", b"application/json"),
                (b"content-length", str(length).encode()),
            ]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 50_000),
            "server": ("tables.test", 80),
        }

    def watch(self, tables: list[str]) -> None:
        """Connect to the event stream, anew where there was one."""
        if self._stream:
            self._stream.cancel()
        self._versions.clear()
        self._stream = asyncio.create_task(self._follow(f"/api/stream?tables={','.join(tables)}"))

    async def _follow(self, path: str) -> None:
        started = False

        async def receive() -> dict[str, Any]:
            nonlocal started
            if started:
                await asyncio.sleep(3_600)
            started = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            self.take(message.get("body", b""))

        await self.app(self._scope("GET", path, 0), receive, send)

    def take(self, chunk: bytes) -> None:
        """A part of the stream; the tables' frames tell how far it has come."""
        self.frames.append(chunk)
        for version, _, table in _FRAME.findall(chunk):
            self._versions[table.decode()] = int(version)
        self._heard.set()

    async def wait_for(self, table: str, version: int) -> None:
        """Until the stream has told of the table as it stands."""
        async with asyncio.timeout(20):
            while self._versions.get(table, 0) < version:
                self._heard.clear()
                await self._heard.wait()

    def take_frames(self) -> bytes:
        taken, self.frames = b"".join(self.frames), []
        return taken

    async def close(self) -> None:
        if self._stream:
            self._stream.cancel()
            await asyncio.gather(self._stream, return_exceptions=True)
