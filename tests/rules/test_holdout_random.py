"""Random Holdout rounds: what must hold after every event and in every view.

PITBOSS_ROUNDS=100000 pytest tests/rules/test_holdout_random.py makes it a campaign.
"""

import os
import random
from collections.abc import Iterator
from itertools import count

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Choice, Decision, Option, Question
from pitboss.games.events import (
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    ChipsPlaced,
    ChipsReturned,
    Event,
    PotAwarded,
    PotMade,
)
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_opening
from pitboss.rounds.view import SPECTATOR, view
from tests.rules.holdout import write_holdout

ROUNDS = int(os.environ.get("PITBOSS_ROUNDS", "600"))
GAME = find_game("holdout")
BETTING = ("limit", "spread-limit", "pot-limit", "no-limit")


def random_script(dice: random.Random) -> dict[str, object]:
    """Two to nine seats with long and short stacks, under random rulings."""
    seats = sorted(dice.sample(range(1, 10), dice.randint(2, 9)))
    stacks = {seat: dice.choice([1, 3, 5, 11, 25, 60, 200]) for seat in seats}
    rulings = {
        "betting": dice.choice(BETTING),
        "wagers_per_round": dice.choice(["4", "unlimited"]),
        "discard_order": dice.choice(["in-turn", "together"]),
        "heads_up_blinds": dice.choice(["button-small", "left-small"]),
        "rake": dice.choice(["none", "5% cap 4.00"]),
        "ante": dice.choice(["none", "1.00"]),
    }
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    dice.shuffle(cards)
    chip = dice.choice(["1.00", "0.01"])
    return write_holdout(
        stacks, button=dice.choice(seats), deck=" ".join(cards), chip=chip, **rulings
    )


def choose(question: Question, dice: random.Random) -> Decision:
    """Any option, a fold seldom; any amount, often the least or all."""
    option = dice.choice([option for option in question.options if option.action != "fold"])
    if dice.random() < 0.12 and len(question.options) > 1:
        option = Option("fold")
    if option.cards:
        cards = tuple(dice.sample(option.cards, dice.randint(1, len(option.cards))))
        return Decision(question.seat, option.action, cards=cards)
    if not option.most_cents:
        return Decision(question.seat, option.action)
    chips = range(option.least_cents, option.most_cents + 1, option.chip_cents)
    cents = dice.choice([option.least_cents, option.most_cents, dice.choice(chips)])
    return Decision(question.seat, option.action, cents)


def play_out(script: dict[str, object], dice: random.Random) -> Runner:
    running = Runner(GAME, read_opening(GAME, script))
    while running.question:
        running.decide(choose(running.question, dice))
    return running


def rounds() -> Iterator[tuple[int, Runner]]:
    dice = random.Random(2014)
    for number in range(ROUNDS):
        yield number, play_out(random_script(dice), dice)


def in_play(events: list[Event]) -> Iterator[int]:
    """The chips in the pot after each event, by the events alone."""
    cents = 0
    for event in events:
        if isinstance(event, ChipsPlaced):
            cents += event.cents
        elif isinstance(event, ChipsReturned | PotAwarded):
            cents -= event.cents
        elif isinstance(event, PotMade):
            cents -= event.rake_cents
        yield cents


@pytest.mark.rule("HOLD-29")
def test_chips_are_conserved_after_every_event():
    for _, running in rounds():
        seating = running.table.opening.seating
        assert seating is not None
        stacks = dict(seating.stacks)
        for event, middle in zip(running.table.events, in_play(running.table.events), strict=True):
            if isinstance(event, ChipsPlaced):
                stacks[event.seat] -= event.cents
            elif isinstance(event, ChipsReturned | PotAwarded):
                stacks[event.seat] += event.cents
            assert middle >= 0
            assert min(stacks.values()) >= 0
            assert getattr(event, "cents", 0) % seating.chip_cents == 0
        assert middle == 0
        assert stacks == running.table.stacks
        raked = sum(e.rake_cents for e in running.table.events if isinstance(e, PotMade))
        assert sum(stacks.values()) + raked == sum(seating.stacks.values())


@pytest.mark.rule("HOLD-04")
def test_no_card_lies_twice():
    for _, running in rounds():
        events = running.table.events
        cards = [e.card for e in events if isinstance(e, CardDealt | CardBurned)]
        assert len(set(cards)) == len(cards)
        assert tuple(cards) == running.table.opening.deck[: len(cards)]


@pytest.mark.rule("HOLD-07")
@pytest.mark.rule("HOLD-15")
def test_no_viewer_sees_a_hold_or_an_unshown_hand():
    for _, running in rounds():
        events = running.table.events
        shown = {card for e in events if isinstance(e, CardsShown) for card in e.cards}
        for viewer in (SPECTATOR, *running.table.seats):
            own = {e.card for e in events if isinstance(e, CardDealt) and e.to == viewer}
            for event in view(events, viewer):
                if isinstance(event, CardDealt) and event.to > 0:
                    assert event.card is None or event.card in own
                elif isinstance(event, CardsDiscarded):
                    assert set(event.cards) <= own
                elif isinstance(event, CardBurned):
                    assert event.card is None
                elif isinstance(event, CardsShown):
                    assert set(event.cards) <= shown


@pytest.mark.rule("HOLD-07")
def test_swapping_cards_that_a_seat_cannot_see_leaves_its_view_as_it_was():
    """Two opponents who fold before the Flop trade hands: nobody else's view may change."""
    dice = random.Random(7)
    for number in range(40):
        script = write_holdout({1: 100, 2: 100, 3: 100, 4: 100}, "3 fold, 4 fold, 1 call, 2 check")
        cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        random.Random(number).shuffle(cards)
        swapped = list(cards)
        for turn in range(5):
            third, fourth = 4 * turn + 2, 4 * turn + 3
            swapped[third], swapped[fourth] = swapped[fourth], swapped[third]
        swapped[20], swapped[-1] = swapped[-1], swapped[20]
        seed = dice.random()
        runs = []
        for deck in (cards, swapped):
            running = Runner(GAME, read_opening(GAME, {**script, "deck": deck}))
            for decision in (Decision(3, "fold"), Decision(4, "fold"), Decision(1, "call")):
                running.decide(decision)
            again = random.Random(seed)
            while running.question:
                running.decide(choose(running.question, again))
            runs.append(running)
        for viewer in (SPECTATOR, 1, 2):
            first, second = (repr(view(run.table.events, viewer)) for run in runs)
            assert first == second


def test_a_round_replays_to_the_same_events():
    for number, running in rounds():
        if number % 10 == 0:
            again = replay(GAME, running.table.opening, running.decisions)
            assert again.table.events == running.table.events


def test_every_option_can_be_taken_at_both_ends():
    """What a question offers is never refused: least and most of every range are played."""
    dice = random.Random(99)
    for turn, _ in zip(count(), range(60), strict=False):
        running = Runner(GAME, read_opening(GAME, random_script(dice)))
        taken: list[Choice] = []
        while running.question:
            option = running.question.options[turn % len(running.question.options)]
            cents = option.most_cents if turn % 2 else option.least_cents
            running.decide(
                Decision(running.question.seat, option.action, cents or None, cards=option.cards)
            )
            taken.append(Choice(option.action, cents))
        assert taken or running.status == "settled"
