"""Two percentage winners in one round, worked out by hand under each policy (SO-27).

Two wagers of a dollar at a fifth bring the meter from 50,000.00 to 50,000.40 before any pay; the
seed is 10,000.00. Seats are paid from the highest.
"""

import pytest

from tests.omaha_scripts import awards, house, jackpot_round, meter, progressive
from tests.scripts import events

POLICIES = ("in-settling-order", "each-of-displayed", "shared")

ROYAL, RUN = "Ah Kh Qh Jh", "9h 8h 7h 6h"
TEN_UP = "Th 2c 3d 5s Kc"
HEARTS, SPADES = "Kh Qh Jh Th", "As Qs Js Ts"
TWO_ROYALS = "Ah Ks 2c 5d 7d"

Moves = list[tuple[str, str]]


def moves(answer: dict[str, object]) -> Moves:
    """What moved the meter after the contributions."""
    moved = [(event["cause"], event["change"]) for event in events(answer, "meter-moved")]
    assert moved[0] == ("contributions", "0.40")
    return moved[1:]


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("policy", "paid", "moved", "left"),
    [
        pytest.param(
            "in-settling-order",
            ("5000.04", "45000.36"),
            [("paid", "-5000.04"), ("paid", "-45000.36"), ("seed", "10000.00")],
            "10000.00",
            id="a tenth of the meter, then the nine tenths left, then the seed",
        ),
        pytest.param(
            "each-of-displayed",
            ("5000.04", "50000.40"),
            [
                ("covered by the house", "5000.04"),
                ("paid", "-5000.04"),
                ("paid", "-50000.40"),
                ("seed", "10000.00"),
            ],
            "10000.00",
            id="a tenth and the whole of what was displayed; the house covers the tenth",
        ),
        pytest.param(
            "shared",
            ("4545.49", "45454.90"),
            [("paid", "-4545.49"), ("paid", "-45454.90"), ("seed", "10000.00")],
            "10000.01",
            id="10 and 100 parts of 110; 4545.4909 and 45454.909 leave a cent",
        ),
    ],
)
def test_a_royal_at_seat_1_and_a_straight_flush_at_seat_2(
    policy: str, paid: tuple[str, str], moved: Moves, left: str
):
    answer = jackpot_round(
        {1: ROYAL, 2: RUN}, TEN_UP, progressive("5CL-E01"), same_round_percentages=policy
    )
    assert awards(answer) == [f"2 Straight Flush 10% {paid[0]}", f"1 Royal Flush 100% {paid[1]}"]
    assert (moves(answer), meter(answer)) == (moved, left)


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("policy", "paid", "left"),
    [
        ("in-settling-order", ("50000.40", "1000.00"), "9000.00"),
        ("each-of-displayed", ("50000.40", "5000.04"), "10000.00"),
        ("shared", ("45454.90", "4545.49"), "10000.01"),
    ],
)
def test_the_royal_is_paid_first_at_the_higher_seat(policy: str, paid: tuple[str, str], left: str):
    """In settling order the straight flush then gets a tenth of the fresh seed."""
    answer = jackpot_round(
        {1: RUN, 2: ROYAL}, TEN_UP, progressive("5CL-E01"), same_round_percentages=policy
    )
    assert awards(answer) == [f"2 Royal Flush 100% {paid[0]}", f"1 Straight Flush 10% {paid[1]}"]
    assert meter(answer) == left


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("policy", "paid", "moved"),
    [
        (
            "in-settling-order",
            ("50000.40", "10000.00"),
            [
                ("paid", "-50000.40"),
                ("seed", "10000.00"),
                ("paid", "-10000.00"),
                ("seed", "10000.00"),
            ],
        ),
        (
            "each-of-displayed",
            ("50000.40", "50000.40"),
            [
                ("covered by the house", "50000.40"),
                ("paid", "-50000.40"),
                ("paid", "-50000.40"),
                ("seed", "10000.00"),
            ],
        ),
        (
            "shared",
            ("25000.20", "25000.20"),
            [("paid", "-25000.20"), ("paid", "-25000.20"), ("seed", "10000.00")],
        ),
    ],
)
def test_two_royals_on_seven_cards(policy: str, paid: tuple[str, str], moved: Moves):
    answer = jackpot_round(
        {1: HEARTS, 2: SPADES}, TWO_ROYALS, progressive("7CL-01"), same_round_percentages=policy
    )
    assert awards(answer) == [f"2 Royal Flush 100% {paid[0]}", f"1 Royal Flush 100% {paid[1]}"]
    assert (moves(answer), meter(answer)) == (moved, "10000.00")


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize(
    ("policy", "second", "left"),
    [
        ("in-settling-order", "4500.03", "40500.33"),  # a tenth of 45,000.36, rounded down
        ("each-of-displayed", "5000.04", "40000.32"),
        ("shared", "5000.04", "40000.32"),  # 20 % together: each is paid in full
    ],
)
def test_two_straight_flushes_leave_most_of_the_meter(policy: str, second: str, left: str):
    answer = jackpot_round(
        {1: RUN, 2: "4h 3h 2h Ah"}, "5h 2c 3d Ts Kc", progressive("5CL-E01"),
        same_round_percentages=policy,
    )  # fmt: skip
    assert awards(answer) == ["2 Straight Flush 10% 5000.04", f"1 Straight Flush 10% {second}"]
    assert meter(answer) == left


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("policy", POLICIES)
def test_one_royal_in_the_named_suit_and_one_for_a_fixed_prize(policy: str):
    answer = jackpot_round(
        {1: HEARTS, 2: SPADES}, TWO_ROYALS, progressive("7CL-07"), same_round_percentages=policy
    )
    assert awards(answer) == [
        "2 Royal Flush (Suit Specific) 100% 50000.40", "1 Royal Flush $1,000 1000.00",
    ]  # fmt: skip
    assert meter(answer) == "10000.00"


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("policy", POLICIES)
def test_a_house_jackpot_pays_each_in_full_and_never_changes(policy: str):
    deals = (
        ({1: ROYAL, 2: RUN}, TEN_UP, "5CL-E01", ["2 Straight Flush 10% 5000.00"]),
        ({1: HEARTS, 2: SPADES}, TWO_ROYALS, "7CL-01", ["2 Royal Flush 100% 50000.00"]),
    )
    for hands, board, code, first in deals:
        answer = jackpot_round(hands, board, house(code), same_round_percentages=policy)
        assert awards(answer) == [*first, "1 Royal Flush 100% 50000.00"]
        assert (meter(answer), events(answer, "meter-moved")) == ("50000.00", [])


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("policy", POLICIES)
def test_one_winner_is_paid_the_same_under_every_policy(policy: str):
    royal = jackpot_round({2: ROYAL}, TEN_UP, progressive("5CL-E01"), same_round_percentages=policy)
    assert (awards(royal), meter(royal)) == (["2 Royal Flush 100% 50000.20"], "10000.00")
    run = jackpot_round({2: RUN}, TEN_UP, progressive("5CL-E01"), same_round_percentages=policy)
    assert (awards(run), meter(run)) == (["2 Straight Flush 10% 5000.02"], "45000.18")


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("policy", POLICIES)
def test_the_order_of_hits_is_recorded(policy: str):
    answer = jackpot_round(
        {1: ROYAL, 2: RUN}, TEN_UP, progressive("5CL-E01"), same_round_percentages=policy
    )
    hits = events(answer, "jackpot-hit")
    assert [(hit["seat"], hit["row"], hit["pays"]) for hit in hits] == [
        (2, "Straight Flush", "10%"), (1, "Royal Flush", "100%"),
    ]  # fmt: skip
    paid = [move["change"] for move in events(answer, "meter-moved") if move["cause"] == "paid"]
    assert paid == [f"-{hit['paid']}" for hit in hits]


