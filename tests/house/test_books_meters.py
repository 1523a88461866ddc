"""The daily meter book: it adds up, and it says so when it does not."""

import random
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.house import accounts
from pitboss.house.accounts import hash_password
from pitboss.house.books.meters import COLUMNS, meter_book
from pitboss.house.books.reports import changes, corrections, envy_pays, hits, promotions, voids
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.house.store.period import Period
from pitboss.house.tables import play
from pitboss.jackpots.meter import RESERVED, Cause
from pitboss.refusal import Refused
from tests.house.guests import (
    DEALER,
    OPERATOR,
    SUPERVISOR,
    ask,
    change_as,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
    play_round,
    stacking,
)

PERIOD = Period("2026-03-01", "2026-03-04")
ROYAL = "Ah Kh Qh Jh  2c 3d 4s 5c  9s 9c 6s 6c  Th 2d 7s 8c 9d"
"""Seat 1 makes a royal flush with the first community card; dealt four at a time."""


class Days:
    """A house whose clock stands where a test puts it."""

    def __init__(self, path: str) -> None:
        self.day = 1
        self.house = House(open_database(path), now=self.now)

    def now(self) -> datetime:
        return datetime(2026, 3, self.day, 12, tzinfo=UTC)

    def book(self):
        return self.read(meter_book)

    def read(self, report, period: Period = PERIOD):
        with self.house.database.reading() as transaction:
            return report(transaction, period)

    def write(self, sql: str, *values: object) -> None:
        with self.house.database.transaction() as transaction:
            transaction.execute(sql, values)

    def hire(self):
        """Two supervisors with accounts."""
        made = accounts.ensure_operator(self.house.database, "Olga", None, self.now())
        assert made
        hashed = hash_password("a long password")
        return [
            change_as(self.house, accounts.MACHINE, partial(_hire, name=name, hashed=hashed))
            for name in ("Sven", "Saga")
        ]


def _hire(change, name, hashed):
    return accounts.make_person(change, name, "supervisor", hashed)


@pytest.fixture
def days(tmp_path):
    opened = Days(str(tmp_path / "house.db"))
    yield opened
    opened.house.close()


def hit(days: Days, monkeypatch, jackpot: str) -> str:
    """A royal flush in seat 1, and a neighbour who is paid envy; gives the table."""
    house = days.house
    setup = omaha_table(jackpot)
    table = open_table(house, "super-omaha", table=setup, verify="supervisor")
    people = [guest(house, number) for number in (1, 2)]
    for person in people:
        ask(house, table, "sit", person, chips=100)
    top = parse_cards(ROYAL)
    deck = (*top, *(card for card in DECK if card not in top))
    with monkeypatch.context() as patched:
        patched.setattr(play, "draw_deck", stacking(deck))
        for person in people:
            ask(house, table, "wager", person, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
    for person in people:
        ask(house, table, "decide", person, action="fold")
    return table


def test_every_day_adds_up_from_opening_to_closing(days, monkeypatch):
    """Two wagers of a dollar a round put 40.6 cents on the meter; then a hit takes it all, is
    voided, and the seed with it; a fault is mended; a seed is added; a round is undone."""
    house = days.house
    jackpot = open_jackpot(house)
    sven, saga = days.hire()
    table = hit(days, monkeypatch, jackpot)
    days.day = 2
    ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state="voided")
    body = {"jackpot": jackpot, "change": "-100.5", "cause": "display-fault", "reference": "R-7"}
    for act, given in (("adjust-meter", body), ("reseed", {"jackpot": jackpot})):
        approve_and_do(house, saga, ask_for(house, sven, act, given, "to mend it").id)
    days.day = 4
    people = [guest(house, number) for number in (1, 2)]
    play_round(house, table, people, random.Random(1))
    undo = {"table": table, "round": 2}
    approve_and_do(house, saga, ask_for(house, sven, "void-settled", undo, "extra cards").id)
    book = days.book()
    assert book["incidents"] == []
    rows = {row["day"]: row for row in book["days"]}
    assert list(rows) == PERIOD.days
    for row in rows.values():
        moved = sum(Fraction(row[column]) for column in COLUMNS)
        assert Fraction(row["opening"]) + moved == Fraction(row["closing"])
    first, second, third, last = rows.values()
    assert (first["opening"], first["contributed"], first["paid"]) == (
        *("10000.00", "0.406", "-10000.40"),
    )
    assert (first["seeded"], first["closing"], first["displayed"]) == (
        *("10000.00", "10000.006", None),
    )
    assert (second["hits_voided"], second["adjusted"], second["seeded"]) == (
        *("0.40", "-100.50", "10000.00"),
    )
    assert second["closing"] == third["opening"] == third["closing"] == "19899.906"
    assert (third["displayed"], third["reserve"]) == ("19899.90", "0.00")
    assert (last["contributed"], last["corrected"]) == ("0.406", "-0.406")
    assert (last["closing_exact_cents"], last["displayed"]) == ("9949953/5", "19899.90")


