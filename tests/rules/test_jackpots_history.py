"""A meter's past told again without a round, or with one settled anew; worked out by hand."""

from fractions import Fraction

import pytest

from pitboss.jackpots.history import Step, not_below_zero, tell
from pitboss.jackpots.meter import ZERO, Cause, Meter, Move, Terms
from pitboss.paytable import PayTable

ONE, TWO, THREE = ("a", 1), ("a", 2), ("b", 1)
STAFF = ("", 0)


def terms(seed: int = 0, maximum: int | None = None) -> Terms:
    most = None if maximum is None else Fraction(maximum)
    paytable = PayTable("jackpot", "5CL-E01", "for 1", ())
    return Terms(paytable, "progressive", 100, Fraction(seed), maximum=most)


def meter(
    value: int | Fraction, reserve: int | Fraction = 0, overflow: int | Fraction = 0
) -> Meter:
    return Meter(Fraction(value), Fraction(reserve), Fraction(overflow))


def move(cause: Cause, change: int | Fraction) -> Move:
    return Move(cause, Fraction(change))


def put_in(change: int | Fraction) -> tuple[Move, ...]:
    return (move(Cause.CONTRIBUTIONS, change),)


def test_told_as_it_was_it_stands_where_it_stood():
    steps = [
        Step(ONE, put_in(20), Fraction(3)),
        Step(THREE, (*put_in(30), move(Cause.PAID, -100), move(Cause.SEED, 50))),
        Step(STAFF, (move(Cause.ADJUSTMENT, -7),)),
    ]
    told = tell(terms(seed=50), meter(100), steps, {})
    assert told.meter == meter(100 + 20 + 30 - 100 + 50 - 7, 0)
    assert told.banks == {"a": 23, "b": 30 - 100 + 50 - 3, "": -7}


def test_an_undone_round_is_left_out_and_the_others_stand():
    steps = [Step(ONE, put_in(20), Fraction(3)), Step(TWO, put_in(30), Fraction(4))]
    told = tell(terms(), meter(100), steps, {ONE: None})
    assert told.meter == meter(130, 4)
    assert told.banks == {"a": 34}
    assert tell(terms(), meter(100), steps, {}).banks == {"a": 57}


def test_a_round_settled_anew_keeps_its_contributions_and_reserve():
    """Its pay and its seed are not told; what it is settled with instead is."""
    moves = (*put_in(20), move(Cause.PAID, -100), move(Cause.SEED, 50))
    steps = [Step(ONE, moves, Fraction(3)), Step(THREE, put_in(1))]
    told = tell(terms(seed=50), meter(100), steps, {ONE: ()})
    assert told.meter == meter(121, 3)
    again = tell(terms(seed=50), meter(100), steps, {ONE: (move(Cause.PAID, -10),)})
    assert again.meter == meter(111, 3)


def test_only_the_step_of_the_awards_is_settled_anew():
    """What two people or a voided hit did at the same round stands."""
    steps = [Step(ONE, (*put_in(20), move(Cause.PAID, -60))), Step(ONE, (move(Cause.REVERSED, 5),))]
    told = tell(terms(), meter(100), steps, {ONE: (move(Cause.PAID, -10),)})
    assert told.meter == meter(100 + 20 - 10 + 5)


@pytest.mark.parametrize("cause", [Cause.PAID, Cause.COVERED, Cause.SEED])
def test_any_move_of_an_award_marks_the_step_of_the_round(cause: Cause):
    steps = [Step(ONE, (move(cause, 40),))]
    told = tell(terms(seed=40), meter(100), steps, {ONE: (move(Cause.PAID, -10),)})
    assert told.meter == meter(90)


def test_what_goes_beyond_the_maximum_is_worked_out_again():
    """With round 1 there was an overflow of 10; without it round 2 fits below the maximum."""
    steps = [Step(ONE, put_in(60)), Step(TWO, put_in(50))]
    assert tell(terms(maximum=200), meter(100), steps, {}).meter == meter(200, 0, 10)
    assert tell(terms(maximum=200), meter(100), steps, {ONE: None}).meter == meter(150)


def test_a_reseed_brings_back_the_overflow_that_is_there_then():
    steps = [Step(ONE, put_in(60)), Step(TWO, (move(Cause.PAID, -200), move(Cause.SEED, 50)))]
    limits = terms(seed=50, maximum=200)
    assert tell(limits, meter(150, 30), steps, {}).meter == meter(60, 0)
    assert tell(limits, meter(150, 30), steps, {ONE: None}).meter == meter(0, 0)


@pytest.mark.parametrize("cause", [Cause.SEED, Cause.RESEED])
def test_a_seed_is_taken_from_the_reserve_as_far_as_it_reaches(cause: Cause):
    """The seed of the terms counts, not the change that was recorded."""
    steps = [Step(ONE, (move(cause, 1),))]
    assert tell(terms(seed=50), meter(10, 80, 5), steps, {}).meter == meter(65, 30)


def test_a_pay_is_not_capped_and_may_go_below_zero_until_it_is_corrected():
    """Round 1 is undone, which round 2 was paid from; the correction takes what is there."""
    steps = [
        Step(ONE, put_in(60)),
        Step(THREE, (move(Cause.COVERED, 150), move(Cause.PAID, -250))),
    ]
    assert tell(terms(maximum=200), meter(0), steps[1:], {}).meter == meter(-100)
    assert tell(terms(maximum=200), meter(100), steps[1:], {}).meter == meter(0)
    steps.append(Step(ONE, None))
    steps.append(Step(TWO, put_in(7)))
    assert tell(terms(maximum=200), meter(0), steps, {ONE: None}).meter == meter(7)


def test_banks_put_in_whole_cents_of_all_three_parts():
    """Two halves of a cent from two tables: the second makes it whole."""
    half = Fraction(1, 2)
    steps = [Step(ONE, put_in(half), half), Step(THREE, put_in(half), half)]
    told = tell(terms(), meter(1), steps, {})
    assert told.meter == meter(2, 1)
    assert told.banks == {"a": 0, "b": 2}
    over = tell(terms(maximum=1), meter(1), [Step(ONE, put_in(3))], {})
    assert over.banks == {"a": 3}


def test_a_meter_below_zero_is_brought_to_zero():
    assert not_below_zero(meter(-5, 3, 2)) == meter(0, 3, 2)
    assert not_below_zero(meter(1, 3, 2)) == meter(1, 3, 2)
    assert not_below_zero(meter(Fraction(1, 2))) == Meter(Fraction(1, 2), ZERO, ZERO)


def test_what_a_recorded_move_was():
    """At a table the word is the meter's own; two people reseed, or adjust in words of theirs."""
    assert Cause.of("paid", at_table=True) is Cause.PAID
    assert Cause.of("reseed", at_table=True) is Cause.RESEED
    assert Cause.of("reseed", at_table=False) is Cause.RESEED
    assert Cause.of("display-fault", at_table=False) is Cause.ADJUSTMENT
    assert Cause.of("paid", at_table=False) is Cause.ADJUSTMENT
