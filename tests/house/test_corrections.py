"""Random floors with corrections of every kind stand as if what was corrected had not happened; and
their logs are found right. ``make campaign`` plays 20,000 of them."""

from fractions import Fraction

from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import House
from pitboss.jackpots.meter import Meter
from tests.campaigns.corrections import describe, play_floors
from tests.house.guests import open_jackpot
from tests.house.memory import Memory
from tests.house.random_plan import template
from tests.house.test_void_hits import DULL, HEARTS, Game

FLOORS = 60
OFTEN = ("hits voided", "hits voided beside another", "rounds undone with a hit")


def test_random_floors_stand_as_if_what_was_corrected_had_not_happened():
    did, differs = play_floors(range(1, FLOORS + 1))
    assert differs == []
    assert did["logs verified"] == FLOORS // 20
    for kind in OFTEN:
        assert did[kind] >= FLOORS // 12, describe(did, differs)


def test_a_round_that_brought_the_meter_back_to_where_it_stood_is_undone_too(monkeypatch):
    """Its seed took what the reserve had from it and, without the hit before, from that round."""
    data, (asks, approves) = template()
    house = House(Memory(data))
    terms = {"seed": 1000, "meter": 2000, "rate": 0, "reserve": "0.3"}
    game = Game(house, monkeypatch, open_jackpot(house, **terms))
    game.play(HEARTS, DULL)
    stood = game.meter
    game.play(HEARTS, DULL)
    assert game.meter == stood == Meter(Fraction(1000_00))
    body = {"table": game.table, "round": 2}
    approve_and_do(house, approves, ask_for(house, asks, "void-settled", body, "a card").id)
    game.advance(1, 1, "voided")
    assert game.meter == Meter(Fraction(2000_00), Fraction(60))
    game.check()
    house.close()
