"""The coach of the terminal says what ``pitboss advise`` says, and nothing of hidden cards; Escape
takes back what one was about to say."""

import json
import sys

import pytest

from pitboss.cards import DECK, format_cards
from pitboss.cli.screen import session
from tests.commands.program import Inside
from tests.commands.terminal import ESCAPE, Terminal, plain
from tests.commands.test_play_secrecy import SEEN, shuffled, with_other_secrets

PERSON: dict[str, dict[str, object]] = {
    "buyout": {"wagers": {"1": {"first": 10}}},
    "duki": {"wagers": {"1": {"ante": 10}}},
    "super-omaha": {"wagers": {"1": {"ante": 10}}},
    "holdout": {"stacks": {"1": 500, "2": 500}, "button": 1, "blinds": [2, 4]},
}
"""A round with nobody but the person, or with one other player who has not acted yet."""
BOTS = {"holdout": "1"}


def play(pitboss: Inside, monkeypatch: pytest.MonkeyPatch, key: str, deck: list[int]) -> str:
    """A table up to the first question, and the coach asked twice."""
    monkeypatch.setattr(session, "shuffle", lambda take: tuple(deck))
    options = ("--bots", BOTS.get(key, "0"), "--seed", "1", "--pace", "0")
    ran = pitboss("play", key, *options, given="d\na\na\n")
    assert ran.status == 0, ran.err
    return ran.out


@pytest.mark.parametrize("key", PERSON)
def test_the_coach_says_what_advise_says(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, key: str
):
    deck = shuffled(7)
    said = " ".join(play(pitboss, monkeypatch, key, deck).split())
    script: dict[str, object] = {"game": key, "deck": format_cards(tuple(deck)), **PERSON[key]}
    asked = pitboss("advise", "-", given=json.dumps(script))
    assert asked.status == 0, asked.err
    assert said.count("Advice, net for the whole round") == 2
    for line in asked.out.splitlines():
        assert said.count(" ".join(line.split())) == 2, line


@pytest.mark.parametrize("key", ["buyout", "duki", "super-omaha"])
def test_advice_does_not_depend_on_hidden_cards(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, key: str
):
    seen = SEEN[key]
    for seed in range(3):
        deck = shuffled(seed)
        shown = with_bot(pitboss, monkeypatch, key, deck)
        assert "Advice, net" in shown
        changed = with_other_secrets(deck, seen, seed)
        assert sorted(changed) == list(DECK)
        assert changed != deck
        assert with_bot(pitboss, monkeypatch, key, changed) == shown


def with_bot(pitboss: Inside, monkeypatch: pytest.MonkeyPatch, key: str, deck: list[int]) -> str:
    monkeypatch.setattr(session, "shuffle", lambda take: tuple(deck))
    options = ("--bots", "1", "--seed", "1", "--pace", "0")
    return pitboss("play", key, *options, given="d\na\n").out


def test_advice_stands_beside_the_table_until_the_next_decision(pitboss: Inside):
    ran = pitboss("play", "duki", "--seed", "5", "--pace", "0", given="d\na\nf\nq\n")
    assert ran.status == 0
    after = ran.out.partition("Round net")[2]
    assert "Advice, net" in ran.out
    assert "Advice, net" not in after


terminals = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@terminals
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_advice_fits_the_terminal(size: tuple[int, int]):
    columns, rows = size
    opened = Terminal("play", "duki", "--seed", "5", "--pace", "0", columns=columns, rows=rows)
    try:
        opened.press("d", "a")
        opened.wait_for_key()
        shown = opened.screen
        assert any("Advice, net" in line for line in shown)
        assert any("fold" in line and "-1.000000" in line for line in shown)
        assert len(shown) <= rows
        assert max(map(len, shown)) <= columns
    finally:
        opened.close()


@terminals
def test_escape_at_a_wager_keeps_what_was_and_prints_nothing():
    opened = Terminal("play", "duki", "--seed", "5", "--pace", "0", columns=80)
    try:
        opened.press("w")
        opened.type_keys("25")
        opened.press(ESCAPE)
        opened.wait_for_key()
        text = plain(opened.output)
        assert "Nothing is changed; you keep Ante $10." in text
        assert "^[" not in text
        opened.press("d")
        opened.wait_for_key()
        assert "Ante $10" in "\n".join(opened.screen)
    finally:
        opened.close()


@terminals
def test_escape_at_an_amount_goes_back_to_the_question():
    opened = Terminal("play", "super-omaha", "--seed", "5", "--pace", "0", columns=80, rows=40)
    try:
        opened.press("d", "l", ESCAPE)
        opened.wait_for_key()
        assert any("on the Flop, or fold?" in line for line in opened.screen)
        opened.press("f")
        opened.wait_for_key()
        assert "Round net" in plain(opened.output)
    finally:
        opened.close()


@terminals
def test_keys_that_mean_nothing_leave_no_trace():
    """An arrow, Escape by itself, and a letter rubbed out in a line."""
    opened = Terminal("play", "duki", "--seed", "5", "--pace", "0", columns=80)
    try:
        for key in ("\x1b[A", ESCAPE):
            opened.press(key)
            opened.wait_for_key()
            assert any("That key is no choice here" in line for line in opened.screen)
        opened.press("w")
        opened.type_keys("29\x7f0x\x1520\n")
        opened.type("")
        opened.wait_for_key()
        assert any("[d]eal (Ante $20)" in line for line in opened.screen)
        assert "^[" not in opened.output
    finally:
        opened.close()
