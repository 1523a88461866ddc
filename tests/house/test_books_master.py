"""The master game report against sums over the log and a day worked out by hand."""

import random
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from pitboss.house.books import edges
from pitboss.house.books.master import master_report
from pitboss.house.books.reports import REPORTS, csv_lines, report_rows
from pitboss.house.engine import House
from pitboss.house.log import Entry
from pitboss.house.store import open_database
from pitboss.house.store.entries import ROWS
from pitboss.house.store.period import Period, read_period
from pitboss.money import dollars, parse_dollars
from pitboss.odds.cache import recall
from pitboss.odds.registry import price
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.price import jackpot_hands
from pitboss.refusal import Refused
from tests.house.guests import (
    DEALER,
    OPERATOR,
    ask,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
    play_round,
)

GAMES = ["duki", "buyout", "super-omaha", "holdout"]


def today() -> Period:
    """A period that ends after any midnight of this run."""
    return Period("2020-01-01", "2099-12-31")


def report(house, **given):
    with house.database.reading() as transaction:
        return master_report(transaction, today()._replace(**given))


def entries(house) -> list[Entry]:
    with house.database.reading() as transaction:
        return ROWS.find(transaction)


def exact_of(figure) -> Fraction:
    return Fraction(figure["exact"])


def fold_all(house, table: str, wagers: list[dict[str, int]], chips: list[int]) -> None:
    """Guests sit down, make these wagers and fold."""
    people = [guest(house, number) for number in range(1, len(wagers) + 1)]
    for person, cents in zip(people, chips, strict=True):
        ask(house, table, "sit", person, chips=cents)
    for person, made in zip(people, wagers, strict=True):
        ask(house, table, "wager", person, wagers=made, deal=True)
    for person in people:
        ask(house, table, "decide", person, action="fold")


def edge_of(game: str, **given) -> Fraction:
    return exact_of(price(read_request(game, given))["house_edge"])


@pytest.mark.parametrize("game", GAMES)
def test_handle_win_and_drop_are_sums_of_the_log(house, game):
    table = open_table(house, game)
    open_table(house, game)
    people = [guest(house, number) for number in (1, 2)]
    for person in people:
        ask(house, table, "sit", person, chips=400)
    ask(house, table, "buy-chips", people[0], chips=50)
    for _ in range(8):
        play_round(house, table, people, random.Random(8))
    handle = won = rounds = 0
    to_fund = Fraction(0)
    for entry in entries(house):
        body = entry.values
        if entry.kind in ("round-opened", "decided"):
            moved = body.get("postings", {}).items()
            won -= sum(cents for account, cents in moved if account.startswith("seat:"))
            settled = body.get("result", {}).get("settlement", [])
            handle += sum(parse_dollars(row["amount"]) for row in settled)
            to_fund += Fraction("21.4") * sum(row["wager"] == "jackpot-1" for row in settled)
            rounds += "result" in body
    [row] = report(house)["tables"]
    assert (row["table"], row["game"], row["rounds"]) == (table, game, 8)
    assert rounds == 8
    assert row["drop"] == "850.00"
    assert exact_of(row["win_exact"]) == (won - to_fund) / 100
    assert (row["win"], Fraction(row["contributed"])) == (
        dollars(round(won - to_fund)),
        to_fund / 100,
    )
    assert row["handle"] == dollars(handle if game != "holdout" else 0)
    assert exact_of(row["hold"]) == (won - to_fund) / 850_00
    wagers = report(house)["wagers"]
    assert sum(exact_of(each["win_exact"]) for each in wagers) * 100 == won - to_fund
    if game == "holdout":
        assert row["theoretical_win"] is row["z_score"] is None
        assert "the rake alone" in row["notes"][0]


def test_a_day_worked_out_by_hand(house):
    """Ante 10 and 20, both folded: the house wins 30 of 150 bought. The Ante's edge is
    96459473/2926537250, so 0.98880825... was to be won. Two wagers are far from a normal sum."""
    table = open_table(house, "duki")
    fold_all(house, table, [{"ante": 10}, {"ante": 20}], [100, 50])
    [row] = report(house)["tables"]
    assert (row["rounds"], row["wagers"], row["handle"], row["win"]) == (1, 2, "30.00", "30.00")
    assert (row["drop"], row["hold"]["exact"]) == ("150.00", "1/5")
    assert row["theoretical_exact"]["exact"] == "289378419/292653725"
    assert row["theoretical_win"] == "0.99"
    assert row["z_score"] is None
    assert "see tail" in row["notes"][0]
    assert row["judgement"] == "as expected"
    [game] = report(house)["games"]
    assert game["tail"] == report(house)["total"]["tail"] == row["tail"]


