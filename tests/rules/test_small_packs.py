"""Scores against the twins over every hand of a small pack; tests/counts has the whole packs.

The ranks of a pack are chosen so that runs, the ace's two places and every bit of a rank occur.
"""

from itertools import combinations, permutations
from random import Random

import pytest

from pitboss.cards import DECK, format_card
from pitboss.cards.poker import rank_five
from pitboss.games.duki.score import best_three, category_of, first_rank, score
from pitboss.games.duki.words import score_text
from pitboss.games.holdout.score import score as score_holdout
from tests.naive import naive_duki

TEXT = [format_card(card) for card in DECK]
DUKI_PACK = [card for card in DECK if TEXT[card][0] in "AKJ432"]


@pytest.mark.rule("DUKI-09")
@pytest.mark.rule("DUKI-10")
@pytest.mark.parametrize("ace", ["high-low", "high"])
def test_duki_hands_compare_as_the_twins_do(ace: str):
    place_of: dict[int, tuple[int, ...]] = {}
    for hand in combinations(DUKI_PACK, 4):
        value = score(*hand, ace == "high-low")
        assert score(*hand[::-1], ace == "high-low") == value, hand
        assert score(*hand[2:], *hand[:2], ace == "high-low") == value, hand
        place = naive_duki.hand_key([TEXT[card] for card in hand], ace)
        assert place_of.setdefault(value, place) == place, hand
    places = [place_of[value] for value in sorted(place_of)]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


@pytest.mark.rule("DUKI-17")
@pytest.mark.parametrize("ace", ["high-low", "high"])
def test_the_best_three_of_a_duki_are_the_twins(ace: str):
    for hand in combinations(DUKI_PACK, 4):
        if len({card & 3 for card in hand}) == 4:
            value = best_three(*hand, ace == "high-low")
            turned = (*hand[1:], hand[0]), (*hand[2:], *hand[:2]), (hand[3], *hand[:3])
            assert {best_three(*each, ace == "high-low") for each in turned} == {value}, hand
            chosen = naive_duki.choices([TEXT[card] for card in hand], 3)
            three = max(chosen, key=lambda cards: naive_duki.key_of(cards, ace))
            category, ranks = naive_duki.category_of(three, ace)
            assert (category_of(value), first_rank(value) + 2) == (category, ranks[0]), hand


@pytest.mark.rule("DUKI-09")
@pytest.mark.parametrize(
    ("better", "worse"), [("Kh Qc Qs Jd", "Kh Qc Qs 3d"), ("Ah Kc Js 9d", "9h 7c 5s 4d")]
)
def test_hands_that_differ_late(better: str, worse: str):
    left, right = [score_text(cards, {"ace": "high-low"})["rank"] for cards in (better, worse)]
    assert int(str(left)) > int(str(right))


@pytest.mark.rule("HOLD-08")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_holdout_hand_is_the_best_of_its_choices_however_the_board_lies(number: int):
    """Every held card counts, with as many community cards as were discarded."""
    for seed in range(20):
        cards = Random(seed).sample(DUKI_PACK, 9)
        held, board = cards[:number], cards[5:]
        chosen = combinations(board, 5 - number)
        best = max(rank_five(*held, *community) for community in chosen)
        assert {score_holdout(held, lying) for lying in permutations(board)} == {best}
