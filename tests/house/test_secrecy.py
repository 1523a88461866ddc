"""No byte that a viewer is sent tells of a card that they may not see; ``make campaign`` scans
a hundred thousand rounds."""

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from pitboss.cards import format_card
from pitboss.house.audit import export
from pitboss.house.engine import House
from pitboss.house.tables import state
from pitboss.house.tables.state import table_view
from pitboss.refusal import Refused
from pitboss.training import exercise
from pitboss.web.app import create_app
from pitboss.web.common.services import ServerSettings
from pitboss.web.pages import audit as reading
from pitboss.web.pages import rounds as history
from pitboss.web.pages.design.program import Program
from pitboss.web.pages.design.work import WORK
from pitboss.web.pages.table import scene
from tests.campaigns import scan, tour
from tests.campaigns.bytes_scan import NUMBERS, as_read, cards_in, find_leaks
from tests.campaigns.deals import Findings
from tests.campaigns.scan import Chances, Scan, describe, scan_rounds
from tests.campaigns.visits import ANYONE, LOG, UNSCANNED, VISITS, differences
from tests.house.guests import ask, guest, open_table

SCANNED = int(os.environ.get("PITBOSS_SCANNED", "150"))
KINDS = (
    *("answers", "views", "pages", "page streams", "past rounds", "history", "lobby", "postings"),
    *("wall", "designer", "accounts", "coach", "drills", "training", "floor", "books", "audit"),
    *("log", "voids"),
)
VIEWERS = (
    *("a seat of the round", "a folded seat", "a seat that was left", "a newcomer at a seat"),
    "no part of the round",
)
ROUTES = {visit.route for visit in VISITS}
ROUND_PAGE = "/tables/{table_id}/rounds/{number}"
EVERY_CARD = " ".join(NUMBERS).encode()
EAGER = Chances(visit=1, round=0.1, dear=0.4, exercise=0.1, lesson=0.2)
LEARNED = Chances(visit=1, round=0.2, dear=0, exercise=1, lesson=1)

_COUNTED: dict[tuple[str, str], bytes] = {}


