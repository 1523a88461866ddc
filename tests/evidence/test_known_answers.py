"""Known answers: SHA-256, HMAC-SHA-256 by RFC 4231, and the vectors of docs/fair.md."""

import hmac
import re
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from pitboss.cards import format_cards
from pitboss.rounds import derivation
from pitboss.rounds.derivation import deal_deck, derived

PAGE = Path(__file__).parents[2] / "docs" / "fair.md"

HASHES = {
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    b"a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
"""FIPS 180's examples."""

LONG = b"Test Using Larger Than Block-Size Key - Hash Key First"
LONGER = (
    b"This is a test using a larger than block-size key and a larger than block-size data. "
    b"The key needs to be hashed before being used by the HMAC algorithm."
)
RFC_4231 = [
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (
        b"\xaa" * 20,
        b"\xdd" * 50,
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ),
    (
        bytes(range(1, 26)),
        b"\xcd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    (b"\x0c" * 20, b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
    (b"\xaa" * 131, LONG, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    (b"\xaa" * 131, LONGER, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
]
"""The seven cases; the fifth is cut to 128 bits."""


@pytest.mark.parametrize("message", HASHES, ids=lambda message: f"{len(message)} bytes")
def test_sha_256(message: bytes):
    assert sha256(message).hexdigest() == HASHES[message]


@pytest.mark.parametrize(("key", "message", "answer"), RFC_4231, ids=range(1, 8))
def test_hmac_sha_256(key: bytes, message: bytes, answer: str):
    """By the very call that the derivation makes, and by the definition."""
    made = vars(derivation)["hmac"].digest(key, message, sha256)
    assert made.hex().startswith(answer)
    short = (sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in short) + message).digest()
    assert made == sha256(bytes(byte ^ 0x5C for byte in short) + inner).digest()


def rows_of_the_page() -> dict[str, list[str]]:
    """The table of vectors, by the name of each row."""
    rows = re.findall(r"^\| (\w[\w ]*) \| (.+) \| (.+) \| (.+) \|$", PAGE.read_text(), re.MULTILINE)
    return {name: cells for name, *cells in rows}


def test_the_vectors_of_the_page():
    rows = rows_of_the_page()
    seeds = ["0" * 64, rows["seed"][1].strip("`"), "f" * 64]
    words: list[dict[int, str]] = [{}, {1: "a word", 3: "naïve ☂"}, {2: "0", 10: "x" * 64}]
    decks = re.findall(r"^    ((?:[2-9TJQKA][cdhs] ?){52})$", PAGE.read_text(), re.MULTILINE)
    assert len(decks) == 3
    for place, seed in enumerate(seeds):
        deal = (seed, rows["table"][place].strip("`"), int(rows["round"][place]), words[place])
        block = derived(*deal)(32).hex()
        assert rows["block 0"][place] == f"`{block}`"
        assert format_cards(deal_deck(*deal)) == decks[place]
        commitment = sha256(b'{"seed":"%s"}' % seed.encode()).hexdigest()
        assert rows["commitment"][place] == f"`{commitment}`"


def test_no_two_deals_have_the_same_place(monkeypatch: pytest.MonkeyPatch):
    """Tables, numbers, words and blocks that read alike put together."""
    seen: list[bytes] = []
    real = hmac.digest

    def note(key: bytes, message: bytes, algorithm: object) -> bytes:
        seen.append(message)
        return real(key, message, "sha256")

    monkeypatch.setattr("pitboss.rounds.derivation.hmac.digest", note)
    words: list[dict[int, str]] = [
        {},
        {1: ""},
        {1: "1"},
        {11: "1"},
        {1: "1:31"},
        {1: "1", 2: "2"},
        {1: "1\n2:32"},
        {1: "12"},
        {12: ""},
        {1: "\u00e9"},
        {1: "e\u0301"},
    ]
    for table, number, added in product(("duki-1", "duki-11"), (1, 11, 111), words):
        derived("00" * 32, table, number, added)(400)
    assert len(seen) == len(set(seen)) == 2 * 3 * len(words) * 13
