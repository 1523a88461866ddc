"""Shares of a Holdout pot: counted ones against a slow twin, estimates against counted ones."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, format_card, format_cards, parse_cards
from pitboss.games.holdout.score import score
from pitboss.odds.holdout import equity
from pitboss.odds.holdout.equity import Rounds, Spot
from pitboss.odds.holdout.kernels.hands import (
    HANDS,
    PLACES,
    best,
    hands_of,
    known,
    lay,
    list_classes,
    part,
)
from pitboss.odds.holdout.strategy import SENSIBLE, UNIFORM, sensible_hold
from pitboss.odds.ranks import tables
from tests.naive import naive_holdout_equity as naive

MODELS = [SENSIBLE, UNIFORM]


def texts(cards: Sequence[int]) -> list[str]:
    return [format_card(card) for card in cards]


def small_spot(random: Random, discards: int, board: int, unseen: int) -> Spot:
    """A spot in which all but a few cards have been seen; often of few suits, for flushes."""
    deck = list(DECK)
    random.shuffle(deck)
    if random.random() < 0.5:
        deck.sort(key=lambda card: card & 3 == 3, reverse=True)
        front = deck[: unseen + 8]
        random.shuffle(front)
        deck[: unseen + 8] = front
    size = random.randint(1, 5)
    held, rest = deck[:size], deck[size + board + unseen :]
    return Spot(tuple(held), tuple(rest), tuple(deck[size : size + board]), (discards,))


def twin(spot: Spot, model: str) -> tuple[int, int, int]:
    (discards,) = spot.discards
    assert discards is not None
    unseen = texts(spot.unseen)
    return naive.count(texts(spot.held), texts(spot.board), unseen, discards, model)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("discards", [0, 1, 2, 3, 4])
def test_flop_counts_are_those_of_the_twin(discards: int, model: str):
    random = Random(f"flop {discards} {model}")
    for _ in range(6):
        spot = small_spot(random, discards, 2, 10)
        counted = equity.count(spot, model)
        won, tied, lost = twin(spot, model)
        assert counted == (won, tied, won + tied + lost), spot


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("discards", [0, 1, 2, 3, 4])
def test_river_counts_are_those_of_the_twin(discards: int, model: str):
    random = Random(f"river {discards} {model}")
    for _ in range(6):
        spot = small_spot(random, discards, 4, 13)
        counted = equity.count(spot, model)
        won, tied, lost = twin(spot, model)
        assert counted == (won, tied, won + tied + lost), spot


def test_a_whole_deck_is_counted_as_by_the_twin():
    spot = Spot(parse_cards("As Ad 9c"), parse_cards("5h 2d"), parse_cards("Kd 7h 3c Js"), (3,))
    won, tied, lost = twin(spot, UNIFORM)
    assert won + tied + lost == comb(43, 2)
    assert equity.count(spot, UNIFORM) == (won, tied, comb(43, 2))


@pytest.mark.parametrize("discards", [0, 1, 2, 3, 4])
def test_every_deal_is_counted_once(discards: int):
    flop = Spot(parse_cards("Qs Jd 9c"), parse_cards("5h 2d"), parse_cards("Kd 7h"), (discards,))
    size = 5 - discards
    counted = equity.count(flop, UNIFORM)
    assert counted.deals == comb(45, size) * comb(45 - size, 2)
    assert 0 <= counted.wins + counted.ties <= counted.deals
    fits = 45 if discards == 4 else None
    hands = equity.count(flop, SENSIBLE).deals // comb(44 if discards == 4 else 40, 2)
    assert hands == (fits or sum(1 for _ in fitting(flop, size)))


def fitting(spot: Spot, size: int):
    """The numbers of all hands of unseen cards of which so many are kept."""
    seen = {*spot.held, *spot.discarded, *spot.board}
    first = known().holdings.first
    classes = known().kept.classes
    numbers = np.flatnonzero((classes >= first[size]) & (classes < first[size + 1]))
    return (hand for hand in hands_of(numbers).tolist() if not seen & set(hand))


def test_what_one_side_wins_the_other_loses():
    board = parse_cards("Kd 7h 3c Js")
    cards = parse_cards("As Ks Qs 7d 7c 3h 2s 9h")
    sides = []
    for mine, theirs in ((2, 3), (3, 2)):
        wins = ties = deals = 0
        for held in combinations(cards, mine):
            seen = tuple(card for card in DECK if card not in cards and card not in board)
            found = equity.count(Spot(held, seen, board, (5 - theirs,)), UNIFORM)
            wins, ties, deals = wins + found.wins, ties + found.ties, deals + found.deals
        sides.append((wins, ties, deals))
    (wins, ties, deals), (losses, same, again) = sides
    assert deals == again == comb(8, 2) * comb(6, 3)
    assert ties == same
    assert wins + ties + losses == deals


@pytest.mark.parametrize("discards", [1, 2, 3])
def test_suits_have_no_order(discards: int):
    spot = Spot(parse_cards("As Ks 9s"), parse_cards("5h 2d"), parse_cards("Ts 7h"), (discards,))
    turned = [tuple(card ^ 2 for card in cards) for cards in spot[:3]]
    other = Spot(turned[0], turned[1], turned[2], (discards,))
    assert equity.count(spot, UNIFORM) == equity.count(other, UNIFORM)


def test_the_rule_is_that_of_the_twin():
    random = Random(5)
    for _ in range(10_000):
        hand = random.sample(DECK, 5)
        assert texts(sensible_hold(hand)) == naive.sensible_hold(texts(hand))


def test_every_hand_has_its_class():
    classes, found = known().kept.classes, known().holdings
    assert len(classes) == HANDS == comb(52, 5)
    random, names = Random(6), list_classes()
    for _ in range(3_000):
        hand = sorted(random.sample(DECK, 5))
        number = sum(int(PLACES[place, card]) for place, card in enumerate(hand))
        held = sensible_hold(hand)
        ranks, suit = names[classes[number]]
        suits = {card & 3 for card in held}
        assert ranks == tuple(card >> 2 for card in held)
        assert suit == (suits.pop() if len(suits) == 1 else None)
        assert hands_of(np.array([number]))[0].tolist() == hand
    assert len(found.codes) == len(names) == 18_057


def test_parts_score_as_the_table_does():
    random, orders = Random(7), tables()
    codes, suits = np.empty(16, np.int64), np.empty(16, np.int64)
    for _ in range(5_000):
        size = random.randint(1, 5)
        cards = random.sample(DECK, size + 4)
        if random.random() < 0.5:
            cards = random.sample([card for card in DECK if card & 3 < 2], size + 4)
        held, board = cards[:size], cards[size:]
        lay(np.array(board), codes, suits)
        code, shared = part(np.array(held))
        order = best(orders, (code, shared, 5 - size), codes, suits)
        assert orders.ranks[order] == score(held, board), format_cards(cards)


def test_estimates_hold_the_counted_value():
    random, inside = Random(8), 0
    for number in range(60):
        cards = random.sample(DECK, 9)
        held, rest = tuple(cards[:3]), tuple(cards[3:5])
        board = tuple(cards[5 : 5 + random.choice((2, 4))])
        spot = Spot(held, rest, board, (random.randint(0, 4),))
        model = random.choice(MODELS)
        rounds = Rounds(3_000, number)
        (share,) = equity.estimate([held], spot, None, model, rounds)[0]
        inside += share.low <= equity.count(spot, model).value <= share.high
    assert inside >= 57


def test_two_opponents_are_estimated_as_the_twin_counts():
    board, held = parse_cards("Kd 7h 3c Js"), parse_cards("Ks Qs")
    unseen = parse_cards("As Kc Qd 7d 7c 3h 2s 9h Jd")
    seen = tuple(card for card in DECK if card not in (*board, *held, *unseen))
    exact = naive.share_of_two(texts(held), texts(board), texts(unseen), (2, 3))
    (share,) = equity.estimate([held], Spot(held, seen, board, (3, 2)), model=UNIFORM)[0]
    assert share.counted is None
    assert share.low <= exact <= share.high


def test_equal_players_share_equally():
    spot = Spot((), (), (), (None, None))
    random, total = Random(9), 0.0
    for number in range(300):
        hand = tuple(random.sample(DECK, 5))
        held = sensible_hold(hand)
        rest = tuple(card for card in hand if card not in held)
        dealt = spot._replace(held=held, discarded=rest)
        rounds = Rounds(400, number)
        total += equity.estimate([held], dealt, rounds=rounds)[0][0].value
    assert abs(total / 300 - 1 / 3) < 0.04


def test_a_seed_gives_the_same_estimate():
    spot = Spot(parse_cards("As Ad 9c 5h 2d"))
    assert equity.values_of_holds(spot) == equity.values_of_holds(spot)
    other = equity.values_of_holds(spot, rounds=Rounds(12_000, 2))
    assert other != equity.values_of_holds(spot)


def test_all_31_holds_are_valued_best_first():
    values = equity.values_of_holds(Spot(parse_cards("Ks Kd Kc 5h 2d"), discards=(2,)))
    assert len({held for held, _ in values}) == 31
    shares = [share.value for _, share in values]
    assert shares == sorted(shares, reverse=True)
    assert format_cards(values[0][0]) == "Ks Kd Kc"
    assert all(share.low < share.value < share.high for _, share in values)


def test_a_royal_flush_ties_only_with_the_three_others():
    royal = parse_cards("As Ks Qs Js Ts")
    for discards in range(5):
        counted = equity.count(Spot(royal, (), parse_cards("2c 3d"), (discards,)))
        assert counted.wins + counted.ties == counted.deals
        if discards == 0:
            assert counted.ties == 3 * comb(40, 2)


def test_one_held_card_is_any_card_in_both_models():
    spot = Spot(parse_cards("As Ad 9c"), parse_cards("5h 2d"), parse_cards("Kd 7h"), (4,))
    assert equity.count(spot, SENSIBLE) == equity.count(spot, UNIFORM)
