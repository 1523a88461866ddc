"""What a message changes on the table's page: no more than what is new."""

from collections.abc import Sequence

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.playing import expect_turn, play_now, play_out, wager
from tests.browser.site import Site

WATCH = """() => {
    window.takenOut = new Set();
    const watch = new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
            for (const node of removedNodes) if (node.id) window.takenOut.add(node.id);
    });
    watch.observe(document.getElementById("region"), { childList: true, subtree: true });
}"""
BESIDE = {"side", "side-seat", "side-story", "side-fair", "side-limits", "side-pays", "controls"}


PATIENT = 30_000
"""Milliseconds: a starved machine is slow to hand a request over and to settle a round."""


def wait_held(page: Page, held: Sequence[object], number: int) -> None:
    """The page sends at once; the test hears of it a little later."""
    for _ in range(PATIENT // 20):
        if len(held) >= number:
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{len(held)} of {number} commands were sent")


def taken_out(page: Page) -> set[str]:
    return set(page.evaluate("() => [...window.takenOut]"))


def test_what_stays_is_not_taken_out_of_the_page(visit: Visit):
    page = visit("/")
    play_now(page, "super-omaha")
    page.evaluate(WATCH)
    wager(page, "2")
    expect_turn(page)
    play_out(page)
    wager(page, "2")
    expect_turn(page)
    out = taken_out(page)
    assert "side-results" in out, "the last round's results have gone"
    assert not out & BESIDE


def test_only_a_slow_command_is_shown_to_be_under_way(site: Site, visit: Visit):
    page = visit("/")
    table = play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    page.locator("body:not([data-frozen])").wait_for()
    held: list[Route] = []
    page.route("**/commands", lambda route: held.append(route))
    page.keyboard.press("p")
    expect(page.locator("body[data-frozen].dimmed")).to_be_attached(timeout=PATIENT)
    wait_held(page, held, 1)
    assert page.locator("#controls").evaluate("e => e.inert")
    page.keyboard.press("p")
    page.locator("[data-decide=play]").dispatch_event("click")
    assert len(held) == 1, "nothing else is sent meanwhile"
    held[0].continue_()
    expect(page.locator("#own[data-status=settled]")).to_be_attached(timeout=PATIENT)
    expect(page.locator("body:not([data-frozen]):not(.dimmed)")).to_be_attached(timeout=PATIENT)
    assert site.house.table(table).status == "settled"


def test_a_late_answer_does_not_end_the_next_command(visit: Visit):
    """The question came before the answer to the deal, and was answered at once."""
    page = visit("/")
    play_now(page, "duki")
    held: list[tuple[Route, APIResponse | None]] = []
    # The deal is done and its answer kept back; what comes after does not leave the page.
    page.route("**/commands", lambda route: held.append((route, None if held else route.fetch())))
    wager(page, "2")
    page.locator("body:not([data-frozen]) [data-ask]").wait_for()
    page.keyboard.press("p")
    dimmed = page.locator("body[data-frozen].dimmed")
    expect(dimmed).to_be_attached(timeout=PATIENT)
    wait_held(page, held, 2)
    (deal, answer), _ = held
    with page.expect_response("**/commands"):
        deal.fulfill(response=answer)
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    assert dimmed.count()


NOTED = """() => {
    const [act, real] = [window.fetch, performance.now.bind(performance)];
    window.fetch = (address, ...rest) => {
        if (String(address).endsWith("/coach")) window.coachAsked = real();
        return act(address, ...rest);
    };
}"""
SHOWN = """(selector) => new Promise((shown) => {
    const region = document.getElementById("region");
    const watch = new MutationObserver(() => {
        if (region.querySelector("[data-ask]")) return;
        watch.disconnect();
        requestAnimationFrame(() => {
            const painted = new MessageChannel();
            painted.port1.onmessage = () => shown(performance.now());
            painted.port2.postMessage(0);
        });
    });
    watch.observe(region, { childList: true, subtree: true, attributes: true });
    region.querySelector(selector).click();
})"""


def test_what_may_wait_comes_after_the_frame_that_shows_what_was_done(visit: Visit):
    """The coach, the title and sounds took their turn before it was known to be painted."""
    page = visit("/")
    play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    page.locator("#coach.counting").wait_for(state="detached")
    page.evaluate(NOTED)
    painted = page.evaluate(SHOWN, "[data-decide=fold]")
    page.wait_for_function("() => window.coachAsked")
    assert page.evaluate("() => window.coachAsked") > painted
    page.wait_for_function("() => !document.title.startsWith('●')")


BESIDE_WAITS = """() => new Promise((done) => {
    const [felt, story] = [document.querySelector(".felt"), document.getElementById("side-story")];
    const times = {};
    const note = (name) => new MutationObserver(() => {
        times[name] ??= performance.now();
        if (times.felt && times.story) done(times);
    });
    note("felt").observe(felt, { childList: true, subtree: true });
    note("story").observe(story, { childList: true, subtree: true });
    requestAnimationFrame(function frame() {
        if (times.felt) times.frame ??= performance.now();
        else requestAnimationFrame(frame);
    });
    document.querySelector("[data-decide=play]").click();
})"""


def test_what_stands_beside_comes_after_the_frame_that_shows_the_felt(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    expect(page.locator("#side-story")).to_contain_text("You are dealt")
    times = page.evaluate(BESIDE_WAITS)
    assert times["felt"] < times["frame"] < times["story"]
    expect(page.locator("#side-results")).to_contain_text("Ante")


def test_where_things_move_what_stands_beside_takes_its_turn_with_them(visit: Visit):
    """Its lines would tell how the round ended while the dealer's cards are being turned."""
    page = visit("/", reduced_motion="no-preference")
    play_now(page, "duki")
    wager(page, "2")
    expect_turn(page)
    page.evaluate("""() => {
        new MutationObserver(() => {
            const line = document.querySelector("#side-results .result");
            const [shown] = line?.getAnimations() ?? [];
            if (shown) window.delay ??= shown.effect.getTiming().delay;
        }).observe(document.getElementById("region"), { childList: true, subtree: true });
    }""")
    page.keyboard.press("p")
    page.wait_for_function("() => window.delay > 0")


ASKED = """() => {
    const [frame, { get }] = [
        window.requestAnimationFrame.bind(window),
        Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight"),
    ];
    let isFrame = false;
    window.asked = [];
    window.requestAnimationFrame = (act) => frame((now) => {
        isFrame = true;
        act(now);
        isFrame = false;
    });
    Object.defineProperty(Element.prototype, "scrollHeight", { get() {
        if (this.matches(".log")) window.asked.push(isFrame);
        return get.call(this);
    } });
}"""


SETTLED = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => { window.asked = []; done(); }));
})"""
"""What was asked for before anybody listened has come."""


def test_a_message_asks_for_the_layout_with_the_frame(visit: Visit):
    """It was asked for before the reader had changed the page, and worked out twice."""
    page = visit("/")
    play_now(page, "duki")
    page.evaluate(ASKED)
    page.evaluate(SETTLED)
    wager(page, "2")
    expect_turn(page)
    play_out(page)
    page.wait_for_function("() => window.asked.length >= 2")
    assert all(page.evaluate("() => window.asked"))


def test_a_command_on_its_way_restyles_nothing(visit: Visit):
    """The class that once said so drew the page anew; the best of a few, for clocks run there."""
    page = visit("/")
    play_now(page, "duki")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def so_far() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in found if each["name"] == "RecalcStyleCount")

    def mark() -> float:
        before = so_far()
        page.evaluate("""() => new Promise((done) => {
            document.body.toggleAttribute("data-frozen");
            requestAnimationFrame(() => setTimeout(done));
        })""")
        return so_far() - before

    assert min(mark() for _ in range(4)) == 0
