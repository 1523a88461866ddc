"""A meter by itself: contributions, maximum, reserve, reseeding, adjustments; and a void."""

from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.jackpots.meter import (
    POLICIES,
    REDUCTIONS,
    Meter,
    Terms,
    adjust,
    award,
    contribute,
    reseed,
)
from pitboss.money import LARGEST_CENTS
from pitboss.paytable import PayTable
from tests.omaha_scripts import awards, house, meter, omaha, progressive
from tests.scripts import events, refuses, refuses_line

THIRD = Fraction(1, 3)
ZERO = Fraction(0)
WHOLE, TENTH = Fraction(100), Fraction(10)


def rates(
    seed: int = 0, rate: Fraction = THIRD, reserve: Fraction = ZERO, maximum: int | None = None
) -> Terms:
    paytable = PayTable("jackpot", "5CL-E01", "for 1", ())
    most = None if maximum is None else Fraction(maximum)
    return Terms(paytable, "progressive", 100, Fraction(seed), rate, reserve, most)


@pytest.mark.rule("SO-27")
def test_thirds_of_a_cent_are_kept():
    level = Meter(ZERO)
    for _ in range(1000):
        level = contribute(rates(), level, 1)
    assert level == Meter(Fraction(1000, 3))
    assert level.displayed_cents == 333


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("opening", "value", "overflow"),
    [(899, 999, 0), (900, 1000, 0), (901, 1000, 1), (1000, 1000, 100)],
)
def test_what_exceeds_the_maximum_waits_as_overflow(opening: int, value: int, overflow: int):
    """A contribution of 100 cents below, at and above a maximum of 1,000."""
    limits = rates(rate=Fraction(1), maximum=1000)
    level = contribute(limits, Meter(Fraction(opening)), 100)
    assert level == Meter(Fraction(value), ZERO, Fraction(overflow))
    assert level.total == opening + 100


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("overflow", "value", "left"), [(0, 400, 0), (100, 500, 0), (600, 1000, 0), (601, 1000, 1)]
)
def test_a_reseed_brings_the_overflow_back(overflow: int, value: int, left: int):
    level = reseed(rates(seed=400, maximum=1000), Meter(ZERO, ZERO, Fraction(overflow)))
    assert level == Meter(Fraction(value), ZERO, Fraction(left))


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(("reserve", "left"), [(0, 0), (399, 0), (400, 0), (401, 1)])
def test_the_reserve_pays_for_the_seed_as_far_as_it_reaches(reserve: int, left: int):
    level = reseed(rates(seed=400), Meter(THIRD, Fraction(reserve)))
    assert level == Meter(400 + THIRD, Fraction(left))


@pytest.mark.rule("SO-27")
def test_the_reserve_grows_beside_the_meter_and_is_not_displayed():
    level = contribute(rates(rate=Fraction(1, 5), reserve=Fraction(1, 20)), Meter(ZERO), 100)
    assert level == Meter(Fraction(20), Fraction(5))
    assert (level.total, level.displayed_cents) == (Fraction(20), 20)


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("percents", [[WHOLE], [TENTH], [WHOLE, TENTH], [TENTH] * 7, [WHOLE] * 2])
def test_every_award_balances_to_the_last_fraction(policy: str, percents: list[Fraction]):
    opened = Meter(Fraction(123_457) + THIRD, Fraction(99), Fraction(7, 11))
    awarded = award(rates(seed=5000, maximum=200_000), opened, percents, policy)
    running = opened.total
    for move in awarded.moves:
        running += move.change
        assert running >= 0
    assert running == awarded.meter.total
    assert -sum(awarded.paid_cents) == sum(m.change for m in awarded.moves if m.cause == "paid")


@pytest.mark.rule("SO-27")
def test_a_maximum_and_a_reserve_in_a_round():
    """Three wagers of a dollar: 0.60 for the meter, of which 0.50 do not fit; 0.15 in reserve."""
    jackpot = progressive("5CL-01", maximum="50000.10", reserve="0.05", seed="0.10")
    wagers = {seat: {"ante": 10, "jackpot-1": 1} for seat in (1, 2, 3)}
    hands = {1: "2h 2s 9c Jd", 2: "3c 5c 9h Qs", 3: "Ac Kd 8h 7s"}
    dull = omaha(hands, "Th 2c 3d 5s Kc", None, wagers, jackpots=[jackpot])["jackpots"][0]
    assert (dull["exact"], dull["overflow"], dull["reserve"]) == ("50000.10", "0.50", "0.15")
    hit = omaha({**hands, 3: "Ah Kh Qh Jh"}, "Th 2c 3d 5s Kc", None, wagers, jackpots=[jackpot])
    assert awards(hit) == ["3 Royal Flush 100% 50000.10"]
    after = hit["jackpots"][0]
    assert (after["exact"], after["overflow"], after["reserve"]) == ("0.60", "0.00", "0.05")


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("decisions", ["void a card fell", "1 fold, void a card fell"])
@pytest.mark.parametrize("kind", [progressive, house])
def test_a_void_reverses_the_contributions(decisions: str, kind):
    """In the meter, and in the record: the moves of a voided round add up to nothing."""
    extra = {"reserve": "0.05", "rate": "0.0333"} if kind is progressive else {}
    wagers = {seat: {"ante": 10, "jackpot-1": 1} for seat in (1, 2)}
    answer = omaha(
        {1: "Ah Kh Qh Jh", 2: "9h 8h 7h 6h"}, "Th 2c 3d 5s Kc", decisions, wagers,
        jackpots=[kind("5CL-E01", **extra)],
    )  # fmt: skip
    (jackpot,) = answer["jackpots"]
    assert (answer["status"], jackpot["exact"]) == ("void", "50000.00")
    assert (jackpot["reserve"], jackpot["overflow"], jackpot["awards"]) == ("0.00", "0.00", [])
    moved = [(event["cause"], event["change"]) for event in events(answer, "meter-moved")]
    expected = [("contributions", "0.0666"), ("reversed", "-0.0666")]
    assert moved == (expected if kind is progressive else [])