def test_an_adjustment_called_contributions_stops_no_book(days):
    """Whoever adjusted a meter so in an earlier version has it in their moves."""
    jackpot = open_jackpot(days.house)
    sven, saga = days.hire()
    days.day = 2
    body = {"jackpot": jackpot, "change": "5", "cause": "top-up", "reference": "R-1"}
    approve_and_do(days.house, saga, ask_for(days.house, sven, "adjust-meter", body, "short").id)
    for cause in Cause:
        days.write("UPDATE moves SET cause = ?", cause.value)
        book = days.book()
        assert book["incidents"] == []
        column = "seeded" if cause is Cause.RESEED else "adjusted"
        assert [row[column] for row in book["days"]] == ["0.00", "5.00", "0.00", "0.00"]


def test_an_adjustment_is_not_called_by_a_word_of_the_meter_itself(days):
    jackpot = open_jackpot(days.house)
    sven, _ = days.hire()
    body = {"jackpot": jackpot, "change": "5", "reference": "R-1"}
    for cause in sorted(RESERVED):
        with pytest.raises(Refused, match=f"^cause '{cause}': is the meter's own word; name"):
            ask_for(days.house, sven, "adjust-meter", {**body, "cause": cause}, "short")


@pytest.mark.parametrize(
    ("sql", "day", "words"),
    [
        ("UPDATE moves SET value = '1000041' WHERE number = 1", "2026-03-01", "move 1"),
        ("DELETE FROM moves WHERE number = 2", "2026-03-01", "moves are missing"),
        ("UPDATE moves SET cause = 'gift' WHERE number = 1", "2026-03-01", "has no column"),
        ("UPDATE hits SET paid_cents = paid_cents - 1", "2026-03-01", "but the hits are 10000.39"),
        ("DELETE FROM rounds", "2026-03-01", "the rounds' wagers make 0.00"),
        ("UPDATE jackpots SET value = '1000001'", "now", "its last move 3 left"),
        ("UPDATE jackpots SET reserve = '500'", "now", "reserve holds 0.00, not 5.00"),
        ("UPDATE balances SET cents = cents + 1 WHERE account LIKE '%meter'", "now", "10000.01"),
    ],
)
def test_what_does_not_add_up_is_an_incident(days, monkeypatch, sql, day, words):
    hit(days, monkeypatch, open_jackpot(days.house))
    assert days.book()["incidents"] == []
    days.write(sql)
    found = [one["what"] for one in days.book()["incidents"] if one["day"] == day]
    assert any(words in what for what in found), found


def test_hits_are_listed_with_order_amount_state_and_people(days, monkeypatch):
    jackpot = open_jackpot(days.house)
    table = hit(days, monkeypatch, jackpot)
    for state in ("verified", "paid"):
        ask(days.house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state=state)
    [[one]] = [each["hits"] for each in days.book()["jackpots"]]
    assert (one["table"], one["round"], one["order"], one["seat"]) == (table, 1, 1, 1)
    assert (one["who"], one["amount"], one["state"]) == ("guest-1", "10000.40", "paid")
    steps = [["hit", "table"], ["locked", "table"]]
    mine = [["verified", SUPERVISOR.id], ["paid", SUPERVISOR.id]]
    assert one["people"] == [*steps, *mine]
    assert days.read(hits) == [{"jackpot": jackpot, **one}]
    assert days.read(hits, PERIOD._replace(game="duki")) == []
    [envy] = days.read(envy_pays)
    assert (envy["seat"], envy["wager"], envy["paid"]) == (2, "jackpot-1-envy", "1000.00")


