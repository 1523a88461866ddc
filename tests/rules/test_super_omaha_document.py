"""What Super Omaha's document says of equipment and promotions, and how its tables print."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.games import find_game
from tests.omaha_scripts import house, jackpot_round, meter, omaha, progressive
from tests.scripts import events, refuses

GAME = find_game("super-omaha")
TRANSCRIPT: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "super_omaha_tables.json").read_text("utf-8")
)
TABLES = [(wager, code) for wager, codes in TRANSCRIPT.items() for code in codes]
HANDS, BOARD = {1: "Ah Kh 3c 7d", 2: "2h 2s 5c 6d"}, "Qh Jh 8s 2c 5s"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("wager", "code"), TABLES)
def test_each_table_prints_as_in_its_appendix(
    wager: str, code: str, capsys: pytest.CaptureFixture[str]
):
    """Every line of the second transcription, in order, with the envy column where there is one."""
    lines = printed(capsys, "paytables", "super-omaha", "--wager", wager, "--code", code)
    rows = TRANSCRIPT[wager][code]["rows"]
    with_envy = any("envy" in row for row in rows)
    cells = [f"{row['hand']} {row['pay']}" for row in rows]
    if with_envy:
        cells = [f"{cell} {row.get('envy', '-')}" for cell, row in zip(cells, rows, strict=True)]
    start = lines.index("Hand Pays Envy" if with_envy else "Hand Pays") + 1
    assert lines[start : start + len(cells)] == cells
    assert lines[-1].startswith("Source: Appendix ")


@pytest.mark.rule("SO-25")
def test_dashes_are_explained_and_no_row_is_dead(capsys: pytest.CaptureFixture[str]):
    """That every row is reached is counted in tests/counts; here, what the dashes mean."""
    for table in GAME.paytables["jackpot"].values():
        dashes = [row.event for row in table.rows if row.text == "-"]
        assert list(table.dashes) == dashes
        assert not table.dead
        text = " ".join(printed(capsys, "paytables", "super-omaha", "--code", table.code))
        for words in table.dashes.values():
            assert f"- under Pays: {words}" in text
    for code in ("5CL-05", "5CL-10"):
        assert "takes Straight Flush, 100%" in GAME.paytables["jackpot"][code].dashes["royal-flush"]


@pytest.mark.rule("SO-30")
@pytest.mark.rule("SO-31")
@pytest.mark.rule("SO-32")
@pytest.mark.parametrize(
    "words",
    [
        "Andromeda Bonus Jackpot System Series 3d or higher",
        "displays have no intelligence or network of their own",
        "A shuffle machine must be an approved model of a licensed maker",
        "A promotion on a bonus wager needs the maker's written consent",
        "submission #3097",
        "not of Pitboss",
    ],
)
def test_the_rules_show_the_conditions_of_the_approval(
    words: str, capsys: pytest.CaptureFixture[str]
):
    assert words in " ".join(printed(capsys, "rules", "super-omaha"))


@pytest.mark.rule("SO-30")
def test_a_display_is_told_how_the_meter_moves_and_nothing_of_the_reserve():
    """The hidden part of each wager is kept, but no event that a table shows speaks of it."""
    jackpot = progressive("5CL-01", reserve="0.05")
    answer = jackpot_round(HANDS, BOARD, jackpot)
    assert answer["jackpots"][0]["reserve"] == "0.10"
    moved = events(answer, "meter-moved")
    assert [(move["cause"], move["change"]) for move in moved] == [("contributions", "0.40")]
    assert answer["jackpots"][0]["meter"] == meter(answer) == "50000.40"


@pytest.mark.rule("SO-31")
def test_the_shuffle_machine_is_a_ruling_and_only_sets_the_order():
    """Whatever the machine, the same hands settle alike; no other option is known."""
    both = [omaha(HANDS, BOARD, rulings={"shuffler": option}) for option in ("yes", "no")]
    assert both[0]["settlement"] == both[1]["settlement"]
    with refuses("", "ruling shuffler: 'maybe' is no option; allowed: yes, no"):
        omaha(HANDS, BOARD, rulings={"shuffler": "maybe"})


@pytest.mark.rule("SO-32")
@pytest.mark.parametrize("key", ["promotion", "bonus", "multiplier"])
def test_no_table_setting_changes_what_a_bonus_wager_pays(key: str):
    """A promotion stays outside the round: the pays are those of the table."""
    setting: dict[str, Any] = {key: "double"}
    with refuses("", f"key {key!r} is unknown"):
        omaha(HANDS, BOARD, **setting)
    with refuses("", f"key {key!r} is unknown"):
        jackpot_round(HANDS, BOARD, house("5CL-01", **setting))


def test_every_rule_is_cited_by_its_section():
    """33 rules, each under a heading of the document."""
    headings = re.compile(
        r"Game description|Rules of play \d[abc]?|Appendi(x|ces) [A-E]|Optional bonus wagers|"
        r"House and progressive jackpots|(Five|Seven) card linked jackpot|Equipment|"
        r"Gambling promotions"
    )
    assert list(GAME.source.rules) == [f"SO-{number:02d}" for number in range(1, 34)]
    for rule in GAME.source.rules.values():
        assert headings.match(rule.section), rule
