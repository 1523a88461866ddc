"""Every printed cell of Appendices A to E against a second transcription of the document.

``super_omaha_tables.json`` was written from the document by itself, without a look at the
package's ``paytables.toml``: a slip in either shows here as a cell that differs.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.money import Odds, money
from pitboss.paytable import PayTable, Prize, Row, Share, Word

TRANSCRIPT: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("super_omaha_tables.json").read_text(encoding="utf-8")
)
PRINTED = find_game("super-omaha").paytables
TABLES = [(wager, code) for wager, codes in TRANSCRIPT.items() for code in codes]


def printed_pay(row: Row) -> str:
    """A pay as the document prints it; odds stand without their terms."""
    pay = row.pay
    if isinstance(pay, Odds):
        assert pay.denominator == 1
        return str(pay.numerator)
    if isinstance(pay, Share):
        return f"{pay.percent}%"
    if isinstance(pay, Prize):
        return f"${pay.cents // 100:,}"
    return pay.value


def printed_envy(row: Row) -> str:
    return money(row.envy_cents) if row.envy_cents else "-"


def test_both_hold_the_same_39_tables():
    assert {(wager, code) for wager, codes in PRINTED.items() for code in codes} == set(TABLES)
    assert len(TABLES) == 39


def test_the_tables_stand_in_the_appendices_of_their_wagers():
    appendices = {"ante": "A", "high-hand": "B", "flop-bonus": "C", "5CL": "D", "7CL": "E"}
    found: dict[str, int] = {}
    for wager, codes in PRINTED.items():
        for code, table in codes.items():
            appendix = appendices[code[:3] if wager == "jackpot" else wager]
            assert table.cite.startswith(f"Appendix {appendix}")
            found[appendix] = found.get(appendix, 0) + 1
    assert found == {"A": 3, "B": 3, "C": 5, "D": 18, "E": 10}


@pytest.mark.rule("SO-24")
@pytest.mark.rule("SO-28")
@pytest.mark.parametrize(("wager", "code"), TABLES)
def test_every_cell_agrees(wager: str, code: str):
    table, second = PRINTED[wager][code], TRANSCRIPT[wager][code]
    cells = [(row.hand, printed_pay(row), printed_envy(row)) for row in table.rows]
    assert cells == [(row["hand"], row["pay"], row.get("envy", "-")) for row in second["rows"]]
    assert table.terms == second["terms"]
    assert table.terms == ("for 1" if wager == "jackpot" else "to 1")
    assert table.printed


def dashes(table: PayTable) -> list[str]:
    return [row.hand for row in table.rows if row.pay is Word.ABSENT]


def test_the_only_dashes_under_pay():
    found = {code: dashes(table) for code, table in PRINTED["jackpot"].items() if dashes(table)}
    assert found == {
        "5CL-05": ["Royal Flush"],
        "5CL-10": ["Royal Flush"],
        "7CL-06": ["Royal Flush (Suit Specific)"],
        "7CL-07": ["6-Card Royal Flush"],
    }


def test_codes_repeat_across_wagers_and_are_kept_apart():
    for code in ("SOA-01", "SOA-02", "SOA-03"):
        assert PRINTED["ante"][code].rows != PRINTED["flop-bonus"][code].rows
