"""Rounds and logs that somebody has changed, with every hash made anew: each change is named."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.checking import check_file, check_lines, needs_node
from tests.verifier.floor import Floor
from tests.verifier.forging import commitment_of, forge_log, forge_round

pytestmark = needs_node

Value = dict[str, Any]
OTHER = "5" * 64
TRIES = 8


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    found = Floor(tmp_path_factory.mktemp("floor"), 7)
    found.play_all(24, 3)
    yield found
    found.house.close()


def opened(value: Value) -> Value:
    return next(entry for entry in value["entries"] if entry["kind"] == "round-opened")


def decided(value: Value, *actions: str) -> Value:
    entries = (entry for entry in value["entries"] if entry["kind"] == "decided")
    return next(entry for entry in entries if not actions or entry["body"]["action"] in actions)


def result(value: Value) -> Value:
    found: Value = next(e["body"]["result"] for e in value["entries"] if "result" in e["body"])
    return found


def post(value: Value, account: str, cents: int, against: str = "bank:") -> None:
    """Move money in the entry that ended the round, so that it still sums to zero."""
    (body,) = (e["body"] for e in value["entries"] if "result" in e["body"])
    name = next(name for name in body["postings"] if name.startswith(account))
    other = next(name for name in body["postings"] if name.startswith(against))
    body["postings"][name] += cents
    body["postings"][other] -= cents


def change_seed(value: Value) -> None:
    opened(value)["secret"]["seed"] = OTHER


def change_seed_and_commitment(value: Value) -> None:
    change_seed(value)
    opened(value)["body"]["commitment"] = commitment_of({"seed": OTHER})


def change_word(value: Value) -> None:
    opened(value)["body"]["added"]["1"] = "another"


def change_wager(value: Value) -> None:
    wagers = opened(value)["body"]["script"]["wagers"]
    made = wagers[min(wagers)]
    name = min(made)
    made[name] = f"{float(made[name]) + 1:.2f}"


def change_decision(value: Value) -> None:
    body = decided(value, "flop", "play", "buy")["body"]
    body["action"] = "fold"
    body.pop("cents", None)


def change_size(value: Value) -> None:
    decided(value, "flop")["body"]["cents"] = 1


def change_held_card(value: Value) -> None:
    entry = decided(value, "hold")
    entry["secret"]["cards"] = "2c 3d 4h 5s 6c"
    entry["body"]["commitment"] = commitment_of(entry["secret"])


def change_hidden_card(value: Value) -> None:
    decided(value, "hold")["secret"]["cards"] = "2c"


def change_payment(value: Value) -> None:
    result(value)["settlement"][0]["paid"] = "77.00"


def change_odds(value: Value) -> None:
    result(value)["settlement"][-1]["pays"] = "50 to 1"


def change_outcome(value: Value) -> None:
    row = result(value)["settlement"][0]
    row["outcome"] = "push" if row["outcome"] != "push" else "lose"


def change_order(value: Value) -> None:
    rows = result(value)["settlement"]
    rows[0], rows[-1] = rows[-1], rows[0]


def leave_row_out(value: Value) -> None:
    result(value)["settlement"].pop()


def add_row(value: Value) -> None:
    rows = result(value)["settlement"]
    rows.append(dict(rows[0], wager="jackpot-1-envy"))


def change_net(value: Value) -> None:
    net = result(value)["net"]
    net[min(net)] = "1000.00"


def change_status(value: Value) -> None:
    result(value)["status"] = "void"


def change_contribution(value: Value) -> None:
    post(value, "jackpot:", 7)


def change_meter(value: Value) -> None:
    """So that what is contributed would overflow; a smaller change is the next round's finding."""
    (meter, *_) = result(value)["meters"]
    meter["meter"] = meter["maximum"]


def change_rate(value: Value) -> None:
    result(value)["meters"][0]["rate"] = "0.5"


def change_pay(value: Value) -> None:
    post(value, "seat:", 100)


def change_sum(value: Value) -> None:
    opened(value)["body"]["postings"][f"play:{value['table']}"] += 1


def change_table(value: Value) -> None:
    opened(value)["body"]["script"]["table"]["limits"] = {"min": 0, "max": "0.01"}


def change_hash(value: Value) -> None:
    value["entries"][-1]["hash"] = OTHER


def drop_entry(value: Value) -> None:
    del value["entries"][1]


