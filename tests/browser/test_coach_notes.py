"""What the coach keeps of a person, and that it knows no more than their seat."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from pitboss.games.contract import Decision
from pitboss.house.log import canonical
from pitboss.house.store.people import LONGEST_SCORES
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.training.coach import Judgement
from pitboss.training.coach import judge as judge_decision
from pitboss.training.drills import seen_cards
from pitboss.web.pages.coach import advise_seat
from pitboss.web.pages.drills import TRAINEE, stage
from pitboss.web.pages.notes import PAUSE, Notes, Taken, read_notes, trim
from pitboss.web.pages.told import cost_words, signed, split_cards, tell
from tests.training.rounds import GAMES, waiting

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)


def judge(seed: int, action: str = "fold", game: str = "duki") -> Judgement:
    return judge_decision(waiting(game, str(seed)), Decision(1, action))


def find(is_right: bool, start: int = 0) -> Judgement:
    """A fold that was right, or one that was not."""
    judged = (judge(seed) for seed in range(start, start + 50))
    return next(one for one in judged if one.is_right == is_right)


def taken(number: int, table: str = "duki-00000000", deal: int = 1) -> Taken:
    return Taken(table, deal, number)


def test_a_decision_is_noted_once():
    wrong = find(False)
    notes = Notes().add(taken(0), wrong, NOW)
    assert notes.add(taken(0), wrong, NOW) == notes
    assert notes.add(taken(1), wrong, NOW).total.wrong == 2
    assert notes.add(taken(0, deal=2), wrong, NOW).total.wrong == 2
    assert notes.add(taken(0, "duki-00000001"), wrong, NOW).total.wrong == 2
    assert [drill.origin for drill in notes.drills.waiting] == ["mistake"]


def test_notes_come_back_from_json():
    notes = Notes().add(taken(0), find(False), NOW).add(taken(1), find(True), NOW)
    notes = notes.set_exam(True, NOW).add(taken(2), find(False, 20), NOW)
    assert read_notes(notes.to_json()) == notes
    ended = notes.set_exam(False, NOW)
    assert read_notes(ended.to_json()).to_json() == ended.to_json()
    assert read_notes({}) == Notes()


def test_a_session_ends_with_a_long_pause_and_the_total_goes_on():
    wrong = find(False)
    notes = Notes().add(taken(0), wrong, NOW)
    soon = notes.add(taken(1), wrong, NOW + PAUSE)
    assert (soon.session.wrong, soon.total.wrong) == (2, 2)
    later = notes.add(taken(1), wrong, NOW + PAUSE + timedelta(minutes=1))
    assert (later.session.wrong, later.total.wrong) == (1, 2)


def test_an_exam_is_counted_apart_until_it_ends():
    wrong = find(False)
    notes = Notes().add(taken(0), wrong, NOW).set_exam(True, NOW)
    during = notes.add(taken(1), wrong, NOW).add(taken(2), find(True), NOW)
    assert (during.total, during.drills, during.last) == (notes.total, notes.drills, None)
    ended = during.set_exam(False, NOW)
    assert ended.last_exam
    assert (ended.last_exam.card.right, ended.last_exam.card.wrong) == (1, 1)
    assert (ended.total.right, ended.total.wrong) == (1, 2)
    assert ended.total.cost_cents == 2 * wrong.cost_cents
    assert [one.times for one in ended.total.mistakes] == [2]
    assert during.exam
    assert notes.total.merge(during.exam.card) == ended.total


def test_notes_stay_short_enough_to_be_kept():
    """Mistakes of Holdout are the longest: 31 ways to hold, and the model in words."""
    notes = Notes().set_exam(True, NOW)
    running = waiting("holdout", "3")
    while running.question and not running.question.options[0].cards:
        asked = running.question
        action = next(o.action for o in asked.options if o.action in ("call", "check"))
        running.decide(Decision(asked.seat, action))
    question = running.question
    assert question
    judged = judge_decision(
        running, Decision(question.seat, "hold", cards=question.options[0].cards[:1])
    )
    assert len(judged.options) == 31
    long = judged._replace(cost=Fraction(1))
    for number in range(30):
        spot = {**long.spot, "n": number, "filler": "x" * 1_500}
        kind = f"kind {number}"
        notes = notes.add(taken(number), long._replace(spot=spot, kind=kind), NOW)
        if number == 14:
            notes = notes.set_exam(False, NOW)
    assert len(canonical(notes.to_json())) > LONGEST_SCORES
    short = trim(notes)
    assert len(canonical(short.to_json())) <= LONGEST_SCORES
    assert short.total == notes.total
    assert short.drills.waiting == notes.drills.waiting[-len(short.drills.waiting) :]


@pytest.mark.parametrize("game", GAMES)
def test_advice_does_not_depend_on_cards_that_the_seat_has_not_seen(game: str):
    running = waiting(game, "7")
    question, opening = running.question, running.table.opening
    assert question
    seen = seen_cards(running, question.seat)
    hidden = iter(shuffle(seeded("other"), tuple(c for c in opening.deck if c not in seen)))
    deck = tuple(card if card in seen else next(hidden) for card in opening.deck)
    assert deck != opening.deck
    other = replay(running.game, opening._replace(deck=deck), ())
    one, two = (advise_seat(published(each), TRAINEE, False) for each in (running, other))
    assert one == two


def published(running: Runner):
    assert running.question
    table = running.table
    seat = running.question.seat
    return stage("Table", table.opening, table.events, running.question, seat)


def test_figures_in_words():
    assert signed(Fraction(-1, 8), 4) == "−0.1250"
    assert signed(Fraction(1, 8), 2) == "+0.12"
    assert signed(Fraction(0), 4) == "0.0000"
    assert cost_words(Fraction(126)) == "$1.26"
    assert cost_words(Fraction(1, 3)) == "less than a cent"
    pieces = split_cards("Th 9c: no Duki")
    assert [piece.face.words if piece.face else piece.text for piece in pieces] == [
        "ten of hearts",
        " ",
        "nine of clubs",
        ": no Duki",
    ]
    wrong = find(False)
    rows = tell(wrong).rows
    assert [(row.best, row.chosen) for row in rows] == [(True, False), (False, True)]
    best = max(one.value for one in wrong.options)
    assert rows[0].exact == str(best).replace("-", "−")
