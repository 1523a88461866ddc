"""The site as an app and as a link: installable, with a page for when there is no way to the
server, nothing private kept, a preview where it is shared, and a picture of a hand."""

import json
import re
import time
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from pitboss.cards import format_card
from pitboss.rounds.view import see
from pitboss.web.pages import assets, offline
from tests.browser.conftest import PHONE, Visit
from tests.browser.playing import play_now, play_out, wager
from tests.browser.site import Site
from tests.browser.test_table_secrecy import cards_of, names

APP = {"service_workers": "allow"}
ACTIVE = "navigator.serviceWorker.ready.then((found) => found.active.state)"
CONTROLLED = "navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const answer = await cache.match(request);
            kept[new URL(request.url).pathname] = await answer.text();
        }
    }
    return kept;
}"""


def comes_about(page: Page, expression: str, seconds: float) -> bool:
    """The security policy lets no page evaluate text by itself, so it is asked again and again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if page.evaluate(expression):
            return True
        page.wait_for_timeout(50)
    return False


def wait_installed(page: Page) -> None:
    """Each page tries to install the app; a browser that gave up on a starved machine, or that was
    refused one file, does it at the next page."""
    for _ in range(5):
        if comes_about(page, CONTROLLED, 15):
            assert page.evaluate(ACTIVE) in ("activating", "activated")
            return
        page.reload()
    raise AssertionError("no page installed the app")


@pytest.fixture
def app_page(visit: Visit) -> Iterator[Page]:
    """A visitor who has been here once, so that the browser has the app."""
    page = visit("/", **APP)
    wait_installed(page)
    yield page
    page.context.set_offline(False)


