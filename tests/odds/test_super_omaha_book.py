"""The book of states prices any Ante table as a whole count does, on some Flops of each kind."""

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.odds.fit import answer
from pitboss.odds.fit.boxes import Tied
from pitboss.odds.fit.wish import read_wish
from pitboss.odds.super_omaha import book as books
from pitboss.odds.super_omaha import price
from pitboss.odds.super_omaha.boxes import whole_box
from pitboss.odds.super_omaha.kernels.deals import Totals, count_part
from pitboss.odds.super_omaha.strategy import SHOWDOWNS, totals_of
from pitboss.refusal import Refused
from tests.odds.omaha_flops import flop_classes

REFERENCE = (1, 0, 0, 0, 0, 0, 2, 2, 6, 30, 100)
FLOPS = [flop_classes()[place] for place in (700, 1400, 1754)]
NETS = (
    (1, 0, 0, 0, 0, 0, 1, 1, 3, 15, 50),
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (1, 0, 0, 0, 0, 0, 2, 2, 6, 30, 100),
    (1, 0, 0, 0, 0, 0, 2, 2, 6, 30, 101),
    (2, 0, 0, 0, 0, 0, 3, 40, 40, 100, 500),
    (1, 0, 0, 0, 0, 1, 1, 1, 3, 15, 50),
    (1, 0, 0, 0, 0, 0, 900, 900, 900, 900, 10**6),
)
"""Printed, none paid, at the end of the first level and beyond it, halves, a straight that is paid,
and pays for which nearly every hand is played."""


@pytest.fixture(scope="module")
def counted() -> list[tuple[int, Totals]]:
    return [(ways, count_part(flop, NETS)) for flop, ways in FLOPS]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> books.Book:
    return books.make_book(REFERENCE, tmp_path_factory.mktemp("books"), flops=FLOPS)


@pytest.fixture
def book(made: books.Book, tmp_path: Path) -> books.Book:
    """A copy, which a test may spoil."""
    return books.Book(shutil.copytree(made.folder, tmp_path / made.folder.name))


def test_any_table_is_priced_as_it_is_counted(book: books.Book, counted: Any):
    for place, nets in enumerate(NETS):
        whole = sum(ways * totals.actions[place] for ways, totals in counted)
        assert book.sums(nets) == whole.tolist()
    assert [book.levels_for(nets) for nets in NETS] == [1, 1, 1, 2, 3, 4, 4]


