"""Win, tie and lose beside every expectation: against slow twins, and by what they must add up to.

Where an option has one wager of even money, its expectation follows from its chances, and is
worked out again here from them.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.games.events import CardDealt
from pitboss.odds.registry import advise
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from tests.naive import naive_odds
from tests.odds.test_advise import full_table, values
from tests.odds.test_holdout_advice import TO_FLOP, ask
from tests.training.rounds import GAMES, first_option, waiting

NAMES = ("win", "tie", "lose")
LOST = [Fraction(0), Fraction(0), Fraction(1)]


def chances(answer: Any) -> dict[str, list[Fraction]]:
    return {
        option["action"]: [Fraction(option["chances"][name]["exact"]) for name in NAMES]
        for option in answer["options"]
    }


def play_duki(hand: str, ace: str = "high-low") -> Any:
    rest = [card for card in naive_odds.DECK if card not in hand.split()]
    script = {
        "game": "duki",
        "table": {"rulings": {"ace": ace}},
        "wagers": {"1": {"ante": 10}},
        "deck": " ".join([*hand.split(), *rest[:4]]),
    }
    return advise(run_script(script))


@pytest.mark.parametrize(
    ("hand", "ace"),
    [
        ("9h 9c 6s Jd", "high-low"),
        ("9c 7d 4h 2c", "high"),
        ("Qd Qs 7s 2h", "high-low"),
        ("4c 9c 6c 7c", "high-low"),
    ],
)
def test_duki_is_won_as_often_as_every_dealer_lets_it(hand: str, ace: str):
    found = chances(play_duki(hand, ace))
    assert found == {"play": naive_odds.duki_ends(tuple(hand.split()), ace), "fold": LOST}


def test_a_three_card_duki_is_worth_its_chances_and_no_more():
    # Even money on both wagers, but where the dealer does not qualify the Play wager pushes.
    hand = "9h 7c 6s Jh"
    answer = play_duki(hand)
    win, _, lose = chances(answer)["play"]
    left = [card for card in naive_odds.DECK if card not in hand.split()]
    dealers = list(combinations(left, 4))
    none = sum(naive_odds.duki_key(dealer, "high-low") == (0,) for dealer in dealers)
    idle = Fraction(none, len(dealers))
    assert values(answer)["play"] == 2 * win - idle - 2 * lose


def seat_of(running: Runner) -> tuple[naive_odds.Buyout, tuple[str, ...]]:
    """What the last seat knows, for the twin, and its hand."""
    dealt = [event.card for event in running.table.events if isinstance(event, CardDealt)]
    hidden, up = running.table.hands[0][:2]
    seen = {format_cards([card]) for card in dealt if card is not None and card != hidden}
    bonus = Fraction(running.table.open_wagers[7]["bonus"], 1000)
    rule = running.table.rulings["bonus-hand"]
    twin = naive_odds.Buyout(format_cards([up]), seen, bonus, rule)
    return twin, tuple(format_cards(running.table.hands[7]).split())


@pytest.mark.parametrize("bonus_hand", ["bought", "four-cards"])
@pytest.mark.parametrize(("seed", "stage"), [(1, 3), (2, 3), (3, 4), (4, 4), (6, 4)])
def test_buyout_is_won_as_often_as_every_card_lets_it(seed: int, stage: int, bonus_hand: str):
    running = full_table(seed, bonus_hand, stage)
    twin, hand = seat_of(running)
    if stage == 3:
        expected = twin.ends_at_third(hand)
    else:
        expected = twin.ends_at_fourth(hand, naive_odds.dealers(twin.up, twin.unseen))
    found = chances(advise(running))
    assert found == {action: expected[action] for action in found}


@pytest.mark.parametrize("deck", ["As 2h 4s Kc 9s 8h", "7d Kh 7s 9c 2h 7c"])
def test_a_fourth_card_of_buyout_is_worth_its_chances(deck: str):
    script = {"game": "buyout", "wagers": {"1": {"first": 10}}, "deck": deck}
    answer = advise(run_script({**script, "decisions": [[1, "buy"]]}))
    found, worth = chances(answer), values(answer)
    for action, units in (("buy", 3), ("refuse", 2)):
        if action in found:
            win, _, lose = found[action]
            assert worth[action] == units * (win - lose)
    assert worth["fold"] == -2 * found["fold"][2]


def test_every_flop_wager_has_the_chances_of_its_hand():
    script = {
        "game": "super-omaha",
        "wagers": {"1": {"ante": 10}},
        "deck": "Ts Th 9c 8d 2c 3c 4h 5d Tc 9s 2h Kd Kh Ac",
    }
    answer = advise(run_script(script))
    win, tie, lose = chances(answer)["flop"]
    assert win + tie + lose == 1
    assert (answer["best"], answer["amount"]) == ("flop", "30.00")
    assert win > lose
    assert chances(answer)["fold"] == LOST


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_a_whole(game: str):
    running = waiting(game, "chances")
    while running.question:
        answer: Any = advise(running)
        for option in answer["options"]:
            if "chances" in option:
                assert sum(Fraction(option["chances"][name]["exact"]) for name in NAMES) == 1
            else:
                assert "interval" in option["ev"], "only an estimate may lack its chances"
            if option["action"] == "fold":
                assert option["chances"]["lose"]["exact"] == "1/1"
        running.decide(first_option(running))


def test_between_two_players_the_share_is_wins_and_half_the_ties():
    answer = ask(f"{TO_FLOP}, 1 bet 4")
    win, tie, lose = chances(answer)["call"]
    assert win + tie + lose == 1
    assert win + tie / 2 == Fraction(answer["equity"]["exact"])
    assert chances(answer)["raise"] == [win, tie, lose]
