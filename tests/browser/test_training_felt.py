"""The dealer's side of the table: answers by clicks on it, several rounds, what is due, trends."""

import json
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from pitboss.games.lesson import Step
from pitboss.training import exercise as exercises
from pitboss.training.exercise import item_of
from pitboss.web.pages.dealers import training
from pitboss.web.pages.dealers.stand import find_targets
from pitboss.web.pages.dealers.trends import find_trends
from pitboss.web.pages.notes import Kept, Result, begin, read_kept_run
from pitboss.web.pages.site import render
from tests.browser import test_training as plain
from tests.browser.conftest import Visit
from tests.browser.site import Site
from tests.browser.test_table_reach import find_barriers
from tests.browser.test_training import at_step, expect_ready, give, run_of, wrong_answer
from tests.training.rounds import GAMES

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
seeds = plain.seeds
DRAWN = 60_000
"""The first chart waits for its engine."""


def choose(page: Page, **chosen: object) -> None:
    """Fill in the form and begin."""
    page.goto("/training")
    for name in ("irregularities", "exam"):
        page.locator(f"input[name={name}]").set_checked(bool(chosen.pop(name, False)))
    for name, value in chosen.items():
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    page.get_by_role("button", name="Begin").click()
    expect_ready(page)


def click_or_type(page: Page, step: Step, answer: str) -> bool:
    """On the table where that can be clicked, else with the keyboard; whether it was clicked."""
    for place, targets in find_targets(step).items():
        if answer in [one.value for one in targets]:
            page.locator(f'#{place} > .hit[value="{answer}"]').click()
            return True
    give(page, step, answer)
    return False


@pytest.mark.parametrize("game", GAMES)
def test_seats_cards_and_spots_are_clicked_on_the_table(site: Site, visit: Visit, game: str):
    page = visit("/training")
    choose(page, game=game, mode="full", players=2)
    steps, clicked = run_of(site, page).exercise.steps, set()
    for number, step in enumerate(steps):
        at_step(page, number)
        if click_or_type(page, step, step.expected):
            clicked.add(step.kind)
    expect(page.locator("#summary")).to_contain_text("no error")
    expect(page.locator("#passed")).to_contain_text("Pass mark reached.")
    common = {"next-card-to", "face"}
    assert clicked >= common | ({"blind"} if game == "holdout" else {"next-act", "outcome"})


def test_seat_one_is_at_the_dealers_left(site: Site, visit: Visit):
    page = visit("/training")
    choose(page, game="duki", mode="deals", players=6)
    at_step(page, 0)
    boxes = [one.bounding_box() for one in page.locator(".players > li").all()]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts)
    assert len(lefts) == 7
    dealer = page.locator("#dealer").bounding_box()
    assert dealer
    assert all(box and box["y"] + box["height"] <= dealer["y"] for box in boxes)
    assert find_barriers(page) == []


@pytest.mark.parametrize("size", [(390, 664), (844, 390)])
def test_a_small_screen_shows_the_seats_above_the_question(visit: Visit, size: tuple[int, int]):
    width, height = size
    page = visit("/training", viewport={"width": width, "height": height})
    choose(page, game="holdout", mode="full", players=6)
    page.locator("#prompt").wait_for()
    question = page.locator(".question").bounding_box()
    seat = page.locator(".stand :is(.is-about, .live)").first.bounding_box()
    assert question
    assert seat
    assert question["y"] + question["height"] == pytest.approx(height, abs=1)
    assert 0 <= seat["y"] < seat["y"] + seat["height"] <= question["y"]


def test_the_table_answers_without_scripts(site: Site, visit: Visit):
    page = visit("/training", java_script_enabled=False)
    page.locator("input[value=duki]").check()
    page.get_by_role("button", name="Begin").click()
    step = run_of(site, page).exercise.steps[0]
    place = step.expected.replace(" ", "-")
    page.locator(f"#{place} > .hit").click()
    at_step(page, 1)
    expect(page.locator("#mark .verdict")).to_contain_text("Right.")


