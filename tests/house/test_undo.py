"""Undoing a settled round takes back whatever it moved, from wherever it is now."""

from datetime import UTC, datetime
from fractions import Fraction
from functools import partial

import pytest

from pitboss.house import accounts, ledger
from pitboss.house.accounts import hash_password
from pitboss.house.books.funds import fund_report
from pitboss.house.books.meters import meter_book
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.store import entries, jackpots
from pitboss.house.store.period import Period
from pitboss.jackpots.meter import Meter
from tests.house.auditor import audit
from tests.house.guests import (
    OPERATOR,
    SUPERVISOR,
    ask,
    books,
    change_as,
    deal_from,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
)

ROYAL = "Ah Kh Qh Jh  2c 3d 4s 5c  Th 2d 7s 8c 9d"
DULL = "2h 5h 9c Jd  2c 3d 4s 5c  Th 2d 7s 8c 9d"
QUADS = "9h 9c 9s 9d 2c 3d 4s 6c"
WAGERS = {"ante": 10, "jackpot-1": 1}


@pytest.fixture
def two(house, quick):
    """Two supervisors."""
    first = accounts.ensure_operator(house.database, "Olga", None, datetime.now(UTC))
    assert first
    hashed = hash_password("a long password")
    return [
        change_as(
            house,
            accounts.MACHINE,
            partial(hire, name=name, hashed=hashed),
        )
        for name in ("Sven", "Saga")
    ]


def hire(change, name, hashed):
    return accounts.make_person(change, name, "supervisor", hashed)


def undo(house, two, table, number):
    asks, approves = two
    body = {"table": table, "round": number}
    approve_and_do(house, approves, ask_for(house, asks, "void-settled", body, "extra cards").id)


def last_entry(house, table):
    with house.database.reading() as transaction:
        return entries.after(transaction, table, 0)[-1]


def held_books(house):
    """Every account that is not empty."""
    return {account: cents for account, cents in books(house).items() if cents}


def meter(house, jackpot) -> Meter:
    with house.database.reading() as transaction:
        return jackpots.peek(transaction, jackpot).meter


def at_omaha(house, jackpot, **setup):
    table = open_table(house, "super-omaha", table=omaha_table(jackpot), **setup)
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    return table, one


def play_omaha(house, table, one, monkeypatch, cards):
    deal_from(monkeypatch, cards)
    ask(house, table, "wager", one, wagers=WAGERS, deal=True)
    ask(house, table, "decide", one, action="fold")


def check(house):
    """The log accounts for every cent, and the meter book finds nothing wrong."""
    audit(house.database)
    today = datetime.now(UTC).date().isoformat()
    with house.database.reading() as transaction:
        for report in (meter_book, fund_report):
            assert report(transaction, Period(today, today))["incidents"] == []


def test_tips_and_promotions_are_taken_back(house, two, monkeypatch):
    promotion = {"wager": "bonus", "terms": "twice", "multiplier": 2}
    days = {"first": "2020-01-01", "last": "2099-12-31"}
    rulings = {"rulings": {"dealer-wagers": "yes"}}
    table = open_table(house, "duki", promotions=[promotion | days], table=rulings)
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    before = held_books(house)
    deal_from(monkeypatch, QUADS)
    ask(house, table, "wager", one, wagers={"ante": 10, "bonus": 5, "tip": 5}, deal=True)
    ask(house, table, "decide", one, action="play")
    assert books(house)[ledger.tips(table)] > 0
    assert books(house)[ledger.PROMOTIONS] < 0
    undo(house, two, table, 1)
    assert held_books(house) == before
    assert house.table(table).seats[1]["stack_cents"] == 100_00
    check(house)


@pytest.mark.parametrize("cards", [ROYAL, DULL])
def test_the_meter_its_reserve_and_the_seed_are_taken_back(house, two, monkeypatch, cards):
    jackpot = open_jackpot(house)
    table, one = at_omaha(house, jackpot)
    before, stood = held_books(house), meter(house, jackpot)
    play_omaha(house, table, one, monkeypatch, cards)
    assert meter(house, jackpot) != stood
    undo(house, two, table, 1)
    assert meter(house, jackpot) == stood
    assert held_books(house) == before
    check(house)


def test_nobody_is_charged_for_a_hit_that_was_voided(house, two, monkeypatch):
    jackpot = open_jackpot(house)
    table, one = at_omaha(house, jackpot, verify="supervisor")
    play_omaha(house, table, one, monkeypatch, ROYAL)
    ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state="voided")
    undo(house, two, table, 1)
    assert house.table(table).seats[1]["stack_cents"] == 500_00
    assert last_entry(house, table).values["uncollected"] == {}
    assert meter(house, jackpot) == Meter(Fraction(10_000_00))
    check(house)


