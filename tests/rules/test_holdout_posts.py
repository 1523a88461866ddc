"""Who posts what, as a script gives it: dead buttons and missed blinds."""

import pytest

from pitboss.refusal import Refused
from tests.rules.holdout import holdout

STACKS = {1: 100, 3: 100, 4: 100, 5: 100}
POSTS = [
    [3, "small-blind", 2, 0],
    [4, "big-blind", 4, 0],
    [1, "missed-blind", 4, 2],
]


@pytest.mark.rule("HOLD-26")
def test_a_script_may_have_a_dead_button_and_missed_blinds():
    """The button lies at the empty seat 2; seat 1 has 4.00 live and 2.00 dead in the pot."""
    answer = holdout(STACKS, button=2, posts=POSTS)
    assert answer["stacks"] == {"1": "94.00", "3": "98.00", "4": "96.00", "5": "100.00"}
    assert answer["waiting"][0]["seat"] == 5
    ended = holdout(STACKS, "5 fold, 1 fold, 3 fold", button=2, posts=POSTS)
    assert ended["stacks"] == {"1": "94.00", "3": "98.00", "4": "108.00", "5": "100.00"}


@pytest.mark.rule("HOLD-02")
def test_without_posts_the_button_needs_a_player():
    with pytest.raises(Refused, match="button: '2' is no seat of this round") as refused:
        holdout(STACKS, button=2)
    assert refused.value.rule == "HOLD-02"


@pytest.mark.parametrize(
    ("posts", "words"),
    [
        (5, "each is"),
        ([[3, "small-blind", 2]], "each is"),
        ([[2, "big-blind", 4, 0]], "of a seat of this round"),
        ([[True, "big-blind", 4, 0]], "of a seat of this round"),
        ([[3, "straddle", 4, 0]], "names are small-blind, big-blind, missed-blind"),
        ([[3, "big-blind", -4, 0]], "not below 0"),
        ([[3, "big-blind", "0.001", 0]], "fraction of a cent"),
        ([[3, "small-blind", 2, 0]], "one big blind"),
        ([[3, "big-blind", 4, 0], [4, "big-blind", 4, 0]], "one big blind"),
        ([[3, "big-blind", 4, 0], [3, "small-blind", 2, 0]], "a seat posts once"),
    ],
)
def test_bad_posts_are_refused_in_one_line(posts, words):
    with pytest.raises(Refused, match=words) as refused:
        holdout(STACKS, button=2, posts=posts)
    assert "\n" not in str(refused.value)


def test_posts_are_in_whole_chips():
    posts = [[2, "small-blind", 2, 0], [1, "big-blind", "4.50", 0]]
    with pytest.raises(Refused, match=r"posts: 4\.50 is not in whole chips"):
        holdout([100, 100], button=2, posts=posts, chip=1)
