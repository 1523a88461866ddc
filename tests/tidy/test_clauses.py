"""docs/clauses.md is made from docs/clauses.toml, and all that it names is there; PITBOSS_UPDATE=1
writes it anew."""

import os

import pytest

from pitboss.cli.main import COMMANDS
from tests.tidy import clauses
from tests.tidy.clauses import Clause

MAKEFILE = (clauses.ROOT / "Makefile").read_text(encoding="utf-8")


def found_in(*wrong: Clause) -> list[str]:
    return list(clauses.faults([("X", each) for each in wrong], MAKEFILE, set(COMMANDS)))


def test_the_page_is_up_to_date():
    if os.environ.get("PITBOSS_UPDATE"):
        clauses.PAGE.write_text(clauses.page(), encoding="utf-8")
    assert clauses.PAGE.read_text(encoding="utf-8") == clauses.page()


def test_every_clause_is_whole_and_what_it_names_is_there():
    faults = list(clauses.faults(list(clauses.clauses()), MAKEFILE, set(COMMANDS)))
    assert not faults, "\n".join(["", *faults])


def test_there_are_enough_of_every_standard():
    counts = {standard["name"]: len(standard["clause"]) for standard in clauses.standards()}
    assert sum(counts.values()) >= clauses.LEAST
    assert set(counts) == {
        "WAC 230-15",
        "25 CFR 543",
        "25 CFR 547.14",
        "GLI-11",
        "GLI-12",
        "GLI-19",
    }
    assert min(counts.values()) >= 10


def test_no_word_that_only_others_may_say():
    for path in (clauses.DATA, clauses.PAGE):
        assert not clauses.CLAIM.findall(path.read_text(encoding="utf-8")), path.name


GOOD: Clause = {
    "number": "1",
    "theme": "a",
    "asks": "b",
    "status": "met",
    "shows": ["docs/clauses.md"],
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"status": "good", "note": "n"}, "'good' is no status"),
        ({"shows": []}, "nothing shows it"),
        ({"status": "open"}, "needs a note"),
        ({"shows": ["tests/house/test_gone.py"]}, "there is no tests/house/test_gone.py"),
        ({"shows": ["tests/house/test_fair.py::test_gone"]}, "there is no tests/house/test_fair"),
        ({"shows": ["docs/gone.md"]}, "there is no docs/gone.md"),
        ({"shows": ["make gone"]}, "there is no make gone"),
        ({"shows": ["pitboss gone"]}, "there is no pitboss gone"),
        ({"shows": ["python -m tests.gone"]}, "there is no python -m tests.gone"),
    ],
)
def test_what_is_wrong_is_found(change: Clause, words: str):
    (fault,) = found_in({**GOOD, **change})
    assert words in fault


def test_a_number_that_stands_twice_is_found():
    assert found_in(GOOD, {**GOOD, "number": "2"}) == []
    assert found_in(GOOD, GOOD) == ["X 1: stands twice"]


@pytest.mark.parametrize("word", ["Certif" + "ied", "compl" + "iant", "compl" + "ies"])
def test_a_claim_is_found(word: str):
    assert clauses.CLAIM.search(f"It is {word} with it.")
