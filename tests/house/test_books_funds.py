"""A royal as an auditor writes it: fund, win, hold and judgement; funds that tie in corrections."""

import random
from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.contract import Decision
from pitboss.house import ledger
from pitboss.house.books.funds import FLOWS, fund_report
from pitboss.house.books.master import master_report
from pitboss.house.books.meters import meter_book
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import TABLE
from pitboss.house.store.period import Period
from pitboss.house.tables.play import Command
from pitboss.web.pages.floor.reports import DayBook
from tests.house.guests import OPERATOR, SUPERVISOR, ask, books, guest, open_jackpot, play_round
from tests.house.test_books_meters import PERIOD, Days, hit

# The fixture of the meter book's tests: a house whose clock a test sets.
from tests.house.test_books_meters import days as days


def dollars_of(text: str) -> Fraction:
    return Fraction(text)


def ties(days: Days, period: Period = PERIOD) -> Any:
    """The fund report, after everything in it was added up again; and what the bank won, against
    the ledger: what seats, holds and tips did not get stands in banks and funds."""
    report = days.read(fund_report, period)
    assert report["incidents"] == days.read(meter_book, period)["incidents"] == []
    for row in report["days"]:
        moved = sum(dollars_of(row[name]) for name in FLOWS)
        assert dollars_of(row["opening"]) + moved == dollars_of(row["closing"])
        assert dollars_of(row["owed"]) + dollars_of(row["players"]) == dollars_of(row["closing"])
    return report


def own_by_ledger(days: Days) -> Fraction:
    """What the banks have by the ledger, in dollars, with what they advanced to funds."""
    accounts = books(days.house)
    banks = sum(cents for name, cents in accounts.items() if name.startswith("bank:"))
    standing = days.read(fund_report)["jackpots"]
    started = sum(dollars_of(days_first["opening"]) for days_first in first_days(days))
    owed = sum(dollars_of(one["owed"]) for one in standing)
    fractions = sum(dollars_of(one["fractions_in_bank"]) for one in standing)
    return Fraction(banks, 100) + owed - started - fractions


def first_days(days: Days) -> list[Any]:
    rows = days.read(fund_report)["days"]
    return [row for row in rows if row["day"] == PERIOD.first_day]


def test_the_royal_comes_from_the_fund_and_not_from_the_win(days, monkeypatch):
    """Two seats fold 10 and wager 1: 10,000.40 is won from the meter, 1,000 in envy from the bank.
    Of the two dollars 42.8 cents went to the fund: the bank won 20 + 2 - 0.428 - 1,000."""
    jackpot = open_jackpot(days.house)
    hit(days, monkeypatch, jackpot)
    [row] = days.read(master_report)["tables"]
    assert (row["win"], row["contributed"]) == ("-978.43", "0.428")
    assert row["win_exact"]["value"] == -978.428
    assert row["jackpots_paid"] == "10000.40"
    assert Fraction(row["hold"]["exact"]) == Fraction("-978.428") / 200
    assert abs(float(row["theoretical_win"])) < 10
    assert row["z_score"] is None
    [rare] = [each for each in row["rare"] if each["pays"] == "a percentage of the jackpot"]
    assert (rare["seen"], rare["expected"]) == (1, pytest.approx(2 * 40 / 2598960, rel=0.1))
    assert row["tail"] < 1e-3
    assert row["tail_low"] > 0.05
    assert row["judgement"].startswith("look into it: 5CL, a percentage of the jackpot: 1, where")
    first, *_ = ties(days)["days"]
    assert {name: first[name] for name in ("opening", "contributed", "seeds", "paid")} == {
        "opening": "10000.00",
        "contributed": "0.428",
        "seeds": "9999.978",
        "paid": "-10000.40",
    }
    assert (first["closing"], first["owed"], first["players"]) == (
        *("10000.006", "19999.978", "-9999.972"),
    )
    [stands] = days.read(fund_report)["jackpots"]
    assert (stands["fund"], stands["accounts"], stands["fractions_in_bank"]) == (
        *("10000.006", "10000.00", "0.006"),
    )
    assert stands["hits_held"] == "10000.40"
    assert own_by_ledger(days) == Fraction(row["win_exact"]["exact"])


