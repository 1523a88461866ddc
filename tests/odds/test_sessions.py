"""Sessions against exact rational convolution, walks followed in fractions, and closed forms."""

import json
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest

from pitboss.odds.figures import Figures, fraction_of
from pitboss.odds.request import Request, read_request
from pitboss.odds.sessions import contour, drawdown
from pitboss.odds.sessions.drawdown import expect_drawdown
from pitboss.odds.sessions.ruin import FOLLOWED, follow, ruin_within
from pitboss.odds.sessions.sums import add_up
from pitboss.odds.sessions.walk import Walk, most_wagered, read_walk
from tests.commands.program import Inside
from tests.naive import naive_session

JACKPOT = {"wager": "jackpot", "paytables": {"jackpot": "5CL-E01"}, "jackpot": {"meter": 50_000}}
WAGERS: dict[str, tuple[str, dict[str, Any]]] = {
    "duki": ("duki", {}),
    "duki, threshold": ("duki", {"strategy": "threshold"}),
    "duki bonus": ("duki", {"wager": "bonus"}),
    "duki with half a bonus": ("duki", {"wager": "bonus", "bonus_ratio": "1/2"}),
    "buyout": ("buyout", {}),
    "buyout with bonus": ("buyout", {"wager": "bonus"}),
    "super omaha": ("super-omaha", {}),
    "flop bonus": (
        "super-omaha",
        {"wager": "flop-bonus", "paytables": {"flop-bonus": "SOA-03"}},
    ),
    "high hand": ("super-omaha", {"wager": "high-hand", "paytables": {"high-hand": "HHW-01"}}),
    "jackpot": ("super-omaha", JACKPOT),
}
MOST = {"duki": 2, "buyout": 3, "super omaha": 4}
COIN = Walk((-1, 1), (1, 1))
UNEVEN = Walk((-3, -2, 1, 2, 9), (30, 25, 30, 33, 1))
"""Like a main game: three ways down, and a large pay now and then."""


def request_of(name: str) -> Request:
    key, given = WAGERS[name]
    return read_request(key, given)


@cache
def priced(name: str, unit_cents: int = 100) -> tuple[Walk, Figures]:
    return read_walk(request_of(name), unit_cents)


def round_of(name: str) -> naive_session.Round:
    """What the figures of ``odds`` say of one round."""
    one: naive_session.Round = {}
    for row in priced(name)[1]["outcomes"]:  # type: ignore[attr-defined]
        net = fraction_of(row["net"])
        one[net] = one.get(net, 0) + int(row["combinations"])
    return {net: deals for net, deals in one.items() if deals}


@pytest.mark.parametrize("name", WAGERS)
def test_a_walk_has_the_mean_and_variance_of_the_odds(name: str):
    walk, figures = priced(name)
    scale = walk.step / 100
    assert walk.mean * scale == -fraction_of(figures["house_edge"])
    assert walk.variance * scale**2 == fraction_of(figures["variance"])


def test_a_strategy_that_asks_for_less_does_not_lower_the_most():
    never = {"3x": 1000, "1x": 0}
    request = read_request("super-omaha", {"strategy": never})
    _, figures = read_walk(request, 100)
    assert figures["actions"]["3x"]["probability"]["value"] == 0  # type: ignore[index]
    assert most_wagered(request, figures) == 4


@pytest.mark.parametrize("name", MOST)
def test_the_most_of_a_round_is_that_of_the_rules(name: str):
    assert most_wagered(request_of(name), priced(name)[1]) == MOST[name]


@pytest.mark.parametrize("rounds", [1, 2, 7])
@pytest.mark.parametrize("name", WAGERS)
def test_sums_differ_from_exact_convolution_by_less_than_their_bound(name: str, rounds: int):
    walk, _ = priced(name)
    total = add_up(walk, rounds)
    wrong = Fraction(0)
    seen = 0.0
    for net, chance in naive_session.sums(round_of(name), rounds).items():
        place = net * 100 / walk.step
        assert place.denominator == 1
        wrong += abs(chance - Fraction(total.at(int(place))))
        seen += total.at(int(place))
    wrong += abs(Fraction(float(total.chances.sum())) - Fraction(seen))  # where nothing can be
    assert wrong < total.error < 1e-10


@pytest.mark.parametrize("rounds", [10, 101, 1_000])
def test_coins_are_binomial(rounds: int):
    """Every place of a sum that skips every second one, far out too."""
    total = add_up(COIN, rounds)
    for heads in range(rounds + 1):
        chance = Fraction(comb(rounds, heads), 2**rounds)
        assert abs(Fraction(total.at(2 * heads - rounds)) - chance) < total.error
    assert total.at(rounds + 2) == 0.0
    assert total.at(rounds % 2 - 1 + 2 * (rounds % 2 == 0)) < total.error