def test_chips_of_the_tray_add_up_to_the_amount(site: Site, visit: Visit):
    page = visit("/training")
    choose(page, game="duki", mode="settles", players=2)
    step = run_of(site, page).exercise.steps[0]
    assert step.input == "amount"
    at_step(page, 0)
    page.locator("[data-chip='25']").click()
    page.locator("[data-chip='1']").click()
    expect(page.locator("#answer")).to_have_value("26.00")
    page.locator("[data-chip='0']").click()
    expect(page.locator("#answer")).to_have_value("")
    for _ in range(int(float(step.expected)) // 5):
        page.locator("[data-chip='5']").click()
    page.keyboard.press("Enter")
    at_step(page, 1)
    expect(page.locator("#mark .verdict")).to_contain_text("Right.")


def test_several_rounds_and_an_exam_that_is_not_passed(site: Site, visit: Visit):
    page = visit("/training")
    choose(page, game="duki", mode="settles", players=1, rounds=2, exam=True)
    exercise = run_of(site, page).exercise
    first, second = exercise.rounds
    for number, step in enumerate(exercise.steps):
        at_step(page, number)
        now = 1 if number < len(first) else 2
        expect(page.locator("#round")).to_have_text(f"Round {now} of 2")
        give(page, step, wrong_answer(step) if number == 0 else step.expected)
    assert second
    expect(page.locator("#passed")).to_contain_text("Not passed.")
    page.goto("/training")
    expect(page.locator(".list tbody tr").first).to_contain_text("2")
    expect(page.locator(".due")).to_contain_text("1 in Duki 4 Poker")


def test_what_was_missed_is_due_and_practised_alone(site: Site, visit: Visit):
    page = visit("/training")
    choose(page, game="duki", mode="settles", players=1)
    for number, step in enumerate(run_of(site, page).exercise.steps):
        at_step(page, number)
        give(page, step, wrong_answer(step) if step.kind == "qualifies" else step.expected)
        if step.kind == "qualifies":
            page.locator(".wrongs").wait_for()
            page.keyboard.press("n")
            expect(page.locator(".wrongs")).to_have_count(0)
    page.locator("#summary").wait_for()
    page.goto("/training")
    assert find_barriers(page) == []
    page.get_by_role("button", name="Practise").click()
    expect_ready(page)
    steps = run_of(site, page).exercise.steps
    assert {item_of(step) for step in steps} == {"qualifies DUKI-08"}
    for number, step in enumerate(steps):
        at_step(page, number)
        give(page, step, step.expected)
    expect(page.locator("#summary")).to_contain_text("no error")
    page.goto("/training")
    expect(page.locator("#none-due")).to_contain_text("Nothing is due today; 1 waiting")
    expect(page.locator(".trend svg")).to_have_count(1, timeout=DRAWN)
    picture = page.locator(".trend [role=img]")
    assert "right answers from" in str(picture.get_attribute("aria-label"))
    assert find_barriers(page) == []


def test_without_a_machine_cards_come_one_at_a_time(site: Site, visit: Visit):
    page = visit("/training")
    choose(page, game="duki", mode="deals", players=2, shuffler="no")
    exercise = run_of(site, page).exercise
    assert exercise.opening.settings.rulings["shuffler"] == "no"
    assert exercise.steps[1].expected == "1"
    choose(page, game="buyout", mode="deals", players=2, shuffler="no")
    assert "shuffler" not in run_of(site, page).exercise.opening.settings.rulings


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_nothing_of_an_answer_before_it_is_marked(
    game: str, monkeypatch: pytest.MonkeyPatch
):
    """With any other answers behind its steps the page is the same, byte for byte."""
    fields = {"game": game, "players": "3", "irregularities": "on"}
    run = begin(fields, "7", NOW)
    honest = exercises.make_steps

    def page(number: int) -> str:
        exercise = run.exercise
        for step in honest(exercise.game, exercise.seed, exercise.options)[:number]:
            exercise = exercise._replace(answers=(*exercise.answers, (step.expected, 1.0)))
        name, values = training.page_of(run._replace(exercise=exercise), "")
        return render(f"training/{name}_region.html", csrf="", **values)

    for number in range(len(run.exercise.steps)):
        shown = page(number)

        def changed(*key: str, first: int = number) -> tuple[Step, ...]:
            steps = list(honest(*key))
            for place in range(first, len(steps)):
                others = [one for one in steps[place].choices if one != steps[place].expected]
                steps[place] = steps[place]._replace(
                    expected=others[-1] if others else "98765",
                    also=(),
                    costs=(),
                    rule="NONE-01",
                    why="No reason.",
                )
            return tuple(steps)

        monkeypatch.setattr(exercises, "make_steps", changed)
        assert page(number) == shown
        monkeypatch.setattr(exercises, "make_steps", honest)


def test_what_was_kept_before_there_were_rounds_and_items_is_read():
    old = {
        "run": None,
        "results": [["2026-01-01T00:00:00Z", "duki", "full", False, 20, 18, "5.00", 90]],
    }
    kept = read_kept_run(old)
    assert (kept.results[0].rounds, kept.results[0].passed) == (1, False)
    assert kept.items.waiting == ()
    again = read_kept_run(json.loads(json.dumps(kept.to_json())))
    assert again == kept
    assert read_kept_run({}) == Kept()


def test_a_trend_is_drawn_from_the_oldest_to_the_newest():
    def result(game: str, right: int, seconds: int) -> Result:
        return Result("", game, "full", False, 20, right, "0.00", seconds)

    newest_first = [result("duki", 20, 40), result("buyout", 9, 9), result("duki", 10, 100)]
    (trend,) = find_trends(newest_first, {"duki": "Duki 4 Poker"})
    assert (trend.title, trend.right, trend.pace) == ("Duki 4 Poker", [50, 100], [5.0, 2.0])
    assert trend.says.endswith("right answers from 50 to 100 %, seconds a step from 5.0 to 2.0")
