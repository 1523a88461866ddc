"""How soon the page shows what an action did: from the click to the changed table, on loopback."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.playing import play_now
from tests.browser.site import Site
from tests.servers import find_chromium

ACTIONS = 60
TARGET_MS = 50

CLICK = """async (selector) => {
    const region = document.querySelector("#region");
    const count = () => region.querySelectorAll(".let-go").length;
    const before = count(), start = performance.now();
    region.querySelector(selector).click();
    return await new Promise((shown) => {
        const watch = new MutationObserver(() => {
            if (count() !== before) { watch.disconnect(); shown(performance.now() - start); }
        });
        watch.observe(region, { childList: true, subtree: true });
    });
}"""
"""A practice player comes or goes: a command, its commit, and the table drawn anew."""


def measure() -> list[float]:
    """Milliseconds of each action, the first few left out."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder), pause=3_600)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = browser.new_page(base_url=site.url, reduced_motion="reduce")
        play_now(page, "super-omaha")
        times = []
        for number in range(ACTIONS + 10):
            selector = ".let-go" if number % 2 else "[data-send*='seat-bot']"
            times.append(float(page.evaluate(CLICK, selector)))
        browser.close()
        site.close()
    return sorted(times[10:])


def lines() -> Iterator[str]:
    times = measure()
    p95 = times[int(len(times) * 0.95) - 1]
    yield (
        f"a click shows its result in {statistics.median(times):.0f} ms (p50), {p95:.0f} ms (p95)"
        f" over {len(times)} actions; target {TARGET_MS} ms"
    )
