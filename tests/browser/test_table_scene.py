"""The HTML of random rounds, at every step and for every viewer: no card that they have not seen.

These need no browser: they render what the stream would send and read it.
"""

import re
from random import Random

import pytest

from pitboss.cards import format_card
from pitboss.games import OURS, find_game
from pitboss.games.events import CardBurned, CardDealt, CardsDiscarded, CardsShown
from pitboss.games.opening import offers
from pitboss.house.store.tables import Round
from pitboss.house.tables.setup import read_setup
from pitboss.house.tables.state import Published
from pitboss.kit.openings import answer_randomly
from pitboss.kit.secrecy import seen_cards
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR, Picture, view
from pitboss.web.common.tables import Past
from pitboss.web.pages.lobby import practice_setup
from pitboss.web.pages.rounds import replay_values
from pitboss.web.pages.signs import post_signs
from pitboss.web.pages.site import render
from pitboss.web.pages.table.felt import FACES
from tests.contract.openings import open_randomly
from tests.scripts import buyout_deck, write_script

ROUNDS = 6
SHOWN = re.compile(r"\bf-([2-9TJQKA][cdhs])\b")


def play_randomly(key: str, rng: Random) -> Runner:
    running = Runner(find_game(key), open_randomly(key, rng))
    while running.question:
        running.decide(answer_randomly(rng, running.question))
    return running


def seat_everyone(running: Runner) -> tuple[Published, Past]:
    """A table at which this round has just ended."""
    key, table = running.game.source.key, running.table
    setup = read_setup(practice_setup(key, []), {}).under(table.opening.settings)
    sensors = tuple(f"jackpot {n}" for n, _ in enumerate(table.opening.settings.jackpots))
    setup = setup._replace(jackpots=sensors)
    live = Published(
        *(f"{key}-00000000", 9, "", setup, "wagering", 1, running.status, {}, table.events),
        *(len(table.events), None, "", "", table.opening, (), {}),
    )
    who = {seat: f"person {seat}" for seat in table.seats}
    names = {seat: f"Player {seat}" for seat in table.seats}
    at = "2026-01-01T00:00:00"
    line = Round(live.id, 1, key, at[:10], running.status, "", "", at, at, 1, 1, "{}")
    return live, Past(line, who, names, running)


def read_page(
    running: Runner, viewer: int, step: int, part: str = "coach/felt.html"
) -> tuple[str, int]:
    """The felt's HTML after a step, or another part's, and how many events that is."""
    table, past = seat_everyone(running)
    values = replay_values(table, past, f"person {viewer}", step)
    posted = post_signs(table.setup, {})
    values |= {"posted": posted, "judged": None, "tags": {}, "turn": None, "told": None}
    html = render(part, **values)
    return html, values["scene"].table.length


@pytest.mark.parametrize("key", OURS)
def test_the_page_shows_what_the_viewer_has_seen_and_nothing_else(key: str):
    rng = Random(f"scene {key}")
    checked = 0
    for _ in range(ROUNDS):
        running = play_randomly(key, rng)
        events = running.table.events
        dealt = {e.card for e in events if isinstance(e, CardDealt | CardBurned)}
        for viewer in (SPECTATOR, *running.table.seats):
            step = rng.randint(1, 30)
            html, length = read_page(running, viewer, step)
            seen = seen_cards(events[:length], viewer)
            for card in dealt - seen:
                assert card is not None
                checked += 1
                assert FACES[card].words not in html
                assert format_card(card) not in SHOWN.findall(html)
            assert set(SHOWN.findall(html)) <= {format_card(card) for card in seen}
    assert checked > 20


