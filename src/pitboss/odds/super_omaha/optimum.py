"""The whole optimum as two open files: every state's best action, and its exact values.

A Flop is a part: counted on the executor, kept in a folder until all are there, so that a stopped
run goes on. Then the parts become row groups of one Parquet file and blocks of the actions file.
Both are held against the count of the game that the figures are made from before they get their
names: as often as each state can be dealt, the actions and the values must add up to it. The files
are described in ``docs/optimum.md``.
"""

import io
import json
import os
import shutil
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, partial
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import format_cards
from pitboss.extras import needed_by
from pitboss.odds.cache import digest_of, write_whole
from pitboss.odds.figures import exact
from pitboss.odds.progress import Progress, on_all_cores
from pitboss.odds.ranks import Array
from pitboss.odds.registry import describe_request
from pitboss.odds.request import Request
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.actions import NAMES, Cards, canonical, check_state, join
from pitboss.odds.super_omaha.advise import action_values
from pitboss.odds.super_omaha.alike import first_of_alike, keys_of, least_keys
from pitboss.odds.super_omaha.kernels import STATES
from pitboss.odds.super_omaha.kernels.classes import all_hands, hands_left, live_cards
from pitboss.odds.super_omaha.kernels.deals import flop_classes
from pitboss.odds.super_omaha.kernels.flops import count_flop
from pitboss.odds.super_omaha.price import game_of
from pitboss.refusal import Refused

FORMAT, VERSION = "pitboss-optimum", 1
STATES_IN_ALL = 204_461_673
CARDS = ("card1", "card2", "card3", "card4")
LEVEL, DRAFT_LEVEL = 3, 1
FOLD, ONCE, THREE_TIMES = range(3)

Flop = tuple[Cards, int]
"""A Flop, and how many there are like it."""

Manifest = dict[str, Any]
"""What the files are, as JSON values."""

Sums = Array
"""By action, in the order of ``NAMES``: how often it is best, and what that is worth in all."""


@cache
def file_order() -> Array:
    """The places of all hands of four, by their numbers in the files: by ranks, then by suits."""
    hands = all_hands()
    order: Array = np.lexsort([*(hands & 3).T, *(hands >> 2).T])
    return order


def count_part(flop: Flop, nets: strategy.Nets) -> bytes:
    """A Flop's states as a Parquet file of one row group."""
    cards = flop[0]
    left = hands_left(live_cards(cards))
    first, alike = first_of_alike(all_hands()[left], cards)
    order = np.argsort(np.argsort(file_order())[left[first]])
    first, alike = first[order], alike[order]
    values = action_values(count_flop(cards)[first], nets)
    table = _table(flop, all_hands()[left[first]], alike, values)
    file = io.BytesIO()
    with writer(file, table.schema, DRAFT_LEVEL) as out:
        out.write_table(table)
    return file.getvalue()


def _table(flop: Flop, hands: Array, alike: Array, values: Array) -> Any:
    """The columns of some states; the value of 3x only where it is best."""
    import pyarrow as pa

    cards, ways = flop
    best = np.argmax(values, axis=0).astype(np.int8)
    same = np.zeros(len(best), np.int8)
    columns = {
        "flop": pa.DictionaryArray.from_arrays(same, [format_cards(cards)]),
        "flop_ways": same.astype(np.uint8) + np.uint8(ways),
        **{name: np.ascontiguousarray(hands[:, n]) for n, name in enumerate(CARDS)},
        "ways": alike.astype(np.uint8),
        "best": pa.DictionaryArray.from_arrays(best, list(NAMES)),
        "value_1x": values[ONCE],
        "value_3x": pa.array(values[THREE_TIMES], mask=best != THREE_TIMES),
    }
    return pa.table(columns)


def writer(file: Any, schema: Any, level: int) -> Any:
    """A Parquet file; the values differ too much for a dictionary."""
    from pyarrow import parquet

    texts = [name for name in schema.names if not name.startswith("value")]
    return parquet.ParquetWriter(
        file, schema, compression="zstd", compression_level=level, use_dictionary=texts
    )


class Target(NamedTuple):
    """Where the files go; the parts are named after all that they depend on."""

    folder: Path
    name: str
    digest: str

    @property
    def actions(self) -> Path:
        return self.folder / f"{self.name}.actions"

    @property
    def values(self) -> Path:
        return self.folder / f"{self.name}.parquet"

    @property
    def manifest(self) -> Path:
        return self.folder / f"{self.name}.json"

    @property
    def parts(self) -> Path:
        return self.folder / f"{self.name}.parts-{self.digest[:16]}"

    def part(self, flop: Flop) -> Path:
        return self.parts / f"{format_cards(flop[0])}.parquet"


