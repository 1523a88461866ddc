"""A guest plays each game in the browser, from the first page to the settlement, with keys."""

import time

import pytest
from playwright.sync_api import Locator, expect

from pitboss.house import ledger
from pitboss.house.tables.state import seat_of
from tests.browser.conftest import Visit
from tests.browser.playing import (
    GAMES,
    expect_turn,
    play_now,
    play_out,
    sit,
    text_cents,
    wager,
)
from tests.browser.site import Site

WAGERS = {
    "buyout": ("3", "n", "2"),
    "duki": ("3", "n", "1", "n", "2"),
    "super-omaha": ("3", "n", "2", "n", "2", "j", "k"),
    "holdout": (),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_a_round_to_its_settlement(site: Site, visit: Visit, game: str):
    page = visit("/")
    begun = time.monotonic()
    table_id = play_now(page, game)
    assert time.monotonic() - begun < 10
    expect(page.locator(".practice")).to_have_text("Practice – no real money")
    wager(page, *WAGERS[game])
    play_out(page)
    table = site.house.table(table_id)
    assert table.status == "settled"
    seat = seat_of(table, str(table.owner))
    shown = text_cents(page.locator("#stack").inner_text())
    assert shown == site.house.balance(ledger.seat(table_id, seat))
    session = text_cents(page.locator(".session .net").inner_text())
    assert session == shown - 500_00
    assert text_cents(page.locator(".own-line .net").inner_text()) == session
    rows = page.locator(".results .result")
    opening = table.opening
    assert opening
    assert rows.count() >= len(opening.wagers.get(seat, {}))
    say_their_rules(rows.all())


def say_their_rules(rows: list[Locator]) -> None:
    """Each settled wager names its rule; what the rule says stands with the first of them alone."""
    told: set[str] = set()
    for row in rows:
        rule = row.locator(".why b").last.inner_text()
        assert rule.startswith(("BUYOUT-", "DUKI-", "SO-"))
        words = row.locator(".why").last.inner_text().removeprefix(rule).strip()
        assert (len(words) > 10) == (rule not in told), (rule, words)
        told.add(rule)


def test_only_legal_options_are_offered_and_a_question_is_answered_once(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    offered = page.locator("[data-decide]").evaluate_all("all => all.map(e => e.dataset.decide)")
    question = site.house.table(table_id).question
    assert question
    assert offered == [option.action for option in question.options]
    page.evaluate("""() => {
        const button = document.querySelector('[data-decide=play]');
        button.click();
        button.click();
    }""")
    page.locator(".own-line .net").wait_for()
    decided = [d for d in site.house.table(table_id).decisions if d.seat == question.seat]
    assert [decision.action for decision in decided] == ["play"]


def test_wagers_are_built_undone_doubled_cleared_and_repeated(visit: Visit):
    page = visit("/")
    play_now(page, "buyout")
    first = page.locator("[data-spot=first] .sum")
    for key in ("2", "2", "3"):
        page.keyboard.press(key)
    expect(first).to_have_text("$35")
    page.keyboard.press("u")
    expect(first).to_have_text("$10")
    page.keyboard.press("x")
    expect(first).to_have_text("$20")
    page.keyboard.press("c")
    expect(first).to_have_count(0)
    page.keyboard.press("u")
    page.keyboard.press("n")
    page.keyboard.press("1")
    expect(page.locator("[data-spot=bonus] .sum")).to_have_text("$1")
    wager(page)
    play_out(page, ("f", "r", "b"))
    page.keyboard.press("a")
    expect(first).to_have_text("$20")
    expect(page.locator("[data-do=deal] output")).to_have_text("$21")


def test_a_refusal_is_told_in_words(visit: Visit):
    page = visit("/")
    play_now(page, "buyout")
    page.keyboard.press("d")
    expect(page.locator("#toast")).to_contain_text("Place a wager first")
    page.keyboard.press("1")
    page.keyboard.press("d")
    expect(page.locator("#toast")).to_contain_text("at least $5")
    for _ in range(2):
        page.keyboard.press("5")
    expect(page.locator("#toast")).to_contain_text("at most $500")
    page.keyboard.press("n")
    page.keyboard.press("4")
    expect(page.locator("#toast")).to_contain_text("more than the $500 at your seat")


def test_rules_and_pays_are_one_key_away_before_any_wager(visit: Visit):
    page = visit("/")
    play_now(page, "super-omaha")
    page.keyboard.press("v")
    sheet = page.locator("#rules")
    expect(sheet).to_contain_text("SO-05")
    expect(sheet).to_contain_text("five-card-community")
    expect(sheet).to_contain_text("Disputes")
    expect(sheet).to_contain_text("100% of the meter, $10,000")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_pays_of_a_jackpot_are_multiplied_by_its_wager(site: Site, visit: Visit):
    page = visit("/")
    links = {"jackpots": [{"jackpot": name} for name in site.jackpots]}
    sit(page, site.open_table("super-omaha", "Two jackpots", table=links))
    second = page.locator("#pj-1")
    second.locator("summary").click()
    expect(second).to_contain_text("for a wager of $5")
    assert second.locator("tbody tr").all_inner_texts()[1:] == [
        "Straight Flush\t$5,000",
        "Four-of-a-Kind\t$250",
        "Full House\t$25",
        "Flush\t$5",
    ]


def test_more_chips_come_from_ones_account_and_then_from_the_cage(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "buyout")
    stack = page.locator("#stack")
    for bought in (1_000, 1_500, 2_000):
        page.locator("[data-buy]").click()
        expect(stack).to_have_text(f"${bought:,}")
    expect(page.locator(".session .net")).to_have_text("$0")
    assert site.house.balance(ledger.seat(table_id, 4)) == 2_000_00
