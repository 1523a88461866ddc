"""A house behind its API: what the tests of the server act in."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import httpx
from argon2 import PasswordHasher

from pitboss.house import accounts
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import entries, open_database
from pitboss.house.store.entries import Change, Unit
from pitboss.web.app import create_app
from pitboss.web.common.services import ServerSettings

T = TypeVar("T")

SITE = "http://tables.test"
PASSWORD = "correct horse"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DUKI: dict[str, Any] = {
    "game": "duki",
    "name": "Duki",
    "table": {"limits": {"min": 5, "max": 100}},
    "clock": {"decision": 0, "wagers": 0},
}
HOLDOUT: dict[str, Any] = {
    "game": "holdout",
    "name": "Holdout",
    "blinds": [2, 4],
    "clock": {"decision": 0, "wagers": 0},
}


class Browser:
    """Asks the application without a network, and waits for each answer."""

    def __init__(self, client: httpx.AsyncClient, runner: asyncio.Runner) -> None:
        self._client = client
        self._runner = runner
        self.headers = client.headers

    def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, path, **given))

    def get(self, path: str, **given: Any) -> httpx.Response:
        return self.request("GET", path, **given)

    def post(self, path: str, **given: Any) -> httpx.Response:
        return self.request("POST", path, **given)


class Room:
    """A house, its clock, and one client for each visitor."""

    def __init__(self, folder: Path, pages: bool = False, house: House | None = None) -> None:
        self._runner = asyncio.Runner()
        self.house = house or House(open_database(str(folder / "house.db")))
        self.now = datetime.now(UTC)
        self.seconds = 0.0
        self.hurry = 0.0
        """Seconds that pass whenever the clock is looked at: with many, no rate is exceeded."""
        settings = ServerSettings(
            now=lambda: self.now,
            clock=self._tick,
            heartbeat_seconds=0.05,
            pages=pages,
        )
        self.app = create_app(self.house, settings)
        self.hashed = accounts.hash_password(PASSWORD)
        made = accounts.ensure_operator(self.house.database, "Olga", PASSWORD, self.now)
        assert made
        self.operator = made.person

    def _tick(self) -> float:
        self.seconds += self.hurry
        return self.seconds

    def close(self) -> None:
        self.app.state.services.close()
        self.house.close()
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do what the application does between its requests."""
        return self._runner.run(work)

    def watch(self, folder: Path) -> Watch:
        """Let the house have a key to sign with."""
        watch = Watch(self.house, open_key(folder / "key.pem"))
        watch.start()
        services = self.app.state.services
        services.settings = services.settings._replace(watch=watch)
        return watch

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)
        self.seconds += timedelta(**span).total_seconds()

    def browser(self, host: str = "10.0.0.1") -> Browser:
        """A client that keeps its cookies."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(host, 50_000))
        return Browser(httpx.AsyncClient(transport=transport, base_url=SITE), self._runner)

    def hire(self, name: str, role: str) -> Person:
        with self.house.database.transaction() as transaction:
            unit = Unit(transaction, self.house.writer.stamp())
            person = accounts.make_person(
                Change(unit, accounts.MACHINE, self.now), name, role, self.hashed
            )
            unit.flush()
            return person

    def program(self, token: str) -> Browser:
        """A client that sends a token with everything."""
        client = self.browser()
        client.headers["Authorization"] = f"Bearer {token}"
        return client

    def guest(self) -> Browser:
        self.wait(seconds=3)
        return self.program(self.browser().post("/api/guest").json()["token"])

    def staff(self, name: str) -> Browser:
        """Logs in; whoever is not the first operator must have been hired."""
        self.wait(minutes=1)
        login = {"name": name, "password": PASSWORD}
        return self.program(self.browser().post("/api/login", json=login).json()["token"])

    def open(self, setup: dict[str, Any]) -> str:
        return self.house.open_table(self.operator, setup)

    def state(self, table: str) -> tuple[int, list[tuple[Any, ...]]]:
        """A table's version and all balances: what a refusal must leave as it was."""
        with self.house.database.reading() as transaction:
            version, _ = entries.end(transaction, table)
            balances = transaction.execute("SELECT account, cents FROM balances ORDER BY account")
        return version, balances


def ask(client: Browser, table: str, act: str, **given: Any) -> dict[str, Any]:
    """A command that must be accepted."""
    answer = client.post(f"/api/tables/{table}/commands", json={"act": act, **given})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
