"""Points of Ultimate 4 Card Buyout: of a kind, suited, and equal points against the dealer.

The pictures of the document are lost in the scans. Where an example shows only a picture, the
cards here are chosen to fit the words beside it.
"""

import pytest

from pitboss.games import find_game
from tests.scripts import buyout, outcomes, refuses


def points(cards: str) -> tuple[object, object]:
    score = find_game("buyout").score(cards, {})
    assert score["rank"] == score["points"]
    return score["points"], score["kind"]


@pytest.mark.rule("BUYOUT-01")
@pytest.mark.parametrize("cards", ["As As", "As ?? 4s", "As JK", "As 1h", "As 4"])
def test_one_deck_without_jokers(cards: str):
    with refuses(""):
        points(cards)


@pytest.mark.rule("BUYOUT-02")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("2s 2h", 20),
        ("Ks Kh", 20),
        ("2s 2h 2d", 30),
        ("Ks Kh Kd", 30),
        ("2s 2h 2d 2c", 40),
        ("Ks Kh Kd Kc", 40),
    ],
)
def test_of_a_kind_counts_ten_a_card(cards: str, expected: int):
    assert points(cards) == (expected, "of-a-kind")


@pytest.mark.rule("BUYOUT-03")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("As Ah", 22), ("As Ah Ad", 33), ("As Ah Ad Ac", 44), ("As Ah 9d 8c", 22)],
)
def test_aces_count_eleven_each(cards: str, expected: int):
    """Four aces are the example in the game's objective."""
    assert points(cards) == (expected, "of-a-kind")


@pytest.mark.rule("BUYOUT-04")
@pytest.mark.parametrize(
    ("cards", "expected"), [("2s 2h 9d 9c", 20), ("As Ah 9d 9c", 22), ("Ks Kh Qd Qc", 20)]
)
def test_two_pairs_do_not_add_up(cards: str, expected: int):
    assert points(cards) == (expected, "of-a-kind")


@pytest.mark.rule("BUYOUT-05")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param("As 4s", 15, id="printed: ace and four of spades"),
        pytest.param("Jd Td 8d", 28, id="printed: jack, ten and eight of diamonds"),
        pytest.param("Kh Jh Th 9h", 39, id="printed: king, jack, ten and nine of hearts"),
        pytest.param("Ts 7s 3s 2h", 20, id="printed: push example 1, suited"),
        pytest.param("Qd Td 6d 4d", 30, id="printed: push example 2, suited"),
        pytest.param("Kc Qc Jc Tc", 40, id="printed: push example 3, suited"),
        pytest.param("Kh Th 7h 2c", 27, id="sample playable hand, suited 27; picture lost"),
        pytest.param("Kd 9d 4d 3d", 26, id="sample playable hand, four diamonds 26; picture lost"),
        pytest.param("2s 3s", 5, id="fewest points there are"),
        pytest.param("2s 3s 4s 5s", 14, id="four suited cards with less than a pair"),
        pytest.param("As Ks Qs Js", 41, id="most points of a suit in four cards"),
        pytest.param("2s 3s Kd Ad 4h", 21, id="the better of two suits, five cards"),
        pytest.param("As Ks Qs Js Ts", 51, id="five cards of a suit"),
    ],
)
def test_suited_cards_count_their_sum(cards: str, expected: int):
    assert points(cards) == (expected, "suit")


@pytest.mark.rule("BUYOUT-05")
def test_every_rank_has_its_value():
    values = {rank: points(f"{rank}s 2s")[0] for rank in "3456789TJQKA"}
    assert values == dict(
        zip("3456789TJQKA", [5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12, 13], strict=True)
    )


@pytest.mark.rule("BUYOUT-06")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param("Kh Ks 9h", (20, "of-a-kind"), id="pair 20 above suited 19"),
        pytest.param("Kh Ks Th", (20, "suit"), id="pair 20 and suited 20: either"),
        pytest.param("Kh Ks Ah", (21, "suit"), id="pair 20 below suited 21"),
        pytest.param("Ah As Kh", (22, "of-a-kind"), id="aces 22 above suited 21"),
        pytest.param("Jh Jd Js 4c", (30, "of-a-kind"), id="printed: push example 2, three jacks"),
        pytest.param("7h 7d 7s 7c", (40, "of-a-kind"), id="printed: push example 3, four sevens"),
        pytest.param("9h 9d 9s 2c", (30, "of-a-kind"), id="sample playable hand, three of a kind"),
        pytest.param("2s 3s 4s 2h 2d", (30, "of-a-kind"), id="five cards"),
    ],
)
def test_the_better_of_suit_and_kind_never_both(cards: str, expected: tuple[int, str]):
    assert points(cards) == expected


@pytest.mark.rule("BUYOUT-07")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Ts 7s 3s 2h", "Kh Kc 7d Qd", id="example 1: suited 20, pair of kings"),
        pytest.param("Jh Jc Js 4c", "Qd Td 6d 4d", id="example 2: three jacks, suited 30"),
        pytest.param("7h 7d 7s 7c", "Kc Qc Jc Tc", id="example 3: four sevens, suited 40"),
        pytest.param("9s 9h 4c 3d", "8s 8h 4d 3c", id="two pairs of the same points"),
        pytest.param("Ts 7s 2h 3d", "9c 8c 2d 3h", id="two suits of the same points"),
    ],
)
def test_equal_points_push(one: str, other: str):
    """The examples do not say which hand is the dealer's: it makes no difference."""
    for player, dealer in ((one, other), (other, one)):
        answer = buyout({1: player}, dealer, "1 buy, 1 buy")
        assert outcomes(answer) == {"1 first": "push", "1 second": "push", "1 third": "push"}
        assert answer["net"] == {"1": "0.00"}


@pytest.mark.rule("BUYOUT-07")
@pytest.mark.parametrize(
    ("player", "outcome"), [("Ts 9s", "lose"), ("Kh Kc", "push"), ("As Ks", "win")]
)
def test_a_point_either_side_of_a_push(player: str, outcome: str):
    """19, 20 and 21 points against a pair of fives."""
    answer = buyout({1: f"{player} 2d"}, "5c 6h 5d 8s", "1 refuse")
    assert outcomes(answer) == {"1 first": outcome}


@pytest.mark.rule("BUYOUT-29")
@pytest.mark.parametrize(
    ("cards", "playable"),
    [
        pytest.param("2s 5h 9d Kc", False, id="zero point hand; picture lost"),
        pytest.param("As Kh Qd Jc", False, id="the highest cards without a point"),
        pytest.param("2s 5h 9d 2c", True, id="a pair"),
        pytest.param("2s 5h 9d 3s", True, id="two suited cards"),
        pytest.param("2s 5h", False, id="two cards without a point"),
    ],
)
def test_a_hand_without_two_of_a_suit_or_rank_has_no_points(cards: str, playable: bool):
    value, kind = points(cards)
    assert (value != 0, kind != "none") == (playable, playable)


@pytest.mark.parametrize("cards", ["As", "As 4s 5s 6s 7s 8s", ""])
def test_a_hand_has_two_to_five_cards(cards: str):
    with refuses("BUYOUT-10", "2 to 5 cards"):
        points(cards)


def test_the_cards_that_make_the_points_are_named():
    score = find_game("buyout").score
    assert score("9h Ks 7d 9s", {})["making"] == "9h 9s"
    assert score("As Kd 4s 2h", {})["making"] == "As 4s"
    assert score("As Kd 4h 2c", {})["making"] == ""
