"""Seeds and decks by the verifier: the test vectors of docs/fair.md, and hashes against others."""

import hashlib
import hmac
import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

from pitboss.rounds.derivation import deal_deck
from tests.verifier.checking import CHECK, needs_node

pytestmark = needs_node

PAGE = (Path(__file__).parents[2] / "docs" / "fair.md").read_text("utf-8")
ADDED: list[dict[str, str]] = [{}, {"1": "a word", "3": "naïve ☂"}, {"2": "0", "10": "x" * 64}]
SCRIPT = """
import * as fair from "%s";
import { readFileSync } from "node:fs";
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const asks = JSON.parse(readFileSync(0, "utf8"));
const does = {
  commitment: ([seed]) => fair.commitmentOf(seed),
  block: ([seed, table, round, added]) =>
    fair.toHex(fair.blockOf(seed, fair.placeOf(table, round, added), 0)),
  deck: ([seed, table, round, added]) => fair.deckOf(seed, table, round, added),
  sha256: ([hex]) => fair.toHex(fair.sha256(bytes(hex))),
  pieces: (all) => fair.toHex(
    all.reduce((sum, hex) => sum.update(bytes(hex)), new fair.Sha256()).digest()),
  hmac: ([key, hex]) => fair.toHex(fair.hmac(bytes(key), bytes(hex))),
};
console.log(JSON.stringify(asks.map(([name, ...given]) => does[name](given))));
"""


def ask_verifier(*asks: Any) -> list[str]:
    script = SCRIPT % CHECK.with_name("fair.mjs").as_uri()
    run = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        input=json.dumps(asks),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(run.stdout)
    return found


def cells(name: str) -> list[str]:
    """A line of the page's table of vectors."""
    (line,) = re.findall(rf"^\| {name} \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip().strip("`") for cell in line.split("|")]


def test_the_vectors_of_the_page() -> None:
    seeds = ["0" * 64, cells("seed")[1], "f" * 64]
    places = zip(seeds, cells("table"), map(int, cells("round")), ADDED, strict=True)
    asks = [[name, *place] for place in places for name in ("commitment", "block", "deck")]
    said = ask_verifier(*asks)
    assert said[::3] == cells("commitment")
    assert said[1::3] == cells("block 0")
    decks = re.findall(r"^ {4}((?:[2-9TJQKA][cdhs] ?){52})$", PAGE, re.MULTILINE)
    assert said[2::3] == decks


def test_hashes_are_those_of_others() -> None:
    rng = Random(1)
    texts = [rng.randbytes(size) for size in (*range(130), 1000, 4097)]
    keys = [rng.randbytes(rng.randrange(200)) for _ in texts]
    pieces = [[rng.randbytes(rng.randrange(150)) for _ in range(6)] for _ in range(60)]
    asks: list[Any] = [["sha256", text.hex()] for text in texts]
    asks += [["hmac", key.hex(), text.hex()] for key, text in zip(keys, texts, strict=True)]
    asks += [["pieces", *(piece.hex() for piece in some)] for some in pieces]
    due = [hashlib.sha256(text).hexdigest() for text in texts]
    due += [
        hmac.new(key, text, "sha256").hexdigest() for key, text in zip(keys, texts, strict=True)
    ]
    due += [hashlib.sha256(b"".join(some)).hexdigest() for some in pieces]
    assert ask_verifier(*asks) == due


def test_random_decks_are_those_of_the_house() -> None:
    rng = Random(2)
    asks: list[Any] = []
    due = []
    for number in range(1, 200):
        seed, table = rng.randbytes(32).hex(), f"duki-{rng.randbytes(4).hex()}"
        added = {seat: rng.choice(["x", "☂", "a word"]) for seat in rng.sample(range(1, 10), 3)}
        asks.append(["deck", seed, table, number, added])
        deck = deal_deck(seed, table, number, added)
        due.append(" ".join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in deck))
    assert ask_verifier(*asks) == due
