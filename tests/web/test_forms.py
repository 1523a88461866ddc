"""The forms of pages: what is sent by them, and what is too much."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import game_keys
from tests.web.room import DUKI, Browser, Room


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


WASHINGTON = {
    "name": "Garden table",
    "profile.name": "washington",
    "limits.min": "5",
    "limits.max": "500",
    "limits.bonus.least": "9",
    "limits.bonus.most": "3",
    "clock.decision": "soon",
    "buy_in.least": "0",
    "buy_in.most": "500",
    "paytables.bonus": "own",
    "paytables.bonus.rows.straight": "-3",
}


def wrong_fields(text: str) -> list[str]:
    """The fields that are marked, in the order of the form."""
    return re.findall(r'name="([^"]+)"[^>]* aria-invalid="true"', text)


def test_all_that_is_wrong_with_a_form_is_said_at_once_and_each_at_its_field(site: Room) -> None:
    olga = site.staff("Olga")
    answer = olga.post("/floor/open/duki", data=WASHINGTON)
    assert answer.status_code == 409
    assert wrong_fields(answer.text) == [
        *("clock.decision", "buy_in.least", "limits.bonus.least", "profile.date"),
        *("profile.licence", "approval.internal-controls", "paytables.bonus.rows.straight"),
    ]
    links = re.findall(r'<li><a href="#f-([^"]+)">', answer.text)
    assert links == wrong_fields(answer.text), "the list above the form leads to each of them"
    assert "7 things are to be mended" in answer.text
    assert "the smaller amount first" in answer.text
    assert "whole seconds for decision and wagers" in answer.text
    for key in ("buy_in:", "clock:"):
        assert key not in answer.text, "the field's label says it"
    focused = re.findall(r'name="([^"]+)"[^>]* autofocus', answer.text)
    assert focused == ["clock.decision"]
    assert 'aria-describedby="w-clock.decision h-clock.decision"' in answer.text
    mended = {
        "clock.decision": "30",
        "buy_in.least": "20",
        "limits.bonus.least": "1",
        "profile.date": "2024-01-10",
        "profile.licence": "house-banked",
        "approval.internal-controls": "IC-7",
        "paytables.bonus": "bonus-3",
    }
    answer = olga.post("/floor/open/duki", data={**WASHINGTON, **mended})
    assert wrong_fields(answer.text) == ["limits.max"], "what the law says of the day comes with it"
    answer = olga.post("/floor/open/duki", data={**WASHINGTON, **mended, "limits.max": "400"})
    assert answer.status_code == 303


def test_a_table_of_its_own_is_written_row_by_row(site: Room) -> None:
    olga = site.staff("Olga")
    text = olga.get("/floor/open/duki").text
    assert re.search(r'name="paytables.bonus.rows.straight" value="5"', text), "as printed"
    own = {"name": "Duki", "paytables.bonus": "own", "paytables.bonus.rows.straight": "7"}
    answer = olga.post(
        "/floor/open/duki", data={**own, "paytables.bonus.rows.pair-4s-or-better": "2"}
    )
    assert answer.status_code == 303, answer.text
    (table,) = site.house.follower.tables()
    rows = table.setup.settings.paytables["bonus"].rows
    assert [(row.event, row.hand, row.text) for row in rows] == [
        ("straight", "Straight", "7 to 1"),
        ("pair-4s-or-better", "Pair 4's or Better", "2 to 1"),
    ]
    text = olga.get(f"/floor/tables/{table.id}/change").text
    assert re.search(r'name="paytables.bonus.rows.straight" value="7"', text)
    change = {
        **own,
        "step": "do",
        "why": "as it was",
        "paytables.bonus.rows.pair-4s-or-better": "2",
    }
    olga.post(f"/floor/tables/{table.id}/change", data=change)
    assert site.house.table(table.id).setup.settings.paytables["bonus"].rows == rows


def test_a_reason_is_missed_together_with_the_rest(site: Room) -> None:
    table = site.open(DUKI)
    change = {"name": "Duki", "step": "do", "limits.min": "9", "limits.max": "3"}
    answer = site.staff("Olga").post(f"/floor/tables/{table}/change", data=change)
    assert wrong_fields(answer.text) == ["limits.max", "why"]


def test_a_reason_alone_is_missed_at_its_field(site: Room) -> None:
    table = site.open(DUKI)
    change = {"name": "Duki", "step": "do"}
    answer = site.staff("Olga").post(f"/floor/tables/{table}/change", data=change)
    assert wrong_fields(answer.text) == ["why"]
    assert ">Why</a>: a reason of 1 to 200 letters is needed" in answer.text


def test_fields_have_plain_labels(site: Room) -> None:
    olga = site.staff("Olga")
    for game in game_keys():
        text = olga.get(f"/floor/open/{game}").text
        labels = re.findall(r"<label[^>]*>([^<]+)</label>", text)
        assert [label for label in labels if re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", label)] == []
        assert len(labels) > 10


def test_programs_get_one_line_and_a_list_beside_it(site: Room) -> None:
    setup = {
        "game": "duki",
        "name": "\u200b",
        "buy_in": [9, 5],
        "table": {"rulings": {"ace": "low"}},
    }
    answer = site.staff("Olga").post("/api/tables", json=setup)
    assert answer.status_code == 409
    assert answer.json()["error"].startswith("name: U+200B cannot be seen")
    assert [one["at"] for one in answer.json()["errors"]] == ["name", "table.rulings.ace", "buy_in"]


def test_an_address_that_leads_nowhere_says_so_in_plain_words(site: Room) -> None:
    for path in ("/tables/zzz", "/nowhere"):
        text = site.staff("Olga").get(path, headers={"accept": "text/html"}).text
        assert "<h1>There is nothing here</h1>" in text, path
        assert "The address leads nowhere." in text


def test_an_address_that_is_no_tables_id_gets_a_page(site: Room) -> None:
    """Once it was raw JSON with a regular expression in it."""
    for path in ("/tables/zzz", "/tables/zzz/rules", "/floor/tables/zzz"):
        answer = site.staff("Olga").get(path, headers={"accept": "text/html"})
        assert answer.status_code in (404, 409, 422), path
        assert "<h1>" in answer.text
        assert "pattern" not in answer.text
        assert "^" not in re.sub(r"<[^>]+>", "", answer.text)