def test_a_book_that_was_stopped_goes_on(
    book: books.Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also where more was written than the journal knows."""
    other = tmp_path / "other"
    split = books.split_flop

    def stop(flop: Any, reference: Any) -> books.Part:
        if flop == FLOPS[2]:
            raise KeyboardInterrupt
        return split(flop, reference)

    monkeypatch.setattr(books, "FLOPS_A_SAVE", 1)
    monkeypatch.setattr(books, "split_flop", stop)
    with pytest.raises(KeyboardInterrupt):
        books.make_book(REFERENCE, other, flops=FLOPS)
    assert books.find_book(other) is None
    draft = next(other.glob("*.part"))
    with (draft / "level-0").open("ab") as file:
        file.write(b"cut off")
    done = []

    def note(flop: Any, reference: Any) -> books.Part:
        done.append(flop)
        return split(flop, reference)

    monkeypatch.setattr(books, "split_flop", note)
    made = books.make_book(REFERENCE, other, flops=FLOPS)
    assert done == [FLOPS[2]]
    for level in range(books.LEVELS):
        name = f"level-{level}"
        assert (made.folder / name).read_bytes() == (book.folder / name).read_bytes()


def test_a_damaged_book_is_not_answered_from(book: books.Book, tmp_path: Path):
    file = book.folder / "level-0"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(Refused, match="level 0 is damaged; ask again"):
        book.sums(NETS[0])
    assert books.find_book(tmp_path) is None
    books.make_book(REFERENCE, tmp_path, flops=FLOPS)
    assert books.find_book(tmp_path) is not None


def test_a_book_of_other_sources_is_not_found(book: books.Book, tmp_path: Path, monkeypatch: Any):
    assert books.find_book(tmp_path) is not None
    monkeypatch.setattr(books, "digest_of", lambda *sources: "0" * 64)
    assert books.find_book(tmp_path) is None


def test_a_book_that_prices_printed_tables_otherwise_is_refused(book: books.Book, monkeypatch: Any):
    """The shipped count is of all Flops, this one of three."""
    monkeypatch.setattr(books, "find_book", lambda: None)
    monkeypatch.setattr(books, "make_book", lambda reference: book)
    with pytest.raises(RuntimeError, match="differs from the kept count"):
        books.machine_book()
    assert not (book.folder / books.INDEX).exists()


def test_own_tables_are_asked_of_the_book(monkeypatch: Any, tmp_path: Path):
    """And kept, so that the same table is not looked for again."""
    asked: list[Any] = []

    class Known:
        def sums(self, nets: Any) -> list[list[int]]:
            asked.append(nets)
            return [[1] * 13] * 3

    monkeypatch.setattr(books, "machine_book", Known)
    monkeypatch.setattr(price, "find", lambda count: None)
    assert price.count_sums(NETS[4]).make() == [[1] * 13] * 3
    assert asked == [NETS[4]]
    assert json.loads(json.dumps(price.count_sums(NETS[4]).inputs)) == {"nets": list(NETS[4])}


def test_every_ante_table_of_a_box_is_found(book: books.Book):
    """Each is the one that its own count gives, and those that are left out are out of the band."""
    rows = {"royal-flush": "49..52", "straight-flush": "14..16", "four-of-a-kind": "3..5"}
    deals = int(book.all_sums[2][-1]) * SHOWDOWNS
    edges = {}
    for pays in np.ndindex(4, 3, 3, 2, 2):
        royal, straight, four, full, flush = (
            first + more for first, more in zip((49, 14, 3, 1, 1), pays, strict=True)
        )
        nets = (1, 0, 0, 0, 0, 0, flush, full, four, straight, royal)
        won = [totals_of(one, nets)[n] for n, one in enumerate(book.sums(nets))]
        edges[royal, straight, four, full, flush] = Fraction(-sum(won), deals)
    ordered = {pays: edge for pays, edge in edges.items() if pays[3] >= pays[4]}
    band = sorted(ordered.values())[20], sorted(ordered.values())[70]
    for any_order, every in ((False, ordered), (True, edges)):
        given = {"edge": tuple(100 * end for end in band), "rows": rows, "limit": 200}
        wish = read_wish("super-omaha", {**given, "any_order": any_order})
        tied = Tied(deals, whole_box(book, wish.bounds), 1000, True)
        found: Any = answer.fit_tied(wish, tied)
        wanted = sorted((edge, pays) for pays, edge in every.items() if edge in wish.edge)
        assert found["screened"] == str(len(every))
        assert [
            (Fraction(one["house_edge"]["exact"]), tuple(one["rows"].values())[:5])
            for one in found["tables"]
        ] == wanted
        few: Any = answer.fit_tied(wish._replace(limit=2), tied)
        assert (few["found"], few["tables"]) == (found["found"], found["tables"][:2])
    low, high = min(edges.values()), max(edges.values())
    for ends, nearest in (((-(10**4), -9999), low), ((9999, 10**4), high)):
        wish = read_wish("super-omaha", {"edge": ends, "rows": rows, "any_order": True})
        with pytest.raises(Refused, match=f"nearest house edge is {float(100 * nearest):.12g} %"):
            answer.fit_tied(wish, tied)
    wish = read_wish("super-omaha", {"edge": (-100, 100), "deviation": "90..91"})
    with pytest.raises(Refused, match="tables; the best play of each is found for at most 1,000"):
        answer.fit_tied(wish, tied)
