"""Reviews and downloads: one's own rounds alone, as one's own seat saw them."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.cards import format_card
from pitboss.games import find_game
from pitboss.rounds.runner import Runner
from pitboss.training.coach import weigh
from tests.web.room import DUKI, HOLDOUT, Browser, Room, ask

PAGE = {"Accept": "text/html"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    found.hurry = 30.0
    yield found
    found.close()


def sit(room: Room, table: str, seat: int) -> Browser:
    client = room.guest()
    ask(client, table, "sit", seat=seat)
    return client


def decide_all(room: Room, table: str, clients: dict[int, Browser], action: str) -> None:
    while question := room.house.table(table).question:
        ask(clients[question.seat], table, "decide", action=action)


def play_duki(room: Room, table: str, clients: dict[int, Browser], action: str = "play") -> None:
    """A round in which everyone does the same."""
    for client in clients.values():
        ask(client, table, "wager", wagers={"ante": "10.00"}, deal=True)
    decide_all(room, table, clients, action)


def play_well(room: Room, table: str, client: Browser, is_right: bool) -> None:
    """A round with the better decision, or with the worse one."""
    ask(client, table, "wager", wagers={"ante": "10.00"}, deal=True)
    opening = room.house.table(table).opening
    assert opening
    best = weigh(Runner(find_game("duki"), opening)).best.action
    other = {"play": "fold", "fold": "play"}[best]
    ask(client, table, "decide", action=best if is_right else other)


def look(client: Browser, path: str) -> httpx.Response:
    return client.get(path, headers=PAGE)


def judged(client: Browser, path: str) -> str:
    """The page once every round of it is judged; the first sum of a game takes seconds."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        answer = look(client, path)
        assert answer.status_code == 200, answer.text
        if "Judging:" not in answer.text:
            return answer.text
    raise AssertionError("not judged in two minutes")


def test_a_session_is_listed_judged_and_drilled(room: Room):
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1)}
    for is_right in (True, False, True, False):
        play_well(room, table, clients[1], is_right)
    client = clients[1]
    assert "open to judge" in look(client, "/review").text
    page = judged(client, f"/review/{table}")
    for words in ("won in", "what play was worth", "accuracy", "Round 4", 'class="graph"'):
        assert words in page
    assert "open to judge" not in look(client, "/review").text
    wrong = look(client, f"/review/{table}?show=wrong").text
    assert page.count('<span class="line"><b>Round') == 4
    assert [n for n in range(1, 5) if f'<span class="line"><b>Round {n}' in wrong] == [2, 4]
    made = client.post(f"/review/{table}/drill", content="round=2&turn=1")
    assert made.status_code == 303
    assert "Duki 4 Poker drill" in look(client, made.headers["location"]).text
    missing = client.post(f"/review/{table}/drill", content="round=2&turn=9")
    assert missing.status_code == 404


def test_a_decision_is_shown_before_it_was_taken_with_what_each_option_was_worth(room: Room):
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1)}
    play_duki(room, table, clients, "fold")
    judged(clients[1], f"/review/{table}")
    page = look(clients[1], f"/review/{table}?round=1&turn=1").text
    assert "What each option was worth" in page
    assert 'class="ends"' in page
    ended = look(clients[1], f"/review/{table}?round=1&turn=2").text
    assert "The result taken apart" in ended
    assert "Luck: Your first cards" in ended
    assert "What each option was worth" not in ended


def answered(client: Browser, table: str) -> dict[str, Any]:
    """The same for programs, once every round of it is judged."""
    judged(client, f"/review/{table}")
    answer = client.get(f"/api/review/{table}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_programs_are_told_what_the_page_shows(room: Room):
    table = room.open(DUKI)
    client = sit(room, table, 1)
    for is_right in (True, False):
        play_well(room, table, client, is_right)
    found = answered(client, table)
    rounds = found["rounds"]
    assert [(one["round"], one["state"]) for one in rounds] == [(1, "judged"), (2, "judged")]
    (right,), (wrong,) = (one["decisions"] for one in rounds)
    assert (right["tag"], right["cost"]["exact"]) == ("best", "0/1")
    assert wrong["tag"] != "best"
    assert wrong["chosen"].split()[0] != wrong["best"].split()[0]
    assert wrong["cost"]["value"] > 0
    for one in (found, *rounds):
        worth, luck = (Fraction(one[name]["exact"]) for name in ("worth", "luck"))
        assert worth + luck == Fraction(one["won"]), "won is what play was worth and luck"
    assert (rounds[0]["accuracy"]["value"], found["waiting"]) == (1.0, 0)
    assert sum(Fraction(one["won"]) for one in rounds) == Fraction(found["won"])
    page = look(client, f"/review/{table}").text
    assert f"{100 * found['accuracy']['value']:.1f} %" in page


def test_nobody_reviews_or_takes_away_what_others_played(room: Room):
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1), 3: sit(room, table, 3)}
    play_duki(room, table, clients)
    stranger, nobody = room.guest(), room.browser()
    for path in (
        f"/review/{table}",
        f"/api/review/{table}",
        f"/review/{table}/download",
        f"/tables/{table}/rounds/1/download?as=json",
    ):
        assert look(clients[1], path).status_code == 200
        assert look(stranger, path).status_code == 404
        assert look(nobody, path).status_code == 401
    assert "No session yet" in look(stranger, "/review").text
    assert "No session yet" in look(nobody, "/review").text
    drill = stranger.post(f"/review/{table}/drill", content="round=1&turn=1")
    assert drill.status_code == 404


