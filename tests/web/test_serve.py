"""``pitboss serve`` as a process: its first start, its tables, its end and its return."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import time
from decimal import Decimal
from pathlib import Path

import pytest

from pitboss.games import OURS
from pitboss.house.store import entries, open_database
from pitboss.refusal import Refused
from pitboss.web.server import serve
from pitboss.web.settings import Options
from tests.web.program import SERVE, Place, Process
from tests.web.serving import next_of, watch


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, folder: Path) -> Place:
    if request.param == "sqlite":
        return Place(folder, str(folder / "house.db"))
    address = request.getfixturevalue("postgresql").new_database()
    return Place(folder, address, ("--database", address))


def test_first_start_play_stop_and_start_again(place: Place) -> None:
    first = Process(place)
    assert "Practice only: no real money." in first.lines
    [line] = [line for line in first.lines if "First" in line]
    shown = re.search(r"the password is in (\S+),", line)
    assert shown
    kept = Path(shown[1])
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    password = kept.read_text().strip()
    assert not any(password in line for line in first.lines)
    rows = first.client.get("/api/tables").json()["tables"]
    assert sorted(row["game"] for row in rows) == sorted(OURS)
    assert all(row["dealer"] == "automatic" for row in rows)
    login = {"name": "Operator", "password": password}
    begun = first.client.post("/api/login", json=login).json()
    assert begun["person"]["role"] == "operator"
    own = {"Authorization": f"Bearer {begun['token']}"}
    refused = first.client.get("/api/people", headers=own)
    assert refused.status_code == 403
    assert "choose your own first" in refused.json()["error"]
    token = first.client.post("/api/guest").json()["token"]
    duki = next(row["id"] for row in rows if row["game"] == "duki")
    bearer = {"Authorization": f"Bearer {token}"}
    sit = {"act": "sit", "seat": 3}
    answer = first.client.post(f"/api/tables/{duki}/commands", json=sit, headers=bearer)
    assert answer.status_code == 200
    assert first.stop() == ""
    assert first.process.returncode == 0
    _check_head(place)
    second = Process(place)
    assert not any("First start" in line for line in second.lines)
    again = second.client.get("/api/tables", headers=bearer).json()["tables"]
    assert len(again) == len(rows)
    assert next(row["you"] for row in again if row["id"] == duki) == 3
    second.stop(signal.SIGINT)
    assert second.process.returncode == 0


def test_a_server_told_to_stop_does_not_wait_for_the_coach(folder: Path) -> None:
    """Its first sums take seconds and cannot be interrupted; they would be joined at the exit."""
    server = Process(Place(folder, ""))
    begun = time.monotonic()
    assert server.stop() == ""
    assert server.process.returncode == 0
    assert time.monotonic() - begun < 5


def _check_head(place: Place) -> None:
    """The heads say where every chain ends."""
    database = open_database(place.database)
    with database.reading() as transaction:
        heads = entries.HEADS.find(transaction, "ORDER BY number")
        ends = entries.ends(transaction)
    database.close()
    said: dict[str, object] = {}
    for head in heads:
        said |= json.loads(head.body)["chains"]
    assert said == {chain: list(end) for chain, end in ends.items()}
    assert os.stat(place.folder / "key.pem").st_mode & 0o077 == 0


def test_two_processes_share_tables_and_sessions(place: Place) -> None:
    one, two = Process(place), Process(place)
    assert not any("First start" in line for line in two.lines)
    bearer = {"Authorization": f"Bearer {one.client.post('/api/guest').json()['token']}"}
    table = one.client.get("/api/tables").json()["tables"][0]["id"]
    with two.client.stream("GET", f"/api/stream?tables={table}", headers=bearer) as response:
        lines = response.iter_lines()
        while not next(lines).startswith("id: "):
            pass
        sit = {"act": "sit", "seat": 1, "id": "sit-1"}
        path = f"/api/tables/{table}/commands"
        first = one.client.post(path, json=sit, headers=bearer)
        while not next(lines).startswith("id: "):
            pass
        assert json.loads(next(lines).removeprefix("data: "))["you"] == 1
    assert two.client.post(path, json=sit, headers=bearer).json() == first.json()
    assert one.stop() == ""
    assert two.stop() == ""


def test_two_processes_share_a_link(place: Place) -> None:
    """A round at one server moves the meter that the other one shows."""
    one, two = Process(place), Process(place)
    token = one.client.post("/api/guest").json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    rows = one.client.get("/api/tables").json()["tables"]
    path = next(f"/api/tables/{row['id']}/commands" for row in rows if row["jackpots"])
    with watch(str(two.client.base_url), "", token) as events:
        before = next_of(events, "jackpot")
        wagers = {"ante": 10, "jackpot-1": 1}
        for command in (
            {"act": "sit", "seat": 2},
            {"act": "wager", "wagers": wagers, "deal": True},
            {"act": "decide", "action": "fold"},
        ):
            answer = one.client.post(path, json=command, headers=bearer)
            assert answer.status_code == 200, answer.text
        after = next_of(events, "jackpot")
    assert after["jackpot"] == before["jackpot"]
    assert Decimal(after["meter"]) == Decimal(before["meter"]) + Decimal("0.20")
    assert one.stop() == ""
    assert two.stop() == ""


def test_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for options in (("--port", "99999"), ("--data", str(file / "data"))):
        done = subprocess.run([*SERVE, *options], capture_output=True, text=True, timeout=30)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1, done.stderr


def test_streams_do_not_hold_up_the_end(folder: Path) -> None:
    server = Process(Place(folder, ""))
    with server.client.stream("GET", "/api/stream") as response:
        lines = response.iter_lines()
        assert next(lines) == "event: jackpot"
        server.process.send_signal(signal.SIGTERM)
        assert "event: ended" in list(lines)
    assert server.stop() == ""


def test_a_port_that_is_taken_is_refused(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=f"port {port}: cannot listen there"):
            serve(Options(port=port, data=str(folder)))
    assert not (folder / "house.db").exists()
