"""The public record of an ended round: enough to check it, and nobody's name."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.web.common import records
from tests.verifier.checking import check_file, needs_node
from tests.web.room import HOLDOUT, Room, ask


@pytest.fixture
def played(room: Room) -> tuple[Room, str]:
    """A hand between two guests, which one of them has folded after holding cards."""
    table = room.open(HOLDOUT)
    clients = {1: room.guest(), 2: room.guest()}
    for seat, client in clients.items():
        ask(client, table, "sit", seat=seat, chips=200)
    ask(clients[1], table, "add-word", added="naïve ☂")
    ask(clients[1], table, "deal")
    assert clients[1].get(f"/api/tables/{table}/rounds/1/record").status_code == 404
    held: set[int] = set()
    while waiting := clients[1].get(f"/api/tables/{table}").json()["waiting"]:
        client = clients[waiting["seat"]]
        options = client.get(f"/api/tables/{table}").json()["waiting"]["options"]
        names = [option["action"] for option in options]
        if names == ["hold"]:
            cards = options[0]["cards"].split()[0]
            ask(client, table, "decide", action="hold", cards=cards)
            held.add(waiting["seat"])
            continue
        action = "fold" if len(held) == 2 else "call" if "call" in names else "check"
        ask(client, table, "decide", action=action)
    return room, table


def record(room: Room, table: str) -> dict[str, Any]:
    """As somebody gets it who is nobody here."""
    answer = room.browser().get(f"/api/tables/{table}/rounds/1/record")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_record_names_seats_and_nobody(played):
    room, table = played
    found = record(room, table)
    assert (found["format"], found["table"], found["round"]) == ("pitboss-record", table, 1)
    assert found["fair"]["added"] == {"1": "naïve ☂"}
    assert [card["to"] for card in found["dealt"]][-3:] == ["burn", "community", "community"]
    assert (found["result"]["rake"], found["result"]["settlement"]) == ("0.00", [])
    assert sum(made[1] == "hold" for made in found["decisions"]) == 2
    text = json.dumps(found)
    assert "guest-" not in text
    assert "Guest" not in text


@needs_node
def test_a_record_is_checked_without_the_server(played, tmp_path: Path):
    room, table = played
    status, said = check_file(tmp_path, record(room, table))
    assert status == 0, said
    assert [step["step"] for step in said["steps"]] == [
        *("commitment", "deck", "opening", "decisions", "deal", "settlement")
    ]


def test_a_round_without_a_seed_has_no_record(played, monkeypatch: pytest.MonkeyPatch):
    room, table = played
    monkeypatch.setattr(records, "ended_fair", lambda opened: {"seed": None})
    answer = room.browser().get(f"/api/tables/{table}/rounds/1/record")
    assert answer.status_code == 409
    assert "earlier Pitboss" in answer.json()["error"]