def test_a_follow_up_is_won_or_lost_at_the_main_wagers_price(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(house, table, "decide", one, action="play")
    whole = report(house)
    rows = {row["wager"]: row for row in whole["wagers"]}
    assert (whole["total"]["handle"], whole["total"]["priced"]) == ("20.00", "10.00")
    assert exact_of(rows["ante"]["theoretical_exact"]) == 10 * edge_of("duki")
    assert rows["ante"]["priced_win"] == whole["total"]["win"]
    assert rows["play"]["theoretical_win"] is None
    assert rows["play"]["notes"] == ["priced with ante"]


def test_each_round_is_priced_by_the_settings_it_was_played_with(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    rulings = {"ante-three-card": "three-card-table"}
    for _ in range(2):
        ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
        ask(house, table, "decide", one, action="fold")
        if house.table(table).round == 1:
            changed = {"table": {"rulings": rulings}}
            ask(house, table, "change-table", OPERATOR, setup=changed, why="another reading")
    expected = 10 * (edge_of("duki") + edge_of("duki", rulings=rulings))
    assert edge_of("duki") != edge_of("duki", rulings=rulings)
    assert exact_of(report(house)["tables"][0]["theoretical_exact"]) == expected


def test_a_bonus_is_priced_beside_its_own_seats_main_wager(house):
    """In Buyout a bonus changes the play, so its seat's first wager has another edge."""
    joint: Any = price(read_request("buyout", {"wager": "bonus", "bonus_ratio": 1}))["parts"]
    first, bonus = (exact_of(joint[name]["house_edge"]) for name in ("first", "bonus"))
    alone = edge_of("buyout")
    table = open_table(house, "buyout")
    fold_all(house, table, [{"first": 10, "bonus": 10}, {"first": 20}], [100, 100])
    rows = {row["wager"]: row for row in report(house)["wagers"]}
    assert first != alone
    assert exact_of(rows["first"]["theoretical_exact"]) == 10 * first + 20 * alone
    assert exact_of(rows["bonus"]["theoretical_exact"]) == 10 * bonus
    assert rows["first"]["priced_win"] == "30.00"


def test_what_is_not_counted_yet_is_null_and_says_so(house, monkeypatch):
    table = open_table(house, "buyout")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"first": 9, "bonus": 7}, deal=True)
    ask(house, table, "decide", one, action="fold")
    monkeypatch.setattr(edges, "find", lambda count: None)
    [row] = report(house)["tables"]
    assert row["theoretical_win"] is row["z_score"] is row["priced_win"] is row["tail"] is None
    assert row["win"] == "16.00"
    assert "no exact figure is kept for this pay table at bonus ratio 7/9" in row["notes"][0]


def jackpot_edge(meter: object, players: int) -> Fraction:
    given = {"wager": "jackpot", "paytables": {"jackpot": "5CL-E01"}, "players": players}
    figures = price(read_request("super-omaha", {**given, "jackpot": {"meter": meter}}))
    return exact_of(figures["house_edge"])


def test_a_progressive_is_priced_without_its_meter_and_less_what_it_contributes(house):
    """The bank pays dollars and envy; percentages are the fund's, whatever it holds."""
    recall(jackpot_hands(5))
    jackpot = open_jackpot(house, meter=50000, rate="0.5", reserve="0.011")
    table = open_table(house, "super-omaha", table=omaha_table(jackpot))
    fold_all(house, table, [{"ante": 10, "jackpot-1": 1}] * 3, [100] * 3)
    [row] = [row for row in report(house)["wagers"] if row["wager"] == "jackpot-1"]
    expected = 3 * (jackpot_edge(0, 3) - Fraction("0.511"))
    assert exact_of(row["theoretical_exact"]) == expected
    assert row["contributed"] == "1.533"


