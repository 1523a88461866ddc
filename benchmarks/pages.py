"""How soon the page shows what was done: from the click on Deal to the question, and from a
decision to what it brought, each until the frame that shows it is painted, on loopback.

Times are taken within the page, so what drives the browser does not count, and the server is a
process of its own; motion is reduced, as for people who want none. Each game is played at a table
of one's own: alone where the house deals against each seat, with one practice player where players
play each other.

What the same browser needs at least is measured before each game: a request to the same server
that does nothing, and one word changed on a page with nothing else on it. A machine on which that
takes longer than a frame or two is not quiet, and says so.

On a machine that is itself a guest the host may take the processors away in the middle of a click.
It counts what it took (the kernel's ``steal``); the clicks that it did not touch are judged, and
what all of them took stands beside.
"""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from pitboss.games import all_games
from pitboss.games.contract import Game
from pitboss.web.server import collect_seldom, switch_often
from tests.browser.conftest import ARGUMENTS
from tests.browser.playing import wait_live
from tests.browser.site import Site
from tests.servers import find_chromium

LEFT_OUT = 5
"""The first rounds, in which everything is met for the first time."""
ENOUGH, MOST_ROUNDS = 60, 300
"""Of so many clicks that the host did not touch, three may be slower than what is given as the slow
end; of fewer it would be nearly the slowest. Rounds are played until there are so many."""
TARGET_MS = 50
PAUSE_MS = 200
"""Between what is seen and the next click, in which the coach asks, counts and writes."""

CLICK = """async ({ selector, done }) => {
    const region = document.querySelector("#region");
    const has = () => document.querySelector(done) !== null;
    const isBusy = () => document.body.hasAttribute("data-frozen");
    while (isBusy()) await new Promise(requestAnimationFrame);
    if (has()) throw new Error(`${done} is there already`);
    const button = [...region.querySelectorAll(selector)].find((each) => each.offsetParent);
    return await new Promise((shown, failed) => {
        setTimeout(() => failed(new Error(`${done} does not come`)), 15000);
        const watch = new MutationObserver(() => {
            if (!has()) return;
            watch.disconnect();
            requestAnimationFrame(() => {
                const painted = new MessageChannel();
                painted.port1.onmessage = () => shown(performance.now() - start);
                painted.port2.postMessage(0);
            });
        });
        watch.observe(region, { childList: true, subtree: true, attributes: true });
        const start = performance.now();
        button.click();
    });
}"""
"""The callback of a frame runs before it is painted, and a message that it sends comes after."""

BARE = """async () => {
    const start = performance.now();
    await (await fetch("/healthz")).text();
    document.body.textContent = start;
    return await new Promise((shown) => requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => shown(performance.now() - start);
        painted.port2.postMessage(0);
    }));
}"""
QUIET_MS = 25
"""A frame and a half: the most that the least possible may take on a quiet machine."""

DEAL = "[data-do=deal], [data-send*='deal']"
ENDED = "#own[data-status=settled]"


class Click(NamedTuple):
    """How many milliseconds it took, and whether the processors were ours all the while."""

    ms: float
    quiet: bool


class Times(NamedTuple):
    """Of one game: from the deal to the question, from a decision to its end; and milliseconds of
    the least that a page can do."""

    deals: list[Click]
    decisions: list[Click]
    bare: list[float]


def measure(url: str, browser: Browser, game: Game) -> Times:
    """Play rounds and time each click."""
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/healthz")
    bare = [float(page.evaluate(BARE)) for _ in range(LEFT_OUT + ENOUGH)]
    _sit_down(page, game)
    deals: list[Click] = []
    decisions: list[Click] = []
    for number in range(1, MOST_ROUNDS + 1):
        _make_wagers(page, game)
        deal = _click(page, DEAL, f"#own[data-round='{number}']")
        last = _play_out(page, game, number)
        if number > LEFT_OUT:
            deals.append(deal)
            decisions += [] if last is None else [last]
        if min(sum(click.quiet for click in each) for each in (deals, decisions)) >= ENOUGH:
            break
    context.close()
    return Times(deals, decisions, bare[LEFT_OUT:])