def test_a_browser_finds_it_installable(visit: Visit, site: Site):
    page = visit("/", **APP)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    read = json.loads(manifest["data"])
    assert (read["start_url"], read["display"]) == ("/", "standalone")
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in read["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in read["icons"]:
        if icon["type"] == "image/png":
            address = f"{manifest['url'].rpartition('/')[0]}/{icon['src']}"
            shown = page.evaluate(
                "async (src) => { const i = new Image(); i.src = src; await i.decode();"
                " return `${i.naturalWidth}x${i.naturalHeight}`; }",
                address,
            )
            assert shown == icon["sizes"]
    wait_installed(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [e["errorId"] for e in errors if e["errorId"] != "in-incognito"] == []


def test_without_a_connection_the_offline_page_is_shown_and_goes_away_by_itself(app_page: Page):
    app_page.context.set_offline(True)
    app_page.goto("/games")
    expect(app_page.locator("h1")).to_have_text("No way to the tables")
    button = app_page.locator(".button.gold").bounding_box()
    assert button
    assert button["height"] >= 44, "styles are kept too"
    assert app_page.url.endswith("/games")
    app_page.context.set_offline(False)
    expect(app_page.locator("h1")).not_to_have_text("No way to the tables")


def test_a_table_in_play_is_never_shown_from_memory(app_page: Page, site: Site):
    table = play_now(app_page, "duki")
    wager(app_page, "2")
    app_page.locator("[data-ask]").wait_for()
    app_page.context.set_offline(True)
    app_page.goto(f"/tables/{table}")
    expect(app_page.locator("h1")).to_have_text("No way to the tables")
    assert not app_page.locator(".card, .me, #own").count()


def test_nothing_private_is_in_the_cache(app_page: Page, site: Site):
    """After a guest has played a round, read its history and seen the coach."""
    table = play_now(app_page, "duki")
    wager(app_page, "2")
    play_out(app_page)
    name = app_page.locator(".me").inner_text()
    for path in (f"/tables/{table}/rounds", f"/tables/{table}/rounds/1", "/coach", "/account"):
        app_page.goto(path)
    kept = app_page.evaluate(KEPT)
    allowed = {offline.OFFLINE, "/static/games.css", *offline.kept_files()}
    assert set(kept) == allowed
    assert not any("/cards/" in path for path in kept)
    page = kept[offline.OFFLINE]
    assert 'name="csrf" content=""' in page
    assert 'class="me"' not in page
    for text in kept.values():
        assert name not in text
        assert table not in text


def test_a_new_version_takes_the_place_of_the_old_one(
    app_page: Page, monkeypatch: pytest.MonkeyPatch
):
    assert app_page.evaluate("caches.keys()") == [f"pitboss-{assets.VERSION}"]
    monkeypatch.setattr(offline, "VERSION", "v-0123456789ab")
    app_page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    taken = "caches.keys().then((all) => all.join() === 'pitboss-v-0123456789ab')"
    assert comes_about(app_page, taken, 60)
    app_page.goto("/games")
    expect(app_page.locator("h1")).not_to_have_text("No way to the tables")


def metas(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.locator(
        "meta[property^='og:'], meta[name^='twitter:']"
    ).evaluate_all(
        "all => Object.fromEntries(all.map(e =>"
        " [e.getAttribute('property') || e.getAttribute('name'), e.content]))"
    )
    return found


def test_links_have_previews(visit: Visit, site: Site):
    table = site.open_table("duki", "A table <to> share & watch")
    stranger = visit("/")
    seen = {}
    for path in ("/", "/games/duki", f"/tables/{table}", f"/tables/{table}/rules"):
        stranger.goto(path)
        found = metas(stranger)
        assert found["og:url"] == f"{site.url}{path}"
        assert found["twitter:card"] == "summary_large_image"
        assert len(found["og:description"]) > 30
        image = stranger.request.get(found["og:image"])
        assert image.ok
        assert image.headers["content-type"] == "image/png"
        assert len(image.body()) < 100_000
        seen[path] = found["og:title"]
    assert seen["/"] == "Pitboss"
    assert seen["/games/duki"] == "Duki 4 Poker – Pitboss"
    assert seen[f"/tables/{table}"] == "A table <to> share & watch – Pitboss"


KEYS = {"buyout": ("b", "r", "f"), "duki": ("f",), "super-omaha": ("1", "f"), "holdout": ("c", "f")}


@pytest.mark.parametrize("game", KEYS)
def test_a_picture_of_a_hand_shows_what_everyone_saw_and_no_more(
    visit: Visit, site: Site, game: str
):
    page = visit("/")
    table_id = play_now(page, game)
    if game == "holdout":
        page.keyboard.press("d")
    else:
        wager(page, "2")
    play_out(page, KEYS[game])
    table = site.house.table(table_id)
    address = f"/tables/{table_id}/rounds/{table.round}/picture.svg"
    shown = set[int]().union(*(cards_of(see(event, 0)) for event in table.events))
    own = page.request.get(address)
    stranger = visit("/").request.get(address)
    assert own.body() == stranger.body(), "the same for whoever sat there and for a stranger"
    assert own.headers["content-type"].startswith("image/svg+xml")
    text = own.text()
    ElementTree.fromstring(text)
    for card in range(52):
        assert bool(names(card).search(text)) <= (card in shown), format_card(card)
    drawn = re.findall(r"<title>(\w+ of \w+)</title>", text)
    assert drawn, "something is shown"
    assert page.locator(".me").inner_text() in text
    assert "style=" not in text


def save_picture(page: Page) -> bytes:
    with page.expect_download() as found:
        page.locator("a[data-picture]").click()
    assert found.value.suggested_filename.endswith("-1.png")
    return found.value.path().read_bytes()


def test_the_picture_is_saved_as_a_file(visit: Visit, site: Site):
    page = visit("/", accept_downloads=True)
    table = play_now(page, "super-omaha")
    wager(page, "2")
    play_out(page)
    page.goto(f"/tables/{table}/rounds/1")
    saved = save_picture(page)
    assert saved.startswith(b"\x89PNG")
    width, height = (int.from_bytes(saved[at : at + 4]) for at in (16, 20))
    assert (width, height >= 945) == (1_800, True)
    assert len(saved) > 20_000, "it is not an empty sheet"


def test_the_offline_page_fits_a_phone(visit: Visit):
    page = visit("/offline", viewport=PHONE)
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    assert page.context.cookies() == []
