"""Wagers with decisions: boxes of tables, against every table of small grids and Buyout's own
count."""

import os
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.odds.buyout import boxes as buyout
from pitboss.odds.buyout.kernels.deals import all_points, count_dealer
from pitboss.odds.buyout.kernels.decisions import SUITS, decide, read_worth, tally
from pitboss.odds.buyout.price import bonus_beside
from pitboss.odds.buyout.strategy import FOLDS
from pitboss.odds.fit import look
from pitboss.odds.fit.answer import fit_tied
from pitboss.odds.fit.boxes import Box, Tied
from pitboss.odds.fit.space import Apart, Total, linear_row
from pitboss.odds.fit.states import StateBox, States, whole_box
from pitboss.odds.fit.wish import Bounds, read_wish
from pitboss.odds.request import read_request
from pitboss.refusal import Refused
from tests.naive import naive_fit

EVENTS = ("three-of-a-kind", "straight", "pair-4s-or-better")
BOUNDS = [(3, 12), (1, 7), (1, 4)]
ROWS = {event: f"{low}..{high}" for event, (low, high) in zip(EVENTS, BOUNDS, strict=True)}
HANDS = 100
"""Deals of a state. One that is left loses the wager, but for some that the last row pays; one that
is played loses two, or is paid by a row."""


