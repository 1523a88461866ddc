"""The auditor: the log with its filters, a round with every card, and the verifier."""

from playwright.sync_api import expect

from pitboss.cards import format_card
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import assert_fits
from tests.browser.site import Site
from tests.browser.staffing import ask, guest, play_duki, staff_of, visit_as
from tests.browser.test_table_reach import find_barriers


def played_table(site: Site, name: str, number: int) -> str:
    staff_of(site)
    table = site.open_table("duki", name)
    person = guest(site, number)
    ask(site, table, "sit", person, seat=2, chips=300)
    play_duki(site, table, person, "fold")
    return table


def test_an_auditor_replays_a_round_with_every_card_face_up(visit: Visit, site: Site):
    table = played_table(site, "Replayed table", 601)
    page = visit_as(visit, site, "Aldo", f"/audit?chain={table}")
    page.get_by_role("link", name="Replay 1").first.click()
    expect(page.locator(".replay-bar")).to_contain_text("Step")
    opening = site.house.table(table).opening
    assert opening
    dealt = [format_card(card) for card in opening.deck[:8]]
    shown = page.locator(".card.up").evaluate_all(
        "all => all.map(e => [...e.classList].find(c => c.startsWith('f-')).slice(2))"
    )
    assert sorted(shown) == sorted(dealt), "the folded hand and the dealer's cards too"
    page.locator("[data-step='1']").first.click()
    expect(page.locator(".replay-bar")).to_contain_text("Step 1")
    expect(page.locator(".card.up")).to_have_count(0)
    public = visit(f"/tables/{table}/rounds/1")
    seen = public.locator(".card.up").count()
    assert seen < len(dealt), "everyone else sees only what was shown at the table"


def test_the_log_is_filtered_and_an_entry_is_shown_whole(visit: Visit, site: Site):
    table = played_table(site, "Logged table", 602)
    page = visit_as(visit, site, "Aldo", "/audit")
    page.get_by_label("Table").select_option(table)
    page.get_by_label("Kind").select_option("seat-taken")
    page.get_by_role("button", name="Show").click()
    rows = page.locator(".log-list tbody tr")
    expect(rows).to_have_count(1)
    rows.get_by_role("link").first.click()
    expect(page.locator("h1")).to_have_text("seat-taken")
    postings = page.locator("section").filter(has_text="Postings").first
    expect(postings).to_contain_text("+$300")
    expect(postings).to_contain_text("−$300")
    page.goto("/audit?first_day=yesterday")
    expect(page.get_by_role("alert")).to_contain_text("a day such as")


def test_cards_in_play_stay_hidden_from_auditors_too(visit: Visit, site: Site):
    table = played_table(site, "Hidden table", 603)
    person = guest(site, 604)
    ask(site, table, "sit", person, seat=5, chips=100)
    seated = site.house.table(table).seats[2]["who"]
    ask(site, table, "wager", person, wagers={"ante": 10}, deal=True)
    ask(site, table, "sit-out", person._replace(id=seated))
    ask(site, table, "deal", staff_of(site)["Dora"])
    assert site.house.table(table).phase == "playing"
    page = visit_as(visit, site, "Aldo", f"/audit?chain={table}&kind=round-opened")
    page.locator(".log-list tbody a").first.click()
    expect(page.get_by_text("is shown once the round has ended")).to_be_visible()
    assert '"deck"' not in page.content().split("</h2>")[-1]
    answer = page.goto(f"/audit/rounds/{table}/2")
    assert answer
    assert answer.status == 404


def test_the_verifier_checks_the_log_and_finds_what_was_changed(visit: Visit, site: Site):
    table = played_table(site, "Checked table", 605)
    page = visit_as(visit, site, "Aldo", "/audit/verify")
    page.get_by_label("Table").select_option(table)
    page.get_by_role("button", name="Verify").click()
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_have_text("Nothing is wrong.")
    rounds = verdict.locator("tr").filter(has_text="rounds dealt")
    expect(rounds.locator("td")).to_have_text("1")
    key = page.locator(".panel .id").last.inner_text()
    assert len(key) == 64
    exported = page.request.get(f"/api/log?table={table}").text()
    assert '"format":"pitboss-log"' in exported.splitlines()[0]

    statement = "UPDATE entries SET body = replace(body, ?, ?) WHERE chain = ? AND kind = ?"
    values = ("30000", "30001", table, "seat-taken")
    change(site, statement, values)
    page.get_by_label("Table").select_option(table)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict.bad .findings")).to_contain_text(table)
    change(site, statement, ("30001", "30000", *values[2:]))


def change(site: Site, statement: str, values: tuple[str, ...]) -> None:
    with site.house.database.transaction() as transaction:
        transaction.execute(statement, values)


def test_only_those_who_may_read_everything_read_the_log(visit: Visit, site: Site):
    page = visit_as(visit, site, "Dora", "/floor")
    answer = page.goto("/audit")
    assert answer
    assert answer.status == 403
    player = visit_as(visit, site, "Petra", "/")
    refused = player.request.get("/audit")
    assert refused.status == 403


def test_axe_finds_no_serious_barrier_in_the_log_and_it_fits_a_phone(visit: Visit, site: Site):
    table = played_table(site, "Reached table", 606)
    entry, replay = f"/audit/entries/{table}/4", f"/audit/rounds/{table}/1?step=3"
    page = visit_as(visit, site, "Aldo", replay)
    assert find_barriers(page) == []
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert_fits(page)
    for path in ("/audit", entry, "/audit/verify"):
        page.goto(path)
        assert find_barriers(page) == [], path
        assert_fits(page)
