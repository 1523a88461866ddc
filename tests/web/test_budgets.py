"""What a table weighs on the wire: its page, and the styles and scripts that it loads, as a server
really sends them, in the middle of a round and at its end."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from pitboss.games import all_games, game_keys
from tests.browser.site import Site

PAGE_BYTES = 40_000
FILES_BYTES = 100_000
PREFERRED = ("buy", "play", "flop", "call", "check", "hold", "refuse", "fold")
TAGS = re.compile(r'<(?:link rel="stylesheet"|script|link rel="modulepreload")[^>]*>')
NAMED = re.compile(r'(?:href|src)="([^"]+)"')
IMPORTED = re.compile(
    r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']|@import\s+(?:url\()?["']([^"']+)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("house"), pace=0.01)
    yield found
    found.close()


class Guest:
    """Someone at a practice table with practice players, who knows what everything weighs."""

    def __init__(self, site: Site, game: str) -> None:
        self.game = game
        self.client = httpx.Client(base_url=site.url, trust_env=False, timeout=20)
        self.client.headers["Accept-Encoding"] = "gzip"
        answer = self.client.post(f"/play/{game}", data={"bots": "on"})
        self.path = answer.headers["location"]
        _, page = self.weigh(self.path)
        found = re.search(r'name="csrf" content="([^"]+)"', page)
        assert found
        self.client.headers["X-CSRF"] = found[1]

    def weigh(self, path: str) -> tuple[int, str]:
        """The bytes of an answer's body on the wire, and its text."""
        with self.client.stream("GET", path) as answer:
            assert answer.status_code == 200, path
            text = answer.read().decode()
            return answer.num_bytes_downloaded, text

    def files(self) -> dict[str, int]:
        """Every style and script of the page, also those that they name in turn."""
        _, page = self.weigh(self.path)
        wanted = [NAMED.search(tag) for tag in TAGS.findall(page)]
        paths, weights = [found[1] for found in wanted if found], dict[str, int]()
        while paths:
            path = paths.pop()
            if path in weights:
                continue
            weights[path], text = self.weigh(path)
            named = (one or other for one, other in IMPORTED.findall(text))
            paths += [urljoin(path, each) for each in named if each.startswith((".", "/"))]
        return weights

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api{self.path}").json()
        return found

    def send(self, **command: object) -> None:
        answer = self.client.post(f"/api{self.path}/commands", json=command)
        assert answer.status_code == 200, answer.text

    def deal(self) -> None:
        """Every wager that the table offers, jackpots too, so that all is on the page."""
        game = next(each for each in all_games() if each.source.key == self.game)
        if game.read_seating:
            self.send(act="deal")
            return
        posted = self.client.get(f"/api{self.path}/posted").json()
        first = {each["wager"]: each["least"] for each in posted["wagers"]}
        later = {"second", "third", "play", "flop", "tip"}
        wagers = {name: least for name, least in first.items() if name not in later}
        self.send(act="wager", wagers=wagers, deal=True)

    def until(self, *statuses: str) -> dict[str, Any]:
        """Wait for one's own question, or for the end."""
        for _ in range(500):
            table = self.look()
            if table["round_status"] in statuses or "options" in (table["waiting"] or {}):
                return table
            time.sleep(0.02)
        raise AssertionError("nobody is asked")

    def decide(self, question: dict[str, Any]) -> None:
        options = {option["action"]: option for option in question["options"]}
        action = next(each for each in PREFERRED if each in options)
        given = {"amount": least} if (least := options[action].get("min")) else {}
        if cards := options[action].get("cards"):
            given = {"cards": cards}
        self.send(act="decide", action=action, **given)


@pytest.mark.parametrize("game", game_keys())
def test_a_table_is_light(site: Site, game: str):
    guest = Guest(site, game)
    with closing(guest.client):
        check_weights(guest)


def check_weights(guest: Guest) -> None:
    """From an empty table through a round to its settlement."""
    files = guest.files()
    weights = {"empty": guest.weigh(guest.path)[0]}
    guest.deal()
    table = guest.until("settled")
    assert table["waiting"], table
    weights["playing"], page = guest.weigh(guest.path)
    assert "data-ask=" in page
    while table["round_status"] != "settled":
        guest.decide(table["waiting"])
        table = guest.until("settled")
    weights["settled"], page = guest.weigh(guest.path)
    assert 'data-status="settled"' in page
    told = ", ".join(f"{name} {size:,}" for name, size in weights.items())
    print(f"{guest.game}: {told} bytes; {len(files)} files {sum(files.values()):,} bytes")
    assert max(weights.values()) < PAGE_BYTES
    assert sum(files.values()) < FILES_BYTES
    assert {Path(path).suffix for path in files} == {".css", ".js"}
    assert any(path.endswith("idiomorph.js") for path in files), "imports are followed"
