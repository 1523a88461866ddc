"""The table on every screen: whatever is asked, own hand, board, dealer and buttons are whole in
sight, nothing covers them, targets are large, and the main button keeps its place.

One page a game is driven through whole rounds; at each question the window takes every size.
"""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from pitboss.cards import DECK, parse_cards
from pitboss.house.log import Person
from pitboss.house.tables import play
from tests.browser.playing import play_now, play_out, press_one, resize, wager
from tests.browser.site import Site
from tests.browser.staffing import ROYAL, ask, guest
from tests.house.guests import stacking

SIZES: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in (
        (320, 568),
        (360, 640),
        (390, 664),
        (390, 844),
        (667, 375),
        (844, 390),
        (820, 1180),
        (1024, 768),
        (1360, 900),
        (1920, 1080),
        (2560, 1440),
        (640, 400),  # 1280x800 at 200 % zoom
    )
]
COACH = """<header class="coach-top"><h2>Coach</h2>
<button type="button" class="button small gold" data-advise data-key="t">Tell me</button></header>
<div id="coach-body"><div id="coach-told">
<p class="verdict right"><b>Right.</b> Nothing was worth more.</p></div>
<div id="coach-advice"></div><p class="coach-sum">This session: 12 right, 3 wrong</p></div>"""
"""A panel like the coach's own, without the sums."""

MEASURE = """() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) =>
    e.getClientRects().length && getComputedStyle(e).visibility === 'visible'
    && !e.closest('[popover]:not(:popover-open)'));
  const words = (e) => e.textContent.replace(/\\s+/g, ' ').trim().slice(0, 30);
  const say = (what, e) => wrong.push(`${what}: ${e.id || ''} ${e.className} "${words(e)}"`);
  const isInside = (box) => box.left > -0.6 && box.top > -0.6
    && box.right < innerWidth + 0.6 && box.bottom < innerHeight + 0.6;
  const corners = [[.5, .5], [.06, .06], [.94, .06], [.06, .94], [.94, .94]];
  const group = '.cards, .spot, .heap, .prompt, p, fieldset';
  const isUncovered = (e, at) => at
    && (e.contains(at) || at.contains(e) || e.closest(group)?.contains(at));
  const meets = (box, other) => {
    const at = other.getBoundingClientRect();
    return Math.min(at.right, box.right) - Math.max(at.left, box.left) > 1
      && Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top) > 1;
  };
  const whole = all('.dock .big .card, .dock .pickable, .dealer .card, .community .card, .pot,'
    + '.dock .prompt p, .dock .hand, .late, #stack, .dock .spot .ring, .dock button, .dock input,'
    + '.dock output, .practice');
  for (const e of whole) {
    const box = e.getBoundingClientRect();
    if (!isInside(box)) say('out of sight', e);
    for (const [x, y] of corners) {
      const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      if (!isUncovered(e, at)) { say(`covered by ${at?.id} ${at?.className}`, e); break; }
    }
    if (e.scrollWidth > e.clientWidth + 1 && e.matches('button:not(.chip), .prompt p')) {
      say('text spills', e);
    }
  }
  for (const e of all('.dock button, .dock input, .seat button, .tabs button, .top a, .icon')) {
    const { width, height } = e.getBoundingClientRect();
    if (width < 43.5 || height < 43.5) say(`target of ${width}x${height}`, e);
  }
  for (const e of [document.documentElement, document.body, document.getElementById('main')]) {
    if (e.scrollHeight > innerHeight + 1 || e.scrollWidth > innerWidth + 1) say('scrolls', e);
  }
  // What lets the pointer through is not met by a point: it may lie over no card all the same.
  const cards = all('.dealer .card, .community .card, .dock .card');
  for (const e of all('.meter, .plate-line, .moment, .jackpot-hit')) {
    const box = e.getBoundingClientRect();
    if (cards.some((card) => meets(box, card))) say('lies over a card', e);
  }
  // What came of the round is said whole, and over no meter that is seen.
  const meters = all('.felt .meter').filter((e) => getComputedStyle(e.parentElement).opacity > 0);
  for (const e of all('.moment, .jackpot-hit')) {
    const box = e.getBoundingClientRect();
    const said = e.querySelector('b');
    const isCut = said ? said.getBoundingClientRect().right > box.right + 1
      : e.scrollWidth > e.clientWidth + 1;
    if (isCut) say('words are cut', e);
    if (meters.some((meter) => meets(box, meter))) say('lies over a meter', e);
  }
  // The others: whole in sight, their cards within their seats, and nobody over anything.
  const seats = all('.arc .seat');
  for (const e of seats) {
    const box = e.getBoundingClientRect();
    if (!isInside(box)) say('out of sight', e);
    for (const card of e.querySelectorAll('.card')) {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1
        || bottom > box.bottom + 1) say('a card spills out of its seat', e);
    }
    const others = [...seats.slice(seats.indexOf(e) + 1),
      ...all('.dealer .card, .community .card, .pot .sum, .dock')];
    for (const other of others) if (meets(box, other)) say(`lies over ${other.className}`, e);
  }
  // Beside the felt nothing lies over anything, and the table takes the height that there is.
  for (const e of all('#coach')) for (const other of all('.side')) {
    if (meets(e.getBoundingClientRect(), other) && !e.closest('[data-tab]')) say('covers', e);
  }
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const dock = document.querySelector('.dock').getBoundingClientRect();
  if (innerHeight - dock.bottom > 12 || dock.top - felt.bottom > 12) {
    wrong.push('the table does not fill the screen');
  }
  for (const e of all('.dock .big .card, .dock .pickable')) {
    const { width } = e.getBoundingClientRect();
    if (innerWidth > 1900 && width < innerHeight * .09) say(`is ${width} wide`, e);
  }
  for (const e of all('.dock .prompt')) {
    if (e.scrollHeight > e.clientHeight + 1) say('words spill', e);
  }
  const main = document.querySelector('.dock .main')?.getBoundingClientRect();
  const place = main && [main.left, main.top, main.width, main.height].map(Math.round).join(' ');
  return { wrong, main: place };
}"""
"""What is not whole in sight, covered, too small a target or scrolling; and the main button's
place."""

