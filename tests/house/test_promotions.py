"""Promotions at a table: made and ended by whoever may, posted and paid by the day, on the log."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import accounts, ledger
from pitboss.house.access import Forbidden
from pitboss.house.audit.replay import Replayer
from pitboss.house.books.reports import changes, promotions
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import entries, open_database
from pitboss.house.store.period import Period
from pitboss.house.tables.promotions import running_on
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
)

QUADS = "9h 9c 9s 9d 2c 3d 4s 6c"
ROYAL = "Ah Kh Qh Jh 2c 3d 4s 5c Th 2d 7s 8c 9d"
TWICE = {
    "wager": "bonus",
    "terms": "Double Friday",
    "first": "2026-01-09",
    "last": "2026-01-10",
    "multiplier": 2,
}


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 1, 9, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    opened = House(open_database(str(tmp_path / "house.db")), now=clock)
    yield opened
    opened.close()


def make(house: House, table: str, by: Person = OPERATOR, **changed: object) -> str:
    """The id of a promotion that was made."""
    ask(house, table, "make-promotion", by, promotion={**TWICE, **changed})
    return house.table(table).setup.promotions[-1].id


def duki(house: House) -> tuple[str, Person]:
    table, one = open_table(house, "duki"), guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    return table, one


def wager(house: House, table: str, one: Person) -> None:
    ask(house, table, "wager", one, wagers={"ante": 10, "bonus": 5}, deal=True)


def play(house: House, table: str, one: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round with quads on the bonus, which pays 150.00."""
    deal_from(monkeypatch, QUADS)
    wager(house, table, one)
    ask(house, table, "decide", one, action="play")


def paid(house: House) -> int:
    return -books(house).get(ledger.PROMOTIONS, 0)


def recorded(house: House, table: str) -> list[dict[str, Any]]:
    with house.database.reading() as transaction:
        found = entries.after(transaction, table, 0)
    names = ("chain", "version", "kind", "at", "who", "command")
    return [
        {
            **{name: getattr(entry, name) for name in names},
            "body": json.loads(entry.body),
            "secret": entry.hidden or None,
            "hash": entry.hash,
        }
        for entry in found
    ]


def findings(log: list[dict[str, Any]]) -> list[str]:
    """What the verifier's replaying layer finds in a table's chain."""
    replayer = Replayer()
    replayer.start({})
    return [problem for entry in log for _, problem in replayer.add(entry, "here")]


def test_it_is_made_paid_and_ended_and_every_step_is_on_the_log(house, monkeypatch):
    table, one = duki(house)
    play(house, table, one, monkeypatch)
    assert paid(house) == 0
    name = make(house, table)
    play(house, table, one, monkeypatch)
    assert paid(house) == 150_00
    ask(house, table, "end-promotion", OPERATOR, promotion=name, why="enough")
    play(house, table, one, monkeypatch)
    assert paid(house) == 150_00
    log = recorded(house, table)
    steps = [(e["kind"], e["who"]) for e in log if e["kind"].startswith("promotion")]
    owner = OPERATOR.id
    assert steps == [
        ("promotion-made", owner),
        ("promotion-paid", one.id),
        ("promotion-ended", owner),
    ]
    [body] = [e["body"] for e in log if e["kind"] == "promotion-paid"]
    assert body["pays"] == [{"promotion": name, "seat": 1, "wager": "bonus", "cents": 150_00}]
    [terms] = [e["body"]["promotion"] for e in log if e["kind"] == "promotion-made"]
    assert (terms["title"], terms["pays"]) == ("Bonus, every win", "2 times the posted pay")
    assert (terms["first"], terms["last"], terms["terms"]) == (
        "2026-01-09",
        "2026-01-10",
        "Double Friday",
    )
    audit(house.database)
    assert findings(log) == []