@pytest.mark.parametrize("key", OURS)
def test_every_card_has_its_number_and_the_event_that_laid_it_or_turned_it_up(key: str):
    rng = Random(f"tracks {key}")
    for _ in range(ROUNDS):
        running = play_randomly(key, rng)
        for viewer in (SPECTATOR, *running.table.seats):
            events = view(running.table.events, viewer)[: rng.randint(1, 200)]
            for owner, place in Picture(events).places.items():
                dealt = [e for e in events if isinstance(e, CardDealt) and e.to == owner]
                laid = [*place.hand, *place.rack]
                assert sorted(one.number for one in laid) == list(range(len(dealt)))
                for number, order, card in laid:
                    event = events[order]
                    if isinstance(event, CardDealt):
                        assert event is dealt[number]
                        assert event.card == card
                    elif isinstance(event, CardsDiscarded):
                        assert event.of == owner
                        assert card in (event.cards or (None,))
                    else:
                        assert isinstance(event, CardsShown)
                        assert event.of == owner
                        assert card in event.cards


def test_a_cut_to_the_aggregate_limit_counts_once():
    """The bonus of $25 would pay $6,250 and is cut to $1,250; the three wagers of $10 win."""
    deck = buyout_deck({1: "As Ah Ad Ac"}, "2c 3d 5c 7d 9c")
    wagers = {1: {"first": 10, "bonus": 25}}
    limits = {"bonus": [1, 25], "aggregate": {"bonus": 1250}}
    running = run_script(write_script("buyout", deck, wagers, "1 buy, 1 buy", limits=limits))
    assert running.net_cents == {1: 1_280_00}
    assert Picture(view(running.table.events, 1)).place(1).net_cents == 1_280_00
    table, past = seat_everyone(running)
    seat = replay_values(table, past, "person 1", 0)["scene"].own
    assert seat.net_cents == 1_280_00
    bonus = next(result for result in seat.results if result.title == "Bonus")
    assert (bonus.words, bonus.row.net_cents) == ("wins $1,250", 1_250_00)
    html, _ = read_page(running, 1, 0, "rounds/side.html")
    assert '<span class="net up">+$1,280</span>' in html
    assert '<span class="net up">+$1,250</span>' in html


def test_a_round_is_shown_with_the_seats_and_spots_of_its_day():
    """The table has seven seats and other limits now; the round was dealt at three."""
    deck = buyout_deck({1: "As Ah Ad Ac"}, "2c 3d 5c 7d 9c")
    settings = {"rulings": {"seats": "3"}, "limits": {"min": 10, "max": 50}}
    script = write_script("buyout", deck, {1: {"first": 10}}, "1 buy, 1 buy", **settings)
    live, past = seat_everyone(run_script(script))
    live = live._replace(setup=read_setup(practice_setup("buyout", []), {}))
    assert live.setup.seats == 7
    scene = replay_values(live, past, "person 1", 0)["scene"]
    assert len(scene.arc) == 2
    assert scene.table.setup.offers == offers(live.setup.game, scene.table.setup.settings)
    assert scene.table.setup.offers != live.setup.offers


@pytest.mark.parametrize("key", OURS)
def test_a_face_down_card_looks_like_every_other(key: str):
    running = play_randomly(key, Random(f"backs {key}"))
    backs = max(
        (find_backs(read_page(running, SPECTATOR, step)[0]) for step in range(1, 40)), key=len
    )
    assert len(backs) >= (1 if key == "buyout" else 4)
    assert len(set(backs)) <= 2, "one form, and one for the marked card of the board"


@pytest.mark.parametrize("key", OURS)
def test_no_two_words_run_into_each_other(key: str):
    """``-$52.24discarded:`` once stood there: an amount, and the next word without a space."""
    rng = Random(f"words {key}")
    for _ in range(ROUNDS):
        running = play_randomly(key, rng)
        for part in ("coach/felt.html", "table/region.html"):
            html, _ = read_page(running, running.table.seats[0], 60, part)
            text = html.replace('<span class="why">', "<p>")  # a line of its own
            text = re.sub(r"</?(span|b|i|small|kbd)\b[^>]*>", "", text)
            text = re.sub(r"<[^>]+>", "\n", text)
            assert re.findall(r".{0,20}\$[\d,]+(?:\.\d\d)?[A-Za-z].{0,20}", text) == []


def find_backs(html: str) -> list[str]:
    """Every face-down card but for its place in the order of dealing."""
    found = re.findall(r'<li id="c1-[^"]*" data-order="\d+" (class="card down.*?</li>)', html, re.S)
    return [str(back) for back in found]
