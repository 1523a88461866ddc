"""How soon Python answers in a page of the site that was read before: a table of Pitboss in the
page on its felt, painted, and a live cell with its first answer, from navigation and with a warm
cache.

The verdict is by the clock on the wall, over the median turn. A busy machine makes it longer, so
beside it stand the machine's load, the processor time of all of the browser's processes, and its
ratio to a loop that does nothing but count, taken by turns.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from threading import Thread
from time import sleep
from typing import NamedTuple

import psutil
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.servers import find_chromium
from website.build import SITE

TURNS = 7
LEFT_OUT = 2
"""The first turns, which fill the cache."""
TARGET = 3.0
PATIENT = 180_000
REST = 1.0
"""Seconds between the loop and the start, as between two visits."""
COUNT = "() => { let s = 0; for (let i = 0; i < 3e8; i++) s = (s + i * i) | 0; return s; }"
TABLE = "document.querySelector('[data-build]')?.closest('#region:not([hidden])')"
ANSWER = "document.querySelector('output')?.textContent.includes('category pair')"
WATCH = """() => {
  new MutationObserver((_, watch) => {
    if (!(IS_THERE)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shownAt = performance.now())));
  }).observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
}"""
"""Notes when it was painted, by the page's own clock, which began with the navigation."""


class Turn(NamedTuple):
    """Seconds: on the wall, of the processor, and of the processor for the loop."""

    wall: float
    spent: float
    loop: float


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def serving() -> Iterator[str]:
    """The built site at an address of its own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def open_table(page: Page, address: str) -> None:
    page.goto(f"{address}/play/#duki")


def open_cell(page: Page, address: str) -> None:
    page.goto(f"{address}/start/player.html")
    page.get_by_role("button", name="Change this hand").click()


def spent() -> float:
    """Processor seconds of the browser so far."""
    found = [p for p in psutil.Process().children(recursive=True) if "chrom" in p.name()]
    times = [process.cpu_times() for process in found]
    return float(sum(one.user + one.system for one in times))


def take(page: Page, act: Callable[[Page, str], None], address: str) -> Turn:
    page.goto("about:blank")
    before = spent()
    page.evaluate(COUNT)
    loop = spent() - before
    sleep(REST)
    before = spent()
    act(page, address)
    page.wait_for_function("window.shownAt")
    cost = spent() - before
    return Turn(float(page.evaluate("window.shownAt")) / 1000, cost, loop)


def line(what: str, turns: list[Turn]) -> str:
    walls, cost = sorted(t.wall for t in turns), median(t.spent for t in turns)
    ratio = median(t.spent / t.loop for t in turns)
    verdict = "meets" if median(walls) <= TARGET else "MISSES"
    return (
        f"{what:<38} {median(walls):.1f} s by the clock ({walls[0]:.1f} to {walls[-1]:.1f}),"
        f" {cost:.2f} s of processor, {ratio:.1f} x the loop, over {len(turns)},"
        f" load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores: {verdict} {TARGET:g} s"
    )


STARTS = (("a table in the page", open_table, TABLE), ("a live cell", open_cell, ANSWER))


def lines() -> Iterator[str]:
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for what, act, sign in STARTS:
            page = browser.new_context(reduced_motion="reduce").new_page()
            page.add_init_script(f"({WATCH.replace('IS_THERE', sign)})()")
            page.set_default_timeout(PATIENT)
            turns = [take(page, act, address) for _ in range(LEFT_OUT + TURNS)]
            yield line(f"{what}, to its first answer", turns[LEFT_OUT:])
            page.context.close()
        browser.close()


if __name__ == "__main__":
    for each in lines():
        print(each, flush=True)
