"""Duki by the generic solver: what it is told holds, and the rules alone say the same."""

from itertools import product
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.games import find_game
from pitboss.games.duki.score import cards_of
from pitboss.games.opening import open_round, set_table
from pitboss.odds.duki.hands import classes_of, field_of, settle
from pitboss.odds.generic import price as generic
from pitboss.odds.generic.deal import SEAT
from pitboss.odds.generic.hands import class_of
from pitboss.odds.registry import price
from pitboss.odds.request import read_request
from pitboss.rounds.runner import replay

GAME = find_game("duki")
WAGERS = {"ante": 1500, "bonus": 333, "tip": 77}
RULINGS = {
    "ace": ("high-low", "high"),
    "ante-four-beats-three": ("table", "even"),
    "ante-three-card": ("even", "three-card-table"),
    "bonus-four-card": ("best-three", "own-category", "ante-table", "three-suits-only"),
}
TABLES = {
    "printed": {},
    "odd": {
        "ante": {"rows": {"four-of-a-kind": "7/2", "pair": "3/2", "high-card": 9}},
        "bonus": {"terms": "for 1", "rows": {"straight": 4, "pair-4s-or-better": 2}},
    },
}
DECKS = 25


def ahead(mine: int, his: int) -> int:
    """The column of two scores."""
    return 3 * (0, 3, 4).index(cards_of(his)) + 1 + (his > mine) - (his < mine)


@pytest.mark.parametrize("tables", TABLES.values(), ids=list(TABLES))
@pytest.mark.parametrize("given", list(product(*RULINGS.values())), ids="-".join)
def test_hands_of_one_kind_are_settled_alike(given: tuple[str, ...], tables: dict[str, Any]):
    """Cards as they come, against what was asked once for their kind."""
    rulings = {**dict(zip(RULINGS, given, strict=True)), "dealer-wagers": "yes"}
    settings, random = set_table(GAME, rulings, tables), Random("-".join(given))
    settlement, classes = settle(settings, WAGERS), classes_of(rulings["ace"])
    for _ in range(DECKS):
        deck = tuple(random.sample(DECK, 8))
        mine, his = (classes[class_of(some)].score for some in (deck[:4], deck[4:]))
        opening = open_round(GAME, settings, {SEAT: WAGERS}, deck)
        kind = settlement.field.kinds[mine]
        asked = settlement.rows(kind, ahead(mine, his))
        for way, rows in zip(settlement.deal.ways, asked, strict=True):
            assert tuple(replay(GAME, opening, way).settlement) == rows


@pytest.mark.parametrize("ace", RULINGS["ace"])
def test_the_hands_that_are_kept_are_those_of_the_classes(ace: str):
    """By score, with every class in the spread that counts it."""
    known = {
        (one.score, spread.counts): spread.hands
        for one in field_of(ace).hands
        for spread in one.spreads
    }
    for met in classes_of(ace).values():
        known[met.score, met.counts] -= met.ways
    assert set(known.values()) == {0}


def test_the_rules_alone_give_the_same_figures():
    """The generic solver as any game of another package has it, which finds its classes itself."""
    rulings = {"ante-four-beats-three": "even", "ante-three-card": "three-card-table"}
    request = read_request("duki", {"rulings": rulings})
    ours, found = price(request), generic.price(request)
    for name in ("deals", "house_edge", "element_of_risk", "variance", "hit_frequency", "actions"):
        assert found[name] == ours[name], name
