"""Promotions on bonus wagers: what is on record, and what the promotion account pays."""

from fractions import Fraction

import pytest

from pitboss.games import find_game
from pitboss.games.events import WagerSettled
from pitboss.games.opening import set_table
from pitboss.games.profile import Profile
from pitboss.games.promotion import MOST_TIMES, Promotion, promotion_pay, read_promotion
from pitboss.jackpots.terms import read_jackpots
from tests.omaha_scripts import house
from tests.scripts import refuses

NONE = Profile()
WASHINGTON = Profile("washington", "2026-01-10", "house-banked")
TRIBAL = Profile("tribal", approval="TGA 12")
BUYOUT, OMAHA, DUKI = map(find_game, ("buyout", "super-omaha", "duki"))
GIVEN = {
    "wager": "bonus",
    "terms": "double pay on 35 to 37",
    "first": "2026-01-10",
    "last": "2026-01-31",
    "consent": "letter of 2026-01-02",
    "row": "35-37",
    "multiplier": 2,
}


def read(given, profile=WASHINGTON, game=BUYOUT, **table):
    return read_promotion(profile, game, set_table(game, **table), given)


def without(*keys, **more):
    return {key: value for key, value in GIVEN.items() if key not in keys} | more


def won(hand="35 - 37", cents=1000, paid=25000, wager="bonus", outcome="win"):
    return WagerSettled(1, wager, cents, outcome, "25 to 1", paid, paid, hand, "BUYOUT-27")


def test_a_promotion_is_read() -> None:
    assert read(GIVEN) == Promotion(
        "bonus",
        "double pay on 35 to 37",
        "2026-01-10",
        "2026-01-31",
        "letter of 2026-01-02",
        "35 - 37",
        Fraction(2),
    )


@pytest.mark.parametrize(
    ("day", "pays"),
    [
        ("2026-01-09", 0),
        ("2026-01-10", 25000),
        ("2026-01-31", 25000),
        ("2026-02-01", 0),
    ],
)
def test_from_its_first_day_to_its_last(day, pays) -> None:
    assert promotion_pay(read(GIVEN), won(), day) == pays


@pytest.mark.parametrize(
    ("row", "pays"),
    [
        (won(), 25000),
        (won("38"), 0),
        (won(wager="first"), 0),
        (won(outcome="lose", paid=0), 0),
        (won(outcome="void", paid=0), 0),
    ],
)
def test_only_its_own_row_and_wins_are_paid(row, pays) -> None:
    assert promotion_pay(read(GIVEN), row, "2026-01-15") == pays


def test_every_win_without_a_row_and_an_extra_for_wins_alone() -> None:
    every = read(without("row", "multiplier", extra="7.50"))
    assert promotion_pay(every, won("38"), "2026-01-15") == 750
    assert promotion_pay(every, won(outcome="lose", paid=0), "2026-01-15") == 0


def test_a_multiplier_is_rounded_down_to_the_cent() -> None:
    half_more = read(without(multiplier="1.5"))
    assert promotion_pay(half_more, won(paid=25), "2026-01-15") == 12


def test_what_was_cut_is_multiplied_as_it_was_paid() -> None:
    assert promotion_pay(read(GIVEN), won()._replace(paid_cents=100), "2026-01-15") == 100


@pytest.mark.rule("SO-32")
@pytest.mark.parametrize("profile", [WASHINGTON, TRIBAL])
def test_the_makers_consent_is_demanded_under_a_profile(profile) -> None:
    given = without("consent", "row", wager="high-hand")
    table = {"paytables": {"high-hand": "HHW-01"}}
    with refuses("SO-32", profile.name, "written consent", "(consent)"):
        read(given, profile, OMAHA, **table)
    assert read(given, NONE, OMAHA, **table).consent == ""
    with refuses("", "written consent"):
        read(without("consent"), profile)


@pytest.mark.rule("SO-32")
def test_a_jackpot_wager_is_a_bonus_wager_of_super_omaha() -> None:
    terms = [terms for terms, _ in read_jackpots([house("5CL-01")], OMAHA.paytables["jackpot"])]
    given = without(wager="jackpot-1", row="flush")
    assert read(given, game=OMAHA, jackpots=terms).row == "Flush"
    with refuses("", "row 'two-pair' is not paid by table 5CL-01"):
        read(given | {"row": "two-pair"}, game=OMAHA, jackpots=terms)
    with refuses("SO-32", "'jackpot-1' is no bonus wager of this table; it has none"):
        read(given, game=OMAHA)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["bonus"], "a JSON object is needed"),
        (without(colour="red"), "'colour' is unknown"),
        (without("terms"), "terms is missing"),
        (without("last"), "last is missing"),
        (without(terms=" "), "terms: text"),
        (without(wager="first"), "'first' is no bonus wager of this table; it has bonus"),
        (without(first="2026-1-1"), "first day '2026-1-1'"),
        (without(last="2026-02-29"), "last day '2026-02-29'"),
        (without(last="2026-01-09"), "2026-01-09 is before its first, 2026-01-10"),
        (without(row="45"), "row '45' is not paid by table sample"),
        (without("multiplier"), "either a multiplier"),
        (without(extra=5), "either a multiplier"),
        (without(multiplier=1), "multiplier '1'; a number above 1"),
        (without(multiplier=True), "multiplier 'True'"),
        (without(multiplier="nan"), "multiplier 'nan'"),
        (without(multiplier="1000.01"), "at most 1000"),
        (without("multiplier", extra=0), "must be above 0"),
        (without("multiplier", extra="0.001"), "promotion extra"),
    ],
)
def test_bad_promotions_are_refused(given, words) -> None:
    with refuses("", words):
        read(given)


def test_an_ante_has_no_promotion() -> None:
    with refuses("", "'ante' is no bonus wager of this table; it has bonus"):
        read(without("row", wager="ante"), game=DUKI)


def test_a_bad_day_is_refused() -> None:
    with refuses("", "day '31.1.2026'"):
        promotion_pay(read(GIVEN), won(), "31.1.2026")


@pytest.mark.parametrize(
    "bound",
    [
        without(last="2026-01-10"),
        without("multiplier", extra="0.01"),
        without(multiplier=MOST_TIMES),
        without(multiplier="1." + "0" * 17 + "1"),
    ],
)
def test_the_bounds_of_a_promotion_are_allowed(bound) -> None:
    read(bound)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (7, "promotion: a JSON object is needed"),
        (without(pays=2), "promotion: key 'pays' is unknown; it has wager, terms, first, last,"),
        (without(pays=2), "row, multiplier, extra"),
        (without("multiplier", extra="x"), "promotion extra: 'x' is no amount"),
        (without("multiplier", extra=0), "an extra of 0.00 must be above 0"),
        (without(multiplier=MOST_TIMES + 1), f"a number above 1, at most {MOST_TIMES}"),
        (without(multiplier="1." + "0" * 18 + "1"), "a number above 1"),
    ],
)
def test_what_is_wrong_with_a_promotion_is_said(given, words) -> None:
    with refuses("", words):
        read(given)
