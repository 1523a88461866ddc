"""What every game keeps to, whatever its rules: one module over all of them."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from pitboss.cards import DECK
from pitboss.games import OURS, find_game
from pitboss.games.contract import Decision, Question
from pitboss.games.events import (
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Event,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.games.opening import set_table
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import answer_json, events_json
from pitboss.rounds.runner import Runner, replay
from tests.contract.openings import FACTORIES, answer_randomly, open_randomly

ROUNDS = 150

each_game = pytest.mark.parametrize("key", OURS)


def start(key: str, number: int) -> tuple[Runner, Random]:
    """A random round before its first decision."""
    rng = Random(f"contract {key} {number}")
    return Runner(find_game(key), open_randomly(key, rng)), rng


def questions(running: Runner, rng: Random) -> Iterator[Question]:
    """Play a round to its end and stop at each question, before it is answered."""
    while running.question:
        yield running.question
        running.decide(answer_randomly(rng, running.question))


def finished(key: str) -> Iterator[Runner]:
    """Random rounds that were played to their end."""
    for number in range(ROUNDS):
        running, rng = start(key, number)
        for _ in questions(running, rng):
            pass
        yield running


def of_kind(events: list[Event], kind: type) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def test_every_game_has_random_openings():
    assert set(FACTORIES) == set(OURS)


@each_game
def test_a_round_is_its_opening_and_its_decisions(key: str):
    for running in finished(key):
        again = replay(running.game, running.table.opening, running.decisions)
        assert again.table.events == running.table.events
        assert again.status == running.status == "settled"
        assert answer_json(again) == answer_json(running)


@each_game
def test_a_waiting_round_has_a_question_with_options(key: str):
    asked = 0
    for number in range(ROUNDS):
        running, rng = start(key, number)
        for question in questions(running, rng):
            asked += 1
            assert running.status == "waiting"
            assert question.options
            assert question.seat in running.table.seats
            assert question.rule in running.game.source.rules
            assert set(question.denied.values()) <= set(running.game.source.rules)
            assert len({option.action for option in question.options}) <= len(question.options)
        assert (running.question, running.status) == (None, "settled")
    assert asked > ROUNDS


@each_game
def test_every_option_that_is_offered_is_accepted(key: str):
    """At its least and at its most."""
    for number in range(ROUNDS // 10):
        running, rng = start(key, number)
        for question in questions(running, rng):
            for option in question.options:
                for cents in {option.least_cents, option.most_cents}:
                    decision = Decision(question.seat, option.action, cents or None)
                    if option.cards:
                        decision = decision._replace(cards=option.cards[:1])
                    again = replay(running.game, running.table.opening, running.decisions)
                    again.decide(decision)
                    assert again.decisions[-1] == decision


@each_game
def test_every_wager_is_settled_once(key: str):
    """An envy pay has no wager of its own; a game between players settles by its stacks."""
    for running in finished(key):
        placed = Counter(
            (event.seat, event.wager, event.cents)
            for event in running.table.events
            if isinstance(event, WagerPlaced)
        )
        settled = Counter(
            (row.seat, row.wager, row.cents) for row in running.settlement if row.cents
        )
        assert placed == settled
        assert set(placed.values()) <= {1}
        assert not any(running.table.open_wagers.values())


@each_game
def test_money_adds_up(key: str):
    """A seat's net is the sum of its rows; between players nothing is won that is not lost."""
    for running in finished(key):
        if running.table.opening.seating:
            assert sum(running.net_cents.values()) == 0
            assert all(stack >= 0 for stack in running.table.stacks.values())
            continue
        for seat in running.table.seats:
            rows = [row for row in running.settlement if row.seat == seat]
            assert running.net_cents[seat] == sum(row.net_cents for row in rows)
            lost = sum(row.cents for row in rows)
            assert running.net_cents[seat] >= -lost


