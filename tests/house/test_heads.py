"""Heads grow with what has changed, and whoever keeps one can show that nothing before it was."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house.audit.checks import Roots
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.verify import verify_log
from pitboss.house.log import START, Draft, canonical, hash_parts
from pitboss.house.store import entries
from tests.house.audit_log import DIGEST, House

CHAINS = [f"duki-{number:08x}" for number in range(60)]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A log of many chains with a few heads."""
    found = House(tmp_path)
    for chain in CHAINS:
        found.write(chain, Draft("table-opened", {"setup": {"game": "duki"}}))
    found.sign()
    for number in range(5):
        found.write(CHAINS[number], Draft("seat-freed", {"seat": 1}))
        found.sign()
    yield found
    found.database.close()


def heads_of(house: House) -> list[entries.Head]:
    with house.database.reading() as transaction:
        return entries.HEADS.find(transaction, "ORDER BY number")


def kept(house: House, number: int) -> bytes:
    head = heads_of(house)[number - 1]
    return canonical({"head": json.loads(head.body), "signature": head.signature}).encode() + b"\n"


def problems(house: House, *heads: bytes) -> list[str]:
    report = verify_log(house.export(), [house.key.public], heads)
    return [f"{one.place}: {one.problem}" for one in report.findings]


def test_a_head_names_what_has_changed_and_a_root_over_everything(house: House) -> None:
    bodies = [json.loads(head.body) for head in heads_of(house)]
    assert set(bodies[0]["chains"]) == {"house", *CHAINS}
    roots = Roots()
    roots.add(bodies[0]["chains"])
    for number, body in enumerate(bodies[1:]):
        assert list(body["chains"]) == [CHAINS[number]]
        assert len(canonical(body)) < 600
        roots.add(body["chains"])
        assert body["root"] == roots.root
    with house.database.reading() as transaction:
        whole = Roots()
        whole.add({chain: list(end) for chain, end in entries.ends(transaction).items()})
    assert whole.root == roots.root
    assert problems(house) == []
    count = len(heads_of(house))
    house.sign()
    assert len(heads_of(house)) == count, "nothing is new"


def test_heads_of_before_stay_good_and_the_next_names_everything_once(house: House) -> None:
    with house.database.transaction() as transaction:
        last = entries.last_head(transaction)
        assert last
        number, at, body, _ = last
        ends = {chain: list(end) for chain, end in entries.ends(transaction).items()}
        values = {**json.loads(body), "number": number, "chains": ends}
        del values["root"]
        old = canonical(values)
        transaction.execute("DELETE FROM heads WHERE number = ?", (number,))
        entries.HEADS.add(transaction, entries.Head(number, at, old, house.key.sign(old)))
        transaction.execute("DELETE FROM buckets")
    assert problems(house, kept(house, number)) == []
    house.write(CHAINS[9], Draft("seat-freed", {"seat": 1}))
    house.sign()
    house.write(CHAINS[9], Draft("seat-freed", {"seat": 2}))
    house.sign()
    named = [len(json.loads(head.body)["chains"]) for head in heads_of(house)[number:]]
    assert named == [len(CHAINS) + 1, 1, 1], "the first one is the export's"
    assert problems(house, kept(house, number), kept(house, number + 2)) == []


def rewrite(house: House, chain: str, version: int) -> None:
    """Change an entry and everything that follows from it, as whoever has the database and the key
    can: the rest of its chain, and all heads, signed anew one by one."""
    signed = [json.loads(head.body) for head in heads_of(house)]
    with house.database.transaction() as transaction:
        before, hashes = START, {}
        for entry in entries.after(transaction, chain, 0):
            body = entry.body
            if entry.version == version:
                body = canonical({**entry.values, "changed": True})
            parts = (*entry[:6], body)
            before = hashes[entry.version] = hash_parts(before, *parts)
            transaction.execute(
                "UPDATE entries SET body = ?, hash = ? WHERE chain = ? AND version = ?",
                (body, before, chain, entry.version),
            )
        transaction.execute("DELETE FROM heads")
        roots, previous = Roots(), START
        for values in signed:
            for name, place in values["chains"].items():
                place[1] = hashes[place[0]] if name == chain else place[1]
            roots.add(values["chains"])
            body = canonical({**values, "previous": previous, "root": roots.root})
            previous = hash_of(body)
            head = entries.Head(values["number"], values["at"], body, house.key.sign(body))
            entries.HEADS.add(transaction, head)
        ends = {name: list(end) for name, end in entries.ends(transaction).items()}
        stand = [(end[1], name) for name, end in ends.items()]
        transaction.execute_each("UPDATE ends SET hash = ? WHERE chain = ?", stand)


def hash_of(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(("chain", "version"), [("house", 2), (CHAINS[0], 1), (CHAINS[50], 1)])
def test_a_kept_head_shows_every_change_before_it(house: House, chain: str, version: int) -> None:
    """Also of a chain that the kept head does not name itself."""
    heads = [kept(house, number) for number in range(1, 7)]
    assert problems(house, *heads) == []
    rewrite(house, chain, version)
    assert problems(house) == [], "whoever has the key leaves no trace in the log itself"
    for head in heads:
        assert any("was kept" in words or "signed" in words for words in problems(house, head))


def test_what_was_signed_after_the_kept_head_is_not_its_matter(house: House) -> None:
    head = kept(house, 3)
    rewrite(house, CHAINS[4], 2)
    assert problems(house, head) == []


@pytest.mark.parametrize("number", [2, 4, 6])
def test_a_head_left_out_or_changed_is_found(house: House, number: int) -> None:
    kept_elsewhere = kept(house, number)
    with house.database.transaction() as transaction:
        head = heads_of(house)[number - 1]
        body = canonical({**json.loads(head.body), "at": "2026-01-01T00:00:00+00:00"})
        change = "UPDATE heads SET body = ?, signature = ? WHERE number = ?"
        transaction.execute(change, (body, house.key.sign(body), number))
    found = problems(house, kept_elsewhere)
    assert any(f"head {number}: is not the head" in words for words in found), found
    with house.database.transaction() as transaction:
        transaction.execute("DELETE FROM heads WHERE number >= ?", (number,))
    found = problems(house, kept_elsewhere)
    assert any("kept" in words for words in found), found


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ends SET hash = '{0}' WHERE chain = 'duki-00000007'",
        "DELETE FROM ends WHERE chain = 'duki-00000007'",
        "UPDATE buckets SET hash = '{0}' WHERE bucket <> 'head'",
        "DELETE FROM grown",
    ],
)
def test_what_heads_are_made_from_is_not_trusted(house: House, change: str) -> None:
    """A wrong root is found, and what was not known to have grown is signed at the next start."""
    house.write(CHAINS[8], Draft("seat-freed", {"seat": 1}))
    with house.database.transaction() as transaction:
        transaction.execute(change.format("ab" * 32))
    house.write(CHAINS[20], Draft("seat-freed", {"seat": 1}))
    house.sign()
    wrong = [words for words in problems(house) if "root does not follow" in words]
    with house.database.transaction() as transaction:
        sign_head(transaction, house.now, house.key, DIGEST, whole=True)
    house.write(CHAINS[21], Draft("seat-freed", {"seat": 1}))
    house.sign()
    assert [words for words in problems(house) if "root does not follow" in words] == wrong
    roots = Roots()
    with house.database.reading() as transaction:
        roots.add({chain: list(end) for chain, end in entries.ends(transaction).items()})
    assert json.loads(heads_of(house)[-1].body)["root"] == roots.root