KIND = """() => [document.querySelector('.room').dataset.status,
  ...[...document.querySelectorAll('.dock button:not(.chip), .dock input')].map(
    (e) => e.dataset.decide || e.dataset.do || e.type + e.className),
  document.querySelectorAll('.dock .card').length, document.querySelectorAll('.house .card').length,
  document.querySelectorAll('.arc .seat.empty').length ? '' : 'full',
  document.querySelector('.lack') ? 'lack' : ''].join(' ')"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, reduced_motion="reduce", viewport=SIZES[8])
    context.route("**/tables/*/coach*", lambda route: route.fulfill(status=200, body=COACH))
    # The tour of the first round has a test of its own, and moves as it goes.
    context.add_init_script(f"localStorage.setItem('pitboss-tour', '{','.join(ROUNDS)}')")
    found = context.new_page()
    found.set_default_timeout(10_000)
    yield found
    context.close()


class Places:
    """What was wrong at each moment and size, and where the main button was."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.window = page.context.new_cdp_session(page)
        self.wrong: list[str] = []
        self.main: dict[int, set[str]] = {}
        self.kinds: set[str] = set()

    def look(self, moment: str) -> None:
        """Measure, unless a moment of this kind has been measured: the same phase, buttons and
        number of cards."""
        kind = self.page.evaluate(KIND)
        if kind in self.kinds:
            return
        self.kinds.add(kind)
        for size in SIZES:
            resize(self.window, size)
            found: dict[str, Any] = self.page.evaluate(MEASURE)
            where = f"{moment} at {size['width']}x{size['height']}"
            self.wrong += [f"{where}: {each}" for each in found["wrong"]]
            if found["main"]:
                self.main.setdefault(SIZES.index(size), set()).add(found["main"])
        resize(self.window, SIZES[8])

    def assert_good(self) -> None:
        resize(self.window, SIZES[8], 1)  # the next table is opened by a click
        moved = [
            f"the main button moves at {SIZES[at]}: {sorted(places)}"
            for at, places in self.main.items()
            if len(places) > 1
        ]
        assert not self.wrong + moved, "\n".join(self.wrong + moved)


