"""The statistics: their degrees by enumeration on small decks, and what they count by hand."""

from itertools import pairwise, permutations
from math import factorial

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import DECK, format_cards
from pitboss.rounds.script import answer_script
from tests.evidence import trials
from tests.evidence.streams import decks_of
from tests.evidence.trials import PLACES


def all_orders(size: int) -> NDArray[np.uint8]:
    return np.array(list(permutations(range(size))), np.uint8)


def spread(count, size: int) -> NDArray[np.float64]:
    """The covariance of what one deck adds to the counts, over all orders: its eigenvalues."""
    rows = np.stack([count(order[None]) for order in all_orders(size)]).astype(float)
    rows -= rows.mean(axis=0)
    return np.linalg.eigvalsh(rows.T @ rows / len(rows))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_card_by_place_has_one_variance_in_all_free_directions(size: int):
    found = spread(trials.by_place, size)
    free = (size - 1) ** 2
    assert np.allclose(found[:-free], 0)
    assert np.allclose(found[-free:], 1 / (size - 1))


@pytest.mark.parametrize("size", [5, 6])
def test_neighbours_have_one_variance_each_side(size: int):
    """What lies beside what, and which comes first: all that is free has one variance."""

    def beside(decks):
        square = trials.neighbours(decks).reshape(size, size)
        return (square + square.T)[np.triu_indices(size, 1)]

    def lead(decks):
        square = trials.neighbours(decks).reshape(size, size)
        return (square - square.T)[np.triu_indices(size, 1)]

    free = size * (size - 3) // 2
    found = spread(beside, size)
    assert np.allclose(found[:-free], 0)
    assert np.allclose(found[-free:], 2 / (size - 1))
    free = (size - 1) * (size - 2) // 2
    found = spread(lead, size)
    assert np.allclose(found[:-free], 0)
    assert np.allclose(found[-free:], size / free)


@pytest.mark.parametrize("judge", ["judge_places", "judge_neighbours", "judge_order"])
def test_the_mean_over_all_orders_is_the_degrees(judge: str):
    count = trials.by_place if judge == "judge_places" else trials.neighbours
    outcomes = [getattr(trials, judge)(count(order[None])) for order in all_orders(5)]
    mean = sum(each.statistic for each in outcomes) / factorial(5)
    assert mean == pytest.approx(outcomes[0].freedom)


def test_all_orders_together_are_as_even_as_can_be():
    orders = all_orders(5)
    for count, judge in [
        (trials.by_place, trials.judge_places),
        (trials.neighbours, trials.judge_neighbours),
        (trials.neighbours, trials.judge_order),
    ]:
        outcome = judge(count(orders))
        assert outcome.statistic == pytest.approx(0)
        assert outcome.p == pytest.approx(0)


def test_what_is_counted_over_a_few_decks():
    """By plain Python, deck after deck."""
    decks = decks_of(3, 250)
    rows = decks.tolist()
    places = [[row.index(card) for card in range(52)] for row in rows]
    falls = [sum(row[i + 1] < row[i] for i in range(51)) for row in rows]
    red = [[card % 4 in (1, 2) for card in row] for row in rows]
    runs = [1 + sum(row[i + 1] != row[i] for i in range(51)) for row in red]
    ranks = [next(n for n in range(53) if len({c // 4 for c in row[:n]}) == 13) for row in rows]
    lag = [sum((2 * row[i] - 51) * (2 * row[(i + 7) % 52] - 51) for i in range(52)) for row in rows]
    stay = [sum(map(int.__eq__, a, b)) for a, b in pairwise(rows)]
    assert trials.falls(decks).tolist() == [falls.count(n) for n in range(52)]
    assert trials.colour_runs(decks).tolist() == [runs.count(n) for n in range(53)]
    assert trials.ranks_collected(decks).tolist() == [ranks.count(n) for n in range(53)]
    assert trials.serial(7, decks).tolist() == [250, sum(lag)]
    assert trials.stayed(decks).tolist() == [stay.count(n) for n in range(53)]
    moved = trials.moved(decks).reshape(52, 52)
    assert moved.sum() == 249 * 52
    assert moved[3, 9] == sum(
        a[card] == 3 and b[card] == 9 for a, b in pairwise(places) for card in range(52)
    )
    tops = [[row[0] // 4 for row in rows[start : start + 100]] for start in (0, 100)]
    taken = [max(top.index(r) if r in top else 100 for r in range(13)) + 1 for top in tops]
    assert trials.ranks_over_rounds(decks).tolist() == [taken.count(n) for n in range(102)]
    again = decks[[0, 1, 0, 2, 0, 1]]
    assert trials.repeated(again).tolist() == [15, 4]


def test_hands_lie_where_the_games_deal_them():
    """From a deck in order."""
    deck = format_cards(DECK)
    in_turn = {"rulings": {"shuffler": "no"}}

    def hands(game: str, **script: object):
        return answer_script({"game": game, "deck": deck, **script})["hands"]

    def wagers(name: str):
        return {str(seat): {name: 10} for seat in range(1, 6)}

    stacks = {str(seat): 100 for seat in range(1, 7)}
    buyout = hands("buyout", wagers=wagers("first"), decisions=[[1, "buy"]])
    duki = hands("duki", wagers=wagers("ante"), table=in_turn)
    omaha = hands("super-omaha", wagers=wagers("ante"), table=in_turn)
    holdout = hands("holdout", stacks=stacks, button=6, blinds=[1, 2])
    found = {
        "buyout": buyout["1"]["cards"],
        "duki": duki["3"]["cards"],
        "super-omaha": f"{omaha['2']['hole']} {omaha['community']['cards'][:2]}",
        "holdout": holdout["2"]["cards"],
    }
    assert found == {game: format_cards(places) for game, places in PLACES.items()}
