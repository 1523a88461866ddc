"""Timestamps of heads (RFC 3161): the request, and what can be read of an answer.

Like the verifier this uses the standard library alone. It reads the few parts of DER that a request
and an answer are made of: whether it was granted, which hash it is of, when, and with which nonce.
Who signed it is not looked at: that takes certificates that one trusts, and ``openssl ts -verify``.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

INTEGER, OCTETS, NULL, OID, SEQUENCE, SET = 0x02, 0x04, 0x05, 0x06, 0x30, 0x31
BOOLEAN, TIME, EXPLICIT = 0x01, 0x18, 0xA0
SHA256 = bytes.fromhex("608648016503040201")
SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
TST_INFO = bytes.fromhex("2a864886f70d0109100104")
GRANTED = (0, 1)
LONGEST_REASON = 80
_TIME = re.compile(rb"(\d{14})(?:\.(\d{1,9}))?Z")


class BadStamp(Exception):
    """No timestamp, or not the one that was asked for."""


class Stamp(NamedTuple):
    """What a timestamp says: of which SHA-256, when, and in answer to which nonce."""

    digest: bytes
    at: datetime
    nonce: int | None


class Part(NamedTuple):
    tag: int
    body: bytes


def write_request(digest: bytes, nonce: int) -> bytes:
    """A TimeStampReq of version 1 over a SHA-256, with a nonce and the wish for certificates."""
    algorithm = _write(SEQUENCE, _write(OID, SHA256) + _write(NULL, b""))
    imprint = _write(SEQUENCE, algorithm + _write(OCTETS, digest))
    rest = _write_integer(nonce) + _write(BOOLEAN, b"\xff")
    return _write(SEQUENCE, _write_integer(1) + imprint + rest)


def _write(tag: int, body: bytes) -> bytes:
    size = len(body)
    if size < 0x80:
        return bytes([tag, size]) + body
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + body


def _write_integer(value: int) -> bytes:
    return _write(INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def check_answer(answer: bytes, digest: bytes, nonce: int) -> Stamp:
    """What was answered to a request, if it was granted and is an answer to just that."""
    stamp = read_stamp(answer)
    if stamp.digest != digest:
        raise BadStamp("the timestamp is of another hash")
    if stamp.nonce != nonce:
        raise BadStamp("the timestamp has another nonce")
    return stamp


def read_stamp(data: bytes) -> Stamp:
    """Of a TimeStampResp, as authorities answer, or of the token alone."""
    try:
        return _read_stamp(data)
    except (IndexError, ValueError, StopIteration):
        raise BadStamp("not a timestamp in DER") from None


def _read_stamp(data: bytes) -> Stamp:
    parts = _open(data, SEQUENCE)
    if parts[0].tag == SEQUENCE:
        status = _children(parts[0].body)
        if _integer(status[0]) not in GRANTED:
            raise BadStamp(f"no timestamp was granted{_reason(status)}")
        parts = _children(parts[1].body)
    _expect(parts[0], OID, SIGNED_DATA)
    signed = _children(_children(_expect(parts[1], EXPLICIT))[0].body)
    content = _children(_expect(signed[2], SEQUENCE))
    _expect(content[0], OID, TST_INFO)
    octets = _children(_expect(content[1], EXPLICIT))[0]
    info = _open(_expect(octets, OCTETS), SEQUENCE)
    imprint = _children(_expect(info[2], SEQUENCE))
    if _expect(_children(imprint[0].body)[0], OID) != SHA256:
        raise BadStamp("the timestamp is not of a SHA-256")
    nonces = [_integer(part) for part in info[5:] if part.tag == INTEGER]
    at = _read_time(_expect(info[4], TIME))
    return Stamp(_expect(imprint[1], OCTETS), at, nonces[0] if nonces else None)


def _reason(status: list[Part]) -> str:
    """What the authority says to a refusal, without what a terminal would obey."""
    texts = [text.body for part in status[1:2] for text in _children(part.body)]
    words = " ".join(text.decode(errors="replace") for text in texts)[:LONGEST_REASON]
    shown = "".join(letter if letter.isprintable() else "?" for letter in words)
    return f": {shown}" if shown else ""


def _read_time(text: bytes) -> datetime:
    found = _TIME.fullmatch(text)
    if not found:
        raise ValueError
    whole, part = found[1].decode(), (found[2] or b"0").decode()
    return datetime.strptime(f"{whole}.{part[:6]}", "%Y%m%d%H%M%S.%f").replace(tzinfo=UTC)


def _integer(part: Part) -> int:
    return int.from_bytes(_expect(part, INTEGER), "big", signed=True)


def _expect(part: Part, tag: int, body: bytes | None = None) -> bytes:
    if part.tag != tag or (body is not None and part.body != body):
        raise ValueError
    return part.body


def _open(data: bytes, tag: int) -> list[Part]:
    """The parts of the one value that the data are."""
    (part,) = _children(data)
    return _children(_expect(part, tag))


def _children(data: bytes) -> list[Part]:
    return list(_each(data))


def _each(data: bytes) -> Iterator[Part]:
    place = 0
    while place < len(data):
        tag, size = data[place], data[place + 1]
        place += 2
        if size & 0x80:
            digits = size & 0x7F
            if not 1 <= digits <= 4 or place + digits > len(data):
                raise ValueError
            size = int.from_bytes(data[place : place + digits], "big")
            place += digits
        if place + size > len(data):
            raise ValueError
        yield Part(tag, data[place : place + size])
        place += size