def _sit_down(page: Page, game: Game) -> None:
    page.goto("/")
    form = page.locator(f"form[action='/play/{game.source.key}']")
    if not game.read_seating:
        form.locator("[name=bots]").uncheck()
    form.locator("button").first.click()
    wait_live(page)
    while game.read_seating and (seats := page.locator(".let-go").count()) > 1:
        page.locator(".let-go").first.click()
        expect(page.locator(".let-go")).to_have_count(seats - 1)


def _make_wagers(page: Page, game: Game) -> None:
    """Chips on the main spot, as at the first round; whoever has none left is brought some."""
    if (cage := page.locator(".main[data-buy]")).is_visible():
        cage.click()
        cage.wait_for(state="detached")
    if not game.read_seating:
        page.keyboard.press("c")
        page.keyboard.press("2")


def _play_out(page: Page, game: Game, number: int) -> Click | None:
    """Answer until the round has ended; what the decision that ended it took, if one did."""
    for _ in range(40):
        page.locator(f"[data-ask], {ENDED}").first.wait_for()
        if page.locator(ENDED).count():
            return None
        ask = page.locator("[data-ask]")
        name = ask.get_attribute("data-ask")
        options = ask.locator("[data-decide]").evaluate_all("all => all.map(e => e.dataset.decide)")
        # The first is the one that goes on; where only folding ends the round, that is taken.
        action = "fold" if game.read_seating and "fold" in options else options[0]
        button = f"[data-ask='{name}'] [data-decide={action}]"
        took = _click(page, button, f"#own:not(:has([data-ask='{name}']))")
        if page.locator(ENDED).count():
            return took
    raise AssertionError(f"round {number} does not end")


def _click(page: Page, selector: str, done: str) -> Click:
    """As a person does who has seen what there is: the coach has said its word."""
    page.locator("#coach.counting").wait_for(state="detached")
    page.wait_for_timeout(PAUSE_MS)
    before = stolen()
    ms = float(page.evaluate(CLICK, {"selector": selector, "done": done}))
    return Click(ms, stolen() == before)


def stolen() -> int:
    """The ticks that the host of this machine has taken from its processors so far; none where
    nobody counts them."""
    with suppress(OSError), open("/proc/stat") as counts:
        return int(counts.readline().split()[8])
    return 0


def line(what: str, clicks: list[Click], bare: list[float]) -> str:
    """The median and the slow end, against the least possible and the target."""
    times = [click.ms for click in clicks if click.quiet] or [click.ms for click in clicks]
    p95, least = _slow_end(times), _slow_end(bare)
    verdict = "meets" if p95 < TARGET_MS else "MISSES"
    quiet = "" if least < QUIET_MS else f" (not a quiet machine: the least is {least:.0f} ms)"
    return (
        f"{what:<44} {statistics.median(times):>6.0f} ms (p50) {p95:>6.0f} ms (p95)"
        f" over {len(times)} of {len(clicks)} (all: {_slow_end([ms for ms, _ in clicks]):.0f} ms),"
        f" {p95 / least:.1f} x the least possible  {verdict} under {TARGET_MS} ms{quiet}"
    )


def _slow_end(times: list[float]) -> float:
    return sorted(times)[max(0, round(len(times) * 0.95) - 1)]


def serve(orders: Connection) -> None:
    """Tables without a wait, until something is said or nobody is there; threads and the collector
    are set as a server sets them."""
    switch_often()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pace=0, pause=3_600)
        collect_seldom()
        orders.send(site.url)
        with suppress(EOFError):
            orders.recv()
        site.close()


@contextmanager
def serving() -> Iterator[str]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=serve, args=(theirs,))
    child.start()
    theirs.close()
    try:
        yield ours.recv()
    finally:
        ours.close()
        child.join()


def lines() -> Iterator[str]:
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for game in all_games():
            times = measure(url, browser, game)
            yield line(f"{game.source.title}: deal to question", times.deals, times.bare)
            yield line(f"{game.source.title}: decision to its end", times.decisions, times.bare)
        browser.close()


if __name__ == "__main__":
    for each in lines():
        print(each, flush=True)