HOUSE = ("duki", "buyout", "super-omaha")
ALL = (*HOUSE, "holdout")
JACKPOT = ("jackpots",)
Change = tuple[Callable[[Value], None], tuple[str, ...], str, str]
CHANGES: list[Change] = [
    (change_seed, ALL, "commitment", "the seed"),
    (change_seed_and_commitment, ("duki",), "settlement", ""),
    (change_word, ("duki",), "settlement", ""),
    (change_wager, ("duki", "buyout"), "settlement", ""),
    (change_decision, ("duki", "super-omaha"), "settlement", ""),
    (change_decision, ("buyout",), "decisions", ""),
    (change_size, ("super-omaha",), "decisions", "flop"),
    (change_held_card, ("holdout",), "decisions", "hold"),
    (change_hidden_card, ("holdout",), "commitment", "does not fit the commitment"),
    (change_payment, HOUSE, "settlement", "not 77.00"),
    (change_odds, HOUSE, "settlement", "not 50 to 1"),
    (change_outcome, HOUSE, "settlement", "outcome is"),
    (change_order, HOUSE, "settlement", "in the order of settling"),
    (leave_row_out, HOUSE, "settlement", "is missing"),
    (add_row, HOUSE, "settlement", "no such wager"),
    (change_net, ALL, "settlement", "not 1000.00"),
    (change_status, ALL, "settlement", "not void"),
    (change_contribution, JACKPOT, "postings", "jackpot:"),
    (change_meter, JACKPOT, "postings", "jackpot:"),
    (change_rate, JACKPOT, "opening", "rate was"),
    (change_pay, HOUSE, "postings", "seat:"),
    (change_sum, ALL, "postings", "not to zero"),
    (change_table, HOUSE, "opening", "is above 0.01"),
    (change_hash, ALL, "chain", "its hash"),
    (drop_entry, ALL, "chain", "follows"),
]
CASES = [
    pytest.param(*(change, game, step, words), id=f"{change.__name__}-{game}")
    for change, games, step, words in CHANGES
    for game in games
]


def is_rich(value: Value, game: str) -> bool:
    """Whether a round has what a change needs: it was settled, with these decisions and meters."""
    if result(value)["status"] != "settled":
        return False
    actions = {e["body"].get("action") for e in value["entries"] if e["kind"] == "decided"}
    wanted = {"super-omaha": "flop", "duki": "play", "buyout": "buy", "holdout": "hold"}
    if game == "jackpots":
        moved = [name for e in value["entries"] for name in e["body"].get("postings", {})]
        meters = result(value).get("meters") or [{}]
        is_moving = meters[0].get("type") == "progressive"
        return is_moving and any(name.startswith("jackpot:") for name in moved)
    rows = result(value)["settlement"]
    folded = {row["seat"] for row in rows}
    return wanted[game] in actions and (game == "holdout" or len(folded) > 1)


def rounds_of(floor: Floor, game: str) -> Iterator[Value]:
    for table, number in floor.ended:
        if table.startswith("super-omaha" if game == "jackpots" else game):
            value = floor.export_round(table, number)
            if is_rich(value, game):
                yield value


def changed(floor: Floor, change: Callable[[Value], None], game: str) -> Iterator[Value]:
    """Rounds with this change; where nothing comes of it, as where all fold, another will do."""
    for value in rounds_of(floor, game):
        try:
            change(value)
        except (StopIteration, KeyError):  # it has nothing of the kind
            continue
        yield value if change is change_hash else forge_round(value)


@pytest.mark.parametrize(("change", "game", "step", "words"), CASES)
def test_a_changed_round_is_named(
    floor: Floor,
    tmp_path: Path,
    change: Callable[[Value], None],
    game: str,
    step: str,
    words: str,
) -> None:
    for value in islice(changed(floor, change, game), TRIES):
        status, said = check_file(tmp_path, value)
        found = [one for one in said["findings"] if one["step"] == step and words in one["text"]]
        if found:
            assert status == 1
            assert found[0]["seat"] or step != "settlement" or change is change_status
            return
    raise AssertionError("nothing was found")


def test_a_changed_payment_is_named_with_seat_wager_and_rule(floor: Floor, tmp_path: Path) -> None:
    value = deepcopy(next(rounds_of(floor, "duki")))
    row = result(value)["settlement"][0]
    change_payment(value)
    _, said = check_file(tmp_path, forge_round(value))
    (found,) = said["findings"]
    assert (found["seat"], found["wager"]) == (row["seat"], row["wager"])
    assert found["rule"] == row["rule"]
    assert row["rule"] in found["text"]


# ---- Logs ----


def entries_of(values: list[Value], kind: str, **having: object) -> list[Value]:
    entries = [value["entry"] for value in values if value.get("entry", {}).get("kind") == kind]
    return [e for e in entries if all(e["body"].get(key) == v for key, v in having.items())]


def drop(values: list[Value], entry: Value) -> None:
    values.remove(next(value for value in values if value.get("entry") is entry))


def seal_again(values: list[Value]) -> None:
    sealed = entries_of(values, "round-sealed")[-1]
    place = next(n for n, value in enumerate(values) if value.get("entry") is sealed)
    values.insert(place + 1, deepcopy(values[place]))


