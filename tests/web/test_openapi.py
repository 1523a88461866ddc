"""The API against its own description: schemathesis sends what it allows and what it does not."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.recorder import CheckNode

from pitboss.web.common.services import Client, Hub
from tests.web.room import DUKI, Browser, Room, ask
from tests.web.test_tables import play_duki

EXAMPLES = int(os.environ.get("PITBOSS_API_EXAMPLES", "4"))
"""For each operation."""


class Findings:
    """What a run has tried and found."""

    def __init__(self) -> None:
        self.tried = 0
        self.statuses: set[int] = set()
        self.lines: list[str] = []

    def add(self, event: events.EngineEvent) -> None:
        assert not isinstance(event, events.FatalError), event
        assert not isinstance(event, events.NonFatalError), event.value
        if isinstance(event, events.ScenarioFinished):
            recorder = event.recorder
            self.tried += len(recorder.cases)
            for interaction in recorder.interactions.values():
                if interaction.response:
                    self.statuses.add(interaction.response.status_code)
            for nodes in recorder.checks.values():
                self.lines += [_words(recorder.label, node) for node in nodes if node.failure_info]
            if event.status in (Status.FAILURE, Status.ERROR) and not self.lines:
                self.lines.append(f"{recorder.label}: {event.status}")
        elif isinstance(event, events.EngineFinished):
            self.lines += [str(failure) for failure in event.failures]


def _words(label: str, node: CheckNode) -> str:
    assert node.failure_info
    return f"{label}: {node.failure_info.failure}: {node.failure_info.code_sample}"


def check(room: Room, client: Browser, coverage: bool = False) -> Findings:
    """Run every operation but logout."""
    room.hurry = 60
    config = SchemathesisConfig.from_dict(
        {
            "seed": 1,
            "headers": {"Authorization": client.headers["Authorization"]},
            "generation": {"max-examples": EXAMPLES, "database": "none"},
            "phases": {"stateful": {"enabled": False}, "coverage": {"enabled": coverage}},
        }
    )
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", room.app, config=config)
    findings = Findings()
    for event in from_schema(schema.exclude(path="/api/logout")).execute():
        findings.add(event)
    return findings


@pytest.fixture(autouse=True)
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream ends once it has said how things stand."""
    join = Hub.join

    def join_and_end(hub: Hub, whose: str, tables: Iterable[str], **given: Any) -> Client:
        client = join(hub, whose, tables, **given)
        client.end()
        return client

    monkeypatch.setattr(Hub, "join", join_and_end)


@pytest.fixture
def table(room: Room) -> str:
    """A table at which a round was played, and which is the only one that the document knows."""
    found = room.open(DUKI)
    play_duki(room, found)
    for operations in room.app.openapi()["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "table_id":
                    parameter["schema"] = {"type": "string", "enum": [found]}
    return found


def test_as_a_guest_who_knows_no_table(room: Room) -> None:
    findings = check(room, room.guest())
    assert findings.lines == []
    assert findings.tried > 100


def test_as_a_player_at_a_table(room: Room, table: str) -> None:
    room.hire("Paula", "player")
    player = room.staff("Paula")
    player.post("/api/chips")
    ask(player, table, "sit", seat=3)
    findings = check(room, player)
    assert findings.lines == []
    assert findings.tried > 100
    assert {200, 403, 409, 422} <= findings.statuses


def test_as_an_operator(room: Room, table: str, tmp_path: Path) -> None:
    watch = room.watch(tmp_path)
    findings = check(room, room.staff("Olga"), coverage=True)
    watch.stop()
    assert findings.lines == []
    assert findings.tried > 500
    assert {200, 201, 401, 409, 422} <= findings.statuses


def test_a_wrong_description_is_found(room: Room) -> None:
    document = room.app.openapi()
    document["components"]["schemas"]["Begun"]["properties"]["token"] = {"type": "integer"}
    for path in set(document["paths"]) - {"/api/guest"}:
        del document["paths"][path]
    assert any("/api/guest" in line for line in check(room, room.guest()).lines)


def test_logout(room: Room) -> None:
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", room.app)
    operation = schema["/api/logout"]["POST"]
    for client in (room.guest(), room.staff("Olga")):
        token = {"Authorization": client.headers["Authorization"]}
        for status in (200, 401):
            answer = operation.Case().call_and_validate(headers=token)
            assert answer.status_code == status


def test_every_operation_says_how_it_refuses(room: Room) -> None:
    document = room.browser().get("/api/openapi.json").json()
    operations = [(p, m, op) for p, ops in document["paths"].items() for m, op in ops.items()]
    assert len(operations) >= 15
    for path, method, operation in operations:
        where = f"{method} {path}"
        assert "security" in operation or path in ("/api/guest", "/api/login"), where
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Error"}, (where, status)
        if method == "post":
            assert "409" in operation["responses"] or path in ("/api/login", "/api/logout"), where
