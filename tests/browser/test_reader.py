"""What a screen reader hears of a whole round: every change of the live regions, in order.

The page is watched from its first moment: a live region must be there before it speaks, and stay
the same element to the end, or nothing of it is heard.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.playing import (
    GAMES,
    end_tour,
    play_now,
    play_out,
    sit,
    text_cents,
    wager,
)
from tests.browser.site import Site
from tests.browser.test_table_play import WAGERS

MOST_LINES = 20
"""As many as the page keeps."""

WATCH = """() => {
    window.heard = [];
    window.place = document.getElementById('said');
    new MutationObserver((changes) => {
        for (const change of changes) {
            for (const node of change.addedNodes) heard.push(node.textContent);
        }
    }).observe(place, {childList: true, subtree: true, characterData: true});
}"""
CARD = r"\w+ of \w+"
CARDS = rf"{CARD}(?:, {CARD})*"
OTHER = r"(?:Blaise|Fermat|Ada|Gauss|\w+)"
MONEY = r"\$[\d,.]+"
RESULT = rf"(?:You win {MONEY}|You lose {MONEY}|You break even)\."

STORY = {
    "duki": [
        rf"You are dealt {CARDS}\.",
        rf"(?:{OTHER} (?:plays for {MONEY}|folds)\.\n)*Your turn\. Play for \$25 or fold\?",
        r"You play for \$25\.",
        rf"(?:{OTHER} (?:plays for {MONEY}|folds)\.\n)*Dealer shows {CARDS}\.",
        rf"{RESULT} You have .*Duki.*\. The dealer has .*Duki.*\. Ante \$25 .*\.",
    ],
    "buyout": [
        rf"(?:{OTHER} is dealt {CARDS}\.\n)*You are dealt {CARDS}\.",
        rf"(?:.*\n)*Your turn\. Third card, {CARD}: buy it for \$25.* or fold\?.*",
        r"You buy the card for \$25\.",
        rf"You are dealt {CARD}\.",
        rf"Your turn\. (?:Fourth card, {CARD}: .*|Fold\?.*)",
        r"You (?:buy|refuse|fold).*",
        rf"(?:.*\n)*Dealer shows {CARDS}\.",
        rf"(?:.*\n)*{RESULT} .*First \$25 .*\.",
    ],
    "super-omaha": [
        rf"You are dealt {CARDS}\.",
        rf"Community shows {CARDS}\.",
        rf"(?:{OTHER} .*\.\n)*Your turn\. Wager \$25 to \$75 on the Flop, or fold\?",
        r"You make the Flop wager of \$25\.",
        rf"(?:.*\n)*Dealer shows {CARDS}\.",
        rf"Community shows {CARDS}\.",
        rf"(?:.*\n)*{RESULT} You have .*\. The dealer has .*\. .*Ante \$25 .*\.",
    ],
    "holdout": [
        rf"You are dealt {CARDS}\.",
        r"(?:.*\n)*Your turn\. .*\?",
        r"You .*\.",
        rf"(?:.*\n)*{OTHER} takes? {MONEY} of the main pot\.",
        rf"(?:.*\n)*{RESULT}.*",
    ],
}


def hear(page: Page) -> list[str]:
    heard: list[str] = page.evaluate("heard")
    assert page.evaluate("place.isConnected && place === document.getElementById('said')")
    stays = page.evaluate("[...place.children].map((line) => line.textContent)")
    assert stays == heard[-MOST_LINES:], "what has been said is not taken away under the reader"
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_is_heard_in_order_with_its_result(visit: Visit, game: str):
    page = visit("/")
    play_now(page, game)
    end_tour(page)
    page.evaluate(WATCH)
    wager(page, *WAGERS[game])
    play_out(page)
    expect(page.locator("#said p").last).to_contain_text(re.compile("^You (win|lose|break)"))
    heard = hear(page)
    assert re.fullmatch("\n".join(STORY[game]), "\n".join(heard)), "\n".join(heard)
    said, shown = heard[-1], page.locator(".own-line .net").inner_text()
    amount = 0 if "even" in said.split(".")[0] else text_cents(said)
    assert amount * (-1 if said.startswith("You lose") else 1) == text_cents(shown)


def test_what_is_heard_of_the_others_is_what_everyone_sees(site: Site, visit: Visit):
    table = site.open_table("duki", "Heard by all")
    first, second = visit("/"), visit("/")
    for page in (first, second):
        page.request.post("/api/guest", headers={"Origin": site.url})
        sit(page, table)
        end_tour(page)
        page.evaluate(WATCH)
    for page in (first, second):
        page.keyboard.press("2")
        page.keyboard.press("d")
    for page in (first, second):
        page.locator("[data-ask]").wait_for()
        page.keyboard.press("p")
    expect(second.locator("#said p").last).to_contain_text(re.compile("^You (win|lose|break)"))
    dealt = [next(w for w in hear(page) if "are dealt" in w) for page in (first, second)]
    cards = [set(re.findall(CARD, words)) for words in dealt]
    before = "\n".join(hear(first)).partition("Dealer shows")[0]
    assert not cards[1] & set(re.findall(CARD, before))
    assert any(re.fullmatch(r"Guest \d+ plays for \$5\.", words) for words in hear(first))


def test_the_next_round_is_heard_in_the_same_place(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    end_tour(page)
    page.evaluate(WATCH)
    for _ in range(2):
        wager(page, "2")
        play_out(page)
        expect(page.locator("#said p").last).to_contain_text(re.compile("^You (win|lose|break)"))
    results = [words for words in hear(page) if re.match(RESULT, words)]
    assert len(results) == 2
    assert sum("are dealt" in words for words in hear(page)) == 2


def test_whoever_comes_back_to_an_open_question_hears_it_alone(visit: Visit):
    page = visit("/")
    play_now(page, "duki")
    end_tour(page)
    wager(page, "2")
    page.locator("[data-ask]").wait_for()
    page.reload()
    page.locator("body[data-live=yes] [data-ask]").wait_for()
    said: Any = page.locator("#said p").all_inner_texts()
    assert said == ["Your turn. Play for $5 or fold?"]