@pytest.mark.parametrize(
    ("days", "state", "cents"),
    [(-1, "scheduled", 0), (0, "running", 150_00), (1, "running", 150_00), (2, "over", 0)],
)
def test_it_runs_from_its_first_day_to_its_last(house, clock, monkeypatch, days, state, cents):
    clock.at += timedelta(days=-1, minutes=-1)  # within a day the log's time stands still
    table, one = duki(house)
    make(house, table)
    clock.at += timedelta(days=days + 1)
    assert bool(running_on(house.table(table).setup, clock.at.date().isoformat())) == bool(cents)
    play(house, table, one, monkeypatch)
    assert paid(house) == cents, state
    assert findings(recorded(house, table)) == []


def test_a_round_goes_by_the_day_on_which_it_was_dealt(house, clock, monkeypatch):
    table, one = duki(house)
    make(house, table)
    deal_from(monkeypatch, QUADS)
    clock.at = datetime(2026, 1, 10, 23, 59, tzinfo=UTC)
    wager(house, table, one)
    clock.at += timedelta(minutes=2)
    ask(house, table, "decide", one, action="play")
    assert paid(house) == 150_00
    wager(house, table, one)
    ask(house, table, "decide", one, action="play")
    assert paid(house) == 150_00
    assert findings(recorded(house, table)) == []


def test_only_whoever_may_makes_or_ends_one(house):
    table, one = duki(house)
    for person in (SUPERVISOR, DEALER, one):
        with pytest.raises(Forbidden, match="make-promotion: needs the role operator"):
            make(house, table, person)
    name = make(house, table)
    with pytest.raises(Forbidden, match="end-promotion: needs the role operator"):
        ask(house, table, "end-promotion", SUPERVISOR, promotion=name, why="no")


def test_the_owner_of_a_practice_table_promises_himself_nothing(house):
    one = guest(house, 1)
    table = house.open_table(one, {"game": "duki", "practice": True}, one.id)
    given = {"setup": {"promotions": [TWICE]}, "why": "to be rich"}
    with pytest.raises(Forbidden, match="promotions: is not for the owner"):
        ask(house, table, "change-table", one, **given)
    with pytest.raises(Forbidden, match="promotions: is not for the owner"):
        house.open_table(one, {"game": "duki", "practice": True, "promotions": [TWICE]}, one.id)
    with pytest.raises(Refused, match=r"^promotion: a practice table has none$"):
        make(house, table)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"wager": "ante"}, "'ante' is no bonus wager of this table; it has bonus"),
        ({"row": "royal-flush"}, "row 'royal-flush' is not paid by table bonus-3; it pays"),
        ({"last": "2026-01-08"}, "its last day 2026-01-08 is before its first, 2026-01-09"),
        (
            {"first": "2025-01-01", "last": "2026-01-08"},
            "2026-01-08 has passed; today is 2026-01-09",
        ),
        ({"multiplier": 1}, "multiplier '1'; a number above 1, at most 1000"),
        ({"extra": 5}, "give either a multiplier such as 2 or an extra in dollars"),
        ({"terms": " "}, "terms: text of 1 to 500 letters is needed"),
        ({"terms": "x" * 201}, "terms of 201 letters; a sign has 200"),
    ],
)
def test_bad_terms_are_refused_in_one_line_and_nothing_is_written(house, given, words):
    table, _ = duki(house)
    before = recorded(house, table)
    with pytest.raises(Refused) as refused:
        make(house, table, **given)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert recorded(house, table) == before


def test_a_jurisdictions_table_needs_the_makers_consent(house):
    profile = {"name": "washington", "date": "2026-01-09", "licence": "house-banked"}
    record = {"approval": "A-1", "internal-controls": "IC-7"}
    record |= {"shuffler-model": "S-1", "shuffler-maker": "M"}
    limits = {"limits": {"min": 5, "max": 100}}
    table = open_table(house, "duki", profile=profile, approval=record, table=limits)
    with pytest.raises(Refused, match="the reference of the maker's written consent is missing"):
        make(house, table)
    make(house, table, consent="letter of 2026-01-02")
    [made] = house.table(table).setup.promotions
    assert made.consent == "letter of 2026-01-02"


