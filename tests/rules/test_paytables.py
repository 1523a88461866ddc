"""Pay tables as data: what a row may say, how it is read, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.money import Odds
from pitboss.paytable import (
    PayTable,
    Prize,
    Row,
    Share,
    Word,
    parse_table,
    printed_tables,
    read_under,
    require_odds,
    scaled_table,
)
from tests.scripts import refuses


def one(*cells: object, **given: object) -> Row:
    (row,) = parse_table("bonus", {"rows": [list(cells)], **given}).rows
    return row


@pytest.mark.parametrize(
    ("cell", "pay", "text"),
    [
        (50, Odds(50, 1, "to 1"), "50 to 1"),
        (1_000_000, Odds(1_000_000, 1, "to 1"), "1000000 to 1"),
        ("1.5", Odds(3, 2, "to 1"), "1.5 to 1"),
        (" 2/3 ", Odds(2, 3, "to 1"), "2/3 to 1"),
        ("100%", Share(Fraction(100)), "100%"),
        ("0.5%", Share(Fraction(1, 2)), "1/2%"),
        ("$1,500", Prize(1_500_00), "$1,500"),
        ("$0.01", Prize(1), "$0.01"),
        ("push", Word.PUSH, "Push"),
        ("LOSS", Word.LOSS, "Loss"),
        ("-", Word.ABSENT, "-"),
    ],
)
def test_what_a_row_may_pay(cell: object, pay: object, text: str):
    assert one("pair", "A Pair", cell) == Row("pair", "A Pair", pay, text, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("gold", "pay 'gold' is unknown; write odds such as 50"),
        ("x" * 41, f"pay '{'x' * 40}' is unknown"),
        ("1e5", "pay '1e5' is unknown"),
        ("1E5%", "pay '1E5%' is unknown"),
        ("1/0", "is unknown"),
        ("5X", "is unknown"),
        ("NaN", "is unknown"),
        ("Infinity", "is unknown"),
        ("0%", "pay 0%: a percentage is above 0 and at most 100"),
        ("100.01%", "a percentage is above 0 and at most 100"),
        ("1000000.5", "pay 1000000.5: odds are at most 1000000"),
        ("0", "a pay must be above 0; write Loss"),
        ("-1/2", "a pay must be above 0"),
        ("$0", "a pay must be above 0"),
        ("$-5", "a pay must be above 0"),
        ("$five", "'five' is no amount"),
    ],
)
def test_what_a_row_may_not_pay(cell: str, words: str):
    with refuses("", "pay table own: row pair", words):
        one("pair", cell, code="own")


def test_a_row_of_two_three_or_four_cells():
    assert one("pair", 1) == Row("pair", "pair", Odds(1, 1, "to 1"), "1 to 1", 0)
    assert one("pair", "A Pair", 1).hand == "A Pair"
    assert one("pair", "A Pair", 1, "$250").envy_cents == 250_00
    assert one("pair", "A Pair", 1, "-").envy_cents == 0


@pytest.mark.parametrize(
    "cells", ["pair", ["pair"], ["pair", "A Pair", 1, "-", 2], 7, {"pair": 1, "flush": 5}]
)
def test_other_rows_are_refused(cells: object):
    with refuses("", "pay table house: a row is [event, pay]"):
        parse_table("bonus", {"rows": [cells]})


@pytest.mark.parametrize("envy", ["5", "10%", "Loss"])
def test_an_envy_pay_is_a_prize(envy: str):
    with refuses("", "pay table house: envy of pair: an envy pay is a prize such as $250, or -"):
        one("pair", "A Pair", 1, envy)


def test_an_envy_pay_that_is_none_says_where():
    with refuses("", "pay table house: envy of pair: pay 'gold' is unknown"):
        one("pair", "A Pair", 1, "gold")


def test_a_table_has_a_code_terms_and_rows():
    table = parse_table("bonus", {"code": "A", "terms": "for 1", "rows": {"pair": 2}}, "page 3")
    assert (table.wager, table.code, table.terms, table.cite) == ("bonus", "A", "for 1", "page 3")
    assert table.rows == (Row("pair", "pair", Odds(2, 1, "for 1"), "2 for 1"),)
    assert table.printed
    assert (table.dead, table.dashes) == ({}, {})
    plain = parse_table("bonus", {"rows": [["pair", 2]]})
    assert (plain.code, plain.terms, plain.cite, plain.printed) == ("house", "to 1", "", False)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"terms": "at 1", "rows": [["pair", 1]]}, "terms 'at 1' are unknown; allowed are 'to 1'"),
        ({}, "rows are missing"),
        ({"rows": []}, "rows are missing"),
        ({"rows": {}}, "rows are missing"),
        ({"rows": "pair"}, "rows are missing"),
        ({"rows": 5}, "rows are missing"),
        ({"rows": [["pair", 1], ["pair", 2]]}, "a row stands twice"),
    ],
)
def test_tables_that_make_no_sense_are_refused(given: dict[str, Any], words: str):
    with refuses("", "pay table own: ", words):
        parse_table("bonus", {"code": "own", **given})


def test_a_row_is_found_by_its_event():
    table = parse_table("bonus", {"rows": [["pair", 1], ["flush", 5]]})
    assert table.row("flush") == table.rows[1]
    assert table.row("straight") is None


def test_a_table_is_given_back_as_it_may_be_given():
    rows = [["pair", "A Pair", "1.5"], ["flush", "Flush", "$50", "$250"], ["none", "None", "-"]]
    given = {"code": "own", "terms": "for 1", "rows": rows}
    assert parse_table("bonus", given).to_json() == {**given, "printed": False}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (["pair", "10%"], "row pair pays 10%; bonus rows pay odds such as 50, Loss, and no envy"),
        (["pair", "Push"], "row pair pays Push; bonus rows pay odds such as 50, Loss, and no envy"),
        (["pair", "A Pair", 1, "$5"], "row pair pays 1 to 1; bonus rows pay"),
    ],
)
def test_a_wager_that_pays_odds_alone(row: list[object], words: str):
    require_odds(parse_table("bonus", {"rows": [["two", "Loss"], ["three", 5]]}), Word.LOSS)
    with refuses("", f"pay table own: {words}"):
        require_odds(parse_table("bonus", {"code": "own", "rows": [["a", 1], row]}), Word.LOSS)


def test_printed_tables_stand_by_wager_and_code():
    printed_tables.cache_clear()
    tables = printed_tables("pitboss.games.super_omaha")
    assert all(table.code == code for by in tables.values() for code, table in by.items())
    assert all(table.wager == wager for wager, by in tables.items() for table in by.values())
    assert all(table.cite for by in tables.values() for table in by.values())
    assert len(tables["jackpot"]) > 10
    assert any(table.dashes for table in tables["jackpot"].values())
    (bonus,) = printed_tables("pitboss.games.buyout")["bonus"].values()
    assert set(bonus.dead) == {"42", "43"}
    assert printed_tables("pitboss.rounds") == {}


def test_only_what_is_printed_stands_beside_a_table():
    """A heading where the document has one of its own; reasons by event, and else none."""
    printed_tables.cache_clear()
    duki = printed_tables("pitboss.games.duki")
    (ante,), (bonus,) = (duki[wager].values() for wager in ("ante", "bonus"))
    assert (ante.heading, ante.dead, ante.dashes) == ("", {}, {})
    assert (bonus.heading, bonus.dead, bonus.dashes) == ("Payout", {}, {})
    assert (bonus.printed, bonus.to_json()["printed"]) == (True, True)


def test_tables_that_say_the_same_are_equal():
    def table(terms: str = "to 1", pay: object = 5, cite: str = "") -> PayTable:
        return parse_table("bonus", {"terms": terms, "rows": [["flush", pay]]}, cite)

    assert table() == table()
    assert hash(table()) == hash(table())
    for other in (table("for 1"), table(pay=6), table(cite="page 3"), "house"):
        assert table() != other
    noted = table()
    noted.notes = ("as posted",)
    assert noted != table()


FOR_1 = {"bonus-pays": "for-1", "bonus-four-card": "best-three", "ante-three-card": "even"}


def test_a_table_is_posted_as_the_rulings_read_it():
    """With the pays on other terms, and with a note; the printed one stays as it is."""
    rulings = {**FOR_1, "ante-four-beats-three": "table"}
    printed = printed_tables("pitboss.games.duki")
    (bonus,) = printed["bonus"].values()
    read = read_under("pitboss.games.duki", rulings, bonus)
    assert (bonus.terms, read.terms) == ("to 1", "for 1")
    assert [row.text for row in read.rows] == [f"{row.text[:-4]}for 1" for row in bonus.rows]
    assert {row.pay.terms for row in read.rows if isinstance(row.pay, Odds)} == {"for 1"}
    assert read.notes == ("A 4-card Duki is paid on its best 3-card Duki.",)
    assert bonus.notes == ()
    own = parse_table("bonus", {"rows": [["flush", 5], ["pair", "Loss"]]})
    texts = [row.text for row in read_under("pitboss.games.duki", rulings, own).rows]
    assert texts == ["5 for 1", "Loss"]


def test_a_table_that_no_ruling_reads_stays_the_same():
    (bonus,) = printed_tables("pitboss.games.buyout")["bonus"].values()
    assert read_under("pitboss.games.buyout", {}, bonus) is bonus


def test_a_table_with_other_rows_keeps_all_else():
    table = parse_table("bonus", {"code": "A", "terms": "for 1", "rows": {"pair": 2}}, "page 3")
    table.dead, table.dashes = {"pair": "never"}, {"pair": "above"}
    table.heading, table.notes = "Payout", ("as posted",)
    rows = [one("flush", 5)]
    other = table.with_rows(rows)
    assert (other.wager, other.code, other.terms, other.cite) == ("bonus", "A", "for 1", "page 3")
    assert other.rows == tuple(rows)
    assert (other.dead, other.dashes) == (table.dead, table.dashes)
    assert (other.heading, other.notes) == (table.heading, table.notes)
    assert table.with_rows(rows, "to 1").terms == "to 1"


def test_a_new_table_has_no_heading_and_no_notes():
    table = PayTable("bonus", "A", "to 1", ())
    assert (table.heading, table.notes, table.cite, table.printed) == ("", (), "", False)


@pytest.mark.parametrize(
    ("wager_cents", "prize", "envy"),
    [
        (100, 1_500_00, 250_00),
        (101, 1_515_00, 252_50),
        (500, 7_500_00, 1_250_00),
        (250, 3_750_00, 625_00),
        (1, 15_00, 2_50),
    ],
)
def test_prizes_and_envy_are_printed_for_one_dollar(wager_cents: int, prize: int, envy: int):
    rows = [["flush", "Flush", "$1,500", "$250"], ["royal", "Royal", "100%", "$250"]]
    table = scaled_table(parse_table("jackpot", {"rows": rows}), wager_cents)
    assert table.rows == (
        Row("flush", "Flush", Prize(prize), str(Prize(prize)), envy),
        Row("royal", "Royal", Share(Fraction(100)), "100%", envy),
    )


def test_a_part_of_a_cent_of_a_scaled_prize_is_not_paid():
    rows = [["flush", "Flush", "$0.99", "$0.99"]]
    table = scaled_table(parse_table("jackpot", {"rows": rows}), 150)
    assert table.rows == (Row("flush", "Flush", Prize(148), "$1.48", 148),)
