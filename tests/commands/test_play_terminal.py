"""``play`` in a terminal, narrow and wide: boxes, colours, single keys, Ctrl-C and Ctrl-D."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.commands.terminal import Terminal, colours, plain

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

GOODBYE = "You leave with $500 in practice chips after 0 rounds, net $0. Goodbye."
COLUMNS = [40, 100]
GAMES = {
    "buyout": ["d", "b", "b", "d", "f"],
    "duki": ["d", "p", "d", "f"],
    "super-omaha": ["d", "f"],
    "holdout": ["d", "c"],
}
CLUBS, DIAMONDS, HEARTS = "32m", "94m", "91m"


@contextmanager
def terminal(*arguments: str, columns: int, rows: int = 24, **env: str) -> Iterator[Terminal]:
    opened = Terminal("play", *arguments, "--pace", "0", columns=columns, rows=rows, env=env)
    try:
        yield opened
    finally:
        opened.close()


def boxes_are_whole(line: str) -> bool:
    """Corners in pairs, and as many sides as boxes."""
    return (
        line.count("╭") == line.count("╮")
        and line.count("╰") == line.count("╯")
        and line.count("│") % 2 == 0
    )


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("key", GAMES)
def test_a_round_fits_the_terminal(key: str, columns: int):
    with terminal(key, "--seed", "5", "--bots", "4", columns=columns, rows=40) as opened:
        opened.press(*GAMES[key])
        opened.wait_for_key()
        drawn = [plain(frame).splitlines() for frame in opened.frames]
        opened.press("q")
        assert opened.finish() == 0
    assert any("╭" in line for lines in drawn for line in lines)
    for lines in drawn:
        assert "practice, no real money" in "\n".join(lines)
        assert len(lines) <= 40
        for line in lines:
            assert len(line) <= columns
            assert boxes_are_whole(line), line


def test_a_low_terminal_keeps_the_label_in_sight():
    with terminal("duki", "--seed", "5", "--bots", "6", columns=40, rows=16) as opened:
        opened.press("d", "f")
        opened.wait_for_key()
        assert "practice, no real money" in "\n".join(opened.screen[-15:])
        opened.press("q")
        assert opened.finish() == 0


def test_suits_have_four_colours():
    with terminal("buyout", "--seed", "5", "--bots", "6", columns=100, rows=50) as opened:
        opened.press("d")
        opened.wait_for_key()
        frame = opened.frames[-1]
        opened.press("q")
    for suit, colour in (("♣", CLUBS), ("♦", DIAMONDS), ("♥", HEARTS), ("♠", "\x1b[1m")):
        styles = [part.rpartition("\x1b[")[2] for part in frame.split(suit)[:-1]]
        assert styles, suit
        if suit == "♠":
            assert all(not colours("\x1b[" + style) for style in styles)
        else:
            assert all(f";{colour}" in f";{style}" for style in styles), suit


def test_no_color_is_respected():
    with terminal("duki", "--seed", "5", columns=100, NO_COLOR="1") as opened:
        opened.press("d", "p")
        opened.wait_for_key()
        assert colours(opened.output) == set()
        assert "╭" in opened.output
        opened.press("q")
        assert opened.finish() == 0


def test_a_dumb_terminal_gets_plain_text():
    with terminal("duki", "--seed", "5", columns=60, TERM="dumb") as opened:
        opened._wait_for(lambda: "[q]uit" in opened.output)
        assert "\x1b" not in opened.output
        assert "╭" not in opened.output


def test_letters_and_signs_where_the_encoding_has_no_suits():
    with terminal("duki", "--seed", "5", columns=100, PYTHONIOENCODING="ascii") as opened:
        opened.press("d")
        opened.wait_for_key()
        drawn = plain(opened.frames[-1])
        opened.press("q")
        assert opened.finish() == 0
    assert drawn.isascii()
    assert "+---+" in drawn
    assert "|###|" in drawn


@pytest.mark.parametrize("key", ["\x03", "\x04"])
@pytest.mark.parametrize("before", [[], ["d"]])
def test_ctrl_c_and_ctrl_d_leave_politely(key: str, before: list[str]):
    with terminal("duki", "--seed", "5", columns=80) as opened:
        opened.press(*before, key)
        assert opened.finish() == 0
        text = " ".join(plain(opened.output).split())
        assert text.endswith(GOODBYE)
        assert ("it is void" in text) == bool(before)
        assert "Traceback" not in text


def test_pages_turn_and_close():
    with terminal("duki", "--seed", "5", columns=40) as opened:
        opened.press("?")
        opened.wait_for_key()
        assert opened.screen[0] == "Duki 4 Poker (duki/1)"
        assert opened.screen[-1].startswith("1/")
        opened.press(" ")
        opened.wait_for_key()
        assert opened.screen[-1].startswith("2/")
        opened.press("b")
        opened.wait_for_key()
        assert opened.screen[-1].startswith("1/")
        opened.press("x", "t", "x")
        opened.wait_for_key()
        assert "[d]eal (Ante $10)" in "\n".join(opened.screen)


def test_wagers_are_typed():
    with terminal("duki", "--seed", "5", columns=100) as opened:
        opened.press("w")
        opened.type("25")
        opened.type("5")
        opened.wait_for_key()
        assert "[d]eal (Ante $25, Bonus $5)" in "\n".join(opened.screen)
        opened.press("\r")
        opened.wait_for_key()
        assert "[p]lay $25" in "\n".join(opened.screen)
        opened.press("\x1b[A", "p")
        opened.wait_for_key()
        assert "Round net " in "\n".join(opened.screen)


def test_the_lobby_in_a_terminal():
    with terminal(columns=40) as opened:
        opened.press("2")
        opened.wait_for_key()
        assert opened.screen[0].startswith("Duki 4 Poker")
        opened.press("q")
        opened.wait_for_key()
        assert opened.screen[0] == "Pitboss"
        opened.press("q")
        assert opened.finish() == 0