def seal_known(values: list[Value]) -> None:
    first, second = entries_of(values, "round-sealed")[:2]
    second["body"]["commitment"] = first["body"]["commitment"]


def seal_late(values: list[Value]) -> None:
    """The seal of a table's first round stands after its first wager."""
    wager = entries_of(values, "wagers-placed")[0]
    sealed = next(
        e for e in entries_of(values, "round-sealed", round=1) if e["chain"] == wager["chain"]
    )
    drop(values, sealed)
    place = next(n for n, value in enumerate(values) if value.get("entry") is wager)
    values.insert(place + 1, {"entry": sealed})


def deal_by_another_seed(values: list[Value]) -> None:
    entry = entries_of(values, "round-opened")[0]
    entry["secret"]["seed"] = OTHER
    entry["body"]["commitment"] = sha256(f'{{"seed":"{OTHER}"}}'.encode()).hexdigest()


def change_added(values: list[Value]) -> None:
    entry = next(e for e in entries_of(values, "wagers-placed") if e["body"].get("added"))
    entry["body"]["added"] = "another"


def drop_round(values: list[Value]) -> None:
    last = entries_of(values, "round-opened", round=3)[0]
    for value in list(values):
        one = value.get("entry", {})
        if one.get("chain") == last["chain"] and one["body"].get("round") == 2:
            values.remove(value)


def keep_seed_back(values: list[Value]) -> None:
    entries_of(values, "round-opened")[0]["secret"] = None


def change_placed(values: list[Value]) -> None:
    wagers = entries_of(values, "wagers-placed")[0]["body"]["wagers"]
    wagers[min(wagers)] += 100


def change_stack(values: list[Value]) -> None:
    entry = next(e for e in entries_of(values, "round-opened") if e["chain"].startswith("holdout"))
    stacks = entry["body"]["script"]["stacks"]
    stacks[min(stacks)] = "99.00"


def change_rulings(values: list[Value]) -> None:
    entry = next(e for e in entries_of(values, "round-opened") if e["chain"].startswith("duki"))
    rulings = entry["body"]["script"]["table"]["rulings"]
    rulings["ace"] = "high" if rulings["ace"] != "high" else "high-low"


def change_start_of_meter(values: list[Value]) -> None:
    for entry in entries_of(values, "jackpot-opened"):
        entry["body"]["terms"]["meter"] = "1.25"


def change_balance(values: list[Value]) -> None:
    next(value for value in values if "balance" in value)["balance"]["cents"] += 1


def overdraw(values: list[Value]) -> None:
    entry = entries_of(values, "seat-taken")[0]
    entry["body"]["postings"] = {name: 9 * c for name, c in entry["body"]["postings"].items()}


LOG_CHANGES: list[tuple[Callable[[list[Value]], None], str, str]] = [
    (seal_again, "seal", "the round was sealed before"),
    (seal_known, "seal", "for another round"),
    (seal_late, "seal", "had wagered before"),
    (deal_by_another_seed, "seal", "was sealed for it"),
    (change_added, "deck", "has added"),
    (drop_round, "order", "is left out"),
    (keep_seed_back, "commitment", "is kept back"),
    (change_placed, "opening", "had placed"),
    (change_stack, "opening", "plays with 99.00"),
    (change_rulings, "opening", "its rulings are not"),
    (change_start_of_meter, "meters", "it begins at"),
    (change_balance, "balances", "the house keeps"),
    (overdraw, "postings", "is below zero"),
]


@pytest.mark.parametrize(("change", "step", "words"), LOG_CHANGES)
def test_a_changed_log_is_named(
    floor: Floor, tmp_path: Path, change: Callable[[list[Value]], None], step: str, words: str
) -> None:
    values = [json.loads(line) for line in floor.export()]
    change(values)
    status, said = check_lines(tmp_path, forge_log(values))
    assert status == 1
    assert [one for one in said["findings"] if one["step"] == step and words in one["text"]]


def test_a_log_that_was_only_forged_has_nothing_wrong(floor: Floor, tmp_path: Path) -> None:
    values = [json.loads(line) for line in floor.export()]
    status, said = check_lines(tmp_path, forge_log(values))
    assert (status, said["findings"]) == (0, [])


def test_a_line_changed_by_hand_breaks_the_chain(floor: Floor, tmp_path: Path) -> None:
    lines = floor.export()
    place = next(n for n, line in enumerate(lines) if b'"decided"' in line)
    lines[place] = lines[place].replace(b'"by":"seat"', b'"by":"bot"')
    _, said = check_lines(tmp_path, lines)
    assert {one["step"] for one in said["findings"]} == {"chain", "lines"}
    _, said = check_lines(tmp_path, lines[:-5])
    assert any("was cut off" in one["text"] for one in said["findings"])