def test_a_long_sum_has_its_mean_and_variance():
    """Ten million rounds: moments of the transformed chances against the exact ones."""
    walk, _ = priced("super omaha")
    rounds = 10_000_000
    total = add_up(walk, rounds)
    mean = float(rounds * walk.mean)
    places = total.first + range(len(total.chances))[0] - mean
    away = [places + index for index in range(len(total.chances))]
    first = sum(a * c for a, c in zip(away, total.chances, strict=True))
    second = sum(a * a * c for a, c in zip(away, total.chances, strict=True))
    deviation = float(rounds * walk.variance) ** 0.5
    assert abs(first) < 1e-8 * deviation
    assert second == pytest.approx(deviation**2, rel=1e-9)
    assert total.error < 1e-10


@pytest.mark.parametrize("money", [4, 5, 9, 30])
@pytest.mark.parametrize("name", ["duki", "buyout", "super omaha", "high hand"])
def test_ruin_is_that_of_a_walk_in_fractions(name: str, money: int):
    walk, figures = priced(name)
    most = most_wagered(request_of(name), figures)
    exact = naive_session.ruin(round_of(name), Fraction(money), most, 8)
    found = ruin_within(walk, int((money - most) * 100 / walk.step), 8)
    assert abs(exact - Fraction(found.chance)) < found.error < 1e-12