ENDED = "#own[data-status=settled], #own[data-status=void]"
ROUNDS: dict[str, tuple[tuple[str, ...], list[tuple[str, ...]], tuple[str, ...]]] = {
    "buyout": (("3", "n", "2"), [("b",), ("r", "b"), ("f",)], ("buy", "refuse", "lack")),
    "duki": (("3", "n", "1", "n", "2"), [("p",), ("f",)], ("play",)),
    "super-omaha": (("3", "n", "2", "n", "2", "j", "k"), [("3",), ("f",)], ("flop", "other")),
    "holdout": ((), [("c",), ("b", "r", "c")], ("pickable", "slide", "check", "call")),
}
"""The wagers of each game, the keys with which its rounds are played in turn, and what must have
been asked in the end."""
MOST_ROUNDS = 60
"""The page adds to every deal, so no seed says how soon each question comes."""


@pytest.mark.parametrize("game", ROUNDS)
def test_every_question_fits_every_screen(page: Page, site: Site, game: str):
    """From the last of the planned rounds on the table is full; it goes on until each question was
    put."""
    wagers, rounds, asked = ROUNDS[game]
    table = play_now(page, game)
    places = Places(page)
    places.look("before any wager")
    for number, keys in zip(range(1, MOST_ROUNDS + 1), cycle(rounds), strict=False):
        if number == len(rounds):
            fill_seats(page, site, table)
        for key in wagers:
            page.keyboard.press(key)
        places.look("wagers built")
        before = page.locator("#own").get_attribute("data-round")
        page.keyboard.press("d")
        page.locator(f"#own:not([data-round='{before}'])").wait_for()
        play_round(page, places, (*keys, "c", "f"), f"round {number}")
        lacking = [each for each in asked if each not in " ".join(places.kinds)]
        if number >= len(rounds) and not lacking:
            break
    places.assert_good()
    assert lacking == []


def test_a_lone_neighbour_stands_before_no_card(page: Page, site: Site):
    """With one other person at the board; that the other has gone is marked, and hides nothing."""
    table = site.open_table("super-omaha", "Two people")
    page.goto(f"/tables/{table}")
    page.locator("[data-key=s]").first.click()
    page.locator("body[data-live=yes] #own").wait_for()
    other = guest(site, 41)
    ask(site, table, "sit", other, seat=2, chips=500)
    ask(site, table, "wager", other, wagers={"ante": 25, "high-hand": 5}, deal=True)
    page.keyboard.press("3")
    page.keyboard.press("d")
    page.locator("[data-ask]").wait_for()
    places = Places(page)
    places.look("one other")
    places.assert_good()


def test_a_jackpot_hit_covers_no_card(page: Page, site: Site, monkeypatch: pytest.MonkeyPatch):
    table = site.open_table(
        "super-omaha", "Royal", table={"jackpots": [{"jackpot": site.jackpots[0]}]}
    )
    page.goto(f"/tables/{table}")
    page.locator("[data-key=s]").first.click()
    page.locator("body[data-live=yes] #own").wait_for()
    top = parse_cards(ROYAL)
    monkeypatch.setattr(play, "draw_deck", stacking((*top, *(c for c in DECK if c not in top))))
    wager(page, "3", "j")
    play_out(page, ("1",))
    page.locator(".jackpot-hit").wait_for()
    places = Places(page)
    places.look("a hit")
    places.assert_good()


def fill_seats(page: Page, site: Site, table: str) -> None:
    """Everybody comes: no seat is left."""
    live = site.house.table(table)
    owner = Person(str(live.owner), "", "guest")
    for seat in {*range(1, live.setup.seats + 1)} - {*live.seats}:
        ask(site, table, "seat-bot", owner, seat=seat, level="easy")
    page.locator(".arc .seat.empty").first.wait_for(state="detached")


def play_round(page: Page, places: Places, keys: tuple[str, ...], name: str) -> None:
    for step in range(40):
        page.locator(f"[data-ask], {ENDED}").first.wait_for()
        if page.locator(ENDED).count():
            places.look(f"{name} settled")
            return
        places.look(f"{name}, question {step}")
        press_one(page, keys)
    raise AssertionError("the round does not end")