def test_a_download_has_no_card_that_the_seat_did_not_see(room: Room):
    """After a fold of both, the dealer's cards are shown; the other seat's stay hidden."""
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1), 3: sit(room, table, 3)}
    play_duki(room, table, clients, "fold")
    hands = deal_of(room, table)
    own, other = hands[1], hands[3]
    for form in ("text", "json"):
        for path in (f"/tables/{table}/rounds/1/download", f"/review/{table}/download"):
            answer = clients[1].get(f"{path}?as={form}")
            assert answer.status_code == 200
            named = answer.headers["content-disposition"]
            assert named.startswith(f'attachment; filename="{table}-round')
            assert named.endswith('.txt"' if form == "text" else '.json"')
            codes = json_cards(answer.json()) if form == "json" else None
            if codes is not None:
                assert own <= codes
                assert not other & codes
    page = judged(clients[1], f"/review/{table}")
    history = look(clients[1], f"/tables/{table}/rounds").text
    for text in (page, history):
        assert "Your cards: " in text


def deal_of(room: Room, table: str) -> dict[int, set[str]]:
    """The hands as they were dealt, which only the house knows."""
    hands: dict[int, set[str]] = {}
    for event in room.house.table(table).events:
        if type(event).__name__ == "CardDealt" and event.to > 0:  # type: ignore[union-attr]
            card = format_card(event.card)  # type: ignore[union-attr,arg-type]
            hands.setdefault(event.to, set()).add(card)  # type: ignore[union-attr]
    return hands


def json_cards(value: Any) -> set[str]:
    """Every card that is named in JSON values."""
    if isinstance(value, dict):
        return set().union(*map(json_cards, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(json_cards, value)) if value else set()
    words = str(value).split()
    return {word for word in words if len(word) == 2 and word[1] in "cdhs" and word[0] in RANKS}


RANKS = "23456789TJQKA"


def test_a_holdout_session_goes_out_as_phh_and_stays_marked(room: Room):
    table = room.open(HOLDOUT)
    clients = {1: sit(room, table, 1), 2: sit(room, table, 2)}
    for _ in range(2):
        ask(clients[1], table, "deal")
        decide_all(room, table, clients, "fold")
    answer = clients[1].get(f"/tables/{table}/rounds/1/download?as=phh")
    assert answer.status_code == 200
    assert "_viewer = 1\n" in answer.text
    assert "??????????" in answer.text
    session = clients[1].get(f"/review/{table}/download?as=phh").text
    assert session.startswith("[1]\nvariant")
    assert "\n[2]\nvariant" in session
    page = judged(clients[1], f"/review/{table}")
    assert "if the model holds" in page


def test_what_cannot_be_asked_for_is_refused_in_a_line(room: Room):
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1)}
    play_duki(room, table, clients)
    for query, words in (("?as=exe", "there are text, json, phh"), ("?as=phh", "only holdout")):
        answer = clients[1].get(f"/tables/{table}/rounds/1/download{query}")
        assert answer.status_code == 409
        assert words in json.loads(answer.text)["error"]
    assert look(clients[1], f"/review/{table}?round=x&turn=-3&from=9&show=none").status_code == 200


def test_an_exam_keeps_its_rounds_until_its_end(room: Room):
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1)}
    play_duki(room, table, clients)
    room.now = datetime.now(UTC)  # as the house's log has it
    assert clients[1].post("/coach/exam", content="exam=on").status_code == 303
    play_duki(room, table, clients, "fold")
    page = judged(clients[1], f"/review/{table}")
    assert "1 round of your exam: no verdict" in page
    assert "no verdicts before its end" in look(clients[1], f"/review/{table}?round=2").text
    assert "What each option was worth" not in look(clients[1], f"/tables/{table}/rounds/2").text
    told = answered(clients[1], table)["rounds"][1]
    assert (told["state"], told["worth"], told["decisions"]) == ("secret", None, [])
    made = clients[1].post(f"/review/{table}/drill", content="round=2&turn=1")
    assert made.status_code == 404
    clients[1].post("/coach/exam", content="exam=off")
    assert "exam" not in judged(clients[1], f"/review/{table}")
    assert answered(clients[1], table)["rounds"][1]["state"] == "judged"


def test_a_void_round_is_shown_and_not_judged(room: Room):
    table = room.open(DUKI)
    clients = {1: sit(room, table, 1)}
    play_duki(room, table, clients)
    ask(clients[1], table, "wager", wagers={"ante": "10.00"}, deal=True)
    room.hire("Susan", "supervisor")
    ask(room.staff("Susan"), table, "void", reason="a card fell on the floor")
    page = judged(clients[1], f"/review/{table}")
    assert "This round is not judged: it was void." in page
    assert "won in\n    2 rounds" in page
    told = answered(clients[1], table)["rounds"][1]
    assert (told["status"], told["state"], told["won"]) == ("void", "none", "0.00")
