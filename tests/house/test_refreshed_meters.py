"""A round goes on with the meters as they stand: the same as if it had been opened with them."""

from fractions import Fraction

import pytest

from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.games.opening import open_round, set_table
from pitboss.house.tables.rounds import with_meters
from pitboss.jackpots.meter import Meter
from pitboss.jackpots.terms import read_jackpots
from pitboss.rounds.record import answer_json, hits_of
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.shuffle import seeded, shuffle
from tests.omaha_scripts import DEALER, omaha_deck, progressive

OMAHA = find_game("super-omaha")
CAPPED = progressive("5CL-E01", maximum=60000, reserve="0.013")
PLAIN = progressive("7CL-E01")
WAGERS = {"ante": 1000, "jackpot-1": 100, "jackpot-2": 100}


ROYAL = omaha_deck({1: "2d 4d 8s Jc", 4: "2s 4s 8d Jd", 6: "As Ks Qs Js"}, DEALER, "Ts 2c 3d 5h 7c")
DECKS = [parse_cards(ROYAL), *(shuffle(seeded(str(number))) for number in range(20))]


def open_with(meters, deck):
    jackpots = read_jackpots([CAPPED, PLAIN], OMAHA.paytables["jackpot"])
    terms = [terms for terms, _ in jackpots]
    settings = set_table(OMAHA, {"five-card-community": "1"}, jackpots=terms)
    wagers = {1: WAGERS, 4: {"ante": 500}, 6: WAGERS}
    return open_round(OMAHA, settings, wagers, deck)._replace(meters=meters)


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    "value", [Fraction(55_000_00), Fraction(59_999_99), Fraction(60_000_00), Fraction(1, 3)]
)
def test_other_meters_before_the_last_decision_are_as_if_there_from_the_start(value):
    first = (Meter(Fraction(50_000_00)), Meter(Fraction(50_000_00)))
    then = (Meter(value, Fraction(7), Fraction(2)), first[1])
    decisions = [Decision(1, "flop", 1000), Decision(4, "fold"), Decision(6, "flop", 3000)]
    for deck in DECKS:
        running = Runner(OMAHA, open_with(first, deck))
        for decision in decisions[:-1]:
            running.decide(decision)
        assert with_meters(running, then) is running
        running.decide(decisions[-1])
        opened_so = replay(OMAHA, open_with(then, deck), decisions)
        assert answer_json(running) == answer_json(opened_so)
        assert running.table.meters == opened_so.table.meters
        assert running.table.opening == opened_so.table.opening
        assert bool(hits_of(running)) == (deck is DECKS[0])


def test_a_round_that_has_ended_is_played_again_on_other_meters():
    first = (Meter(Fraction(50_000_00)), Meter(Fraction(50_000_00)))
    then = (Meter(Fraction(51_000_00)), first[1])
    decisions = [Decision(1, "fold"), Decision(4, "fold"), Decision(6, "fold")]
    ended = with_meters(replay(OMAHA, open_with(first, DECKS[0]), decisions), then)
    assert answer_json(ended) == answer_json(replay(OMAHA, open_with(then, DECKS[0]), decisions))
