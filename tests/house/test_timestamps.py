"""Timestamps of heads, from a real authority: openssl with a certificate made for the test."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.house.audit import timestamps
from pitboss.house.audit.timestamps import BadStamp, read_stamp, write_request
from pitboss.house.dispatch.departures import FIRST_PAUSE, Sending
from pitboss.house.dispatch.destinations import Authority as Destination
from pitboss.house.dispatch.destinations import Folder, Leaving, place_of
from pitboss.house.dispatch.post import Undelivered
from pitboss.house.engine import House
from pitboss.house.log import canonical
from pitboss.house.store import departures, open_database
from tests.house.audit_log import House as Log
from tests.house.authority import Authority, authority, openssl
from tests.house.test_heads import heads_of, rewrite

DIGEST = sha256(b"a head").digest()


@pytest.fixture(scope="module")
def stamper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Authority]:
    with authority(tmp_path_factory.mktemp("authority")) as found:
        yield found


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    found = Log(tmp_path)
    found.play("duki-1", "duki", 1)
    found.sign()
    found.play("duki-1", "duki", 2)
    found.sign()
    yield found
    found.database.close()


def address(stamper: Authority) -> str:
    return f"http://127.0.0.1:{stamper.port}/tsa"


@pytest.mark.parametrize("nonce", [0, 1, 127, 128, 255, 256, 2**63, 2**64 - 1])
def test_openssl_reads_the_request_and_its_answer_is_read(
    stamper: Authority, tmp_path: Path, nonce: int
) -> None:
    path = tmp_path / "query.tsq"
    path.write_bytes(write_request(DIGEST, nonce))
    told = openssl("ts", "-query", "-in", path, "-text").decode()
    assert "Hash Algorithm: sha256" in told
    assert "Certificate required: yes" in told
    assert int(told.partition("Nonce: ")[2].split()[0], 16) == nonce
    stamp = timestamps.check_answer(stamper.answer(path.read_bytes()), DIGEST, nonce)
    assert abs(stamp.at - datetime.now(UTC)) < timedelta(minutes=1)


def test_an_answer_to_something_else_is_not_taken(stamper: Authority) -> None:
    good = stamper.answer(write_request(DIGEST, 7))
    with pytest.raises(BadStamp, match="another hash"):
        timestamps.check_answer(good, sha256(b"another").digest(), 7)
    with pytest.raises(BadStamp, match="another nonce"):
        timestamps.check_answer(good, DIGEST, 8)
    refused = stamper.answer(write_request(DIGEST, 7).replace(timestamps.SHA256, b"\x2a" * 9))
    with pytest.raises(BadStamp, match="no timestamp was granted"):
        read_stamp(refused)
    for wrong in (b"", b"<html>", good[:-1], good + b"\x05\x00", b"\x30\x80" + good[2:], b"\x30"):
        with pytest.raises(BadStamp, match="not a timestamp"):
            read_stamp(wrong)


def test_no_change_of_a_byte_is_an_error_of_ours(stamper: Authority) -> None:
    good = stamper.answer(write_request(DIGEST, 7))
    for place in range(len(good)):
        changed = good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :]
        try:
            read_stamp(changed)
        except BadStamp:
            continue


def test_a_head_is_stamped_and_the_answer_kept(
    stamper: Authority, tmp_path: Path, log: Log
) -> None:
    """In the database and beside the head, where openssl verifies it."""
    medium = tmp_path / "medium"
    medium.mkdir()
    folder = Folder(medium)
    house = House(open_database(str(tmp_path / "house.db")))
    senders = [Sending(house, folder), Sending(house, Destination(address(stamper), folder))]
    stamper.kinds.clear()
    for sender in senders:
        sender.look()
    assert stamper.kinds == {"application/timestamp-query"}
    head = heads_of(log)[-1]
    with house.database.reading() as transaction:
        by_folder, by_stamp = departures.read_of(transaction, head.number)
    assert (by_folder.destination, by_folder.token) == ("folder", "")
    answer = medium / place_of(head.number, "tsr")
    assert answer.read_bytes() == b64decode(by_stamp.token)
    body = tmp_path / "body"
    body.write_text(canonical(json.loads((medium / place_of(head.number)).read_text())["head"]))
    assert b"Verification: OK" in stamper.verify(answer, body)
    house.close()


def test_a_wrong_answer_is_asked_for_again(stamper: Authority, tmp_path: Path, log: Log) -> None:
    now = [1e9]
    house = House(open_database(str(tmp_path / "house.db")))
    sender = Sending(house, Destination(address(stamper)), lambda: now[0])
    stamper.answers = [stamper.answer(write_request(DIGEST, 7)), b"<html>"]
    for why in ("of another hash", "not a timestamp in DER"):
        sender.look()
        with house.database.reading() as transaction:
            state = departures.read_state(transaction, "timestamp")
            assert departures.read_last(transaction, "timestamp") is None
        assert why in state.why
        now[0] += 2 * FIRST_PAUSE
    sender.look()
    with house.database.reading() as transaction:
        assert departures.read_last(transaction, "timestamp")
    house.close()
    with pytest.raises(Undelivered):
        Destination("http://127.0.0.1:9/").send(Leaving(heads_of(log)[0], ""))


class Shelf:
    """An export and what was kept of its heads, as files."""

    def __init__(self, folder: Path, log: Log, stamper: Authority) -> None:
        self.folder, self.log = folder, log
        self.bodies = [head.body for head in heads_of(log)]
        self.answers = [
            stamper.answer(write_request(sha256(body.encode()).digest(), 1)) for body in self.bodies
        ]

    def write(self, name: str, data: bytes) -> str:
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def head(self, number: int) -> dict[str, object]:
        head = heads_of(self.log)[number - 1]
        parts = {"head": json.loads(head.body), "signature": head.signature}
        return {**parts, "key": self.log.key.public}

    def verify(self, *words: str) -> list[str]:
        path = self.write("log.jsonl", b"".join(self.log.export()))
        return ["verify", path, "--key", self.log.key.public, "--json", *words]


@pytest.fixture
def shelf(tmp_path: Path, log: Log, stamper: Authority) -> Shelf:
    return Shelf(tmp_path, log, stamper)


Said = pytest.CaptureFixture[str]


def test_one_file_of_any_origin_is_enough(shelf: Shelf, capsys: Said) -> None:
    """A line of the log, the file of a folder, the body of a post, written anew by whoever got it,
    with its timestamp, or the timestamp alone: each finds that what came before was rewritten."""
    whole = shelf.head(2)
    plain = {name: whole[name] for name in ("head", "signature")}
    stamped = {**whole, "timestamp": b64encode(shelf.answers[1]).decode(), "left": []}
    kept = [
        ["--head", shelf.write("line", canonical(plain).encode())],
        ["--head", shelf.write("file.json", canonical(whole).encode() + b"\n")],
        ["--head", shelf.write("anew.json", json.dumps(whole, indent=2).encode())],
        ["--head", shelf.write("stamped.json", json.dumps(stamped).encode())],
        ["--timestamp", shelf.write("head.tsr", shelf.answers[1])],
    ]
    for words in kept:
        assert main(shelf.verify(*words)) == 0, capsys.readouterr().out
        told = json.loads(capsys.readouterr().out)
        assert [each["head"] for each in told["timestamps"]] == [2] * ("stamp" in str(words))
    rewrite(shelf.log, "duki-1", 3)
    assert main(shelf.verify()) == 0, "without what was kept nothing shows"
    capsys.readouterr()
    for words in kept:
        assert main(shelf.verify(*words)) == 1
        found = [each["problem"] for each in json.loads(capsys.readouterr().out)["findings"]]
        assert any("was kept" in each or "no head of this log" in each for each in found), found


def test_a_timestamp_of_something_else_is_found(
    shelf: Shelf, stamper: Authority, capsys: Said
) -> None:
    other = shelf.write("other.tsr", stamper.answer(write_request(DIGEST, 1)))
    assert main(shelf.verify("--timestamp", other)) == 1
    assert DIGEST.hex() in capsys.readouterr().out
    wrong = {**shelf.head(2), "timestamp": b64encode(shelf.answers[0]).decode()}
    assert main(shelf.verify("--head", shelf.write("wrong", json.dumps(wrong).encode()))) == 1
    assert "its timestamp is of something else" in capsys.readouterr().out
    wrong["timestamp"] = "AAAA"
    assert main(shelf.verify("--head", shelf.write("wrong", json.dumps(wrong).encode()))) == 1
    assert "no timestamp" in capsys.readouterr().out
    assert main(shelf.verify("--timestamp", shelf.write("none", b"nothing"))) == 2
    assert "timestamp: not a timestamp in DER" in capsys.readouterr().err
    words = shelf.verify("--timestamp", shelf.write("head.tsr", shelf.answers[0]))
    words.remove("--json")
    assert main(words) == 0
    assert "who signed that is for openssl ts -verify" in capsys.readouterr().out