def test_a_hit_that_was_paid_is_taken_back_and_void(house, two, monkeypatch):
    jackpot = open_jackpot(house)
    table, one = at_omaha(house, jackpot, verify="supervisor")
    play_omaha(house, table, one, monkeypatch, ROYAL)
    ask(house, table, "leave", one)
    for state in ("verified", "paid"):
        ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state=state)
    undo(house, two, table, 1)
    assert house.balance(ledger.player(one.id)) == 1_000_00
    with house.database.reading() as transaction:
        hit = jackpots.find_hit(transaction, f"{table}-1-1")
    assert hit
    assert (hit.state, hit.steps[-1]) == ("voided", ("voided", two[1].id))
    check(house)


def test_what_someone_won_is_collected_wherever_they_have_it_now(house, two, monkeypatch):
    jackpot = open_jackpot(house)
    table, one = at_omaha(house, jackpot)
    play_omaha(house, table, one, monkeypatch, ROYAL)
    ask(house, table, "leave", one)
    ask(house, table, "sit", one, seat=4, chips=100)
    undo(house, two, table, 1)
    assert last_entry(house, table).values["uncollected"] == {}
    assert house.table(table).seats[4]["stack_cents"] == 0
    assert house.balance(ledger.player(one.id)) == 1_000_00
    check(house)


def test_what_someone_no_longer_has_is_borne_by_the_bank_and_stated(house, two, monkeypatch):
    table, other = open_table(house, "duki"), open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    deal_from(monkeypatch, QUADS)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(house, table, "decide", one, action="play")
    won = house.table(table).seats[1]["stack_cents"] - 500_00
    ask(house, table, "leave", one)
    ask(house, other, "sit", one, chips=(1_000_00 + won) / 100)
    undo(house, two, table, 1)
    corrected = last_entry(house, table).values
    assert corrected["uncollected"] == {"1": f"{won / 100:.2f}"}
    assert books(house)[ledger.bank(table)] == -won
    check(house)


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_what_went_to_the_overflow_comes_from_there(house, two, monkeypatch, order):
    terms = {"seed": 1000, "meter": "1499.90", "maximum": 1500, "rate": "0.5", "reserve": 0}
    jackpot = open_jackpot(house, **terms)
    table, one = at_omaha(house, jackpot)
    for _ in order:
        play_omaha(house, table, one, monkeypatch, DULL)
    assert meter(house, jackpot) == Meter(Fraction(1500_00), overflow=Fraction(90))
    for number in order:
        undo(house, two, table, number)
    assert meter(house, jackpot) == Meter(Fraction(1499_90))
    check(house)


def test_an_undone_hit_leaves_the_meter_at_its_maximum(house, two, monkeypatch):
    terms = {"seed": 1000, "meter": 1500, "maximum": 1500, "rate": "0.5", "reserve": 0}
    jackpot = open_jackpot(house, **terms)
    table, one = at_omaha(house, jackpot)
    play_omaha(house, table, one, monkeypatch, DULL)
    stood = meter(house, jackpot)
    assert stood == Meter(Fraction(1500_00), overflow=Fraction(50))
    play_omaha(house, table, one, monkeypatch, ROYAL)
    undo(house, two, table, 2)
    assert meter(house, jackpot) == stood
    check(house)


def test_a_voided_hit_leaves_the_meter_at_its_maximum(house, monkeypatch):
    terms = {"seed": 1000, "meter": 1500, "maximum": 1500, "rate": "0.5", "reserve": 0}
    jackpot = open_jackpot(house, **terms)
    table, one = at_omaha(house, jackpot, verify="supervisor")
    play_omaha(house, table, one, monkeypatch, ROYAL)
    ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state="voided")
    assert meter(house, jackpot) == Meter(Fraction(1500_00), overflow=Fraction(50))
    check(house)


def test_a_voided_hit_of_a_posted_prize_goes_back_to_the_bank(house, monkeypatch):
    terms = {"paytable": "5CL-E01", "type": "house", "wager": 1, "meter": 10000}
    jackpot = house.open_jackpot(OPERATOR, {"terms": terms})
    table, one = at_omaha(house, jackpot, verify="supervisor")
    play_omaha(house, table, one, monkeypatch, ROYAL)
    assert books(house)[ledger.held(jackpot)] == 10_000_00
    ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state="voided")
    assert house.meters[jackpot] == 10_000_00
    assert held_books(house)[ledger.bank(table)] == 11_00
    assert ledger.held(jackpot) not in held_books(house)
    check(house)