def test_a_book_of_a_house_prize_has_no_moves(days):
    days.house.open_jackpot(
        OPERATOR, {"terms": {"paytable": "5CL-E01", "type": "house", "meter": 20000}}
    )
    book = days.book()
    assert book["incidents"] == []
    assert {row["closing"] for row in book["days"]} == {"20000.00"}


def test_voids_are_counted_by_cause_and_dealer(days):
    house = days.house
    table = open_table(house, "duki", dealer="person")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    for reason in ("a", "a card fell", "a"):
        ask(house, table, "wager", one, wagers={"ante": 10})
        ask(house, table, "deal", DEALER)
        ask(house, table, "void", SUPERVISOR, reason=reason)
    ask(house, table, "wager", one, wagers={"bonus": 5})
    ask(house, table, "deal", DEALER)
    ask(house, table, "void", DEALER, reason="c")  # it is settled
    found = days.read(voids)
    dealer = DEALER.id
    assert [(row["cause"], row["dealer"], row["rounds"]) for row in found["causes"]] == [
        *[("a", dealer, 2), ("c", dealer, 1), ("house-procedure", dealer, 1)],
    ]
    assert [row["voided_by"] for row in found["rounds"]] == [SUPERVISOR.id] * 3 + [dealer]
    assert found["rounds"][3]["reason"].startswith("a card of the dealer exposed")
    assert found["rounds"][1]["reason"] == "a card fell"
    assert days.read(voids, PERIOD._replace(table="duki-1"))["rounds"] == []


def test_changes_have_before_after_who_and_why(days):
    house = days.house
    sven, saga = days.hire()
    table = open_table(house, "duki", table={"limits": {"min": 5, "max": 100}})
    setup = {"table": {"limits": {"min": 5, "max": 50}}, "clock": {"decision": 10}}
    ask(house, table, "change-table", OPERATOR, setup=setup, why="quiet night")
    jackpot = open_jackpot(house)
    body = {"jackpot": jackpot, "change": "1", "cause": "top-up", "reference": "R-1"}
    request = ask_for(house, sven, "adjust-meter", body, "lost a dollar")
    approve_and_do(house, saga, request.id)
    rows = days.read(changes)
    settings = {row["what"]: row for row in rows if row["kind"] == "settings-changed"}
    assert list(settings) == ["clock.decision", "table.limits.max"]
    limit = settings["table.limits.max"]
    assert (limit["before"], limit["after"], limit["by"]) == (100, 50, OPERATOR.id)
    assert (limit["of"], limit["why"]) == (table, "quiet night")
    [meter] = [row for row in rows if row["kind"] == "meter-adjusted"]
    assert (meter["before"], meter["after"]) == ("10000.00", "10001.00")
    assert (meter["people"], meter["why"]) == ([sven.id, saga.id], "lost a dollar")
    made = [row["after"] for row in rows if row["kind"] == "person-made"]
    assert made == ["Olga (operator)", "Sven (supervisor)", "Saga (supervisor)"]


def test_corrections_and_promotions_are_listed(days, monkeypatch):
    house = days.house
    sven, saga = days.hire()
    promotion = {
        "wager": "bonus",
        "terms": "every bonus win pays twice",
        "multiplier": 2,
        "first": "2020-01-01",
        "last": "2099-12-31",
    }
    table = open_table(house, "duki", promotions=[promotion])
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    top = parse_cards("9h 9c 9s 9d 2c 3d 4s 6c")
    deck = (*top, *(card for card in DECK if card not in top))
    monkeypatch.setattr(play, "draw_deck", stacking(deck))
    ask(house, table, "wager", one, wagers={"ante": 10, "bonus": 5}, deal=True)
    ask(house, table, "decide", one, action="play")
    [paid] = days.read(promotions)
    assert (paid["table"], paid["round"], paid["seat"], paid["paid"]) == (table, 1, 1, "150.00")
    undo = {"table": table, "round": 1}
    approve_and_do(house, saga, ask_for(house, sven, "void-settled", undo, "wrong cards").id)
    [row] = days.read(corrections)
    assert (row["why"], row["people"]) == ("wrong cards", [sven.id, saga.id])
    assert (row["table"], row["round"], row["uncollected"]) == (table, 1, {})
