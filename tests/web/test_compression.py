"""What is sent is sent compressed to whoever takes it, at once where it is a stream, and its length
says nothing about a token."""

import gzip
import re
import secrets
import socket
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.datastructures import Headers

from pitboss.house import accounts
from pitboss.web.common import compression
from pitboss.web.common.compression import LEAST_BYTES, Stream, takes_gzip
from pitboss.web.pages.assets import STATIC, VERSION, find_version
from tests.web.room import DUKI, QUICK, Browser, Room
from tests.web.serving import Serving

PLAIN = {"Accept-Encoding": "identity"}
PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A room with pages."""
    monkeypatch.setattr(accounts, "HASHER", QUICK)
    found = Room(tmp_path, pages=True)
    yield found
    found.close()


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("gzip, deflate, br", True),
        ("GZIP;q=0.5", True),
        ("*", True),
        ("br;q=1, *;q=0.1", True),
        ("gzip;q=0, *", False),
        ("gzip; q=0.000", False),
        ("br, deflate", False),
        ("xgzip", False),
        ("", False),
    ],
)
def test_gzip_goes_to_whoever_takes_it(given: str, wanted: bool):
    assert takes_gzip(Headers({"accept-encoding": given})) is wanted


@pytest.mark.parametrize("path", ["/", "/games/duki", "/games", "/api/openapi.json"])
def test_text_is_sent_compressed_and_is_the_same_text(house: Room, path: str):
    browser = house.browser()
    plain, packed = browser.get(path, headers=PLAIN), browser.get(path, headers=PACKED)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["vary"]


def test_small_answers_are_left_alone(house: Room):
    answer = house.browser().get("/api/tables", headers=PACKED)
    assert len(answer.content) < LEAST_BYTES
    assert "content-encoding" not in answer.headers


def test_a_refusal_keeps_its_status_and_words(house: Room):
    answer = house.browser().get("/tables/duki-00000000", headers=PACKED | {"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["content-encoding"] == "gzip"
    assert "there is no such table" in answer.text


def test_large_answers_are_compressed_away_from_the_event_loop(
    house: Room, monkeypatch: pytest.MonkeyPatch
):
    where = {}
    pack = compression._pack_whole

    def noted(body: bytes) -> bytes:
        where[len(body)] = threading.current_thread() is threading.main_thread()
        return pack(body)

    monkeypatch.setattr(compression, "_pack_whole", noted)
    house.browser().get("/", headers=PACKED)
    house.browser().get("/api/openapi.json", headers=PACKED)
    (small, at_once), (large, on_loop) = sorted(where.items())
    assert small <= compression.AT_ONCE_BYTES < large
    assert at_once
    assert not on_loop


def test_files_are_compressed_once_and_kept(house: Room, monkeypatch: pytest.MonkeyPatch):
    packings = []
    pack = gzip.compress

    def counted(content: bytes, level: int, *, mtime: float) -> bytes:
        packings.append(len(content))
        return pack(content, level, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", counted)
    browser = house.browser()
    first = browser.get("/static/css/site.css", headers=PACKED)
    again = browser.get("/static/css/site.css", headers=PACKED)
    assert first.content == again.content == (STATIC / "css/site.css").read_bytes()
    assert first.headers["content-encoding"] == "gzip"
    assert len(packings) == 1
    tag = {"If-None-Match": first.headers["etag"]}
    assert browser.get("/static/css/site.css", headers=PACKED | tag).status_code == 304
    assert browser.get("/static/css/site.css", headers=PLAIN | tag).status_code == 200


def test_both_forms_of_a_file_have_tags_of_their_own(house: Room):
    browser = house.browser()
    forms = [browser.get("/static/js/site.js", headers=given) for given in (PLAIN, PACKED)]
    assert forms[0].content == forms[1].content
    assert len({form.headers["etag"] for form in forms}) == 2
    assert all(form.headers["vary"] == "Accept-Encoding" for form in forms)
    assert all(form.headers["cache-control"] == "no-cache" for form in forms)


def test_a_file_with_its_version_is_kept_for_good_and_an_old_version_is_not(house: Room):
    browser = house.browser()
    page = browser.get("/").text
    named = re.findall(r'"(/static/[^"]+)"', page)
    assert named
    for path in named:
        answer = browser.get(path, headers=PACKED)
        assert answer.status_code == 200, path
        kept = "immutable" in answer.headers["cache-control"]
        assert kept == (path != "/static/games.css")
    old = browser.get(f"/static/v-{'0' * 12}/css/site.css")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
    assert browser.get(f"/static/{VERSION}/../app.py").status_code == 404


def test_the_version_is_another_once_a_file_changes(tmp_path: Path):
    (tmp_path / "one.css").write_text("a")
    before = find_version(tmp_path)
    (tmp_path / "one.css").write_text("b")
    assert find_version(tmp_path) != before == "v-" + before[2:]


def test_a_stream_is_compressed_message_by_message_and_nothing_is_held_back(house: Room):
    table = house.house.open_table(house.operator, DUKI)
    serving = Serving(house.app)
    try:
        where = urlsplit(serving.address)
        assert where.hostname
        with socket.create_connection((where.hostname, where.port or 80), 10) as wire:
            request = f"GET /tables/{table}/stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n"
            wire.sendall(f"{request}\r\n".encode())
            head, text = read_until(wire, "event: clock")
            assert "content-encoding: gzip" in head.lower()
            assert "event: region" in text
            assert table in text
            assert read_until(wire, "event: alive")[1]  # the next comes by itself, and whole
    finally:
        serving.stop()


_READERS: dict[int, "zlib._Decompress"] = {}


def read_until(wire: socket.socket, words: str) -> tuple[str, str]:
    """The head, if it was still to come, and the text up to these words and their line, unpacked
    from nothing but what has arrived."""
    reader, head, raw, text = _READERS.get(wire.fileno()), "", b"", ""
    while f"{words}\ndata" not in text or not text.endswith("\n\n"):
        raw += wire.recv(65_536)
        if reader is None:
            if b"\r\n\r\n" not in raw:
                continue
            first, _, raw = raw.partition(b"\r\n\r\n")
            head = first.decode()
            reader = _READERS[wire.fileno()] = zlib.decompressobj(31)
        while (found := re.match(rb"([0-9a-f]+)\r\n", raw)) and len(raw) >= (
            size := int(found[1], 16)
        ) + found.end() + 2:
            text += reader.decompress(raw[found.end() : found.end() + size]).decode()
            raw = raw[found.end() + size + 2 :]
    return head, text


async def pack_all(messages: list[bytes]) -> list[bytes]:
    stream = Stream()
    last = len(messages) - 1
    return [await stream.pack(each, at < last) for at, each in enumerate(messages)]


def test_a_whole_stream_is_a_valid_file_and_each_message_is_there_when_it_was_sent(house: Room):
    messages = [
        b"short\n\n",
        b"",
        b"<p>row</p>" * 3_000,
        b"x" * LEAST_BYTES,
        bytes(range(256)) * 300,
    ]
    packed = house.run(pack_all([*messages, b""]))
    assert gzip.decompress(b"".join(packed)) == b"".join(messages)
    reader = zlib.decompressobj(31)
    assert [reader.decompress(each) for each in packed] == [*messages, b""]
    assert len(packed[2]) < len(messages[2]) / 20


def test_the_same_message_is_the_same_bytes_in_every_stream(house: Room):
    """So it is compressed once, however many watch."""
    told = b"event: region\ndata: " + b"<li>a table</li>" * 200
    one, other = (
        house.run(pack_all([b"a" * 2_000, told, b""])),
        house.run(pack_all([b"b", told, b""])),
    )
    assert one[1] == other[1]


def took_token(browser: Browser, token: str) -> bool:
    """Whether a request got as far as the cage, which has no chips for whoever has enough."""
    answer = browser.post("/api/chips", headers={"X-CSRF": token})
    assert answer.status_code in (403, 409)
    return answer.status_code == 409


def test_no_two_pages_show_the_same_token_and_each_of_them_serves(house: Room):
    browser = house.browser()
    raw = browser.post("/api/guest").json()["csrf"]
    shown = [
        re.findall(r'name="csrf" (?:content|value)="([^"]+)"', browser.get("/").text)
        for _ in range(3)
    ]
    tokens = [each[0] for each in shown]
    assert all(len(set(each)) == 1 for each in shown)
    assert len(set(tokens)) == 3
    for token in tokens:
        assert raw not in token
        # No part of the token can be found a bit at a time: what is shown has nothing of it.
        assert not any(raw[at : at + 8] in token for at in range(len(raw) - 8))
        assert took_token(browser, token)
    assert took_token(browser, raw)
    assert not took_token(browser, "")


@pytest.mark.parametrize("change", [
    lambda token: token[:-1] + ("0" if token[-1] != "0" else "1"),
    lambda token: token[:-2],
    lambda token: "m-",
    lambda token: "m-" + "é" * 128,
    lambda token: "m-" + "0" * 128,
    lambda token: token[2:],
    lambda token: token.upper(),
])  # fmt: skip
def test_a_masked_token_that_is_not_ours_is_refused(house: Room, change):
    browser = house.browser()
    browser.post("/api/guest")
    page = browser.get("/").text
    token = re.findall(r'name="csrf" content="([^"]+)"', page)[0]
    given = change(token).encode()
    answer = browser.post("/api/chips", headers={b"X-CSRF": given})
    assert answer.status_code == 403, answer.text


def test_another_sessions_masked_token_is_refused(house: Room):
    one, other = house.browser(), house.browser("10.0.0.2")
    for browser in (one, other):
        browser.post("/api/guest")
    token = re.findall(r'name="csrf" content="([^"]+)"', other.get("/").text)[0]
    assert one.post("/api/chips", headers={"X-CSRF": token}).status_code == 403


def test_a_page_of_a_guest_is_as_long_whatever_its_token_begins_with(house: Room):
    """Asked with a guess of the token in its address or without, a page does not shrink by it."""
    browser = house.browser()
    raw = browser.post("/api/guest").json()["csrf"]
    wrong = secrets.token_hex(32)

    def size(guess: str) -> float:
        sizes = [
            len(gzip.compress(browser.get("/").content + guess.encode(), 9)) for _ in range(12)
        ]
        return sum(sizes) / len(sizes)

    assert abs(size(raw) - size(wrong)) < 12  # the token itself in the page would save 35


def test_httpx_reads_pages_and_streams_as_before(house: Room):
    serving = Serving(house.app)
    try:
        with httpx.stream("GET", f"{serving.address}/stream", trust_env=False) as stream:
            assert stream.headers["content-encoding"] == "gzip"
            lines = stream.iter_lines()
            assert any("event: region" in next(lines) for _ in range(4))
    finally:
        serving.stop()
