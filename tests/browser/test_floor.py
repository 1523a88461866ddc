"""The floor: tables opened, changed and watched, a jackpot verified, acts of two people."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from pitboss.house import accounts
from pitboss.house.accounts import hash_password
from pitboss.house.ledger import held
from pitboss.house.tables.play import Command
from pitboss.refusal import Refused
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits
from tests.browser.site import Site
from tests.browser.staffing import (
    PASSWORD,
    ask,
    guest,
    hit_jackpot,
    play_duki,
    staff_of,
    visit_as,
)
from tests.browser.test_table_reach import find_barriers
from tests.house.guests import change_as


def test_staff_log_in_change_their_password_and_log_out(visit: Visit, site: Site):
    staff_of(site)
    page = visit("/floor")
    expect(page).to_have_url(re.compile("/login"))
    page.get_by_label("Name").fill("Petra")
    page.get_by_label("Password").fill("a wrong one")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_have_text("log in: the name or the password is wrong")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
    page.goto("/account")
    for name, text in (("present", PASSWORD), ("new", "x" * 12), ("again", "y" * 12)):
        page.locator(f"#{name}").fill(text)
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("alert")).to_contain_text("not the same")
    page.get_by_role("button", name="Log out").click()
    page.goto("/account")
    expect(page).to_have_url(re.compile("/login"))


def test_an_operator_opens_a_table_and_is_told_at_the_field_what_is_wrong(visit: Visit, site: Site):
    page = visit_as(visit, site, "Oskar", "/floor")
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("link", name="Duki 4 Poker").click()
    page.get_by_label("Name", exact=True).fill("Garden table")
    page.get_by_label("Profile", exact=True).select_option("washington")
    page.get_by_label("Day of the law").fill("2024-01-10")
    page.get_by_label("Licence", exact=True).select_option("house-banked")
    page.get_by_label("Ante, most").fill("500")
    page.get_by_role("button", name="Open the table").click()
    wrong = page.locator(".is-wrong input")
    expect(wrong).to_have_count(2)
    names = wrong.evaluate_all("all => all.map(e => e.name)")
    assert names == ["limits.max", "approval.internal-controls"], "all of it at once"
    most = page.get_by_label("Ante, most")
    expect(most).to_be_focused()
    expect(most).to_have_accessible_description(
        re.compile("above the largest single wager of 400.00")
    )
    assert find_barriers(page) == []
    expect(page.get_by_label("Name", exact=True)).to_have_value("Garden table")
    most.fill("400")
    page.get_by_role("alert").get_by_role("link", name="Record: Internal controls").click()
    expect(page.get_by_label("Record: Internal controls")).to_be_focused()
    page.keyboard.type("reference 7")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("The table is open.")).to_be_visible()
    table = page.url.rpartition("/")[2].partition("?")[0]
    setup = site.house.table(table).setup
    assert (setup.profile.name, setup.settings.limits.most_cents) == ("washington", 400_00)


def test_settings_change_after_before_and_after_were_shown_and_with_a_reason(
    visit: Visit, site: Site
):
    table = site.open_table("duki", "Terrace table")
    page = visit_as(visit, site, "Oskar", f"/floor/tables/{table}/change")
    page.get_by_label("Ante, most").fill("250")
    page.get_by_role("button", name="Show what changes").click()
    rows = page.locator(".diff tbody tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [["Ante, most", "500", "250"]]
    assert site.house.table(table).setup.settings.limits.most_cents == 500_00
    page.get_by_role("button", name="Change the table").click()
    expect(page.get_by_role("alert")).to_contain_text("Why: a reason of 1 to 200")
    expect(page.get_by_label("Why")).to_be_focused()
    page.get_by_label("Why").fill("quiet evening")
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator(".changes")).to_contain_text("quiet evening")
    setup = site.house.table(table).setup
    assert setup.settings.limits.most_cents == 250_00
    assert setup.settings.rulings["dealer-wagers"] == "yes", "what was not changed stays"


def test_tiles_follow_the_play_and_alerts_stay_until_acknowledged(visit: Visit, site: Site):
    people = staff_of(site)
    table = site.open_table("duki", "Alarm table")
    one = guest(site, 501)
    page = visit_as(visit, site, "Sven", "/floor")
    tile = page.locator(f"#t-{table}")
    expect(tile.locator(".state")).to_contain_text("nobody sits here")
    ask(site, table, "sit", one, chips=500)
    play_duki(site, table, one, "fold")
    expect(tile.locator("dd").nth(1)).to_have_text("1")
    expect(tile.locator("dd").nth(2)).to_have_text("$15")
    expect(tile.locator("dd").nth(3)).to_have_text("3.0 %")
    ask(site, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(site, table, "void", people["Dora"], reason="b")
    expect(tile.locator(".alert")).to_contain_text("was voided")
    page.reload()
    tile.get_by_role("button", name="Acknowledge").click()
    expect(page.locator(f"#t-{table} .alert")).to_have_count(0)
    page.goto("/floor/alerts")
    row = page.locator("tbody tr").filter(has_text="Alarm table")
    expect(row).to_contain_text("Sven")


def test_a_closed_table_keeps_its_page_and_its_rounds(visit: Visit, site: Site):
    table = site.open_table("duki", "Closed table")
    one = guest(site, 505)
    ask(site, table, "sit", one, chips=100)
    play_duki(site, table, one, "fold")
    page = visit_as(visit, site, "Oskar", f"/floor/tables/{table}")
    page.get_by_role("button", name="Close it").click()
    expect(page.get_by_role("alert")).to_contain_text("why: a reason")
    page.get_by_label("Why").fill("end of the night")
    page.get_by_role("button", name="Close it").click()
    expect(page.get_by_text("The table is closed; every seat is free.")).to_be_visible()
    expect(page.locator(f"#t-{table}")).to_have_count(0)
    page.goto(f"/floor/tables/{table}")
    expect(page.get_by_text("The table is closed.")).to_be_visible()
    page.get_by_role("link", name="Round 1").click()
    expect(page.locator(".replay-bar")).to_contain_text("Step")


def test_a_dealer_deals_and_voids_with_a_cause_of_the_document(visit: Visit, site: Site):
    table = site.open_table("duki", "Dealt table", dealer="person")
    one = guest(site, 502)
    ask(site, table, "sit", one, chips=100)
    page = visit_as(visit, site, "Dora", f"/floor/tables/{table}")
    page.get_by_role("button", name="No more wagers").click()
    expect(page.get_by_role("alert")).to_contain_text("no wager is made")
    ask(site, table, "wager", one, wagers={"ante": 10})
    page.get_by_role("button", name="No more wagers").click()
    expect(page.locator(".standing .state")).to_contain_text("round 1, seat 1 to act")
    assert site.house.table(table).phase == "playing"
    page.get_by_label("Cause of the document").select_option("c")
    page.get_by_role("button", name="Void").click()
    expect(page.get_by_text("every wager went back").first).to_be_visible()
    assert site.house.table(table).seats[1]["stack_cents"] == 100_00
    assert page.get_by_role("button", name="Close it").count() == 0, "a dealer closes no table"


def test_after_cause_d_a_supervisor_records_the_check_of_the_cards(visit: Visit, site: Site):
    """The round was settled; the dealer voids it, and only a supervisor lets the table go on."""
    table = site.open_table("duki", "Machine table", dealer="person")
    one = guest(site, 512)
    ask(site, table, "sit", one, chips=100)
    ask(site, table, "wager", one, wagers={"bonus": 5})
    people = staff_of(site)
    ask(site, table, "deal", people["Dora"])
    assert site.house.table(table).status == "settled"
    page = visit_as(visit, site, "Dora", f"/tables/{table}")
    page.get_by_role("link", name="An irregularity: void the round").click()
    page.get_by_label("Cause of the document").select_option("d")
    page.get_by_role("button", name="Void").click()
    stopped = page.locator(".standing .stopped")
    expect(stopped).to_contain_text("round 1 was voided by cause (d)")
    assert stopped.get_by_role("button").count() == 0, "a dealer does not check the cards alone"
    assert site.house.table(table).seats[1]["stack_cents"] == 100_00
    ask(site, table, "wager", one, wagers={"bonus": 5})
    page.get_by_role("button", name="No more wagers").click()
    expect(page.get_by_role("alert")).to_contain_text("a supervisor first records")
    watching = visit(f"/tables/{table}")
    expect(watching.locator(".felt .stopped")).to_contain_text("No round until a supervisor")
    assert watching.get_by_role("link", name="An irregularity").count() == 0
    boss = visit_as(visit, site, "Sven", f"/floor/tables/{table}")
    for looked in (boss, watching):
        assert find_barriers(looked) == []
    boss.get_by_role("button", name="Cards removed, checked and reshuffled").click()
    expect(boss.get_by_text("The check of the cards is recorded")).to_be_visible()
    expect(watching.locator(".felt .stopped")).to_have_count(0)
    page.goto(f"/floor/tables/{table}")
    page.get_by_role("button", name="No more wagers").click()
    assert site.house.table(table).round == 2


def test_a_jackpot_hit_is_verified_and_paid_by_a_supervisor(visit, site, monkeypatch):
    people = staff_of(site)
    table = hit_jackpot(site, monkeypatch, "Royal table", 503)
    before = site.house.table(table).seats[1]["stack_cents"]
    page = visit_as(visit, site, "Sven", "/floor/jackpots")
    hit = page.locator(".hit").filter(has_text="Royal table")
    expect(hit).to_contain_text("Royal Flush")
    assert site.house.balance(held(site.jackpots[0])) >= 10_000_00
    assert hit.get_by_role("button", name="Pay").count() == 0, "not before it is verified"
    hit.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("it can be paid now")).to_be_visible()
    hit.get_by_role("button", name="Pay").click()
    ended = page.locator("tbody tr").filter(has_text="Royal table")
    expect(ended).to_contain_text("verified by Sven, paid by Sven")
    assert site.house.table(table).seats[1]["stack_cents"] - before >= 10_000_00
    again = {"hit": f"{table}-1-1", "state": "paid"}
    with pytest.raises(Refused, match="it has ended"):
        site.house.ask(Command(table, "advance-hit", people["Saga"], again))


def test_a_meter_is_moved_by_two_people(visit: Visit, site: Site):
    jackpot = site.jackpots[1]
    before = site.house.meters[jackpot]
    page = visit_as(visit, site, "Sven", f"/floor/requests?jackpot={jackpot}")
    form = page.locator("#adjust-meter")
    form.get_by_label("Change in dollars").fill("-100.50")
    form.get_by_label("Reference").fill("R-7")
    form.get_by_label("Why").fill("display showed too much")
    form.get_by_role("button", name="Ask").click()
    waiting = page.locator(".hit").filter(has_text="display showed too much")
    expect(waiting.get_by_role("button", name="Withdraw")).to_be_visible()
    assert waiting.get_by_role("button", name="Approve").count() == 0
    assert site.house.meters[jackpot] == before
    second = visit_as(visit, site, "Saga", "/floor/requests")
    second.get_by_role("button", name="Approve").click()
    expect(second.get_by_text("Approved and carried out.")).to_be_visible()
    assert site.house.meters[jackpot] == before - 100_50
    expect(second.locator("tbody tr").filter(has_text="display showed")).to_contain_text("Saga")


def test_an_operator_manages_people(visit: Visit, site: Site):
    page = visit_as(visit, site, "Oskar", "/floor/people")
    form = page.locator("form[action='/floor/people']")
    form.get_by_label("Name").fill("Nils")
    form.get_by_label("Role").select_option("dealer")
    form.get_by_label("Password").fill("short")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("password")
    form.get_by_label("Password").fill("long enough to keep")
    form.get_by_role("button").click()
    row = page.locator(".people li").filter(has_text="Nils")
    row.locator("summary").click()
    row.get_by_label("Role of Nils").select_option("auditor")
    row.get_by_role("button", name="Change role").click()
    expect(row.locator(".tag")).to_have_text("auditor")
    row.locator("summary").click()
    row.get_by_role("button", name="Close the account").click()
    expect(row).to_contain_text("closed")


def test_the_floor_closes_on_whoever_may_no_longer_see_it(visit: Visit, site: Site):
    people = staff_of(site)
    hashed = hash_password("long enough to keep")
    make = partial(accounts.make_person, name="Leif", role="dealer", password=hashed)
    people["Leif"] = change_as(site.house, people["Oskar"], make)
    page = visit_as(visit, site, "Leif", "/floor")
    expect(page.get_by_role("heading", name="The floor")).to_be_visible()
    close = partial(accounts.deactivate, person_id=people["Leif"].id)
    change_as(site.house, people["Oskar"], close)
    expect(page).to_have_url(re.compile("/login"), timeout=15_000)


def test_reports_show_the_days_books_and_give_csv(visit: Visit, site: Site):
    table = site.open_table("duki", "Booked table")
    one = guest(site, 504)
    ask(site, table, "sit", one, chips=200)
    for _ in range(2):
        play_duki(site, table, one, "fold")
    page = visit_as(visit, site, "Aldo", f"/floor/reports?table={table}")
    row = page.locator("#tables tbody tr")
    expect(row).to_have_count(1)
    cells = row.locator("td").all_inner_texts()
    assert cells[1:7] == ["Booked table", "2", "$200", "$30", "$30", "15.00 %"]
    wager = page.locator("#wagers tbody tr").filter(has_text="ante").locator("td").all_inner_texts()
    assert wager[-3] == "$0.66", "twenty dollars at 3.296 %"
    expect(page.locator("#meter-incidents")).to_contain_text("Nothing is wrong")
    address = page.locator("#tables a").get_attribute("href")
    answer = page.request.get(str(address))
    assert answer.text().splitlines()[0].startswith("day,table,game,name,rounds")
    page.goto("/floor/reports?first_day=2026-02-31")
    expect(page.get_by_role("alert")).to_contain_text("a day such as")


@pytest.mark.parametrize("role", ["Dora", "Aldo"])
def test_who_may_not_is_told_so_and_changes_nothing(visit: Visit, site: Site, role: str):
    page = visit_as(visit, site, role, "/floor")
    assert page.get_by_role("link", name="Open a table").count() == 0
    answer = page.goto("/floor/people")
    assert answer
    assert answer.status == 403
    expect(page.locator(".lead")).to_contain_text("manage-people: needs the role operator")
    stranger = visit("/wall")
    refused = stranger.request.post("/floor/open/duki", form={"name": "x"}, max_redirects=0)
    assert refused.status == 303
    token = page.request.post("/floor/jackpots", form={"name": "x", "csrf": "wrong"})
    assert token.status == 403


PAGES = (
    *("/floor", "/floor/open", "/floor/open/super-omaha", "/floor/open/holdout", "/floor/alerts"),
    *("/floor/jackpots", "/floor/requests", "/floor/people", "/floor/reports", "/account"),
    "/floor/promotions",
)


def of_table(table: str) -> list[str]:
    """The pages of one table."""
    return [f"/floor/tables/{table}{page}" for page in ("", "/change", "/promotions")]


def test_axe_finds_no_serious_barrier_on_the_floor(visit: Visit, site: Site):
    table = site.open_table("duki", "Plain table")
    page = visit_as(visit, site, "Oskar", "/floor")
    for path in (*PAGES, *of_table(table)):
        page.goto(path)
        assert find_barriers(page) == [], path
    page.context.clear_cookies()
    page.goto("/login")
    assert find_barriers(page) == []


def test_the_floor_fits_a_phone(visit: Visit, site: Site):
    table = site.open_table("duki", "Small table")
    page = visit_as(visit, site, "Oskar", "/floor", viewport=PHONE)
    for path in (*PAGES, *of_table(table)):
        page.goto(path)
        assert_fits(page)
        for strip in page.locator(".nav, .tabs").all():  # what is longer than a phone is wide
            here = strip.locator("[aria-current]")
            if here.count():
                expect(here).to_be_in_viewport(ratio=0.9)


def test_a_promotion_is_made_and_ended_by_keyboard_and_hangs_at_the_table(visit: Visit, site: Site):
    table = site.open_table("duki", "Gift table")
    page = visit_as(visit, site, "Oskar", f"/floor/tables/{table}/promotions", viewport=PHONE)
    page.get_by_label("Wins that it adds to").select_option(label="Bonus, Straight")
    page.get_by_label("How much").fill("1")
    page.get_by_label("Terms, as they are posted").fill("Straight week")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("multiplier '1'; a number above 1")
    expect(page.get_by_label("Terms, as they are posted")).to_have_value("Straight week")
    page.get_by_label("How much").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("The promotion is made")
    player = visit(f"/tables/{table}", viewport=PHONE)
    sign = player.locator("#promotions")
    expect(sign).to_contain_text("Bonus, Straight: 3 times the posted pay")
    assert_fits(player)
    page.get_by_label("To end it, why").fill("enough")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("The promotion has ended")
    expect(sign).to_have_count(0)


def test_the_suggested_seed_follows_the_wager_until_another_is_written(visit: Visit, site: Site):
    page = visit_as(visit, site, "Oskar", "/floor/jackpots")
    page.get_by_text("Open a jackpot").click()
    wager, seed = page.get_by_label("Wager, dollars"), page.get_by_label("Seed, dollars")
    wager.fill("5")
    expect(seed).to_have_value("50000")
    note = page.locator("#j-seed-note")
    expect(note).to_contain_text("suggested seed $50,000: $10,000 for each dollar")
    seed.fill("20000")
    wager.fill("2.5")
    expect(note).to_contain_text("suggested seed $25,000: $10,000 for each dollar")
    expect(seed).to_have_value("20000")


def test_the_players_edge_is_confirmed_before_the_table_opens(visit: Visit, site: Site):
    page = visit_as(visit, site, "Oskar", "/floor/open/duki", viewport=PHONE)
    page.get_by_label("Bonus of a 4-card Duki").select_option("ante-table")
    page.get_by_role("button", name="Open the table").click()
    warning = page.get_by_role("alert")
    expect(warning).to_contain_text("the player has the edge, 3.80 % of each wager")
    assert find_barriers(page) == []
    assert_fits(page)
    warning.get_by_role("button", name="Open it all the same").click()
    expect(page.get_by_text("The table is open.")).to_be_visible()
    expect(page.locator("section", has_text="of its edge").first).to_contain_text("-10284/270725")
