"""Exercises from seeds: answered right they score no error, and they can be kept as JSON."""

import json

import pytest

from pitboss.games import find_game
from pitboss.games.lesson import CHOICE
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script
from pitboss.training.exercise import answer, read_exercise, start, summary
from pitboss.training.irregularities import load_irregularities
from pitboss.training.words import HOUSE_PROCEDURE, MODES
from tests.scripts import duki_deck, refuses, write_script
from tests.training import rounds
from tests.training.rounds import GAMES, answer_all, exercise_of

RULINGS = {
    "buyout": [{}, {"bonus-hand": "four-cards"}],
    "duki": [{}, {"shuffler": "no"}],
    "super-omaha": [{}, {"shuffler": "no", "five-card-community": "4"}],
    "holdout": [{}, {"betting": "no-limit"}],
}
CALLED = [[2, "call"], [3, "call"], [4, "fold"], [1, "check"]]
CASES = [(game, rulings) for game in GAMES for rulings in RULINGS[game]]


@pytest.mark.parametrize(("game", "rulings"), CASES)
def test_right_answers_score_no_error(game: str, rulings: dict[str, str]):
    rules = find_game(game).source.rules
    for seed in range(12):
        options = {
            "mode": list(MODES)[seed % 3],
            "players": 2 + seed % 4,
            "irregularities": 50,
            "rulings": rulings,
        }
        exercise = start(game, str(seed), options)
        for step in exercise.steps:
            assert step.why or not step.rule or step.rule in rules
            if step.input == CHOICE:
                assert step.expected in step.choices
                assert len(set(step.choices)) == len(step.choices) > 1
        result = summary(answer_all(exercise))
        assert (result["errors"], result["money_error"]) == ({}, "0.00")
        assert result["right"] == result["answered"] == result["steps"]


@pytest.mark.parametrize("game", GAMES)
def test_a_full_run_has_both_parts(game: str):
    options = {"irregularities": 0, "players": 4}
    deals, settles, full = (
        len(start(game, "7", {**options, "mode": mode}).steps)
        for mode in ("deals", "settles", "full")
    )
    assert min(deals, settles) > 3
    assert max(deals, settles) < full <= deals + settles


@pytest.mark.parametrize("game", GAMES)
def test_an_exercise_goes_through_json(game: str):
    exercise = start(game, "3", {"irregularities": 100})
    for step in exercise.steps[:3]:
        exercise, _ = answer(exercise, step.expected, 2.5)
    again = read_exercise(json.loads(json.dumps(exercise.to_json())))
    assert again == exercise
    assert again.current == exercise.steps[3]
    assert start(game, "4", {"irregularities": 100}).steps != exercise.steps


def test_the_table_in_force_can_be_read():
    assert exercise_of(rounds.OMAHA_FLUSH).opening.settings.paytables["high-hand"].code == "HHW-01"


def test_what_the_trainee_is_shown_has_no_answer():
    step = exercise_of(rounds.DUKI_FOUR).steps[0]
    assert step.to_json() == {
        "part": "settles",
        "kind": "wager",
        "prompt": "Seat 1 makes a play wager. Of how much?",
        "input": "amount",
        "choices": [],
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mode": "plays"}, "mode 'plays' is unknown; there are full, deals, settles"),
        ({"players": 0}, "players 0; a whole number from 1 to 9"),
        ({"players": 8}, "8 players; this table has 7 seats"),
        ({"irregularities": 101}, "a whole number from 0 to 100"),
        ({"speed": 1}, "option 'speed' is unknown"),
        ({"script": rounds.BUYOUT_TWELVE}, "the script is of another game"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], words: str):
    with pytest.raises(Refused, match=words.replace("(", r"\(")):
        start("duki", "1", options)


def test_what_is_no_answer_is_refused_and_changes_nothing():
    exercise = exercise_of(rounds.DUKI_FOUR)
    with pytest.raises(Refused, match="'ten' is no amount"):
        answer(exercise, "ten", 1)
    exercise, _ = answer(exercise, "10", 1)
    exercise, _ = answer(exercise, 20, 1)
    with pytest.raises(Refused, match="'perhaps' is no choice; there are no, yes"):
        answer(exercise, "perhaps", 1)
    with pytest.raises(Refused, match="-1 seconds"):
        answer(exercise, "no", -1)
    with pytest.raises(Refused, match="every step is answered"):
        answer(answer_all(exercise_of(rounds.DUKI_FOUR)), "no", 1)


def test_an_exercise_of_other_rules_is_refused():
    kept = exercise_of(rounds.DUKI_FOUR).to_json()
    with pytest.raises(Refused, match="made under duki/0"):
        read_exercise({**kept, "rules_version": "duki/0"})