@pytest.mark.rule("SO-27")
def test_a_fraction_of_a_cent_stays_on_the_meter():
    """Two wagers at 0.0333 make 50.0666: a tenth is 5.00666, paid as 5.00."""
    jackpot = progressive("5CL-E01", meter=50, rate="0.0333")
    answer = jackpot_round({1: "2h 2s 9c Jd", 2: RUN}, "Th 2c 3d 5s Kc", jackpot)
    assert (awards(answer), meter(answer)) == (["2 Straight Flush 10% 5.00"], "45.0666")
    assert answer["jackpots"][0]["meter"] == "45.06"
    whole = jackpot_round({1: "2h 2s 9c Jd", 2: ROYAL}, "Th 2c 3d 5s Kc", jackpot)
    assert (awards(whole), meter(whole)) == (["2 Royal Flush 100% 50.06"], "10000.0066")


@pytest.mark.rule("SO-27")
def test_contributions_below_a_cent_add_up_exactly_over_many_rounds():
    """0.00237 of a quarter: 500 rounds of two wagers give 0.5925 and not a digit less."""
    jackpot = progressive("5CL-01", meter="0", rate="0.00237", wager="0.25")
    for _ in range(500):
        answer = jackpot_round({1: "2h 2s 9c Jd", 2: "3c 5c 9h Qs"}, "Th 2c 3d 5s Kc", jackpot)
        jackpot["meter"] = meter(answer)
    assert (meter(answer), answer["jackpots"][0]["meter"]) == ("0.5925", "0.59")


@pytest.mark.rule("SO-27")
def test_an_empty_meter_pays_nothing_and_is_seeded():
    jackpot = progressive("5CL-E01", meter=0, rate=0)
    answer = jackpot_round({1: ROYAL}, TEN_UP, jackpot)
    assert (awards(answer), meter(answer)) == (["1 Royal Flush 100% 0.00"], "10000.00")
    assert answer["net"] == {"1": "-11.00"}
