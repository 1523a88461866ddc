"""Advice against a slow twin that tries every card, and what it refuses."""

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, format_cards
from pitboss.games.contract import Decision
from pitboss.games.events import CardDealt
from pitboss.odds.registry import advise
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from tests.commands.program import Inside
from tests.naive import naive_odds

DUKI = {
    "ace": "high-low",
    "ante-three-card": "even",
    "ante-four-beats-three": "table",
    "bonus-four-card": "best-three",
    "bonus-pays": "to-1",
}


def values(answer: dict[str, Any]) -> dict[str, Fraction]:
    return {option["action"]: Fraction(option["ev"]["exact"]) for option in answer["options"]}


@pytest.mark.parametrize(
    ("hand", "wagers", "rulings"),
    [
        ("9h 9c 6s Jd", {"ante": 10, "bonus": 5}, {}),
        ("9c 7d 4h 2c", {"ante": 10}, {"ace": "high"}),
        ("Qd Qs 7s 2h", {"ante": 4, "bonus": 1, "tip": 2}, {"ante-three-card": "three-card-table"}),
        ("4c 5d 6h 7s", {"ante": 10, "bonus": 10}, {"ante-four-beats-three": "even"}),
    ],
)
def test_duki_is_worth_what_every_dealer_makes_it(
    hand: str, wagers: dict[str, int], rulings: dict[str, str]
):
    tips = {"dealer-wagers": "yes"} if "tip" in wagers else {}
    own = hand.split()
    rest = [card for card in format_cards(DECK).split() if card not in own]
    script = {
        "game": "duki",
        "table": {"rulings": {**rulings, **tips}},
        "wagers": {"1": wagers},
        "deck": " ".join([*own, *rest[:4]]),
    }
    units = {name: Fraction(amount, wagers["ante"]) for name, amount in wagers.items()}
    expected = naive_odds.duki(tuple(own), units, {**DUKI, **rulings})
    answer = advise(run_script(script))
    assert values(answer) == expected
    assert answer["best"] == max(expected, key=lambda action: expected[action])


def full_table(seed: int, bonus_hand: str, stage: int) -> Runner:
    """A table of seven at which the last seat is asked about its third or fourth card."""
    random = Random(seed)
    deck = random.sample(DECK, 52)
    seats = range(1, 8)
    wagers = {str(seat): {"first": 10, "bonus": random.choice([1, 5, 20])} for seat in seats}
    running = run_script(
        {
            "game": "buyout",
            "table": {"rulings": {"bonus-hand": bonus_hand}},
            "wagers": wagers,
            "deck": format_cards(deck),
        }
    )
    while (question := running.question) and question.seat < 7:
        actions = [option.action for option in question.options]
        running.decide(Decision(question.seat, "buy" if "buy" in actions else actions[0]))
    if stage == 4:
        running.decide(Decision(7, "buy"))
    return running


@pytest.mark.parametrize("bonus_hand", ["bought", "four-cards"])
@pytest.mark.parametrize(("seed", "stage"), [(1, 3), (2, 3), (5, 3), (3, 4), (4, 4), (6, 4)])
def test_buyout_is_worth_what_every_card_makes_it(seed: int, stage: int, bonus_hand: str):
    running = full_table(seed, bonus_hand, stage)
    dealt = [event.card for event in running.table.events if isinstance(event, CardDealt)]
    up = format_cards(running.table.hands[0][1:2])
    hidden = running.table.hands[0][0]
    seen = {format_cards([card]) for card in dealt if card is not None and card != hidden}
    bonus = Fraction(running.table.open_wagers[7]["bonus"], 1000)
    seat = naive_odds.Buyout(up, seen, bonus, bonus_hand)
    hand = tuple(format_cards(running.table.hands[7]).split())
    if stage == 3:
        expected = seat.third(hand)
    else:
        expected = seat.fourth(hand, naive_odds.dealers(up, seat.unseen))
    answer = advise(running)
    assert values(answer) == expected
    assert expected[str(answer["best"])] == max(expected.values())


def test_folding_after_one_buy_costs_two():
    script = {
        "game": "buyout",
        "wagers": {"1": {"first": 10}},
        "deck": "2c 9h 7d 5s 3h 8s",
        "decisions": [[1, "buy"]],
    }
    assert values(advise(run_script(script)))["fold"] == -2


def test_a_hand_without_points_in_four_cards_has_one_option():
    script = {
        "game": "buyout",
        "wagers": {"1": {"first": 10, "bonus": 5}},
        "deck": "2c 9h 7d 5s 3h Ts",
        "decisions": [[1, "buy"]],
    }
    answer = advise(run_script(script))
    assert values(answer) == {"fold": Fraction(-5, 2)}
    assert answer["best"] == "fold"


def test_cards_that_a_seat_cannot_see_change_nothing():
    script: dict[str, Any] = {"game": "duki", "wagers": {"1": {"ante": 10}, "2": {"ante": 5}}}
    first = advise(run_script({**script, "deck": "9h9c6sJd 2c3c4c5c AsAhAdAc"}))
    second = advise(run_script({**script, "deck": "9h9c6sJd KcKdKhKs 2c3c4c5c"}))
    assert first == second


def test_a_round_that_waits_for_nobody_is_refused():
    script = {
        "game": "duki",
        "wagers": {"1": {"ante": 10}},
        "deck": "9h9c6sJd AsAhAdAc",
        "decisions": [[1, "fold"]],
    }
    with pytest.raises(Refused, match="settled"):
        advise(run_script(script))


def test_a_refused_line_does_not_stop_the_others(pitboss: Inside):
    good = {"game": "duki", "wagers": {"1": {"ante": 10}}, "deck": "9h9c6sJd AsAhAdAc"}
    lines = [json.dumps(good), "{", json.dumps({**good, "deck": "9h"}), json.dumps(good)]
    ran = pitboss("advise", "-", "--json", given="\n".join(lines).encode())
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert [list(answer) for answer in answers] == [
        ["seat", "options", "best"],
        ["error"],
        ["error"],
        ["seat", "options", "best"],
    ]
    assert answers[0] == answers[3]


def test_people_read_the_best_option_first(pitboss: Inside, tmp_path: Any):
    script = {"game": "duki", "wagers": {"1": {"ante": 10}}, "deck": "9h9c6sJd AsAhAdAc"}
    file = tmp_path / "round.json"
    file.write_text(json.dumps(script))
    ran = pitboss("advise", str(file))
    assert ran.out.splitlines()[0] == "Seat 1: play"
    assert "play 10.00" in ran.out
