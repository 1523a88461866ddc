"""Who posts what, as a script gives it: dead buttons and missed blinds."""

from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.refusal import Refused
from tests.rules.holdout import asked, holdout
from tests.scripts import events, refuses

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


@pytest.mark.rule("HOLD-26")
def test_there_may_be_more_than_one_big_blind():
    """Seats 1 and 3 were passed by both blinds: each has 4.00 live and 2.00 dead. The seat after
    the last big blind starts, and the others have their say as big blinds have."""
    posts = [
        *([1, "big-blind", 4, 0], [1, "small-blind", 0, 2]),
        *([3, "big-blind", 4, 0], [3, "small-blind", 0, 2], [4, "big-blind", 4, 0]),
    ]
    answer = holdout(STACKS, "5 call", button=1, posts=posts)
    assert answer["stacks"] == {"1": "94.00", "3": "94.00", "4": "96.00", "5": "96.00"}
    (waiting,) = answer["waiting"]
    assert waiting["seat"] == 1
    assert [option["action"] for option in waiting["options"]] == ["check", "raise", "fold"]
    assert asked(holdout(STACKS, "5 fold, 1 check", button=1, posts=posts)).startswith("3: check")


@pytest.mark.rule("HOLD-26")
@pytest.mark.parametrize("posts", [[[1, "missed-blind", 4, 2]], [[1, "missed-blind", 2, 0]]])
def test_a_short_stack_posts_the_live_part_of_a_missed_blind_first(posts):
    """Of 4.00 and 2.00 owed with 2.00 left, 2.00 is a wager: three others match it, and the best
    hand wins 8.00."""
    stacks = {1: 2, 2: 100, 3: 100, 4: 100}
    blinds = [[2, "small-blind", 2, 0], [3, "big-blind", 4, 0]]
    checks = ", 2 check, 3 check, 4 check"
    holds = ", 2 hold 2c, 3 hold 2d, 4 hold 2h, 1 hold AsKsQsJsTs"
    hands = {1: "As Ks Qs Js Ts", 2: "2c 3d 4h 5c 7d", 3: "2d 3h 4c 5d 7h", 4: "2h 3c 4d 5h 7c"}
    decisions = "4 call, 2 call, 3 check" + holds + checks + checks
    ended = holdout(stacks, decisions, button=1, hands=hands, posts=[*blinds, *posts])
    assert ended["net"]["1"] == "6.00"


@pytest.mark.rule("HOLD-02")
def test_without_posts_the_button_needs_a_player():
    with pytest.raises(Refused, match="button: '2' is no seat of this round") as refused:
        holdout(STACKS, button=2)
    assert refused.value.rule == "HOLD-02"


@pytest.mark.rule("HOLD-02")
@pytest.mark.parametrize("button", [1, 2, 6])
def test_with_posts_the_button_may_lie_at_any_seat_of_the_table(button):
    assert holdout(STACKS, button=button, posts=POSTS, seats="6")["waiting"]


@pytest.mark.rule("HOLD-02")
@pytest.mark.parametrize("button", [0, 7])
def test_with_posts_the_button_lies_at_a_seat_of_the_table(button):
    words = f"button: '{button}' is no seat of this round; it has 1, 2, 3, 4, 5, 6 ("
    with refuses("HOLD-02", words):
        holdout(STACKS, button=button, posts=POSTS, seats="6")


SHAPE = "posts: each is [SEAT, NAME, LIVE, DEAD], of a seat of this round"
NAMES = f"{SHAPE}; names are small-blind, big-blind, missed-blind"


@pytest.mark.rule("HOLD-26")
@pytest.mark.parametrize(
    ("posts", "words"),
    [
        (5, SHAPE),
        ("3 big", SHAPE),
        ([5], SHAPE),
        (["post"], SHAPE),
        ([dict.fromkeys((3, "big-blind", 4, 0))], SHAPE),
        ([[3, "small-blind", 2]], SHAPE),
        ([[3, "small-blind", 2, 0, 0]], SHAPE),
        ([[2, "big-blind", 4, 0]], NAMES),
        ([[True, "big-blind", 4, 0]], NAMES),
        ([[[], "big-blind", 4, 0]], NAMES),
        ([[{}, "big-blind", 4, 0]], NAMES),
        ([[3, ["big-blind"], 4, 0]], NAMES),
        ([[3, "straddle", 4, 0]], NAMES),
        ([[3, "big-blind", -4, 0]], "posts: chips are not below 0"),
        ([[3, "big-blind", 4, "-0.01"]], "posts: chips are not below 0"),
        ([[3, "small-blind", 2, 0]], "posts: at least one big blind is posted"),
        (
            [[3, "big-blind", 4, 0], [3, "big-blind", 0, 2]],
            "posts: a seat posts each blind once",
        ),
        (
            [[3, "big-blind", 4, 0], [3, "small-blind", 2, 0]],
            "posts: seat 3 posts 6.00 live; at most the big blind of 4.00 is, the rest is dead",
        ),
        (
            [[3, "big-blind", "4.01", 0]],
            "posts: seat 3 posts 4.01 live; at most the big blind of 4.00 is, the rest is dead",
        ),
    ],
)
def test_bad_posts_are_refused_in_one_line(posts, words):
    with pytest.raises(Refused) as refused:
        holdout(STACKS, button=2, posts=posts)
    assert str(refused.value) == f"{words} (HOLD-26)"


def test_what_is_posted_is_an_amount():
    with refuses("", "posts: 0.001 has a fraction of a cent"):
        holdout(STACKS, button=2, posts=[[3, "big-blind", "0.001", 0]])


@pytest.mark.rule("HOLD-29")
@pytest.mark.parametrize(("live", "dead"), [("3.50", 0), (4, "0.50")])
def test_posts_are_in_whole_chips(live, dead):
    posts = [[2, "small-blind", 2, 0], [1, "big-blind", live, dead]]
    odd = next(amount for amount in (live, dead) if isinstance(amount, str))
    with refuses("HOLD-29", f"posts: {odd} is not in whole chips of 1.00"):
        holdout([100, 100], button=2, posts=posts, chip=1)


@pytest.mark.rule("HOLD-28")
@pytest.mark.parametrize("ante", ["2.00", "2.01"])
def test_whose_chips_go_into_the_ante_posts_nothing(ante):
    """Neither at a table nor in a record of one."""
    stacks = {1: 2, 2: 100, 3: 100}
    posts = [[2, "small-blind", 2, 0], [3, "big-blind", 4, 0], [1, "missed-blind", 4, 2]]
    answer = holdout(stacks, button=1, posts=posts, ante=ante)
    placed = [e["action"] for e in events(answer, "chips-placed") if e["seat"] == 1]
    assert placed == ["ante"]
    game = find_game("holdout")
    assert game.recorded_seating is not None
    script = {"stacks": stacks, "posts": posts, "table": {"rulings": {"ante": ante}}}
    recorded: Any = game.recorded_seating(script)["posts"]
    assert [post[0] for post in recorded] == [2, 3]
