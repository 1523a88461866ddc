"""What staff do: jackpot hits, meters, corrections by two people, approvals, promotions."""

import random
from datetime import UTC, datetime
from functools import partial

import pytest

from pitboss.house import accounts, ledger
from pitboss.house.access import Forbidden
from pitboss.house.accounts import hash_password
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import House
from pitboss.house.store import Conflict, open_database
from pitboss.house.store.entries import Unit
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import (
    DEALER,
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
    play_round,
)

ROYAL = "Ah Kh Qh Jh  2c 3d 4s 5c  Th 2d 7s 8c 9d"
"""Seat 1 makes a royal flush with the first community card; dealt four at a time."""


@pytest.fixture
def staff(house, quick):
    """Three people with ledger."""
    first = accounts.ensure_operator(house.database, "Olga", None, datetime.now(UTC))
    assert first
    hashed = hash_password("a long password")
    made = [
        change_as(house, accounts.MACHINE, partial(_make_supervisor, name=name, hashed=hashed))
        for name in ("Sven", "Saga")
    ]
    return first.person, *made


def _make_supervisor(change, name, hashed):
    return accounts.make_person(change, name, "supervisor", hashed)


def hit_table(house, monkeypatch, verify: str):
    """A royal flush in seat 1 of a table with a progressive."""
    jackpot = open_jackpot(house)
    table = open_table(house, "super-omaha", table=omaha_table(jackpot), verify=verify)
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    deal_from(monkeypatch, ROYAL)
    ask(house, table, "wager", one, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
    ask(house, table, "decide", one, action="fold")
    with house.database.reading() as transaction:
        rows = transaction.execute("SELECT id, paid_cents, state FROM hits")
    return table, jackpot, one, rows


def test_a_hit_waits_for_a_supervisor_and_is_paid_once(house, monkeypatch):
    table, jackpot, _, rows = hit_table(house, monkeypatch, "supervisor")
    [(hit, cents, state)] = rows
    assert (cents, state) == (10_000_20, "locked")
    assert house.table(table).seats[1]["stack_cents"] == 500_00 - 11_00
    assert books(house)[ledger.held(jackpot)] == cents
    assert house.meters[jackpot] == 10_000_00, "the meter is reseeded at once and plays on"
    with pytest.raises(Forbidden):
        ask(house, table, "advance-hit", DEALER, hit=hit, state="verified")
    with pytest.raises(Refused, match="'paid' cannot follow locked"):
        ask(house, table, "advance-hit", SUPERVISOR, hit=hit, state="paid")
    ask(house, table, "advance-hit", SUPERVISOR, hit=hit, state="verified")
    ask(house, table, "advance-hit", SUPERVISOR, hit=hit, state="paid")
    with pytest.raises(Refused, match="it has ended"):
        ask(house, table, "advance-hit", SUPERVISOR, hit=hit, state="paid")
    assert house.table(table).seats[1]["stack_cents"] == 500_00 - 11_00 + cents
    audit(house.database)


def test_a_voided_hit_goes_back_to_its_meter(house, monkeypatch):
    table, jackpot, _, rows = hit_table(house, monkeypatch, "supervisor")
    ask(house, table, "advance-hit", SUPERVISOR, hit=rows[0][0], state="voided")
    assert books(house)[f"jackpot:{jackpot}:meter"] == 10_000_20
    audit(house.database)


def test_a_hit_whose_winner_has_left_is_paid_to_their_account(house, monkeypatch):
    table, _, one, rows = hit_table(house, monkeypatch, "supervisor")
    ask(house, table, "leave", one)
    for state in ("verified", "paid"):
        ask(house, table, "advance-hit", SUPERVISOR, hit=rows[0][0], state=state)
    assert house.balance(ledger.player(one.id)) == 1_000_00 - 11_00 + 10_000_20
    audit(house.database)


def test_a_practice_table_verifies_and_pays_by_itself(house, monkeypatch):
    table, _, _, rows = hit_table(house, monkeypatch, "table")
    assert rows[0][2] == "paid"
    assert house.table(table).seats[1]["stack_cents"] == 500_00 - 11_00 + 10_000_20
    audit(house.database)


def test_a_meter_moves_only_by_the_word_of_two_people(house, staff):
    operator, sven, saga = staff
    jackpot = open_jackpot(house)
    body = {"jackpot": jackpot, "change": "-100.50", "cause": "display-fault", "reference": "R-7"}
    with pytest.raises(Forbidden):
        ask_for(house, DEALER, "adjust-meter", body, "display showed too much")
    request = ask_for(house, sven, "adjust-meter", body, "display showed too much")
    assert house.meters[jackpot] == 10_000_00
    with pytest.raises(Forbidden, match="second person"):
        approve_and_do(house, sven, request.id)
    approve_and_do(house, saga, request.id)
    assert house.meters[jackpot] == 9_899_50
    with pytest.raises(Refused, match="is done"):
        approve_and_do(house, operator, request.id)
    assert house.meters[jackpot] == 9_899_50
    audit(house.database)


def test_an_adjustment_without_cause_leaves_the_request_open_and_the_meter_alone(house, staff):
    _, sven, saga = staff
    jackpot = open_jackpot(house)
    body = {"jackpot": jackpot, "change": "-1", "cause": "because", "reference": "R-8"}
    request = ask_for(house, sven, "adjust-meter", body, "try")
    with pytest.raises(Refused, match="no cause to lower a meter"):
        approve_and_do(house, saga, request.id)
    assert house.meters[jackpot] == 10_000_00
    with house.database.reading() as transaction:
        assert transaction.execute("SELECT state FROM requests") == [("asked",)]
    audit(house.database)


NO_CHANGES = ("1e99999999", "1e20", "-1e20", "1000000000000.01", "NaN", "1_0", "0", "-0.0", True)


def test_m1_an_adjustment_without_bounds_is_refused_when_it_is_asked_for(house, staff):
    _, sven, _ = staff
    body = {"jackpot": open_jackpot(house), "reference": "R-9"}
    for change in (*NO_CHANGES, None, "1e-13"):
        with pytest.raises(Refused, match=r"^change") as refused:
            ask_for(house, sven, "adjust-meter", {**body, "change": change}, "try")
        assert len(str(refused.value)) < 100
    with house.database.reading() as transaction:
        assert transaction.execute("SELECT state FROM requests") == []


def test_m1_a_meter_never_shows_more_than_the_ledger_has_room_for(house, staff):
    _, sven, saga = staff
    body = {"jackpot": open_jackpot(house), "change": "1e12", "reference": "R-9"}
    request = ask_for(house, sven, "adjust-meter", body, "try")
    with pytest.raises(Refused, match=r"at most 1000000000000\.00"):
        approve_and_do(house, saga, request.id)
    audit(house.database)


def test_a_reseed_puts_the_seed_on_the_meter(house, staff):
    _, sven, saga = staff
    jackpot = open_jackpot(house)
    request = ask_for(house, sven, "reseed", {"jackpot": jackpot}, "won on another system")
    approve_and_do(house, saga, request.id)
    assert house.meters[jackpot] == 20_000_00
    audit(house.database)


@pytest.mark.parametrize("game", ["duki", "super-omaha", "holdout"])
def test_a_settled_round_is_undone_by_two_people(house, staff, game):
    _, sven, saga = staff
    table = open_table(house, game)
    players = [guest(house, number) for number in (1, 2)]
    for person in players:
        ask(house, table, "sit", person, chips=300)
    before = books(house)
    play_round(house, table, players, random.Random(4))
    assert books(house) != before
    request = ask_for(house, sven, "void-settled", {"table": table, "round": 1}, "two extra cards")
    approve_and_do(house, saga, request.id)
    after = {a: c for a, c in books(house).items() if c}
    expected = {a: c for a, c in before.items() if c}
    bank = ledger.bank(table)
    assert {a: c for a, c in after.items() if a != bank} == expected
    with pytest.raises(Refused, match="no settled round"):
        ask_for(house, sven, "void-settled", {"table": table, "round": 1}, "again")
    audit(house.database)


def one_seated(house):
    table, one = open_table(house, "duki"), guest(house, 1)
    ask(house, table, "sit", one, chips=300)
    return table, one


def undo_round(house, staff, table, number, between=lambda: None):
    """One supervisor asks for it, the other approves."""
    _, sven, saga = staff
    body = {"table": table, "round": number}
    request = ask_for(house, sven, "void-settled", body, "extra cards")
    between()
    approve_and_do(house, saga, request.id)


def test_a_round_is_undone_at_another_server_that_has_not_followed_its_table(house, staff, address):
    table, one = one_seated(house)
    other = House(open_database(address))
    for seed in range(3):
        play_round(house, table, [one], random.Random(seed))
    version = house.table(table).version
    undo_round(other, staff, table, 3)
    assert other.table(table).version == version + 1
    play_round(house, table, [one], random.Random(4))
    assert house.table(table).version > version + 1
    other.close()
    audit(house.database)


def test_a_round_that_is_undone_in_a_second_try_is_undone_once(house, staff, monkeypatch):
    """Whoever else was in the unit was late: everything in it is done again."""
    table, one = one_seated(house)
    play_round(house, table, [one], random.Random(4))
    version = house.table(table).version
    flush = Unit.flush
    failed: list[bool] = []

    def fail_once(unit):
        if not failed:
            failed.append(True)
            raise Conflict("somebody else was first")
        flush(unit)

    undo_round(house, staff, table, 1, lambda: monkeypatch.setattr(Unit, "flush", fail_once))
    assert failed
    assert house.table(table).version == version + 1
    play_round(house, table, [one], random.Random(5))
    audit(house.database)


def test_a_table_under_washington_needs_its_records_and_printed_tables(house):
    washington = {"name": "washington", "date": "2024-01-10", "licence": "house-banked"}
    records = {"internal-controls": "IC 12"}
    setup = {"game": "duki", "profile": washington, "table": {"limits": {"min": 5, "max": 400}}}
    with pytest.raises(Refused, match="approval record lacks internal-controls;"):
        house.open_table(OPERATOR, setup)
    what_if = {"limits": {"max": 400}, "rulings": {"bonus-four-card": "three-suits-only"}}
    with pytest.raises(Refused, match="not as approved"):
        house.open_table(OPERATOR, {**setup, "table": what_if, "approval": records})
    with pytest.raises(Refused, match="largest single"):
        house.open_table(
            OPERATOR, {**setup, "table": {"limits": {"max": 500}}, "approval": records}
        )
    table = house.open_table(OPERATOR, {**setup, "approval": records})
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    with pytest.raises(Refused, match="above the table maximum"):
        ask(house, table, "wager", one, wagers={"ante": 401})
    with pytest.raises(Refused, match="largest single"):
        ask(
            house,
            table,
            "change-table",
            OPERATOR,
            setup={"table": {"limits": {"max": 1000}}},
            why="more",
        )
    audit(house.database)


def test_a_promotion_is_paid_from_its_own_account(house, monkeypatch):
    promotion = {
        "wager": "bonus",
        "terms": "every bonus win pays twice",
        "first": "2020-01-01",
        "last": "2099-12-31",
        "multiplier": 2,
    }
    table = open_table(house, "duki", promotions=[promotion])
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    deal_from(monkeypatch, "9h 9c 9s 9d 2c 3d 4s 6c")
    ask(house, table, "wager", one, wagers={"ante": 10, "bonus": 5}, deal=True)
    ask(house, table, "decide", one, action="play")
    after = books(house)
    paid = -after[ledger.PROMOTIONS]
    with house.database.reading() as transaction:
        [(body,)] = transaction.execute("SELECT body FROM entries WHERE kind = 'promotion-paid'")
    assert paid > 0
    assert f'"promotions":-{paid}' in body
    won = house.table(table).seats[1]["stack_cents"] - 100_00
    assert after[ledger.bank(table)] == paid - won
    audit(house.database)
