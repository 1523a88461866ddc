"""Every change to a log is found: in the file, and in the database before an honest export.

A file that is changed without the key is caught by the signed last line alone. So most changes
here are sealed again: the last line is made anew with the house's own key, as if the database had
been changed and the house exported what it found there. Then chains, heads, commitments and sums
must find it.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.audit import verify as verifier
from pitboss.house.audit.checks import Roots, read_line
from pitboss.house.audit.verify import Report, Unreadable, verify_log
from pitboss.house.log import START, Draft, canonical, commit_to
from tests.house.audit_log import House, verify

Lines = list[bytes]
Values = dict[str, Any]

STRIDE = int(os.environ.get("PITBOSS_STRIDE", "8"))
"""Of so many changes to a part of a line, or places in the file, one is tried."""


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """Nearly all lines of a changed log are the log's own: each is parsed once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verifier, "read_line", lru_cache(2_000)(read_line))
        yield


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("house"))
    house.play("t1", "duki", 3)
    house.sign()
    house.play("t2", "holdout", 5)
    house.sign()
    house.write("t1", Draft("played-on", {"seat": 2, "who": "guest-2", "seconds": 21}))
    house.write("t1", Draft("seat-named", {"seat": 1, "who": "guest-1", "name": "Robin (guest)"}))
    house.write("t2", Draft("pace-chosen", {"seat": 1, "pace": "held"}))
    house.play("t1", "duki", 4)
    return house


@pytest.fixture(scope="module")
def log(house: House) -> Lines:
    lines = house.export()
    assert verify(lines).findings == []
    return lines


def is_found(lines: Lines, check: Callable[[Lines], Report] = verify_log) -> bool:
    """Whether the verifier says that something is wrong, without the rounds replayed."""
    try:
        return bool(check(lines).findings)
    except Unreadable:
        return True


def seal(lines: Lines, house: House) -> Lines:
    """The same lines with a last line that fits them, signed with the house's key."""
    values = [json.loads(line) for line in lines[:-1]]
    chains = dict(values[0]["chains"])
    for value in values:
        if "entry" in value:
            chains[value["entry"]["chain"]] = [value["entry"]["version"], value["entry"]["hash"]]
    end = {
        "heads": sum("head" in value for value in values),
        "entries": sum("entry" in value for value in values),
        "balances": sum("balance" in value for value in values),
        "at": house.now,
        "chains": chains,
        "sha256": sha256(b"".join(lines[:-1])).hexdigest(),
    }
    sealed = {"end": end, "signature": house.key.sign(canonical(end))}
    return [*lines[:-1], write(sealed)]


def write(values: Values) -> bytes:
    return canonical(values).encode() + b"\n"


def other_values(value: object) -> list[object]:
    """What a value could be changed to."""
    if isinstance(value, bool) or value is None:
        return ["x", 0]
    if isinstance(value, int):
        return [value + 1, -value - 1, str(value), None]
    if isinstance(value, str):
        return [f"{value} ", value[:-1] if value else "x", value[1:] + value[:1] + "0", None]
    if isinstance(value, list):
        return [[*value, 0], value[:-1] if value else None]
    assert isinstance(value, dict)
    return [{**value, "more": 1}, None]


def changes(value: object) -> Iterator[object]:
    """The value with one part changed or taken away, for every part at every depth."""
    for other in other_values(value):
        if other != value:
            yield other
    if isinstance(value, dict):
        for name, part in value.items():
            yield {key: kept for key, kept in value.items() if key != name}
            for changed in changes(part):
                yield {**value, name: changed}
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield value[:place] + value[place + 1 :]
            for changed in changes(part):
                yield [*value[:place], changed, *value[place + 1 :]]


def test_a_log_that_is_sealed_again_unchanged_is_found_right(house: House, log: Lines) -> None:
    assert seal(log, house)[:-1] == log[:-1]
    assert not is_found(seal(log, house))


