"""The forms of pages: what is sent by them, and what is too much."""

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
