"""Every state that an Ante table can change, kept once a machine: then any table is priced at once.

Whether 3x is better than 1x hangs on wins and losses alone, not on the pays. Who is ahead wagers
3x; of the others some play once under every table, and some fold unless the Ante pays enough. Only
the last kind is kept, with its counts, each once for all hands of a Flop that share them; of the
others the sums. Since no Ante is paid less than a push, this prices every table.

The states are kept in levels, by how high pays must be before they can be played at all: a table
of usual pays needs the first level only.
"""

import json
import os
import shutil
import time
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.odds.cache import cache_folder, digest_of, write_whole
from pitboss.odds.compiled import compiled
from pitboss.odds.progress import Progress, on_all_cores
from pitboss.odds.ranks import Array
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES, TIES, showdowns
from pitboss.odds.super_omaha.kernels.deals import FOLD, ONCE, choose, flop_classes
from pitboss.odds.super_omaha.kernels.flops import count_flop
from pitboss.odds.super_omaha.strategy import (
    SOURCES,
    Nets,
    Sum,
    printed_nets,
    read_game,
    whole_game,
)
from pitboss.refusal import Refused

FORMAT = 1
TIMES = (1, 4, 32)
"""A level has the states that are played where pays are so many times the reference; the last level
has all others."""

LEVELS = len(TIMES) + 1
COLUMNS = LOSSES + 1
"""Of a kept state: ties, wins by category, and how many hands it stands for."""

FLOPS_A_SAVE = 25
WAIT_SECONDS = 0.5
INDEX, JOURNAL = "index.json", "journal.json"
Journal = dict[str, Any]


class Part(NamedTuple):
    """One Flop's states: the sums of those that are surely played at 3x and at 1x and of all, and
    those that a table decides on, by level, packed."""

    sums: Array
    blocks: list[bytes]


def split_flop(flop: tuple[tuple[int, ...], int], reference: Nets) -> Part:
    """A Flop with how many there are like it."""
    cards, ways = flop
    rows = count_flop(cards)
    wins = rows[:, TIES + 1 : LOSSES].sum(axis=1, dtype=np.int64)
    losses = rows[:, LOSSES].astype(np.int64)
    owed = losses - rows[:, TIES] - 2 * wins  # what the Ante must be paid more than, to play once
    is_ahead = wins > losses
    is_open = ~is_ahead & (owed >= 0) & (wins > 0)
    is_once = ~is_ahead & (owed < 0)
    counted = np.column_stack([rows, np.ones(len(rows), np.int32)])
    sums = np.stack(
        [counted[chosen].sum(axis=0, dtype=np.int64) for chosen in (is_ahead, is_once, slice(None))]
    )
    levels = _levels(rows[is_open], owed[is_open], reference)
    blocks = [_pack(rows[is_open][levels == level], ways) for level in range(LEVELS)]
    return Part(ways * sums, blocks)


def _levels(rows: Array, owed: Array, reference: Nets) -> Array:
    pays = np.array(reference[1:], np.int64)
    paid = (rows[:, TIES + 1 : LOSSES] * pays).sum(axis=1)
    limits = np.stack([times * paid > reference[0] * owed for times in TIMES])
    return np.where(limits.any(axis=0), limits.argmax(axis=0), LEVELS - 1)


def _pack(rows: Array, ways: int) -> bytes:
    """Each row once, with the number of hands that it stands for, column by column."""
    kept = np.ascontiguousarray(rows[:, :LOSSES])
    whole = kept.view([("", kept.dtype)] * LOSSES).ravel()
    found, counts = np.unique(whole, return_counts=True)
    columns = found.view(np.int32).reshape(-1, LOSSES).T
    packed = np.concatenate([columns, (ways * counts).astype(np.int32)[None]]).astype("<i4")
    return zlib.compress(packed.tobytes(), 1)


def unpack(block: bytes) -> Array:
    return np.frombuffer(zlib.decompress(block), "<i4").reshape(COLUMNS, -1)


@compiled
def play(block: Array, nets: Array, sums: Array, unseen: int) -> None:
    """Add the states that are played once under a table."""
    row = np.empty(STATES, np.int64)
    for state in range(block.shape[1]):
        row[LOSSES] = unseen
        for column in range(LOSSES):
            row[column] = block[column, state]
            row[LOSSES] -= row[column]
        if choose(row, nets) == ONCE:
            hands = np.int64(block[LOSSES, state])
            for column in range(STATES):
                sums[column] += hands * row[column]
            sums[STATES] += hands


