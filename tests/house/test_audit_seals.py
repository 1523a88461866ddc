"""The verifier follows seals: a seed chosen anew, too late, or not used, and words left out, added
or changed are found, however well the hashes fit."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.house.audit.replay import Replayer, read_recorded
from pitboss.house.audit.seals import Seals
from tests.house.guests import DEALER, ask, guest, open_table

Log = list[dict[str, Any]]


@pytest.fixture
def log(house) -> Log:
    """The entries of a table that has dealt three rounds, one of them void."""
    table = open_table(house, "duki", clock={"decision": 0, "wagers": 0})
    people = [guest(house, number) for number in (1, 2)]
    for person in people:
        ask(house, table, "sit", person, chips=100)
    for number in range(3):
        ask(house, table, "add-word", people[1], added="early")
        for person in people:
            ask(house, table, "wager", person, wagers={"ante": 5}, added=f"w{number}", deal=True)
        if number == 1:
            ask(house, table, "void", DEALER, reason="b")
            continue
        for person in people:
            ask(house, table, "decide", person, action="fold")
    with house.database.reading() as transaction:
        rows = transaction.execute(
            "SELECT chain, version, kind, body, secret FROM entries WHERE chain = ?"
            " ORDER BY version",
            (table,),
        )
    names = ("chain", "version", "kind", "body", "secret")
    return [
        {
            name: json.loads(value) if name in ("body", "secret") and value else value
            for name, value in zip(names, row, strict=True)
        }
        for row in rows
    ]


def found(log: Log) -> list[str]:
    seals = Seals()
    return [problem for entry in log for problem in seals.add(entry, is_begun=True)]


def nth(log: Log, kind: str, number: int = 0) -> int:
    return [place for place, entry in enumerate(log) if entry["kind"] == kind][number]


def reseal(log: Log) -> None:
    """The house has looked at the words and chooses another seed for the same round."""
    place = nth(log, "round-sealed", 1)
    again = {**log[place], "body": {**log[place]["body"], "commitment": "ab" * 32}}
    log.insert(nth(log, "round-opened", 1), again)
    log[nth(log, "round-opened", 1)]["body"]["commitment"] = "ab" * 32


def seal_late(log: Log) -> None:
    log.insert(nth(log, "wagers-placed", 2), log.pop(nth(log, "round-sealed", 1)))
    log.insert(nth(log, "round-opened", 1), log.pop(nth(log, "round-sealed", 1)))


def leave_out_the_seal(log: Log) -> None:
    del log[nth(log, "round-sealed", 1)]


def leave_out_all_seals(log: Log) -> None:
    log[:] = [entry for entry in log if entry["kind"] != "round-sealed"]


def use_another(log: Log) -> None:
    log[nth(log, "round-opened", 1)]["body"]["commitment"] = "cd" * 32


def seal_again(log: Log) -> None:
    """A seed that everybody has seen."""
    known = log[nth(log, "round-sealed")]["body"]["commitment"]
    for kind in ("round-sealed", "round-opened"):
        log[nth(log, kind, 2)]["body"]["commitment"] = known


def deal_as_before(log: Log) -> None:
    """In the way of an earlier Pitboss, with a deck of one's own."""
    del log[nth(log, "round-opened", 1)]["body"]["added"]


def forget_a_word(log: Log) -> None:
    log[nth(log, "round-opened", 1)]["body"]["added"].popitem()


def change_a_word(log: Log) -> None:
    log[nth(log, "wagers-placed", 1)]["body"]["added"] = "other"


def add_for_a_seat(log: Log) -> None:
    log[nth(log, "round-opened")]["body"]["added"]["7"] = "mine"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (reseal, "seals a seed again; that of round 2 is not dealt yet"),
        (seal_late, "comes before the seed of its round is sealed"),
        (leave_out_the_seal, "is not dealt by the seed that was sealed for it"),
        (leave_out_all_seals, "is dealt by a seed that was not sealed"),
        (seal_again, "seals a seed that was sealed before, for another round"),
        (use_another, "is not dealt by the seed that was sealed for it"),
        (deal_as_before, "is not dealt by what the seats have added"),
        (forget_a_word, "is not dealt by what the seats have added"),
        (change_a_word, "is not dealt by what the seats have added"),
        (add_for_a_seat, "is not dealt by what the seats have added"),
    ],
)
def test_what_is_wrong_with_a_seal_is_found(log: Log, change: Callable[[Log], None], problem: str):
    assert found(log) == []
    change(log)
    assert problem in found(log)


def test_a_replay_deals_by_the_seed_and_the_words(log: Log):
    replayer = Replayer()
    replayer.start({})
    assert [one for entry in log for one in replayer.add(entry, "here")] == []
    assert replayer.counts == {"rounds replayed": 3, "seals": 3}
    first = nth(log, "round-opened")
    steps = [entry for entry in log[first:] if entry["body"].get("round") == 1][:3]
    dealt = read_recorded(steps)[1].deck
    other_seed = {**steps[0], "secret": {"seed": "00" * 32}}
    other_word = {**steps[0], "body": {**steps[0]["body"], "added": {"1": "another"}}}
    for opened in (other_seed, other_word):
        assert read_recorded([opened, *steps[1:]])[1].deck != dealt


def test_a_part_of_a_log_is_taken_from_where_it_begins(log: Log):
    """From the middle of a round on: its own seal is not in it."""
    seals, part = Seals(), log[nth(log, "round-opened") :]
    assert [one for entry in part for one in seals.add(entry, is_begun=False)] == []
    assert seals.checked == 2
