"""The forms of pages: what is sent by them, and what is too much."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.room import Browser, Room


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


def send(browser: Browser, path: str, fields: int) -> tuple[int, str]:
    body = "&".join(f"field{number}=1" for number in range(fields))
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = browser.post(path, content=body, headers=headers)
    return answer.status_code, answer.text


def test_a_form_with_sixty_fields_is_read(site: Room) -> None:
    status, _ = send(site.browser(), "/play/duki", 60)
    assert status == 303


@pytest.mark.parametrize("path", ["/play/duki", "/login", "/training"])
def test_a_form_with_too_many_fields_is_refused_in_one_line(site: Room, path: str) -> None:
    status, text = send(site.browser(), path, 500)
    assert status == 409
    assert "form: at most 400 fields" in text


@pytest.mark.parametrize(
    ("path", "title"), [("/floor/people", "People"), ("/floor/requests", "Acts of two people")]
)
def test_a_refused_form_shows_no_page_that_the_sender_may_not_read(
    site: Room, path: str, title: str
) -> None:
    site.hire("Dora", "dealer")
    dora = site.staff("Dora")
    body = "name=Nora&role=dealer&password=a+long+password&act=reseed"
    answer = dora.post(path, content=body)
    assert (dora.get(path).status_code, answer.status_code) == (403, 403)
    assert "Olga" not in answer.text
    assert f"<h1>{title}</h1>" not in answer.text


def test_the_players_edge_is_said_before_a_table_is_opened_or_changed(site: Room) -> None:
    olga = site.staff("Olga")
    words = "the player has the edge, 7.53 %"

    def send_setup(path: str, **fields: str) -> tuple[int, str]:
        given = {"name": "Duki", "rulings.ante-three-card": "three-card-table", **fields}
        answer = olga.post(path, data=given)
        return answer.status_code, answer.headers.get("location", answer.text)

    def mark(text: str) -> str:
        found = re.search(r'name="seen" value="([0-9a-f]+)"', text)
        assert found
        return found[1]

    status, text = send_setup("/floor/open/duki")
    assert (status, words in text, "Open it all the same" in text) == (200, True, True)
    assert site.house.follower.tables() == []
    seen = mark(text)
    both = {"rulings.bonus-four-card": "ante-table", "seen": seen}
    status, text = send_setup("/floor/open/duki", **both)
    assert (status, "3.80 %" in text) == (200, True), "another warning is shown anew"
    plain = {"rulings.ante-three-card": "even", "seen": seen}
    assert send_setup("/floor/open/duki", **plain)[0] == 303, "nothing is left to confirm"
    status, place = send_setup("/floor/open/duki", seen=seen)
    assert status == 303
    path = place.partition("?")[0]
    assert words in olga.get(path).text
    status, text = send_setup(f"{path}/change", step="do", why="a name", name="Duki 2")
    assert status == 303, "it stands so already"
    change = {"step": "do", "why": "as well", "rulings.bonus-four-card": "ante-table"}
    status, text = send_setup(f"{path}/change", **change)
    assert (status, "3.80 %" in text, words in text) == (200, True, False)
    assert send_setup(f"{path}/change", **change, seen=mark(text))[0] == 303