@pytest.mark.parametrize("above", [0, 7, 60])
@pytest.mark.parametrize("rounds", [FOLLOWED // 2])
@pytest.mark.parametrize("walk", [UNEVEN, Walk((-2, -1, 3), (2, 1, 2))])
def test_ruin_by_the_path_is_ruin_followed_round_by_round(walk: Walk, above: int, rounds: int):
    near = follow(walk, above, rounds)
    found = contour.invert(walk, above, rounds)
    assert found is not None
    chance, error = found
    assert error < 1e-9
    assert abs(chance - near.chance) < error + near.error


@pytest.mark.parametrize(("name", "above"), [("duki", 60), ("buyout", 300), ("super omaha", 60)])
def test_ruin_by_the_path_holds_for_the_games(name: str, above: int):
    walk, _ = priced(name)
    near = follow(walk, above, FOLLOWED)
    found = contour.invert(walk, above, FOLLOWED)
    assert found is not None
    assert abs(found[0] - near.chance) < found[1] + near.error


def test_a_fair_walk_of_single_steps_is_ruined_by_reflection():
    """P(min <= -a) = P(S <= -a) + P(S < -a), for a walk that also stays."""
    lazy = Walk((-1, 0, 1), (1, 2, 1))
    rounds, above = 1_000_000, 400
    total = add_up(lazy, rounds)
    mirrored = total.up_to(-above - 1) + total.up_to(-above - 2)
    found = ruin_within(lazy, above, rounds)
    assert abs(found.chance - mirrored) < found.error + 2 * total.error
    assert 0.5 < found.chance < 0.6


SINKING = Walk((-2, -1, 3), (11, 6, 3))
"""It loses nearly a step a round, so that it comes down as its mean does."""


@pytest.mark.parametrize("away", [0, 2])
def test_ruin_where_the_mean_falls_to_the_line(away: int):
    """The parabola does not serve there. Who ends below the line was ruined."""
    rounds = FOLLOWED // 2
    mean, deviation = -float(rounds * SINKING.mean), float(rounds * SINKING.variance) ** 0.5
    above = int(mean + away * deviation)
    near = follow(SINKING, above, rounds)
    found = contour.invert(SINKING, above, rounds)
    assert found is not None
    assert abs(found[0] - near.chance) < found[1] + near.error < 1e-9
    assert found[0] > add_up(SINKING, rounds).up_to(-above - 1)


def test_ruin_of_a_million_rounds_is_at_least_that_of_the_last():
    walk, _ = priced("duki")
    total = add_up(walk, 1_000_000)
    for above in (33_000, 36_000):
        least = total.up_to(-above - 1)
        assert least < ruin_within(walk, above, 1_000_000).chance < least + 0.02


@pytest.mark.parametrize("name", ["duki", "buyout", "super omaha", "high hand"])
def test_a_drawdown_of_few_rounds_is_that_in_fractions(name: str):
    walk, _ = priced(name)
    exact = naive_session.longest_fall(round_of(name), 4) * 100 / walk.step
    found = expect_drawdown(walk, 4)
    assert abs(found.mean - float(exact)) < found.error < 1e-6


@pytest.mark.parametrize("walk", [UNEVEN, SINKING, Walk((-1, 0, 2), (5, 2, 2))])
def test_a_drawdown_by_the_path_is_that_followed_round_by_round(
    walk: Walk, monkeypatch: pytest.MonkeyPatch
):
    near = expect_drawdown(walk, 150)
    monkeypatch.setattr(drawdown, "MOST_WORK", 0)
    found = expect_drawdown(walk, 150)
    assert found.mean != near.mean
    assert abs(found.mean - near.mean) < found.error + near.error < 1e-4


def test_a_drawdown_is_at_least_what_is_lost_in_the_mean(pitboss: Inside):
    ran = pitboss("session", "super-omaha", "--rounds", "20000", "--drawdown", "--json")
    answer = json.loads(ran.out)
    assert answer["drawdown"] > -answer["mean"]
    assert answer["standard_deviation"] < answer["drawdown"] < 3 * answer["standard_deviation"]
    assert answer["drawdown_error"] < 1e-3
    asked = "super-omaha --wager jackpot --paytable 5CL-E01 --meter 5000 --rounds 9000 --drawdown"
    pitboss("session", *asked.split()).refused("rounds 9000", "drawdown")


def test_a_walk_that_has_no_free_path_is_followed_or_refused():
    """The coin's walk meets a second singularity at z = -1."""
    assert contour.invert(COIN, 10, 20_000) is None
    total = add_up(COIN, 6_000)
    mirrored = total.up_to(-11) + total.up_to(-12)
    assert ruin_within(COIN, 10, 6_000).chance == pytest.approx(mirrored, abs=1e-11)


def test_the_answer_has_what_the_contract_names(pitboss: Inside):
    ran = pitboss("session", "duki", "--rounds", "100", "--unit", "5", "--bankroll", "60", "--json")
    answer = json.loads(ran.out)
    assert (answer["rounds"], answer["unit"], answer["bankroll"]) == (100, "5.00", "60.00")
    assert answer["ahead"] + answer["even"] + answer["behind"] == pytest.approx(1)
    walk, _ = priced("duki", 5_00)
    assert answer["mean"] == pytest.approx(float(500 * walk.mean))
    assert answer["standard_deviation"] == pytest.approx(float(2500 * walk.variance) ** 0.5)
    total = add_up(walk, 100)
    for part, text in answer["quantiles"].items():
        place = int(float(text) / 5)
        assert total.up_to(place) >= float(part) - answer["error_bound"]
        assert total.up_to(place - 1) <= float(part) + answer["error_bound"]
    assert answer["ruin"] == pytest.approx(follow(walk, 10, 100).chance)


def test_a_bankroll_that_just_covers_a_round_is_counted_from_there(pitboss: Inside):
    """Duki with $2: whoever loses anything at once cannot play on."""
    ran = pitboss("session", "duki", "--rounds", "1", "--bankroll", "2", "--json")
    one = round_of("duki")
    lost = Fraction(sum(n for net, n in one.items() if net < 0), sum(one.values()))
    assert json.loads(ran.out)["ruin"] == pytest.approx(float(lost), abs=1e-14)


REFUSED = {
    "duki": ("rounds", "missing"),
    "duki --rounds 0": ("rounds 0", "1 to 10000000"),
    "duki --rounds 100000000": ("rounds", "10000000"),
    "duki --rounds 1.5": ("rounds", "whole"),
    "duki --rounds 10 --bankroll 0": ("bankroll 0.00", "above 0"),
    "duki --rounds 10 --bankroll=-5": ("bankroll -5.00", "above 0"),
    "duki --rounds 10 --bankroll 1.99": ("bankroll 1.99", "2.00"),
    "duki --rounds 10 --unit 0": ("unit 0.00", "above 0"),
    "duki --rounds 10 --unit=-1": ("unit -1.00", "above 0"),
    "duki --rounds 10 --unit 0.001": ("unit", "cent"),
    "duki --rounds 10 --strategy luck": ("strategy 'luck'", "threshold"),
    "duki --rounds 10 --players 2": ("players 2", "one player"),
    "duki --wager bonus --bonus-ratio 1/3 --rounds 10": ("unit 1.00", "0.03"),
    "holdout --rounds 10": ("holdout", "each other"),
    "super-omaha --wager jackpot --paytable 5CL-E01 --meter 1000.07 --rounds 10": (
        "meter",
        "cents",
    ),
    "super-omaha --wager jackpot --paytable 5CL-E01 --rounds 10 --unit 5": ("unit 5", "1.00"),
    "super-omaha --wager jackpot --paytable 5CL-E01 --meter 90000000 --rounds 1000000": (
        "steps apart",
        "16,777,216",
    ),
    "super-omaha --wager jackpot --paytable 5CL-E01 --meter 50000 --rounds 90000 --bankroll 9": (
        "rounds 90000",
        "at most",
    ),
}


@pytest.mark.parametrize("command", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(pitboss: Inside, command: str):
    pitboss("session", *command.split()).refused(*REFUSED[command])


def test_people_read_it(pitboss: Inside):
    ran = pitboss("session", "buyout", "--rounds", "200", "--bankroll", "50")
    assert "200 rounds with first wagers of 1.00" in ran.out
    assert "ruin" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
