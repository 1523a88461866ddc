"""Drills: the same decision with the same cards in sight, everything unseen dealt anew."""

import json
from datetime import date, timedelta

import pytest

from pitboss.games.contract import DearGames, Decision, Post
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import seeded
from pitboss.rounds.view import view
from pitboss.training.coach import Judgement, drill_of, find_hard, judge, judge_drill, weigh
from pitboss.training.drills import (
    MOST_DRILLS,
    UNSEEN,
    Drills,
    deal_again,
    keep,
    make_drill,
    present,
    read_drills,
    seen_cards,
)
from pitboss.training.rounds import decide
from tests.training.rounds import GAMES, waiting


def spots(game: str, seed: str) -> list[Runner]:
    """A round at each of its decisions."""
    running, take, found = waiting(game, seed), seeded(seed), []
    while running.question:
        found.append(deal_exactly(running))
        running.decide(decide(running, take))
    return found


def asked(running: Runner) -> int:
    assert running.question
    return running.question.seat


def deal_exactly(running: Runner) -> Runner:
    copy = Runner(running.game, running.table.opening)
    for decision in running.decisions:
        copy.decide(decision)
    return copy


@pytest.mark.parametrize("game", GAMES)
def test_only_unseen_cards_are_dealt_anew(game: str):
    for running in spots(game, "5"):
        seat = asked(running)
        spot = json.loads(json.dumps(keep(running)))
        again = [deal_again(spot, seed) for seed in ("a", "b", "c")]
        for one in again:
            assert one.question == running.question
            assert view(one.table.events, seat) == view(running.table.events, seat)
            assert seen_cards(one, seat) == seen_cards(running, seat)
            assert sorted(one.table.opening.deck) == list(range(52))
        assert len({one.table.opening.deck for one in again}) == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_spot_holds_no_card_that_the_seat_has_not_seen(game: str):
    for running in spots(game, "6"):
        text = json.dumps(keep(running))
        known = [card for card in json.loads(text)["deck"] if card != UNSEEN]
        assert len(known) == len(seen_cards(running, asked(running)))


def test_other_seats_hold_as_many_cards_as_they_did():
    running = spots("holdout", "8")[-1]
    again = deal_again(keep(running), "x")
    for seat in running.table.seats:
        assert len(again.table.hands[seat]) == len(running.table.hands[seat])


@pytest.mark.parametrize("game", ["buyout", "duki", "super-omaha"])
def test_the_same_answer_costs_the_same_whatever_lies_unseen(game: str):
    running = waiting(game, "3")
    spot = keep(running)
    judged = [
        judge(one, Decision(1, "fold"))
        for one in (running, deal_again(spot, "a"), deal_again(spot, "b"))
    ]
    assert judged[0] == judged[1] == judged[2]


def test_missed_blinds_and_a_dead_button_come_back():
    running = waiting("holdout", "1")
    opening = running.table.opening
    posts = (
        Post(2, "small-blind", 200),
        Post(3, "big-blind", 400),
        Post(1, "missed-blind", 400, 200),
    )
    assert opening.seating
    seating = opening.seating._replace(button=7, posts=posts)
    running = Runner(running.game, opening._replace(seating=seating))
    again = deal_again(json.loads(json.dumps(keep(running))), "x")
    assert again.table.opening.seating == seating


def test_limits_of_a_jurisdiction_come_back():
    running = waiting("super-omaha", "1")
    settings = running.table.opening.settings
    limits = settings.limits._replace(most_cents=40000, dear_games=DearGames(3, 500, "WAC"))
    opening = running.table.opening._replace(settings=settings._replace(limits=limits))
    again = deal_again(json.loads(json.dumps(keep(Runner(running.game, opening)))), "x")
    assert again.table.opening.settings.limits == limits
    assert again.table.opening.meters == opening.meters


def mistake(game: str = "super-omaha") -> tuple[Decision, Decision, Judgement]:
    """A wrong and a right decision at one spot, and the judgement of the wrong one."""
    for seed in range(50):
        running = waiting(game, str(seed))
        wrong = Decision(1, "fold")
        judgement = judge(running, wrong)
        if not judgement.is_right:
            best = weigh(running).best
            return wrong, Decision(1, best.action, best.cents or None), judgement
    raise AssertionError(game)


