"""Pay tables and rulings of one's own: what changed, and every way to give a wrong one."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.commands.program import Inside

BONUS = {"rows": [["three-of-a-kind", 31], ["straight", 5], ["pair-4s-or-better", 1]]}


def write(folder: Path, value: object) -> str:
    file = folder / "mine.json"
    file.write_text(json.dumps(value))
    return str(file)


def odds(pitboss: Inside, *arguments: str) -> dict[str, Any]:
    ran = pitboss("odds", *arguments, "--json")
    assert (ran.status, ran.err) == (0, "")
    answer: dict[str, Any] = json.loads(ran.out)
    return answer


def test_one_more_unit_for_a_row_gives_back_the_rows_chance(pitboss: Inside, tmp_path: Path):
    answer = odds(pitboss, "duki", "--wager", "bonus", "--paytable", write(tmp_path, BONUS))
    row = next(row for row in answer["outcomes"] if row["pays"] == "31 to 1")
    changed = answer["changed"]
    assert answer["paytable"] == "mine"
    assert changed["paytable"] == [
        {"wager": "bonus", "row": "three-of-a-kind", "from": "30 to 1", "to": "31 to 1"}
    ]
    difference = Fraction(changed["house_edge"]["difference"]["exact"])
    assert difference == -Fraction(row["probability"]["exact"])
    assert answer["labels"] == ["not as approved: pay table mine for bonus is not printed"]


def test_a_file_may_hold_tables_and_rulings(pitboss: Inside, tmp_path: Path):
    given = {"paytables": {"bonus": BONUS}, "rulings": {"ace": "high"}}
    answer = odds(pitboss, "duki", "--wager", "bonus", "--paytable", write(tmp_path, given))
    assert answer["rulings"]["ace"] == "high"
    assert answer["changed"]["rulings"] == {"ace": {"from": "high-low", "to": "high"}}


def test_another_wagers_table_is_named_with_it(pitboss: Inside, tmp_path: Path):
    """Under this ruling the Ante of a 3-card Duki is paid by the bonus table."""
    ruling = ("--ruling", "ante-three-card=three-card-table")
    path = write(tmp_path, BONUS)
    usual = odds(pitboss, "duki", *ruling)
    richer = odds(pitboss, "duki", *ruling, "--paytable", f"bonus={path}")
    assert richer["house_edge"]["value"] < usual["house_edge"]["value"]


def test_the_usual_table_changes_nothing(pitboss: Inside):
    assert "changed" not in odds(
        pitboss, "duki", "--paytable", "ante-4", "--ruling", "ace=high-low"
    )


def test_a_fractional_house_table_is_counted(pitboss: Inside, tmp_path: Path):
    path = write(tmp_path, {"rows": [["21-44", "5/2"]]})
    alone = ("--wager", "bonus", "--ruling", "bonus-alone=yes")
    answer = odds(pitboss, "buyout", *alone, "--paytable", path)
    assert Fraction(answer["house_edge"]["exact"]) == 1 - Fraction(7, 2) * Fraction(49_433, 270_725)


BAD = [
    ("duki --wager tip", "tip"),
    ("duki --wager bonus --paytable nothing", "bonus-3"),
    ("duki --ruling ace=low", "high-low"),
    ("duki --ruling moon=full", "ante-three-card"),
    ("duki --ruling ace", "NAME=OPTION"),
    ("duki --bonus-ratio 1", "--wager bonus"),
    ("duki --wager bonus --bonus-ratio 0", "above 0"),
    ("duki --wager bonus --bonus-ratio x", "no number"),
    ("duki --wager bonus --bonus-ratio 1/0", "no number"),
    ("duki --wager bonus --bonus-ratio 1e9", "no number"),
    ("duki --wager bonus --strategy threshold", "--bonus-ratio"),
    ("duki --players 8", "1 to 7"),
    ("super-omaha --wager jackpot --paytable 5CL-E01 --players 5 --ruling seats=4", "1 to 4"),
    ("duki --strategy best-guess", "threshold"),
    ("buyout --strategy threshold", "up-card"),
    ("buyout --wager bonus --bonus-ratio 1/1001", "1000"),
    ("chess", "buyout"),
    ("duki --meter -1", "meter"),
    ("duki --rate 2", "rate"),
]


@pytest.mark.parametrize(("command", "word"), BAD)
def test_a_bad_request_is_one_line(pitboss: Inside, command: str, word: str):
    pitboss("odds", *command.split(), "--json").refused(word)


@pytest.mark.parametrize(
    ("wager", "table", "word"),
    [
        ("duki bonus", {"rows": [["royal", 5]]}, "royal"),
        ("duki bonus", {"rows": [["straight", -5]]}, "above 0"),
        ("duki bonus", {"rows": []}, "rows"),
        ("duki bonus", {"terms": "of 1", "rows": [["straight", 5]]}, "terms"),
        ("duki ante", {"rows": [["pair", "10%"]]}, "odds"),
        ("buyout bonus", {"rows": [["21-30", 2], ["30", 3]]}, "overlaps"),
        ("buyout bonus", {"rows": [["45", 2]]}, "44"),
        ("buyout bonus", {"rows": [["21-44", "999999.123456789123"]]}, "too fine"),
        ("duki bonus", [1], "object"),
        ("duki bonus", {"paytables": 3}, "paytables"),
    ],
)
def test_a_bad_table_is_one_line(
    pitboss: Inside, tmp_path: Path, wager: str, table: object, word: str
):
    game, name = wager.split()
    path = write(tmp_path, table)
    pitboss("odds", game, "--wager", name, "--paytable", path, "--json").refused(word)


@pytest.mark.parametrize(
    ("game", "strategy", "word"),
    [
        ("duki", {"play_from": "9c 7d"}, "4"),
        ("duki", {"play": "9c"}, "play_from"),
        ("buyout", {}, "up-card"),
        ("buyout", {"A": {"third_points": 3}}, "exactly"),
        ("buyout", {"1": {}}, "one of"),
        (
            "buyout",
            {
                "A": {
                    "third_high_card": 1,
                    "third_points": "x",
                    "fourth_better": 1,
                    "fourth_same": 1,
                }
            },
            "third_points",
        ),
    ],
)
def test_a_bad_strategy_is_one_line(
    pitboss: Inside, tmp_path: Path, game: str, strategy: object, word: str
):
    pitboss("odds", game, "--strategy", write(tmp_path, strategy)).refused(word)
