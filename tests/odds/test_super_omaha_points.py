"""Rules by points for Super Omaha's leaks: scores against a slow twin, and thresholds against all
there are."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK
from pitboss.odds.cache import find
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import leaks, strategy
from pitboss.odds.super_omaha.kernels import FEATURES
from pitboss.odds.super_omaha.kernels.features import find_cell
from pitboss.odds.super_omaha.leaks import (
    cards,
    neighbours,
    one_card,
    points,
    scores,
    states,
    thresholds,
)
from pitboss.odds.super_omaha.leaks.choices import cell_actions
from pitboss.odds.super_omaha.leaks.thresholds import Thresholds, best_by_sample, best_thresholds
from tests.odds import graphs

NETS = tuple(strategy.printed_nets())
RUNS = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
MADE = ("two-pair", "three-of-a-kind", "straight", "flush", "full-house-or-better")
Cards = list[int]


def rule_of(name: str) -> neighbours.Rule:
    given = leaks.points_of(name)
    rest = leaks.rest_of(name).as_integer_ratio()
    return neighbours.Rule(int(name[-1]), given, rest, name in leaks.FROM_BEST)


def shows(hand: Cards, flop: Cards) -> dict[str, str]:
    cell = find_cell(hand, flop)
    key = strategy.key_of(cell, tuple(FEATURES))
    return strategy.name_key(tuple(FEATURES), key)


def card_points(hand: Cards, flop: Cards) -> int:
    """By the strategy card alone."""
    card, shown = strategy.named_strategies()["points"], shows(hand, flop)
    assert isinstance(card, strategy.Points)
    total: int = sum(
        given[FEATURES[feature].index(shown[feature])] for feature, given in card.by_feature.items()
    )
    return total


def ranked(score: int, hand: Cards, flop: Cards) -> int:
    """The place of some points among all scores, or of a hand that has none."""
    made = shows(hand, flop)["made"]
    if made in MADE:
        return points.FIRST_MADE + MADE.index(made)
    return min(max(score, points.LEAST), points.MOST) - points.LEAST


def parts_of(card: int, hand: Cards, flop: Cards) -> list[str]:
    """What a card is to a hand and a Flop, in the words of the rule."""
    rank, ranks, held = card >> 2, [one >> 2 for one in flop], [one >> 2 for one in hand]
    if ranks.count(rank) > 1:
        found = ["board-pair"]
    elif rank in ranks:
        found = ["shared" if rank in held else "highest" if rank == max(ranks) else "another"]
    elif rank in held:
        found = ["pocket" if held.count(rank) > 1 else "single"]
    else:
        found = ["high" if rank >= 8 else "low"]
    on_flop, own = (sum(one & 3 == card & 3 for one in some) for some in (flop, hand))
    if on_flop == 2 and own >= 2:
        found.append("draw")
    elif on_flop >= 2:
        found.append("flush")
    elif on_flop == 1 and own >= 2:
        found.append("backdoor")
    if rank not in ranks and any(
        len(run & {*two}) == 2 and run - {*two} - {*ranks} == {rank}
        for two in combinations(held, 2)
        for run in RUNS
    ):
        found.append("straight")
    return found


def random_deck(random: Random) -> Cards:
    """Every third with a pair on the Flop, every third with two of a suit there."""
    deck, kind = random.sample(DECK, 52), random.randrange(3)
    if kind:
        wanted = deck[4] ^ 1 if kind == 1 else (deck[4] + 8) % 52
        at = deck.index(wanted)
        deck[5], deck[at] = deck[at], deck[5]
    return deck


@pytest.mark.parametrize("name", list(leaks.DEALS))
def test_the_score_with_other_seats_cards_is_what_a_slow_twin_adds_up(name: str):
    seats, random, rule = int(name[-1]), Random(name), rule_of(name)
    numbers = cards._read()["points"]["neighbours"]["more"]
    found, made = set(), 0
    for _ in range(150):
        deck = random_deck(random)
        hand, flop, others = deck[:4], deck[4:7], deck[7 : 7 + 4 * seats]
        seen, unseen = (
            sum(numbers.get(part, 0) for card in some for part in parts_of(card, hand, flop))
            for some in (others, deck[7 + 4 * seats :])
        )
        added = (seen - leaks.rest_of(name) * unseen) / 2
        total = card_points(hand, flop) + added.__floor__()
        assert neighbours.score_of(deck, rule) == ranked(total, hand, flop)
        found |= {part for card in others for part in parts_of(card, hand, flop)}
        made += shows(hand, flop)["made"] in MADE
    assert {*numbers} - {"draw"} <= found
    assert 0 < made < 150


def test_the_score_with_one_of_the_dealers_cards_is_what_a_slow_twin_adds_up():
    numbers, random, found = cards._read()["points"]["dealer-1"]["more"], Random(1), set()
    for _ in range(150):
        deck = random_deck(random)
        hand, flop, card = sorted(deck[:4]), deck[4:7], deck[7]
        parts = parts_of(card, hand, flop)
        total = card_points(hand, flop) + sum(numbers.get(part, 0) for part in parts)
        given = np.array([[*hand, card]])
        score = one_card.scores_of(flop, given, leaks.points_of("dealer-1"))
        assert score == [ranked(total, hand, flop)]
        found |= {*parts}
    assert {*numbers} - {"draw"} <= found


def test_a_sampled_flop_with_one_of_the_dealers_cards_is_what_a_count_by_graphs_finds():
    flop, points = [1, 26, 44], leaks.points_of("dealer-1")
    words = np.frombuffer(Random(2).randbytes(4 * 2 * states.DRAWN), "<u4").reshape(2, -1)
    live = np.array([card for card in DECK if card not in flop])
    given = states.draw(words[:, :5], live)
    expected = [0] * (len(NETS) * 2 * thresholds.BY_SCORE)
    for half, score in enumerate(one_card.scores_of(flop, given, points)):
        *hand, card = given[half].tolist()
        row = graphs.row_of(hand, flop, [card]).tolist()
        usual = cell_actions(NETS)[find_cell(hand, flop)]
        for table, nets in enumerate(NETS):
            values = strategy.totals_of(row, nets)
            at = (2 * table + half) * thresholds.BY_SCORE + score * thresholds.WIDTH
            added = [value - values[usual[table]] for value in values]
            expected[at : at + thresholds.WIDTH] = [n for a in added for n in (a, a * a)]
    assert one_card.sample_flop(flop, NETS, words, points) == expected


def test_a_number_of_points_below_at_and_above_the_range():
    least, most = points.LEAST, points.MOST
    for given, kept in ((least - 1, least), (least, least), (least + 1, least + 1)):
        assert scores.score_of(given, 0) == kept - least
    for given, kept in ((most - 1, most - 1), (most, most), (most + 1, most)):
        assert scores.score_of(given, 0) == kept - least
    assert scores.score_of(most, points.FIRST_MADE) == points.FIRST_MADE


def test_the_best_thresholds_are_the_best_of_all():
    """Every pair is tried, score by score; among equals the smallest wagers are taken."""
    random = Random(6)
    for _ in range(60):
        values = [[random.randint(-4, 4) for _ in range(3)] for _ in range(random.randint(1, 7))]
        pairs = [
            Thresholds(three, once) for three in range(len(values) + 1) for once in range(three + 1)
        ]
        worths = {
            pair: sum(one[pair.action(score)] for score, one in enumerate(values)) for pair in pairs
        }
        most = max(worths.values())
        best = max(pair for pair, worth in worths.items() if worth == most)
        assert best_thresholds(values) == (most, best)


def test_the_action_below_at_and_above_a_threshold():
    found = Thresholds(three=7, once=3)
    assert [found.action(score) for score in (2, 3, 4, 6, 7, 8)] == [2, 1, 1, 1, 0, 0]
    never = Thresholds(three=9, once=0)
    assert [never.action(score) for score in (0, 8)] == [1, 1]


def test_thresholds_are_priced_where_they_were_not_found():
    """Two scores have something. The first half folds at the lower and takes 3x at the upper; the
    other takes 1x at both, and each is priced by the other's sums."""
    one, other = [0] * thresholds.BY_SCORE, [0] * thresholds.BY_SCORE
    one[60:72] = [-9, 81, -2, 4, 0, 0, 5, 25, 3, 9, -1, 1]
    other[60:72] = [-9, 81, 4, 16, 0, 0, -6, 36, 2, 4, -1, 1]
    rule = best_by_sample([*one, *other], 4, 10)
    total, squares = (0 - 6) + (-2 + 3), (0 + 36) + (4 + 9)
    assert rule.gain == Fraction(total, 40)
    assert rule.error == pytest.approx(((squares / 4 - (total / 4) ** 2) / 3) ** 0.5 / 10)
    (found,) = rule.thresholds
    assert [found.action(score) for score in (10, 11)] == [1, 1]


