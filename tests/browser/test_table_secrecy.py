"""Two people at one table: nothing that reaches a browser holds a card which it may not show."""

import re

import pytest
from playwright.sync_api import Page

from pitboss.cards import format_card
from pitboss.games.events import CardBurned, CardDealt, CardsShown, Event
from pitboss.house.tables.state import Published, seat_of
from pitboss.rounds.view import see
from pitboss.web.pages.table.felt import FACES
from tests.browser.conftest import Visit
from tests.browser.playing import play_now, press_one, sit, wager
from tests.browser.site import Site

CODE = r"(?<![0-9A-Za-z]){}(?![0-9A-Za-z])"


def names(card: int) -> re.Pattern[str]:
    """Any way in which a page could name a card."""
    code = CODE.format(format_card(card))
    return re.compile(f"{code}|\\b{FACES[card].words}\\b")


def cards_of(event: Event) -> set[int]:
    match event:
        case CardDealt(_, card) | CardBurned(card):
            return set() if card is None else {card}
        case CardsShown(_, cards):
            return set(cards)
    return set()


def dealt_to(table: Published, seat: int) -> list[int]:
    """A seat's own cards: by these the scan is known to find what is there."""
    dealt = [event for event in table.events if isinstance(event, CardDealt)]
    return [e.card for e in dealt if e.to == seat > 0 and e.card is not None]


def hidden_cards(table: Published, viewer: int) -> set[int]:
    """The cards that left the deck, less those that this seat has seen."""
    events = table.events[: table.length]
    dealt = set[int]().union(*(cards_of(event) for event in events))
    seen = set[int]().union(*(cards_of(see(event, viewer)) for event in events))
    return dealt - seen


def check_secrecy(site: Site, table_id: str, pages: dict[str, Page], start: dict[str, int]) -> int:
    """Scan everything sent to each viewer since the deal, and the source of each page."""
    table = site.house.table(table_id)
    checked = 0
    for viewer, page in pages.items():
        who = who_of(page, table)
        sent = bytes(site.recorder.sent[viewer][start[viewer] :]).decode()
        source = page.content()
        for card in hidden_cards(table, seat_of(table, who)):
            checked += 1
            assert not names(card).search(sent), f"{viewer}: traffic holds {format_card(card)}"
            assert not names(card).search(source), f"{viewer}: page holds {format_card(card)}"
        for card in dealt_to(table, seat_of(table, who)):
            assert names(card).search(sent)
    return checked


def who_of(page: Page, table: Published) -> str:
    """The id of whoever looks at the page; nobody's for a spectator."""
    name = page.locator(".me").inner_text() if page.locator(".me").count() else ""
    return next((str(s["who"]) for s in table.seats.values() if s["name"] == name), "nobody")


def marks(site: Site, pages: dict[str, Page]) -> dict[str, int]:
    return {viewer: len(site.recorder.sent[viewer]) for viewer in pages}


@pytest.mark.parametrize("game", ["duki", "holdout", "super-omaha"])
def test_neither_page_nor_traffic_holds_anothers_cards(site: Site, visit: Visit, game: str):
    table_id = site.open_table(game, f"Shared {game}")
    pages = {f"{game}-{name}": visit("/", f"{game}-{name}") for name in ("ann", "ben", "eve")}
    ann, ben, eve = pages.values()
    sit(ann, table_id)
    sit(ben, table_id)
    eve.goto(f"/tables/{table_id}")
    eve.locator("body[data-live=yes]").wait_for()
    start = marks(site, pages)
    if game == "holdout":
        ann.keyboard.press("d")
    else:
        ann.keyboard.press("2")
        ann.keyboard.press("d")
        ann.locator("[id^=ready-]").wait_for()
        wager(ben, "2")
    players = (ann, ben)
    checked = 0
    for turn in range(20):
        asked = wait_for_turn(site, table_id, players)
        checked += check_secrecy(site, table_id, pages, start)
        if asked is None:
            break
        press_one(asked, ("f",) if turn == 1 and game == "duki" else ("c", "p", "1", "f"))
    assert site.house.table(table_id).status == "settled"
    assert checked > 20


def wait_for_turn(site: Site, table_id: str, players: tuple[Page, ...]) -> Page | None:
    """The page of whoever is asked; none once the round has ended, when all have heard of it."""
    for _ in range(200):
        table = site.house.table(table_id)
        if table.status == "settled":
            for page in players:
                page.locator("#own[data-status=settled]").wait_for()
            return None
        for page in players:
            if page.locator("[data-ask]").count():
                return page
        players[0].wait_for_timeout(25)
    raise AssertionError("nobody is asked")


def test_a_shared_round_shows_a_stranger_only_what_the_table_showed(site: Site, visit: Visit):
    page = visit("/")
    table_id = play_now(page, "duki")
    wager(page, "2")
    page.locator("[data-ask]").wait_for()
    own = dealt_to(site.house.table(table_id), 4)
    page.keyboard.press("f")
    page.locator("#own[data-status=settled]").wait_for()
    table = site.house.table(table_id)
    shown = set[int]().union(*(cards_of(see(event, 0)) for event in table.events))
    address = f"/tables/{table_id}/rounds/1"
    page.goto(address)
    assert len(own) == 4
    assert all(names(card).search(page.content()) for card in own)
    stranger = visit(address)
    for card in range(52):
        found = names(card).search(stranger.content())
        assert bool(found) == (card in shown), format_card(card)


def test_whoever_takes_a_seat_does_not_see_the_cards_it_was_dealt_before(site: Site, visit: Visit):
    table_id = site.open_table("duki", "Changing seats")
    ann = visit("/", "changing-ann")
    sit(ann, table_id)
    wager(ann, "2")
    press_one(ann, ("f",))
    ann.locator("#own[data-status=settled]").wait_for()
    table = site.house.table(table_id)
    folded = dealt_to(table, 1)
    assert folded
    assert set(folded) <= hidden_cards(table, 0)
    ann.keyboard.press("l")
    ann.keyboard.press("y")
    ann.locator("#own").wait_for(state="detached")
    ben = visit("/", "changing-ben")
    sit(ben, table_id)
    assert seat_of(site.house.table(table_id), who_of(ben, site.house.table(table_id))) == 1
    sent = bytes(site.recorder.sent["changing-ben"]).decode() + ben.content()
    assert not any(names(card).search(sent) for card in folded)
    assert ben.locator("#own .card").count() == 0
    assert ben.locator(".results").count() == 0
