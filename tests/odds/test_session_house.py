"""The house's side of sessions: its hold against the player's session, jackpots by every way."""

import json
from fractions import Fraction

import pytest

from pitboss.odds.sessions.hits import Progressive
from tests.commands.program import Inside

JACKPOT = "super-omaha --wager jackpot --paytable 5CL-E01 --meter 50000"
TERMS = "--seed 10000 --rate 0.2 --reserve 0.02"
OFTEN = Progressive(
    Fraction(96, 100),
    ((Fraction(1, 10), Fraction(1, 100)), (Fraction(1, 4), Fraction(2, 100))),
    meter=Fraction(300),
    seed=Fraction(30),
    rise=Fraction(20),
    reserve_rise=Fraction(7),
    reserved=Fraction(10),
)
"""Hit so often that nine wagers are all there is."""


def every_way(one: Progressive, wagers: int) -> tuple[Fraction, ...]:
    """The meter's mean and mean square, the chance of a seed not covered, and what is missing."""
    ways = [(one.meter, Fraction(1))]
    found = [Fraction(0)] * 4
    for number in range(1, wagers + 1):
        after = []
        for meter, chance in ways:
            risen, hit = meter + one.rise, chance * one.chance
            short = max(Fraction(0), one.seed - one.reserved - number * one.reserve_rise)
            for place, value in enumerate((risen, risen**2, Fraction(short > 0), short)):
                found[place] += hit * value
            after += [(risen * (1 - share), chance * taken) for share, taken in one.takes]
            stays = 1 - one.chance - sum(taken for _, taken in one.takes)
            after.append((risen, chance * stays))
        ways = after
    return tuple(found)


def test_a_meter_at_its_hit_is_that_of_every_way_it_may_go():
    mean, square, uncovered, missing = every_way(OFTEN, 8)
    found, variance = OFTEN.meter_at_hit
    assert float(found) == pytest.approx(float(mean), rel=1e-9)
    assert float(variance) == pytest.approx(float(square - mean**2), rel=1e-6)
    assert OFTEN.uncovered == pytest.approx((float(uncovered), float(missing)), rel=1e-9)


def test_without_shares_the_meter_follows_the_wait():
    """A geometric wait: mean 1/p, variance (1 - p) / p^2."""
    mean, variance = OFTEN._replace(chance=Fraction(1, 20), takes=()).meter_at_hit
    assert mean == 300 + 20 * 20
    assert variance == 20**2 * Fraction(19, 20) * 400


def test_a_reserve_that_never_grows_or_that_is_full():
    assert OFTEN._replace(reserve_rise=Fraction(0)).uncovered == (1.0, 20.0)
    assert OFTEN._replace(reserved=Fraction(30)).uncovered == (0.0, 0.0)


def test_a_hold_is_the_session_from_the_other_side(pitboss: Inside):
    command = ["session", "duki", "--unit", "10", "--json"]
    asked = ["--house", "--rounds-per-hour", "50", "--hours", "4", "--open", "10"]
    answer = json.loads(pitboss(*command, *asked).out)
    shift, day, year = answer["periods"]
    assert [one["wagers"] for one in answer["periods"]] == [200, 500, 182_500]
    player = json.loads(pitboss(*command, "--rounds", "500").out)
    assert day["hold"] == pytest.approx(-player["mean"])
    assert day["standard_deviation"] == pytest.approx(player["standard_deviation"])
    assert day["house_loses"] == pytest.approx(player["ahead"], abs=1e-12)
    low, high = day["interval"]
    assert -float(player["quantiles"]["0.999"]) < low < -float(player["quantiles"]["0.99"])
    assert -float(player["quantiles"]["0.01"]) < high < -float(player["quantiles"]["0.001"])
    assert shift["interval_of_first_wagers"][0] < year["interval_of_first_wagers"][0]
    assert year["hold_of_first_wagers"] == pytest.approx(0.0329602751)


def test_seats_that_win_together_widen_the_interval(pitboss: Inside):
    command = ["session", "duki", "--house", "--rounds-per-hour", "60", "--json"]
    one, three = (json.loads(pitboss(*command, "--players", n).out) for n in ("1", "3"))
    assert one["stretch"] == 1
    assert three["stretch"] == pytest.approx((1 + 2 * 0.198) ** 0.5)
    for alone, together in zip(one["periods"], three["periods"], strict=True):
        assert together["hold"] == pytest.approx(3 * alone["hold"])
        wider = 3**0.5 * three["stretch"]
        assert together["standard_deviation"] == pytest.approx(wider * alone["standard_deviation"])


def test_a_jackpot_is_hit_by_and_by(pitboss: Inside):
    asked = f"session {JACKPOT} {TERMS} --house --rounds-per-hour 40 --players 5 --json"
    jackpot = json.loads(pitboss(*asked.split()).out)["jackpot"]
    assert jackpot["chance"]["exact"] == "1/649740"
    assert jackpot["mean_rounds_to_hit"]["value"] == pytest.approx(649_740 / 5)
    half = jackpot["rounds_to_hit"]["0.5"]
    miss = 1 - 1 / 649_740
    assert miss ** (5 * half) <= 0.5 < miss ** (5 * (half - 1))
    assert jackpot["hours_to_hit"]["0.5"] == pytest.approx(half / 40)
    assert jackpot["mean_reserve_at_hit"] == pytest.approx(0.02 * 649_740)
    assert jackpot["seed_not_covered"] == pytest.approx(1 - miss**499_999, rel=1e-9)
    assert jackpot["meter_at_hit"] is None  # a row takes a tenth of it now and then


REFUSED = {
    "duki": ("rounds per hour", "missing"),
    "duki --rounds-per-hour 0": ("rounds per hour 0", "1 to 1000"),
    "duki --rounds-per-hour 60 --hours 25": ("hours 25", "24"),
    "duki --rounds-per-hour 60 --open 0": ("open 0", "24"),
    "duki --rounds-per-hour 1 --hours 0.5": ("hours", "no round"),
    "duki --rounds-per-hour 60 --rounds 9": ("--rounds", "player"),
    "duki --rounds-per-hour 60 --bankroll 9": ("--bankroll", "player"),
    "holdout --rounds-per-hour 60": ("holdout", "each other"),
    f"{JACKPOT} --rounds-per-hour 60 --seed 10000": ("jackpot", "missing"),
    f"{JACKPOT} {TERMS} --rounds-per-hour 60 --reserve 0.9": ("reserve 0.9", "0 to 4/5"),
    f"{JACKPOT} {TERMS} --rounds-per-hour 60 --reserved=-1": ("reserved", "from 0"),
}


@pytest.mark.parametrize("command", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(pitboss: Inside, command: str):
    pitboss("session", "--house", *command.split()).refused(*REFUSED[command])


def test_the_house_s_options_are_not_a_player_s(pitboss: Inside):
    pitboss("session", "duki", "--rounds", "9", "--hours", "8").refused("--hours", "house")


def test_people_read_it(pitboss: Inside):
    asked = f"session {JACKPOT} {TERMS} --house --rounds-per-hour 40"
    ran = pitboss(*asked.split())
    assert "seed not covered" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 90
