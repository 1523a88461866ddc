"""What the verifier says of logs that are signed and chained right, but whose content is wrong."""

import ast
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.house.audit import checks, kept, timestamps, verify
from pitboss.house.audit.export import Scope
from pitboss.house.audit.replay import Replayer
from pitboss.house.log import Draft
from pitboss.house.store import Conflict
from pitboss.rounds.record import hits_of
from pitboss.rounds.runner import replay
from pitboss.rounds.script import read_opening
from tests.house.audit_log import House, round_result, totals
from tests.house.audit_log import verify as check
from tests.omaha_scripts import DEALER, omaha_deck, progressive
from tests.scripts import write_script

SEAT = "seat:t1:1"


def found(house: House) -> list[str]:
    return [f"{place}: {problem}" for place, problem in check(house.export()).findings]


def allow_everything(house: House) -> None:
    """Take the check off the balances, which else refuses what the verifier is to find."""
    with house.database.transaction() as transaction:
        transaction.execute("ALTER TABLE balances RENAME TO checked")
        transaction.execute("CREATE TABLE balances (account TEXT PRIMARY KEY, cents BIGINT)")
        transaction.execute("INSERT INTO balances SELECT account, cents FROM checked")


def test_postings_that_do_not_sum_to_zero(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("t1", Draft("chips-bought", {}, {"cage": -5, SEAT: 6}))
    assert found(house) == ["t1 entry 1: its postings sum to 1 cents, not to zero"]


def test_an_account_below_zero(tmp_path: Path) -> None:
    house = House(tmp_path)
    with pytest.raises(Conflict):
        house.write("t1", Draft("chips-bought", {}, {"cage": 5, SEAT: -5}))
    allow_everything(house)
    house.write("t1", Draft("chips-bought", {}, {"cage": 5, SEAT: -5}))
    house.write("t1", Draft("chips-bought", {}, {"cage": -5, SEAT: 5}))
    assert found(house) == [f"t1 entry 1: takes {SEAT} below zero, to -5 cents"]
    house.write("t1", Draft("chips-bought", {}, {"cage": 7, SEAT: -7}))
    assert found(house) == [f"t1 entry 3: leaves {SEAT} below zero, at -7 cents"]


def test_clocks_that_differ_a_little_between_chains(tmp_path: Path) -> None:
    """A player's account is moved by several chains, whose order is known by clocks alone."""
    house = House(tmp_path)
    allow_everything(house)
    house.write("t1", Draft("chips-bought", {}, {"player:bo": -5, SEAT: 5}))
    house.write("house", Draft("chips-sold", {}, {"player:bo": 5, "cage": -5}))
    assert found(house) == []
    house.write("t1", Draft("chips-bought", {}, {"player:bo": -5, SEAT: 5}))
    house.seconds += 10
    house.write("house", Draft("chips-sold", {}, {"player:bo": 5, "cage": -5}))
    assert found(house) == ["t1 entry 2: leaves player:bo below zero"]


def test_a_balance_that_is_not_the_sum_of_its_postings(tmp_path: Path) -> None:
    house = House(tmp_path)
    with house.database.transaction() as transaction:
        transaction.execute("UPDATE balances SET cents = cents + 1 WHERE account = 'cage'")
        transaction.execute("INSERT INTO balances VALUES ('player:eve', 0)")
    balance, stray = found(house)
    assert balance.startswith("balance cage: the house keeps -")
    assert stray == "balance player:eve: no posting names this account"


def test_a_key_that_the_log_does_not_record(tmp_path: Path) -> None:
    house = House(tmp_path)
    other = House(tmp_path / "other")
    house.key = other.key
    assert {line.split(":")[0] for line in found(house)} == {"head 1", "end"}


def test_a_manifest_that_was_never_started(tmp_path: Path) -> None:
    house = House(tmp_path)
    with house.database.transaction() as transaction:
        transaction.execute("DELETE FROM entries WHERE kind = 'software-started'")
    assert any("manifest that the house chain does not record" in line for line in found(house))


def played(tmp_path: Path, key: str, seed: int = 1) -> list[dict[str, Any]]:
    """The entries of one round."""
    house = House(tmp_path)
    house.play("t1", key, seed)
    entries = [json.loads(line).get("entry") for line in house.export(Scope("t1"))]
    return [entry for entry in entries if entry and "round" in entry["body"]]


def replayed(entries: list[dict[str, Any]]) -> list[str]:
    replayer = Replayer()
    return [problem for entry in entries for _, problem in replayer.add(entry, "")]


def change_deck(entries: list[dict[str, Any]]) -> None:
    deck = entries[0]["secret"]["deck"].split()
    entries[0]["secret"]["deck"] = " ".join(deck[::-1])


def change_net(entries: list[dict[str, Any]]) -> None:
    net = entries[-1]["body"]["result"]["net"]
    net[next(iter(net))] = "12345.00"


def change_row(entries: list[dict[str, Any]]) -> None:
    entries[-1]["body"]["result"]["settlement"][0]["paid"] = "12345.00"


def change_status(entries: list[dict[str, Any]]) -> None:
    entries[-1]["body"]["result"]["status"] = "void"


def change_postings(entries: list[dict[str, Any]]) -> None:
    postings = entries[-1]["body"]["postings"]
    postings[_seat(entries)] = postings.get(_seat(entries), 0) + 100
    postings["bank:t1"] = postings.get("bank:t1", 0) - 100


def _seat(entries: list[dict[str, Any]]) -> str:
    return f"seat:t1:{next(iter(entries[-1]['body']['result']['net']))}"


def change_decision(entries: list[dict[str, Any]]) -> None:
    entries[1]["body"]["action"] = "dance"


def change_script(entries: list[dict[str, Any]]) -> None:
    entries[0]["body"]["script"] = ["nothing"]


def hide_deck(entries: list[dict[str, Any]]) -> None:
    entries[0]["secret"] = None


def drop_decision(entries: list[dict[str, Any]]) -> None:
    del entries[1]


def skip_round(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        entry["body"]["round"] = 2


def drop_opening(entries: list[dict[str, Any]]) -> None:
    del entries[0]


CHANGES: Mapping[Any, str] = {
    change_deck: "",
    change_net: "its net is",
    change_row: "its settlement is not the recorded one",
    change_status: "recorded as void",
    change_postings: "cents on seat:t1:",
    change_decision: "'dance' is not allowed",
    change_script: "cannot be replayed: broken",
    hide_deck: "its seed is not shown",
    drop_decision: "",
    skip_round: "does not follow round 0",
    drop_opening: "no such round is being played",
}


@pytest.mark.parametrize("key", ["buyout", "duki", "super-omaha"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_round_that_is_not_what_the_rules_give(tmp_path: Path, key: str, change: Any) -> None:
    entries = played(tmp_path, key)
    assert len(entries) > 2
    assert replayed(entries) == []
    change(entries)
    assert any(CHANGES[change] in problem for problem in replayed(entries))


def test_cards_held_are_replayed_too(tmp_path: Path) -> None:
    entries = played(tmp_path, "holdout", 2)
    held = next(entry for entry in entries if entry["secret"] and "cards" in entry["secret"])
    assert replayed(entries) == []
    held["secret"]["cards"] = "2c 2d"
    assert any("hold" in problem for problem in replayed(entries))


def hit_round(held: bool) -> list[dict[str, Any]]:
    """Two jackpot hits in one round; held back for a supervisor, or paid at once."""
    made = {"ante": 10, "jackpot-1": 1}
    deck = omaha_deck({1: "Ah Kh Qh Jh", 2: "9h 8h 7h 6h"}, DEALER, "Th 2c 3d 5s Kc")
    script = write_script(
        "super-omaha", deck, {1: made, 2: made}, jackpots=[progressive("5CL-E01")]
    )
    del script["deck"], script["decisions"]
    folds = [Decision(seat, "fold") for seat in (1, 2)]
    game = find_game("super-omaha")
    running = replay(game, read_opening(game, {**script, "deck": deck}), folds)
    postings = Counter(totals("t1", running))
    for hit in hits_of(running) if held else []:
        postings[f"seat:t1:{hit.seat}"] -= hit.paid_cents
        postings["held:link"] += hit.paid_cents
    bodies: list[dict[str, Any]] = [{"round": 1, "script": script}]
    bodies += [{"round": 1, "seat": fold.seat, "action": "fold"} for fold in folds]
    bodies[-1] |= {"result": round_result(running), "postings": dict(postings)}
    opened = {"kind": "round-opened", "chain": "t1", "version": 1, "secret": {"deck": deck}}
    decided = {"kind": "decided", "chain": "t1", "version": 2, "secret": None}
    parts = [opened, decided, decided]
    return [{**part, "body": body} for part, body in zip(parts, bodies, strict=True)]


@pytest.mark.parametrize("held", [False, True])
def test_hits_that_wait_for_a_supervisor_are_held(held: bool) -> None:
    entries = hit_round(held)
    assert replayed(entries) == []
    postings = entries[-1]["body"]["postings"]
    assert (postings.get("held:link", 0) > 50_000_00) is held
    postings["seat:t1:1"] -= 100
    postings["held:link"] = postings.get("held:link", 0) + 100
    assert any("cents on held" in problem for problem in replayed(entries))


def test_a_round_is_replayed_on_the_meters_it_was_settled_on() -> None:
    """Other tables of a link may have moved them since the deal, by less than a cent too."""
    entries = hit_round(False)
    entries[0]["body"]["script"]["table"]["jackpots"][0]["meter"] = "1/3"
    assert replayed(entries) == []
    entries[-1]["body"]["result"]["meters"] = [{"meter": "49999.99", "reserved": "1/3"}]
    assert any("its net is" in problem for problem in replayed(entries))
    wrongs: list[list[Any]] = [["1e999999"], ["x"], [], [None], [[]]]
    for wrong in wrongs:
        entries[-1]["body"]["result"]["meters"] = wrong
        assert any("cannot be replayed" in problem for problem in replayed(entries))


def test_two_rounds_at_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.play("t1", "holdout", 1, until="hold")
    house.play("t1", "duki", 1)
    lines = found(house)
    assert any("opened before the round before it had ended" in line for line in lines)


def test_the_verifier_shares_no_code_with_the_house() -> None:
    """Only the standard library, the signature scheme and its own parts."""
    parts = (checks, kept, timestamps)
    own = {part.__name__ for part in parts}
    for module in (verify, *parts):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                top = name.partition(".")[0]
                assert name in own or top == "cryptography" or top in sys.stdlib_module_names