def test_it_changes_between_rounds_only_stands_once_and_is_known_by_its_id(house, monkeypatch):
    table, one = duki(house)
    name = make(house, table)
    with pytest.raises(Refused, match=f"{name}: stands at this table already"):
        make(house, table)
    with pytest.raises(Refused, match=f"'none': is not of this table, which has {name}"):
        ask(house, table, "end-promotion", OPERATOR, promotion="none", why="x")
    with pytest.raises(Refused, match="why: a reason"):
        ask(house, table, "end-promotion", OPERATOR, promotion=name)
    deal_from(monkeypatch, QUADS)
    wager(house, table, one)
    for act in ("make-promotion", "end-promotion"):
        with pytest.raises(Refused, match="promotion: only between rounds"):
            ask(house, table, act, OPERATOR, promotion=name, why="x")
    ask(house, table, "decide", one, action="play")
    ask(house, table, "close-table", OPERATOR, why="late")
    with pytest.raises(Refused, match="is closed"):
        make(house, table, terms="another")


def test_a_table_has_so_many_at_most(house):
    table, _ = duki(house)
    for number in range(12):
        make(house, table, terms=f"number {number}")
    with pytest.raises(Refused, match="a table has at most 12; end one first"):
        make(house, table, terms="one more")


def test_one_that_is_over_falls_away_with_the_next_change(house, clock):
    table, _ = duki(house)
    make(house, table)
    clock.at += timedelta(days=9)
    assert len(house.table(table).setup.promotions) == 1
    ask(house, table, "change-table", OPERATOR, setup={"name": "Duki 9"}, why="a name")
    assert house.table(table).setup.promotions == ()


def test_another_server_and_a_new_start_know_them(house, clock, tmp_path, monkeypatch):
    table, one = duki(house)
    name = make(house, table, last="2099-12-31")
    play(house, table, one, monkeypatch)
    make(house, table, terms="one more", last="2099-12-31")
    ask(house, table, "end-promotion", OPERATOR, promotion=name, why="enough")
    other = House(open_database(str(tmp_path / "house.db")), now=clock)
    try:
        assert [each.terms for each in other.table(table).setup.promotions] == ["one more"]
        play(other, table, one, monkeypatch)
        house.refresh()
        assert house.table(table).round == 2
        assert paid(house) == 300_00
    finally:
        other.close()
    audit(house.database)


def test_what_a_hit_is_promised_is_paid_together_with_it(house, monkeypatch):
    jackpot = open_jackpot(house)
    table = open_table(house, "super-omaha", verify="supervisor", table=omaha_table(jackpot))
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=500)
    make(house, table, wager="jackpot-1", row="royal-flush", multiplier="1.5")
    make(house, table, wager="jackpot-1", terms="a gift", multiplier=3, row="flush")
    deal_from(monkeypatch, ROYAL)
    ask(house, table, "wager", one, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
    ask(house, table, "decide", one, action="fold")
    assert paid(house) == 0
    held = books(house)[ledger.held(jackpot)]
    assert held > 10_000_00
    for state in ("verified", "paid"):
        assert paid(house) == 0
        ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state=state)
    assert paid(house) == held // 2
    log = recorded(house, table)
    assert findings(log) == []
    [entry] = [entry for entry in log if entry["kind"] == "promotion-paid"]
    entry["body"]["postings"] = {"promotions": -1, "seat": 1}
    assert any("promotions pay" in found for found in findings(log))
    audit(house.database)


