"""A game that ``pitboss new`` wrote and an installer installed: a real server has it in its lobby,
and a guest plays it to the settlement. No file of Pitboss names it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.browser.conftest import DESKTOP
from tests.browser.playing import play_now, play_out, text_cents, wager
from tests.kit.packages import KEY, let_find, write_and_install
from tests.web.program import Place, Process


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Process]:
    write_and_install(tmp_path)
    let_find(monkeypatch, tmp_path / "site")
    found = Process(Place(tmp_path / "house", ""))
    yield found
    assert "Traceback" not in found.stop()


def test_a_new_game_is_played_in_the_browser(server: Process, browser: Browser) -> None:
    failures: list[str] = []
    context = browser.new_context(
        base_url=str(server.client.base_url), viewport=DESKTOP, reduced_motion="reduce"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: failures.append(str(error)))

    def look(got: Response) -> None:
        if got.status >= 400:
            failures.append(f"{got.status} {got.url}")

    page.on("response", look)
    table = play_now(page, KEY)
    wager(page, "3", "n", "2")
    play_out(page, ("p",))
    chips = text_cents(page.locator("#stack").inner_text())
    assert chips - 500_00 == text_cents(page.locator(".own-line .net").inner_text())
    rules = page.locator(".results .result .why b").all_inner_texts()
    assert rules[0] in ("TC-08", "TC-09")
    assert rules[-1] == "TC-10"
    page.goto(f"/tables/{table}/rounds/1")
    expect(page.locator("main")).to_contain_text("Two Cards")
    page.goto(f"/games/{KEY}")
    expect(page.locator("main")).to_contain_text("TC-10")
    expect(page.locator("main")).to_contain_text("not approved")
    answer = context.request.get(f"/api/tables/{table}/rounds/1").json()
    assert re.fullmatch("settled|void", answer["status"])
    context.close()
    assert not failures