def target_of(request: Request, folder: Path) -> Target:
    made = [digest_of(*strategy.SOURCES), VERSION, strategy.nets_of(request.settings)]
    digest = sha256(json.dumps(made).encode()).hexdigest()
    code = request.settings.paytables["ante"].code
    return Target(folder, f"{strategy.GAME}-{code}", digest)


def write(request: Request, folder: Path, pool: Executor | None = None) -> Manifest:
    """Make both files, or find them there whole, and give their manifest."""
    if not request.is_main:
        raise Refused(f"--optimum: wager {request.wager} has no decision; the ante has all")
    with needed_by("--optimum"):
        import pyarrow  # noqa: F401 - before anything is counted
    target = target_of(request, folder)
    try:
        target.parts.mkdir(parents=True, exist_ok=True)
        known = _find(target)
        if known is None:
            flops = flop_classes()
            count_parts(target, flops, strategy.nets_of(request.settings), pool)
            known = finish(request, target, flops)
        shutil.rmtree(target.parts)
    except OSError as error:
        words = error.strerror or error
        raise Refused(f"--optimum {folder}: cannot be written: {words}") from None
    return known


def _find(target: Target) -> Manifest | None:
    """The manifest of files that are there and as they were written."""
    try:
        known: Manifest = json.loads(target.manifest.read_text(encoding="utf-8"))
        files = (target.actions, target.values)
        whole = all(known["files"][file.name]["sha256"] == _sha256(file) for file in files)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return known if whole and known["digest"] == target.digest else None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def count_parts(
    target: Target, flops: Sequence[Flop], nets: strategy.Nets, pool: Executor | None = None
) -> None:
    """Count the Flops that are not there yet."""
    left = [flop for flop in flops if not target.part(flop).exists()]
    with on_all_cores(pool) as workers, Progress("super-omaha optimum", len(flops)) as progress:
        progress.stand(len(flops) - len(left))
        for flop, part in zip(left, workers.map(partial(count_part, nets=nets), left), strict=True):
            with whole(target.part(flop)) as draft:
                draft.write_bytes(part)
            progress.step()


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A draft that gets its name when it is whole."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def finish(request: Request, target: Target, flops: Sequence[Flop]) -> Manifest:
    """Both files from the parts, checked, and their manifest."""
    nets = strategy.nets_of(request.settings)
    about: Manifest = {
        "format": FORMAT,
        "version": VERSION,
        **describe_request(request),
        "nets": list(nets),
        "denominator": nets[0] * strategy.SHOWDOWNS,
        "digest": target.digest,
    }
    with whole(target.values) as values, whole(target.actions) as actions:
        blocks, sums, states = _join(values, target, flops, about)
        check(sums, request)
        about["actions"] = dict(zip(NAMES, sums[:, 0].tolist(), strict=True))
        actions.write_bytes(join(about, blocks))
    dealt, won = map(int, sums.sum(axis=0))
    about |= {"states": states, "house_edge": exact(Fraction(-won, about["denominator"] * dealt))}
    about["files"] = {
        file.name: {"bytes": file.stat().st_size, "sha256": _sha256(file)}
        for file in (target.actions, target.values)
    }
    write_whole(target.manifest, json.dumps(about, indent=1) + "\n")
    return about


def _join(
    values: Path, target: Target, flops: Sequence[Flop], about: Manifest
) -> tuple[dict[Cards, bytes], Sums, int]:
    """Write the parts as row groups; the blocks of actions, the sums, and how many states."""
    schema = _read_part(target.part(flops[0])).schema
    texts = {name: json.dumps(value) for name, value in about.items()}
    blocks, states, sums = {}, 0, np.zeros((len(NAMES), 2), object)
    with (
        writer(values, schema.with_metadata(texts), LEVEL) as out,
        Progress("super-omaha files", len(flops)) as progress,
    ):
        for flop in flops:
            table = _read_part(target.part(flop))
            out.write_table(table.replace_schema_metadata(texts), row_group_size=len(table))
            blocks[flop[0]] = block_of(flop[0], table)
            sums += sums_of(flop, table, about["denominator"])
            states += len(table)
            progress.step()
    return blocks, sums, states