def test_every_part_of_every_line(house: House, log: Lines) -> None:
    """Each part of heads, entries and balances, at every depth; sealed again where it can be."""
    tried, missed = Counter[str](), []
    for place, line in enumerate(log[1:-1], 1):
        for number, changed in enumerate(changes(json.loads(line))):
            if number % STRIDE == place % STRIDE and isinstance(changed, dict):
                mutant = [*log[:place], write(changed), *log[place + 1 :]]
                sealable = _is_sealable(changed)
                tried["sealed" if sealable else "plain"] += 1
                if not is_found(seal(mutant, house) if sealable else mutant):
                    missed.append((line, changed))
    print(f"{tried['sealed']} parts changed and sealed, {tried['plain']} not, {len(missed)} missed")
    assert not missed
    assert tried["sealed"] > 4_000 / STRIDE


def _is_sealable(value: Values) -> bool:
    """Whether a last line can be made: it names the end of each entry's chain."""
    entry = value.get("entry", {"chain": "", "version": 0, "hash": ""})
    parts = isinstance(entry, dict) and {"chain", "version", "hash"} <= set(entry)
    return parts and isinstance(entry["chain"], str)


def test_every_line_dropped_repeated_or_moved(house: House, log: Lines) -> None:
    """But for two that say nothing: a balance of zero, and the last head before the last line,
    which signs the same ends."""
    tried, missed = 0, []
    last_head = max(place for place, line in enumerate(log) if _kind(line)[0] == "head")
    for place in range(1, len(log) - 1):
        kind, chain = _kind(log[place])
        dropped = [*log[:place], *log[place + 1 :]]
        repeated = [*log[:place], log[place], *log[place:]]
        says_nothing = place == last_head or b'"cents":0}' in log[place]
        mutants = [repeated] if says_nothing else [dropped, repeated]
        for later in range(place + 1, len(log) - 1):
            if _kind(log[later]) == (kind, chain) and kind != "balance":
                moved = list(log)
                moved[place], moved[later] = log[later], log[place]
                mutants.append(moved)
        for mutant in mutants:
            tried += 1
            if not is_found(seal(mutant, house)):
                missed.append(place)
    print(f"{tried} lines dropped, repeated or swapped, {len(missed)} missed")
    assert not missed
    assert tried > 200


def _kind(line: bytes) -> tuple[str, str]:
    value = json.loads(line)
    kind = next((name for name in ("head", "entry", "balance", "end") if name in value), "header")
    return kind, value.get("entry", {}).get("chain", "")


def test_every_tail_cut_off(house: House, log: Lines) -> None:
    """By lines, sealed again; and by bytes."""
    cuts = [seal([*log[:place], log[-1]], house) for place in range(1, len(log) - 1)]
    text = b"".join(log)
    cuts += [text[:place].splitlines(keepends=True) for place in range(0, len(text), 97)]
    cuts.append(text[:-1].splitlines(keepends=True))
    missed = [cut for cut in cuts if not is_found(cut)]
    print(f"{len(cuts)} tails cut off, {len(missed)} missed")
    assert not missed


