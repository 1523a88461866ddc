"""Which Duki 4 Poker hands qualify, and how they rank."""

from itertools import pairwise

import pytest

from pitboss.games import find_game
from tests.scripts import duki, outcomes, refuses

FOUR = [
    ("four-of-a-kind", "As Ah Ad Ac"),
    ("four-of-a-kind", "2s 2h 2d 2c"),
    ("straight", "As Kh Qd Jc"),
    ("straight", "Ks Qh Jd Tc"),
    ("straight", "5s 4h 3d 2c"),
    ("straight", "4s 3h 2d Ac"),
    ("three-of-a-kind", "As Ah Ad Kc"),
    ("three-of-a-kind", "Ks Kh Kd Ac"),
    ("three-of-a-kind", "2s 2h 2d 4c"),
    ("three-of-a-kind", "2s 2h 2d 3c"),
    ("two-pair", "As Ah Kd Kc"),
    ("two-pair", "As Ah Qd Qc"),
    ("two-pair", "Ks Kh Qd Qc"),
    ("two-pair", "3s 3h 2d 2c"),
    ("pair", "As Ah Kd Qc"),
    ("pair", "As Ah Kd Jc"),
    ("pair", "2s 2h Ad Kc"),
    ("pair", "2s 2h 4d 3c"),
    ("high-card", "As Kh Qd Tc"),
    ("high-card", "As Kh Qd 9c"),
    ("high-card", "As Kh 3d 2c"),
    ("high-card", "6s 4h 3d 2c"),
]
"""4-card Dukis from the highest to the lowest, at the edges of each category."""

THREE = [
    ("three-of-a-kind", "As Ah Ad 2d"),
    ("three-of-a-kind", "2s 2h 2d Ad"),
    ("straight", "As Kh Qd 7d"),
    ("straight", "Ks Qh Jd 2d"),
    ("straight", "4s 3h 2d 9d"),
    ("straight", "3s 2h Ad 9d"),
    ("pair", "As Ah Kd 2d"),
    ("pair", "As Ah Qd 2d"),
    ("pair", "2s 2h Ad Kd"),
    ("pair", "2s 2h 5d 4d"),
    ("high-card", "As Kh Jd 2d"),
    ("high-card", "As Qh Td 2d"),
    ("high-card", "5s 4h 2d 3h"),
]
"""3-card Dukis from the highest to the lowest."""


def score(cards: str, ace: str = "high-low") -> dict[str, object]:
    return find_game("duki").score(cards, {"ace": ace})


def rank(cards: str, ace: str = "high-low") -> int:
    value = score(cards, ace)["rank"]
    assert isinstance(value, int)
    return value


@pytest.mark.rule("DUKI-08")
@pytest.mark.parametrize(
    ("cards", "size"),
    [
        pytest.param("9h 9c 6s Jd", 4, id="printed: all four suits"),
        pytest.param("As 4d 3c Js", 3, id="printed: three of the four suits"),
        pytest.param("Qd Qs Js As", 0, id="printed: two suits, three and one"),
        pytest.param("Qd Qs Jd As", 0, id="two suits, two and two"),
        pytest.param("Qd 2d Jd Ad", 0, id="one suit"),
    ],
)
def test_three_suits_qualify_and_so_do_four(cards: str, size: int):
    answer = score(cards)
    assert answer["duki"] == size
    assert (answer["category"] == "none") is (size == 0)
    assert (answer["rank"] == 0) is (size == 0)


@pytest.mark.rule("DUKI-09")
@pytest.mark.parametrize(("category", "cards"), FOUR)
def test_categories_of_four_cards(category: str, cards: str):
    assert (score(cards)["duki"], score(cards)["category"]) == (4, category)


@pytest.mark.rule("DUKI-09")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(cards for _, cards in FOUR)))
def test_order_of_four_cards(higher: str, lower: str):
    assert rank(higher) > rank(lower)


@pytest.mark.rule("DUKI-10")
@pytest.mark.parametrize(("category", "cards"), THREE)
def test_categories_of_three_cards(category: str, cards: str):
    assert (score(cards)["duki"], score(cards)["category"]) == (3, category)


@pytest.mark.rule("DUKI-10")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(cards for _, cards in THREE)))
def test_order_of_three_cards(higher: str, lower: str):
    assert rank(higher) > rank(lower)