def test_by_what_is_best_without_the_leak_each_has_its_thresholds():
    """Three stands: each has one score with something, where another action is best."""
    half = [0] * (3 * thresholds.BY_SCORE)
    for stand in range(3):
        at = stand * thresholds.BY_SCORE + 60 + 2 * stand
        half[at : at + 2] = [5, 25]
    rule = best_by_sample([*half, *half], 6, 1)
    assert [found.action(10) for found in rule.thresholds] == [0, 1, 2]
    assert rule.gain == Fraction(6 * 5, 6)


def test_a_sampled_part_stands_by_score_and_by_what_is_usual():
    """The same each time it is made, in either half in turn; and where one stands by what is usual,
    that adds nothing."""
    for name, stands in (("neighbours-6", 1), ("neighbours-2", 3)):
        rule = rule_of(name)
        width = 2 + 2 * stands * thresholds.BY_SCORE
        for start in (0, neighbours.DEALS_A_PART):
            part = neighbours.sample_part(start, NETS, "test", rule)
            assert part == neighbours.sample_part(start, NETS, "test", rule)
            for table in range(len(NETS)):
                best, squares, *sums = part[table * width :][:width]
                halves = [sums[: len(sums) // 2], sums[len(sums) // 2 :]]
                full, empty = halves if start == 0 else halves[::-1]
                assert best >= 0 <= squares
                assert any(full)
                assert not any(empty)
                if stands > 1:
                    for stand in range(stands):
                        some = full[stand * thresholds.BY_SCORE :][: thresholds.BY_SCORE]
                        assert not any(some[2 * stand :: thresholds.WIDTH])


TOLD = [name for name in leaks.DEALS if name != "neighbours-1"]


@pytest.mark.parametrize("name", TOLD)
def test_every_rule_with_other_seats_cards_is_worth_more_than_perfect_play_without(name: str):
    settings = read_request("super-omaha", {}).settings
    counted: Any = find(leaks.count_leak(name, settings))
    base = best_edge()
    found = leaks.read_leak(name, settings, counted, base)
    assert found.card is not None
    assert base < found.card.edge < found.edge
    told = [row["text"] for row in found.card.rows]
    assert told[:11] == ["+4", "+3", "+6", "-1", "-5", "-2", "+1", "+2", "-4", "-1", "-5"]
    assert len(told) == (14 if name in leaks.FROM_BEST else 12)


def test_the_rule_with_one_of_the_dealers_cards_has_a_third_of_the_gain():
    settings, base = read_request("super-omaha", {}).settings, best_edge()
    found = leaks.read_leak(
        "dealer-1", settings, find(leaks.count_leak("dealer-1", settings)), base
    )
    assert found.card is not None
    assert Fraction(1, 3) < (found.card.edge - base) / (found.edge - base) < 1
    told = [row["text"] for row in found.card.rows]
    assert told[:-1] == ["-20", "-15", "-45", "-20", "-3", "-5", "-7", "-10", "-5"]


def best_edge() -> Fraction:
    game = strategy.read_game(strategy.whole_game(NETS))
    won = sum(strategy.totals_of(one, NETS[0])[place] for place, one in enumerate(game.actions[0]))
    return Fraction(won, NETS[0][0] * strategy.FLOPS * strategy.HANDS * strategy.SHOWDOWNS)