@pytest.mark.rule("SO-27")
def test_a_void_after_the_settling_takes_back_hits_envy_and_seed():
    """A royal for the whole meter, an envy pay, and the seed: all as if not dealt."""
    wagers = {seat: {"ante": 10, "jackpot-1": 1} for seat in (1, 2)}
    terms = progressive("5CL-E01", reserve="0.05", maximum=50_000)
    given = ({1: "Ah Kh Qh Jh", 2: "9c 8d 7s 6h"}, "Th 2c 3d 5s Kc")
    settled = omaha(*given, None, wagers, jackpots=[terms])
    paid = [row["wager"] for row in settled["settlement"] if row["outcome"] == "win"]
    assert {"jackpot-1", "jackpot-1-envy"} <= set(paid)
    voided = omaha(*given, "1 fold, 2 fold, void misdeal", wagers, jackpots=[terms])
    (jackpot,) = voided["jackpots"]
    assert (jackpot["exact"], jackpot["reserve"], jackpot["overflow"]) == (
        *("50000.00", "0.00", "0.00"),
    )
    assert (jackpot["awards"], jackpot["hits"]) == ([], [])
    assert set(voided["net"].values()) == {"0.00"}
    assert {row["wager"] for row in voided["settlement"]} == {"ante", "jackpot-1"}
    assert sum(Decimal(event["change"]) for event in events(voided, "meter-moved")) == 0


@pytest.mark.rule("SO-27")
def test_before_the_last_decision_the_meter_shows_the_contributions_alone():
    wagers = {1: {"ante": 10, "jackpot-1": 1}}
    answer = omaha(
        {1: "Ah Kh Qh Jh"}, "Th 2c 3d 5s Kc", "", wagers, jackpots=[progressive("5CL-E01")]
    )
    assert (meter(answer), awards(answer)) == ("50000.20", [])


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("cause", REDUCTIONS)
def test_a_meter_goes_down_without_a_win_only_for_a_documented_cause(cause: str):
    level = Meter(Fraction(500))
    assert adjust(rates(), level, Fraction(-200), cause, "log 7").value == 300
    assert adjust(rates(), level, Fraction(-500), cause, "log 7").value == 0
    with refuses("", "the meter would fall below 0"):
        adjust(rates(), level, Fraction(-501), cause, "log 7")
    for reference in ("", "  "):
        with refuses("", "a reference to its record is missing"):
            adjust(rates(), level, Fraction(-1), cause, reference)


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("cause", ["promotion", "", "paid"])
def test_any_other_cause_may_raise_a_meter_and_not_lower_it(cause: str):
    with refuses("", "no cause to lower a meter", "display-fault"):
        adjust(rates(), Meter(Fraction(500)), Fraction(-1), cause, "log 7")
    raised = adjust(rates(maximum=550), Meter(Fraction(500)), Fraction(51), cause, "log 7")
    assert raised == Meter(Fraction(550), ZERO, Fraction(1))


@pytest.mark.parametrize("change", [ZERO, Fraction(1, 2), Fraction(1)])
def test_only_to_lower_a_meter_needs_a_named_cause(change: Fraction):
    assert adjust(rates(), Meter(WHOLE), change, "found money", "record 7") == Meter(WHOLE + change)


def test_a_meter_shows_at_most_a_trillion_dollars():
    """Together with what waits as overflow."""
    most, cause = Fraction(LARGEST_CENTS), "found money"
    level = Meter(most - 300, ZERO, Fraction(100))
    assert adjust(rates(), level, Fraction(200), cause, "record 7").value == most - 100
    with refuses_line("meter adjustment: a meter shows at most 1000000000000.00"):
        adjust(rates(), level, Fraction(201), cause, "record 7")
    lowered = adjust(rates(), level, Fraction(-1000), "display-fault", "record 7")
    assert lowered.value == most - 1300
