"""Pitboss in the page, without a browser: its table, its coach, its modules and its parts."""

import json
import re
import tomllib
import zlib
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from pitboss.cards import format_card, parse_cards
from pitboss.games import find_game
from pitboss.odds.registry import advise, price
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.actions import HANDS, NAMES, canonical, join
from pitboss.odds.super_omaha.optimum import target_of
from pitboss.rounds.derivation import commitment_of
from pitboss.training.coach import Scorecard
from tests.verifier.checking import needs_node, run_check
from website import folder
from website.play import page as page_module
from website.play.coach import FILES, Best, Coach, as_seen, words_of
from website.play.page import Page
from website.play.table import SEAT, PracticeTable, house_games
from website.python import pack

FIRST = {"duki": "ante", "buyout": "first", "super-omaha": "ante"}


def take(seed: int) -> Any:
    return Random(seed).randbytes


def play(table: PracticeTable, choose: Random) -> None:
    """A round with any decisions that the rules allow."""
    main = FIRST[table.setup.key]
    table.wager({main: "10.00"}, "a word")
    while table.running and (question := table.running.question):
        option = choose.choice(question.options)
        amount = f"{option.least_cents / 100:.2f}" if option.most_cents else None
        table.decide(option.action, amount)


def test_every_house_game_is_there_and_none_between_players():
    assert set(house_games()) == set(FIRST)


@needs_node
@pytest.mark.parametrize("key", FIRST)
def test_a_round_in_the_page_is_sealed_before_and_checked_after(key: str, tmp_path: Path):
    table, file = PracticeTable(key, take(1)), tmp_path / "round.json"
    for number in range(3):
        seal = table.fair()["next"]["commitment"]
        play(table, Random(number))
        record = table.record()
        assert record["fair"]["commitment"] == seal == commitment_of(record["fair"]["seed"])
        file.write_text(json.dumps(record))
        assert "nothing is wrong" in run_check(file).stdout
    record["result"]["net"]["1"] = "99.00"
    file.write_text(json.dumps(record))
    assert run_check(file).returncode


@pytest.mark.parametrize("key", FIRST)
def test_chips_are_what_the_rounds_brought(key: str):
    table, net = PracticeTable(key, take(2)), 0
    for number in range(8):
        before = table.stack_cents
        play(table, Random(number))
        assert table.running
        net += table.running.net_cents[SEAT]
        assert table.stack_cents == before + table.running.net_cents[SEAT]
    assert table.stack_cents - table.bought_cents == net


def test_wagers_in_play_are_not_at_the_seat_and_more_than_there_is_is_refused():
    page = Page()
    page.ask({"act": "open", "game": "duki"})
    assert "more than" in page.ask({"act": "wager", "wagers": {"ante": "500.01"}})["refused"]
    assert page.at.round == 0
    page.ask({"act": "wager", "wagers": {"ante": "10.00", "bonus": "5.00"}})
    assert page.at.stack_cents == 500_00 - 15_00
    assert "being played" in page.ask({"act": "wager", "wagers": {"ante": "10.00"}})["refused"]
    assert "DUKI" in page.ask({"act": "decide", "action": "raise"})["refused"]


def test_no_hidden_card_is_in_what_the_page_shows():
    page = Page()
    page.ask({"act": "open", "game": "duki"})
    shown = page.ask({"act": "wager", "wagers": {"ante": "10.00"}})["html"]
    assert page.at.running
    own = {format_card(card) for card in page.at.running.table.hands[SEAT]}
    assert set(re.findall(r"\bf-(\w\w)\b", shown)) == own
    assert page.at.fair()["round"]["seed"] is None
    assert "refused" in page.ask({"act": "record"})


@pytest.mark.parametrize("key", ["duki", "buyout"])
def test_the_coach_says_what_the_command_says(key: str):
    table, coach = PracticeTable(key, take(3)), Coach()
    table.wager({FIRST[key]: "10.00"})
    assert table.running
    best = advise(table.running)["best"]
    assert coach.advise(table).rows[0].best  # type: ignore[union-attr]
    assert advise(as_seen(table.running))["best"] == best
    other = next(o for o in table.running.asked.options if o.action != best)
    table.decide(other.action, f"{other.least_cents / 100:.2f}" if other.most_cents else None)
    coach.judge(table)
    coach.judge(table)  # nothing is judged twice
    assert (coach.right, coach.wrong) == (0, 1)
    assert coach.score.cost_cents > 0


FLOP = "2c 7c Qd"


