"""Holdout's showdown against its naive twin.

PITBOSS_SHOWDOWNS=1000000 pytest tests/naive/test_naive_holdout.py makes it a campaign.
"""

import os
import random

import pytest

from pitboss.cards import format_card, format_cards
from pitboss.cards.poker import category_name
from pitboss.games.holdout.betting import divide, split
from pitboss.games.holdout.score import score
from tests.naive import naive_holdout as naive

SHOWDOWNS = int(os.environ.get("PITBOSS_SHOWDOWNS", "12000"))


@pytest.mark.parametrize(
    ("held", "community", "category"),
    [
        ("Ts Jd", "2c Qh Ks Ad", "straight"),
        ("Tc Jh Qd", "2c Qh Ks Ad", "straight"),
        ("Td Jc 2h", "2c Qh Ks Ad", "pair"),
        ("5h 4h", "3h 2h Ah Kd", "straight-flush"),
        ("As Ks Qs Js Ts", "2c 3c 4c 5c", "royal-flush"),
        ("Ah", "2h 7h 9h Jh", "flush"),
        ("Kd Kh 4s", "Ks 4d Ac Ad", "full-house"),
    ],
)
def test_the_twin_knows_its_categories(held: str, community: str, category: str):
    place, _ = naive.strength(held.split(), community.split())
    assert naive.CATEGORIES[place] == category


@pytest.mark.rule("HOLD-08")
def test_random_showdowns_have_the_same_winners():
    """Two hands a board, one to five cards each: category and comparison agree."""
    dice = random.Random(20140926)
    deck = list(range(52))
    for _ in range(SHOWDOWNS):
        cards = dice.sample(deck, 14)
        community, first, second = cards[:4], cards[4 : 4 + dice.randint(1, 5)], cards[9:]
        second = second[: dice.randint(1, 5)]
        a, b = score(first, community), score(second, community)
        board = [format_card(card) for card in community]
        strong_a = naive.strength([format_card(card) for card in first], board)
        strong_b = naive.strength([format_card(card) for card in second], board)
        shown = f"{format_cards(first)} against {format_cards(second)} on {format_cards(community)}"
        assert ((a > b) - (a < b)) == ((strong_a > strong_b) - (strong_a < strong_b)), shown
        assert category_name(a) == naive.CATEGORIES[strong_a[0]], shown
        assert category_name(b) == naive.CATEGORIES[strong_b[0]], shown


@pytest.mark.rule("HOLD-21")
@pytest.mark.rule("HOLD-22")
def test_random_pots_are_paid_alike():
    """Two to nine seats, some of them folded, many ties: the same chips to the same seats."""
    dice = random.Random(4)
    for _ in range(SHOWDOWNS // 6):
        seats = list(range(1, dice.randint(2, 9) + 1))
        put = {seat: dice.choice([1, 2, 5, 7, 12, 40]) for seat in seats}
        live = [seat for seat in seats if dice.random() < 0.7] or [seats[0]]
        cards = dice.sample(naive.DECK, 4 + len(seats))
        community = cards[:4]
        hands = {seat: [card] for seat, card in zip(seats, cards[4:], strict=True)}
        numbers = {card: number for number, card in enumerate(naive.DECK)}
        board = [numbers[card] for card in community]
        ranks = {seat: score([numbers[hands[seat][0]]], board) for seat in live}
        won = dict.fromkeys(seats, 0)
        for cents, playing in divide(put, live):
            best = max(ranks[seat] for seat in playing)
            best_seats = [seat for seat in playing if ranks[seat] == best]
            for seat, share in zip(best_seats, split(cents, best_seats, 1), strict=True):
                won[seat] += share
        assert won == naive.pay_out(put, live, hands, community), (put, live, hands, community)
