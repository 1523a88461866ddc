"""What wagers are worth before the deal: the printed figures in cents, and the mean of what the
first decision is worth over all hands."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.contract import Opening
from pitboss.odds.figures import fraction_of
from pitboss.odds.registry import find_solver, price
from pitboss.odds.request import JackpotTerms, read_request
from pitboss.odds.worth import Worth, find_worth
from pitboss.rounds.script import run_script
from tests.omaha_scripts import progressive

OMAHA = {"ante": "SOA-01", "high-hand": "HHW-01", "flop-bonus": "SOA-03"}


def opening_of(game: str, wagers: dict[str, Any], **table: Any) -> Opening:
    deck = "As 2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc"
    given = {"game": game, "deck": deck, "wagers": wagers, "table": table}
    return run_script(given).table.opening


def worth_of(game: str, wagers: dict[str, Any], **table: Any) -> Worth | None:
    return find_worth(opening_of(game, {"1": wagers}, **table), 1)


def edge(game: str, **given: Any) -> Fraction:
    return fraction_of(price(read_request(game, given))["house_edge"])


@pytest.mark.parametrize(
    ("game", "first"), [("duki", "ante"), ("buyout", "first"), ("super-omaha", "ante")]
)
def test_a_main_wager_is_worth_its_printed_edge_and_spreads_by_its_printed_variance(
    game: str, first: str
):
    table = {"paytables": OMAHA} if game == "super-omaha" else {}
    found = worth_of(game, {first: 10}, **table)
    figures = price(read_request(game, {}))
    assert found is not None
    assert found.cents == -1000 * fraction_of(figures["house_edge"])
    assert found.variance == 1000**2 * fraction_of(figures["variance"])


def test_a_duki_bonus_is_worth_what_joint_play_gives():
    found = worth_of("duki", {"ante": 10, "bonus": 2})
    figures = price(read_request("duki", {"wager": "bonus", "bonus_ratio": "1/5"}))
    assert found is not None
    assert found.cents == -1000 * fraction_of(figures["house_edge"])
    assert found.variance == 1000**2 * fraction_of(figures["variance"])


def test_duki_best_play_is_worth_the_mean_of_all_first_decisions():
    """By the full strategy, class by class: playing gains so much over folding, which loses 1."""
    solved: Any = find_solver("duki").solve(read_request("duki", {}))
    gains = [
        (max(fraction_of(one["gain"]), Fraction(0)), one["hands"]) for one in solved["strategy"]
    ]
    total = sum((gain * hands for gain, hands in gains), Fraction(0))
    found = worth_of("duki", {"ante": 10})
    assert found is not None
    assert found.cents == 1000 * (total / 270_725 - 1)


def test_a_duki_tip_is_lost_unless_dealer_and_player_tie():
    """It goes to the dealer in the end or back at a tie: worth a little more than nothing less
    than itself."""
    plain = worth_of("duki", {"ante": 10})
    tipped = worth_of("duki", {"ante": 10, "tip": 5}, rulings={"dealer-wagers": "yes"})
    assert plain is not None
    assert tipped is not None
    assert -500 < tipped.cents - plain.cents < -490


def test_a_duki_ante_of_odd_cents_is_counted_in_whole_cents():
    """Pays are rounded down, so an odd Ante is worth a little less than its edge."""
    found = worth_of("duki", {"ante": "5.01"}, limits={"min": 5, "max": 100})
    assert found is not None
    assert -501 * edge("duki") - 1 < found.cents <= -501 * edge("duki")


def test_buyout_with_a_bonus_of_its_own_size_or_another():
    """One that was not counted is stood for by a mixture of those that were."""
    beside = worth_of("buyout", {"first": 10, "bonus": 10})
    mixed = worth_of("buyout", {"first": 10, "bonus": 4})
    alone = worth_of("buyout", {"first": 10})
    assert beside is not None
    assert mixed is not None
    assert alone is not None
    assert beside.cents == -1000 * edge("buyout", wager="bonus")
    assert mixed.cents == Fraction(6, 10) * alone.cents + Fraction(4, 10) * beside.cents
    assert [part.wagers for part in mixed.parts] == [
        {"first": 1000},
        {"first": 1000, "bonus": 1000},
    ]
    assert mixed.variance is None


def test_omaha_bonuses_add_their_own_edges():
    wagers = {"ante": 10, "high-hand": 5, "flop-bonus": 2}
    found = worth_of("super-omaha", wagers, paytables=OMAHA)
    lost = 1000 * edge("super-omaha")
    for wager, cents in (("high-hand", 500), ("flop-bonus", 200)):
        lost += cents * edge("super-omaha", wager=wager, paytables={wager: OMAHA[wager]})
    assert found is not None
    assert found.cents == -lost


def test_an_omaha_jackpot_is_worth_its_meter_with_the_wager_on_it():
    table = {"paytables": OMAHA, "jackpots": [progressive("5CL-E01", rate="0.2", meter=50_000)]}
    wagers = {"1": {"ante": 10, "jackpot-1": 1}, "2": {"ante": 10, "jackpot-1": 1}}
    found = find_worth(opening_of("super-omaha", wagers, **table), 1)
    request = read_request(
        "super-omaha", {"wager": "jackpot", "paytables": {"jackpot": "5CL-E01"}, "players": 2}
    )
    meter = request._replace(jackpot=JackpotTerms(5_000_040, wager_cents=100))
    assert found is not None
    assert found.apart_cents == -100 * fraction_of(price(meter)["house_edge"])


def test_an_omaha_table_maximum_that_cuts_the_flop_wager_makes_the_ante_worth_less():
    """3x is cut to 2x where the maximum is twice the Ante; at the maximum itself to 1x."""
    worths = [
        worth_of("super-omaha", {"ante": 100}, paytables=OMAHA, limits={"min": 5, "max": most})
        for most in (300, 200, 100)
    ]
    full, twice, once = (found.cents for found in worths if found)
    assert full == -10_000 * edge("super-omaha")
    assert twice - once == full - twice > 0


def test_what_nobody_has_counted_is_not_answered():
    """An Ante table of the house's own takes minutes to count: nobody waits for that here."""
    pays = {
        "royal-flush": 77,
        "straight-flush": 20,
        "four-of-a-kind": 9,
        "full-house": 3,
        "flush": 1,
    }
    own = {"terms": "to 1", "rows": [[event, pay] for event, pay in pays.items()]}
    found = worth_of("super-omaha", {"ante": 10}, paytables={**OMAHA, "ante": own})
    assert found is None


def test_between_players_nothing_is_known_before_the_deal():
    given = {"game": "holdout", "stacks": {"1": 80, "2": 90}, "button": 1, "blinds": [2, 4]}
    deck = "As 2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"
    assert find_worth(run_script({**given, "deck": deck}).table.opening, 1) is None
