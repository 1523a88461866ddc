"""Irregularities at live tables: every cause at every moment until the next round is opened, by one
person; and hands between players that are played again."""

import random
from functools import partial
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.house import ledger
from pitboss.house.access import Forbidden
from pitboss.house.audit.export import export_round
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import verify_round
from pitboss.house.engine import TABLE, House
from pitboss.house.store import jackpots, open_database, people, tables
from pitboss.house.tables.play import Command, Work
from pitboss.house.tables.staff import undo
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import (
    DEALER,
    OPERATOR,
    SUPERVISOR,
    ask,
    books,
    deal_from,
    decision,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
    play_round,
)

WAGERS = {
    "duki": {"ante": 10, "bonus": 5, "tip": 2},
    "buyout": {"first": 10, "bonus": 5},
    "super-omaha": {"ante": 10, "high-hand": 5, "flop-bonus": 5, "jackpot-1": 1},
}
CAUSES = [("duki", cause) for cause in "abcd"] + [
    (game, "house-procedure: a card fell") for game in ("buyout", "super-omaha", "holdout")
]
SETUPS: dict[str, dict[str, Any]] = {
    "duki": {"table": {"rulings": {"dealer-wagers": "yes"}}},
    "holdout": {"table": {"rulings": {"rake": {"percent": 5, "cap": 4}}}},
}


def held(house):
    return {account: cents for account, cents in books(house).items() if cents}


def meters(house):
    with house.database.reading() as transaction:
        rows = "SELECT id, value, reserve, overflow FROM jackpots ORDER BY id"
        return transaction.execute(rows)


def sit_two(house, game, **setup):
    table = open_table(house, game, **{**SETUPS.get(game, {}), **setup})
    two = [guest(house, number) for number in (1, 2)]
    for person in two:
        ask(house, table, "sit", person, chips=400)
    return table, two


def begin(house, table, two, wagers=None):
    game = house.table(table).setup.key
    if game == "holdout":
        house.ask(Command(table, "deal", TABLE))
        return
    for person in two:
        ask(house, table, "wager", person, wagers=wagers or WAGERS[game], deal=True)


def step(house, table, two, rng):
    for _ in range(20):  # mostly without a fold, so that rounds go far
        seat, given = decision(house, table, rng)
        if given["action"] != "fold":
            break
    who = house.table(table).seats[seat]["who"]
    ask(house, table, "decide", next(p for p in two if p.id == who), **given)


def lines(house, table):
    with house.database.reading() as transaction:
        return [(r.number, r.status, r.cause) for r in tables.latest_rounds(transaction, table, 9)]


@pytest.mark.parametrize(("game", "cause"), CAUSES)
def test_every_cause_at_every_moment_restores_everything(tmp_path, game, cause):
    """Before each decision of a round in turn, and when it is settled; then play goes on."""
    house, rng = House(open_database(str(tmp_path / "house.db"))), random.Random(game + cause)
    table, two = sit_two(house, game)
    key = cause.partition(":")[0]
    moment = 0
    while True:
        before, on_meters, rotation = held(house), meters(house), _rotation(house, table)
        begin(house, table, two)
        for _ in range(moment):
            if house.table(table).question:
                step(house, table, two, rng)
        is_settled = house.table(table).question is None
        ask(house, table, "void", rng.choice([DEALER, SUPERVISOR]), reason=cause)
        assert held(house) == before
        assert meters(house) == on_meters
        assert _rotation(house, table) == rotation
        assert house.table(table).status == "void"
        number = house.table(table).round
        assert lines(house, table)[0] == (number, "corrected" if is_settled else "void", key)
        _check_record(house, table, number)
        with pytest.raises(Refused, match=f"round {number} is void already"):
            ask(house, table, "void", SUPERVISOR, reason=cause)
        if key == "d":
            ask(house, table, "check-cards", SUPERVISOR)
        if is_settled:
            break
        moment += 1
    assert moment >= 2
    play_round(house, table, two, rng)
    audit(house.database)
    house.close()


def _rotation(house, table):
    return house.floor._live[table].rotation


def _check_record(house, table, number):
    """The exported round verifies, and run again it is void."""
    with house.database.reading() as transaction:
        exported = export_round(transaction, table, number)
    report = verify_round(exported, Replayer())
    assert report.findings == []
    from pitboss.cli.rounds import read_round

    running, decisions = read_round(exported, "round")
    for one in decisions:
        running.decide(one)
    assert running.status == "void"
    assert set(running.net_cents.values()) == {0}


