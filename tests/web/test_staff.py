"""What staff ask over HTTP: accounts, two-person acts, alerts, reports, exports."""

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.house.store.people import add_alert
from tests.web.room import DUKI, PASSWORD, Browser, Room, ask
from tests.web.test_tables import play_duki

PLACES = ("/people", "/requests", "/alerts", "/hits", "/log", "/sheets/rounds")
TODAY = datetime.now(UTC).date().isoformat()


@pytest.fixture
def staff(room: Room) -> dict[str, Browser]:
    """One of each role."""
    found = {"operator": room.staff("Olga"), "guest": room.guest()}
    for role in ("player", "dealer", "supervisor", "auditor"):
        room.hire(role.title(), role)
        found[role] = room.staff(role.title())
    return found


def test_who_may_read_what(staff: dict[str, Browser]) -> None:
    allowed = {
        "/people": {"operator"},
        "/requests": {"operator", "supervisor", "auditor"},
        "/alerts": {"operator", "supervisor", "auditor"},
        "/hits": {"operator", "supervisor", "auditor"},
        f"/reports/games?first_day={TODAY}": {"operator", "supervisor", "auditor"},
        "/sheets/rounds": {"operator", "auditor"},
    }
    for path, roles in allowed.items():
        for role, client in staff.items():
            answer = client.get(f"/api{path}")
            assert answer.status_code == (200 if role in roles else 403), (path, role)


def test_accounts(room: Room, staff: dict[str, Browser]) -> None:
    operator = staff["operator"]
    new = {"name": "Nora", "role": "dealer", "password": PASSWORD}
    assert staff["supervisor"].post("/api/people", json=new).status_code == 403
    made = operator.post("/api/people", json=new)
    assert made.status_code == 201
    assert operator.post("/api/people", json=new).status_code == 409
    path = f"/api/people/{made.json()['person']['id']}"
    nora = room.staff("Nora")
    changed = operator.post(path, json={"act": "change-role", "role": "auditor"})
    assert changed.json()["person"]["role"] == "auditor"
    assert nora.get("/api/me").status_code == 401
    nora = room.staff("Nora")
    own = {"password": PASSWORD, "new": "another long one"}
    assert nora.post("/api/password", json={**own, "password": "wrong"}).status_code == 401
    assert nora.post("/api/password", json=own).status_code == 200
    assert nora.get("/api/me").status_code == 401
    assert operator.post(path, json={"act": "deactivate"}).json()["active"] is False
    names = [row["person"]["name"] for row in operator.get("/api/people").json()["people"]]
    assert "Nora" in names
    assert "password" not in operator.get("/api/people").text


def test_two_people_void_a_settled_round(room: Room, staff: dict[str, Browser]) -> None:
    table = room.open(DUKI)
    play_duki(room, table)
    asked = {"act": "void-settled", "body": {"table": table, "round": 1}, "why": "wrong deck"}
    supervisor, operator = staff["supervisor"], staff["operator"]
    assert staff["dealer"].post("/api/requests", json=asked).status_code == 403
    request = supervisor.post("/api/requests", json=asked).json()
    path = f"/api/requests/{request['id']}"
    before = room.state(table)
    assert supervisor.post(path, json={"act": "approve"}).status_code == 403
    assert room.state(table) == before
    assert operator.post(path, json={"act": "approve"}).json()["state"] == "done"
    assert operator.post(path, json={"act": "approve"}).status_code == 409
    line = operator.get(f"/api/tables/{table}/rounds").json()["rounds"][0]
    assert line["status"] == "corrected"
    assert operator.get("/api/requests").json() == {"requests": []}
    assert len(operator.get("/api/requests?ended=true").json()["requests"]) == 1


def test_reports_and_sheets(room: Room, staff: dict[str, Browser]) -> None:
    table = room.open(DUKI)
    play_duki(room, table)
    auditor = staff["auditor"]
    rows = auditor.get(f"/api/reports/tables?first_day={TODAY}").json()["rows"]
    assert [row["rounds"] for row in rows] == [1]
    text = auditor.get(f"/api/reports/tables?first_day={TODAY}&format=csv").text
    assert next(csv.DictReader(io.StringIO(text)))["rounds"] == "1"
    lines = list(csv.DictReader(io.StringIO(auditor.get("/api/sheets/rounds").text)))
    assert [(line["table_id"], line["round"]) for line in lines] == [(table, "1")]
    assert auditor.get("/api/reports/tables?first_day=2026-02-30").status_code == 409
    assert auditor.get("/api/reports/nothing?first_day=2026-02-20").status_code == 422


def test_exports(room: Room, staff: dict[str, Browser], tmp_path: Path) -> None:
    table = room.open(DUKI)
    one, _ = play_duki(room, table)
    ask(one, table, "wager", wagers={"ante": 10}, deal=True)
    auditor = staff["auditor"]
    assert auditor.get("/api/log").status_code == 409
    watch = room.watch(tmp_path)
    lines = [json.loads(line) for line in auditor.get(f"/api/log?table={table}").text.splitlines()]
    watch.stop()
    assert lines[0]["format"] == "pitboss-log"
    assert lines[-1]["end"]["entries"] == len([line for line in lines if "entry" in line])
    path = f"/api/tables/{table}/rounds"
    exported = auditor.get(f"{path}/1/export").json()
    assert len(exported["entries"][0]["secret"]["seed"]) == 64
    assert one.get(f"{path}/1/export").status_code == 403
    assert auditor.get(f"{path}/9/export").status_code == 404


def test_alerts(room: Room, staff: dict[str, Browser]) -> None:
    with room.house.database.transaction() as transaction:
        add_alert(transaction, room.house.writer.stamp(), "", "the light is out")
    waiting = staff["auditor"].get("/api/alerts").json()["alerts"]
    assert [alert["words"] for alert in waiting] == ["the light is out"]
    path = f"/api/alerts/{waiting[0]['id']}"
    assert staff["auditor"].post(path).status_code == 403
    assert staff["supervisor"].post(path).json()["acknowledged_by"]
    assert staff["supervisor"].post(path).status_code == 409
    assert staff["auditor"].get("/api/alerts").json() == {"alerts": []}
    assert len(staff["auditor"].get("/api/alerts?acknowledged=true").json()["alerts"]) == 1


def test_whoever_opens_a_table_is_told_of_the_players_edge(staff: dict[str, Browser]) -> None:
    operator = staff["operator"]
    literal = {"rulings": {"ante-three-card": "three-card-table"}}
    answer = operator.post("/api/tables", json={**DUKI, "table": literal})
    assert answer.status_code == 201
    [warning] = answer.json()["warnings"]
    assert warning["wager"] == "ante"
    assert warning["house_edge"]["exact"] == "-31461529/418076750"
    assert "the player has the edge, 7.53 %" in warning["words"]
    plain = {"setup": {"table": {}}, "why": "as others read it"}
    assert ask(operator, answer.json()["table"], "change-table", **plain)["warnings"] == []
    practice = {**DUKI, "table": literal, "practice": True}
    assert staff["guest"].post("/api/tables", json=practice).json()["warnings"] == []
