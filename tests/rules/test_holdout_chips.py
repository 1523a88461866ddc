"""The pieces of Holdout's betting by themselves: chips that go in, pots, and who may raise."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Choice, Option, Settings, Table
from pitboss.games.events import ChipsPlaced, ChipsReturned, PotAwarded, PotMade
from pitboss.games.holdout.betting import (
    CHECK,
    FOLD,
    Limit,
    NoLimit,
    Pot,
    Turns,
    award,
    betting_round,
)
from pitboss.games.source import Rake
from tests.rules.holdout import asked, holdout
from tests.scripts import refuses

TEN_PERCENT = Rake(Fraction(1, 10), 10_000)
CAPPED_AT_50 = Rake(Fraction(1, 10), 50)


def new_pot(*stacks: int) -> Pot:
    """Seats 1, 2, 3 and so on with these stacks."""
    seats = dict(enumerate(stacks, 1))
    return Pot(cast(Table, SimpleNamespace(events=[], stacks=dict(seats))), tuple(seats))


@pytest.mark.rule("HOLD-26")
def test_antes_and_dead_blinds_add_up_beside_the_wagers():
    pot = new_pot(100, 100, 5)
    pot.add_ante(1, 10, "HOLD-03")
    pot.add_ante(1, 10, "HOLD-03")
    pot.add_ante(3, 10, "HOLD-03")
    pot.add_dead(2, 20, "HOLD-26")
    pot.add_dead(1, 30, "HOLD-26")
    pot.place(2, "big-blind", 40, "HOLD-03")
    assert pot.put == {1: 20, 2: 40, 3: 5}
    assert pot.front == {1: 0, 2: 40, 3: 0}
    assert (pot.dead_cents, pot.cents) == (50, 115)
    assert pot.stacks == {1: 50, 2: 40, 3: 0}
    assert pot.events == [
        ChipsPlaced(1, "ante", 10, "HOLD-03"),
        ChipsPlaced(1, "ante", 10, "HOLD-03"),
        ChipsPlaced(3, "ante", 5, "HOLD-03"),
        ChipsPlaced(2, "dead-blind", 20, "HOLD-26"),
        ChipsPlaced(1, "dead-blind", 30, "HOLD-26"),
        ChipsPlaced(2, "big-blind", 40, "HOLD-03"),
    ]


@pytest.mark.rule("HOLD-21")
def test_the_rake_is_taken_of_all_pots_together():
    """Ten per cent: 30 of the main pot's 300, then 20 of the side pot's 200."""
    pot = new_pot(100, 200, 200)
    for seat in pot.seats:
        pot.place(seat, "bet", 200, "HOLD-17")
    award(pot, {1: 3, 2: 2, 3: 1}, TEN_PERCENT, 1)
    assert pot.events[3:] == [
        PotMade(0, 270, 30, (1, 2, 3), "HOLD-21"),
        PotMade(1, 180, 20, (2, 3), "HOLD-21"),
        PotAwarded(1, 2, 180, "HOLD-12"),
        PotAwarded(0, 1, 270, "HOLD-12"),
    ]
    assert pot.stacks == {1: 270, 2: 180, 3: 0}


@pytest.mark.rule("HOLD-21")
def test_a_cap_on_the_rake_holds_for_three_pots_together():
    """Of 300, 600 and 700 in all ten per cent, at most 50: 30, then 20, then nothing."""
    pot = new_pot(75, 175, 225, 225)
    for seat in pot.seats:
        pot.place(seat, "bet", 300, "HOLD-17")
    award(pot, {1: 4, 2: 3, 3: 2, 4: 1}, CAPPED_AT_50, 1)
    made = [event for event in pot.events if isinstance(event, PotMade)]
    assert [(each.cents, each.rake_cents) for each in made] == [(270, 30), (280, 20), (100, 0)]


@pytest.mark.rule("HOLD-18")
def test_the_blind_counts_as_the_first_wager_of_a_limit_round():
    assert Limit(4, 4).wagers == NoLimit(4, 4).wagers == 1
    assert Limit(0, 4).wagers == NoLimit(0, 4).wagers == 0


@pytest.mark.rule("HOLD-19")
@pytest.mark.parametrize(("to", "full", "wagers"), [(8, 6, 1), (9, 9, 2), (12, 12, 2)])
def test_half_a_bet_more_counts_as_a_wager(to: int, full: int, wagers: int):
    limit = Limit(6, 6)
    limit.wager(to)
    assert (limit.current, limit.full, limit.wagers) == (to, full, wagers)


@pytest.mark.rule("HOLD-19")
def test_who_acted_may_raise_again_only_after_a_full_wager():
    limit = Limit(4, 4)
    assert limit.open_to(1)
    limit.acted(1)
    assert not limit.open_to(1)
    limit.wager(5)
    assert not limit.open_to(1)
    limit.wager(8)
    assert limit.open_to(1)


def turns(pot: Pot, current: int = 0, cap: int = 4) -> Turns:
    return Turns(pot, NoLimit(current, 4), cap, 2)


@pytest.mark.rule("HOLD-16")
def test_a_seat_may_raise_by_what_it_has_beyond_the_call():
    pot = new_pot(100, 100)
    pot.place(2, "big-blind", 4, "HOLD-03")
    call, more = Option("call", 4, 4), Option("raise", 8, 100, (), 2)
    question = turns(pot, 4).ask(1)
    assert (question.options, question.rule) == ((call, more, FOLD), "HOLD-05")
    assert question.denied == {}
    assert turns(new_pot(9, 9)).ask(1).options == (CHECK, Option("bet", 4, 9, (), 2), FOLD)


@pytest.mark.parametrize(
    ("stacks", "cap", "rule"),
    [
        ((4, 100), 4, "HOLD-16"),
        ((3, 100), 4, "HOLD-16"),
        ((100, 100), 1, "HOLD-18"),
        ((100, 4), 4, "HOLD-20"),
        ((5, 100), 4, ""),
        ((100, 100), 2, ""),
        ((100, 5), 4, ""),
    ],
)
def test_why_a_seat_may_not_raise(stacks: tuple[int, int], cap: int, rule: str):
    """Seat 2 has posted 4; seat 1 has too little, the wagers are at the cap, or nobody is left
    who could put in more."""
    pot = new_pot(*stacks)
    pot.place(2, "big-blind", 4, "HOLD-03")
    question = turns(pot, 4, cap).ask(1)
    assert question.denied == ({"bet": rule, "raise": rule} if rule else {})
    assert len(question.options) == (2 if rule else 3)


@pytest.mark.rule("HOLD-19")
def test_a_seat_that_acted_may_not_raise_a_short_all_in():
    pot = new_pot(100, 100)
    acting = turns(pot, 4)
    acting.structure.acted(1)
    acting.structure.wager(6)
    assert acting.ask(1).denied == {"bet": "HOLD-19", "raise": "HOLD-19"}
    assert acting.ask(2).denied == {}


def play(pot: Pot, *choices: tuple[str, int]) -> int:
    """Whoever bet or raised last."""
    asking = betting_round(turns(pot), 1)
    next(asking)
    try:
        for action, cents in choices:
            asking.send(Choice(action, cents))
    except StopIteration as ended:
        return cast(int, ended.value)
    raise AssertionError("the round goes on")


@pytest.mark.rule("HOLD-25")
def test_the_last_seat_to_bet_or_raise_is_known():
    check, fold = ("check", 0), ("fold", 0)
    assert play(new_pot(50, 50), check, check) == 0
    assert play(new_pot(50, 50), check, ("bet", 4), ("call", 4)) == 2
    assert play(new_pot(50, 50), ("bet", 4), ("raise", 8), ("call", 4)) == 2
    assert play(new_pot(50, 50), fold) == 0


@pytest.mark.rule("HOLD-21")
def test_what_nobody_called_goes_back():
    pot = new_pot(50, 50)
    assert play(pot, ("bet", 10), ("fold", 0)) == 1
    assert pot.events[-1] == ChipsReturned(1, 10, "HOLD-21")
    assert (pot.stacks, pot.seats) == ({1: 50, 2: 50}, [1])


@pytest.mark.rule("HOLD-01")
def test_holdout_has_no_wagers_against_the_house_and_no_pay_tables():
    game = find_game("holdout")
    with refuses("HOLD-01", "seat 3: Holdout has no wagers against the house"):
        game.check_wagers(cast(Settings, None), 3, {})
    table: Any = SimpleNamespace(code="own")
    with refuses("HOLD-01", "pay table own: Holdout has no pay tables"):
        game.check_paytable(table)


def chips(answer: dict[str, Any]) -> list[str]:
    """Who put in what, by which rule."""
    placed = [event for event in answer["events"] if event["event"] == "chips-placed"]
    return [f"{e['seat']} {e['action']} {e['amount']} {e['rule']}" for e in placed]


@pytest.mark.rule("HOLD-28")
def test_antes_go_in_by_their_own_rule_before_the_blinds():
    assert chips(holdout([100, 100, 100], ante=1)) == [
        *(f"{seat} ante 1.00 HOLD-28" for seat in (1, 2, 3)),
        *("1 small-blind 2.00 HOLD-03", "2 big-blind 4.00 HOLD-03"),
    ]


@pytest.mark.rule("HOLD-26")
def test_missed_blinds_go_in_by_theirs():
    posts = [[3, "small-blind", 2, 0], [4, "big-blind", 4, 0], [1, "missed-blind", 4, 2]]
    assert chips(holdout({1: 100, 3: 100, 4: 100, 5: 100}, button=2, posts=posts)) == [
        *("3 small-blind 2.00 HOLD-03", "4 big-blind 4.00 HOLD-03"),
        *("1 missed-blind 4.00 HOLD-26", "1 dead-blind 2.00 HOLD-26"),
    ]


@pytest.mark.rule("HOLD-27")
def test_no_rake_is_taken_of_a_pot_without_a_flop():
    folded = holdout([100, 100, 100], "3 raise 8, 1 fold, 2 fold", rake="10% cap 3")
    assert folded["net"] == {"1": "-2.00", "2": "-4.00", "3": "6.00"}
    assert folded["rake"] == "0.00"


@pytest.mark.rule("HOLD-18")
def test_the_cap_on_wagers_is_the_houses_choice():
    raises = "3 raise 8, 1 raise 12, 2 raise 16"
    capped = holdout([100, 100, 100], raises, betting="no-limit", wagers_per_round="4")
    free = holdout([100, 100, 100], raises, betting="no-limit", wagers_per_round="unlimited")
    assert "raise" not in asked(capped)
    assert "raise 20.00-100.00" in asked(free)
