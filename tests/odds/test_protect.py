"""What leaks are worth: figures that must come out, and slow twins that find the same."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import pitboss
from pitboss.cards import DECK, format_card, parse_cards
from pitboss.cli.main import main
from pitboss.games.duki.score import score
from pitboss.odds.buyout import leak_kernels as buyout
from pitboss.odds.buyout import leaks as buyout_leaks
from pitboss.odds.buyout.kernels.deals import MOST, number_two, spread_without
from pitboss.odds.buyout.kernels.decisions import SHAPES, SUMS
from pitboss.odds.buyout.strategy import HAND_POINTS
from pitboss.odds.cache import Count, find
from pitboss.odds.duki import leak_kernels as duki
from pitboss.odds.duki import leaks as duki_leaks
from pitboss.odds.duki import neighbours as duki_neighbours
from pitboss.odds.duki.hands import settle
from pitboss.odds.duki.strategy import gain as gain_of
from pitboss.odds.protection import protect, sampled
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import leaks as omaha_leaks
from pitboss.odds.super_omaha.leaks import rules
from tests.naive import naive_leaks, naive_odds

SOLVED = ("buyout", "duki", "super-omaha")
RULINGS = {"ace": "high-low", "ante-four-beats-three": "table", "ante-three-card": "even"}


@cache
def answer_of(game: str) -> Any:
    return protect(read_request(game, {}))


def kept(count: Count) -> Any:
    result = find(count)
    assert result is not None
    return result


def value_of(row: Any) -> tuple[float, float]:
    return row["player_edge"]["value"], row["player_edge"].get("standard_error", 0.0)


@pytest.mark.parametrize("game", SOLVED)
def test_the_base_is_the_house_edge_and_no_leak_harms(game: str):
    answer = answer_of(game)
    edge = -pitboss.price(game).house_edge
    assert Fraction(answer["base"]["player_edge"]["exact"]) == edge
    for row in answer["leaks"]:
        assert row["player_edge"]["value"] >= float(edge), row["leak"]
        assert row["gain"]["value"] == pytest.approx(row["player_edge"]["value"] - float(edge))


@pytest.mark.parametrize("game", SOLVED)
def test_more_cards_known_are_worth_more(game: str):
    found = {row["leak"]: value_of(row) for row in answer_of(game)["leaks"]}
    rising = [[f"{kind}-{n}" for n in range(1, 7)] for kind in ("dealer", "neighbours")]
    rising += [["turn", "turn-river"], ["turn", "dealer-1-turn"], ["dealer-1", "dealer-1-turn"]]
    for names in rising:
        for (less, error), (more, other) in pairwise(found[n] for n in names if n in found):
            assert less <= more + 4 * (error + other), names


def test_rounds_to_show_move_the_mean_by_three_deviations():
    row = answer_of("buyout")["leaks"][0]
    gain, rounds = Fraction(row["gain"]["exact"]), row["rounds_to_show"]
    variance = pitboss.price("buyout").variance
    assert rounds * gain**2 >= 9 * variance > (rounds - 1) * gain**2


def test_a_card_has_its_part_of_the_gain():
    for game in ("buyout", "duki"):
        for row in answer_of(game)["leaks"]:
            if (card := row.get("card")) and row["method"] == "exact":
                base = Fraction(answer_of(game)["base"]["player_edge"]["exact"])
                edge = Fraction(card["player_edge"]["exact"])
                part = Fraction(card["part_of_gain"]["exact"])
                assert part * Fraction(row["gain"]["exact"]) == edge - base
                assert 0 < part <= 1


def test_a_rule_found_on_a_sample_has_its_part_with_its_error():
    settings = read_request("super-omaha", {}).settings
    half = [0] * rules.NUMBERS
    half[:6] = [2 * 10**8, 5 * 10**11, 45 * 10**7, 2 * 10**12, -5, 25]
    sums = [10**9, 10**13, *half, *half]
    found = omaha_leaks.read_sample("dealer-4", settings, sums * 3, Fraction(-1, 92))
    assert found.card is not None
    assert found.card.error is not None
    assert 0 < found.card.edge < found.edge
    assert 0 < found.card.error < cast("float", found.error)
    assert [row["text"] for row in found.card.rows] == ["1x"]


def test_other_seats_cards_are_sure_to_a_tenth_of_a_point():
    for game in SOLVED:
        for row in answer_of(game)["leaks"]:
            if row["leak"].startswith("neighbours"):
                assert row["player_edge"].get("standard_error", 0.0) <= 0.001, (game, row["leak"])


HANDS = ("9h 9c 6s Jd", "9c 7d 4h 2c", "Ac Kc Qd Jd", "5c 6d 7h 8s", "2c 2d 3h 4c")


@pytest.mark.parametrize("text", HANDS)
def test_duki_leaks_are_what_a_slow_twin_finds_in_a_small_deck(text: str):
    hand = tuple(sorted(parse_cards(text)))
    few = sorted(Random(text).sample([card for card in DECK if card not in hand], 11))
    twin = naive_leaks.Duki(
        tuple(map(format_card, hand)), [format_card(card) for card in few], RULINGS
    )
    live = np.zeros(52, np.int32)
    live[few] = 1
    sums = duki.Sums(
        live, np.empty(52, np.int64), np.empty(duki.PAIRS, np.int32), np.empty(22_100, np.int32)
    )
    a, b, c, d = hand
    player, scores = score(a, b, c, d, True), duki.make_deck(True).scores
    gains = duki.Gains(*given().gains_of([player])[0].tolist())
    whole = duki.add_up(scores, player, gains, sums)
    known, kinds = np.zeros(duki.CHOICES, np.int64), np.zeros(duki.KINDS, np.int64)
    duki.add_seen(sums, known, kinds)
    assert known[1:4].tolist() == [twin.with_cards(n) for n in (1, 2, 3)]
    assert duki.sum_dealer_four(scores, player, gains, live) == twin.with_cards(4)
    for first, last in pairwise(duki.FIRST_KIND[:4]):
        times = comb(4, duki.FIRST_KIND.index(last))
        assert kinds[first:last].sum() == times * whole
    assert duki.sum_neighbour(scores, player, gains, (sums, whole), kinds) == twin.without_cards()
    assert kinds[duki.FIRST_KIND[3] :].sum() == comb(7, 4) * whole


def test_one_neighbours_gains_stand_by_spread():
    """Of eight cards the suits are never uneven by one, nor by nine."""
    deck, pays, text = duki.make_deck(True), given(), "9h 9c 6s Jd"
    hand = tuple(sorted(parse_cards(text)))
    a, b, c, d = hand
    player = np.array([score(a, b, c, d, True)])
    _, kinds = duki.count_hands(
        deck.scores, np.array([hand]), player, pays.gains_of(player.tolist())
    )
    by_spread, whole = kinds[0, duki.FIRST_KIND[3] :], Counter[int]()
    rest = [card for card in DECK if card not in hand]
    for four in combinations(rest[::4], 4):
        suits = Counter(card & 3 for card in (*hand, *four))
        whole[max(suits.values()) - min(suits[suit] for suit in range(4))] += 1
    assert set(whole) <= {n for n, gain in enumerate(by_spread.tolist()) if gain}
    assert by_spread[1] == by_spread[9] == 0
    assert duki.spread_of(np.array([5, 2, 1, 0])) == 5
    assert duki.spread_of(np.array([11, 2, 1, 0])) == 9


def given() -> duki.Pays:
    pays = duki_leaks.read_pays(read_request("duki", {}).settings)
    return duki.Pays(pays["ace"], pays["unit"], pays["gains"])


def test_duki_dealers_hand_known_follows_from_the_hands_counted():
    """Whoever sees the whole hand plays unless it is higher."""
    settlement, gain = settle(read_request("duki", {}).settings, {"ante": 100}), 0
    for hands in settlement.field.hands:
        for one in hands.spreads:
            for column in (place for place, count in enumerate(one.counts) if count):
                met = [count * (at == column) for at, count in enumerate(one.counts)]
                gain += one.hands * max(0, gain_of(settlement, hands.score, met))
    edge = pitboss.protect("duki", "dealer-4").leaks[0].player_edge
    assert edge == Fraction(gain, 270_725 * 194_580 * 100) - 1


def test_one_neighbour_counted_lies_where_the_sample_says():
    settings = read_request("duki", {}).settings
    sums = kept(duki_leaks.count_leak("neighbours-2", settings))
    base = -pitboss.price("duki").house_edge
    found = sampled(base, sums["known"][:2], duki_leaks.DEALS, comb(44, 4))
    exact = pitboss.protect("duki", "neighbours-1").leaks[0].player_edge
    assert found.error is not None
    assert abs(found.edge - exact) < 4 * found.error


def test_a_sampled_duki_deal_is_what_a_slow_twin_finds():
    random = Random(5)
    deck = random.sample(DECK, 52)
    owners = np.empty((1, 52), np.int64)
    owners[0, deck] = [min(place // 4, duki_neighbours.FREE) for place in range(52)]
    a, b, c, d = sorted(deck[:4])
    player = score(a, b, c, d, True)
    found = duki_neighbours.sample_deals(
        duki.make_deck(True).scores, owners, np.array([player]), given().gains_of([player])
    )
    names = list(map(format_card, deck))
    for seats in (5, 6):
        twin = naive_leaks.Duki(tuple(names[:4]), names[4 + 4 * seats :], RULINGS)
        assert found[0, seats] == sum(twin.gains.values())
    assert duki_neighbours.added_gains(np.array([[3, -2, 5], [-1, 4, -6]])).tolist() == [
        [2, 0],
        [4, 0],
    ]


def test_a_duki_rule_is_priced_where_it_was_not_found():
    """Of three thresholds the first half finds the second best, the other half the third."""
    sums = np.zeros((2, duki.SPREADS, len(duki_neighbours.THRESHOLDS), 2), object)
    sums[0, 4, :3] = [(1, 1), (5, 25), (2, 4)]
    sums[1, 4, :3] = [(0, 0), (-3, 9), (7, 49)]
    total, squares, best = duki_neighbours.best_rule(sums)
    assert (total, squares) == (2 - 3, 4 + 9)
    assert cast("list[int]", best)[4] == duki_neighbours.THRESHOLDS[2]


def test_the_spread_of_a_deal_is_of_ones_own_and_so_many_neighbours_suits():
    owners = np.full((1, 52), duki_neighbours.FREE)
    owners[0, [0, 4, 8, 1]] = 0
    owners[0, [12, 16, 20, 2]] = 1
    owners[0, [24, 28, 32, 36]] = 2
    assert [duki_neighbours.spreads_of(owners, seats)[0] for seats in (1, 2)] == [6, 9]


def test_buyouts_hole_by_the_same_thresholds_is_the_strategy_that_was_priced():
    """Whoever does not look at the card plays as the strategy by points does."""
    counted = kept(buyout_leaks.count_leak("hole", read_request("buyout", {}).settings))
    edge = -pitboss.price("buyout", strategy="points").house_edge
    assert Fraction(counted["unaware"], buyout_leaks.DEALS) == edge


def test_buyouts_dealer_with_both_cards_known_ends_as_a_slow_twin_finds():
    two, seen = ("2c", "7d"), ("Ah", "Kh", "9c", "3s")
    unseen = [card for card in naive_odds.DECK if card not in (*two, *seen)]
    chances = naive_leaks.dealers(two, unseen)
    below = np.empty(MOST + 1, np.int32)
    first, second = parse_cards(" ".join(two))
    a, b, c, d = sorted(parse_cards(" ".join(seen)))
    spread_without(buyout.count_dealer(first, second), (a, b, c, d), below)
    assert below[-1] == buyout.DEALS
    for total in range(MOST):
        chance = Fraction(int(below[total + 1] - below[total]), buyout.DEALS)
        assert chance == chances.get(total, 0), total


@pytest.mark.parametrize("hand", [("Qs", "9s", "4d"), ("8c", "5d", "Js")])
def test_buyouts_third_card_is_worth_what_a_slow_twin_finds(hand: tuple[str, str, str]):
    """Against two cards with which the dealer never draws, so that the twin is done in time."""
    two = ("Ac", "Kc")
    unseen = [card for card in naive_odds.DECK if card not in (*two, *hand)]
    low, high = sorted(parse_cards(" ".join(two)))
    sums = np.zeros((2, SHAPES, HAND_POINTS, SUMS), np.int64)
    dealer = buyout.count_dealer(low, high)
    values = buyout.weigh(dealer, high, buyout.all_points(), sums)
    a, b, third = parse_cards(" ".join(hand))
    pair = number_two(min(a, b), max(a, b))
    ways = buyout.FOURTHS * buyout.DEALS
    bought = naive_leaks.buy_third(two, hand, unseen)
    assert Fraction(int(values.buy[pair, third]), ways) == bought
    refused = naive_leaks.net(hand[:2], naive_leaks.dealers(two, unseen))
    assert Fraction(int(values.refuse[pair, third]), ways) == refused


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["duki", "--leak", "dealer-5"], ("dealer-5", "dealer-4")),
        (["super-omaha", "--leak", "neighbours-7"], ("neighbours-7", "neighbours-6")),
        (["holdout"], ("holdout", "duki")),
        (["duki", "--ruling", "ace=high", "--leak", "dealer-1"], ("dealer-1", "--recompute")),
        (["duki", "--paytable", "none"], ("none", "ante-4")),
    ],
)
def test_bad_input_is_one_line(
    given: list[str], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
):
    assert main(["protect", *given]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert all(word in err for word in words)


def test_the_command_and_python_answer_alike(capsys: pytest.CaptureFixture[str]):
    assert main(["protect", "duki", "--leak", "dealer-2", "--leak", "neighbours-6", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == pitboss.protect("duki", ["dealer-2", "neighbours-6"]).json()
    assert [row["method"] for row in answer["leaks"]] == ["exact", "sampled"]
    assert main(["protect", "buyout"]) == 0
    assert "hole" in capsys.readouterr().out


def test_what_is_not_counted_is_named_and_never_shown():
    answer: Any = protect(read_request("duki", {"rulings": {"ace": "high"}}))
    assert answer["leaks"] == []
    assert [one["leak"] for one in answer["not_counted"]] == list(duki_leaks.LEAKS)
