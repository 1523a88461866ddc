"""Dealer training in the browser: whole exercises, mistakes with their rules, exams."""

from itertools import count

import pytest
from playwright.sync_api import Page, expect

from pitboss.games.lesson import AMOUNT, CHOICE, Step
from pitboss.house.store import people
from pitboss.training.exercise import start
from pitboss.web.pages.dealers import training
from pitboss.web.pages.dealers.training import KEYS
from pitboss.web.pages.notes import Run, read_kept_run, run_key
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits
from tests.browser.site import Site
from tests.browser.test_table_reach import SMALL, find_barriers
from tests.training.rounds import GAMES

BEGIN = ("duki", "settles", 2)


@pytest.fixture(autouse=True)
def seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rounds in every run, each with an amount to pay."""
    numbers = count(1)

    def find_seed() -> str:
        return next(seed for seed in map(str, numbers) if all(pays(one, seed) for one in GAMES))

    monkeypatch.setattr(training, "new_seed", find_seed)


def pays(game: str, seed: str) -> bool:
    """Whether such a round of one player, and one of two, has an amount to pay."""
    options = [{"mode": "settles", "players": n, "irregularities": 0} for n in (1, 2)]
    return all(
        any(step.input == AMOUNT for step in start(game, seed, one).steps)
        for one in options[game == "holdout" :]
    )


def begin(page: Page, game: str, mode: str, players: int, **conditions: bool) -> None:
    """Choose in the form and begin; irregularities only where wished."""
    page.goto("/training")
    for name, value in (("game", game), ("mode", mode), ("players", str(players))):
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    for name in ("irregularities", "exam"):
        page.locator(f"input[name={name}]").set_checked(conditions.get(name, False))
    page.get_by_role("button", name="Begin").click()
    expect_ready(page)


def expect_ready(page: Page) -> None:
    page.locator("#exercise[data-ready=yes]").wait_for(timeout=30_000)


def run_of(site: Site, page: Page) -> Run:
    who = page.request.get("/api/me").json()["person"]["id"]
    with site.house.database.reading() as transaction:
        run = read_kept_run(people.read_scores(transaction, run_key(who))).run
    assert run
    return run


def wrong_answer(step: Step) -> str:
    """Some answer that is not the expected one."""
    if step.input == CHOICE:
        return next(one for one in step.choices if one and one != step.expected)
    return "7.25" if step.expected != "7.25" else "8.25"


def give(page: Page, step: Step, answer: str) -> None:
    """With the keyboard alone."""
    if step.input == CHOICE:
        named = [one for one in step.choices if one]
        page.keyboard.press(KEYS[named.index(answer)])
    else:
        expect(page.locator("#answer")).to_be_focused()
        page.keyboard.type(answer)
        page.keyboard.press("Enter")


def at_step(page: Page, number: int) -> None:
    """Wait until so many steps are answered and the next question stands there."""
    page.locator(f".question form input[name=step][value='{number}']").wait_for(state="attached")


def answer_all(page: Page, steps: tuple[Step, ...], start: int = 0) -> None:
    for number in range(start, len(steps)):
        at_step(page, number)
        give(page, steps[number], steps[number].expected)
    page.locator("#summary").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_exercise_answered_right_has_no_error(site: Site, visit: Visit, game: str):
    page = visit("/training")
    begin(page, game, "full" if game == "duki" else "settles", 2)
    steps = run_of(site, page).exercise.steps
    at_step(page, 0)
    give(page, steps[0], steps[0].expected)
    at_step(page, 1)
    expect(page.locator("#mark .verdict")).to_contain_text("Right.")
    answer_all(page, steps, 1)
    expect(page.locator("#summary")).to_contain_text("no error")
    expect(page.locator("#summary")).to_be_focused()
    assert page.locator(".tile b").all_inner_texts()[:3] == [str(len(steps)), "0", "$0"]
    page.goto("/training")
    expect(page.locator(".list tbody tr")).to_contain_text(f"{len(steps)} of {len(steps)}")


def test_a_wrong_answer_shows_the_rule_and_waits_until_it_is_read(site: Site, visit: Visit):
    page = visit("/training")
    begin(page, *BEGIN)
    exercise = run_of(site, page).exercise
    steps = exercise.steps
    amount = next(n for n, step in enumerate(steps) if step.input == "amount")
    for number, step in enumerate(steps):
        at_step(page, number)
        if number != amount:
            give(page, step, step.expected)
            continue
        give(page, step, "7.25")
        page.locator(".wrongs").wait_for()
        expect(page.locator(".wrongs")).to_contain_text(f"${step.expected}")
        rule = page.locator(".wrongs .rule")
        expect(rule).to_contain_text(step.rule)
        assert len(rule.inner_text()) > len(step.rule) + 20
        assert run_of(site, page).paused
        page.keyboard.press("n")
    error = abs(725 - round(float(steps[amount].expected) * 100))
    expect(page.locator("#summary")).to_contain_text(f"{len(steps) - 1} of {len(steps)} right")
    expect(page.locator(".mistakes > li")).to_have_count(1)
    expect(page.locator(".mistakes .rule")).to_contain_text(steps[amount].rule)
    expect(page.locator(".mistakes")).to_contain_text(f"{error / 100:.2f}".removesuffix(".00"))
    expect(page.locator(".narrow-table tbody tr")).to_have_text("Amounts1")
    page.get_by_role("button", name="The same round again").click()
    expect_ready(page)
    at_step(page, 0)
    assert run_of(site, page).exercise.seed == exercise.seed
    page.get_by_role("button", name="End here").click()
    page.get_by_role("button", name="Again with these settings").click()
    at_step(page, 0)
    again = run_of(site, page).exercise
    assert again.seed != exercise.seed
    assert again.options == exercise.options


def test_in_an_exam_marks_come_at_the_end(site: Site, visit: Visit):
    page = visit("/training")
    begin(page, *BEGIN, exam=True)
    steps = run_of(site, page).exercise.steps
    for number, step in enumerate(steps):
        at_step(page, number)
        assert page.locator(".verdict").count() == 0
        give(page, step, wrong_answer(step) if number == 0 else step.expected)
    expect(page.locator("#summary")).to_contain_text(f"{len(steps) - 1} of {len(steps)} right")
    expect(page.locator(".mistakes .rule")).to_have_count(1)


def test_what_is_no_answer_is_refused_in_words_and_not_marked(site: Site, visit: Visit):
    page = visit("/training")
    begin(page, "buyout", "settles", 1)
    steps = run_of(site, page).exercise.steps
    typed = next(n for n, step in enumerate(steps) if step.input != CHOICE)
    for number, step in enumerate(steps[:typed]):
        at_step(page, number)
        give(page, step, step.expected)
    at_step(page, typed)
    give(page, steps[typed], "many")
    expect(page.locator("[role=alert].verdict")).to_contain_text("many")
    assert run_of(site, page).step == typed


def test_the_table_does_not_answer_the_question(site: Site, visit: Visit):
    """No hand is named and no card set off, however far the round has gone."""
    page = visit("/training")
    begin(page, *BEGIN)
    steps = run_of(site, page).exercise.steps
    for number, step in enumerate(steps):
        at_step(page, number)
        assert page.locator(".felt .hand, .felt .making, .felt .net").count() == 0
        give(page, step, step.expected)
    page.locator("#summary").wait_for()


def test_it_works_without_scripts(site: Site, visit: Visit):
    page = visit("/training", java_script_enabled=False)
    page.locator("input[value=duki]").check()
    page.get_by_role("button", name="Begin").click()
    steps = run_of(site, page).exercise.steps
    for number, step in enumerate(steps[:3]):
        at_step(page, number)
        if step.input == CHOICE:
            named = [one for one in step.choices if one]
            page.locator(".choice").nth(named.index(step.expected)).click()
        else:
            page.locator("#answer").fill(step.expected)
            page.get_by_role("button", name="Answer").click()
    at_step(page, 3)
    expect(page.locator("#mark .verdict")).to_contain_text("Right.")


def test_an_exercise_waits_on_the_server(site: Site, visit: Visit):
    page = visit("/training")
    begin(page, *BEGIN)
    steps = run_of(site, page).exercise.steps
    at_step(page, 0)
    give(page, steps[0], steps[0].expected)
    at_step(page, 1)
    page.goto("/training")
    page.get_by_role("link", name="Go on").click()
    at_step(page, 1)


def test_axe_finds_no_serious_barrier(site: Site, visit: Visit):
    page = visit("/training")
    assert find_barriers(page) == []
    begin(page, "super-omaha", "settles", 3, irregularities=True)
    steps = run_of(site, page).exercise.steps
    at_step(page, 0)
    assert find_barriers(page) == []
    give(page, steps[0], wrong_answer(steps[0]))
    page.locator(".wrongs").wait_for()
    assert find_barriers(page) == []
    page.get_by_role("button", name="End here").click()
    page.locator("#summary").wait_for()
    assert find_barriers(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_question_is_in_sight(site: Site, visit: Visit, game: str):
    page = visit("/training", viewport=PHONE, has_touch=True)
    assert_fits(page)
    begin(page, game, "full", 4)
    steps = run_of(site, page).exercise.steps
    for number in range(3):
        at_step(page, number)
        assert_fits(page)
        assert page.evaluate(SMALL) == []
        expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
        give(page, steps[number], steps[number].expected)
