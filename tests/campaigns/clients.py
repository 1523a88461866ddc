"""Visitors of a house behind its application, without a network: every byte they get is kept."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from pitboss.house import access, accounts
from pitboss.house.accounts import Hashed
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.web.common.visits import NOBODY
from tests.house.guests import change_as

Application = Callable[..., Any]

_FRAME = re.compile(rb'event: table\nid: (\d+)\ndata: (\{[^\n]*"table":"([^"]+)"[^\n]*)\n')
_REGION = re.compile(rb'event: region\ndata: \{(?:"version":(\d+))?')
STAFF = ("dealer", "supervisor", "operator", "auditor")
PASSWORD = "a long password"
_FORM = b"application/x-www-form-urlencoded"


def hire(house: House) -> dict[str, Person]:
    """Staff with accounts, one of each role; nobody logs in by a password."""
    first = accounts.ensure_operator(house.database, "Olga", PASSWORD, datetime.now(UTC))
    assert first
    people = {"operator": first.person}
    for role in STAFF:
        if role not in people:
            make = partial(accounts.make_person, name=role, role=role, password=Hashed(""))
            people[role] = change_as(house, accounts.MACHINE, make)
    return people


def _once(sent: bytes) -> Callable[[], Any]:
    """A request whose client stays connected after it was sent."""
    messages = iter([{"type": "http.request", "body": sent, "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in messages:
            return message
        await asyncio.sleep(3_600)
        return {"type": "http.disconnect"}

    return receive


class Client:
    """A visitor with a session, or a spectator without one."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.who = NOBODY
        self.role = "nobody"
        self.person: Person | None = None
        self.location = ""
        """Where the last answer led to."""
        self._headers: list[tuple[bytes, bytes]] = []
        self._stream: asyncio.Task[None] | None = None
        self._versions: dict[str, int] = {}
        self._heard = asyncio.Event()
        self.frames: list[bytes] = []

    def __str__(self) -> str:
        return f"{self.role} {self.who}" if self.person else self.who

    async def arrive(self) -> None:
        """Begin a guest's session."""
        _, body = await self.request("POST", "/api/guest")
        values = json.loads(body)
        self._begin(Person(**values["person"]), values["token"])

    def arrive_as(self, house: House, person: Person) -> None:
        """Begin a session of someone who has an account."""
        self._begin(person, change_as(house, person, access.begin_session).token)

    def _begin(self, person: Person, token: str) -> None:
        self.person, self.who, self.role = person, person.id, person.role
        self._headers = [(b"authorization", b"Bearer " + token.encode())]

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status, and all bytes of the answer with the address that it leads to."""
        return await self._send(method, path, b"" if body is None else json.dumps(body).encode())

    async def submit(self, path: str, fields: Mapping[str, str]) -> tuple[int, bytes]:
        """The same for a form of a page."""
        return await self._send("POST", path, urlencode(fields).encode())

    async def _send(self, method: str, path: str, sent: bytes) -> tuple[int, bytes]:
        status, parts = 0, []
        self.location = ""

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self.location = dict(message["headers"]).get(b"location", b"").decode()
            else:
                parts.append(message.get("body", b""))

        await self.app(self._scope(method, path, len(sent)), _once(sent), send)
        return status, b"".join([*parts, self.location.encode()])

    def _scope(self, method: str, path: str, length: int) -> dict[str, Any]:
        path, _, query = path.partition("?")
        kind = b"application/json" if path.startswith("/api/") else _FORM
        headers = [*self._headers, (b"host", b"tables.test")]
        if length:
            headers += [(b"content-type", kind), (b"content-length", str(length).encode())]
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
        async def send(message: dict[str, Any]) -> None:
            self.take(message.get("body", b""))

        await self.follow(path, send)

    async def follow(self, path: str, send: Callable[[dict[str, Any]], Any]) -> None:
        """Ask for something that goes on until it is cancelled."""
        await self.app(self._scope("GET", path, 0), _once(b""), send)

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


class Tab:
    """The event stream of a page in a viewer's tab, which sends its region again and again."""

    def __init__(self, client: Client, path: str) -> None:
        self.client = client
        self.path = path
        self.status = 0
        self._version = -1
        self._frames: list[bytes] = []
        self._heard = asyncio.Event()
        self._task = asyncio.create_task(client.follow(path, self._hear))

    async def _hear(self, message: dict[str, Any]) -> None:
        self.status = message.get("status", self.status)
        chunk = message.get("body", b"")
        self._frames.append(chunk)
        for version in _REGION.findall(chunk):
            self._version = int(version or 0)
        self._heard.set()

    async def wait_for(self, version: int) -> None:
        """Until the region has come as it stands at a version, or nothing more will come."""
        async with asyncio.timeout(20):
            while self._version < version and not self._task.done():
                self._heard.clear()
                heard = asyncio.ensure_future(self._heard.wait())
                await asyncio.wait((heard, self._task), return_when=asyncio.FIRST_COMPLETED)
                heard.cancel()
        if self._task.done():
            self._task.result()

    def take(self) -> bytes:
        """What has come since it was last asked."""
        taken, self._frames = b"".join(self._frames), []
        return taken

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
