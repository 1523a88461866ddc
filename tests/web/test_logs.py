"""The server's log: what a line says, to which request it belongs, and that no secret is in it."""

import io
import json
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request, Response

from pitboss.cards import format_cards
from pitboss.house import accounts
from pitboss.house.store import entries
from pitboss.house.tables.apply import read_entry
from pitboss.house.tables.entries import RoundOpened
from pitboss.refusal import Refused
from pitboss.web.operations import logs
from tests.web.room import DUKI, PASSWORD, QUICK, SITE, Room
from tests.web.serving import Serving

TOKEN = "0123456789abcdef" * 4


class Logged:
    """What is written to the log while it is set up."""

    def __init__(self, kind: str = "json", level: str = "") -> None:
        self.stream = io.StringIO()
        self.stop = logs.set_up(kind, level, self.stream)

    @property
    def text(self) -> str:
        self.stop()
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def logged() -> Iterator[Logged]:
    found = Logged()
    yield found
    found.stop()


def test_a_request_is_one_line_with_its_id(room: Room, logged: Logged) -> None:
    table, guest = room.open(DUKI), room.guest()
    answer = guest.get(f"/api/tables/{table}?from=0")
    guest.get("/healthz")
    guest.get("/metrics")
    *_, line = logged.lines
    who = guest.get("/api/me").json()["person"]["id"]
    assert line.pop("time").endswith("+00:00")
    assert 0 < line.pop("seconds") < 10
    assert line.pop("pid") > 0
    assert line == {
        "level": "info",
        "event": "request",
        "logger": "pitboss.requests",
        "request": answer.headers["x-request-id"],
        "method": "GET",
        "route": "/api/tables/{table_id}",
        "status": 200,
        "person": who,
        "address": "10.0.0.1",
    }


def test_each_answer_has_an_id_of_its_own(room: Room) -> None:
    client = room.browser()
    answers = [client.get(path) for path in ("/api/tables", "/nothing", "/api/me", "/healthz")]
    large = client.post("/api/guest", headers={"Content-Length": "99999999"})
    ids = {answer.headers["x-request-id"] for answer in (*answers, large)}
    assert len(ids) == 5
    assert all(len(identity) == 16 for identity in ids)


@pytest.mark.parametrize(
    ("port", "given", "taken"),
    [
        (0, "req-2026.11:abcDEF_1", True),
        (50_000, "req-2026.11:abcDEF_1", False),  # not through a proxy that is trusted
        (0, "short", False),
        (0, 'a"b{}\\n-injected', False),
        (0, "x" * 65, False),
    ],
)
def test_the_id_of_a_trusted_proxy_is_kept(room: Room, port: int, given: str, taken: bool) -> None:
    transport = httpx.ASGITransport(room.app, client=("10.0.0.9", port))
    with_id = httpx.AsyncClient(transport=transport, base_url=SITE)
    answer = room.run(with_id.get("/healthz", headers={"X-Request-Id": given}))
    assert (answer.headers["x-request-id"] == given) is taken


def test_a_failure_is_logged_under_the_id_that_is_answered(room: Room, logged: Logged) -> None:
    async def fail(request: Request) -> Response:
        raise ValueError(f"broken with Bearer {TOKEN}")

    room.app.router.add_route("/api/broken", fail)
    server = Serving(room.app, level="error")
    try:
        answer = httpx.get(f"{server.address}/api/broken", trust_env=False)
    finally:
        server.stop()
    identity = answer.headers["x-request-id"]
    assert answer.status_code == 500
    assert f"logged as request {identity}" in answer.json()["error"]
    failed = [line for line in logged.lines if line.get("request") == identity]
    traces = [line for line in failed if "traceback" in line]
    assert [line["level"] for line in traces] == ["error"]
    assert "ValueError: broken with Bearer [hidden]" in traces[0]["traceback"]
    assert [line["status"] for line in failed if line["event"] == "request"] == [500]


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        (TOKEN, TOKEN),
        (f"Authorization: Bearer {TOKEN[:20]}", TOKEN[:20]),
        ("Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ("postgresql://house:p4ss/w@rd@db.example/pitboss", "p4ss/w@rd"),
        ("password=hunter2hunter2", "hunter2"),
        ("{'csrf': 'abcdefgh'}", "abcdefgh"),
        ('"password": "two words"', "two words"),
        ("Cookie: pitboss-session=abcdefg", "abcdefg"),
        ("__Host-pitboss-session=abcdefg", "abcdefg"),
        ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA", "aGFzaA"),
        ("9h 9c 6s Jd", "9c 6s"),
        ("['As', 'Kd']", "Kd"),
        ("AsKdTh", "Kd"),
        (str(list(range(52))), "3, 4"),
        ("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQ\n-----END PRIVATE KEY-----", "MC4CAQAwBQ"),
    ],
)
def test_what_reads_like_a_secret_is_taken_out(words: str, secret: str, logged: Logged) -> None:
    logging.getLogger("pitboss.house").warning("before %s after", words)
    logging.getLogger("some.library").error("x", extra={"fields": {"given": words}})
    try:
        raise RuntimeError(words)
    except RuntimeError:
        logging.getLogger("pitboss").exception("failed")
    message, field, failure = logged.lines
    for text in (message["event"], field["given"], failure["traceback"]):
        assert secret not in text
        assert logs.HIDDEN in text