def test_a_house_prize_is_the_banks_own(house):
    recall(jackpot_hands(5))
    terms = {"paytable": "5CL-E01", "type": "house", "meter": 20000}
    jackpot = house.open_jackpot(OPERATOR, {"terms": terms})
    table = open_table(house, "super-omaha", table=omaha_table(jackpot))
    fold_all(house, table, [{"ante": 10, "jackpot-1": 1}] * 2, [100] * 2)
    [row] = [row for row in report(house)["wagers"] if row["wager"] == "jackpot-1"]
    assert exact_of(row["theoretical_exact"]) == 2 * jackpot_edge(20000, 2)
    assert row["contributed"] == "0.00"


def test_voids_and_practice_chips_stand_beside_the_sums(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "seat-bot", OPERATOR, chips=200)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(house, table, "void", DEALER, reason="a card fell")
    [row] = report(house)["tables"]
    assert (row["rounds"], row["voided"], row["handle"], row["win"]) == (0, 1, "0.00", "0.00")
    assert (row["drop"], row["practice_drop"]) == ("100.00", "200.00")
    assert row["hold"]["exact"] == "0/1"
    assert row["z_score"] is None


def test_days_tables_and_games_are_told_apart(tmp_path):
    clock = [datetime(2026, 3, 1, 23, 59, tzinfo=UTC)]
    house = House(open_database(str(tmp_path / "house.db")), now=lambda: clock[0])
    tables = [open_table(house, game) for game in ("duki", "duki", "buyout")]
    for number, table in enumerate(tables, 1):
        person = guest(house, number)
        ask(house, table, "sit", person, chips=100)
        for day in (1, 2):
            clock[0] = datetime(2026, 3, day, 23, 59, tzinfo=UTC)
            name = "ante" if table.startswith("duki") else "first"
            ask(house, table, "wager", person, wagers={name: 10 * day}, deal=True)
            ask(house, table, "decide", person, action="fold")
        clock[0] = datetime(2026, 3, 1, tzinfo=UTC)
    whole = report(house)
    handles = Counter((row["day"], row["game"], row["handle"]) for row in whole["tables"])
    assert handles == {
        ("2026-03-01", "duki", "10.00"): 2,
        ("2026-03-02", "duki", "20.00"): 2,
        ("2026-03-01", "buyout", "10.00"): 1,
        ("2026-03-02", "buyout", "20.00"): 1,
    }
    games = {(row["day"], row["game"]): (row["handle"], row["drop"]) for row in whole["games"]}
    assert games["2026-03-01", "duki"] == ("20.00", "200.00")
    assert games["2026-03-02", "duki"] == ("40.00", "0.00")
    second = report(house, first_day="2026-03-02", last_day="2026-03-02", game="duki")
    assert (second["total"]["handle"], second["total"]["drop"]) == ("40.00", "0.00")
    assert report(house, table=tables[0])["total"]["handle"] == "30.00"
    house.close()


def test_every_sheet_is_a_csv_with_its_columns(house):
    table = open_table(house, "duki", name="=1+1")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(house, table, "decide", one, action="fold")
    with house.database.reading() as transaction:
        lines = {name: list(csv_lines(report_rows(transaction, name, today()))) for name in REPORTS}
        with pytest.raises(Refused, match="report 'mistakes' is unknown"):
            list(report_rows(transaction, "mistakes", today()))
    assert lines["tables"][0].startswith("day,table,game,name,rounds,")
    row = f",{table},duki,'=1+1,1,0,0,100.00,0.00,0.00,0.00,1,10.00,10.00,10.0,0.00,0.00,0.1,"
    assert row in lines["tables"][1]
    assert len(lines["wagers"]) == 2


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "first_day 'None': a day"),
        ({"first_day": "2026-02-30"}, "first_day '2026-02-30'"),
        ({"first_day": "20260201"}, "first_day '20260201'"),
        ({"first_day": "2026-02-02", "last_day": "2026-02-01"}, "is before"),
        ({"first_day": "2025-01-01", "last_day": "2026-02-01"}, "at most 366 days"),
        ({"first_day": "9999-12-31"}, "a day such as"),
        ({"first_day": "2026-02-01", "game": "poker"}, "poker"),
        ({"first_day": "2026-02-01", "who": "me"}, "'who' is unknown"),
    ],
)
def test_a_period_that_is_none_is_refused(given, words):
    with pytest.raises(Refused, match=words):
        read_period(given)
