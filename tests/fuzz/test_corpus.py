"""What fuzzing has kept, run again without it; and its own machinery."""

import json

import pytest

from pitboss.refusal import Refused
from tests.fuzz import targets
from tests.fuzz.corpus import KEPT, MOST_BYTES, path_of, read_kept
from tests.fuzz.reach import least
from tests.fuzz.shapes import change_json, change_lines


@pytest.mark.parametrize("name", targets.TARGETS)
def test_every_kept_input_is_refused_in_a_line_or_read_again(name: str) -> None:
    kept, target = read_kept(name), targets.find_target(name)
    assert kept
    for data in kept:
        targets.run(target, data)


def test_what_is_kept_is_small() -> None:
    assert sum(path.stat().st_size for path in KEPT.iterdir()) <= MOST_BYTES
    assert {path.name for path in KEPT.iterdir()} == {path_of(n).name for n in targets.TARGETS}


def test_a_finding_is_raised() -> None:
    def refuse(_: bytes) -> None:
        raise Refused("")

    def fail(_: bytes) -> None:
        raise ZeroDivisionError

    with pytest.raises(AssertionError):
        targets.run(refuse, b"")
    with pytest.raises(ZeroDivisionError):
        targets.run(fail, b"")


def test_what_adds_nothing_is_not_kept() -> None:
    target = targets.find_target("cards")
    kept = least(target, [b"As", b"Kd", b"As Kd", b"AsAs", b"Xx"], 1_000)
    assert kept == [b"As", b"Xx", b"AsAs"]
    assert least(target, [b"As", b"Xx", b"AsAs"], 4) == [b"As", b"Xx"]


def test_changed_json_is_json() -> None:
    document = json.dumps({"a": [1, {"b": "x"}], "c": 2.5, "d": None}).encode()
    made = {change_json(document, 4_096, seed) for seed in range(300)} - {None}
    assert len(made) > 150
    for one in made:
        assert one is not None
        json.loads(one)
    assert change_json(b"{", 4_096, 1) is None
    logs = {change_lines(document + b"\n" + document, 4_096, seed) for seed in range(100)}
    assert len(logs) > 50