def make_actions(place: Path, best: str) -> Path:
    """A file of one Flop in which every hand has the same best action."""
    bits = NAMES.index(best)
    block = bytes([bits * 0b01010101]) * -(-HANDS // 4)
    state = canonical(parse_cards("As Ah Kd Kc"), parse_cards(FLOP))
    (place / FILES["super-omaha"]).write_bytes(join({}, {state.flop: zlib.compress(block)}))
    return place


def deal(flop: Sequence[int], hand: str) -> PracticeTable:
    """A Super Omaha table whose next deck has this hand and Flop."""
    table = PracticeTable("super-omaha", take(4))
    table.wager({"ante": "10.00"})
    assert table.running
    hands, known = table.running.table.hands, parse_cards(hand)
    deck = list(table.running.table.opening.deck)
    for old, new in zip((*hands[SEAT], *hands[-1][:3]), (*known, *flop), strict=True):
        at, to = deck.index(old), deck.index(new)
        deck[at], deck[to] = deck[to], deck[at]
    opening = table.running.table.opening._replace(deck=tuple(deck))
    table.running = type(table.running)(find_game("super-omaha"), opening)
    return table


@pytest.mark.parametrize(
    ("best", "words"), [("fold", "Fold"), ("1x", "Flop $10"), ("3x", "Flop $30")]
)
def test_the_open_file_coaches_super_omaha(best: str, words: str, tmp_path: Path):
    coach = Coach(make_actions(tmp_path, best))
    assert not coach.missing("super-omaha")
    table = deal(parse_cards(FLOP), "As Ah Kd Kc")
    assert coach.advise(table) == Best(words)
    table.decide("flop", "10.00")
    coach.judge(table)
    assert coach.last == Best(words, "Flop $10", best == "1x")
    assert (coach.right, coach.wrong) == (int(best == "1x"), int(best != "1x"))


def test_errors_without_a_price_are_told_apart(tmp_path: Path):
    page = Page(make_actions(tmp_path, "3x"))
    page.ask({"act": "open", "game": "super-omaha"})
    page.coach.score, page.coach.wrong = Scorecard(0, 1, Fraction(150)), 1
    assert "where they have a price" not in page.ask({"act": "judge"})["coach"]
    page.at.running = deal(parse_cards(FLOP), "As Ah Kd Kc").running
    page.ask({"act": "decide", "action": "flop", "amount": "10.00"})
    told = page.ask({"act": "judge"})["coach"]
    assert "2 wrong" in told
    assert re.search(r"errors cost <b>\$1.50</b>\s*where they have a price", told)


MANIFEST = json.loads((folder.OPTIMUM / "super-omaha-SOA-01.json").read_text(encoding="utf-8"))


def test_the_committed_file_is_of_the_present_sources_and_whole():
    """After a change of what counts: ``pitboss solve super-omaha --optimum website/play/optimum``
    makes it anew."""
    present = target_of(read_request("super-omaha", {}), folder.OPTIMUM)
    assert present.actions.name == FILES["super-omaha"]
    assert MANIFEST["digest"] == present.digest
    content = present.actions.read_bytes()
    known = MANIFEST["files"][present.actions.name]
    assert (len(content), sha256(content).hexdigest()) == (known["bytes"], known["sha256"])
    edge = cast("dict[str, str]", price(read_request("super-omaha", {}))["house_edge"])
    assert MANIFEST["house_edge"]["exact"] == edge["exact"]


def test_the_committed_file_says_what_the_command_says():
    """Of some hundred states drawn at random the best of all options, sizes included."""
    coach = Coach(folder.OPTIMUM)
    found = set()
    for seed in range(120):
        table = PracticeTable("super-omaha", take(seed))
        table.wager({"ante": "10.00"})
        assert table.running
        told: Any = advise(table.running)
        (best,) = [one for one in told["options"] if one["action"] == told["best"]]
        cents = round(100 * float(best.get("amount", 0)))
        assert coach.advise(table) == Best(words_of(told["best"], cents)), seed
        found.add(cents)
    assert found == {0, 10_00, 30_00}


def test_the_wheel_does_not_take_the_file():
    """The package counts a state in milliseconds; the sdist builds the site, so it has it."""
    settings = tomllib.loads((folder.HERE.parent / "pyproject.toml").read_text())
    built = settings["tool"]["hatch"]["build"]["targets"]
    assert built["wheel"]["packages"] == ["src/pitboss"]
    assert "/website" in built["sdist"]["include"]
    assert not list((folder.HERE.parent / "src").rglob("*.actions"))


def test_without_the_file_the_page_says_so():
    page = Page(Path("/nowhere"))
    page.ask({"act": "open", "game": "super-omaha"})
    assert "No coach for this game in this copy" in page.ask({"act": "judge"})["coach"]


def test_what_an_image_is_made_of_has_no_table_and_no_seed():
    page_module.prepare()
    assert page_module.page.table is None


def test_a_packed_file_is_names_and_lengths_and_then_all_bytes():
    head, _, rest = pack({"a/b.py": b"one\ntwo", "c.bin": b"\n\x00"}).partition(b"\n")
    assert json.loads(head) == [["a/b.py", 7], ["c.bin", 2]]
    assert rest == b"one\ntwo\n\x00"


def test_modules_are_all_there_under_the_names_that_import_them():
    found = dict(folder.modules())
    for name, text in found.items():
        assert not re.search(r'from "\.', text), name
        for other in re.findall(r'^(?:import|export)[^"]*"([\w/.-]+\.m?js)";', text, re.MULTILINE):
            assert other in found, f"{name} imports {other}"
    assert "js/keys.js" in found
    assert "import.meta" not in "".join(found.values())
