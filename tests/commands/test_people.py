"""``pitboss people``: accounts from the machine itself."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.house import accounts
from pitboss.house.log import HOUSE
from pitboss.house.store import entries, open_database
from pitboss.house.store.entries import Which
from tests.house.people_room import QUICK

GOOD = "four strange old words"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    database = open_database(str(folder / "house.db"))
    accounts.ensure_operator(database, "Olga", "correct horse", datetime.now(UTC))
    database.close()
    return folder


def people(monkeypatch: Any, capsys: Any, data: Path, *words: str, typed: str = "") -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    main(["people", *words, "--data", str(data)])
    return str(capsys.readouterr().out)


def test_make_reset_and_list(monkeypatch: Any, capsys: Any, data: Path) -> None:
    """A supervisor too, whom one operator alone cannot make; the log says where it was done."""
    made = people(monkeypatch, capsys, data, "make", "Sue", "--role", "supervisor", typed=GOOD)
    assert made == "Made: Sue, supervisor\n"
    reset = people(monkeypatch, capsys, data, "reset", "Olga", typed=f"{GOOD} too")
    assert reset.startswith("The password of Olga is changed")
    assert people(monkeypatch, capsys, data, "end-sessions", "Sue") == "Ended: 0 of Sue\n"
    listed = json.loads(people(monkeypatch, capsys, data, "list", "--json"))["people"]
    assert [(row["name"], row["role"]) for row in listed] == [
        ("Olga", "operator"),
        ("Sue", "supervisor"),
    ]
    database = open_database(str(data / "house.db"))
    assert accounts.prove(database, "Olga", f"{GOOD} too").person
    assert not accounts.prove(database, "Olga", "correct horse").person
    with database.reading() as transaction:
        found = entries.search(transaction, Which(HOUSE, who="machine"))
    database.close()
    kinds = ["person-made", "password-changed", "sessions-ended"]
    assert [entry.kind for entry in found] == kinds


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (("reset", "Nobody"), GOOD, "person 'Nobody': there is no such account"),
        (("reset", "Olga"), "password123", "password: is easily guessed"),
        (("make", "Sue"), GOOD, "an account may be"),
        (("reset",), GOOD, "people reset: say whose"),
        (("burn", "Olga"), GOOD, "people 'burn': there are list, make, reset, end-sessions, "),
    ],
)
def test_what_is_refused(
    monkeypatch: Any, capsys: Any, data: Path, words: tuple[str, ...], typed: str, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    assert main(["people", *words, "--data", str(data)]) == 2
    assert said in capsys.readouterr().err