@pytest.fixture(autouse=True)
def counted_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the designer's pages show is counted in this process, once for all the scans: a program
    for each would take a second to begin."""

    def compute(program: Program) -> tuple[int, bytes, str]:
        job = program.job
        if (job.kind, job.asked) not in _COUNTED:
            try:
                answer = WORK[job.kind](json.loads(job.asked))
            except Refused as refusal:
                answer = {"problem": str(refusal)}
            _COUNTED[job.kind, job.asked] = json.dumps(answer).encode()
        return 0, _COUNTED[job.kind, job.asked], ""

    monkeypatch.setattr(Program, "_compute", compute)


def kinds_of(leaks: Iterable[str]) -> set[str]:
    return {leak.partition(" of ")[0] for leak in leaks}


def test_no_viewer_is_sent_a_card_that_they_may_not_see():
    counts, leaks = scan_rounds(SCANNED)
    print(describe(counts, leaks))
    assert not leaks, "\n".join(leaks[:10])
    assert counts["rounds"] == SCANNED
    assert counts["stream frames"] > 10 * SCANNED
    assert not [kind for kind in KINDS if not counts[kind]]
    assert not [viewer for viewer in VIEWERS if not counts[f"by {viewer}"]]
    assert not [route for route in ROUTES if not counts[f"GET {route}"]]


def test_every_address_is_scanned_or_excepted(tmp_path: Path):
    looked_at = Scan(tmp_path, 1)
    assert differences(looked_at.app) == []
    assert not ROUTES & set(UNSCANNED)
    looked_at.app.add_api_route("/tables/{table_id}/peek", list)
    looked_at.app.mount("/files", FastAPI())
    assert differences(looked_at.app) == ["/files", "/tables/{table_id}/peek"]
    looked_at.app.state.services.close()
    looked_at.house.close()


class Careless:
    """Adds every card to each answer and to each part of a stream once something was dealt."""

    def __init__(self, app: Any, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_more(message: Any) -> None:
            dealt = any(table.round for table in self.house.floor.published.values())
            if dealt and "body" in message and scope["path"] != "/api/log":
                message = {**message, "body": message["body"] + EVERY_CARD}
            await send(message)

        await self.app(scope, receive, send_more)


def test_a_leak_at_any_address_is_found(monkeypatch: pytest.MonkeyPatch):
    def create(house: House, settings: ServerSettings) -> FastAPI:
        app = create_app(house, settings)
        app.add_middleware(Careless, house=house)
        return app

    monkeypatch.setattr(scan, "create_app", create)
    _, leaks = scan_rounds(40, chances=EAGER)
    found = {match[1] for leak in leaks if (match := re.search(r" at (/\S*) ", leak))}
    logs = {visit.route for visit in VISITS if visit.holds == LOG}
    records = {visit.route for visit in VISITS if visit.opens == ANYONE}  # of ended rounds, whole
    assert found - records == ROUTES - logs - records
    assert {"stream frames", "page streams", "coach", "drills"} <= kinds_of(leaks)


def test_the_scan_finds_what_a_careless_view_would_show(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(state, "see", lambda event, viewer: event)
    for module in (scene, history, exercise):
        monkeypatch.setattr(module, "view", lambda events, viewer: list(events))
    routes = ("/tables/{table_id}", "/tables/{table_id}/stream", ROUND_PAGE)
    monkeypatch.setattr(tour, "VISITS", [v for v in VISITS if v.route in routes])
    _, leaks = scan_rounds(16, chances=LEARNED)
    found = {"stream frames", "views", "pages", "page streams", "history", "drills", "training"}
    assert found <= kinds_of(leaks)


def test_the_scan_finds_secrets_that_leave_the_house_too_soon(monkeypatch: pytest.MonkeyPatch):
    for module in (export, reading):
        monkeypatch.setattr(module, "open_round", lambda transaction, chain: None)
    routes = ("/tables/{table_id}", "/api/log", "/audit/entries/{chain}/{version}")
    monkeypatch.setattr(tour, "VISITS", [v for v in VISITS if v.route in routes])
    _, leaks = scan_rounds(20, chances=EAGER)
    assert kinds_of(leaks) == {"log", "audit"}


def test_whoever_takes_a_seat_sees_nothing_of_the_round_before(house):
    table = open_table(house, "duki")
    first, second, third = (guest(house, number) for number in (1, 2, 3))
    for person in (first, second):
        ask(house, table, "sit", person, chips=100)
    for person in (first, second):
        ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
    for person in (first, second):
        ask(house, table, "decide", person, action="fold")
    hand = cards_in(str(table_view(house.table(table), first.id)).encode())
    everyone = cards_in(str(table_view(house.table(table), third.id)).encode())
    ask(house, table, "leave", first)
    ask(house, table, "sit", third, seat=1, chips=100)
    assert hand - everyone
    assert cards_in(str(table_view(house.table(table), third.id)).encode()) == everyone


def test_cards_are_found_however_they_are_written():
    assert {code: format_card(card) for code, card in NUMBERS.items()} == {
        code: code for code in NUMBERS
    }
    text = '{"cards": "As Kd", "x": "2c3h"} the ten: 10♥, Queen of Clubs'
    found = {format_card(card) for card in cards_in(text.encode())}
    assert found == {"As", "Kd", "2c", "3h", "Th", "Qc"}
    assert not cards_in(b'{"table": "duki-2c3d4x5d", "at": "2s09", "why": "Asked", "1Ks": 0}')


def test_a_name_that_reads_as_a_card_is_none():
    findings = Findings()
    findings.leave_out(["5cl-e01-2c3d4c", "duki-0a1b2c3d"])
    findings.scan("lobby", "it", b"m-5cl-e01-2c3d4c, duki-0a1b2c3d", set(), [])
    assert not findings.leaks
    findings.scan("lobby", "it", b"m-5cl-e01-2c3d4c 2c", set(), [])
    assert findings.leaks == ["lobby of it: card 0"]


def test_a_page_is_scanned_as_its_reader_has_it():
    text = as_read(b'<pre>{&#34;deck&#34;: &#34;&#65;s&#34;}</pre> "web/static/cards/Kd-four.svg"')
    assert find_leaks(text, set(), []) == ["card 51", 'key "deck":']


def test_a_salt_a_deck_or_a_key_for_them_is_found():
    assert find_leaks(b'{"deck": ""}', set(), [])
    assert find_leaks(b"... abcdef ...", set(), [b"abcdef"])
    assert not find_leaks(b'{"deck_name": "red"}', set(), [b"abcdef"])
