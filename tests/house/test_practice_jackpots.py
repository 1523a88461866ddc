"""Practice tables play on jackpots of their own, never on the house's; and what a new jackpot may
not be made with."""

import pytest

from pitboss.games import find_game
from pitboss.house.engine import TABLE, House
from pitboss.house.log import Person
from pitboss.house.store import jackpots
from pitboss.refusal import Refused
from tests.house.guests import OPERATOR, ask, omaha_table, open_jackpot, open_table
from tests.house.memory import Memory

GUEST = Person("guest-1", "Guest", "guest")


@pytest.fixture
def house():
    opened = House(Memory())
    yield opened
    opened.close()


def practise(house, *names):
    setup = {"game": "super-omaha", "practice": True, "table": omaha_table(*names)}
    return house.open_table(GUEST, setup, GUEST.id)


def test_a_practice_table_never_plays_on_the_houses_progressive(house):
    own = open_jackpot(house)
    with pytest.raises(Refused, match="is for the house's tables, not for practice"):
        practise(house, own)
    table = practise(house)
    links = {"table": omaha_table(own)}
    with pytest.raises(Refused, match="is for the house's tables, not for practice"):
        ask(house, table, "change-table", GUEST, setup=links, why="a jackpot")


def test_it_plays_on_a_jackpot_for_practice_alone(house):
    open_jackpot(house)
    given = find_game("super-omaha").face.practice.jackpots
    opened = [house.open_jackpot(TABLE, each, practice=True) for each in given]
    assert len(opened) == 2
    assert practise(house, *opened)
    with pytest.raises(Refused, match="is for practice tables, not for the house's"):
        open_table(house, "super-omaha", table=omaha_table(*opened))
    with house.database.reading() as transaction:
        assert {one.id for one in jackpots.of_practice(transaction)} == set(opened)
        assert opened[0] not in jackpots.read_terms(transaction, practice=False)


@pytest.mark.parametrize("key", ["seed", "rate", "reserve", "maximum", "meter", "reserved"])
def test_amounts_of_more_than_twelve_decimals_are_refused(house, key):
    terms = {"meter": 10000, "maximum": 20000, "rate": "0.2", key: "0.0000000000001"}
    if key == "maximum":
        terms[key] = "20000.0000000000001"
    with pytest.raises(Refused, match=f"jackpot {key} of .* has more than 12 decimals"):
        open_jackpot(house, **terms)
    terms[key] = str(terms[key])[:-1]
    jackpot = open_jackpot(house, **terms)
    assert open_table(house, "super-omaha", table=omaha_table(jackpot))


def test_an_overflow_without_a_maximum_is_refused(house):
    with pytest.raises(Refused, match="overflow of 5: only what has a maximum overflows"):
        open_jackpot(house, overflow=5)
    assert open_jackpot(house, overflow=0)
    assert open_jackpot(house, overflow=5, maximum=20000)
    terms = {"paytable": "5CL-E01", "type": "house", "meter": 1}
    assert house.open_jackpot(OPERATOR, {"terms": terms})
