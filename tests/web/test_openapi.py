"""The API against its own description: schemathesis sends what it allows and what it does not."""

import os

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from tests.web.room import DUKI, Browser, Room, ask
from tests.web.test_tables import play_duki

EXAMPLES = int(os.environ.get("PITBOSS_API_EXAMPLES", "6"))
"""Of each kind for each operation."""


def check(room: Room, client: Browser, table: str, least: int) -> None:
    """Run every operation but logout, and list what is found."""
    room.hurry = 60
    config = SchemathesisConfig.from_dict(
        {
            "seed": 1,
            "headers": {"Authorization": client.headers["Authorization"]},
            "parameters": {"query.seconds": 0, **({"path.table_id": table} if table else {})},
            "max-stream-events": 1,
            "generation": {"max-examples": EXAMPLES, "database": "none"},
            "phases": {"stateful": {"enabled": False}},
        }
    )
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", room.app, config=config)
    found, tried = [], 0
    for event in from_schema(schema.exclude(path="/api/logout")).execute():
        assert not isinstance(event, events.FatalError), event
        assert not isinstance(event, events.NonFatalError), event.value
        if isinstance(event, events.ScenarioFinished):
            tried += len(event.recorder.cases)
        if isinstance(event, events.EngineFinished):
            found = [
                f"{failure.operation}: {failure.title}: {failure}" for failure in event.failures
            ]
    assert found == []
    assert tried >= least, f"only {tried} cases were tried"


@pytest.fixture
def table(room: Room) -> str:
    """A table at which a round was played."""
    found = room.open(DUKI)
    play_duki(room, found)
    return found


def test_as_a_guest_who_knows_no_table(room: Room) -> None:
    check(room, room.guest(), "", 500)


def test_as_a_player_at_a_table(room: Room, table: str) -> None:
    room.hire("Paula", "player")
    player = room.staff("Paula")
    player.post("/api/chips")
    ask(player, table, "sit", seat=3)
    check(room, player, table, 500)


def test_as_an_operator(room: Room, table: str) -> None:
    check(room, room.staff("Olga"), table, 500)


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
