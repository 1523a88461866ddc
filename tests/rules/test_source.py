"""What a game's data files say: its rulings and what they take, its letter, its first table."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.source import (
    Condition,
    FirstTable,
    Rake,
    Ruling,
    load_source,
    read_rake,
    resolve_rulings,
)
from tests.commands.fifth_game import SOURCE
from tests.scripts import refuses_line

DUKI, HOLDOUT = find_game("duki").source, find_game("holdout").source


def test_what_a_ruling_takes_in_words() -> None:
    assert HOLDOUT.rulings["button"].choices == ("dead", "moving")
    assert HOLDOUT.rulings["rake"].choices == (
        "none",
        "a percentage up to a cap, such as 5% cap 4.00",
    )
    assert HOLDOUT.rulings["ante"].choices == ("none", "an amount such as 0.50 (a what-if)")
    assert DUKI.rulings["bonus-four-card"].choices == (
        "best-three",
        "own-category",
        "ante-table",
        "three-suits-only (a what-if)",
    )


@pytest.mark.parametrize(
    ("ruling", "option", "what_if"),
    [
        (DUKI.rulings["bonus-four-card"], "best-three", False),
        (DUKI.rulings["bonus-four-card"], "three-suits-only", True),
        (HOLDOUT.rulings["ante"], "none", False),
        (HOLDOUT.rulings["ante"], "0.50", True),
        (HOLDOUT.rulings["rake"], "5% cap 4.00", False),
    ],
)
def test_what_is_no_reading_of_the_text(ruling: Ruling, option: str, what_if: bool) -> None:
    """A value of a form counts as its form."""
    assert ruling.is_what_if(option) is what_if


def test_a_cause_names_the_ruling_that_it_needs() -> None:
    """Causes (a) to (d) of Duki are of a shuffle machine."""
    machine, hand = {"shuffler": "yes"}, {"shuffler": "no"}
    needing = [cause for cause in DUKI.causes.values() if cause.needs]
    assert len(needing) == 4
    assert {cause.unmet(hand) for cause in needing} == {"shuffler=yes"}
    assert {cause.unmet(machine) for cause in DUKI.causes.values()} == {""}
    assert DUKI.causes_under(machine) == list(DUKI.causes.values())
    assert DUKI.causes_under(hand) == [one for one in DUKI.causes.values() if one not in needing]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of somebody else, on the search path."""
    folder = tmp_path / "lettered"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    load_source.cache_clear()
    yield folder
    sys.modules.pop("lettered", None)
    load_source.cache_clear()


def test_a_letters_conditions_may_be_plain_texts_and_entries(home: Path) -> None:
    (home / "source.toml").write_text(SOURCE, encoding="utf-8")
    source = load_source("lettered")
    assert source.conditions == (Condition("For tests."),)
    assert source.causes == {}
    assert list(source.rules) == ["HIGH-01", "HIGH-02", "HIGH-03"]
    load_source.cache_clear()
    entry = '[[condition]]\ntext = "Noted."\nrecords = ["approval"]\n'
    (home / "source.toml").write_text(SOURCE + entry, encoding="utf-8")
    assert load_source("lettered").conditions == (
        Condition("For tests."),
        Condition("Noted.", records=("approval",)),
    )
    load_source.cache_clear()
    plain = SOURCE.replace('conditions = ["For tests."]', "")
    (home / "source.toml").write_text(plain, encoding="utf-8")
    assert load_source("lettered").conditions == ()


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({"shuffler": "yes"}, "two"),
        ({"shuffler": "no"}, "one"),
        ({"shuffler": "yes", "decks": "one"}, "one"),
    ],
)
def test_a_default_is_the_first_option_that_the_others_allow(
    given: dict[str, str], chosen: str
) -> None:
    """Two decks take turns with a machine only."""
    assert resolve_rulings(DUKI, given)["decks"] == chosen


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (
            {"shuffler": "no", "decks": "two"},
            "ruling decks: 'two' is allowed only with shuffler=yes",
        ),
        ({"shuffler": "maybe"}, "ruling shuffler: 'maybe' is no option; allowed: yes, no"),
        ({"shuffler": True}, "ruling shuffler: True is no option; allowed: yes, no"),
        ({"seats": 9}, "ruling seats: 9 is no option; allowed: 7, 6"),
    ],
)
def test_an_option_that_there_is_not(given: dict[str, object], line: str) -> None:
    with refuses_line(line):
        resolve_rulings(DUKI, given)