@pytest.mark.rule("BUYOUT-20")
def test_a_bonus_alone_is_settled_on_four_cards():
    script = {
        "game": "buyout",
        "table": {"rulings": {"bonus-alone": "yes"}},
        "wagers": {"1": {"bonus": 5}},
        "deck": "Ac 9d 2c 5h 7c 3h",
    }
    exercise = exercise_of(script)
    assert [f"{step.kind} {step.expected}" for step in exercise.steps] == [
        *("points 20", "when before the next player is served", "outcome take", "draws no"),
        "order after every wager is settled",
    ]


@pytest.mark.rule("BUYOUT-08")
def test_the_dealers_fifth_card_is_no_second_turn_of_the_deal():
    """Asked as such, it would tell that a fifth card comes before that is asked."""
    steps = exercise_of(rounds.BUYOUT_TWELVE, "deals").steps
    fifth = next(n for n, step in enumerate(steps) if step.kind == "draws")
    assert steps[fifth].expected == "yes"
    assert steps[fifth - 1].prompt == "Who gets the next cards?"
    assert steps[fifth + 1].kind == "discard"


def test_cut_of_an_aggregate_limit_is_asked():
    """Four sevens win 100 to 1, but the table pays 500.00 at most on all Antes of a round."""
    script = write_script(
        "duki",
        duki_deck({2: "7s 7h 7c 7d"}, "Qd Qs Js As"),
        {2: {"ante": 10}},
        "2 play",
        limits={"max": 10, "aggregate": {"ante": 500}},
    )
    steps = [f"{step.kind} {step.expected}" for step in exercise_of(script).steps]
    assert "amount 1000.00" in steps
    assert steps[-1] == "cut 500.00"


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_cites_a_rule_of_its_game_or_the_house(game: str):
    source = find_game(game).source
    for one in load_irregularities(find_game(game).package):
        assert not one.rule or one.rule in source.rules
        assert bool(one.right) != bool(one.reason)
        assert set(one.causes) <= set(source.causes)
        assert bool(one.causes) == bool(one.fact)
        assert one.rule or one.reason
        assert one.right not in one.wrong


@pytest.mark.parametrize(
    ("script", "rule"),
    [
        ({**rounds.OMAHA_FLUSH, "decisions": [[1, "flop", 40]]}, "SO-05"),
        ({**rounds.OMAHA_FLUSH, "wagers": {"1": {"high-hand": 5}}}, "SO-02"),
        ({**rounds.DUKI_FOUR, "decisions": [[1, "play", 20]]}, "DUKI-04"),
        ({**rounds.BUYOUT_TWELVE, "decisions": [[1, "buy", 10]]}, "BUYOUT-11"),
        ({**rounds.HOLDOUT_SPLIT, "decisions": [*CALLED, [1, "hold", ""]]}, "HOLD-06"),
    ],
)
def test_the_rules_refuse_what_a_trainee_must_refuse(script: dict[str, object], rule: str):
    with refuses(rule):
        run_script(script)


def asked(game: str, rulings: dict[str, str]) -> dict[str, str]:
    """The irregularities of many exercises: what is expected, with the rule."""
    found = {}
    for seed in range(120):
        exercise = start(game, str(seed), {"irregularities": 100, "rulings": rulings})
        for step in exercise.steps:
            if step.kind == "irregularity":
                found[step.expected] = step.rule
    return found


@pytest.mark.rule("DUKI-25")
def test_duki_causes_hold_with_a_shuffle_machine_only():
    by_machine = asked("duki", {})
    causes = {text[24:27]: rule for text, rule in by_machine.items() if "cause" in text}
    assert causes == {"(a)": "DUKI-21", "(b)": "DUKI-22", "(c)": "DUKI-23", "(d)": "DUKI-24"}
    by_hand = asked("duki", {"shuffler": "no"})
    assert by_hand[HOUSE_PROCEDURE] == "DUKI-25"
    assert not [text for text in by_hand if "cause" in text]


@pytest.mark.parametrize("game", GAMES)
def test_a_void_gives_every_wager_back(game: str):
    """After an irregularity that voids the round, what goes back is all that was put in."""
    voids = 0
    for seed in range(40):
        exercise = start(game, str(seed), {"irregularities": 100, "players": 3})
        kinds = [step.kind for step in exercise.steps]
        place = kinds.index("irregularity")
        if not exercise.steps[place].expected.startswith("void"):
            continue
        voids += 1
        after = exercise.steps[place + 1 :]
        assert {step.kind for step in after} == {"amount"}
        assert all("goes back" in step.prompt for step in after)
        wrong = summary(answer_all(exercise, {place: exercise.steps[place].choices[0]}))
        assert wrong["errors"] in ({}, {"irregularity": 1})
    assert voids > 3


def test_void_of_a_given_round_returns_the_sums():
    script = {**rounds.DUKI_FOUR, "decisions": [[1, "play"], ["void", "c"]]}
    steps = exercise_of(script).steps
    assert [step.expected for step in steps][-2:] == ["25.00", "20.00"]
    assert steps[-1].rule == "DUKI-23"
