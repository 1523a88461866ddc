"""The seal of the next deal, one's own word in it, and the seed once the round has ended."""

from hashlib import sha256

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits, expect_turn, play_now, play_out, wager
from tests.browser.site import Site
from tests.browser.test_table_reach import find_barriers


def noted(page: Page, table: str, number: int) -> str | None:
    found: str | None = page.evaluate(
        "key => sessionStorage.getItem(key)", f"pitboss-seal:{table}:{number}"
    )
    return found


def test_a_word_of_ones_own_is_dealt_with_and_the_seed_fits_its_seal(visit: Visit, site: Site):
    page = visit("/")
    table = play_now(page, "duki")
    seal = site.house.table(table).next_seal
    assert seal
    assert noted(page, table, 1) == seal.commitment
    page.locator("#fair summary").click()
    expect(page.locator("#fair")).to_contain_text(seal.commitment)
    assert seal.seed not in page.content()
    page.get_by_label("Your word for the shuffle").fill("my ☂ word")
    page.get_by_label("Your word for the shuffle").blur()
    wager(page, "3")
    expect_turn(page)
    drawn = site.house.table(table).drawn
    assert drawn
    assert [*drawn.added.values()] == ["my ☂ word"]
    assert seal.seed not in page.content()
    play_out(page)
    expect(page.locator("#fair")).to_contain_text(seal.seed)
    assert sha256(f'{{"seed":"{seal.seed}"}}'.encode()).hexdigest() == seal.commitment
    later = site.house.table(table).next_seal
    assert later
    assert noted(page, table, 2) == later.commitment
    assert find_barriers(page) == []
    link = page.get_by_role("link", name="Check this round")
    assert link.get_attribute("href") == f"/tables/{table}/rounds/1#check"


def test_the_page_makes_a_word_where_nobody_types_one(visit: Visit, site: Site):
    page = visit("/", viewport=PHONE)
    table = play_now(page, "buyout")
    wager(page, "3")
    expect_turn(page)
    drawn = site.house.table(table).drawn
    assert drawn
    [word] = drawn.added.values()
    assert len(bytes.fromhex(word)) == 16
    assert_fits(page)


def test_between_players_the_word_goes_by_itself(visit: Visit, site: Site):
    page = visit("/")
    table = play_now(page, "holdout")
    expect(page.locator("#own")).to_be_visible()
    wager(page)
    expect_turn(page)
    drawn = site.house.table(table).drawn
    assert drawn
    assert len(drawn.added) == 1, "practice players add nothing"
