"""Practice opponents: always legal, the same from the same bytes, blind to what they cannot see,
and each level better than the one below."""

from random import Random
from statistics import fmean, stdev

import pytest

from pitboss.games.contract import Opening
from pitboss.games.opening import set_table
from pitboss.odds.holdout.play import LEVELS, look, practise
from pitboss.odds.registry import check_level
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes, seeded, shuffle
from tests.commands.program import Inside
from tests.odds.holdout_rounds import (
    GAME,
    STRUCTURES,
    open_table,
    questions,
    with_hidden_cards_moved,
)


def test_there_are_three_levels():
    assert list(LEVELS) == ["easy", "medium", "hard"]


@pytest.mark.parametrize("betting", STRUCTURES)
def test_a_full_table_plays_to_the_end(betting: str):
    """Every decision is one that the table accepts, whatever the stacks and the structure."""
    random = Random(f"legal {betting}")
    take = seeded(f"legal {betting}")
    for _ in range(25):
        running = open_table(random, random.randint(2, 9), betting=betting)
        levels = {seat: random.choice(list(LEVELS)) for seat in range(1, 10)}
        while running.question:
            running.decide(practise(levels[running.question.seat], running, take))
        assert running.status == "settled"


@pytest.mark.parametrize("level", LEVELS)
def test_wagers_are_in_whole_dollars_where_the_rules_let_them(level: str):
    """However fine the chips are: nobody puts $13.20 in. All of a stack is what it is."""
    random, sizes = Random(f"whole {level}"), 0
    for _ in range(15 if level == "hard" else 60):
        running = open_table(random, 4, betting="pot-limit")
        while running.question:
            option = {each.action: each for each in running.question.options}
            decision = practise(level, running, seeded(str(random.random())))
            if decision.cents is not None and decision.action in ("bet", "raise"):
                sizes += 1
                least, most = (
                    option[decision.action].least_cents,
                    option[decision.action].most_cents,
                )
                room = range(-(-least // 100) * 100, most + 1, 100)
                assert decision.cents % 100 == 0 or not room
            running.decide(decision)
    assert sizes > 5


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_bytes_give_the_same_decision(level: str):
    random = Random(21)
    for running in questions(random, open_table(random, 3, betting="no-limit")):
        first = practise(level, running, seeded("a"))
        assert practise(level, running, seeded("a")) == first


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_do_not_matter(level: str):
    random = Random(f"secrecy {level}")
    compared = 0
    for _ in range(12):
        for running in questions(random, open_table(random, random.randint(2, 5))):
            moved = with_hidden_cards_moved(random, running)
            seen = practise(level, running, seeded("b"))
            assert practise(level, moved, seeded("b")) == seen
            compared += 1
    assert compared > 60


def test_a_sight_has_what_lies_on_the_table():
    random = Random(23)
    for _ in range(30):
        rulings = {"betting": "no-limit", "ante": "1"}
        for running in questions(random, open_table(random, random.randint(2, 6), **rulings)):
            sight, table = look(running), running.table
            assert sorted(sight.cards) == sorted(table.hands[sight.seat])
            assert len(sight.cards) + len(sight.discarded) == 5
            assert list(sight.board) == table.hands[-1]
            for seat, stack in table.stacks.items():
                assert sight.stack(seat) == stack


def test_an_unknown_level_is_refused():
    with pytest.raises(Refused, match="'expert' are unknown; there are easy, medium, hard"):
        check_level("holdout", "expert")


def test_opponents_are_chosen_on_the_command_line(pitboss: Inside):
    seated = pitboss("play", "holdout", "--opponents", "easy", "--pace", "0", given=b"d\nf\nq\n")
    assert seated.status == 0
    assert "after 1 round" in seated.out
    refused = pitboss("play", "holdout", "--opponents", "expert")
    refused.refused("'expert'", "easy, medium, hard")
    pitboss("play", "duki", "--opponents", "easy").refused("--opponents", "against the house")
    pitboss("play", "--opponents", "easy").refused("--opponents needs a game")


def play_match(levels: tuple[str, str], deals: int, betting: str) -> list[float]:
    """The first player's net in big blinds; each deck is played twice, from both seats."""
    settings = set_table(GAME, {"betting": betting})
    assert GAME.read_seating is not None
    given = {"stacks": {"1": 400, "2": 400}, "button": 1, "blinds": [2, 4]}
    seating = GAME.read_seating(settings, given)
    decks, take = seeded(f"match {betting}"), seeded(f"choices {betting}")
    nets = []
    for _ in range(deals):
        opening = Opening(settings, {}, shuffle(decks), "", seating)
        there = play_round(opening, {1: levels[0], 2: levels[1]}, take)
        back = play_round(opening, {1: levels[1], 2: levels[0]}, take)
        nets.append((there[1] + back[2]) / 2 / 400)
    return nets


def play_round(opening: Opening, levels: dict[int, str], take: Bytes) -> dict[int, int]:
    running = Runner(GAME, opening)
    while running.question:
        running.decide(practise(levels[running.question.seat], running, take))
    return running.net_cents


@pytest.mark.parametrize("betting", ["limit", "no-limit"])
@pytest.mark.parametrize(
    ("better", "worse", "deals"), [("medium", "easy", 500), ("hard", "medium", 160)]
)
def test_each_level_beats_the_one_below(better: str, worse: str, deals: int, betting: str):
    """A deal of the hard level takes as long as thirty of the others, and tells more."""
    nets = play_match((better, worse), deals, betting)
    error = stdev(nets) / len(nets) ** 0.5
    assert fmean(nets) > 2.576 * error, (fmean(nets), error)