@pytest.mark.parametrize(
    "words",
    ["table duki-0a1b2c3d: is stopped", "person-0123456789abcdef sat at 12:30:45", "As you like"],
)
def test_what_is_no_secret_stays(words: str) -> None:
    assert logs.redact(words) == words


def test_lines_of_threads_and_their_ends_are_in_it(logged: Logged) -> None:
    def work() -> None:
        logging.getLogger("pitboss.house.driver").warning("at work")
        raise ValueError("unexpected")

    thread = threading.Thread(target=work, name="pitboss-test")
    thread.start()
    thread.join()
    first, last = logged.lines
    assert (first["event"], first["logger"]) == ("at work", "pitboss.house.driver")
    assert (last["event"], last["level"]) == ("pitboss-test has ended by an error", "critical")
    assert "ValueError: unexpected" in last["traceback"]


def test_text_for_people_tells_of_troubles_alone() -> None:
    logged = Logged("text")
    logging.getLogger("pitboss").info("usual")
    logging.getLogger("pitboss").warning("unusual", extra={"fields": {"table": "duki-1"}})
    (line,) = logged.text.splitlines()
    assert line.endswith(" WARNING unusual table=duki-1")


def test_other_kinds_and_levels_are_refused() -> None:
    with pytest.raises(Refused, match="log xml: give json, text"):
        logs.set_up("xml")
    with pytest.raises(Refused, match="log level loud: give debug"):
        logs.set_up("json", "loud")


class Stuck(io.StringIO):
    """Takes nothing until it is let go, as a pipe that nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.free, self.asked = threading.Event(), threading.Event()

    def write(self, text: str) -> int:
        self.asked.set()
        self.free.wait(10)
        return super().write(text)


def test_whoever_logs_never_waits_for_the_stream() -> None:
    stream = Stuck()
    stop = logs.set_up("json", "info", stream)
    logging.getLogger("pitboss").info("first")
    assert stream.asked.wait(5)
    begun = time.monotonic()
    for _ in range(logs.MOST_LINES + 500):
        logging.getLogger("pitboss").info("line")
    assert time.monotonic() - begun < 8  # the stream would have held up the first for ten
    assert logs.dropped() == 500
    stream.free.set()
    stop()


def test_no_secret_is_logged_while_many_play_and_log_in(
    logged: Logged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each secret that there is by then is looked for, not only what reads like one."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    monkeypatch.setattr(logs, "redact", str)  # the first line of defence must do without
    room = Room(tmp_path, pages=True)
    known = {PASSWORD, "a wrong horse"}
    tables = [room.open(DUKI) for _ in range(3)]
    room.hurry = 5
    logging.getLogger("pitboss").setLevel("DEBUG")
    server = Serving(room.app)
    try:
        workers = [
            threading.Thread(target=_play, args=(server.address, table, known)) for table in tables
        ]
        workers.append(threading.Thread(target=_log_in, args=(server.address, known)))
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        server.stop()
    with room.house.database.reading() as transaction:
        found = entries.search(transaction, entries.Which(kinds=("round-opened",)))
    assert len(found) >= 6
    for entry in found:
        opened = read_entry(entry)
        assert isinstance(opened, RoundOpened)
        drawn = opened.drawn(entry.chain)
        assert drawn
        cards = format_cards(drawn.deck()).split()
        known |= {drawn.seed, " ".join(cards[:4]), "".join(cards[:4])}
    text = logged.text
    lines = [json.loads(line) for line in text.splitlines()]
    assert sum(line["event"] == "request" for line in lines) > 30
    assert [secret for secret in known if secret in text] == []
    room.close()


def _log_in(address: str, known: set[str]) -> None:
    with httpx.Client(base_url=address, trust_env=False) as client:
        for password in ("a wrong horse", PASSWORD):
            login = client.post("/api/login", json={"name": "Olga", "password": password})
        assert login.status_code == 200, login.text
        known |= {login.json()["token"], login.json()["csrf"], client.cookies["pitboss-session"]}
        form = {"csrf": login.json()["csrf"], "name": "Olga", "password": PASSWORD}
        client.post("/login", data=form)


def _play(address: str, table: str, known: set[str]) -> None:
    with httpx.Client(base_url=address, trust_env=False) as client:
        guest = client.post("/api/guest").json()
        known |= {guest["token"], guest["csrf"]}
        client.headers["Authorization"] = f"Bearer {guest['token']}"
        path = f"/api/tables/{table}"
        client.post(f"{path}/commands", json={"act": "sit", "seat": 1, "chips": 500})
        for _ in range(2):
            wager = {"act": "wager", "wagers": {"ante": 10}, "deal": True}
            client.post(f"{path}/commands", json=wager)
            client.get(f"{path}?token={guest['token']}")
            client.post(f"{path}/commands", json={"act": "decide", "action": "fold"})
            client.get(f"{path}/rounds/1")
