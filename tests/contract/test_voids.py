"""Irregularities where they happen: every cause of every document, and the house's procedure, at
every moment of random rounds from the deal to after the settlement."""

import json
from random import Random

import pytest

from pitboss.games import OURS, find_game
from pitboss.games.contract import Decision, Opening
from pitboss.games.events import RoundVoided, WagerPlaced
from pitboss.kit.openings import answer_randomly
from pitboss.refusal import Refused
from pitboss.rounds.record import answer_json
from pitboss.rounds.runner import Runner, check_cause, replay
from pitboss.rounds.view import Picture, view
from tests.contract.openings import open_randomly

ROUNDS = 4
REASONS = ("fire alarm", "house-procedure: wrong deck")


def begin(key: str, number: int) -> Runner:
    return Runner(find_game(key), open_randomly(key, Random(f"void {key} {number}")))


def causes(running: Runner) -> list[str]:
    """All that may void this round."""
    rulings = running.table.rulings
    return [*(cause.key for cause in running.game.source.causes_under(rulings)), *REASONS]


def moments(key: str, number: int) -> list[Runner]:
    """The round at each of its questions, and settled."""
    running, rng = begin(key, number), Random(number)
    opening, taken = running.table.opening, running.decisions
    while running.question:
        running.decide(answer_randomly(rng, running.question))
    assert running.status == "settled"
    return [replay(running.game, opening, taken[:count]) for count in range(len(taken) + 1)]


@pytest.mark.parametrize("key", OURS)
def test_every_cause_at_every_moment_undoes_the_round(key: str):
    for number in range(ROUNDS):
        for at, running in enumerate(moments(key, number)):
            opening, before = running.table.opening, list(running.decisions)
            for cause in causes(running)[at % 3 :: 3]:  # each at some moment of each round
                void = Decision(0, "void", reason=cause)
                voided = replay(running.game, opening, [*before, void])
                _check(voided, opening, cause)
                with pytest.raises(Refused, match="nothing follows one"):
                    voided.decide(void)


def _check(voided: Runner, opening: Opening, cause: str) -> None:
    """Everything stands as before the deal, in the round, its answer and everybody's view."""
    answer = json.loads(json.dumps(answer_json(voided)))
    assert (answer["status"], answer["waiting"]) == ("void", [])
    assert set(answer["net"].values()) == {"0.00"}
    made = [e[:3] for e in voided.table.events if isinstance(e, WagerPlaced)]
    rows = answer["settlement"]
    assert sorted(made) == sorted((row.seat, row.wager, row.cents) for row in voided.settlement)
    assert all((r["outcome"], r["paid"], r["net"]) == ("void", "0.00", "0.00") for r in rows)
    assert not any("cut_from" in row for row in rows)
    assert tuple(voided.table.meters) == opening.meters
    assert [(jackpot["awards"], jackpot["hits"]) for jackpot in answer["jackpots"]] == [
        ([], []) for _ in opening.meters
    ]
    if opening.seating:
        assert voided.table.stacks == opening.seating.stacks
        assert (answer["pots"], answer["rake"]) == ([], "0.00")
    (event,) = (e for e in voided.table.events if isinstance(e, RoundVoided))
    assert event == check_cause(voided.game, voided.table.rulings, cause)
    for viewer in (None, 0, *voided.table.seats):
        picture = Picture(view(voided.table.events, viewer))
        assert picture.voided == event
        assert not picture.awards
        assert not picture.hits
        assert not any(place.net_cents for place in picture.places.values())


@pytest.mark.parametrize("key", OURS)
@pytest.mark.parametrize("cause", ["e", "(z)", "7", " ", "house-procedure", "House-procedure: -"])
def test_what_is_no_cause_is_refused_in_one_line(key: str, cause: str):
    """Also a letter of another document."""
    game, rulings = find_game(key), begin(key, 0).table.rulings
    others = [letter for letter in "abcd" if letter not in game.source.causes]
    for said in (cause, *others):
        with pytest.raises(Refused, match=r"^void: ") as caught:
            check_cause(game, rulings, said)
        assert len(str(caught.value).splitlines()) == 1


def test_records_of_any_day_are_read():
    """Reasons that were once taken still replay: an old log stays good."""
    running = begin("buyout", 0)
    for said in ("a", "house-procedure", "x"):
        again = replay(running.game, running.table.opening, [Decision(0, "void", reason=said)])
        assert again.status == "void"
