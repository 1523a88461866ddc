"""Questions that were wrong, or had two right answers of which one was accepted.

Each exercise here is named by its game, seed and options, and answered as its document allows.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.games.buyout.lessons import TRAY_FIRST
from pitboss.games.contract import Opening
from pitboss.games.lesson import Step
from pitboss.training.coach import find_hard
from pitboss.training.drills import Drills, make_drill
from pitboss.training.exercise import Exercise, Marked, answer, start
from tests.training import rounds
from tests.training.rounds import GAMES, exercise_of, waiting


def begin(game: str, seed: str, mode: str = "full", players: int = 3, **options: Any) -> Exercise:
    given = {"mode": mode, "players": players, "irregularities": 0, **options}
    return start(game, seed, given)


def irregular(game: str, seeds: int, players: int = 3) -> Iterator[tuple[Exercise, Step, int]]:
    """Exercises in which something goes wrong, with that step and its number."""
    for seed in range(seeds):
        exercise = begin(game, str(seed), "full", players, irregularities=100)
        for number, step in enumerate(exercise.steps):
            if step.kind == "irregularity":
                yield exercise, step, number


def mark_step(exercise: Exercise, number: int, given: str) -> Marked:
    """The answer to one step, those before it answered as expected."""
    for step in exercise.steps[:number]:
        exercise, _ = answer(exercise, step.expected, 1)
    return answer(exercise, given, 1)[1]


@pytest.mark.rule("BUYOUT-08")
def test_a_fifth_card_is_not_given_away_by_the_questions_before_it():
    """The same questions come before it, whether a fifth card is drawn or not."""
    before = set()
    for seed in range(60):
        steps = begin("buyout", str(seed), "deals").steps
        draws = [n for n, step in enumerate(steps) if "fifth" in step.prompt]
        for number in draws:
            shown = next(n for n, step in enumerate(steps) if step.kind == "next-act")
            before.add(tuple(step.prompt for step in steps[shown:number]))
    assert len(before) == 1


@pytest.mark.rule("HOLD-04")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_misdeal_begins_at_another_seat_than_the_first(players: int):
    found = 0
    for exercise, step, _ in irregular("holdout", 60, players):
        if "first card went to" not in step.prompt:
            continue
        found += 1
        seating = exercise.opening.seating
        assert seating
        seats = sorted(seating.stacks)
        first = next((seat for seat in seats if seat > seating.button), seats[0])
        named = re.search(r"first card went to seat (\d+)", step.prompt)
        assert named
        assert int(named[1]) in seats
        assert int(named[1]) != first
    assert found > 3


@pytest.mark.rule("BUYOUT-06")
def test_equal_points_by_suit_and_by_pair_have_two_right_answers():
    """Kd 3c Jd Ks: 20 in diamonds, 20 with two kings."""
    exercise = begin("buyout", "4", "settles")
    step = exercise.steps[18]
    assert "Kd 3c Jd Ks. What are the points made of?" in step.prompt
    assert mark_step(exercise, 18, "suit").right
    assert mark_step(exercise, 18, "of-a-kind").right
    assert not mark_step(exercise, 18, "none").right


@pytest.mark.rule("DUKI-24")
@pytest.mark.parametrize(
    ("story", "causes"),
    [
        ("counts five cards", "bd"),
        ("has only three cards", "bd"),
        ("jams and stops", "d"),
        ("lies face up", "a"),
        ("turns over one of the dealer's cards", "c"),
    ],
)
def test_every_cause_that_names_what_happened_is_right(story: str, causes: str):
    found = 0
    for exercise, step, number in irregular("duki", 60):
        if story in step.prompt:
            found += 1
            right = [one for one in step.choices if mark_step(exercise, number, one).right]
            assert sorted(re.findall(r"cause \((.)\)", " ".join(right))) == list(causes)
            assert len(right) == len(causes)
    assert found


@pytest.mark.rule("SO-22")
def test_a_folded_hand_is_asked_for_where_it_decides_a_wager():
    """With High Hand the two and three; on a jackpot the four and the marked card; else nothing."""
    asked = 0
    for seed in range(60):
        exercise = begin("super-omaha", str(seed), "settles", 4)
        running = exercise.played.running
        folded = {one.seat for one in running.decisions if one.action == "fold"}
        wagers = running.table.opening.wagers
        for step in exercise.steps:
            named = re.match(r"Seat (\d+) has .* Which hand\?", step.prompt)
            if not named or int(named[1]) not in folded:
                continue
            asked += 1
            made = wagers[int(named[1])]
            needed = "jackpot-1" if "marked card" in step.prompt else "high-hand"
            assert needed in made, (seed, step.prompt)
    assert asked > 20


@pytest.mark.rule("SO-22")
def test_the_jackpot_hand_is_four_hole_cards_and_the_marked_one():
    """3c 5c 9c Qs with 9h: a pair, though two and three make two pair. The hand of the hit on seat
    1 has been told."""
    steps = exercise_of(rounds.OMAHA_HIT).steps
    hands = {s.prompt: (s.expected, s.rule) for s in steps if s.kind == "category"}
    (five,) = [prompt for prompt in hands if prompt.startswith("Seat 5 has")]
    assert "3c 5c 9c Qs with the marked card 9h" in five
    assert hands[five] == ("pair", "SO-22")
    assert not [prompt for prompt in hands if prompt.startswith("Seat 1 has")]


@pytest.mark.rule("SO-09")
def test_hole_cards_and_community_cards_are_revealed_together():
    for seed in range(10):
        exercise = begin("super-omaha", str(seed), "deals")
        (number,) = [n for n, step in enumerate(exercise.steps) if step.kind == "next-act"]
        right = {c for c in exercise.steps[number].choices if mark_step(exercise, number, c).right}
        assert right == {"turn up the dealer's cards", "turn up community cards"}
    for game in ("duki", "buyout"):
        exercise = begin(game, "1", "deals")
        (number,) = [n for n, step in enumerate(exercise.steps) if step.kind == "next-act"]
        assert not mark_step(exercise, number, "turn up community cards").right


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_about_discards_gives_a_side_of_the_rack(game: str):
    """No document gives it; nor does one say where a folded hand goes, but Buyout's without
    points."""
    asked = set()
    for seed in range(40):
        for step in begin(game, str(seed), "deals").steps:
            if step.kind == "discard":
                asked.add(step.rule)
                assert not [one for one in step.choices if "rack" in one and "face" in one]
                assert len(step.choices) > 1
    document = {
        "buyout": {"BUYOUT-13", "BUYOUT-16", "BUYOUT-22", "BUYOUT-25"},
        "holdout": {"HOLD-07"},
    }
    assert asked == document.get(game, set())


@pytest.mark.rule("BUYOUT-22")
def test_tray_before_rack_is_asked_of_hands_without_points():
    asked = 0
    for seed in range(80):
        exercise = begin("buyout", str(seed), "deals")
        for step in exercise.steps:
            seat = re.match(r"Seat (\d+) has folded", step.prompt)
            if seat:
                asked += 1
                assert "without points" in step.prompt
    assert asked


@pytest.mark.rule("BUYOUT-22")
def test_tray_before_rack_is_right_in_a_round_that_is_voided_later_too():
    """What the void gives back is no wager taken after the cards."""
    voided = 0
    for exercise, _, number in irregular("buyout", 150):
        folds = [step for step in exercise.steps[:number] if "has folded" in step.prompt]
        voided += bool(folds) and exercise.steps[number].expected.startswith("void")
        assert {one.expected for one in folds} <= {TRAY_FIRST[0]}
    assert voided


@pytest.mark.rule("HOLD-27")
def test_a_rake_is_asked_for_in_whole_chips():
    exercise = begin("holdout", "1", "settles")
    (number,) = [n for n, step in enumerate(exercise.steps) if step.kind == "rake"]
    step = exercise.steps[number]
    assert step.expected == "2.00"
    for word in ("whole chips of $1", "rounded down"):
        assert word in step.prompt
    wrong = mark_step(exercise, number, "2.10")
    assert not wrong.right
    assert "whole chips" in wrong.text


@pytest.mark.rule("HOLD-12")
def test_a_pot_given_to_the_wrong_seat_is_a_money_error_of_that_pot():
    exercise = exercise_of(rounds.HOLDOUT_SIDE)
    winners = [n for n, step in enumerate(exercise.steps) if step.kind == "winner"]
    side, main = (exercise.steps[n] for n in winners)
    assert (side.expected, main.expected) == ("seat 2", "seat 1")
    assert mark_step(exercise, winners[0], "seat 3").money_error_cents == 3900
    assert mark_step(exercise, winners[1], "seat 3").money_error_cents == 2700
    assert mark_step(exercise, winners[1], "seat 1").money_error_cents == 0
    assert mark_step(exercise, winners[0], "seat 2 and seat 3").money_error_cents == 1950


@pytest.mark.rule("SO-08")
def test_a_live_bonus_that_is_returned_or_taken_is_a_money_error():
    exercise = exercise_of(rounds.OMAHA_HIT)
    number = next(n for n, s in enumerate(exercise.steps) if s.expected == "leave in action")
    assert mark_step(exercise, number, "return").money_error_cents == 100
    assert mark_step(exercise, number, "take").money_error_cents == 100
    ante = mark_step(exercise, number - 1, "return")
    assert (ante.expected, ante.money_error_cents) == ("take", 1000)


@pytest.mark.rule("SO-08")
def test_a_seat_that_says_it_folds_then_folds():
    found = 0
    for exercise, step, _ in irregular("super-omaha", 150):
        named = re.match(r"Seat (\d+) says it will fold", step.prompt)
        if named:
            found += 1
            decided = {one.seat: one.action for one in exercise.played.running.decisions}
            assert decided[int(named[1])] == "fold"
            assert "jackpot-1" in exercise.opening.wagers[int(named[1])]
    assert found > 3


@pytest.mark.rule("BUYOUT-26")
def test_a_hand_is_checked_before_the_dealer_draws_where_he_draws():
    found = 0
    for exercise, step, number in irregular("buyout", 150):
        named = re.match(r"Before the dealer draws, seat (\d+)", step.prompt)
        if named:
            found += 1
            assert [one for one in exercise.steps[number:] if "fifth card" in one.prompt]
            security = [one for one in exercise.steps if one.kind == "security"]
            assert f"Seat {named[1]} has 3 cards in play" in " ".join(s.prompt for s in security)
    assert found > 3


@pytest.mark.rule("BUYOUT-28")
def test_a_neighbour_needs_a_second_player():
    assert not [1 for _, step, _ in irregular("buyout", 100, 1) if "wager between" in step.prompt]
    assert [1 for _, step, _ in irregular("buyout", 100, 2) if "wager between" in step.prompt]


@pytest.mark.rule("HOLD-13")
@pytest.mark.parametrize("players", [3, 5])
def test_whether_a_pot_is_shared_cannot_be_told_from_the_choices(players: int):
    """However many win, the answers offer as many shares."""
    shares = set()
    for seed in range(80):
        for step in begin("holdout", str(seed), "settles", players).steps:
            if step.kind == "winner":
                single = sum(" and " not in one for one in step.choices)
                shares.add((single, len(step.choices) - single))
    assert len({single for single, _ in shares}) == len(shares)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_has_words(game: str):
    for seed in range(10):
        for step in begin(game, str(seed)).steps:
            assert "" not in step.choices


def under(most: int) -> Opening:
    """An Ante of 199 under a table maximum."""
    changes = {"wagers": {"1": {"ante": 199}}, "table": {"limits": {"max": most}}}
    return waiting("super-omaha", "1", **changes).table.opening


def test_hard_hands_are_not_those_where_the_maximum_makes_two_sizes_alike():
    """A maximum of 400 offers 398 and 400, one of 398 does not: the same hands are hard."""
    alike, apart = (find_hard(under(most), 1, "seed", 25, 3) for most in (400, 398))
    assert [one.spot["deck"] for one in alike] == [one.spot["deck"] for one in apart]


def test_what_is_left_out_beyond_the_most_is_told():
    drills = Drills()
    spot = {"game": "duki", "seat": 1}
    for number in range(120):
        drills = drills.add(make_drill("mistake", "", {**spot, "deck": number}))
    assert drills.left_out == 120 - len(drills.waiting)
    assert drills.to_json()["left_out"] == drills.left_out > 0
