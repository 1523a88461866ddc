"""A correction that is wrong is found in the log, though everything else agrees with it: amounts
that differ, accounts that are forgotten, what is taken twice or from someone else.

The falsified entries go to what reckons them again; one log is written whole, as a house would have
written it, with its hashes, its balances and its signature all right.
"""

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pitboss.house.audit.export import export_log
from pitboss.house.audit.replay import Replayer
from pitboss.house.desk import approve_and_do, ask_for
from pitboss.house.engine import House
from pitboss.house.log import START, Entry, canonical, hash_parts
from pitboss.house.store.entries import ROWS
from tests.house.audit_log import verify
from tests.house.guests import OPERATOR, ask, open_jackpot
from tests.house.memory import Memory
from tests.house.random_plan import signer, template
from tests.house.test_void_hits import DULL, HEARTS, LOW_HEARTS, Game

KINDS = ("hit-advanced", "round-resettled", "round-corrected", "meter-adjusted")
Values = dict[str, Any]


@pytest.fixture(scope="module")
def played() -> Iterator[House]:
    """Two tables on a link: hits beside each other, one paid and one voided, envy that was spent, a
    meter mended, a round undone whose hit was paid, and one whose hit was voided."""
    data, two = template()
    house = House(Memory(data))
    with pytest.MonkeyPatch.context() as patch:
        terms = {"seed": 1000, "meter": 2400, "rate": "0.203", "reserve": "0.3"}
        terms |= {"reserved": 700, "maximum": 2400, "overflow": "1.5"}
        jackpot = open_jackpot(house, **terms)
        one = Game(house, patch, jackpot, **{"same-round-percentages": "each-of-displayed"})
        other = Game(house, patch, jackpot, people=(3, 4))
        one.play(LOW_HEARTS, HEARTS)
        other.play(HEARTS, DULL)
        one.advance(1, 2, "verified", "paid")
        one.advance(1, 1, "voided")
        other.play(DULL, LOW_HEARTS)
        correct(house, two, "adjust-meter", change="-3.25", cause="display-fault", jackpot=jackpot)
        correct(house, two, "reseed", jackpot=jackpot)
        ask(house, other.table, "leave", other.people[1])
        bar = house.open_table(OPERATOR, {"game": "duki"})
        ask(house, bar, "sit", other.people[1], chips=house.balance("player:guest-4") // 100)
        other.advance(1, 1, "voided")
        other.advance(2, 1, "verified", "paid")
        correct(house, two, "void-settled", table=other.table, round=2)
        correct(house, two, "void-settled", table=one.table, round=1)
    yield house
    house.close()


def correct(house: House, two, act: str, **body: object) -> None:
    asks, approves = two
    asked = ask_for(house, asks, act, {"reference": "R-1", **body}, "as recorded")
    approve_and_do(house, approves, asked.id)


@pytest.fixture(scope="module")
def log(played: House) -> list[Values]:
    """The entries as they are exported."""
    lines = [json.loads(line) for line in export_log(played.database, signer())]
    return [line["entry"] for line in lines if "entry" in line]


def find(log: list[Values]) -> list[tuple[str, str]]:
    """What the layer that knows the rules finds; it looks at no hash and no balance."""
    watch = Replayer()
    watch.start(dict.fromkeys((entry["chain"] for entry in log), 0), is_whole=True)
    found = [
        problem
        for entry in log
        for problem in watch.add(entry, f"{entry['chain']} entry {entry['version']}")
    ]
    return [*found, *watch.finish()]


def test_the_log_is_found_right(played: House, log: list[Values]) -> None:
    report = verify(line.encode() for line in export_log(played.database, signer()))
    assert report.findings == []
    assert report.counts["corrections reckoned"] == 4
    kinds = Counter(entry["kind"] for entry in log)
    assert [kinds[kind] for kind in KINDS] == [6, 2, 2, 2]
    stated = [e["body"]["uncollected"] for e in log if "uncollected" in e["body"]]
    assert sum(map(len, stated)) == 1


def falsified(entry: Values) -> Iterator[tuple[str, Values]]:
    """The bodies that a wrong correction might have; its postings still sum to zero."""
    body = entry["body"]
    bank = f"bank:{entry['chain']}" if entry["chain"] != "house" else "cage"
    postings = body.get("postings", {})
    for account, cents in postings.items():
        if account != bank:
            for other in (0, cents + 1, 2 * cents):
                rest = {bank: postings.get(bank, 0) + cents - other}
                yield (
                    f"{account} {other}",
                    {**body, "postings": {**postings, account: other, **rest}},
                )
    for account in ("tips:x", "promotions", "player:guest-1", "held:x", "bank:x", "cage"):
        if account != bank and account not in postings:
            more = {account: -500, bank: postings.get(bank, 0) + 500}
            yield f"also {account}", {**body, "postings": {**postings, **more}}
    yield from changed_words(body)


def changed_words(body: Values) -> Iterator[tuple[str, Values]]:
    for name in ("stands", "moves", "amounts", "uncollected"):
        if name not in body:
            continue
        yield f"without {name}", {key: part for key, part in body.items() if key != name}
        if body[name]:
            yield f"empty {name}", {**body, name: type(body[name])()}
    for jackpot, stands in (body.get("stands") or {}).items():
        if isinstance(stands, dict):
            yield from changed_stands(body, jackpot, stands)
    for name in ("hit", "jackpot", "state", "round"):
        if name in body:
            yield f"another {name}", {**body, name: 99 if name == "round" else "locked"}
    for seat, text in (body.get("uncollected") or {}).items():
        more = {seat: f"{float(text) + 1:.2f}"}
        yield "more uncollected", {**body, "uncollected": {**body["uncollected"], **more}}


def changed_stands(body: Values, jackpot: str, stands: Values) -> Iterator[tuple[str, Values]]:
    for part in range(3):
        for when in ("before", "after"):
            wrong = copy.deepcopy(stands)
            wrong[when][part] = "12.345"
            yield f"{when} {part}", {**body, "stands": {**body["stands"], jackpot: wrong}}
    wrong = {**stands, "moves": stands["moves"] + 1}
    yield "moves before it", {**body, "stands": {**body["stands"], jackpot: wrong}}


def test_every_wrong_correction_is_found(log: list[Values]) -> None:
    tried, missed = 0, []
    for place, entry in enumerate(log):
        if entry["kind"] not in KINDS:
            continue
        for words, body in falsified(entry):
            tried += 1
            if not find([*log[:place], {**entry, "body": body}, *log[place + 1 :]]):
                missed.append(f"{entry['kind']} {entry['version']}: {words}")
    assert missed == [], "\n".join(missed)
    assert tried > 200


def test_what_is_done_twice_or_left_out_is_found(log: list[Values]) -> None:
    places = [place for place, entry in enumerate(log) if entry["kind"] in KINDS]
    for place in places:
        entry = log[place]
        assert find([*log[: place + 1], entry, *log[place + 1 :]]), f"twice {entry['kind']}"
        if place != places[-1]:  # whether a round is undone at all is for people to say
            assert find([*log[:place], *log[place + 1 :]]), f"left out {entry['kind']}"


def rewrite(house: House, change: Callable[[Entry], Entry]) -> House:
    """A house in which entries were other from the beginning: hashes and balances follow."""
    assert isinstance(house.database, Memory)
    other = House(Memory(house.database.copy()))
    with other.database.transaction() as transaction:
        rows = [change(entry) for entry in ROWS.find(transaction, "ORDER BY chain, version")]
        ends: dict[str, str] = {}
        balances: Counter[str] = Counter()
        for sql in ("DELETE FROM entries", "DELETE FROM balances", "DELETE FROM heads"):
            transaction.execute(sql)
        for entry in rows:
            digest = hash_parts(ends.get(entry.chain, START), *entry[:7])
            ends[entry.chain] = digest
            ROWS.add(transaction, entry._replace(hash=digest))
            balances.update(entry.values.get("postings", {}))
        transaction.execute_each("INSERT INTO balances VALUES (?, ?)", balances.items())
    return other


def test_a_house_that_was_wrong_all_along_is_found_out_by_its_whole_export(played: House) -> None:
    def keep_a_dollar(entry: Entry) -> Entry:
        if entry.kind != "round-corrected":
            return entry
        body = entry.values
        seat = next(account for account in body["postings"] if account.startswith("seat:"))
        body["postings"][seat] -= 100
        body["postings"][f"bank:{entry.chain}"] = (
            body["postings"].get(f"bank:{entry.chain}", 0) + 100
        )
        return entry._replace(body=canonical(body))

    for change, is_right in ((lambda entry: entry, True), (keep_a_dollar, False)):
        house = rewrite(played, change)
        found = verify(line.encode() for line in export_log(house.database, signer())).findings
        assert bool(found) != is_right, found
        assert all("player had" in finding.problem for finding in found)
        house.close()


def test_a_hit_may_only_be_walked_in_order(log: list[Values]) -> None:
    verified = next(n for n, e in enumerate(log) if e["body"].get("state") == "verified")
    problems = [problem for _, problem in find([*log[:verified], *log[verified + 1 :]])]
    assert "a hit that is locked cannot be paid" in problems
