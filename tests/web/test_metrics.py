"""The metrics: what they count, in which words, and who may read them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_open
from prometheus_client.parser import text_string_to_metric_families as read_plain

from pitboss.house.tables.play import Command
from pitboss.refusal import Refused
from pitboss.web.operations.metrics import ABOUT
from tests.web.room import DUKI, PASSWORD, Browser, Room, ask
from tests.web.serving import Serving, next_of, watch
from tests.web.test_tables import play_duki

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
HERE = {"Host": "localhost"}
OPEN = "application/openmetrics-text; version=1.0.0"

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(client: Browser, accept: str = "text/plain") -> str:
    answer = client.get("/metrics", headers={**HERE, "Accept": accept})
    assert answer.status_code == 200, answer.text
    return answer.text


def samples(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in read_plain(text)
        for sample in family.samples
    }


def value(found: Samples, name: str, **labels: str) -> float:
    return found.get((name, frozenset(labels.items())), 0.0)


@pytest.fixture
def prober(room: Room) -> Browser:
    return room.browser("127.0.0.1")


def test_commands_are_counted_by_act_and_outcome(room: Room, prober: Browser) -> None:
    table, guest = room.open(DUKI), room.guest()
    path = f"/api/tables/{table}/commands"
    ask(guest, table, "sit", seat=1, chips="200")
    assert guest.post(path, json={"act": "sit", "seat": 2}).status_code == 409
    assert guest.post(path, json={"act": "sit-out", "version": 0}).status_code == 409
    assert guest.post(path, json={"act": "check-cards"}).status_code == 403
    found = samples(scrape(prober))
    for act, outcome in (
        ("sit", "done"),
        ("sit", "refused"),
        ("sit-out", "stale"),
        ("check-cards", "forbidden"),
    ):
        assert value(found, "pitboss_commands_total", act=act, outcome=outcome) == 1, act
    assert value(found, "pitboss_commit_seconds_count") >= 2
    assert value(found, "pitboss_commit_jobs_sum") >= value(found, "pitboss_commit_jobs_count")
    assert value(found, "pitboss_tables", game="duki", phase="wagering") == 1
    assert value(found, "pitboss_seats", game="duki", kind="person") == 1
    assert value(found, "pitboss_sessions", role="guest") == 1


def test_nothing_that_a_client_makes_up_becomes_a_label(room: Room, prober: Browser) -> None:
    made_up = "zq" * 8
    table, guest = room.open(DUKI), room.guest()
    guest.get(f"/{made_up}")
    guest.get(f"/api/tables/{made_up}-00000000")
    guest.request(made_up.upper(), "/api/tables")
    guest.post(f"/api/tables/{table}/commands", json={"act": made_up})
    room.browser().post("/api/login", json={"name": made_up, "password": made_up})
    with pytest.raises(Refused, match="is unknown"):
        room.house.ask(Command(table, made_up, room.operator))
    text = scrape(prober)
    assert made_up not in text.lower()
    found = samples(text)
    labels: dict[str, Any] = {"method": "GET", "route": "none", "status": "404"}
    assert value(found, "pitboss_http_requests_total", **labels) == 1
    assert value(found, "pitboss_commands_total", act="unknown", outcome="refused") == 1


def test_requests_count_by_template_and_status(room: Room, prober: Browser) -> None:
    table = room.open(DUKI)
    for _ in range(3):
        room.browser().get(f"/api/tables/{table}")
    found = samples(scrape(prober))
    route = "/api/tables/{table_id}"
    labels = {"method": "GET", "route": route, "status": "200"}
    assert value(found, "pitboss_http_requests_total", **labels) == 3
    assert value(found, "pitboss_http_request_seconds_count", route=route) == 3


def test_open_streams_are_counted_and_those_that_have_ended_not(room: Room) -> None:
    table = room.open(DUKI)
    server = Serving(room.app)
    traffic = room.app.state.observatory.traffic
    try:
        with watch(server.address, table) as events:
            next_of(events, "table")
            assert traffic.streams == {"/api/stream": 1}
    finally:
        server.stop()
    assert traffic.streams == {"/api/stream": 0}


def test_both_formats_are_read_by_their_parsers(room: Room, prober: Browser) -> None:
    play_duki(room, room.open(DUKI))
    scrape(prober)
    plain = {family.name for family in read_plain(scrape(prober))}
    opened = {family.name for family in read_open(scrape(prober, OPEN))}
    ours = {name.removesuffix("_total") for name in ABOUT}
    assert ours <= plain
    assert ours <= opened


def test_names_are_as_is_the_custom_and_on_the_page() -> None:
    page = PAGE.read_text()
    for name, (words, *labels) in ABOUT.items():
        assert re.fullmatch(r"pitboss(_[a-z]+)+", name), name
        assert words.endswith("."), name
        line = next((line for line in page.splitlines() if f"`{name}`" in line), "")
        assert line, f"docs/operations.md: {name} is missing"
        for label in labels:
            assert f"`{label}`" in line, (name, label)


def test_alert_rules_ask_for_what_there_is() -> None:
    folder = PAGE.parents[1] / "deploy" / "prometheus"
    (group,) = yaml.safe_load((folder / "alerts.yml").read_text())["groups"]
    assert yaml.safe_load((folder / "prometheus.yml").read_text())["rule_files"] == ["alerts.yml"]
    page = PAGE.read_text()
    for rule in group["rules"]:
        asked = re.findall(r"\b(pitboss_[a-z_]+)(?:{([a-z]+)[=!~]+)?", rule["expr"])
        for name, label in asked:
            known = ABOUT[name.removesuffix("_bucket")]
            assert not label or label in known[1:], rule["alert"]
        assert asked or re.search(r"\b(up|process_[a-z_]+){", rule["expr"]), rule["alert"]
        assert rule["annotations"]["summary"].endswith("."), rule["alert"]
        assert f"`{rule['alert']}`" in page, rule["alert"]


def test_a_scrape_from_elsewhere_needs_the_token(room: Room) -> None:
    services = room.app.state.services
    services.settings = services.settings._replace(metrics_token="s3cret of the scraper")
    bearer = {"Authorization": "Bearer s3cret of the scraper"}
    here, away = room.browser("127.0.0.1"), room.browser("10.1.2.3")
    assert away.get("/metrics", headers=HERE).status_code == 403
    assert away.get("/metrics", headers={"Authorization": "Bearer s3cret"}).status_code == 403
    assert away.get("/metrics", headers=bearer).status_code == 200
    assert here.get("/metrics", headers=HERE).status_code == 200
    # a proxy on this machine, and a page that lets its own name lead to this machine
    assert here.get("/metrics", headers={**HERE, "X-Forwarded-For": "8.8.8.8"}).status_code == 403
    assert here.get("/metrics", headers={"Host": "evil.example"}).status_code == 403


def test_without_a_token_none_is_good_enough(room: Room) -> None:
    away = room.browser("10.1.2.3")
    for given in ("Bearer ", "Bearer", "Bearer x"):
        assert away.get("/metrics", headers={"Authorization": given}).status_code == 403


def test_a_database_that_does_not_answer_holds_up_no_scrape(
    room: Room, prober: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("gone")

    monkeypatch.setattr(room.house.database, "reading", fail)
    found = samples(scrape(prober))
    assert value(found, "pitboss_database_up") == 0
    assert ("pitboss_sessions", frozenset({("role", "guest")})) not in found
    assert value(found, "pitboss_threads") > 0


def test_health_touches_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room.app.state.services, "house", None)
    for method in ("GET", "HEAD"):
        answer = room.browser().request(method, "/healthz", headers={"Cookie": "pitboss-session=x"})
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"


def test_logins_are_counted(room: Room, prober: Browser) -> None:
    for password in (PASSWORD, "wrong horse", "another wrong"):
        room.wait(minutes=1)
        room.browser().post("/api/login", json={"name": "Olga", "password": password})
    found = samples(scrape(prober))
    assert value(found, "pitboss_logins_total", outcome="done") == 1
    assert value(found, "pitboss_logins_total", outcome="refused") == 2
