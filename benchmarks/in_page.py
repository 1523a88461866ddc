"""How soon Python answers in a page of the site that was read before: a table of Pitboss in the
page on its felt, and a live cell with its first answer, from navigation and with a warm cache.

A busy machine makes the clock on the wall say little, so beside it stands the processor time of all
of the browser's processes, and its ratio to a loop that does nothing but count, taken by turns.
Where the processor time is within the target, so is the wait on a machine with nothing else to do.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from threading import Thread
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
COUNT = "() => { let s = 0; for (let i = 0; i < 3e8; i++) s = (s + i * i) | 0; return s; }"
SHOWN = "() => document.querySelector('output')?.textContent.includes('category pair')"


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
    page.locator("[data-build]").wait_for()


def open_cell(page: Page, address: str) -> None:
    page.goto(f"{address}/start/player.html")
    page.get_by_role("button", name="Change this hand").click()
    page.wait_for_function(SHOWN)


def spent() -> float:
    """Processor seconds of the browser so far."""
    found = [p for p in psutil.Process().children(recursive=True) if "chrom" in p.name()]
    times = [process.cpu_times() for process in found]
    return float(sum(one.user + one.system for one in times))


def take(page: Page, act: Callable[[Page, str], None], address: str) -> Turn:
    page.goto("about:blank")
    before = spent()
    page.evaluate(COUNT)
    loop, before = spent() - before, spent()
    act(page, address)
    wall = float(page.evaluate("performance.now()")) / 1000
    return Turn(wall, spent() - before, loop)


def line(what: str, turns: list[Turn]) -> str:
    wall, cost = median(t.wall for t in turns), median(t.spent for t in turns)
    ratio = median(t.spent / t.loop for t in turns)
    verdict = "meets" if cost <= TARGET else "MISSES"
    return (
        f"{what:<44} {wall:>6.1f} s (wall) {cost:>6.2f} s (processor)"
        f" over {len(turns)}, {ratio:.1f} x the loop  {verdict} {TARGET:g} s"
    )


def lines() -> Iterator[str]:
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for what, act in (("a table in the page", open_table), ("a live cell", open_cell)):
            page = browser.new_context(reduced_motion="reduce").new_page()
            page.set_default_timeout(PATIENT)
            turns = [take(page, act, address) for _ in range(LEFT_OUT + TURNS)]
            yield line(f"{what}, to its first answer", turns[LEFT_OUT:])
            page.context.close()
        browser.close()


if __name__ == "__main__":
    for each in lines():
        print(each, flush=True)