@each_game
def test_a_void_returns_every_wager_once(key: str):
    """At any question; what was settled before comes back too."""
    for number in range(ROUNDS // 3):
        running, rng = start(key, number)
        for _ in questions(running, rng):
            voided = replay(running.game, running.table.opening, running.decisions)
            voided.decide(Decision(0, "void", reason="fire alarm"))
            placed = Counter(
                (event.seat, event.wager, event.cents)
                for event in voided.table.events
                if isinstance(event, WagerPlaced)
            )
            rows = voided.settlement
            assert Counter((row.seat, row.wager, row.cents) for row in rows) == placed
            assert {(row.outcome, row.paid_cents, row.net_cents) for row in rows} <= {
                ("void", 0, 0)
            }
            assert set(voided.net_cents.values()) == {0}
            assert tuple(voided.table.meters) == voided.table.opening.meters
            assert (voided.status, voided.question) == ("void", None)
            assert len(of_kind(voided.table.events, RoundVoided)) == 1
            with pytest.raises(Refused, match="ended"):
                voided.decide(Decision(0, "void", reason="again"))


def bad_decisions(running: Runner, question: Question) -> list[Decision]:
    other = next((seat for seat in running.table.seats if seat != question.seat), 99)
    allowed = {option.action for option in question.options}
    most = max(option.most_cents for option in question.options)
    bad = [
        Decision(other, question.options[0].action),
        Decision(99, question.options[0].action),
        Decision(question.seat, "cheat"),
        Decision(question.seat, question.options[0].action, most + 1),
        Decision(question.seat, question.options[-1].action, -1),
        Decision(0, "void", reason=" "),
    ]
    bad += [Decision(question.seat, action) for action in question.denied if action not in allowed]
    for option in question.options:
        if option.cards:
            foreign = next(card for card in DECK if card not in option.cards)
            cards = ((), (foreign,), (option.cards[0], foreign), option.cards[:1] * 2)
            bad += [Decision(question.seat, option.action, cards=chosen) for chosen in cards]
    return bad


@each_game
def test_a_refusal_changes_nothing(key: str):
    for number in range(ROUNDS // 3):
        running, rng = start(key, number)
        calm, calm_rng = start(key, number)
        for question in questions(running, rng):
            events = list(running.table.events)
            for decision in bad_decisions(running, question):
                with pytest.raises(Refused):
                    running.decide(decision)
                assert running.table.events == events
                assert (running.question, running.status) == (question, "waiting")
        for _ in questions(calm, calm_rng):
            pass
        assert running.table.events == calm.table.events
        assert running.decisions == calm.decisions


@each_game
def test_a_card_missing_after_a_decision_changes_nothing(key: str):
    """The deck ends with the cards dealt so far: a decision that needs another is refused."""
    for number in range(ROUNDS // 3):
        running, rng = start(key, number)
        for question in questions(running, rng):
            game, opening = running.game, running.table.opening
            dealt = len(taken(running.table.events))
            decision = answer_randomly(Random(number), question)
            full = replay(game, opening, [*running.decisions, decision])
            short = replay(game, opening._replace(deck=opening.deck[:dealt]), running.decisions)
            if len(taken(full.table.events)) == dealt:
                short.decide(decision)
                assert short.table.events == full.table.events
                continue
            with pytest.raises(Refused, match=f"card {dealt + 1} is missing"):
                short.decide(decision)
            assert short.table.events == running.table.events
            assert (short.question, short.status) == (question, "waiting")
            short.decide(Decision(0, "void", reason="a card is missing"))
            assert set(short.net_cents.values()) == {0}


def taken(events: list[Event]) -> list[int | None]:
    """The cards that left the deck, in order."""
    return [event.card for event in events if isinstance(event, CardDealt | CardBurned)]


@each_game
def test_each_card_leaves_the_deck_once_and_from_the_top(key: str):
    for running in finished(key):
        deck = running.table.opening.deck
        assert sorted(deck) == list(DECK)
        cards = taken(running.table.events)
        assert tuple(cards) == deck[: len(cards)]
        out = {card for card in cards if card is not None}
        for event in running.table.events:
            if isinstance(event, CardsShown | CardsDiscarded):
                assert set(event.cards) <= out


@each_game
def test_events_and_answers_are_json(key: str):
    """Written and read back they are the same, with lists for tuples and no number for money."""
    for running in finished(key):
        text = json.dumps(events_json(running.table.events), allow_nan=False)
        assert json.dumps(json.loads(text)) == text
        answer = json.loads(json.dumps(answer_json(running), allow_nan=False))
        assert answer["events"] == json.loads(text)
        assert answer["net"] == {
            str(seat): dollars(cents) for seat, cents in running.net_cents.items()
        }
        for row in answer["settlement"]:
            assert all(isinstance(row[name], str) for name in ("amount", "paid", "net"))


@each_game
def test_every_event_names_a_rule_of_its_game(key: str):
    """But for the wagers made before the round, and a void by the house's own procedure."""
    rules = find_game(key).source.rules
    for running in finished(key):
        for event in running.table.events:
            rule = getattr(event, "rule", "")
            assert rule in rules or rule == "", event
            if isinstance(event, WagerSettled | CardDealt):
                assert rule in rules, event


@each_game
def test_every_option_of_every_ruling_opens_a_table(key: str):
    game = find_game(key)
    for name, ruling in game.source.rulings.items():
        for option in ruling.options:
            settings = set_table(game, {**ruling.needs.get(option, {}), name: option})
            assert settings.rulings[name] == option
            assert bool(settings.labels) == (option in ruling.what_if)
        with pytest.raises(Refused, match=name):
            set_table(game, {name: "no such option"})
    with pytest.raises(Refused, match="unknown"):
        set_table(game, {"no-such-ruling": "yes"})