def test_a_drill_comes_back_ever_later_until_it_is_learnt():
    wrong, right, judgement = mistake()
    drill = drill_of(judgement)
    drills = Drills().add(drill)
    asked_on = [0, 0, 1, 4, 11, 25, 55]
    for day, decision in zip(asked_on, [wrong, *[right] * 6], strict=True):
        today = (date(2026, 1, 1) + timedelta(day)).isoformat()
        before = (date(2026, 1, 1) + timedelta(day - 1)).isoformat()
        assert not drills.due(before) or drills.waiting[0].due == ""
        (asked,) = drills.due(today)
        shown = present(asked, "seed")
        judged = judge_drill(asked, shown, decision)
        drills = drills.mark(asked, judged.is_right, today)
        assert judged.is_right == (decision == right)
        drills = read_drills(json.loads(json.dumps(drills.to_json())))
    assert (drills.done, drills.waiting) == (1, ())


def test_drills_kept_before_there_were_boxes_are_read():
    """As they were kept: with a streak, which counted right answers in a row."""
    _, _, judgement = mistake()
    kept = drill_of(judgement)._asdict()
    del kept["box"], kept["due"]
    old = {
        "waiting": [{**kept, "asked": 3, "streak": 1}, {**kept, "id": "x", "streak": 0}],
        "done": 4,
    }
    drills = read_drills(json.loads(json.dumps(old)))
    assert [(one.asked, one.box, one.due) for one in drills.waiting] == [(3, 1, ""), (0, 0, "")]
    assert len(drills.due("2026-01-01")) == 2
    assert (drills.done, drills.left_out) == (4, 0)


def test_the_drill_known_best_makes_room():
    spot = {"game": "duki", "seat": 1}
    made = [make_drill("hard", "", {**spot, "deck": n}) for n in range(MOST_DRILLS + 2)]
    known = made[5]._replace(box=3, due="2026-02-01")
    drills = Drills()
    for one in [*made[:5], known, *made[6:]]:
        drills = drills.add(one)
    left = {one.id for one in made} - {one.id for one in drills.waiting}
    assert left == {known.id, made[0].id}
    assert drills.left_out == 2


def test_a_drill_is_asked_with_other_unseen_cards_each_time():
    _, _, judgement = mistake()
    drill = drill_of(judgement)
    decks = {present(drill._replace(asked=times), "seed").table.opening.deck for times in range(3)}
    assert len(decks) == 3


def test_drills_refuse_what_is_not_theirs():
    _, right, judgement = mistake()
    drill = drill_of(judgement)
    drills = Drills().add(drill)
    with pytest.raises(Refused, match="is not waiting"):
        drills.find("none")
    with pytest.raises(Refused, match="the round shown is not this drill"):
        judge_drill(drill, waiting("duki", "1"), right)
    with pytest.raises(Refused, match="the decision was right"):
        drill_of(judgement._replace(cost=judgement.cost * 0))


def test_the_same_mistake_again_starts_its_drill_anew():
    _, _, judgement = mistake()
    drill = drill_of(judgement)
    drills = Drills().add(drill._replace(box=2, due="2026-01-01")).add(drill)
    assert [(one.box, one.due) for one in drills.waiting] == [(0, "")]


@pytest.mark.parametrize("game", GAMES)
def test_hard_hands_are_the_closest_decisions(game: str):
    opening = waiting(game, "1").table.opening
    found = find_hard(opening, 1, "seed", 12, 3)
    assert found == find_hard(opening, 1, "seed", 12, 3)
    gaps = []
    for drill in found:
        advice = weigh(present(drill, "x"))
        wrong = [one.value for one in advice.options if one.high < advice.best.low]
        gaps.append(advice.best.value - max(wrong))
    assert len(gaps) == 3
    assert 0 < gaps[0] <= gaps[1] <= gaps[2]
    assert {drill.origin for drill in found} == {"hard"}


def test_hard_hands_lie_closer_than_others():
    opening = waiting("duki", "1").table.opening
    (hard,) = find_hard(opening, 1, "seed", 60, 1)
    advice = weigh(present(hard, "x"))
    play, fold = advice.options
    assert abs(play.value - fold.value) < 0.05


@pytest.mark.parametrize(("seat", "deals", "words"), [(2, 5, "seat 2"), (1, 0, "0 deals")])
def test_hard_hands_refuse_bad_requests(seat: int, deals: int, words: str):
    with pytest.raises(Refused, match=words):
        find_hard(waiting("duki", "1").table.opening, seat, "s", deals)


def test_ids_of_drills_follow_from_their_spots():
    spot = keep(waiting("duki", "1"))
    assert make_drill("hard", "", spot).id == make_drill("mistake", "x", dict(spot)).id
    assert make_drill("hard", "", spot).id != make_drill("hard", "", keep(waiting("duki", "2"))).id