def test_a_house_prize_is_the_banks_loss_and_has_no_fund(days, monkeypatch):
    terms = {"paytable": "5CL-E01", "type": "house", "meter": 20000}
    hit(days, monkeypatch, days.house.open_jackpot(OPERATOR, {"terms": terms}))
    [row] = days.read(master_report)["tables"]
    assert (row["win"], row["contributed"], row["jackpots_paid"]) == (
        *("-20978.00", "0.00", "20000.00"),
    )
    assert days.read(fund_report)["days"] == []
    assert own_by_ledger(days) == Fraction(row["win_exact"]["exact"])


def test_funds_tie_through_voids_adjustments_reseeds_and_undone_rounds(days, monkeypatch):
    house = days.house
    jackpot = open_jackpot(house)
    sven, saga = days.hire()
    table = hit(days, monkeypatch, jackpot)
    ties(days)
    days.day = 2
    ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state="voided")
    report = ties(days)
    voided = report["days"][1]
    assert (voided["owed"], voided["players"]) == ("10000.00", "0.428")
    [row] = [row for row in days.read(master_report)["tables"] if row["day"] == "2026-03-01"]
    assert "jackpot hits voided later brought the bank 1000.00" in row["notes"]
    assert own_by_ledger(days) == Fraction(row["win_exact"]["exact"])
    body = {"jackpot": jackpot, "change": "-100.5", "cause": "recover-seed", "reference": "R-7"}
    for act, given in (("adjust-meter", body), ("reseed", {"jackpot": jackpot})):
        approve_and_do(house, saga, ask_for(house, sven, act, given, "to mend it").id)
    assert ties(days)["days"][1]["owed"] == "19899.478"
    days.day = 4
    people = [guest(house, number) for number in (1, 2)]
    play_round(house, table, people, random.Random(1))
    for number in (1, 2):
        undo = {"table": table, "round": number}
        approve_and_do(house, saga, ask_for(house, sven, "void-settled", undo, "extra cards").id)
        ties(days)
    last = ties(days)["days"][-1]
    assert last["players"] == "0.00"
    assert ledger.held(jackpot) not in {name for name, cents in books(house).items() if cents}


def test_what_does_not_tie_is_an_incident(days, monkeypatch):
    hit(days, monkeypatch, open_jackpot(days.house))
    days.write("UPDATE moves SET change = '0', value = '20' WHERE cause = 'seed'")
    assert [one["what"] for one in days.read(fund_report)["incidents"]]


def test_practice_play_is_not_in_the_books(days):
    """A practice player at a table of the house, and a practice table."""
    house = days.house
    one = guest(house, 1)
    table = house.open_table(OPERATOR, {"game": "duki"})
    own = house.open_table(one, {"game": "duki", "practice": True}, owner=one.id)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "seat-bot", OPERATOR, chips=200)
    ask(house, own, "sit", one, chips=50)
    for each in (table, own):
        ask(house, each, "wager", one, wagers={"ante": 10}, deal=True)
        ask(house, each, "decide", one, action="fold")
    fold = Decision(2, "fold")
    house.ask(Command(table, "bot", TABLE, {"decision": fold}))
    report = days.read(master_report)
    [row] = report["tables"]
    assert (row["table"], row["drop"]) == (table, "100.00")
    assert (row["rounds"], row["handle"], row["win"], row["priced"]) == (
        *(1, "10.00", "10.00", "10.00"),
    )
    assert (row["practice_drop"], row["practice_handle"], row["practice_win"]) == (
        *("200.00", "10.00", "10.00"),
    )
    assert report["practice"] == {
        "practice_drop": "50.00",
        "practice_handle": "10.00",
        "practice_win": "10.00",
    }
    assert {each["table"] for each in report["wagers"]} == {table}
    assert report["total"]["handle"] == "10.00"
    book = DayBook()
    with house.database.reading() as transaction:
        figures = book.read(transaction, days.now())
    assert (figures[table].win_cents, figures[table].drop_cents) == (1000, 10000)
    assert (figures[own].win_cents, figures[own].drop_cents) == (0, 0)