@pytest.mark.rule("DUKI-10")
@pytest.mark.parametrize(
    ("cards", "making", "category"),
    [
        ("9s 7h 4d 2d", "9s 7h 4d", "high-card"),
        ("9s 7h 4d 7d", "9s 7h 7d", "pair"),
        ("9s 7h 9d 8d", "9s 7h 8d", "straight"),
        ("9s 9h 9d 8d", "9s 9h 9d", "three-of-a-kind"),
        ("2s 3h Ad Kd", "2s 3h Ad", "straight"),
    ],
)
def test_the_better_of_two_cards_of_a_suit_counts(cards: str, making: str, category: str):
    assert (score(cards)["making"], score(cards)["category"]) == (making, category)


@pytest.mark.rule("DUKI-10")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9s 7h 4d 2d", "9h 7d 4c 3c"),
        ("As Ah Kd 2d", "Ad Ac Ks Qs"),
        ("6s 6h 6d 2d", "6s 6h 6c Kc"),
    ],
)
def test_the_unused_card_never_breaks_a_tie(one: str, other: str):
    assert rank(one) == rank(other)


@pytest.mark.rule("DUKI-11")
def test_any_four_cards_beat_any_three_and_any_duki_beats_none():
    assert rank(FOUR[-1][1]) > rank(THREE[0][1])
    assert rank(THREE[-1][1]) > rank("As Ah Ks Kh") == 0


EXAMPLES = [
    pytest.param("9h 9c 6s Jd", "9d 9s 5h 8c", id="pair with a higher kicker; the lost suit is h"),
    pytest.param("7s 8h 9c Td", "Jd Js Jh 3c", id="a straight beats three of a kind"),
    pytest.param("6c 7s 8h 2d", "Jd Js Jh Qd", id="4-card without a pair beats 3-card trips"),
    pytest.param("6c 8h 9c 2d", "Qd Qs Js As", id="high card beats a hand that does not qualify"),
]


@pytest.mark.rule("DUKI-11")
@pytest.mark.parametrize(("winner", "loser"), EXAMPLES)
def test_printed_examples(winner: str, loser: str):
    """By rank, and at a table with either hand as the dealer's."""
    assert rank(winner) > rank(loser)
    won = duki({1: winner}, loser, "1 play")
    assert outcomes(won)["1 ante"] == "win"
    assert outcomes(won)["1 play"] == ("win" if rank(loser) else "push")
    lost = duki({1: loser}, winner, "1 play")
    assert outcomes(lost) == {"1 ante": "lose", "1 play": "lose"}


@pytest.mark.rule("DUKI-09")
@pytest.mark.parametrize(
    ("cards", "high_low", "high"),
    [
        ("As 2h 3d 4c", "straight", "high-card"),
        ("2s 3h 4d 5c", "straight", "straight"),
        ("As Kh Qd Jc", "straight", "straight"),
        ("As 2h Kd Qc", "high-card", "high-card"),
        ("As 2h 3d Kc", "high-card", "high-card"),
        ("As 2h 3d 9d", "straight", "high-card"),
        ("2s 3h 4d 9d", "straight", "straight"),
        ("As Kh Qd 9d", "straight", "straight"),
        ("As Kh 2d 9d", "high-card", "high-card"),
    ],
)
def test_ruling_ace(cards: str, high_low: str, high: str):
    """The ace may be low under high-low only; king, ace and two never follow each other."""
    assert score(cards, "high-low")["category"] == high_low
    assert score(cards, "high")["category"] == high


@pytest.mark.rule("DUKI-09")
@pytest.mark.parametrize(("ace", "outcome"), [("high-low", "win"), ("high", "lose")])
def test_ruling_ace_at_the_table(ace: str, outcome: str):
    """A-2-3-4 against a pair of aces."""
    rulings = {"ace": ace}
    answer = duki({1: "As 2h 3d 4c"}, "Ah Ad 9s 7c", "1 play", rulings=rulings)
    assert outcomes(answer)["1 ante"] == outcome
    assert answer["hands"]["1"]["category"] == score("As 2h 3d 4c", ace)["category"]


@pytest.mark.parametrize("cards", ["", "As", "As Kh Qd", "As Kh Qd Jc Ts"])
def test_a_hand_has_four_cards(cards: str):
    with refuses("DUKI-03", "4 cards"):
        score(cards)
