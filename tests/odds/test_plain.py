"""Counts without a compiler are those with one: sets as bits, Duki's dealer, Buyout's dealer."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from pitboss import extras
from pitboss.cards import DECK
from pitboss.odds import sets
from pitboss.odds.buyout.unseen import Compiled, Plain
from pitboss.odds.duki import plain
from pitboss.odds.duki.hands import meet
from pitboss.odds.registry import advise
from pitboss.rounds.script import run_script

DUKI = {"game": "duki", "deck": "9h 2c 9c Kd 6s 3h 6d Ts", "wagers": {"1": {"ante": 10}}}
BUYOUT = {"game": "buyout", "deck": "As Kd 9s 3c 4s 8h 8c 2d", "wagers": {"1": {"first": 10}}}


def test_bits_stand_for_sets_in_one_order():
    every = list(sets.every(3))
    held = sets.holding(3)
    for place in (0, 1, 777, len(every) - 1):
        bit = len(every) - 1 - place
        assert {card for card in DECK if held[card] >> bit & 1} == set(every[place])
    taken = {3, 17, 50}
    assert sets.apart(3, taken).bit_count() == sum(not taken & {*one} for one in every)
    lowest = Counter(min(one) for one in every)
    assert sets.where(bytes(min(one) for one in every), [2, 9]).bit_count() == lowest[2] + lowest[9]


@pytest.mark.parametrize(("ace", "ace_low"), [("high-low", True), ("high", False)])
def test_a_duki_hand_meets_the_same_dealers(ace: str, ace_low: bool):
    hands = [tuple(Random(seed).sample(DECK, 4)) for seed in range(25)]
    alike = next(hand for hand in combinations(DECK, 4) if len({card & 3 for card in hand}) == 1)
    for hand in (*hands, alike):
        assert plain.count_hand(hand, ace_low) == meet(ace, hand)


@pytest.mark.parametrize("seen", [3, 4, 15])
def test_a_buyout_dealer_ends_alike(seen: int):
    up, *others = Random(seen).sample(DECK, seen + 1)
    one, other = Plain(up, others), Compiled(up, others)
    assert one.cards == other.cards
    for fourth in (None, *one.cards):
        assert one.spread(fourth) == other.spread(fourth)


@pytest.mark.parametrize("script", [DUKI, BUYOUT])
def test_advice_without_a_compiler_is_the_same(script, monkeypatch: pytest.MonkeyPatch):
    running = run_script(script)
    compiled = advise(running)
    for module in ("duki.hands", "buyout.unseen"):
        monkeypatch.setattr(f"pitboss.odds.{module}.has_extra", lambda extra: False)
    assert advise(running) == compiled
    assert extras.has_extra("odds")