def test_a_round_settled_before_a_restart_can_still_be_voided(tmp_path):
    """Also with another setup since, and by whoever comes on duty; not once the next is open."""
    address = str(tmp_path / "house.db")
    house = House(open_database(address))
    table, two = sit_two(house, "duki")
    before = held(house)
    begin(house, table, two, {"bonus": 5})
    after = held(house)
    house.close()
    house = House(open_database(address))
    rulings = {"rulings": {"shuffler": "no", "dealer-wagers": "yes"}}
    ask(house, table, "change-table", OPERATOR, setup={"table": rulings}, why="machine sent away")
    assert held(house) == after
    ask(house, table, "void", SUPERVISOR, reason="a")
    assert held(house) == before
    begin(house, table, two, {"bonus": 5})
    with pytest.raises(Refused, match=r"cause \(a\) holds only with shuffler=yes"):
        ask(house, table, "void", DEALER, reason="a")
    ask(house, table, "void", DEALER, reason="a card lay face up")
    assert held(house) == before
    audit(house.database)
    house.close()


def test_by_words_of_their_own_nobody_undoes_a_settled_round_where_the_document_has_causes(house):
    table, two = sit_two(house, "duki")
    with pytest.raises(Refused, match="void: no round was dealt yet"):
        ask(house, table, "void", DEALER, reason="a")
    begin(house, table, two, {"bonus": 5})
    before = held(house)
    for reason, words in (
        ("I pay too much", r"by a cause of the document, \(a\), \(b\), \(c\), \(d\)"),
        ("e", "'e' is no cause of duki"),
        ("house-procedure", "needs a reason"),
        (" ", "a reason is missing"),
        ("x" * 201, "up to 200 letters"),
        (None, "give a reason"),
    ):
        with pytest.raises(Refused, match=words) as caught:
            ask(house, table, "void", DEALER, reason=reason)
        assert len(str(caught.value).splitlines()) == 1
    for person in (two[0], OPERATOR):
        with pytest.raises(Forbidden, match="void: needs the role dealer or supervisor"):
            ask(house, table, "void", person, reason="a")
    assert held(house) == before
    begin(house, table, two, {"ante": 10})
    ask(house, table, "void", DEALER, reason="fire alarm")  # in play words will do
    with pytest.raises(Refused, match="round 2 is void already"):
        ask(house, table, "void", DEALER, reason="a")  # not the one before it
    assert [line[1] for line in lines(house, table)] == ["void", "settled"]
    ask(house, table, "close-table", OPERATOR, why="end of the day")
    with pytest.raises(Refused, match="is closed"):
        ask(house, table, "void", DEALER, reason="a")


def test_whoever_left_with_the_winnings_gives_them_back(house, monkeypatch):
    """A bonus alone is paid at the deal; the seat is free before the void."""
    table, (one, two) = sit_two(house, "duki")
    before = {p.id: house.balance(ledger.player(p.id)) + 400_00 for p in (one, two)}
    begin(house, table, (one, two), {"bonus": 5})
    for person in (one, two):
        ask(house, table, "leave", person)
    ask(house, table, "void", DEALER, reason="c")
    assert {p.id: house.balance(ledger.player(p.id)) for p in (one, two)} == before
    assert not any(held(house).get(account) for account in (f"bank:{table}", f"tips:{table}"))
    with house.database.reading() as transaction:
        alert = people.read_alerts(transaction)[0]
    assert alert.words.startswith("round 1 was voided after settling: a card of the dealer exposed")


def test_wagers_made_since_are_made_anew(house):
    table, (one, two) = sit_two(house, "duki")
    begin(house, table, (one, two), {"bonus": 5})
    ask(house, table, "wager", one, wagers={"ante": 10})
    ask(house, table, "void", DEALER, reason="b")
    assert not house.table(table).seats[1]["wagers"]


