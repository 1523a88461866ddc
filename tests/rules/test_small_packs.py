"""Scores against the twins over every hand of a small pack; tests/counts has the whole packs.

The ranks of a pack are chosen so that runs, the ace's two places and every bit of a rank occur.
"""

from itertools import combinations

import pytest

from pitboss.cards import DECK, format_card
from pitboss.games.duki.score import best_three, category_of, first_rank, score
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
            assert best_three(*hand[::-1], ace == "high-low") == value, hand
            chosen = naive_duki.choices([TEXT[card] for card in hand], 3)
            three = max(chosen, key=lambda cards: naive_duki.key_of(cards, ace))
            category, ranks = naive_duki.category_of(three, ace)
            assert (category_of(value), first_rank(value) + 2) == (category, ranks[0]), hand
