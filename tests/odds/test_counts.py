"""Counts that must come out, however they were made."""

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK
from pitboss.games import find_game
from pitboss.games.buyout.score import points
from pitboss.games.contract import Decision
from pitboss.games.duki.score import score
from pitboss.games.opening import open_round, set_table
from pitboss.odds.buyout.kernels.deals import (
    DEALS,
    MOST,
    count_dealer,
    count_unseen,
    spread,
    spread_without,
)
from pitboss.odds.buyout.kernels.decisions import count_under, decide_all, follow_all
from pitboss.odds.buyout.price import bonus_beside, count_points
from pitboss.odds.buyout.states import look_up
from pitboss.odds.buyout.strategy import Thresholds
from pitboss.odds.cache import recall
from pitboss.odds.duki.hands import DEALERS, HANDS, field_of
from pitboss.odds.figures import exact
from pitboss.odds.generic.hands import class_of
from pitboss.odds.registry import advise, price
from pitboss.odds.request import read_request
from pitboss.rounds.runner import Runner
from tests.naive import naive_odds

WITHOUT_A_DUKI, THREE_SUITS, FOUR_SUITS = 83_980, 158_184, 28_561


@pytest.mark.parametrize("ace", ["high-low", "high"])
def test_as_many_duki_deals_are_won_as_lost(ace: str):
    """Player and dealer have the same chances: what one beats, the other is beaten by."""
    ahead, unqualified = [0, 0, 0], 0
    for hands in field_of(ace).hands:
        for one in hands.spreads:
            unqualified += one.hands * sum(one.counts[:3])
            for place in range(3):
                ahead[place] += one.hands * sum(one.counts[place::3])
    assert ahead[0] == ahead[2]
    assert sum(ahead) == HANDS * DEALERS
    assert Fraction(unqualified, HANDS * DEALERS) == Fraction(WITHOUT_A_DUKI, HANDS)


def test_duki_hands_are_as_many_as_their_suits_make():
    by_size = {0: 0, 3: 0, 4: 0}
    for hands in field_of("high-low").hands:
        by_size[hands.score >> 20] += sum(one.hands for one in hands.spreads)
    assert by_size == {0: WITHOUT_A_DUKI, 3: THREE_SUITS, 4: FOUR_SUITS}


def test_a_class_of_duki_hands_has_one_score():
    random = Random(7)
    for _ in range(200):
        hand = random.sample(DECK, 4)
        suits = random.sample(range(4), 4)
        other = [card & ~3 | suits[card & 3] for card in hand]
        assert class_of(hand) == class_of(other)
        (a, b, c, d), (e, f, g, h) = hand, other
        assert score(a, b, c, d, True) == score(e, f, g, h, True)


def test_four_card_hands_by_points():
    counts = recall(count_points())
    found = [0] * 45
    for hand in combinations([card for card in DECK if card >> 2 in (0, 8, 9, 12)], 4):
        found[points(hand)] += 1
    assert isinstance(counts, list)
    assert sum(counts) == HANDS
    assert all(few <= all_of_them for few, all_of_them in zip(found, counts, strict=True))
    assert counts[44] == found[44] == 1
    assert counts[42] == counts[43] == 0


@pytest.mark.parametrize(
    ("game", "rulings"),
    [
        ("buyout", {"bonus-alone": "yes"}),
        ("duki", {}),
        ("duki", {"bonus-four-card": "own-category", "ace": "high"}),
        ("duki", {"bonus-four-card": "ante-table", "bonus-pays": "for-1"}),
        ("duki", {"bonus-four-card": "three-suits-only"}),
    ],
)
def test_a_bonus_alone_returns_what_every_hand_gives_it(game: str, rulings: dict[str, str]):
    found = price(read_request(game, {"wager": "bonus", "rulings": rulings}))
    usual = {"ace": "high-low", "bonus-four-card": "best-three", "bonus-pays": "to-1"}
    back = naive_odds.bonus_return(game, {**usual, **rulings})
    assert found["house_edge"] == exact(1 - back)


def test_inclusion_and_exclusion_agree_with_a_plain_count():
    random = Random(3)
    below = np.empty(MOST + 1, np.int32)
    for up in (0, 32, 48):
        dealer = count_dealer(up)
        for _ in range(3):
            a, b, c, d = sorted(random.sample([card for card in DECK if card != up], 4))
            spread_without(dealer, (a, b, c, d), below)
            plain = spread(count_unseen(up, (a, b, c, d)))
            assert below.tolist() == plain.below
            assert below[-1] == plain.deals == DEALS


def test_buying_everything_gives_each_four_card_hand_its_share():
    """Thresholds of 0 fold only hands without points, so the bonus's hands are all others."""
    endings = count_under(follow_all([Thresholds(0, 0, 0, 0)] * 13), None)
    hands = recall(count_points())
    assert isinstance(hands, list)
    deals = sum(map(sum, endings)) // HANDS
    bought = [sum(column) for column in zip(*endings[8:], strict=True)]
    assert bought[1:] == [deals * count for count in hands[1:]]
    assert endings[4][0] == deals * hands[0]


@pytest.mark.parametrize("ratio", [None, "3"])
def test_the_book_decides_as_advice_does(ratio: str | None):
    """Whole-game decisions against advice, which counts each state by itself."""
    given = {"wager": "bonus", "bonus_ratio": ratio} if ratio else {}
    request = read_request("buyout", given)
    book = decide_all(bonus_beside(request))
    game = find_game("buyout")
    wagers = {"first": 1000, **({"bonus": 3000} if ratio else {})}
    opening = open_round(game, set_table(game), {1: wagers}, ())
    random = Random(11)
    asked = 0
    for _ in range(40):
        running = Runner(game, opening._replace(deck=tuple(random.sample(DECK, 52))))
        while question := running.question:
            choice = look_up(book, running)
            assert choice.action == advise(running)["best"]
            asked += 1
            actions = [option.action for option in question.options]
            running.decide(Decision(1, "buy" if "buy" in actions else "fold"))
    assert asked == 80
