"""The seed that is suggested for a jackpot: the usual one for a dollar, times the fixed wager."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.games import find_game
from pitboss.house import accounts
from tests.web.room import QUICK, Room

TERMS = {"paytable": "5CL-E01", "type": "progressive", "rate": "0.2"}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


@pytest.mark.rule("SO-29")
@pytest.mark.parametrize(("wager", "seed"), [(1_00, 10_000_00), (5_00, 50_000_00), (25, 2_500_00)])
def test_the_seed_goes_with_the_wager(wager: int, seed: int) -> None:
    assert find_game("super-omaha").face.first_table.suggest_seed(wager) == seed


def test_a_game_without_a_jackpot_of_its_own_suggests_none() -> None:
    assert find_game("duki").face.first_table.suggest_seed(5_00) == 0


def test_the_api_suggests_and_takes_what_is_given(site: Room) -> None:
    olga = site.staff("Olga")
    given = {"terms": {**TERMS, "wager": "5", "seed": "1234.00"}}
    opened = olga.post("/api/jackpots", json=given).json()
    assert opened["suggested_seed"] == "50000.00"
    assert opened["note"] == ("suggested seed $50,000: $10,000 for each dollar of the fixed wager")
    assert site.house.meters[opened["jackpot"]] == 1234_00
    assert olga.get("/api/jackpots/seed?wager=2.50").json()["suggested_seed"] == "25000.00"
    assert olga.get("/api/jackpots/seed?wager=much").status_code == 422
    page = olga.get("/floor/jackpots").text
    assert "suggested seed $50,000: $10,000 for each dollar" in page, "beside the one that stands"


def test_the_form_says_what_goes_with_its_wager(site: Room) -> None:
    olga = site.staff("Olga")
    page = olga.get("/floor/jackpots").text
    assert "suggested seed $10,000: $10,000 for each dollar of the fixed wager." in page
    answer = olga.post("/floor/jackpots", data={**TERMS, "wager": "5", "seed": "x"})
    assert answer.status_code == 409
    assert "suggested seed $50,000: $10,000 for each dollar of the fixed wager." in answer.text
    answer = olga.post("/floor/jackpots", data={**TERMS, "wager": "much", "seed": "1"})
    assert "suggested seed $10,000: $10,000 for each dollar of the fixed wager." in answer.text


def test_the_command_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--wager", "jackpot", "--paytable", "5CL-01", "--meter", "50000", "--amount", "5"]
    assert not main(["odds", "super-omaha", *words])
    assert "A progressive's suggested seed $50,000: $10,000 for" in capsys.readouterr().out
