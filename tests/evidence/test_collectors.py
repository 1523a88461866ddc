"""Raw bytes and decks for other tools: the formats of docs/shuffle.md."""

import subprocess
import sys
from io import BytesIO
from math import factorial
from pathlib import Path

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.rounds.derivation import deal_deck, derived
from tests.evidence.__main__ import collect, read_options
from tests.evidence.collectors import TABLE, USED, bits_of, number_of, raw, write
from tests.evidence.streams import digest

ROOT = Path(__file__).parents[2]


def test_the_command_stops_when_nobody_reads_on():
    command = [sys.executable, "-m", "tests.evidence", "raw", "--bytes", "100000000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert len(process.stdout.read(1000)) == 1000
        process.stdout.close()
        assert process.wait(30) == 0


def made_by(*arguments: str) -> bytes:
    out = BytesIO()
    write(read_options(list(arguments)), out)
    return out.getvalue()


def test_raw_bytes_are_those_of_the_rounds_in_order():
    made = made_by("raw", "--bytes", "250", "--label", "trial")
    streams = [derived(digest("trial", 0, number), TABLE, number, {})(80) for number in range(1, 5)]
    assert made == b"".join(streams)[:250]


def test_decks_in_every_format(tmp_path: Path):
    decks = [deal_deck(digest("trial", 0, number), TABLE, number, {}) for number in range(1, 6)]
    text = made_by("decks", "--rounds", "5", "--label", "trial").decode()
    assert [parse_cards(line) for line in text.splitlines()] == decks
    file = tmp_path / "decks"
    options = ("decks", "--rounds", "5", "--label", "trial", "--out", str(file))
    collect(read_options([*options, "--format", "bytes"]))
    assert file.read_bytes() == b"".join(map(bytes, decks))


def test_a_deck_as_bits():
    assert number_of(DECK) == 0
    assert number_of(DECK[::-1]) == factorial(52) - 1
    assert number_of((*DECK[:-2], DECK[-1], DECK[-2])) == 1
    assert bits_of((*DECK[:-2], DECK[-1], DECK[-2])) == (1).to_bytes(27, "big")
    assert bits_of(DECK[::-1]) == b""
    assert USED % 2**216 == 0
    assert 0 < factorial(52) - USED < 2**216


def test_without_a_label_the_seeds_are_fresh(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.urandom", lambda count: b"\7" * count)
    (part,) = raw(40, None)
    assert part == derived("07" * 32, TABLE, 1, {})(40)