@pytest.mark.rule("HOLD-27")
@pytest.mark.rule("HOLD-28")
@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("ante", None, "none"),
        ("ante", "none", "none"),
        ("ante", "0.01", "0.01"),
        ("ante", 5, "5.00"),
        ("rake", None, "none"),
        ("rake", "none", "none"),
        ("rake", "5% cap 4", "5% cap 4.00"),
        ("rake", {"percent": "0.01", "cap": "0.01"}, "0.01% cap 0.01"),
        ("rake", {"percent": 100, "cap": 4}, "100% cap 4.00"),
        ("rake", {"percent": "2.50", "cap": 4}, "2.50% cap 4.00"),
    ],
)
def test_amounts_and_rakes_are_written_one_way(name: str, value: object, text: str) -> None:
    """And what is written is read as the same again."""
    assert resolve_rulings(HOLDOUT, {name: value})[name] == text
    assert resolve_rulings(HOLDOUT, {name: text})[name] == text


AMOUNT = "is no amount; write dollars such as 10 or 10.50"
NO_RAKE = 'is no rake; write none, or {"percent": 5, "cap": 4} or 5% cap 4'


@pytest.mark.rule("HOLD-27")
@pytest.mark.rule("HOLD-28")
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("ante", 0, "0.00 must be above 0; write none to go without"),
        ("ante", "-0.01", "-0.01 must be above 0; write none to go without"),
        ("ante", "much", f"'much' {AMOUNT}"),
        ("rake", "5%", f"'5%' {NO_RAKE}"),
        ("rake", "5% cap 4% cap 3", f"'5% cap 4% cap 3' {NO_RAKE}"),
        ("rake", {"percent": 5}, f"\"{{'percent': 5}}\" {NO_RAKE}"),
        ("rake", {"percent": 0, "cap": 4}, "0.00 must be above 0; write none to go without"),
        ("rake", {"percent": 5, "cap": 0}, "0.00 must be above 0; write none to go without"),
        ("rake", {"percent": "x", "cap": 4}, f"percent: 'x' {AMOUNT}"),
        ("rake", {"percent": 5, "cap": "x"}, f"cap: 'x' {AMOUNT}"),
        ("rake", {"percent": "100.01", "cap": 4}, "100.01 percent is too much; at most 100"),
    ],
)
def test_an_amount_or_a_rake_that_is_none(name: str, value: object, words: str) -> None:
    with refuses_line(f"ruling {name}: {words}"):
        resolve_rulings(HOLDOUT, {name: value})


@pytest.mark.rule("HOLD-27")
@pytest.mark.parametrize(
    ("text", "pot", "chip", "taken"),
    [
        ("none", 10_000, 1, 0),
        ("5% cap 4.00", 7_980, 1, 399),
        ("5% cap 4.00", 8_000, 1, 400),
        ("5% cap 4.00", 9_000, 1, 400),
        ("2.50% cap 4.00", 199, 1, 4),
        ("5% cap 4.50", 9_000, 100, 400),
        ("5% cap 4.00", 7_980, 50, 350),
    ],
)
def test_a_rake_is_a_part_of_the_pot_up_to_its_cap_in_whole_chips(
    text: str, pot: int, chip: int, taken: int
) -> None:
    assert read_rake(text).of(pot, chip) == taken
    assert read_rake("none") == Rake()


@pytest.mark.rule("SO-29")
@pytest.mark.parametrize(
    ("terms", "wager_cents", "seed"),
    [
        ({"seed": 10000, "wager": 1}, 100, 10000_00),
        ({"seed": 10000, "wager": 1}, 250, 25000_00),
        ({"seed": 10000}, 500, 50000_00),
        ({"seed": 10000, "wager": 5}, 100, 2000_00),
        ({"seed": "0.05", "wager": 3}, 100, 1),
        ({}, 500, 0),
    ],
)
def test_a_suggested_seed_goes_with_the_wager(
    terms: dict[str, Any], wager_cents: int, seed: int
) -> None:
    assert FirstTable(jackpot={"terms": terms}).suggest_seed(wager_cents) == seed
    assert FirstTable().suggest_seed(wager_cents) == 0


@pytest.mark.rule("SO-29")
def test_a_suggested_seed_says_what_it_is_for_each_dollar() -> None:
    table = FirstTable(jackpot={"terms": {"seed": 10000, "wager": 1}})
    words = "suggested seed $25,000: $10,000 for each dollar of the fixed wager"
    assert table.seed_words(250) == words
