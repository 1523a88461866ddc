"""Answers as they are sent: text goes out as gzip to whoever takes it.

An answer of less than a packet is left alone, and a large one is compressed away from the event
loop. Of an event stream every message is compressed by itself and sent at once: nothing is held
back, no stream keeps a window of its own, and what many are told alike is compressed once.
"""

import asyncio
import gzip
import zlib
from collections.abc import Callable
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST_BYTES = 1_024
"""What is smaller goes into one packet either way."""
AT_ONCE_BYTES = 32 * 1_024
"""What is larger is compressed in another thread; this much takes less than handing it over."""
LEVEL, STREAM_LEVEL = 4, 1
BEST = 9
"""For files, which are compressed once."""

TEXT = frozenset(
    {
        *("text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml"),
        *("application/json", "application/manifest+json"),
    }
)
STREAM = "text/event-stream"
WHOLE = frozenset({200, 201, 400, 401, 403, 404, 409, 422, 429, 500, 503})
"""Of these the body is all there is; a part of a file, say, is not touched."""

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The head of a gzip file without a name or a time."""
LAST_BLOCK = b"\x03\x00"
MOST_SHARED = 64
LARGEST_STORED = 65_535


def takes_gzip(headers: Headers) -> bool:
    """Whether a client accepts it: named, or by a star, and not with a weight of nothing."""
    weights = {}
    for given in headers.get("accept-encoding", "").lower().split(","):
        name, _, rest = given.partition(";")
        weights[name.strip()] = rest.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return weights.get("gzip", weights.get("*", False))


class Compressed:
    """Stands within all that counts requests, so that what compressing takes is counted too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] == "HEAD":
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, Answer(send, takes_gzip(Headers(scope=scope))).send)


class Answer:
    """One answer on its way. Its head is held until its first part shows what it is; a stream's
    goes out at once, for its first message may be long in coming."""

    def __init__(self, send: Send, wanted: bool) -> None:
        self._send = send
        self._wanted = wanted
        self._start: Message | None = None
        self._stream: Stream | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if not self._begin(message):
                return
        elif message["type"] == "http.response.body":
            message = await self._pack(message)
        if self._start:
            start, self._start = self._start, None
            await self._send(start)
        await self._send(message)

    def _begin(self, start: Message) -> bool:
        """Whether the head goes out by itself."""
        headers = MutableHeaders(scope=start)
        kind = _kind(headers)
        if (kind == STREAM or kind in TEXT) and "Accept-Encoding" not in headers.get("vary", ""):
            headers.add_vary_header("Accept-Encoding")
        if kind != STREAM:
            self._start = start
            return False
        if self._wanted and "content-encoding" not in headers:
            self._stream = Stream()
            headers["Content-Encoding"] = "gzip"
        return True

    async def _pack(self, message: Message) -> Message:
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._stream:
            return {**message, "body": await self._stream.pack(body, more)}
        if self._start and self._wanted and not more and self._is_worth_it(body):
            headers = MutableHeaders(scope=self._start)
            packed = await _away_if_large(_pack_whole, body)
            headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(packed))
            return {**message, "body": packed}
        return message

    def _is_worth_it(self, body: bytes) -> bool:
        assert self._start
        headers = Headers(raw=self._start["headers"])
        if "content-encoding" in headers or _kind(headers) not in TEXT:
            return False
        return len(body) >= LEAST_BYTES and self._start["status"] in WHOLE


def _kind(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip()


class Stream:
    """A gzip file that is written message by message. Each is a block or several that look back at
    no other, so the same message is the same bytes in every stream."""

    def __init__(self) -> None:
        self._begun = False
        self._sum = self._length = 0

    async def pack(self, message: bytes, more: bool) -> bytes:
        self._sum = zlib.crc32(message, self._sum)
        self._length += len(message)
        packed = await _away_if_large(pack_message, message) if message else b""
        head = b"" if self._begun else HEAD
        self._begun = True
        return head + packed + (b"" if more else self._end())

    def _end(self) -> bytes:
        length = self._length & 0xFFFF_FFFF
        return LAST_BLOCK + self._sum.to_bytes(4, "little") + length.to_bytes(4, "little")


def pack_message(message: bytes) -> bytes:
    """As blocks of a stream; a short message is only wrapped, which costs next to nothing."""
    if len(message) < LEAST_BYTES:
        length = len(message)
        sizes = length.to_bytes(2, "little") + (LARGEST_STORED - length).to_bytes(2, "little")
        return b"\x00" + sizes + message
    return _pack_shared(message) if len(message) <= AT_ONCE_BYTES else _pack_long(message)


def _pack_long(message: bytes) -> bytes:
    packer = zlib.compressobj(STREAM_LEVEL, wbits=-zlib.MAX_WBITS)
    return packer.compress(message) + packer.flush(zlib.Z_FULL_FLUSH)


_pack_shared = lru_cache(MOST_SHARED)(_pack_long)
"""Two megabytes of memory at most."""


def _pack_whole(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


async def _away_if_large(pack: Callable[[bytes], bytes], body: bytes) -> bytes:
    if len(body) <= AT_ONCE_BYTES:
        return pack(body)
    return await asyncio.get_running_loop().run_in_executor(None, pack, body)