def test_a_wrong_missing_or_unpromised_pay_is_found(house, monkeypatch):
    table, one = duki(house)
    make(house, table)
    play(house, table, one, monkeypatch)
    play(house, table, one, monkeypatch)
    log = recorded(house, table)
    place = [entry["kind"] for entry in log].index("promotion-paid")
    assert findings(log) == []
    less = json.loads(json.dumps(log))
    less[place]["body"]["pays"][0]["cents"] = 1
    assert findings(less) == [
        "promotions pay 15000 cents to seat 1, recorded are 1 cents to seat 1"
    ]
    moved = json.loads(json.dumps(log))
    moved[place]["body"]["postings"]["promotions"] = -1
    assert findings(moved) == ["promotions pay 15000 cents to seat 1, but 1 cents were moved"]
    [missing] = findings(log[:place] + log[place + 1 :])
    assert missing.startswith("its promotions were to pay 15000 cents to seat 1 before this entry")
    twice = findings([*log[: place + 1], *log[place:]])
    assert "promotions pay nothing, recorded are 15000 cents to seat 1" in twice
    never = [entry for entry in log if entry["kind"] != "promotion-made"]
    assert any("promotions pay nothing" in found for found in findings(never))


def test_an_entry_of_old_goes_by_the_day_of_its_end(house, monkeypatch):
    table, one = duki(house)
    make(house, table)
    play(house, table, one, monkeypatch)
    log = recorded(house, table)
    [entry] = [entry for entry in log if entry["kind"] == "promotion-paid"]
    del entry["body"]["pays"]
    assert findings(log) == []
    entry["body"]["postings"]["promotions"] += 1
    assert findings(log) == ["promotions pay 15000 cents to seat 1, but 14999 cents were moved"]


def hire(house: House) -> tuple[Person, Person]:
    """An operator and a supervisor with accounts."""
    first = accounts.ensure_operator(house.database, "Olga", None, datetime.now(UTC))
    assert first
    hashed = accounts.hash_password("a long password")
    made = partial(accounts.make_person, name="Saga", role="supervisor", password=hashed)
    return first.person, change_as(house, accounts.MACHINE, made)


def test_an_undone_round_gives_back_what_was_promised_and_the_log_agrees(house, monkeypatch):
    table, one = duki(house)
    make(house, table)
    before = books(house)
    play(house, table, one, monkeypatch)
    assert [pay["cents"] for pay in house.table(table).promoted] == [150_00]
    ask(house, table, "void", SUPERVISOR, reason="a")
    assert house.table(table).promoted == ()
    play(house, table, one, monkeypatch)
    olga, saga = hire(house)
    body = {"table": table, "round": 2}
    approve_and_do(house, saga, ask_for(house, olga, "void-settled", body, "wrong").id)
    now = {account: cents for account, cents in books(house).items() if cents}
    assert now == {account: cents for account, cents in before.items() if cents}
    assert findings(recorded(house, table)) == []
    audit(house.database)


def test_reports_tell_who_made_it_what_it_was_and_what_it_paid(house, monkeypatch):
    table, one = duki(house)
    name = make(house, table, consent="letter 7")
    play(house, table, one, monkeypatch)
    ask(house, table, "end-promotion", OPERATOR, promotion=name, why="enough")
    with house.database.reading() as transaction:
        period = Period("2026-01-09", "2026-01-09")
        [pay] = promotions(transaction, period)
        rows = {row["kind"]: row for row in changes(transaction, period)}
    assert (pay["seat"], pay["paid"], pay["promotion"]) == (1, "150.00", name)
    assert (pay["wager"], pay["status"]) == ("bonus", "settled")
    made, ended = rows["promotion-made"], rows["promotion-ended"]
    assert (made["by"], made["of"], made["what"]) == (OPERATOR.id, table, name)
    assert made["after"] == (
        "Bonus, every win: 2 times the posted pay, 2026-01-09 to 2026-01-10: Double Friday;"
        " consent: letter 7"
    )
    assert (ended["what"], ended["after"], ended["why"]) == (name, "ended", "enough")
