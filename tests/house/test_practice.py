"""Practice is a house of its own: its chips, its limits, what its owners may set."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.house import ledger
from pitboss.house.access import Forbidden
from pitboss.house.books.reports import REPORTS
from pitboss.house.engine import House
from pitboss.house.store.period import Period
from pitboss.house.tables.practice import OWN_KEYS
from pitboss.refusal import Refused
from tests.house.guests import ask, books, guest, omaha_table, open_jackpot
from tests.house.memory import Memory

DUKI = {"game": "duki", "practice": True}
PROMOTION = {
    "wager": "bonus",
    "extra": 100000,
    "terms": "a present",
    "first": "2020-01-01",
    "last": "2099-01-01",
}


@pytest.fixture
def house() -> Iterator[House]:
    opened = House(Memory())
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"promotions": [PROMOTION]}, "promotions: is not for the owner of a practice table"),
        ({"practice": False}, "practice: a practice table stays one"),
        ({"verify": "supervisor"}, "verify: is not for the owner"),
        ({"dealer": "person"}, "dealer: is not for the owner"),
        ({"profile": {"name": "washington"}}, "profile: is not for the owner"),
        ({"approval": {}}, "approval: is not for the owner"),
        ({"table": {"limits": {"min": 5, "max": 501}}}, "at most 500.00, not 501.00"),
        ({"table": {"limits": {"min": 5}}}, "at most 500.00, not any amount"),
        ({"buy_in": [20, 5001]}, "buy_in: at a practice table at most 5000.00"),
    ],
)
def test_h2_an_owner_sets_only_what_the_closed_list_has(
    house: House, setup: dict[str, Any], words: str
):
    """When the table is opened and later; and nothing has changed."""
    one = guest(house, 1)
    with pytest.raises(Refused, match=words):
        house.open_table(one, {**DUKI, **setup}, one.id)
    assert not house.floor.published
    table = house.open_table(one, DUKI, one.id)
    before, given = books(house), dict(house.table(table).setup.given)
    with pytest.raises(Refused, match=words):
        ask(house, table, "change-table", one, setup=setup, why="a present")
    assert (books(house), dict(house.table(table).setup.given)) == (before, given)


def test_h2_promotions_are_made_by_whoever_may(house: House):
    one = guest(house, 1)
    table = house.open_table(one, DUKI, one.id)
    with pytest.raises(Forbidden, match=r"^make-promotion: needs the role operator"):
        ask(house, table, "make-promotion", one, promotion=PROMOTION, why="a present")


def test_what_an_owner_may_set(house: House):
    one = guest(house, 1)
    table = house.open_table(one, DUKI, one.id)
    assert house.table(table).setup.given["table"]["limits"]["max"] == 500
    changed = {"name": "Mine", "table": {"limits": {"min": 10, "max": 500}}, "buy_in": [20, 900]}
    ask(house, table, "change-table", one, setup=changed, why="smaller")
    assert house.table(table).setup.name == "Mine"
    assert set(changed) <= set(OWN_KEYS)


def test_h3_practice_touches_no_account_of_the_house_nor_the_players_own(house: House):
    """No chip that was won there can be brought to a table of the house."""
    one = guest(house, 1)
    house_jackpot = open_jackpot(house)
    before = books(house)
    setup = {"game": "super-omaha", "practice": True, "table": omaha_table()}
    table = house.open_table(one, setup, one.id)
    ask(house, table, "sit", one, seat=1, chips=500)
    ask(house, table, "seat-bot", one, seat=2)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    while house.table(table).question:
        question = house.table(table).question
        assert question
        if question.seat != 1:
            break
        ask(house, table, "decide", one, action=question.options[-1].action)
    after = books(house)
    moved = {name for name in {*before, *after} if before.get(name, 0) != after.get(name, 0)}
    of_practice = (f"seat:{table}:", f"play:{table}", f"bank:{table}", ledger.PRACTICE)
    assert moved
    assert all(name.startswith(of_practice) for name in moved), moved
    assert sum(after.values()) == 0
    assert after[ledger.player(one.id)] == before[ledger.player(one.id)]
    assert house.meters[house_jackpot] == 10000_00
    with house.database.reading() as transaction:
        rows = REPORTS["tables"](transaction, Period("2020-01-01", "2099-01-01"))
    assert [(row["drop"], row["handle"], row["win"]) for row in rows] in ([], [("0.00",) * 3])


def test_whoever_leaves_a_practice_table_gives_its_chips_back(house: House):
    one = guest(house, 1)
    before = books(house)
    table = house.open_table(one, DUKI, one.id)
    ask(house, table, "sit", one, seat=1, chips=500)
    assert books(house)[ledger.PRACTICE] == -500_00
    ask(house, table, "buy-chips", one, chips=100)
    ask(house, table, "leave", one)
    assert {name: cents for name, cents in books(house).items() if cents} == before


def test_practice_between_players_is_in_whole_dollars(house: House) -> None:
    one = guest(house, 1)
    setup = {**find_game("holdout").face.practice.setup, "game": "holdout", "practice": True}
    table = house.open_table(one, {**setup, "clock": {"decision": 0}}, owner=one.id)
    with pytest.raises(Refused, match=r"^chips of 100\.50: whole chips of 1\.00 are played here$"):
        ask(house, table, "sit", one, chips="100.50")
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "seat-bot", one, level="easy")
    with pytest.raises(Refused, match="whole chips"):
        ask(house, table, "buy-chips", one, chips="0.50")
    ask(house, table, "deal", one)
    question = house.table(table).question
    assert question
    sizes = [each for each in question.options if each.most_cents]
    assert sizes
    assert all(each.least_cents % 100 == each.most_cents % 100 == 0 for each in sizes)