class Game:
    """A wager of random states: (paid by each row if played, lost if so, paid if left)."""

    def __init__(self, seed: int, states: int = 40) -> None:
        random = Random(seed)
        self.states = []
        for _ in range(states):
            paid = [random.randrange(9), random.randrange(15), random.randrange(25)]
            self.states.append((paid, HANDS - sum(paid), random.choice([0, 0, 0, 9])))
        self.deals = HANDS * states

    def ends(self, pays: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """How many deals net how much, each state played as is best; left where that is as good."""
        for paid, lost, kept in self.states:
            played = [*zip(paid, pays, strict=True), (lost, -2)]
            left = [(kept, pays[-1]), (HANDS - kept, -1)]
            yield from max(left, played, key=lambda ends: sum(n * net for n, net in ends))

    @property
    def tied(self) -> Tied:
        """Sums: what each row pays for, those that lose one, and those that lose two."""
        rows, lose_one = [], 0
        for paid, lost, kept in self.states:
            last = paid[2] - kept
            owed = 2 * lost - (HANDS - kept)
            rows.append([*paid[:2], last, kept - HANDS, lost, 1, owed])
            lose_one += HANDS - kept
        left = np.array([0, 0, sum(kept for *_, kept in self.states), lose_one, 0])

        def apart(played: Any) -> Apart:
            *paid, one, two = (left + played[:5]).tolist()
            lost = Total(-one - 2 * two, 0, one + 4 * two)
            totals = {event: linear_row(n, "to 1") for event, n in zip(EVENTS, paid, strict=True)}
            return Apart(self.deals, lost, totals, True)

        states = States(np.array(rows, np.int32), 0, apart)
        whole = whole_box(states, np.zeros(6, np.int64), ())
        return Tied(self.deals, whole, None, False)

    def tables(self, any_order: bool) -> list[naive_fit.Table]:
        every = naive_fit.screen(BOUNDS, any_order)
        return [naive_fit.price(list(self.ends(pays)), pays) for pays in every]


def fit(game: Game, edge: object, **given: object) -> Any:
    return fit_tied(
        read_wish("duki", {"wager": "bonus", "edge": edge, "rows": ROWS} | given), game.tied
    )


def seen(found: Any) -> list[tuple[object, ...]]:
    return [
        (
            tuple(one["rows"].values()),
            Fraction(one["house_edge"]["exact"]),
            Fraction(one["hit_frequency"]["exact"]),
        )
        for one in found["tables"]
    ]


@pytest.fixture(params=["gone through", "by net"])
def many(request: Any, monkeypatch: Any) -> None:
    """Settled boxes, as where their tables are few and where they are too many to go through."""
    if request.param == "by net":
        monkeypatch.setattr(look, "MANY_STEPS", 0)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("any_order", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_boxes_find_all_that_going_through_every_table_does(seed: int, any_order: bool):
    game = Game(seed)
    tables = game.tables(any_order)
    edges = sorted(100 * table.edge for table in tables)
    hits = sorted(100 * table.hit for table in tables)
    variances = sorted(float(table.variance) for table in tables)
    middle = len(tables) // 2
    deviation = Fraction(0), Fraction(str(round(variances[middle] ** 0.5, 3)))
    edge = edges[middle // 2], edges[middle]
    hit = hits[middle // 4], hits[middle]
    for bands, rank in (({}, "edge"), ({"hit": hit}, "hit"), ({"deviation": deviation}, "edge")):
        wanted = naive_fit.ranked(naive_fit.within(tables, edge, **bands), rank)
        for limit in (3, 10_000):
            found = fit(game, edge, **bands, any_order=any_order, rank=rank, limit=limit)
            assert (int(found["screened"]), int(found["found"])) == (len(tables), len(wanted))
            assert seen(found) == [(one.pays, one.edge, one.hit) for one in wanted[:limit]]


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("seed", range(2))
def test_a_band_that_nobody_meets_names_the_nearest(seed: int):
    game = Game(seed)
    tables = game.tables(False)
    edges = sorted({table.edge for table in tables})
    gap = max(range(len(edges) - 1), key=lambda n: edges[n + 1] - edges[n])
    low, high = edges[gap : gap + 2]
    for part, nearest in ((Fraction(1, 3), low), (Fraction(2, 3), high)):
        point = 100 * (low + part * (high - low))
        with pytest.raises(Refused, match=f"nearest house edge is {float(100 * nearest):.12g} %"):
            fit(game, (point, point))
    with pytest.raises(Refused, match=f"nearest house edge is {float(100 * edges[-1]):.12g} %"):
        fit(game, (900, 901))
    some = [table for table in tables if edges[20] <= table.edge <= edges[90]]
    edge = 100 * edges[20], 100 * edges[90]
    most = max(table.hit for table in some)
    with pytest.raises(Refused, match=rf"^hit 99\.\.100 %: .* is {float(100 * most):.12g} %"):
        fit(game, edge, hit=(99, 100))
    most = max(table.variance for table in some)
    with pytest.raises(Refused, match=rf"deviation 90\.\.91: .* is {float(most) ** 0.5:.12g}"):
        fit(game, edge, deviation=(90, 91))


def test_boxes_within_the_band_are_counted_as_they_are(monkeypatch: pytest.MonkeyPatch):
    """Once the first tables are found, no box that lies wholly within is opened."""
    game, opened = Game(5), list[Box]()
    narrow = StateBox.narrow

    def noted(self: StateBox, box: Box) -> StateBox:
        opened.append(box)
        return narrow(self, box)

    monkeypatch.setattr(StateBox, "narrow", noted)
    tables = game.tables(True)
    edges = sorted(100 * table.edge for table in tables)
    edge = edges[50], edges[-50]
    wanted = naive_fit.ranked(naive_fit.within(tables, edge), "edge")
    work = []
    for limit in (len(wanted), 2):
        opened.clear()
        found = fit(game, edge, any_order=True, limit=limit)
        assert int(found["found"]) == len(wanted)
        assert seen(found) == [(one.pays, one.edge, one.hit) for one in wanted[:limit]]
        work.append(len(opened))
    assert work[1] < work[0] / 2, work


RANK = 3
PRINTED = [250, 100, 75, 50, 40, 35, 30, 25, 20, 5, 3, 2]


def rows_of(four_cards: bool, any_order: bool, least: list[int], most: list[int]) -> buyout.Rows:
    wish = read_wish("buyout", {"wager": "bonus", "edge": 1})
    points = buyout.BonusBox.of(wish)._points
    of = [points.get(one, 12) for one in range(45)]
    low, high = (np.array([*pays, buyout.LOST]) for pays in (least, most))
    return buyout.Rows(np.array(of), low, high, any_order, four_cards)


def solved(four_cards: bool, pays: list[int]) -> tuple[int, list[list[int]]]:
    """Net and endings by points of the best play with one up card's rank."""
    hand = "four-cards" if four_cards else "bought"
    rows = dict(zip(read_wish("buyout", {"wager": "bonus", "edge": 1}).bounds, pays, strict=True))
    given = {"wager": "bonus", "paytables": {"bonus": {"terms": "to 1", "rows": rows}}}
    bonus = bonus_beside(read_request("buyout", {**given, "rulings": {"bonus-hand": hand}}))
    assert bonus is not None
    dealer, points = count_dealer(SUITS * RANK), all_points()
    endings = (
        SUITS * tally(dealer, points, decide(dealer, points, read_worth(bonus)), four_cards)
    ).tolist()
    net = 0
    for ending, row in enumerate(endings):
        for total, number in enumerate(row):
            extra = -1 if ending in FOLDS else int(bonus.nets[total])
            net += number * (buyout.NETS[ending] + extra)
    return net, endings


@pytest.mark.parametrize("four_cards", [False, True])
def test_buyouts_states_come_to_what_the_solver_counts(four_cards: bool):
    """At both corners of a box, and ending by ending at tables within it."""
    least, most = [1] * 12, [500, 200, 150, 100, 80, 70, 60, 50, 40, 10, 6, 4]
    points = all_points()
    rows = rows_of(four_cards, False, least, most)
    found = buyout.sift(points, rows, RANK)
    assert not found.open.any(), "no table in order changes how a fourth card is played"
    assert found.nets.tolist() == [solved(four_cards, pays)[0] for pays in (least, most)]
    states = States(
        found.states, len(found.left), partial(buyout.ended, found.left, tuple("abcdefghijkl"))
    )
    whole = whole_box(states, found.played, tuple(map(Bounds, least, most)))
    for pays in (least, most, PRINTED):
        box = tuple(map(Bounds, pays, pays))
        apart = whole.narrow(box).apart
        assert apart is not None
        total, (net, endings) = apart.at(pays), solved(four_cards, pays)
        assert total.net == net
        wins = 0
        for ending, row in enumerate(endings):
            for points_, number in enumerate(row):
                place = int(rows.of[points_])
                extra = -1 if ending in FOLDS or place == 12 else pays[place]
                wins += number * (buyout.NETS[ending] + extra > 0)
        assert total.wins == wins


def test_rows_that_pay_less_for_better_hands_leave_fourth_cards_open():
    """Then a box says only what its corners are worth, and which rows it must be halved along."""
    least, most = PRINTED.copy(), PRINTED.copy()
    least[9], most[9] = 1, 6  # 30-31 from below 27-29 to above it
    rows = rows_of(False, True, least, most)
    found = buyout.sift(all_points(), rows, RANK)
    assert np.flatnonzero(found.open).tolist() == [9, 10]
    assert found.nets.tolist() == [solved(False, pays)[0] for pays in (least, most)]


def test_tables_that_no_box_can_hold_together_are_refused_before_any_pass(
    monkeypatch: pytest.MonkeyPatch,
):
    """By one up card; the boxes are at least as many as tables of which no two are in one box."""
    cuts = np.full((4, 4), buyout.UNCUT)
    box = tuple(Bounds(1, most) for most in (5, 5, 9))
    assert buyout.count_boxes(box, cuts) == 1
    cuts[0, 1] = 0
    assert buyout.count_boxes(box, cuts) == 5, "as much for both rows: 1 to 5"
    cuts[2, 1] = 0
    assert buyout.count_boxes(box, cuts) == 9, "and but for 1 the third row above or below"
    cuts[0, 1], cuts[2, 1] = 3, buyout.UNCUT
    assert buyout.count_boxes(box, cuts) == 2, "1 and 4, 2 and 5"

    def never(self: object, box: object) -> None:
        raise AssertionError("all deals are gone through")

    monkeypatch.setattr(buyout.BonusBox, "narrow", never)
    words = r"^fit: in this order of pays [0-9,]+ boxes of tables at least differ"
    with pytest.raises(Refused, match=words):
        pitboss.fit("buyout", "bonus", "3..3.05", any_order=True)
    with pytest.raises(AssertionError, match="gone through"):
        pitboss.fit("buyout", "bonus", "3..3.05")


@pytest.mark.skipif(not os.environ.get("PITBOSS_WIDE"), reason="a campaign: PITBOSS_WIDE=1")
def test_buyouts_bonus_is_fitted_within_the_usual_bounds():
    """Every table is screened, and one that is listed is what the solver says of it."""
    found: Any = pitboss.fit("buyout", "bonus", "3..3.05", limit=2)
    assert (found.screened, found.found) == (150_500_987_119_146_594, 75_410_920_783_739)
    table = found.tables[1].json()
    price = pitboss.price("buyout", "bonus", {"terms": "to 1", "rows": table["rows"]}).json()
    for name in ("house_edge", "hit_frequency", "standard_deviation"):
        assert table[name] == price[name]
    with pytest.raises(Refused, match=r"^edge 200\.\.201 %: no table meets it; the nearest"):
        pitboss.fit("buyout", "bonus", "200..201")