class Book:
    """A book that is whole."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        self.reference: Nets = tuple(index["reference"])
        self.all_sums = np.array(index["sums"], np.int64)
        self._sizes: list[list[int]] = index["sizes"]
        self._digests: list[str] = index["digests"]

    def levels_for(self, nets: Nets) -> int:
        """How many levels a table needs: the first that has all it can play, and those before."""
        unit, *pays = nets
        most, *reference = self.reference
        for level, times in enumerate(TIMES, 1):
            limits = zip(pays, reference, strict=True)
            if all(pay * most <= times * limit * unit for pay, limit in limits):
                return level
        return LEVELS

    def blocks(self, levels: int) -> Iterator[bytes]:
        """What is kept of the first levels; what is not as it was written is not answered from."""
        for level in range(levels):
            data = (self.folder / f"level-{level}").read_bytes()
            if sha256(data).hexdigest() != self._digests[level]:
                (self.folder / INDEX).unlink(missing_ok=True)
                raise Refused(f"{self.folder}: level {level} is damaged; ask again to make it anew")
            start = 0
            for size in self._sizes[level]:
                yield data[start : start + size]
                start += size

    def sums(self, nets: Nets, pool: Executor | None = None) -> list[Sum]:
        """The sums of best play under an Ante table: 3x, 1x and fold."""
        given, unseen = np.array(nets, np.int64), showdowns(45)

        def played(block: bytes) -> Array:
            found = np.zeros(STATES + 1, np.int64)
            play(unpack(block), given, found, unseen)
            return found

        ahead, once, every = self.all_sums
        with on_all_cores(pool) as workers:
            once = once + sum(workers.map(played, self.blocks(self.levels_for(nets))))
        sums: list[Sum] = [part.tolist() for part in (ahead, once, every - ahead - once)]
        assert len(sums) == FOLD + 1
        return sums


def folder_of(parent: Path | None = None) -> Path:
    """Where the book of these sources is, or would be."""
    digest = digest_of(*SOURCES)[:16]
    return (parent or cache_folder() / "books") / f"super-omaha-{FORMAT}-{digest}"


def find_book(parent: Path | None = None) -> Book | None:
    """The book of this machine, where it is whole."""
    folder = folder_of(parent)
    return Book(folder) if (folder / INDEX).exists() else None


def machine_book() -> Book:
    """The book of this machine, made where there is none; it must price the printed tables as they
    were counted, to the last digit."""
    known = find_book()
    if known:
        return known
    printed = printed_nets()
    most = tuple(2 * max(nets[category] for nets in printed) for category in CATEGORIES)
    assert {nets[0] for nets in printed} == {1}, "printed pays are whole numbers"
    made = make_book((1, *most))
    for nets, sums in zip(printed, read_game(whole_game(printed)).actions, strict=True):
        if made.sums(nets) != sums:
            (made.folder / INDEX).unlink()
            raise RuntimeError(f"{made.folder}: it differs from the kept count of {nets}")
    return made


def make_book(
    reference: Nets,
    parent: Path | None = None,
    pool: Executor | None = None,
    flops: Sequence[tuple[tuple[int, ...], int]] = (),
) -> Book:
    """Count every Flop once; one that was stopped goes on from there, and one that another process
    is making is waited for."""
    folder = folder_of(parent)
    draft = folder.with_name(f"{folder.name}.part")
    draft.mkdir(parents=True, exist_ok=True)
    every = list(flops) or flop_classes()
    with Progress("super-omaha", len(every)) as progress, _alone(draft, progress):
        if not (folder / INDEX).exists():
            journal = _take_up(draft, reference)
            progress.stand(journal["done"])
            _count(draft, journal, every, progress, pool)
            _finish(draft, folder, journal)
    return Book(folder)


@contextmanager
def _alone(draft: Path, progress: Progress) -> Iterator[None]:
    """One process makes a book; the others look how far it has come."""
    try:
        import fcntl
    except ImportError:  # without locks a book may be made twice
        yield
        return
    with (draft.parent / f"{draft.name}.lock").open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                progress.stand(_read_journal(draft).get("done", 0))
                time.sleep(WAIT_SECONDS)
        yield


def _read_journal(draft: Path) -> Journal:
    try:
        found: Journal = json.loads((draft / JOURNAL).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _take_up(draft: Path, reference: Nets) -> Journal:
    """What was done before; what came after the journal was last written is cut off."""
    draft.mkdir(parents=True, exist_ok=True)
    journal = _read_journal(draft)
    if journal.get("reference") != list(reference):
        nothing = [[0] * (STATES + 1)] * 3
        journal = {"done": 0, "reference": list(reference), "sums": nothing}
        journal["sizes"] = [[] for _ in range(LEVELS)]
    for level, sizes in enumerate(journal["sizes"]):
        with (draft / f"level-{level}").open("ab") as file:
            file.truncate(sum(sizes))
    return journal


def _count(
    draft: Path, journal: Journal, flops: Sequence[Any], progress: Progress, pool: Executor | None
) -> None:
    left = flops[journal["done"] :]
    files = [(draft / f"level-{level}").open("ab") for level in range(LEVELS)]
    try:
        with on_all_cores(pool) as workers:
            split = partial(split_flop, reference=tuple(journal["reference"]))
            for part in workers.map(split, left):
                for file, block, sizes in zip(files, part.blocks, journal["sizes"], strict=True):
                    file.write(block)
                    sizes.append(len(block))
                journal["sums"] = (np.array(journal["sums"], np.int64) + part.sums).tolist()
                journal["done"] += 1
                progress.step()
                if journal["done"] % FLOPS_A_SAVE == 0:
                    for file in files:
                        file.flush()
                    write_whole(draft / JOURNAL, json.dumps(journal))
    finally:
        for file in files:
            file.close()


def _finish(draft: Path, folder: Path, journal: Journal) -> None:
    """The book gets its name when it is whole."""
    digests = [
        sha256((draft / f"level-{level}").read_bytes()).hexdigest() for level in range(LEVELS)
    ]
    write_whole(draft / INDEX, json.dumps({**journal, "digests": digests}))
    (draft / JOURNAL).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)  # a damaged one
    os.replace(draft, folder)
