"""The floor's form of a table, its badges and its reports: what is shown to whom, and when."""

from playwright.sync_api import expect

from pitboss.house.desk import ask_for
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits, play_now
from tests.browser.site import Site
from tests.browser.staffing import staff_of, visit_as
from tests.browser.test_table_reach import find_barriers


def test_the_form_shows_what_goes_with_the_profile_and_the_editor_of_an_own_table(
    visit: Visit, site: Site
):
    page = visit_as(visit, site, "Oskar", "/floor/open/super-omaha")
    licence, agency = page.get_by_label("Licence", exact=True), page.get_by_label("Agency's")
    expect(licence).to_be_hidden()
    expect(agency).to_be_hidden()
    page.get_by_label("Profile", exact=True).select_option("washington")
    expect(licence).to_be_visible()
    expect(agency).to_be_hidden()
    page.get_by_label("Profile", exact=True).select_option("tribal")
    expect(licence).to_be_hidden()
    expect(agency).to_be_visible()
    editor = page.get_by_role("group", name="Flop Bonus: table of my own")
    expect(editor).to_be_hidden()
    page.get_by_label("Flop Bonus", exact=True).select_option("own")
    expect(editor).to_be_visible()
    assert find_barriers(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert_fits(page)


def test_badges_say_what_waits_and_go_with_it(visit: Visit, site: Site):
    people = staff_of(site)
    ask_for(site.house, people["Sven"], "reseed", {"jackpot": site.jackpots[0]}, "badge season")
    page = visit_as(visit, site, "Saga", "/", viewport=PHONE)
    badge = page.get_by_label("Site").locator(".badge")
    waiting = int(badge.inner_text().split()[0])
    assert waiting >= 1
    page.goto("/floor/requests")
    assert find_barriers(page) == []
    assert_fits(page)
    row = page.locator(".hit").filter(has_text="badge season")
    row.get_by_label("To decline, why").fill("not now")
    row.get_by_role("button", name="Decline").click()
    left = page.get_by_label("Site").locator(".badge")
    expect(left.or_(page.locator("h1"))).not_to_have_count(0)
    after = left.inner_text().split()[0] if left.count() else "0"
    assert int(after) == waiting - 1


def test_reports_leave_practice_out_unless_it_is_asked_for(visit: Visit, site: Site):
    play_now(visit("/"), "duki")
    page = visit_as(visit, site, "Aldo", "/floor/reports")
    assert "practice (" not in page.locator("#of").inner_text()
    expect(page.locator("#changes")).not_to_contain_text("Duki 4 Poker practice")
    page.get_by_role("link", name="Include practice").click(timeout=30_000)
    expect(page.get_by_text("Practice chips bought")).to_be_visible()
    assert "practice (" in page.locator("#of").inner_text()
    assert find_barriers(page) == []
    page.get_by_role("link", name="Leave practice out").click()
    expect(page.get_by_text("Practice chips bought")).to_have_count(0)
