"""The sentence that says why: made from the figures, checked against them."""

import re
from fractions import Fraction
from typing import Any

import pytest

from pitboss.training.chances import Chances
from pitboss.training.coach import judge, read_judgement, weigh
from pitboss.training.reasons import explain
from tests.training.rounds import GAMES, first_option, waiting


def of_hand(hand: str) -> Any:
    deck = f"{hand} Kd Kh 2d 3h"
    script: dict[str, Any] = {"wagers": {"1": {"ante": 10}}, "deck": deck}
    return waiting("duki", "reasons", **script)


def test_playing_is_set_against_what_a_fold_always_costs():
    advice = weigh(of_hand("9h 9c 6s Jd"))
    found = re.fullmatch(
        r"Playing for \$10 wins (\d+\.\d) % of the time, worth \+\$(\d+\.\d\d) on average;"
        r" folding always costs \$10\.",
        explain(advice),
    )
    assert found
    play = advice.best
    assert play.chances
    assert found[1] == f"{float(100 * play.chances.win):.1f}"
    assert found[2] == f"{float(10 * play.value):.2f}"


def test_where_folding_is_best_it_stands_first():
    words = explain(weigh(of_hand("2c 3c 5c 7c")))
    assert words.startswith("Folding always costs $10; playing for $10 wins ")
    assert "at a cost of $" in words


def test_a_fold_that_leaves_a_wager_in_play_has_no_certain_cost():
    wagers = {"1": {"ante": 10, "high-hand": 5}}
    table = {"paytables": {"high-hand": "HHW-01"}}
    advice = weigh(waiting("super-omaha", "high", wagers=wagers, table=table))
    (fold,) = [one for one in advice.options if one.action == "fold"]
    assert (fold.value * advice.unit_cents).denominator > 1
    words = explain(advice).lower()
    assert "folding gives up the main wagers, " in words
    assert "always" not in words
    assert "$-" not in words


def test_the_size_of_a_wager_is_explained_by_its_chances():
    for seed in range(6):
        advice = weigh(waiting("super-omaha", f"why {seed}"))
        best = advice.best
        assert best.chances
        sizes = [one.cents for one in advice.options if one.action == best.action]
        words = explain(advice)
        if len(sizes) == 1:
            assert "so the" not in words
        elif best.chances.win > best.chances.lose:
            assert words.endswith("so the largest wager is best.")
            assert best.cents == max(sizes)
        else:
            assert words.endswith("so the smallest wager is best.")
            assert best.cents == min(sizes)


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_kept_with_a_judgement(game: str):
    running = waiting(game, "kept")
    made = judge(running, first_option(running))
    again = read_judgement(made.to_json())
    kept = [(one.label, one.chances) for one in again.options]
    assert kept == [(one.label, one.chances) for one in made.options]
    assert explain(again) == explain(made)


def test_a_judgement_kept_before_there_were_chances_can_be_read():
    running = of_hand("9h 9c 6s Jd")
    given = judge(running, first_option(running)).to_json()
    for one in given["options"]:
        del one["chances"]
    old = read_judgement(given)
    assert all(one.chances is None for one in old.options)
    assert "wins" not in explain(old)


def test_what_is_lost_is_the_rest():
    assert Chances(Fraction(1, 2), Fraction(1, 3)).lose == Fraction(1, 6)