def test_bytes_of_the_file(log: Lines) -> None:
    """A byte changed, dropped or added, all over the file; nothing is sealed again."""
    text = b"".join(log)
    tried, missed = 0, []
    step = max(1, STRIDE * len(text) // 800)
    for place in [*range(0, len(text), step), *range(len(text) - 300, len(text), 7)]:
        byte = text[place]
        for other in (bytes([byte ^ 1]), bytes([byte ^ 32]), b"", b" ", bytes([byte, byte])):
            mutant = text[:place] + other + text[place + 1 :]
            if mutant != text:
                tried += 1
                if not is_found(mutant.splitlines(keepends=True)):
                    missed.append((place, other))
    print(f"{tried} bytes changed, {len(missed)} missed")
    assert not missed
    assert tried > 4_000 / STRIDE


def test_a_chain_hashed_anew_does_not_fit_the_heads(house: House, log: Lines) -> None:
    """Whoever changes an entry and makes all later hashes fit still contradicts a signed head."""
    for chosen in range(len(log)):
        if _kind(log[chosen])[0] == "entry":
            assert is_found(seal(_rehash(log, chosen), house)), log[chosen]


def _rehash(log: Lines, chosen: int) -> Lines:
    lines, ends = list(log), dict[str, str]()
    for place, line in enumerate(log):
        value = json.loads(line)
        if "entry" not in value:
            continue
        entry = value["entry"]
        if place == chosen:
            entry["who"] = "eve"
        names = ("chain", "version", "kind", "at", "who", "command")
        before = ends.get(entry["chain"], START)
        parts = [before, *(entry[name] for name in names), canonical(entry["body"])]
        entry["hash"] = ends[entry["chain"]] = commit_to(canonical(parts))
        lines[place] = write(value)
    return lines


def test_a_head_made_anew_does_not_fit_the_next_one(house: House, log: Lines) -> None:
    """Even signed with the house's own key: heads are a chain."""
    values = json.loads(log[1])["head"] | {"at": "2026-01-01T00:00:00+00:00"}
    head = write({"head": values, "signature": house.key.sign(canonical(values))})
    (finding,) = verify(seal([log[0], head, *log[2:]], house)).findings
    assert finding == ("head 2", "does not name the hash of the head before it")


COLUMNS = ("kind", "at", "who", "command", "body", "secret", "hash")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_changed_in_the_database(house: House, log: Lines, column: str) -> None:
    """An honest export of a changed database: every entry's column in turn."""
    with house.database.reading() as transaction:
        found = transaction.execute(f"SELECT chain, version, {column} FROM entries")
        ((heads,),) = transaction.execute("SELECT MAX(number) FROM heads")
    update = f"UPDATE entries SET {column} = ? WHERE chain = ? AND version = ?"
    tried = 0
    for chain, version, value in found:
        if column == "secret" and value is None:
            continue
        other = (value or "") + "x" if column != "body" else value.replace("1", "2", 1)
        if other == value:
            continue
        with house.database.transaction() as transaction:
            transaction.execute(update, (other, chain, version))
        assert is_found(house.export()), (column, chain, version)
        with house.database.transaction() as transaction:
            transaction.execute(update, (value, chain, version))
            transaction.execute("DELETE FROM heads WHERE number > ?", (heads,))
        tried += 1
    print(f"{column}: {tried} changed in the database, all found")
    assert tried > 5
    assert not is_found(house.export())


def test_entries_and_heads_deleted_from_the_database(tmp_path: Path) -> None:
    house = House(tmp_path)
    for seed in range(3):
        house.play("t1", "duki", seed)
        house.sign()
    kept = house.export()[3]
    for sql in (
        "DELETE FROM entries WHERE chain = 't1' AND version > 8",
        "DELETE FROM heads WHERE number > 1",
    ):
        with house.database.transaction() as transaction:
            transaction.execute(sql)
        assert is_found(house.export())
    assert b'"number":3' in kept
    problems = [finding.problem for finding in verify(house.export(), heads=[kept]).findings]
    assert any("which is missing" in problem for problem in problems)


def test_what_no_verifier_can_find_without_a_head_kept_elsewhere(tmp_path: Path) -> None:
    """Whoever has the database can rewrite what no signed head outside it speaks of."""
    house = House(tmp_path)
    house.play("t1", "duki", 1)
    house.sign()
    kept = house.export()[1]
    lines = house.export()
    last = max(place for place, line in enumerate(lines) if _kind(line)[0] == "entry")
    forged = [line for line in _rehash(lines, last) if _kind(line)[0] != "head"]
    ends = json.loads(seal(forged, house)[-1])["end"]["chains"]
    roots = Roots()
    roots.add(ends)
    values = json.loads(kept)["head"] | {"chains": ends, "root": roots.root}
    head = write({"head": values, "signature": house.key.sign(canonical(values))})
    forged = seal([forged[0], head, *forged[1:]], house)
    assert verify(forged).findings == []
    assert verify(forged, heads=[kept]).findings