@pytest.mark.parametrize("is_settled", [False, True])
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_a_voided_hand_between_players_is_played_again(address, button, is_settled):
    """Button and blinds are those of the voided hand; a settled one is voided after a restart."""
    house = House(open_database(address))
    rng = random.Random(5)
    table = open_table(house, "holdout", table={"rulings": {"button": button}})
    four = [guest(house, number) for number in (1, 2, 3, 4)]
    for person in four:
        ask(house, table, "sit", person, chips=400)
    for _ in range(2):
        play_round(house, table, four, rng)
    house.ask(Command(table, "deal", TABLE))
    seating = _seating(house, table)
    while is_settled and house.table(table).question:
        step(house, table, four, rng)
    if is_settled:
        house.do(lambda unit: house.floor.save(unit, house.floor.find(unit.transaction, table)))
        house.close()
        house = House(open_database(address))
    ask(house, table, "void", DEALER, reason="misdeal")
    house.ask(Command(table, "deal", TABLE))
    again = _seating(house, table)
    assert (again.button, again.posts) == (seating.button, seating.posts)
    assert again.stacks == seating.stacks
    ask(house, table, "void", DEALER, reason="misdeal again")
    audit(house.database)
    house.close()


def _seating(house, table):
    return house.table(table).opening.seating


def test_a_void_is_found_beside_an_earlier_round_that_two_people_undid(house):
    """Both after the settling of the second round; each has its own record."""
    table, two = sit_two(house, "duki")
    for _ in range(2):
        begin(house, table, two, {"bonus": 5})
    command = Command(table, "void-settled", SUPERVISOR, {"why": "extra cards"})

    def correct(unit):
        live = house.floor.find(unit.transaction, table)
        Work(live, unit, command, house.room).do(partial(undo, number=1, people=["a", "b"]))

    house.do(correct)
    house.refresh()
    assert house.table(table).may_void
    ask(house, table, "void", DEALER, reason="b")
    found = lines(house, table)
    assert found == [(2, "corrected", "b"), (1, "corrected", tables.AFTER_SETTLING)]
    with house.database.reading() as transaction:
        line = tables.find_round(transaction, table, 2)
        assert line
        assert tables.void_entry(transaction, line).who == DEALER.id
    _check_record(house, table, 2)


ROYAL = "Ah Kh Qh Jh  9c 8d 7s 6h  2c 3d 4s 5c  Th 2d 7c 8c 9d"
PROMOTION = {"wager": "jackpot-1", "terms": "twice", "multiplier": 2}
DAYS = {"first": "2020-01-01", "last": "2099-12-31"}


@pytest.mark.parametrize("verify", ["table", "supervisor"])
@pytest.mark.parametrize("is_paid", [False, True])
def test_a_royal_just_settled_is_undone_by_one_person(house, monkeypatch, verify, is_paid):
    """The hit, held or paid, envy, seed, reserve and promotion go back; what another table of the
    link has put on the meter since stays there."""
    jackpot = open_jackpot(house)
    setup = {"table": omaha_table(jackpot), "verify": verify, "promotions": [PROMOTION | DAYS]}
    table, two = sit_two(house, "super-omaha", **setup)
    other, three = open_table(house, "super-omaha", table=omaha_table(jackpot)), guest(house, 3)
    ask(house, other, "sit", three, chips=400)
    rest = {"ante": 10, "jackpot-1": 1}

    def dull():
        deal_from(monkeypatch, "2h 5h 9c Jd  2c 3d 4s 5c  Th 2d 7s 8c 9d")
        ask(house, other, "wager", three, wagers=rest, deal=True)
        ask(house, other, "decide", three, action="fold")

    start, stood = held(house), dict(_shown(house))
    dull()
    alone, moved = held(house), dict(_shown(house))
    ask(house, other, "void", DEALER, reason="misdeal")
    assert (held(house), _shown(house)) == (start, stood)
    deal_from(monkeypatch, ROYAL)
    begin(house, table, two, rest)
    for person in two:
        ask(house, table, "decide", person, action="fold")
    assert _shown(house) != stood
    if is_paid and verify == "supervisor":
        for state in ("verified", "paid"):
            ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state=state)
    dull()
    ask(house, table, "void", DEALER, reason="house-procedure: six cards at seat 1")
    assert _shown(house) == moved
    assert held(house) == alone
    with house.database.reading() as transaction:
        states = [hit.state for hit in jackpots.hits_of_round(transaction, table, 1)]
    assert set(states) == {"voided"}
    audit(house.database)


def _shown(house):
    return {row[0]: tuple(row[1:]) for row in meters(house)}


def test_the_causes_are_in_the_document_s_words():
    causes = find_game("duki").source.causes
    assert [cause.supervised for cause in causes.values()] == [False, False, False, True]
    assert "face up" in causes["a"].text
    assert "number of cards" in causes["b"].text
    assert "exposed" in causes["c"].text
    assert "malfunctions, jams or fails" in causes["d"].text