def _read_part(part: Path) -> Any:
    """A part; one that is damaged is counted anew the next time."""
    from pyarrow import ArrowInvalid, parquet

    try:
        return parquet.read_table(part)
    except (ArrowInvalid, OSError):
        part.unlink(missing_ok=True)
        raise Refused(f"{part}: is damaged; ask again to count it anew") from None


def _best(table: Any) -> Array:
    """The actions by their place in ``NAMES``, whatever places they were written under."""
    column = table["best"].combine_chunks()
    places = np.array([NAMES.index(name) for name in column.dictionary.to_pylist()], np.int8)
    best: Array = places[column.indices.to_numpy()]
    return best


def block_of(flop: Cards, table: Any) -> bytes:
    """Two bits for each hand of four by its number, packed; hands that are alike have the same, and
    those that the Flop leaves no cards for repeat the hand before."""
    hands = all_hands()[file_order()]
    live = live_cards(flop)[hands].all(axis=1)
    kept = keys_of(np.stack([table[name].to_numpy() for name in CARDS], axis=1))
    rising = np.argsort(kept)
    found = np.searchsorted(kept[rising], least_keys(hands[live], flop))
    dealt = _best(table)[rising[found]]
    before = np.maximum(np.cumsum(live) - 1, 0)
    slots = dealt[before].astype(np.uint8)
    fours = np.concatenate([slots, np.zeros(-len(slots) % 4, np.uint8)]).reshape(-1, 4)
    packed = (fours << np.array([0, 2, 4, 6], np.uint8)).sum(axis=1, dtype=np.uint8)
    return zlib.compress(packed.tobytes(), 9)


def sums_of(flop: Flop, table: Any, denominator: int) -> Sums:
    """By action, in how many deals it is best, and what all of them win."""
    best, ways = _best(table), flop[1] * table["ways"].to_numpy().astype(np.int64)
    three = table["value_3x"].fill_null(0).to_numpy()
    worth = np.select([best == FOLD, best == ONCE], [-denominator, table["value_1x"]], three)
    sums = [[ways[best == n].sum(), (ways * worth)[best == n].sum()] for n in range(len(NAMES))]
    return np.array([[int(one) for one in row] for row in sums], object)


def check(sums: Sums, request: Request) -> None:
    """The sums must be those that the game's figures are made from, to the last digit."""
    nets, known = strategy.nets_of(request.settings), game_of(request)[1]
    for place, (name, one) in enumerate(zip(strategy.ACTIONS, known, strict=True)):
        expected = [one[STATES], strategy.totals_of(one, nets)[place]]
        found = sums[NAMES.index(name)].tolist()
        if found != expected:
            raise RuntimeError(f"optimum: {name} comes to {found}; the game's count has {expected}")


class Values:
    """A file of values: the exact expectation of a state's options, in units of the Ante."""

    def __init__(self, path: Path) -> None:
        with needed_by("a file of values"):
            from pyarrow import ArrowInvalid, parquet
        try:
            self._file = parquet.ParquetFile(path, memory_map=True)
        except OSError as error:
            raise Refused(f"{path}: cannot be read: {error.strerror or error}") from None
        except ArrowInvalid:
            raise Refused(f"{path}: no Parquet file; solve --optimum makes one") from None
        about = self._file.schema_arrow.metadata or {}
        if about.get(b"format") != json.dumps(FORMAT).encode():
            raise Refused(f"{path}: no file of values; solve --optimum makes one")
        self.about = {name.decode(): json.loads(value) for name, value in about.items()}
        groups = map(self._file.metadata.row_group, range(self._file.num_row_groups))
        self._groups = {group.column(0).statistics.min: n for n, group in enumerate(groups)}

    def look_up(self, hand: Sequence[int], flop: Sequence[int]) -> dict[str, Fraction]:
        """What each action is worth; 3x only where it is best."""
        check_state(hand, flop)
        state = canonical(hand, flop)
        group = self._groups.get(format_cards(state.flop))
        if group is None:
            raise Refused(f"flop {format_cards(flop)}: is not in this file")
        table = self._file.read_row_group(group, columns=[*CARDS, "value_1x", "value_3x"])
        cards = np.stack([table[name].to_numpy() for name in CARDS])
        (key,) = keys_of(np.array([state.hand]))
        (place,) = np.flatnonzero(keys_of(cards.T) == key)
        worth = {name: table[f"value_{name}"][int(place)].as_py() for name in ("1x", "3x")}
        denominator = self.about["denominator"]
        known = {name: Fraction(n, denominator) for name, n in worth.items() if n is not None}
        return {"fold": Fraction(-1), **known}
