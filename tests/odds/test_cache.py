"""Kept counts: shipped ones are fresh, stale ones are never answered from."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import OURS
from pitboss.odds import cache
from pitboss.odds.buyout.price import count_endings, count_points
from pitboss.odds.cache import SHIPPED, Count, find, keep, recall
from pitboss.odds.duki.hands import count_of_hands
from pitboss.odds.registry import find_solver

SOURCES = ("odds/cache.py",)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    return tmp_path / "results"


class Maker:
    """Counts how often it is asked."""

    def __init__(self, *results: object) -> None:
        self.results = list(results)
        self.made = 0

    def __call__(self) -> object:
        self.made += 1
        return self.results.pop(0)

    def count(self, **inputs: object) -> Count:
        return Count("duki", "sample", inputs, SOURCES, self)


@pytest.mark.parametrize("game", OURS)
def test_no_shipped_count_is_missing_or_stale(game: str):
    stale = [
        count.file_name
        for count in find_solver(game).shipped_counts()
        if find(count, [SHIPPED]) is None
    ]
    assert not stale, "run make figures"


@pytest.mark.parametrize("game", OURS)
def test_no_shipped_file_is_left_over(game: str):
    listed = {count.file_name for count in find_solver(game).shipped_counts()}
    assert {file.name for file in SHIPPED.glob(f"{game}-*.json")} <= listed


@pytest.mark.parametrize(
    "count", [count_of_hands("high"), count_points(), count_endings(None)], ids=lambda c: c.name
)
def test_counted_anew_it_is_the_same_to_the_last_digit(count: Count):
    assert count.make() == find(count, [SHIPPED])


def test_a_count_is_made_once(folder: Path):
    maker = Maker([1, 2**80])
    for _ in range(2):
        assert recall(maker.count(ace="high")) == [1, 2**80]
    assert maker.made == 1


def test_other_inputs_are_another_count(folder: Path):
    maker = Maker("one", "two")
    assert recall(maker.count(ace="high")) == "one"
    assert recall(maker.count(ace="low")) == "two"


def test_after_an_edit_the_count_is_made_anew(folder: Path):
    maker = Maker("old", "new")
    count = maker.count()
    assert recall(count) == "old"
    file = folder / count.file_name
    text = json.loads(file.read_text())
    file.write_text(json.dumps({**text, "digest": "0" * 64}))
    assert recall(count) == "new"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"inputs": {}}'])
def test_a_broken_file_is_not_answered_from(folder: Path, text: str):
    maker = Maker("good")
    count = maker.count()
    folder.mkdir()
    (folder / count.file_name).write_text(text)
    assert recall(count) == "good"


def test_a_recount_that_differs_is_no_answer(folder: Path):
    maker = Maker("first", "second")
    assert recall(maker.count()) == "first"
    with pytest.raises(RuntimeError, match="differs"):
        recall(maker.count(), recompute=True)


def test_a_result_is_written_whole(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: Any) -> None:
        raise OSError("no space")

    count = Maker().count()
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        keep(count, [1], folder)
    assert find(count) is None


def test_an_edit_of_a_source_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    file = tmp_path / "rules.py"
    file.write_bytes(b"PAY = 1\n")
    before = cache.digest([file])
    file.write_bytes(b"PAY = 1\r\n")
    assert cache.digest([file]) == before
    file.write_bytes(b"PAY = 2\n")
    assert cache.digest([file]) != before
